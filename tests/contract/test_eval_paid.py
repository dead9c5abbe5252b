"""Paid judges and agents over a real socket: planned, capped, cached, resumed, and never a traceback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from steward.adapters.messages import AnswerTimeout, MessagesClient, open_client
from steward.evals import GoldenTask, anthropic_agent, anthropic_judge, judge_document, run_golden_tasks
from tests import schemas
from tests.contract.command import STEWARD, Answer, environment, run
from tests.github.runner import ROOT
from tests.model.service import Behaviour, Model, drips, drops, message, sends, serving

EXAMPLE = ROOT / "examples" / "evals"
CONFIG, TASKS = EXAMPLE / "AGENTS.md", EXAMPLE / "golden_tasks.yml"
KEY = "sk-test-key-of-nobody"
VERDICT = '{"reasoning": "r", "score": 9}'


def echoes(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    """An agent that says what its system prompt says; a judge that gives 9."""
    text = VERDICT if "format" in asked.get("output_config", {}) else asked.get("system", "no idea")
    sends(message(text, model="claude-haiku-5-5"))(handler, asked)


@pytest.fixture
def model() -> Iterator[Model]:
    with serving(echoes) as service:
        yield service


@contextmanager
def client_of(service: Model, **more: Any) -> Iterator[MessagesClient]:
    """A client of the SDK's for this service."""
    client = open_client(key=KEY, base_url=service.url, **more)
    try:
        yield client
    finally:
        client.close()


def steward(service: Model, *arguments: str | Path, cwd: Path, **env: str | None) -> Answer:
    return run(
        "eval",
        *arguments,
        cwd=cwd,
        env={
            "ANTHROPIC_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": service.url,
            "XDG_CACHE_HOME": str(cwd / "cache"),
            **env,
        },
    )


def golden(service: Model, *more: str | Path, cwd: Path, **env: str | None) -> Answer:
    base = ("golden", TASKS, "--config", CONFIG, "--agent", "anthropic")
    return steward(service, *base, *more, cwd=cwd, **env)


def test_the_sdk_itself_serves_as_client(model: Model) -> None:
    with client_of(model) as client:
        judge = anthropic_judge(client=client, sdk=client.sdk)
        report = judge_document("text </document>", judge=judge, samples=2)

    assert {found.score for found in report.scores.values()} == {9}
    usage = judge.usage()
    assert (usage.calls, usage.tokens_in, usage.tokens_out, usage.answered) == (
        4,
        4800,
        1360,
        ("claude-haiku-5-5",),
    )
    assert usage.usd is not None
    assert json.loads(model.requests[0].body["messages"][0]["content"]) == {"document": "text </document>"}


def test_a_client_of_the_sdk_as_users_make_it_will_do(model: Model) -> None:
    import anthropic

    with anthropic.Anthropic(api_key=KEY, base_url=model.url, max_retries=0) as client:
        agent = anthropic_agent(model="claude-haiku-5-5", client=client)
        report = run_golden_tasks([GoldenTask("a", "p", ["^use uv"])], agent=agent, config="use uv")
    assert (report.rate("with"), report.rate("without"), report.delta()) == (1.0, 0.0, 1.0)


