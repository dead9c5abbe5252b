"""The event that started the run becomes a task: what to do, and for which pull request.

The events and what happens on each: `docs/action.md`, "Events".
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from steward.errors import EventUnsupported, Reason
from steward.intake.commands import Command, Verb, is_command, parse_command
from steward.intake.payload import Name, PullRequestPayload, Repository, Sha, User
from steward.model import Author, Branch, Record
from steward.policy import Cla

SUPPORTED = (
    "pull_request",
    "pull_request_target",
    "pull_request_review",
    "merge_group",
    "issue_comment",
    "workflow_run",
    "workflow_dispatch",
    "schedule",
)
_ON_DEFAULT_BRANCH = frozenset({"issue_comment", "workflow_run", "workflow_dispatch", "schedule"})
_SENTENCE = Cla().sentence.casefold()
_QUEUE_PREFIX = "refs/heads/"


class Task(StrEnum):
    """What a run is asked to do."""

    EVALUATE = "evaluate"
    PUBLISH = "publish"  # for a pull request whose own run may not write
    ANSWER = "answer"  # a comment that asks for words, not for a verdict
    NOTHING = "nothing"


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """A commit on a branch of a repository: how a finished workflow names the pull request it ran for."""

    owner: str
    repository: str
    branch: str
    sha: str


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """What started the run.

    `record` is the pull request as the payload tells it; without one, `number` says which one to ask for, or
    `head` where to look for it. `comment` is the comment that asks, and `command` what it says; `speaker`
    wrote it, or submitted the review. `sent` is when the pull request was last touched before the event, as
    GitHub writes it. `gate_run_passed` is how the finished workflow ended that had the tests, None where there was
    none. `why` and `said` are the reason and the sentence of a task of nothing.
    """

    name: str
    task: Task
    record: Record | None = None
    number: int | None = None
    head: Head | None = None
    comment: int | None = None
    command: Command | None = None
    speaker: str = ""
    arrived: bool = False
    sent: str = ""
    gate_run_passed: bool | None = None
    why: Reason | None = None
    said: str = ""

    @property
    def may_ask(self) -> bool:
        """Whether the event may cost a call of a model: a review changes gates, and no words; a comment has to
        be a command of somebody who may give it."""
        if self.name == "issue_comment":
            return self.comment is not None
        return self.name != "pull_request_review"

    @property
    def job_is_the_verdict(self) -> bool:
        """Whether the job's own status shows on the pull request, and so may be red for its verdict."""
        return self.name not in _ON_DEFAULT_BRANCH


class _MergeGroup(msgspec.Struct, frozen=True):
    head_sha: Sha
    head_ref: Name
    base_sha: Sha
    base_ref: Name


class _HeadRepository(msgspec.Struct, frozen=True):
    full_name: str
    owner: User


class _WorkflowRun(msgspec.Struct, frozen=True):
    event: str
    head_sha: Sha
    head_branch: str | None = None
    conclusion: str | None = None
    head_repository: _HeadRepository | None = None


class _Commented(msgspec.Struct, frozen=True):
    id: int = 0
    body: str | None = None
    user: User | None = None


class _Reviewed(msgspec.Struct, frozen=True):
    user: User | None = None


class _Issue(msgspec.Struct, frozen=True):
    number: int
    state: str = "open"
    pull_request: dict[str, object] | None = None


class _Was(msgspec.Struct, frozen=True, rename={"was": "from"}):
    was: str | None = None


class _Changes(msgspec.Struct, frozen=True):
    body: _Was | None = None


class _Payload(msgspec.Struct, frozen=True):
    action: str = ""
    repository: Repository | None = None
    pull_request: PullRequestPayload | None = None
    merge_group: _MergeGroup | None = None
    workflow_run: _WorkflowRun | None = None
    comment: _Commented | None = None
    review: _Reviewed | None = None
    issue: _Issue | None = None
    changes: _Changes | None = None


def parse_event(name: str, payload: bytes, *, repository: str, number: int | None) -> Event:
    """The event `name` with the JSON `payload`; `number` is the input `pull-request`.

    Raises `EventUnsupported` for an event without an answer and for a payload that is not what the event's
    name promises.
    """
    if name in ("workflow_dispatch", "schedule"):
        return _numbered(name, number)
    parse = _PARSERS.get(name)
    if parse is None:
        raise EventUnsupported(
            f"the event {name or '(none)'} is not supported",
            mend=f"Run Steward on one of: {', '.join(SUPPORTED)}.",
        )
    return parse(name, _decode(name, payload), repository)


def _decode(name: str, payload: bytes) -> _Payload:
    try:
        return msgspec.json.decode(payload, type=_Payload)
    except (msgspec.DecodeError, RecursionError) as error:
        # msgspec's messages name types and paths, never values.
        raise EventUnsupported(
            f"the payload of the event {name} cannot be read: {str(error)[:200]}",
            mend="The file at GITHUB_EVENT_PATH must hold the event's JSON as GitHub sends it.",
        ) from None


def _without(name: str, part: str) -> EventUnsupported:
    return EventUnsupported(
        f"the payload of the event {name} has no {part}",
        mend=f"Run Steward from a workflow on {name}, without a rewritten event file.",
    )


