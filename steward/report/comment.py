"""The sticky comment: the verdict first, then why, then what would raise it; the rest is folded away.

What stands where, and the sizes: `docs/report.md`.
"""

from __future__ import annotations

from steward.model import Evaluation, PastVerdict, Run
from steward.report.details import details
from steward.report.footer import SEPARATOR, footer
from steward.report.gating import disputes, disputing, gating
from steward.report.history import chart
from steward.report.layout import Block, fit
from steward.report.narrative import narrative
from steward.report.previewing import previewing
from steward.report.problem import problem
from steward.report.raising import raising
from steward.report.verdict import top

UNDER_WAY = "### ⏳ Steward is judging this pull request\n\nThe verdict follows in a minute."
"""What stands in a first comment until there is a verdict."""

MOST_CHARS = 60_000
MOST_OCTETS = 240_000


def blocks(
    evaluation: Evaluation, history: tuple[PastVerdict, ...], run: Run, *, observed: bool = False
) -> tuple[Block, ...]:
    """The parts of the report in the order of reading; `observed` shows gates in `observe` too."""
    return (
        *top(evaluation, history),
        *problem(evaluation, history, run),
        *raising(evaluation.raises, evaluation.scorecard),
        *gating(evaluation.gates, observed=observed),
        *disputing(disputes(evaluation)),
        *previewing(evaluation),
        *narrative(evaluation.prose, evaluation.scorecard),
        *details(evaluation),
        *chart(evaluation, history),
        footer(evaluation, run),
    )


def render(
    evaluation: Evaluation, *, marker: str, history: tuple[PastVerdict, ...], run: Run, spare: int = 0
) -> str:
    """The comment's body. `marker` is its first line; `spare` characters are kept free for a longer one."""
    first = Block(opening=marker, needed=True)
    return fit(
        (first, *blocks(evaluation, history, run)), chars=MOST_CHARS - spare, octets=MOST_OCTETS - spare
    )


def comparable(body: str) -> str:
    """What a reader would notice: the body without the marker's line and the footer."""
    _, _, shown = body.partition("\n")
    return shown.rpartition(f"\n{SEPARATOR}\n")[0] or shown