FAULTS: dict[str, tuple[Behaviour, str]] = {
    "wrong key": (sends({"error": {"message": KEY}}, status=401), "auth"),
    "no money": (sends({}, status=402), "billing"),
    "no such model": (sends({}, status=404), "bad_request"),
    "too large": (sends({}, status=413), "too_large"),
    "elsewhere": (sends("", status=307, location="http://127.0.0.1:9/steal"), "bad_request"),
    "a login page": (sends("<html>", content_type="text/html"), "invalid_reply"),
    "half a body": (sends('{"id": "msg', content_type="application/json"), "invalid_reply"),
    "no content": (sends({"id": "x"}), "invalid_reply"),
    "refusal": (sends(message("no", stop_reason="refusal")), "refused"),
    "cut off": (sends(message(VERDICT[:10], stop_reason="max_tokens")), "truncated"),
    "two texts": (sends(message(None, content=[{"type": "text", "text": "a"}] * 2)), "invalid_reply"),
    "text around": (sends(message(f"Well: {VERDICT}")), "invalid_reply"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_a_sample_without_a_verdict(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    behaviour, kind = FAULTS[name]
    with serving(behaviour) as service, client_of(service) as client:
        judge = anthropic_judge(client=client)
        found = judge_document("x", judge=judge, dimensions=["conciseness"]).scores["conciseness"]

    assert (found.score, [error.kind for error in found.errors]) == (None, [kind])
    assert KEY not in str(found.errors)
    assert len(service.requests) == 1
    assert capfd.readouterr() == ("", "")


PASSING: dict[str, tuple[Behaviour, str]] = {
    "limited": (sends({}, status=429, retry_after="3600"), "rate_limited"),
    "overloaded": (sends({}, status=529), "overloaded"),
    "broken": (sends("<html>", status=502), "overloaded"),
    "hung up": (drops, "network"),
}


@pytest.mark.parametrize("name", PASSING)
def test_what_may_pass_is_tried_three_times_and_counted(name: str) -> None:
    behaviour, kind = PASSING[name]
    waited: list[float] = []
    with serving(behaviour) as service, client_of(service, sleep=waited.append) as client:
        judge = anthropic_judge(client=client)
        found = judge_document("x", judge=judge, dimensions=["conciseness"]).scores["conciseness"]

    assert [error.kind for error in found.errors] == [kind]
    assert (waited, len(service.requests), judge.usage().retries) == ([1.0, 4.0], 3, 2)


def test_what_passes_is_an_answer(model: Model) -> None:
    model.behaviour = sends({}, status=529)

    def sleep(seconds: float) -> None:
        model.behaviour = echoes

    with client_of(model, sleep=sleep) as client:
        judge = anthropic_judge(client=client)
        report = judge_document("x", judge=judge, dimensions=["conciseness"])
    assert report.scores["conciseness"].score == 9
    assert judge.usage().retries == 1


def test_all_tries_of_a_call_together_have_its_time() -> None:
    at = [0.0]

    class Overloaded(Exception):
        status_code = 529

    def create(**request: Any) -> Any:
        at[0] += 60
        raise Overloaded

    def sleep(seconds: float) -> None:
        at[0] += seconds

    client = MessagesClient(create, base_url="", sdk="", seconds=120, sleep=sleep, now=lambda: at[0])
    with pytest.raises(Overloaded):
        client.create(model="m")
    assert (client.retries, at[0]) == (1, 121)


def test_an_answer_that_drips_for_ever_runs_out_of_time(model: Model) -> None:
    # The timeout of the SDK begins anew with every byte.
    model.behaviour = drips(model, message("x" * 4_000))
    with client_of(model, seconds=1.0) as client:
        with pytest.raises(AnswerTimeout):
            client.create(model="m", max_tokens=10, messages=[{"role": "user", "content": "x"}])
        judge = anthropic_judge(client=client)
        found = judge_document("x", judge=judge, dimensions=["conciseness"]).scores["conciseness"]
        model.released.set()

    assert [error.kind for error in found.errors] == ["timeout"]


class TestTheCommand:
    def test_a_run_says_its_plan_then_its_report_with_usage(self, model: Model, tmp_path: Path) -> None:
        answer = golden(model, "--format", "json", cwd=tmp_path)

        assert answer.code == 0
        assert answer.err == (
            "steward: plan: 16 calls, at most 0.80 credits (0 answers in the cache); "
            "5.00 of 5.00 credits left today\n"
        )
        assert schemas.problems("evals.golden-1", answer.out) == []
        found = json.loads(answer.out)
        assert found["evidence"]["verdict"] == "helps"
        assert (found["usage"]["calls"], found["usage"]["hits"]) == (16, 0)
        assert found["usage"]["seconds_p95"] > 0
        assert len(model.requests) == 16

    def test_again_it_costs_nothing(self, model: Model, tmp_path: Path) -> None:
        first = golden(model, cwd=tmp_path)
        again = golden(model, "--cap", "0.8", cwd=tmp_path)

        assert "plan: 0 calls, at most 0.00 credits (16 answers in the cache); 0.00 of 0.80" in again.err
        assert again.code == 0
        assert again.text.split("\nWhat it took")[0] == first.text.split("\nWhat it took")[0]
        assert len(model.requests) == 16

    def test_without_a_cache_it_is_asked_again(self, model: Model, tmp_path: Path) -> None:
        for _ in range(2):
            assert golden(model, "--no-cache", cwd=tmp_path).code == 0
        assert len(model.requests) == 32

    def test_a_plan_over_the_cap_is_refused_before_the_first_call(self, model: Model, tmp_path: Path) -> None:
        answer = golden(model, "--cap", "0.79", cwd=tmp_path)

        assert (answer.code, answer.out) == (2, b"")
        assert "the plan costs more than is left today" in answer.err
        assert "nothing was sent" in answer.err
        assert model.requests == []

    def test_what_was_spent_today_counts(self, model: Model, tmp_path: Path) -> None:
        assert golden(model, "--cap", "1", cwd=tmp_path).code == 0
        answer = steward(
            model, "judge", CONFIG, "--judge", "anthropic", "--samples", "3", "--cap", "1", cwd=tmp_path
        )

        assert answer.code == 2
        assert "0.20 of 1.00 credits left today" in answer.err
        assert len(model.requests) == 16

    def test_two_tasks_that_ask_the_same_are_two_calls_of_the_plan(
        self, model: Model, tmp_path: Path
    ) -> None:
        one, two = ({"name": name, "prompt": "What do I run?"} for name in "ab")
        (tmp_path / "one.json").write_text(json.dumps([one]))
        (tmp_path / "two.json").write_text(json.dumps([one, two]))
        (tmp_path / "blank.md").write_text("  \n")
        # A blank configuration is sent as none: with one task that request is made twice, with two four times.
        same = ("--config", "blank.md", "--agent", "anthropic")
        assert steward(model, "golden", "one.json", *same, cwd=tmp_path).code == 0
        refused = steward(model, "golden", "two.json", *same, "--cap", "0.19", cwd=tmp_path)
        assert (refused.code, len(model.requests)) == (2, 2)
        assert "plan: 2 calls, at most 0.10 credits (2 answers in the cache)" in refused.err
        assert steward(model, "golden", "two.json", *same, "--cap", "0.2", cwd=tmp_path).code == 0
        assert len(model.requests) == 4

    def test_a_transcript_that_cannot_be_written_is_told_before_the_first_call(
        self, model: Model, tmp_path: Path
    ) -> None:
        more = ("--transcript", "gone/t", "--cap", "100")
        judge = ("--judge", "anthropic", *more)
        for answer in (
            golden(model, *more, cwd=tmp_path),
            steward(model, "judge", CONFIG, *judge, cwd=tmp_path),
            steward(model, "prose", EXAMPLE / "facts", *judge, cwd=tmp_path),
        ):
            assert "--transcript: gone/t cannot be written" in answer.complaint
        assert model.requests == []
        golden(model, "--transcript", "t", "--cap", "0", cwd=tmp_path)
        assert not (tmp_path / "t").exists()

    @pytest.mark.parametrize("spoiled", [b"\xff\n", "٥\n".encode(), b"5 five\n"])
    def test_a_spoiled_line_hides_nothing_of_what_was_spent(
        self, model: Model, tmp_path: Path, spoiled: bytes
    ) -> None:
        assert golden(model, "--cap", "0.8", cwd=tmp_path).code == 0
        (ledger,) = (tmp_path / "cache").rglob("credits-*")
        ledger.write_bytes(spoiled + ledger.read_bytes())
        answer = golden(model, "--no-cache", "--cap", "1.5", cwd=tmp_path)
        assert (answer.code, len(model.requests)) == (2, 16), answer.err

    def test_a_judge_with_everything(self, model: Model, tmp_path: Path) -> None:
        labels = [
            {"content": "x", "scores": {"actionability": 9}},
            {"content": "y", "scores": {"actionability": 0}},
        ]
        (tmp_path / "labels.json").write_text(json.dumps(labels))
        more = (
            "--probes",
            "--labels",
            "labels.json",
            "--samples",
            "2",
            "--format",
            "json",
            "--transcript",
            "t",
        )
        answer = steward(model, "judge", CONFIG, "--judge", "anthropic", *more, cwd=tmp_path)

        # Two dimensions in four dresses and two labels, twice each.
        assert "plan: 20 calls" in answer.err
        assert answer.code == 0
        assert schemas.problems("evals.judge-1", answer.out) == []
        found = json.loads(answer.out)
        assert found["dimensions"][0]["samples"] == [9, 9]
        assert found["usage"]["calls"] == len(model.requests) == 20
        transcript = (tmp_path / "t").read_text("utf-8")
        assert len(transcript.splitlines()) == 20
        assert KEY not in transcript + answer.text

    def test_prose_too(self, model: Model, tmp_path: Path) -> None:
        file = EXAMPLE / "facts" / "medium.json"
        answer = steward(model, "prose", file, "--judge", "anthropic", "--format", "json", cwd=tmp_path)

        assert "plan: 3 calls" in answer.err
        found = json.loads(answer.out)
        assert [part["mean"] for part in found["dimensions"]] == [9, 9, 9]
        assert found["usage"]["calls"] == 3

    def test_a_server_that_fails_is_a_report_of_nothing(self, tmp_path: Path) -> None:
        with serving(sends({"error": {"message": KEY}}, status=401)) as service:
            answer = golden(service, cwd=tmp_path)

        assert answer.code == 0
        assert "not available" in answer.text
        assert "auth: the server refuses the key (status 401)" in answer.text
        assert KEY not in answer.text + answer.err
        # Nothing was answered, so nothing was spent.
        assert not list((tmp_path / "cache").rglob("credits-*"))

    @pytest.mark.parametrize(
        ("more", "env", "words"),
        [
            ((), {"ANTHROPIC_API_KEY": ""}, "needs a key"),
            ((), {"ANTHROPIC_API_KEY": "a\nb"}, "needs a key"),
            (("--cap", "lots"), {}, "--cap is a number of credits from 0 to 10,000, not 'lots'"),
            (("--cap", "-1"), {}, "--cap is a number"),
            (("--cap", "nan"), {}, "--cap is a number"),
            (("--base-url", "ftp://x"), {}, "the base URL is no http(s) address"),
            (("--base-url", "http://user:pw@x"), {}, "the base URL is no http(s) address"),
            (("--base-url", "http://[x"), {}, "the base URL is no http(s) address"),
            (("--model", " "), {}, "--model is given an empty value"),
        ],
        ids=str,
    )
    def test_a_mistake_is_one_line(
        self, model: Model, tmp_path: Path, more: tuple[str, ...], env: dict[str, str | None], words: str
    ) -> None:
        assert words in golden(model, *more, cwd=tmp_path, **env).complaint
        assert model.requests == []

    def test_where_nothing_can_be_kept_the_cap_holds_for_the_run(self, model: Model, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        answer = golden(model, "--cache", "file/x", cwd=tmp_path)

        assert answer.code == 0
        assert answer.err.count("what is spent cannot be written down") == 1
        assert "16 calls" in answer.text

    def test_ctrl_c_keeps_what_was_done_and_the_next_run_goes_on(self, model: Model, tmp_path: Path) -> None:
        out = interrupted(
            model, "golden", TASKS, "--config", CONFIG, "--agent", "anthropic", cwd=tmp_path, at=5
        )

        assert "Interrupted" in out
        again = golden(model, cwd=tmp_path)
        assert "plan: 12 calls, at most 0.60 credits (4 answers in the cache)" in again.err
        assert "Interrupted" not in again.text

    def test_ctrl_c_among_the_probes_asks_for_no_label(self, model: Model, tmp_path: Path) -> None:
        (tmp_path / "labels.json").write_text('[{"content": "x", "scores": {"actionability": 9}}]')
        more = ("--probes", "--labels", "labels.json")
        out = interrupted(model, "judge", CONFIG, "--judge", "anthropic", *more, cwd=tmp_path, at=4)

        assert "Interrupted" in out
        assert "Agreement" not in out
        assert len(model.requests) == 4


def interrupted(model: Model, *arguments: str | Path, cwd: Path, at: int) -> str:
    """What the command prints when Ctrl-C is pressed while it waits for that answer; no others came after it."""
    reached = threading.Event()

    def slow(handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        if len(model.requests) >= at:
            reached.set()
            model.released.wait(60)
            return
        echoes(handler, asked)

    model.behaviour = slow
    env = {
        "ANTHROPIC_API_KEY": KEY,
        "ANTHROPIC_BASE_URL": model.url,
        "XDG_CACHE_HOME": str(cwd / "cache"),
    }
    with subprocess.Popen(
        [STEWARD, "eval", *arguments],
        cwd=cwd,
        env=environment(dict(env)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A job in the background inherits SIGINT as ignored; a person's command does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert reached.wait(60)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"Traceback" not in err
    model.behaviour = echoes
    return out.decode()


def test_a_free_run_loads_nothing_of_the_sdk_and_an_evaluation_nothing_of_evals(tmp_path: Path) -> None:
    script = """
import sys
from steward.cli import main
main(sys.argv[1:])
print(sorted(name for name in sys.modules if name.split(".")[0] in ("anthropic", "pydantic", "httpx2")
             or name.startswith("steward.evals")), file=sys.stderr)
"""
    diff = tmp_path / "a.diff"
    diff.write_text("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n")
    free = ("eval", "golden", str(TASKS), "--config", str(CONFIG))
    for arguments, loaded in ((free, "steward.evals.golden"), (("evaluate", "--diff", str(diff)), "")):
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True, timeout=60
        )
        assert "anthropic" not in done.stderr
        assert ("steward.evals" in done.stderr) == bool(loaded)
