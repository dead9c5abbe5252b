"""One request, whatever the server makes of it: retries, waits, redirects and answers that are none."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from steward.adapters.clock import Clock
from steward.adapters.http import Http
from steward.errors import GitHubFailed, NotFound, RateLimited, Refused, StewardError, TimedOut, Unclear
from steward.main import main
from tests.contract.inside import Stage, StillClock, run
from tests.contract.raw import Answers, RawServer, answer
from tests.github.faults import is_diff
from tests.github.server import GitHubServer

TOKEN = "a-token"


def http(server: RawServer, clock: Clock | None = None) -> Http:
    return Http(token=TOKEN, base_url=server.url, clock=clock or StillClock())


def served(*answers: Answers) -> list[Callable[[], Answers]]:
    return [lambda one=one: one for one in answers]  # type: ignore[misc]


class TestRedirects:
    def test_within_the_server_are_followed_with_the_query_and_the_token(self) -> None:
        with RawServer() as server:
            moved = answer("301 Moved", Location=f"{server.url}/repositories/1/x?page=2&per_page=100")
            server.answers = served(moved, answer("200 OK", b'{"a": 1}'))
            found = http(server).read("/repos/o/r/x", page=2, per_page=100)
        assert found.text == '{"a": 1}'
        assert server.seen[1] == "GET /repositories/1/x?page=2&per_page=100 HTTP/1.1"
        assert f"Authorization: token {TOKEN}" in server.heads[1]

    @pytest.mark.parametrize("verb", ["POST", "PATCH"])
    def test_carry_a_write_with_its_body(self, verb: str) -> None:
        with RawServer() as server:
            server.answers = served(
                answer("307 Temporary Redirect", Location=f"{server.url}/there"), answer("201 Created")
            )
            http(server).write(verb, "/here", {"a": 1})
        assert [line.split()[:2] for line in server.seen] == [[verb, "/here"], [verb, "/there"]]

    @pytest.mark.parametrize(
        "target",
        [
            "http://localhost:{port}/x",
            "https://127.0.0.1:{port}/x",
            "http://127.0.0.1:1/x",
            "//x/y",
            "",
            "::",
        ],
    )
    def test_to_anywhere_else_are_not(self, target: str) -> None:
        with RawServer() as server:
            server.answers = served(answer("301 Moved", Location=target.format(port=server.port)))
            with pytest.raises(GitHubFailed, match=r"redirect|could not be followed"):
                http(server).read("/x")
        assert {line.split()[1] for line in server.seen} == {"/x"}

    def test_in_a_circle_end(self) -> None:
        with RawServer() as server:
            server.answers = served(
                *([answer("301 Moved", Location=f"{server.url}/{name}") for name in "ab"] * 50)
            )
            with pytest.raises(GitHubFailed, match="with a redirect"):
                http(server).read("/a")
        assert len(server.seen) == 4


class TestWaiting:
    @pytest.mark.parametrize(
        ("limited", "slept"),
        [
            (answer("429 Too Many Requests", Retry_After="7"), 7),
            (answer("403 Forbidden", Retry_After="7"), 7),
            (answer("429 Too Many Requests", Retry_After="0"), 0.5),
            (answer("429 Too Many Requests", Retry_After="soon"), 60),
            (answer("429 Too Many Requests", Retry_After="-1"), 60),
            (answer("403 Forbidden", b'{"message": "You have exceeded a secondary rate limit."}'), 60),
            (answer("403 Forbidden", X_RateLimit_Remaining="0", X_RateLimit_Reset="1"), 1),
            (answer("403 Forbidden", X_RateLimit_Remaining="0"), 60),
        ],
        ids=[
            "429",
            "403",
            "no wait",
            "a word",
            "negative",
            "secondary without a time",
            "reset is past",
            "no reset",
        ],
    )
    def test_is_as_long_as_github_asks_within_reason(self, limited: list[bytes], slept: float) -> None:
        clock = StillClock()
        with RawServer(served(limited, answer("200 OK"))) as server:
            assert http(server, clock).read("/x").status == 200
        assert clock.slept == slept

    def test_of_more_than_a_minute_in_all_is_refused(self) -> None:
        clock = StillClock()
        with RawServer(served(answer("429 Too Many Requests", Retry_After="25"))) as server:
            with pytest.raises(RateLimited, match="asks to wait 25 seconds"):
                http(server, clock).read("/x")
            assert len(server.seen) == 3
        assert clock.slept == 50

    def test_for_a_write_that_was_refused_ends_with_the_write_done_once(self) -> None:
        with RawServer(
            served(answer("429 Too Many Requests", Retry_After="1"), answer("201 Created"))
        ) as server:
            assert http(server).write("POST", "/x", {}).status == 201

    def test_ends_before_the_run_does(self) -> None:
        clock = StillClock(passed=140)
        with (
            RawServer(served(answer("429 Too Many Requests", Retry_After="20"))) as server,
            pytest.raises(RateLimited),
        ):
            http(server, clock).read("/x")
        assert clock.slept == 0

    def test_for_what_is_not_ready_is_ours_to_bound(self) -> None:
        """PyGithub would sleep and ask for ever."""
        clock = StillClock()
        with RawServer(served(answer("202 Accepted"))) as server:
            with pytest.raises(GitHubFailed):
                http(server, clock).read("/x")
            assert len(server.seen) == 4
        assert clock.slept == 3.5

    def test_is_over_when_the_time_is_up(self) -> None:
        with RawServer(served(answer("200 OK"))) as server:
            with pytest.raises(TimedOut, match="before GET /x"):
                http(server, StillClock(passed=150)).read("/x")
            assert server.seen == []


class TestAnswers:
    @pytest.mark.parametrize(
        ("status", "kind"),
        [
            ("401 Unauthorized", Refused),
            ("403 Forbidden", Refused),
            ("404 Not Found", NotFound),
            ("422 Unprocessable Entity", Refused),
            ("500 Server Error", GitHubFailed),
        ],
    )
    def test_that_refuse_are_told_apart(self, status: str, kind: type[StewardError]) -> None:
        with RawServer(served(answer(status))) as server, pytest.raises(kind):
            http(server).read("/x")

    def test_404_of_a_post_is_a_token_that_may_not(self) -> None:
        with RawServer(served(answer("404 Not Found"))) as server, pytest.raises(Refused, match="404"):
            http(server).write("POST", "/x", {})

    @pytest.mark.parametrize(
        "strange",
        [
            answer("200 OK", b"<html>", Content_Type="text/html"),
            answer("200 OK", b"plain"),
            answer("200 OK", b""),
            answer("200 OK", X_RateLimit_Remaining="many", X_RateLimit_Limit="few"),
            [b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"],
            [b"SSH-2.0-OpenSSH_9.2\r\n\r\n"],
        ],
        ids=[
            "a web page",
            "no JSON",
            "nothing",
            "headers that are no numbers",
            "half of it",
            "another protocol",
        ],
    )
    def test_to_a_write_that_are_none_leave_it_open_whether_it_was_done(self, strange: list[bytes]) -> None:
        def once() -> Iterator[bytes]:
            yield from strange
            raise OSError  # hang up

        with RawServer([once]) as server:
            with pytest.raises(Unclear):
                http(server).write("POST", "/x", {})
            assert len(server.seen) == 1

    def test_bytes_that_are_no_utf_8_are_kept(self) -> None:
        with RawServer(served(answer("200 OK", b"\xff\xfe diff", Content_Type="text/plain"))) as server:
            found = http(server).read("/x", accept="application/vnd.github.diff")
        assert found.text.encode("utf-8", "surrogateescape") == b"\xff\xfe diff"

    def test_errors_name_neither_token_nor_address(self) -> None:
        with RawServer() as server:
            url = server.url
        with pytest.raises(Unclear) as caught:
            Http(token=TOKEN, base_url=url, clock=StillClock()).write("POST", "/x", {})
        assert caught.value.what == "GitHub did not answer POST /x: the connection failed"


class TestTimeIsUp:
    """180 seconds, all told, whatever a server does; here every second is a hundredth of one."""

    def test_when_every_answer_drips(self, github: GitHubServer, tmp_path: Path) -> None:
        """Each byte comes in time, and the whole never."""
        stage = Stage(github, tmp_path)

        def drip() -> Iterator[bytes]:
            yield b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
            for _ in itertools.count():
                time.sleep(0.02)
                yield b" "

        with RawServer([drip]) as server:
            environment = stage.environment() | {"GITHUB_API_URL": server.url}
            done = run(environment, Clock(pace=0.01, answer=5.0))

        assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (2, "failed", "timeout")
        assert "Traceback" not in done.log
        assert "section timeout" in done.summary

    def test_when_no_request_is_answered(self, github: GitHubServer, tmp_path: Path) -> None:
        stage = Stage(github, tmp_path)
        github.fault("*", lambda request: True, "timeout", times="always")
        clock = StillClock(0.1)

        done = run(stage.environment(), clock)

        assert (done.exit_code, done.outputs["state"]) == (2, "failed")
        assert clock.passed() <= 180
        assert clock.slept <= 60

    def test_the_check_run_and_the_comment_have_time_of_their_own_to_say_so(
        self, github: GitHubServer, tmp_path: Path
    ) -> None:
        stage = Stage(github, tmp_path)
        github.fault("GET", is_diff, "timeout", times="always")

        done = run(stage.environment(), StillClock(0.3, passed=145))

        (check,) = stage.checks()
        (comment,) = stage.ours()
        assert (done.exit_code, done.outputs["reason"]) == (2, "timeout")
        assert (check.conclusion, check.title) == ("failure", "evaluation failed: out of time")
        assert '"state":"failed(timeout)"' in comment.body

    def test_a_check_run_that_hangs_leaves_time_for_the_comment(
        self, github: GitHubServer, tmp_path: Path
    ) -> None:
        stage = Stage(github, tmp_path)
        github.fault("POST", "checks/create", "timeout", times="always")

        done = run(stage.environment(), StillClock(0.3, passed=145))

        assert done.exit_code == 2
        assert stage.checks() == []
        assert ["evaluation failed" in one.body for one in stage.ours()] == [True]

    def test_handlers_are_put_back(self, github: GitHubServer, tmp_path: Path) -> None:
        import signal

        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
        before = [signal.getsignal(number) for number in numbers]
        main(Stage(github, tmp_path).environment())
        assert [signal.getsignal(number) for number in numbers] == before
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
