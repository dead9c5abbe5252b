"""Publishing: an evaluation becomes one comment and one check run, or a note that says why not.

The order and what each fault means: `docs/action.md`, "The sticky comment" and "The check run". A fault here
never changes a verdict; a check run that may be missing makes the run fail, for a merge would be stuck.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from steward.errors import GitHubFailed, Refused, StewardError, Unclear
from steward.model import CheckRun, Record
from steward.ports import GitHub, PublishedCheck

_CHECK_TRIES = 3

Say = Callable[[str], None]


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an evaluation. `notes` say why something is missing; `failure` is set when a check run
    may be missing without this token being refused it."""

    comment_url: str = ""
    check_url: str = ""
    check_written: bool = False
    notes: tuple[str, ...] = ()
    moved: Record | None = None
    unclear = ""
    unclear = ""
    for _ in range(_CHECK_TRIES):
        try:
            return _written(github.create_check(check))
        except Refused as error:
            note = f"No check run: {error.what}. {error.mend} The job's own status carries the verdict."
            return Published(notes=(note,))
        except Unclear as error:
            unclear = error.what
            say(f"whether the check run was made is open: {unclear}")
        except StewardError as error:
            return Published(failure=error)
        try:
            found = _find(github, check)
        except StewardError as error:
            return Published(failure=error)
        if found is not None:
            return _written(found)
    return Published(failure=GitHubFailed(unclear, mend="Run the job again: the check run may be missing."))


def _find(github: GitHub, check: CheckRun) -> PublishedCheck | None:
    listed = github.checks(check.head_sha, check.name)
    return next((one for one in listed if one.external_id == check.external_id), None)


def _written(check: PublishedCheck) -> Published:
    return Published(check_url=check.url, check_written=True)
