"""Publishing: an evaluation becomes one comment and one check run, or a note that says why not.

The check run comes first: a merge waits for it, and a comment must not say what no check run shows. What each
fault means: `docs/faults.md`. A fault here never changes a verdict; a check run that may be missing makes the run
fail, for a merge would be stuck.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from steward import lifecycle, state
from steward.adapters.authorship import Say
from steward.adapters.sticky import Placed, Sticky
from steward.errors import GitHubFailed, Refused, StewardError, Unclear
from steward.intake.settings import CommentMode
from steward.model import CheckRun, Evaluation, PastVerdict, Record, Run
from steward.ports import GitHub, PublishedCheck
from steward.report import comment as comment_report
from steward.state import Block, Past

_PAUSES = (0.5, 1.0, None)
_MAY_NOT = (403, 404, 422)  # GitHub answers 404 where a token may not even know
_EXTERNAL_ID = re.compile(r"steward:(\d{1,18}):(\d{1,9})", re.ASCII)


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an evaluation. `notes` say why something is missing; `failure` is set when a check run
    may be missing without this token being refused it."""

    comment_url: str = ""
    check_url: str = ""
    check_written: bool = False
    notes: tuple[str, ...] = ()
    moved: Record | None = None
    stead: tuple[int, int] | None = None
    failure: StewardError | None = None


def place_comment(
    sticky: Sticky, evaluation: Evaluation, *, record: Record, run: Run, mode: CommentMode, create: bool
) -> Placed:
    """Write the sticky comment; every fault becomes a note. Without `create` only one that is there is changed."""

    def compose(block: Block | None, charges: list[dict[str, object]]) -> str:
        return body(evaluation, record=record, number=sticky.number, run=run, block=block, charges=charges)

    try:
        return sticky.place(record.head.sha, compose, create=create, unless_same=mode is CommentMode.CHANGES)
    except StewardError as error:
        return Placed(note=without_comment(sticky, error))


def without_comment(sticky: Sticky, error: StewardError) -> str:
    """Why the comment does not show what was found."""
    missing = "The comment still shows an earlier verdict" if sticky.stands else "No comment"
    return f"{missing}: {error.what}. {error.mend}".strip()


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


def publish_check(github: GitHub, check: CheckRun, *, say: Say, wait: Callable[[float], bool]) -> Published:
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
            return Published(failure=error)
        try:
            found = _find(github, check)
        except StewardError as error:
            # A check run made twice says the same twice; one that is missing blocks the merge.
            say(f"the check runs could not be listed: {error.what}")
            found = None
        if found is not None:
            return _written(found)
        if pause is not None:
            wait(pause)
    return Published(failure=GitHubFailed(unclear, mend="Run the job again: the check run may be missing."))


def _refused(error: Refused) -> Published:
    if error.status not in _MAY_NOT:
        return Published(failure=error)
    note = f"No check run: {error.what}. {error.mend} The job's own status carries the verdict."
    return Published(notes=(" ".join(note.split()),))


def later_run(github: GitHub, check: CheckRun, run: Run) -> tuple[int, int] | None:
    """The latest of the runs after this one that have made the same check run on the same commit."""
    listed = github.checks(check.head_sha, check.name)
    found = (_EXTERNAL_ID.fullmatch(one.external_id) for one in listed)
    orders = [(int(match[1]), int(match[2])) for match in found if match]
    return max((order for order in orders if order > run.order), default=None)


def _find(github: GitHub, check: CheckRun) -> PublishedCheck | None:
    listed = github.checks(check.head_sha, check.name)
    return next((one for one in listed if one.external_id == check.external_id), None)


def _written(check: PublishedCheck) -> Published:
    return Published(check_url=check.url, check_written=True)