def _nothing(name: str, why: Reason, said: str, record: Record | None = None) -> Event:
    return Event(name=name, task=Task.NOTHING, record=record, why=why, said=said)


def _pull_request(name: str, payload: _Payload, repository: str) -> Event:
    """The payload of a review has no totals: they are asked for when the change is read."""
    if payload.pull_request is None:
        raise _without(name, "pull_request")
    record = payload.pull_request.record(repository)
    if payload.action == "closed" or not record.open:
        said = f"pull request #{record.number} is closed: nothing to evaluate"
        return _nothing(name, Reason.CLOSED, said, record)
    sent = payload.pull_request.updated_at
    reviewer = payload.review.user if payload.review else None
    return Event(
        name=name,
        task=Task.EVALUATE,
        record=record,
        number=record.number,
        speaker=reviewer.login if reviewer else "",
        sent=sent,
        arrived=payload.action in ("opened", "reopened", "synchronize"),
    )


def _merge_group(name: str, payload: _Payload, repository: str) -> Event:
    group = payload.merge_group
    if group is None or payload.repository is None:
        raise _without(name, "merge_group" if group is None else "repository")
    if payload.action == "destroyed":
        return _nothing(name, Reason.CLOSED, "the merge group is gone: nothing to evaluate")
    base = group.base_ref.removeprefix(_QUEUE_PREFIX)
    record = Record(
        repository=repository,
        number=None,
        title="merge queue",
        body="",
        author=Author(login="merge queue", bot=True),
        head=Branch(
            sha=group.head_sha, name=group.head_ref.removeprefix(_QUEUE_PREFIX), repository=repository
        ),
        base=Branch(sha=group.base_sha, name=base, repository=repository),
        default_branch=payload.repository.default_branch,
    )
    return Event(name=name, task=Task.EVALUATE, record=record)


def _comment(name: str, payload: _Payload, repository: str) -> Event:
    """A command on a pull request. A bot's comment, ourselves among them, never is one."""
    comment, issue = payload.comment, payload.issue
    if comment is not None and comment.user is not None and comment.user.type == "Bot":
        return _nothing(name, Reason.SELF, "a bot's comment: nothing to do")
    command = parse_command(comment.body or "") if comment else None
    changed = payload.changes.body if payload.changes else None
    withdrawn = changed is not None and is_command(changed.was or "")
    on_pull_request = issue is not None and issue.pull_request is not None
    signs = comment is not None and _signs(comment.body or "")
    if comment is None or issue is None or not on_pull_request or not (command or withdrawn or signs):
        said = "no command for Steward on a pull request in this comment: nothing to do"
        return _nothing(name, Reason.NOT_ASKED, said)
    if issue.state != "open":
        said = f"pull request #{issue.number} is closed: nothing to evaluate"
        return _nothing(name, Reason.CLOSED, said)
    new = payload.action == "created"
    asks = command is not None and new and command.verb in (Verb.HELP, Verb.EXPLAIN)
    return Event(
        name=name,
        task=Task.ANSWER if asks else Task.EVALUATE,
        number=issue.number,
        comment=comment.id if new else None,
        command=command if new else None,
        speaker=comment.user.login if comment.user else "",
    )


def _signs(body: str) -> bool:
    """Whether a comment holds the usual sentence that signs an agreement: the gate cla may have waited for it.

    A sentence of the repository's own is not known here; after it the author comments `/steward evaluate`.
    """
    return any(line.strip().rstrip(".").casefold() == _SENTENCE for line in body.splitlines())


def _workflow_run(name: str, payload: _Payload, repository: str) -> Event:
    run = payload.workflow_run
    if run is None:
        raise _without(name, "workflow_run")
    if run.event not in ("pull_request", "pull_request_review"):
        return _nothing(
            name, Reason.NOT_ASKED, f"the finished workflow ran on {run.event}: nothing to publish"
        )
    if run.head_repository is None or not run.head_branch:
        return _nothing(name, Reason.CLOSED, "the fork of the finished workflow is gone: nothing to publish")
    head = Head(
        owner=run.head_repository.owner.login,
        repository=run.head_repository.full_name,
        branch=run.head_branch,
        sha=run.head_sha,
    )
    # A review's run has run no tests: how it ended tells nothing of them.
    passed = run.conclusion == "success" if run.event == "pull_request" else None
    return Event(name=name, task=Task.PUBLISH, head=head, gate_run_passed=passed)


def _numbered(name: str, number: int | None) -> Event:
    if number is None:
        raise EventUnsupported(
            f"the event {name} names no pull request",
            mend="Give its number: `with: {pull-request: 123}`, for example from a workflow_dispatch input.",
        )
    return Event(name=name, task=Task.EVALUATE, number=number)


_PARSERS: dict[str, Callable[[str, _Payload, str], Event]] = {
    "pull_request": _pull_request,
    "pull_request_target": _pull_request,
    "pull_request_review": _pull_request,
    "merge_group": _merge_group,
    "issue_comment": _comment,
    "workflow_run": _workflow_run,
}
