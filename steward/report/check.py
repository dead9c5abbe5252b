"""The check run: the verdict and its table as the summary, the details as the text (`docs/report.md`)."""

from __future__ import annotations

import hashlib

from steward import state
from steward.gates.coverage import shares
from steward.lifecycle import FAIL_ON
from steward.model import CheckRun, Evaluation, PastVerdict, Record, Run
from steward.report import annotations as remarks
from steward.report.details import details
from steward.report.gating import blocking, disputes, disputing, gating, waiving
from steward.report.history import chart
from steward.report.layout import Block, fit
from steward.report.markdown import visible
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


def name_for(name: str, record: Record) -> str:
    """The name of the check run under the base of a pull request, another for every base."""
    # A verdict under a base with laxer rules must never satisfy the rules of another.
    base = record.base.name
    if base == record.default_branch:
        return name
    shown = visible(base)
    if shown == base and " " not in base:
        return f"{name} ({base})"
    # Git knows no branch with a space in its name: none can be called what another one is shown as.
    digest = hashlib.sha256(base.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"{name} ({shown} {digest})"
