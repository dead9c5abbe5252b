"""What a run can come to beside a verdict, and how an error of ours is told."""

from __future__ import annotations

from pathlib import Path

import msgspec

from steward import pipeline
from steward.adapters.publish import Published
from steward.errors import Reason, StewardError
from steward.model import Evaluation, Record


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a run came to, before the runner's files are written.

    `said` is the one line of a run that was asked for nothing.
    """

    published: Published
    job_is_the_verdict: bool = True
    said: str = ""


def nothing(said: str, *, record: Record | None = None, why: Reason = Reason.NOT_ASKED) -> Outcome:
    """Nothing is to be done, and why."""
    return Outcome(published=Published(evaluation=pipeline.skipped(record, why)), said=said)


def unpublished(evaluation: Evaluation) -> Outcome:
    """A verdict that GitHub is not shown."""
    return Outcome(published=Published(evaluation=evaluation))


def internal(error: Exception) -> StewardError:
    """An error of ours: named by its kind and place, never by its text, which may quote anything."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = (
        f"{Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}" if frame else "an unknown place"
    )
    return StewardError(
        f"Steward itself failed: {type(error).__name__} at {place}",
        mend="Please report it with the facts of the run: see docs/troubleshooting.md, section internal.",
    )
