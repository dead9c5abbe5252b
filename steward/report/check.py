"""The check run: the verdict and its table as the summary, the details as the text (`docs/report.md`)."""

from __future__ import annotations

from steward.model import CheckRun, Evaluation, PastVerdict, Run
from steward.report import annotations as remarks
from steward.report.details import details
from steward.report.gating import blocking, blocks, disputes, disputing, gating, waiving
from steward.report.history import chart
from steward.report.layout import Block, fit
from steward.report.narrative import narrative
from steward.report.previewing import previewing
from steward.report.problem import problem
from steward.report.raising import raising
from steward.report.verdict import below

MOST = 65_535
"""Characters and bytes of a summary and of a text: GitHub's page says characters, its answers count bytes."""

MOST_ANNOTATIONS = 50


def render(
    evaluation: Evaluation,
    *,
    name: str,
    history: tuple[PastVerdict, ...],
    run: Run,
    annotations: bool,
) -> CheckRun | None:
    """The completed check run; None when the state publishes none, or no commit is known to put it on."""
    conclusion = evaluation.decision.conclusion
    if conclusion is None or evaluation.record is None:
        return None
    found = remarks.collect(evaluation) if annotations else ()
    return CheckRun(
        name=name,
        head_sha=evaluation.record.head.sha,
        conclusion=conclusion,
        title=evaluation.decision.title,
        summary=_summary(evaluation, history, run),
        text=_text(evaluation, history, len(found)),
        annotations=found[:MOST_ANNOTATIONS],
        external_id=f"steward:{run.id}:{run.attempt}",
    )


def _summary(evaluation: Evaluation, history: tuple[PastVerdict, ...], run: Run) -> str:
    told = [gate.name for gate in evaluation.gates if blocks(gate)]
    parts = (
        # GitHub prints the title above the summary: a heading would say it twice.
        *blocking(evaluation.gates),
        *below(evaluation, history),
        *problem(evaluation, history, run),
        *raising(evaluation.raises, evaluation.scorecard),
        *gating(evaluation.gates, told=told),
        *disputing(disputes(evaluation)),
        *previewing(evaluation),
        *narrative(evaluation.prose, evaluation.scorecard),
    )
    return fit(parts, chars=MOST, octets=MOST)


def _text(evaluation: Evaluation, history: tuple[PastVerdict, ...], found: int) -> str:
    more = found - MOST_ANNOTATIONS
    counted = f"Annotations: {MOST_ANNOTATIONS} shown, the worst first; {more:,} more are not."
    blocks = (
        *((Block(opening=counted, needed=True),) if more > 0 else ()),
        *waiving(evaluation.gates),
        *details(evaluation),
        *chart(evaluation, history),
    )
    return fit(blocks, chars=MOST, octets=MOST)
