"""Event payloads agree with the world and have the shape that GitHub gives them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.github.builders import add_comment, add_review, delete_comment, edit_comment, open_pull
from tests.github.client import Client
from tests.github.events import DEPENDABOT, Event, Events
from tests.github.nouns import Issue, PullRequestState, WorkflowRun
from tests.github.openapi import description
from tests.github.world import Repository, World


def problems(component: str, value: Any) -> list[str]:
    """What GitHub's description says against the value."""
    schema = {"$ref": f"urn:github#/components/schemas/{component}"}
    return description().problems(f"component {component}", schema, value)


@pytest.mark.parametrize(
    "action",
    ["opened", "synchronize", "reopened", "closed", "ready_for_review", "converted_to_draft", "unlabeled"],
)
def test_a_pull_request_s_event_shows_it_as_the_api_does(
    client: Client, events: Events, pull: PullRequestState, action: str
) -> None:
    event = events.pull_request(pull, action, label="size" if action == "unlabeled" else None)

    assert event.payload["pull_request"] == client.get("/repos/example-org/widgets/pulls/7").json()
    assert (event.payload["action"], event.payload["number"]) == (action, 7)
    assert event.payload["repository"]["full_name"] == "example-org/widgets"
    assert event.payload["sender"]["login"] == "contributor"


def test_a_pull_request_s_job_runs_on_the_merge_commit(events: Events, pull: PullRequestState) -> None:
    event = events.pull_request(pull)

    assert (event.sha, event.ref) == (pull.merge_commit_sha, "refs/pull/7/merge")
    assert event.sha != pull.head_sha
    assert (event.head_ref, event.base_ref) == ("topic", "main")


def test_a_target_event_runs_on_the_default_branch(
    events: Events, repository: Repository, pull: PullRequestState
) -> None:
    event = events.pull_request(pull, name="pull_request_target")

    assert (event.name, event.sha, event.ref) == (
        "pull_request_target",
        repository.default_sha(),
        "refs/heads/main",
    )


def test_a_push_names_both_heads(events: Events, pull: PullRequestState) -> None:
    before = pull.head_sha
    pull.push(head_sha="c" * 40)

    payload = events.pull_request(pull, "synchronize", before=before).payload

    assert (payload["before"], payload["after"], payload["pull_request"]["head"]["sha"]) == (
        before,
        "c" * 40,
        "c" * 40,
    )


def test_an_edit_says_what_was_edited(events: Events, pull: PullRequestState) -> None:
    assert events.title_edited(pull, "Before").payload["changes"] == {"title": {"from": "Before"}}
    assert events.base_edited(pull, "release", "d" * 40).payload["changes"] == {
        "base": {"ref": {"from": "release"}, "sha": {"from": "d" * 40}}
    }


def test_a_label_is_named_beside_the_pull_request(events: Events, pull: PullRequestState) -> None:
    pull.labels.append("urgent")

    payload = events.pull_request(pull, "labeled", label="urgent").payload

    assert payload["label"] == payload["pull_request"]["labels"][0]
    assert payload["label"]["name"] == "urgent"


def test_odd_pull_requests_have_the_shape_that_github_gives_them(
    world: World, repository: Repository, events: Events
) -> None:
    fork = world.add_repository("contributor/widgets", fork=True)
    odd = [
        open_pull(world, repository, number=1, fork=fork),
        open_pull(world, repository, number=2, deleted_fork=True),
        open_pull(world, repository, number=3, body=None),
        open_pull(world, repository, number=4, draft=True),
        open_pull(
            world, repository, number=5, author=world.add_user(DEPENDABOT), head_ref="dependabot/pip/x-2"
        ),
    ]

    shown = [events.pull_request(pull).payload["pull_request"] for pull in odd]

    assert [problems("pull-request", payload) for payload in shown] == [[]] * 5
    assert shown[0]["head"]["repo"]["fork"] is True
    assert shown[0]["head"]["label"] == "contributor:topic"
    assert shown[1]["head"]["repo"] is None
    assert shown[2]["body"] is None
    assert shown[3]["draft"] is True
    assert shown[4]["user"]["type"] == "Bot"


def test_a_review_s_pull_request_lacks_the_totals(
    world: World, events: Events, pull: PullRequestState
) -> None:
    review = add_review(world, pull, world.user("reviewer"))

    payload = events.review(pull, review).payload

    whole = set(events.pull_request(pull).payload["pull_request"])
    assert whole - set(payload["pull_request"]) >= {"additions", "deletions", "changed_files", "commits"}
    assert problems("pull-request-simple", payload["pull_request"]) == []
    assert (payload["review"]["state"], payload["review"]["body"]) == ("approved", None)
    assert payload["review"]["commit_id"] == pull.head_sha


def test_only_a_pull_request_s_comment_has_a_pull_request(
    world: World, repository: Repository, events: Events, pull: PullRequestState
) -> None:
    issue = Issue(number=3, title="An issue", author=world.user("bystander"))
    repository.issues[3] = issue
    on_pull = events.comment(
        pull, add_comment(world, repository, 7, "/steward evaluate", association="OWNER")
    )
    on_issue = events.comment(issue, add_comment(world, repository, 3, "hello"))

    assert on_pull.payload["issue"]["pull_request"]["url"].endswith("/pulls/7")
    assert "pull_request" not in on_issue.payload["issue"]
    assert on_pull.payload["comment"]["author_association"] == "OWNER"
    for event in (on_pull, on_issue):
        assert problems("issue", event.payload["issue"]) == []
        assert problems("issue-comment", event.payload["comment"]) == []
        assert (event.sha, event.ref) == (repository.default_sha(), "refs/heads/main")


