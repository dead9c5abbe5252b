"""The check run: made once, looked for when the answer is lost, and right when several runs made one each.

What each fault means: `docs/faults.md`. A check run that may be missing makes the run fail, for a merge would wait.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias

import msgspec

from steward.adapters.authorship import Say
from steward.errors import GitHubFailed, Refused, StewardError, Unclear
from steward.ledger import STALE, moment
from steward.model import CheckRun, Run
from steward.ports import GitHub, PublishedCheck
from steward.state import Block

_PAUSES = (0.5, 1.0, None)
_MAY_NOT = (403, 404, 422)  # GitHub answers 404 where a token may not even know
_COMPLETED = "completed"
_EXTERNAL_ID = re.compile(r"steward:(\d{1,18}):(\d{1,9})", re.ASCII)

Order: TypeAlias = tuple[int, int]
"""A run's id and attempt: later runs compare greater."""

Wait: TypeAlias = Callable[[float], bool]


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a check run. `note`: why this token may not make it; `failure`: why it may be missing."""

    url: str = ""
    written: bool = False
    note: str = ""
    failure: StewardError | None = None


def make(github: GitHub, check: CheckRun, *, say: Say, wait: Wait) -> Made:
    """Make the check run: one POST, repeated at most twice, each time after looking that it is not there."""
    unclear = ""
    for pause in _PAUSES:
        try:
            return _written(github.create_check(check))
        except Refused as error:
            return _refused(error)
        except Unclear as error:
            unclear = error.what
            say(f"whether the check run was made is open: {unclear}")
        except StewardError as error:
            return Made(failure=error)
        found = _find(github, check, say)
        if found is not None:
            return _written(found)
        if pause is not None:
            wait(pause)
    return Made(failure=GitHubFailed(unclear, mend="Run the job again: the check run may be missing."))


def begin(github: GitHub, check: CheckRun, *, say: Say) -> PublishedCheck | None:
    """Open a check run that will be completed later; None when there may be none."""
    try:
        return github.open_check(check)
    except Unclear as error:
        say(f"whether the check run was opened is open: {error.what}")
        return _find(github, check, say, done=False)
    except StewardError as error:
        say(f"no check run was opened: {error.what}")
        return None


def complete(github: GitHub, opened: PublishedCheck, check: CheckRun, *, say: Say, wait: Wait) -> Made:
    """Complete an opened check run. Done twice it is done once; where it is refused, another one is made."""
    for pause in _PAUSES:
        try:
            return _written(github.complete_check(opened.id, check))
        except Unclear as error:
            say(f"whether the check run was completed is open: {error.what}")
        except StewardError as error:
            say(f"the check run could not be completed, so another is made: {error.what}")
            break
        if pause is not None:
            wait(pause)
    return make(github, check, say=say, wait=wait)


def find_open(github: GitHub, check: CheckRun, *, say: Say) -> PublishedCheck | None:
    """Our check run that is still open, by its mark; None when there is none, or it cannot be seen."""
    return _find(github, check, say, done=False)


def cancel(github: GitHub, opened: PublishedCheck, *, say: Say) -> None:
    """Close an open check run as cancelled."""
    try:
        github.cancel_check(opened.id)
    except StewardError as error:
        say(f"the check run stays open: {error.what}")


def is_first(github: GitHub, opened: PublishedCheck, check: CheckRun, now: datetime) -> bool:
    """Whether no other run that is still at work on the commit came before this one.

    Raises `StewardError` when that cannot be seen. A run that has been at it for longer than any may is dead.
    """
    for other in github.checks(check.head_sha, check.name):
        if other.id >= opened.id or other.status == _COMPLETED or _mark(other) is None:
            continue
        started = moment(other.started)
        if started is None or now - started < STALE:
            return False
        # Its run is long gone: left open it would keep a merge waiting.
        with suppress(StewardError):
            github.cancel_check(other.id)
    return True


def _refused(error: Refused) -> Made:
    if error.status not in _MAY_NOT:
        return Made(failure=error)
    note = f"No check run: {error.what}. {error.mend} The job's own status carries the verdict."
    return Made(note=" ".join(note.split()))


def _find(github: GitHub, check: CheckRun, say: Say, *, done: bool = True) -> PublishedCheck | None:
    try:
        listed = github.checks(check.head_sha, check.name)
    except StewardError as error:
        # A check run made twice says the same twice; one that is missing blocks the merge.
        say(f"the check runs could not be listed: {error.what}")
        return None
    ours = (one for one in listed if one.external_id == check.external_id)
    return next((one for one in ours if (one.status == _COMPLETED) is done), None)


def _written(check: PublishedCheck) -> Made:
    return Made(url=check.url, written=True)


class _Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A check run of ours on the commit, and the run that made it."""

    order: Order
    check: PublishedCheck


def exists(github: GitHub, head: str, name: str, order: Order) -> bool:
    """Whether the run of this order has made its check run on the commit."""
    marks = (_mark(one) for one in github.checks(head, name) if one.status == _COMPLETED)
    return any(mark is not None and mark.order == order for mark in marks)


def settle(
    github: GitHub, check: CheckRun, *, run: Run, shown: Callable[[], Block | None], say: Say, wait: Wait
) -> Order | None:
    """See to it that the verdict of the latest run on this commit is what stands, though runs raced.

    GitHub changes a comment whatever it says meanwhile, and the newest check run counts whoever made it; so this is
    seen only afterwards, by the check runs, which nothing replaces. Returns the later run whose verdict an earlier
    one has replaced: it is to be judged anew, in its stead. `shown` reads what the comment remembers now.
    """
    found = [_mark(one) for one in github.checks(check.head_sha, check.name) if one.status == _COMPLETED]
    marks = [mark for mark in found if mark is not None]
    if not marks:
        return None
    latest = max(marks, key=lambda mark: (mark.order, mark.check.id))
    newest = max(marks, key=lambda mark: mark.check.id)
    same = newest.check.conclusion == latest.check.conclusion
    if latest.order > run.order:
        block = shown()
        return None if same and block is not None and block.order >= latest.order else latest.order
    if not same:
        say("an earlier run's check run came after ours: made again")
        make(github, check, say=say, wait=wait)
    return None


def is_ours(check: PublishedCheck) -> bool:
    """Whether a run of Steward made the check run, by the mark that it leaves."""
    return _mark(check) is not None


def _mark(check: PublishedCheck) -> _Mark | None:
    found = _EXTERNAL_ID.fullmatch(check.external_id)
    return _Mark(order=(int(found[1]), int(found[2])), check=check) if found else None
