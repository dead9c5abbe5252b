"""Faults strike before the deed or after it, exactly where and as often as they are told to."""

from __future__ import annotations

import threading

import pytest
import requests

from tests.github.builders import add_comment
from tests.github.client import Client
from tests.github.exchange import Request
from tests.github.faults import Kind, is_diff
from tests.github.nouns import PullRequestState
from tests.github.server import GitHubServer
from tests.github.world import Repository

COMMENTS = "/repos/example-org/widgets/issues/7/comments"
PULL = "/repos/example-org/widgets/pulls/7"
SILENCE = (requests.ConnectionError, requests.Timeout)


@pytest.mark.parametrize(
    ("kind", "status", "message"),
    [
        ("401", 401, "Bad credentials"),
        ("403", 403, "Resource not accessible by integration"),
        ("404", 404, "Not Found"),
        ("422", 422, "Validation Failed"),
        ("500", 500, "Server Error"),
        ("502", 502, "Server Error"),
        ("503", 503, "No server is currently available"),
        ("primary-limit", 403, "API rate limit exceeded"),
        ("secondary-limit", 429, "secondary rate limit"),
        ("secondary-limit-403", 403, "secondary rate limit"),
    ],
)
@pytest.mark.usefixtures("pull")
def test_a_fault_before_the_deed_answers_in_github_s_words_and_stores_nothing(
    github: GitHubServer, client: Client, kind: str, status: int, message: str
) -> None:
    github.fault("POST", "issues/create-comment", kind)

    answer = client.post(COMMENTS, {"body": "hello"})

    assert (answer.status_code, message in answer.json()["message"]) == (status, True)
    assert client.get(COMMENTS).json() == []


@pytest.mark.parametrize("kind", ["502", "500", "primary-limit", "html", "stored-then-502"])
def test_a_fault_after_the_deed_has_stored_what_it_denies(
    github: GitHubServer, repository: Repository, pull: PullRequestState, client: Client, kind: str
) -> None:
    github.fault("POST", "issues/create-comment", kind, when="after")

    assert client.post(COMMENTS, {"body": "hello"}).status_code != 201
    assert [comment.body for comment in repository.comments_on(pull.number)] == ["hello"]


@pytest.mark.parametrize(
    ("kind", "stored"),
    [("timeout", 0), ("reset", 0), ("stored-then-timeout", 1), ("stored-then-reset", 1), ("cut-off", 1)],
)
@pytest.mark.usefixtures("pull")
def test_a_broken_connection_tells_nothing_of_what_was_done(
    github: GitHubServer, repository: Repository, client: Client, kind: str, stored: int
) -> None:
    github.fault("POST", "issues/create-comment", kind)

    with pytest.raises((*SILENCE, requests.exceptions.ChunkedEncodingError)):
        client.post(COMMENTS, {"body": "hello"}, timeout=0.3)

    assert len(repository.comments) == stored
    assert client.get(COMMENTS).status_code == 200


@pytest.mark.usefixtures("pull")
def test_a_truncated_answer_is_no_json_with_a_good_status(github: GitHubServer, client: Client) -> None:
    github.fault("GET", PULL, "truncated")

    answer = client.get(PULL)

    assert answer.status_code == 200
    with pytest.raises(requests.JSONDecodeError):
        answer.json()


@pytest.mark.usefixtures("pull")
def test_an_html_page_comes_with_a_good_status(github: GitHubServer, client: Client) -> None:
    github.fault("GET", PULL, "html")

    answer = client.get(PULL)

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert answer.text.startswith("<!DOCTYPE html>")


def test_limits_say_when_to_come_back(github: GitHubServer, pull: PullRequestState, client: Client) -> None:
    github.fault("GET", PULL, "primary-limit")
    github.fault("GET", PULL, "secondary-limit", retry_after=90)

    first, second = client.get(PULL), client.get(PULL)

    assert first.headers["X-RateLimit-Remaining"] == "0"
    assert (
        int(first.headers["X-RateLimit-Reset"]) > int(client.get("/rate_limit").json()["rate"]["reset"]) - 60
    )
    assert second.headers["Retry-After"] == "90"


