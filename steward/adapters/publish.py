"""Publishing: an evaluation becomes one comment and one check run, or a note that says why not.

The order and what each fault means: `docs/action.md`, "The sticky comment" and "The check run". A fault here
never changes a verdict; a check run that may be missing makes the run fail, for a merge would be stuck.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from steward import lifecycle, state
from steward.adapters.sticky import Placed, Sticky
from steward.errors import GitHubFailed, Refused, StewardError, Unclear
from steward.intake.settings import CommentMode
from steward.model import CheckRun, Evaluation, PastVerdict, Record, Run
from steward.ports import GitHub, PublishedCheck
from steward.report import comment as comment_report
from steward.state import Block, Past

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
    failure: StewardError | None = None


def place_comment(
    sticky: Sticky, evaluation: Evaluation, *, record: Record, run: Run, mode: CommentMode
) -> Placed:
    """Write the sticky comment. Raises `Superseded`; every other fault becomes a note."""

    def compose(block: Block | None, charges: list[dict[str, object]]) -> str:
        return body(evaluation, record=record, number=sticky.number, run=run, block=block, charges=charges)

    try:
        return sticky.place(record.head.sha, compose, unless_same=mode is CommentMode.CHANGES)
    except StewardError as error:
        return Placed(note=f"No comment: {error.what}.")


def body(
    evaluation: Evaluation,
    *,
    record: Record,
    number: int,
    run: Run,
    block: Block | None,
    charges: list[dict[str, object]],
) -> str:
    """The comment's whole body: the hidden block that carries the past on, then the report."""
    past = state.follow(block, record.head.sha)
    history = tuple(one.verdict_value() for one in past)
    marker = state.encode(
        Block(
            pr=number,
            head=record.head.sha,
            run=run.id,
            attempt=run.attempt,
            state=lifecycle.literal(evaluation.decision),
            now=Past.from_verdict(verdict_of(evaluation, record)),
            past=past,
            charges=charges,
        )
    )
    return comment_report.render(evaluation, marker=marker, history=history, run=run)


def verdict_of(evaluation: Evaluation, record: Record) -> PastVerdict:
    """What a later run remembers of this evaluation."""
    card = evaluation.scorecard
    return PastVerdict(
        head=record.head.sha,
        title=evaluation.decision.title,
        verdict=evaluation.decision.verdict,
        overall=card.overall.score if card else None,
        scores={dimension.key: dimension.score for dimension in card.dimensions} if card else {},
    )


def publish_check(github: GitHub, check: CheckRun, say: Say) -> Published:
    """Make the check run: one POST, repeated only after looking that it is not there."""
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
