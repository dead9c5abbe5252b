"""Limits, order and lists of comments and check runs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.github.builders import add_comment, delete_comment, edit_comment
from tests.github.client import Client
from tests.github.nouns import App, PullRequestState
from tests.github.server import GitHubServer
from tests.github.world import Repository, World

REPOSITORY = "/repos/example-org/widgets"
COMMENTS = f"{REPOSITORY}/issues/7/comments"
CHECKS = f"{REPOSITORY}/check-runs"
ROW: dict[str, Any] = {
    "path": "a",
    "start_line": 1,
    "end_line": 1,
    "annotation_level": "notice",
    "message": "m",
}


def check(pull: PullRequestState, **more: Any) -> dict[str, Any]:
    return {"name": "Steward evaluation", "head_sha": pull.head_sha, **more}


def output(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"title": "t", "summary": "s", "annotations": list(rows)}


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("x" * 65_536, 201, ""),
        ("x" * 65_537, 422, "Body is too long (maximum is 65536 characters)"),
        (" \n", 422, "Body cannot be blank"),
    ],
    ids=["just", "too long", "blank"],
)
@pytest.mark.usefixtures("pull")
def test_a_comment_has_its_limits_when_made_and_when_changed(
    client: Client, body: str, status: int, message: str
) -> None:
    first = client.post(COMMENTS, {"body": "first"}).json()
    made, changed = client.post(COMMENTS, {"body": body}), client.patch(first["url"], {"body": body})

    assert (made.status_code, changed.status_code // 100) == (status, status // 100)
    if message:
        assert [answer.json()["errors"][0]["message"] for answer in (made, changed)] == [message, message]


def test_a_locked_or_crowded_conversation_takes_no_comment(
    client: Client, world: World, repository: Repository, pull: PullRequestState
) -> None:
    pull.locked = True
    locked = client.post(COMMENTS, {"body": "b"})
    pull.locked = False
    for number in range(2_500):
        add_comment(world, repository, pull.number, f"{number}")
    crowded = client.post(COMMENTS, {"body": "b"})

    assert (locked.status_code, locked.json()["message"]) == (
        403,
        "Unable to create comment because issue is locked.",
    )
    assert (crowded.status_code, "more than 2500 comments" in crowded.json()["message"]) == (403, True)


def test_comments_carry_their_author_their_app_and_their_times(
    client: Client, world: World, pull: PullRequestState
) -> None:
    made = client.post(COMMENTS, {"body": "b"}).json()
    world.clock.advance(90)
    changed = client.patch(made["url"], {"body": "c"}).json()

    assert (made["user"]["id"], made["user"]["type"]) == (41898282, "Bot")
    assert made["performed_via_github_app"]["slug"] == "github-actions"
    assert (changed["created_at"], changed["updated_at"]) == ("2026-11-17T09:00:00Z", "2026-11-17T09:01:30Z")
    assert made["html_url"] == f"https://github.test/example-org/widgets/pull/7#issuecomment-{made['id']}"


@pytest.fixture
def three(world: World, repository: Repository, pull: PullRequestState) -> list[int]:
    """Three comments an hour apart; the first was changed last."""
    made = []
    for number in range(3):
        made.append(add_comment(world, repository, pull.number, f"{number}"))
        world.clock.advance(3600)
    made[0].updated_at = world.clock.now()
    return [comment.id for comment in made]


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("", [0, 1, 2]),
        ("?direction=desc", [0, 1, 2]),  # without a sort the direction is ignored
        ("?sort=created&direction=desc", [2, 1, 0]),
        ("?sort=updated&direction=asc", [1, 2, 0]),
        ("?since=2026-11-17T10:30:00Z", [0, 2]),  # by when it was changed
        ("?since=2026-11-17T11:00:00Z", [0, 2]),
    ],
)
def test_the_repository_s_comments_are_sorted_and_cut_as_github_does(
    client: Client, three: list[int], query: str, order: list[int]
) -> None:
    shown = client.get(f"{REPOSITORY}/issues/comments{query}").json()

    assert [three.index(comment["id"]) for comment in shown] == order


def test_a_deleted_comment_is_gone(client: Client, three: list[int]) -> None:
    assert client.ask("DELETE", f"{REPOSITORY}/issues/comments/{three[1]}").status_code == 204
    assert client.get(f"{REPOSITORY}/issues/comments/{three[1]}").status_code == 404
    assert [comment["id"] for comment in client.get(COMMENTS).json()] == [three[0], three[2]]


def test_a_reaction_is_given_once(client: Client, three: list[int]) -> None:
    url = f"{REPOSITORY}/issues/comments/{three[0]}"
    statuses = [client.post(f"{url}/reactions", {"content": "rocket"}).status_code for _ in range(2)]

    assert statuses == [201, 200]
    assert client.get(url).json()["reactions"]["rocket"] == 1
    assert [row["content"] for row in client.get(f"{url}/reactions").json()] == ["rocket"]


@pytest.mark.usefixtures("three")
def test_pages_are_linked_by_the_repository_s_id_and_the_links_work(
    client: Client, github: GitHubServer
) -> None:
    first = client.get(f"{COMMENTS}?per_page=2")
    second = client.get(first.links["next"]["url"])

    assert first.links["next"]["url"] == f"{github.url}/repositories/1000/issues/7/comments?per_page=2&page=2"
    assert first.links["last"]["url"] == first.links["next"]["url"]
    assert set(second.links) == {"prev", "first"}
    assert [len(answer.json()) for answer in (first, second)] == [2, 1]
    assert github.requests[-1].request.path == COMMENTS


def test_thirty_to_a_page_unless_asked(
    client: Client, world: World, repository: Repository, pull: PullRequestState
) -> None:
    for number in range(31):
        add_comment(world, repository, pull.number, f"{number}")

    assert len(client.get(COMMENTS).json()) == 30
    assert "next" not in client.get(f"{COMMENTS}?per_page=100").links


@pytest.mark.parametrize(
    ("body", "status", "conclusion"),
    [
        ({}, "queued", None),
        ({"status": "in_progress"}, "in_progress", None),
        ({"conclusion": "neutral"}, "completed", "neutral"),
        ({"status": "in_progress", "conclusion": "failure"}, "completed", "failure"),
    ],
)
def test_a_conclusion_completes_a_check_run(
    client: Client, pull: PullRequestState, body: dict[str, str], status: str, conclusion: str | None
) -> None:
    shown = client.post(CHECKS, check(pull, **body)).json()

    assert (shown["status"], shown["conclusion"]) == (status, conclusion)
    assert (shown["completed_at"] is None) is (conclusion is None)


def test_completed_needs_a_conclusion(
    client: Client, repository: Repository, pull: PullRequestState, github: GitHubServer
) -> None:
    answer = client.post(CHECKS, check(pull, status="completed"))

    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "missing_field")
    assert repository.check_runs == {}


def test_a_check_run_is_for_a_commit_that_exists(client: Client, pull: PullRequestState) -> None:
    answer = client.post(CHECKS, check(pull, head_sha="0" * 40))

    assert (answer.status_code, answer.json()["message"]) == (422, f"No commit found for SHA: {'0' * 40}")


def test_annotations_are_added_by_each_update_fifty_at_most(
    client: Client, github: GitHubServer, pull: PullRequestState
) -> None:
    made = client.post(CHECKS, check(pull, output=output(*[ROW] * 50))).json()
    updated = client.patch(made["url"], {"output": output(*[ROW] * 43)}).json()

    assert updated["output"]["annotations_count"] == 93
    assert len(client.get(f"{made['url']}/annotations?per_page=100").json()) == 93
    assert client.patch(made["url"], {"output": output(*[ROW] * 51)}).status_code == 422
    assert "has more than 50 items" in github.violations[0].problem
    github.violations.clear()


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "x" * 256},
        {"message": "x" * 65_537},
        {"message": ""},
        {"raw_details": "é" * 32_769},
        {"start_line": 2},
        {"end_line": 2, "start_column": 1},
    ],
    ids=["title", "message", "no message", "details", "lines", "columns"],
)
def test_an_annotation_beyond_the_limits_refuses_the_whole_request(
    client: Client, repository: Repository, pull: PullRequestState, wrong: dict[str, Any]
) -> None:
    assert client.post(CHECKS, check(pull, output=output(ROW, ROW | wrong))).status_code == 422
    assert repository.check_runs == {}


def test_the_latest_run_of_each_name_is_listed_or_all(client: Client, pull: PullRequestState) -> None:
    for name in ("a", "a", "b"):
        client.post(CHECKS, check(pull, name=name, external_id="7"))
    path = f"{REPOSITORY}/commits/{pull.head_sha}/check-runs"

    def names(query: str) -> list[str]:
        answer = client.get(path + query).json()
        assert answer["total_count"] == len(answer["check_runs"])
        return [run["name"] for run in answer["check_runs"]]

    assert names("") == ["b", "a"]
    assert names("?filter=all") == ["b", "a", "a"]
    assert names("?filter=all&check_name=a") == ["a", "a"]
    assert names("?status=completed") == []
    assert names("?app_id=15368") == ["b", "a"]
    assert names("?app_id=1") == []


def test_another_app_s_check_run_cannot_be_changed(
    client: Client, world: World, pull: PullRequestState
) -> None:
    other = world.add_viewer("other", app=App(id=1, slug="other", name="Other"))
    made = client.post(CHECKS, check(pull), viewer=other).json()

    assert client.patch(made["url"], {"conclusion": "success"}).status_code == 403
    assert client.patch(made["url"], {"conclusion": "success"}, viewer=other).status_code == 200


def test_the_date_header_is_the_world_s_clock(client: Client, world: World, repository: Repository) -> None:
    world.clock.set(world.clock.now() + timedelta(hours=14, minutes=59, seconds=59))

    assert client.get(REPOSITORY).headers["Date"] == "Tue, 17 Nov 2026 23:59:59 GMT"
    world.clock.follow_real_time()
    assert client.get(REPOSITORY).headers["Date"] != "Tue, 17 Nov 2026 23:59:59 GMT"


@pytest.mark.parametrize(("kind", "status"), [("403", 403), ("422", 422), ("502", 502)])
def test_an_opened_check_run_can_be_refused_its_end(
    client: Client,
    github: GitHubServer,
    repository: Repository,
    pull: PullRequestState,
    kind: str,
    status: int,
) -> None:
    made = client.post(CHECKS, check(pull, status="in_progress")).json()
    github.fault("PATCH", "checks/update", kind)

    refused = client.patch(made["url"], {"conclusion": "success"})
    (shown,) = client.get(f"{REPOSITORY}/commits/{pull.head_sha}/check-runs?status=in_progress").json()[
        "check_runs"
    ]

    assert (refused.status_code, shown["id"], shown["conclusion"]) == (status, made["id"], None)
    assert client.patch(made["url"], {"conclusion": "success"}).json()["status"] == "completed"


def test_an_opened_check_run_began_when_it_was_made(
    client: Client, world: World, pull: PullRequestState
) -> None:
    first = client.post(CHECKS, check(pull, status="in_progress")).json()
    world.clock.advance(900)
    second = client.post(CHECKS, check(pull, status="in_progress")).json()
    client.patch(first["url"], {"conclusion": "success"})

    listed = client.get(f"{REPOSITORY}/commits/{pull.head_sha}/check-runs?filter=all").json()["check_runs"]

    assert [(run["id"], run["started_at"], run["completed_at"]) for run in listed] == [
        (second["id"], "2026-11-17T09:15:00Z", None),
        (first["id"], "2026-11-17T09:00:00Z", "2026-11-17T09:15:00Z"),
    ]


def test_a_job_s_own_check_run_is_turned_by_nobody_else(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    made = client.post(CHECKS, check(pull, status="in_progress")).json()
    repository.check_runs[made["id"]].of_a_job = True

    answer = client.patch(made["url"], {"conclusion": "success"})

    assert (answer.status_code, repository.check_runs[made["id"]].conclusion) == (403, None)
    assert client.patch(made["url"], {"output": output()}).status_code == 200


def test_an_edit_moves_a_comment_into_the_day_and_a_deletion_forgets_it(
    client: Client, world: World, repository: Repository, pull: PullRequestState
) -> None:
    old, gone = (add_comment(world, repository, 7, "ours", viewer=world.job) for _ in range(2))
    world.clock.advance(24 * 3600)
    since = "since=2026-11-18T00:00:00Z&sort=created&direction=asc&per_page=100"
    before = client.get(f"{REPOSITORY}/issues/comments?{since}").json()
    for comment in (old, gone):
        edit_comment(world, comment, "ours, edited", by=world.user("maintainer"))
    delete_comment(repository, gone)

    (shown,) = client.get(f"{REPOSITORY}/issues/comments?{since}").json()

    assert before == []
    assert (shown["id"], shown["created_at"], shown["updated_at"]) == (
        old.id,
        "2026-11-17T09:00:00Z",
        "2026-11-18T09:00:00Z",
    )
    # What an edit by somebody else leaves in REST: nothing but the time.
    assert shown["user"]["login"] == "github-actions[bot]"
    assert shown["issue_url"].endswith("/repos/example-org/widgets/issues/7")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/issues/comments/{}/reactions", {"content": "+1"}),
        ("GET", "/issues/comments/{}/reactions", None),
        ("GET", "/issues/comments", None),
    ],
)
def test_faults_reach_reactions_and_the_repository_s_comments(
    client: Client,
    github: GitHubServer,
    three: list[int],
    method: str,
    path: str,
    body: dict[str, str] | None,
) -> None:
    github.fault(method, "/repos/{owner}/{repo}" + path.replace("{}", "{id}"), "503")
    url = REPOSITORY + path.format(three[0])

    assert client.ask(method, url, body).status_code == 503
    assert client.ask(method, url, body).status_code in (200, 201)


def test_a_reaction_that_github_does_not_have_is_refused(
    client: Client, github: GitHubServer, three: list[int]
) -> None:
    answer = client.post(f"{REPOSITORY}/issues/comments/{three[0]}/reactions", {"content": "tada"})

    assert answer.status_code == 422
    assert github.violations
    github.violations.clear()