@pytest.mark.usefixtures("pull")
def test_a_redirect_leads_to_the_repository_by_its_id(github: GitHubServer, client: Client) -> None:
    github.fault("GET", PULL, "redirect")

    answer = client.get(PULL, follow=True)

    assert answer.json()["number"] == 7
    assert answer.url == f"{github.url}/repositories/1000/pulls/7"


@pytest.mark.usefixtures("pull")
def test_a_redirect_elsewhere_leads_to_another_host(github: GitHubServer, client: Client) -> None:
    github.fault("GET", PULL, "redirect-elsewhere")

    assert client.get(PULL).headers["Location"] == github.url.replace("127.0.0.1", "localhost") + PULL


@pytest.mark.parametrize(
    ("times", "skip", "statuses"),
    [
        (1, 0, [500, 200, 200]),
        (2, 0, [500, 500, 200]),
        (1, 1, [200, 500, 200]),
        ("always", 0, [500, 500, 500]),
    ],
)
@pytest.mark.usefixtures("pull")
def test_a_fault_strikes_as_often_as_told(
    github: GitHubServer, client: Client, times: int | str, skip: int, statuses: list[int]
) -> None:
    github.fault("*", "pulls/get", "500", times=times, skip=skip)

    assert [client.get(PULL).status_code for _ in statuses] == statuses


@pytest.mark.parametrize(
    "route", ["pulls/get", "/repos/{owner}/{repo}/pulls/{pull_number}", r"/pulls/\d+$", lambda _: True]
)
@pytest.mark.usefixtures("pull")
def test_a_route_is_named_in_four_ways(github: GitHubServer, client: Client, route: str) -> None:
    github.fault("GET", route, "500")

    assert client.get(PULL).status_code == 500


@pytest.mark.usefixtures("pull")
def test_the_diff_is_told_from_the_pull_request_at_the_same_path(
    github: GitHubServer, client: Client
) -> None:
    github.fault("GET", is_diff, "502", times="always")

    assert client.get(PULL).status_code == 200
    assert client.get(PULL, accept="application/vnd.github.v3.diff").status_code == 502


@pytest.mark.usefixtures("pull")
def test_mending_takes_every_fault_back(github: GitHubServer, client: Client) -> None:
    github.fault("*", "pulls/get", "500", times="always")
    github.mend()

    assert client.get(PULL).status_code == 200


def test_every_kind_of_fault_is_known_by_its_word(github: GitHubServer) -> None:
    for kind in Kind:
        github.fault("GET", "nowhere", kind.value)
    with pytest.raises(ValueError, match="'418' is not a valid Kind"):
        github.fault("GET", "nowhere", "418")
    with pytest.raises(ValueError, match="when is 'before' or 'after'"):
        github.fault("GET", "nowhere", "500", when="later")


def test_a_hook_changes_the_world_between_two_requests(
    github: GitHubServer, repository: Repository, pull: PullRequestState, client: Client
) -> None:
    def another_run(request: Request) -> None:
        add_comment(github.world, repository, pull.number, "another run's", viewer=github.world.job)

    github.before("POST", "issues/create-comment", another_run)

    assert client.get(COMMENTS).json() == []
    client.post(COMMENTS, {"body": "ours"})
    assert [comment["body"] for comment in client.get(COMMENTS).json()] == ["another run's", "ours"]


def test_a_hook_after_the_deed_finds_it_done(
    github: GitHubServer, repository: Repository, pull: PullRequestState, client: Client
) -> None:
    seen: list[int] = []
    github.after("POST", "issues/create-comment", lambda _: seen.append(len(repository.comments)))

    client.post(COMMENTS, {"body": "ours"})

    assert seen == [1]


@pytest.mark.usefixtures("pull")
def test_two_requests_can_be_made_to_meet(github: GitHubServer, client: Client) -> None:
    meeting = threading.Barrier(2)
    github.before("GET", "pulls/get", lambda _: meeting.wait(10), times=2)
    second = threading.Thread(target=client.get, args=(PULL,))
    second.start()
    answer = requests.get(
        github.url + PULL, headers={"Authorization": f"token {github.world.job.token}"}, timeout=10
    )
    second.join()

    assert answer.status_code == 200
    assert not meeting.broken
