"""Each event becomes a task, or a sentence that says why there is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from steward.errors import EventUnsupported, Reason
from steward.intake.event import SUPPORTED, Event, Head, Task, parse_event
from steward.model import Author, Branch, Record
from tests.unit.build import BASE, HEAD
from tests.unit.intake.test_payload import REPOSITORY, pull, record

NAME = "example-org/widgets"
FRAME = {"repository": REPOSITORY, "sender": {"login": "somebody", "id": 5, "type": "User"}}
GROUP = {
    "head_sha": HEAD,
    "head_ref": "refs/heads/gh-readonly-queue/main/pr-7-abc",
    "base_sha": BASE,
    "base_ref": "refs/heads/main",
}
RUN = {
    "event": "pull_request",
    "head_sha": HEAD,
    "head_branch": "topic",
    "head_repository": {"full_name": "fork/widgets", "owner": {"login": "fork"}},
    "pull_requests": [{"number": 1, "head": {"sha": BASE}}],
}


def event(name: str, number: int | None = None, **payload: Any) -> Event:
    return parse_event(name, json.dumps({**FRAME, **payload}).encode(), repository=NAME, number=number)


def refusal(name: str, payload: bytes, number: int | None = None) -> EventUnsupported:
    with pytest.raises(EventUnsupported) as refused:
        parse_event(name, payload, repository=NAME, number=number)
    assert refused.value.mend
    return refused.value


# --------------------------------------------------------------------------------------- pull requests


@pytest.mark.parametrize("name", ["pull_request", "pull_request_target", "pull_request_review"])
@pytest.mark.parametrize(
    "action",
    "opened synchronize reopened ready_for_review converted_to_draft edited labeled unlabeled submitted".split(),
)
def test_a_pull_request_is_evaluated_as_its_payload_tells_it(name: str, action: str) -> None:
    assert event(name, action=action, pull_request=pull()) == Event(
        name=name,
        task=Task.EVALUATE,
        record=record(),
        number=7,
        arrived=action in ("opened", "reopened", "synchronize"),
    )


def test_a_review_tells_no_totals_and_they_are_left_open() -> None:
    given = pull(changed_files=..., additions=..., deletions=...)
    told = event("pull_request_review", action="submitted", pull_request=given)
    assert told.record is not None
    assert told.record.totals is None


@pytest.mark.parametrize(
    ("action", "state"), [("closed", "closed"), ("labeled", "closed"), ("closed", "open")]
)
def test_a_closed_pull_request_is_left_alone(action: str, state: str) -> None:
    told = event("pull_request", action=action, pull_request=pull(state=state))
    assert (told.task, told.why) == (Task.NOTHING, Reason.CLOSED)
    assert told.said == "pull request #7 is closed: nothing to evaluate"


# --------------------------------------------------------------------------------------- merge groups


def test_a_merge_group_is_a_record_without_a_number() -> None:
    told = event("merge_group", action="checks_requested", merge_group=GROUP)
    assert told == Event(
        name="merge_group",
        task=Task.EVALUATE,
        record=Record(
            repository=NAME,
            number=None,
            title="merge queue",
            body="",
            author=Author(login="merge queue", bot=True),
            head=Branch(sha=HEAD, name="gh-readonly-queue/main/pr-7-abc", repository=NAME),
            base=Branch(sha=BASE, name="main", repository=NAME),
            default_branch="main",
        ),
    )


def test_a_merge_group_into_another_branch_knows_the_default_one() -> None:
    group = {**GROUP, "base_ref": "refs/heads/release/1"}
    told = event("merge_group", action="checks_requested", merge_group=group)
    assert told.record is not None
    assert (told.record.base.name, told.record.default_branch) == ("release/1", "main")


def test_a_merge_group_that_is_gone_is_left_alone() -> None:
    told = event("merge_group", action="destroyed", merge_group=GROUP)
    assert (told.task, told.why) == (Task.NOTHING, Reason.CLOSED)


# ------------------------------------------------------------------------------------------- comments


@pytest.mark.parametrize(
    ("user", "why"),
    [
        ({"login": "somebody", "type": "User"}, Reason.NOT_ASKED),
        ({"login": "github-actions[bot]", "type": "Bot"}, Reason.SELF),
        ({"login": "other[bot]", "type": "Bot"}, Reason.SELF),
        (None, Reason.NOT_ASKED),
    ],
)
def test_no_comment_asks_for_anything(user: dict[str, str] | None, why: Reason) -> None:
    told = event("issue_comment", action="created", comment={"body": "/steward waive", "user": user})
    assert (told.task, told.why) == (Task.NOTHING, why)
    assert told.said.endswith("nothing to do")


def test_a_comment_event_without_its_comment_is_nothing_either() -> None:
    assert event("issue_comment", action="deleted").task is Task.NOTHING


# ------------------------------------------------------------------------------------ finished workflows


@pytest.mark.parametrize(
    ("started_by", "conclusion", "passed"),
    [
        ("pull_request", "success", True),
        ("pull_request", "failure", False),
        ("pull_request", "skipped", False),
        ("pull_request", None, False),
        ("pull_request_review", "success", None),
        ("pull_request_review", "failure", None),
    ],
)
def test_a_finished_workflow_names_a_head_and_how_it_ended_and_nothing_else_of_it_is_believed(
    started_by: str, conclusion: str | None, passed: bool | None
) -> None:
    run = {**RUN, "event": started_by, "conclusion": conclusion}
    assert event("workflow_run", action="completed", workflow_run=run) == Event(
        name="workflow_run",
        task=Task.PUBLISH,
        head=Head(owner="fork", repository="fork/widgets", branch="topic", sha=HEAD),
        gate_run_passed=passed,
    )


@pytest.mark.parametrize(
    ("changed", "why", "said"),
    [
        ({"event": "push"}, Reason.NOT_ASKED, "the finished workflow ran on push"),
        (
            {"event": "pull_request_target"},
            Reason.NOT_ASKED,
            "the finished workflow ran on pull_request_target",
        ),
        ({"head_repository": None}, Reason.CLOSED, "the fork of the finished workflow is gone"),
        ({"head_branch": None}, Reason.CLOSED, "the fork of the finished workflow is gone"),
        ({"head_branch": ""}, Reason.CLOSED, "the fork of the finished workflow is gone"),
    ],
)
def test_a_finished_workflow_with_nothing_to_publish(changed: dict[str, Any], why: Reason, said: str) -> None:
    told = event("workflow_run", action="completed", workflow_run={**RUN, **changed})
    assert (told.task, told.why) == (Task.NOTHING, why)
    assert told.said == f"{said}: nothing to publish"


# --------------------------------------------------------------------------------------- by number


@pytest.mark.parametrize("name", ["workflow_dispatch", "schedule"])
def test_an_event_without_a_pull_request_is_told_which_one(name: str) -> None:
    assert event(name, 12) == Event(name=name, task=Task.EVALUATE, number=12)


@pytest.mark.parametrize("name", ["workflow_dispatch", "schedule"])
def test_without_a_number_the_words_to_use_are_said(name: str) -> None:
    refused = refusal(name, b"{}")
    assert refused.what == f"the event {name} names no pull request"
    assert "with: {pull-request: 123}" in refused.mend


def test_the_payload_of_such_an_event_is_not_even_read() -> None:
    assert parse_event("schedule", b"no JSON", repository=NAME, number=1).number == 1


# ------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize("name", ["push", "check_run", "release", "fork", "", "PULL_REQUEST"])
def test_any_other_event_is_refused_with_the_ones_that_are_not(name: str) -> None:
    refused = refusal(name, b"{}")
    assert refused.what == f"the event {name or '(none)'} is not supported"
    assert refused.mend == f"Run Steward on one of: {', '.join(SUPPORTED)}."


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("pull_request", "pull_request"),
        ("pull_request_target", "pull_request"),
        ("pull_request_review", "pull_request"),
        ("merge_group", "merge_group"),
        ("workflow_run", "workflow_run"),
    ],
)
def test_a_payload_without_what_its_name_promises_is_refused(name: str, part: str) -> None:
    refused = refusal(name, json.dumps(FRAME).encode())
    assert refused.what == f"the payload of the event {name} has no {part}"


def test_a_merge_group_without_its_repository_is_refused() -> None:
    refused = refusal("merge_group", json.dumps({"merge_group": GROUP}).encode())
    assert refused.what == "the payload of the event merge_group has no repository"


@pytest.mark.parametrize(
    "name", [name for name in SUPPORTED if name not in ("workflow_dispatch", "schedule")]
)
@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"<html>",
        b"[]",
        b"null",
        b'{"action": ',
        b'{"action": 1}',
        b'{"action": "\xff"}',
        b'{"x": ' + b"[" * 100_000,
    ],
    ids=["empty", "html", "list", "null", "cut", "type", "bytes", "deep"],
)
def test_a_payload_that_is_none_is_refused(name: str, payload: bytes) -> None:
    assert refusal(name, payload).what.startswith(f"the payload of the event {name} cannot be read: ")


@pytest.mark.parametrize(
    ("name", "payload", "place"),
    [
        ("pull_request", {"pull_request": pull(number="seven")}, "$.pull_request.number"),
        (
            "pull_request",
            {"pull_request": pull(head={"sha": "--output=x", "ref": "t"})},
            "$.pull_request.head.sha",
        ),
        ("merge_group", {"merge_group": {**GROUP, "base_sha": "HEAD"}}, "$.merge_group.base_sha"),
        ("merge_group", {"merge_group": {**GROUP, "head_ref": ""}}, "$.merge_group.head_ref"),
        ("workflow_run", {"workflow_run": {**RUN, "head_sha": "x"}}, "$.workflow_run.head_sha"),
        ("workflow_run", {"workflow_run": {**RUN, "head_repository": {}}}, "$.workflow_run.head_repository"),
    ],
)
def test_a_wrong_type_is_refused_by_its_place_and_never_by_its_value(
    name: str, payload: dict[str, Any], place: str
) -> None:
    refused = refusal(name, json.dumps({**FRAME, **payload}).encode())
    assert place in refused.what
    assert "--output" not in refused.what


# ------------------------------------------------------------------------------------------ whose job


@pytest.mark.parametrize("name", SUPPORTED)
def test_the_job_is_the_verdict_where_it_shows_on_the_pull_request(name: str) -> None:
    on_default_branch = name in ("issue_comment", "workflow_run", "workflow_dispatch", "schedule")
    assert Event(name=name, task=Task.NOTHING).job_is_the_verdict is not on_default_branch
