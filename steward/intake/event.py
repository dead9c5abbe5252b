"""The event that started the run becomes a task: what to do, and for which pull request.

The events and what happens on each: `docs/action.md`, "Events".
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from steward.errors import EventUnsupported
from steward.intake.payload import PullRequestPayload, Repository
from steward.model import Record

SUPPORTED = (
    "pull_request",
    "pull_request_target",
    "workflow_dispatch",
    "schedule",
)
_ON_DEFAULT_BRANCH = frozenset({"issue_comment", "workflow_run", "workflow_dispatch", "schedule"})


class Task(StrEnum):
    """What a run is asked to do."""

    EVALUATE = "evaluate"
    NOTHING = "nothing"


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """What started the run.

    `record` is the pull request as the payload tells it; None when the payload has none and `number` says
    which one to ask for. `why_nothing` is the sentence for a task of nothing.
    """

    name: str
    task: Task
    record: Record | None = None
    number: int | None = None
    why_nothing: str = ""

    @property
    def job_is_the_verdict(self) -> bool:
        """Whether the job's own status shows on the pull request, and so may be red for its verdict."""
        return self.name not in _ON_DEFAULT_BRANCH


class _Payload(msgspec.Struct, frozen=True):
    action: str = ""
    repository: Repository | None = None
    pull_request: PullRequestPayload | None = None


def parse_event(name: str, payload: bytes, *, repository: str, number: int | None) -> Event:
    """The event `name` with the JSON `payload`; `number` is the input `pull-request`.

    Raises `EventUnsupported` for an event without an answer and for a payload that is not what the event's
    name promises.
    """
    if name in ("pull_request", "pull_request_target"):
        return _pull_request(name, _decode(name, payload), repository)
    if name in ("workflow_dispatch", "schedule"):
        return _numbered(name, number)
    raise EventUnsupported(
        f"the event {name or '(none)'} is not supported",
        mend=f"Run Steward on one of: {', '.join(SUPPORTED)}.",
    )


def _decode(name: str, payload: bytes) -> _Payload:
    try:
        return msgspec.json.decode(payload, type=_Payload)
    except (msgspec.DecodeError, RecursionError) as error:
        raise EventUnsupported(
            f"the payload of the event {name} cannot be read: {_plain(error)}",
            mend="The file at GITHUB_EVENT_PATH must hold the event's JSON as GitHub sends it.",
        ) from None


def _plain(error: BaseException) -> str:
    # msgspec's messages name types and paths, never values.
    return str(error)[:200]


def _pull_request(name: str, payload: _Payload, repository: str) -> Event:
    if payload.pull_request is None:
        raise EventUnsupported(
            f"the payload of the event {name} has no pull_request",
            mend="Run Steward from a workflow on pull_request, without a rewritten event file.",
        )
    default_branch = payload.repository.default_branch if payload.repository else ""
    record = payload.pull_request.record(repository, default_branch)
    if payload.action == "closed" or not record.open:
        why = f"pull request #{record.number} is closed: nothing to evaluate"
        return Event(name=name, task=Task.NOTHING, record=record, number=record.number, why_nothing=why)
    return Event(name=name, task=Task.EVALUATE, record=record, number=record.number)


def _numbered(name: str, number: int | None) -> Event:
    if number is None:
        raise EventUnsupported(
            f"the event {name} names no pull request",
            mend="Give its number: `with: {pull-request: 123}`, for example from a workflow_dispatch input.",
        )
    return Event(name=name, task=Task.EVALUATE, number=number)
