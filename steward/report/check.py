"""The check run: the verdict and its table as the summary, the details as the text (`docs/report.md`)."""

from __future__ import annotations

from steward import state
from steward.gates.coverage import shares
from steward.lifecycle import FAIL_ON
from steward.model import CheckRun, Evaluation, PastVerdict, Run
from steward.report import annotations as remarks
from steward.report.details import details
from steward.report.gating import blocking, disputes, disputing, gating, waiving
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


def _mark(evaluation: Evaluation) -> state.Mark:
    """What a later run on the same commit has to know, and a check run alone tells reliably."""
    facts = evaluation.pull_request
    if facts is None:
        return state.Mark()
    given = list(facts.beside.given)[-state.WAIVERS :]
    found = shares(facts)
    kept = None if found is None else [state.Share(one.domain, one.covered, one.lines) for one in found]
    return state.Mark(waivers=given, arrived=facts.beside.arrived, coverage=kept)


def _summary(evaluation: Evaluation, history: tuple[PastVerdict, ...], run: Run) -> str:
    told = evaluation.decision.blocked
    parts = (
        # GitHub prints the title above the summary: a heading would say it twice.
        *blocking(evaluation),
        *below(evaluation, history),
        *problem(evaluation, history, run),
        *(() if FAIL_ON in told else raising(evaluation.raises, evaluation.scorecard)),
        *gating(evaluation.gates, told=told),
        *disputing(disputes(evaluation)),
        *previewing(evaluation),
        *narrative(evaluation.prose, evaluation.scorecard),
    )
    return fit(parts, chars=MOST, octets=MOST)


def _text(evaluation: Evaluation, history: tuple[PastVerdict, ...], found: int) -> str:
    more = found - MOST_ANNOTATIONS
    counted = f"Annotations: {MOST_ANNOTATIONS} shown, the worst first; {more:,} more are not."
    mark = state.encode_mark(_mark(evaluation))
    blocks = (
        *((Block(opening=mark, needed=True),) if mark else ()),
        *((Block(opening=counted, needed=True),) if more > 0 else ()),
        *waiving(evaluation.gates),
        *details(evaluation),
        *chart(evaluation, history),
    )
    return fit(blocks, chars=MOST, octets=MOST)