def test_a_merge_group_knows_commits_and_no_pull_request(events: Events) -> None:
    event = events.merge_group("a" * 40, "b" * 40)

    group = event.payload["merge_group"]
    assert (group["base_sha"], group["head_sha"], event.sha) == ("a" * 40, "b" * 40, "b" * 40)
    assert group["head_ref"] == f"refs/heads/gh-readonly-queue/main/pr-7-{'a' * 40}"
    assert not {"pull_request", "number"} & set(event.payload)


def test_a_workflow_run_of_a_fork_lists_no_pull_request(
    client: Client, world: World, repository: Repository, events: Events
) -> None:
    fork = world.add_repository("contributor/widgets", fork=True)
    pulls = {
        "contributor/widgets": open_pull(world, repository, number=8, fork=fork),
        "example-org/widgets": open_pull(world, repository, number=7),
    }
    runs = {
        name: WorkflowRun(id=number, head_sha=pulls[name].head_sha, head_repository=name)
        for number, name in enumerate(pulls, start=1)
    }
    repository.workflow_runs |= {run.id: run for run in runs.values()}

    shown = {name: events.workflow_run(run).payload["workflow_run"] for name, run in runs.items()}

    assert {name: [row["number"] for row in run["pull_requests"]] for name, run in shown.items()} == {
        "contributor/widgets": [],
        "example-org/widgets": [7],
    }
    assert shown["contributor/widgets"]["head_repository"]["full_name"] == "contributor/widgets"
    assert client.get("/repos/example-org/widgets/actions/runs/1").json() == shown["contributor/widgets"]


@pytest.mark.parametrize(
    ("make", "name", "key"),
    [
        (lambda events: events.workflow_dispatch({"pull-request": "7"}), "workflow_dispatch", "inputs"),
        (lambda events: events.schedule(), "schedule", "schedule"),
        (lambda events: events.push(), "push", "after"),
    ],
)
def test_other_events_run_on_the_default_branch_without_a_pull_request(
    events: Events, repository: Repository, make: Any, name: str, key: str
) -> None:
    event: Event = make(events)

    assert (event.name, event.sha, event.ref) == (name, repository.default_sha(), "refs/heads/main")
    assert key in event.payload
    assert "pull_request" not in event.payload


@pytest.mark.parametrize("action", ["created", "edited", "deleted"])
def test_a_comment_s_event_says_who_did_what(
    client: Client, world: World, repository: Repository, events: Events, pull: PullRequestState, action: str
) -> None:
    comment = add_comment(world, repository, 7, "/steward waive dco", user=world.user("maintainer"))
    if action == "edited":
        edit_comment(world, comment, "/steward help", by=world.user("other"))
    if action == "deleted":
        delete_comment(repository, comment)

    event = events.comment(pull, comment, action, sender=world.user("other"), before="/steward waive dco")

    assert (event.payload["action"], event.payload["sender"]["login"], event.actor) == (
        action,
        "other",
        "other",
    )
    assert event.payload["comment"]["user"]["login"] == "maintainer"
    assert event.payload["comment"]["body"] == comment.body
    assert event.payload.get("changes") == (
        {"body": {"from": "/steward waive dco"}} if action == "edited" else None
    )
    listed = client.get("/repos/example-org/widgets/issues/7/comments").json()
    assert listed == ([] if action == "deleted" else [event.payload["comment"]])


def test_a_bot_s_comment_is_one_by_its_type(
    world: World, repository: Repository, events: Events, pull: PullRequestState
) -> None:
    event = events.comment(pull, add_comment(world, repository, 7, "/steward help", viewer=world.job))

    assert event.payload["comment"]["user"]["type"] == event.payload["sender"]["type"] == "Bot"
    assert event.payload["comment"]["performed_via_github_app"]["id"] == 15368


def test_a_comment_outlives_its_author(
    world: World, repository: Repository, events: Events, pull: PullRequestState
) -> None:
    comment = add_comment(world, repository, 7, "hello")
    comment.user = None

    event = events.comment(pull, comment)

    assert (event.payload["comment"]["user"], event.actor) == (None, "ghost")
    assert problems("issue-comment", event.payload["comment"]) == []


@pytest.mark.parametrize(
    ("action", "state", "changes"),
    [
        ("submitted", "approved", None),
        ("edited", "approved", {"body": {"from": "Fine"}}),
        ("dismissed", "dismissed", None),
    ],
)
def test_a_review_s_event_has_its_state_after_the_deed(
    client: Client,
    world: World,
    events: Events,
    pull: PullRequestState,
    action: str,
    state: str,
    changes: Any,
) -> None:
    review = add_review(world, pull, world.user("reviewer"))

    event = events.review(pull, review, action, sender=world.user("maintainer"), before="Fine")

    assert event.payload["review"]["state"] == state
    assert (event.payload.get("changes"), event.actor) == (changes, "maintainer")
    (listed,) = client.get("/repos/example-org/widgets/pulls/7/reviews").json()
    assert (listed["state"], listed["user"]["login"]) == (state.upper(), "reviewer")
