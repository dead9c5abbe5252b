"""The gates: what each one says, and what a contributor can do about a finding (`docs/policy.md`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from steward.facts import Dispute
from steward.lifecycle import FAIL_ON
from steward.model import Evaluation, FailOn, Finding, GateMode, GateOutcome, GateResult, Waiver
from steward.report.layout import Block
from steward.report.markdown import code, link, render, sentence
from steward.report.names import short
from steward.report.raising import sentences
from steward.wording import capital, count

RESULTS = {
    GateResult.PASS: "✅ pass",
    GateResult.FAIL: "❌ fail",
    GateResult.WAIVED: "🟠 waived",
    GateResult.NOT_APPLICABLE: "➖ not applicable",
    GateResult.UNMEASURED: "❔ unmeasured",
}
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\dZ", re.ASCII)
_BELOW = {
    FailOn.NEVER: "nothing stops it",
    FailOn.RED: f"`{FAIL_ON}` stops red",
    FailOn.AMBER: f"`{FAIL_ON}` stops amber and red",
}
_MISSED = (GateResult.FAIL, GateResult.UNMEASURED)


def blocking(evaluation: Evaluation) -> tuple[Block, ...]:
    """What blocks the merge, and how to mend it; nothing when nothing does."""
    blocked = evaluation.decision.blocked
    if not blocked:
        return ()
    named = ", ".join(f"`{name}`" for name in blocked)
    found = tuple(gate for gate in evaluation.gates if blocks(gate))
    rows = tuple(_finding(gate, finding) for gate in found for finding in gate.findings)
    opening = f"**Blocked by {named}.** How to mend it:\n"
    return (Block(opening=opening, rows=(*_stopped(evaluation), *rows), needed=True),)


def _stopped(evaluation: Evaluation) -> Iterator[str]:
    """Why `fail-on` stops the change, and what would end that."""
    facts, card = evaluation.pull_request, evaluation.scorecard
    if FAIL_ON not in evaluation.decision.blocked or facts is None or card is None:
        return
    if not facts.change.complete:
        yield (
            f"- **{FAIL_ON}**: not every file of the change could be listed, so nobody knows whether `{FAIL_ON}` "
            "is reached. Split the change, or let a checkout step with `fetch-depth: 0` run before."
        )
        return
    overall = f"the overall is {card.overall.score} {card.overall.status}"
    yield f"- **{FAIL_ON}**: {overall}, and {_BELOW[facts.fail_on]}."
    for lead, rest in sentences(evaluation.raises, card):
        yield f"  - What would raise it: **{lead}**{render(rest)}"


def blocks(gate: GateOutcome) -> bool:
    """Whether the gate alone makes the check fail."""
    return gate.mode is GateMode.ENFORCE and gate.result in _MISSED


def gating(
    gates: tuple[GateOutcome, ...],
    *,
    observed: bool = False,
    told: Collection[str] = (),
    titled: bool = True,
) -> tuple[Block, ...]:
    """A table of the gates and a list of what they found.

    Gates in `observe` stand there only where `observed`, their waivers always; what those in `told` found is not
    said again.
    """
    shown = tuple(gate for gate in gates if observed or gate.mode is not GateMode.OBSERVE)
    waived = waiving(gates)
    title = "#### Gates\n\n" if titled else ""
    if not shown:
        # Who let something pass is told whatever it moves.
        return (Block(opening=title.rstrip(), needed=True), *waived) if waived else ()
    rows = "\n".join(_row(gate) for gate in shown)
    head = "| Gate | Mode | Result | Why |\n|:--|:--|:--|:--|"
    table = Block(opening=f"{title}{head}\n{rows}", needed=True)
    listed = tuple(
        _finding(gate, finding) for gate in shown if gate.name not in told for finding in gate.findings
    )
    return (table, *waived, *_list(listed))


def waiving(gates: tuple[GateOutcome, ...]) -> tuple[Block, ...]:
    """Who waived which gate, when, for which commit and why; nothing when none is waived."""
    return _list(tuple(_waived(gate.waiver) for gate in gates if gate.waiver is not None))


def disputing(disputes: tuple[Dispute, ...]) -> tuple[Block, ...]:
    """Who disagrees with which score: said beside the scores, and moving nothing."""
    rows = tuple(
        f"- {one.dimension.capitalize()} is disputed by {code(one.login)}: {code(one.reason, limit=500)}"
        f" ({link('comment', one.url)})"
        for one in disputes
    )
    return (Block(opening="**Disputed**, which moves nothing:\n", rows=rows),) if rows else ()


def disputes(evaluation: Evaluation) -> tuple[Dispute, ...]:
    """The disputes of an evaluation."""
    return evaluation.pull_request.beside.disputes if evaluation.pull_request else ()


def _list(rows: tuple[str, ...]) -> tuple[Block, ...]:
    return (Block(opening="", rows=rows),) if rows else ()


def _row(gate: GateOutcome) -> str:
    why = render(capital(gate.said), cell=True) if gate.said else _findings(gate)
    return f"| {gate.name} | {gate.mode} | {RESULTS[gate.result]} | {why} |"


def _findings(gate: GateOutcome) -> str:
    return count(len(gate.findings), "finding").capitalize() if gate.findings else ""


def _waived(waiver: Waiver) -> str:
    held = "the whole pull request" if waiver.head is None else code(short(waiver.head))
    said = f"- **{waiver.gate}** is waived by {code(waiver.login)}{_when(waiver.given)} for {held}"
    return f"{said}: {code(waiver.reason, limit=500)} ({link('comment', waiver.url)})"


def _when(given: str) -> str:
    found = _MOMENT.fullmatch(given)
    return f" on {found[1]} at {found[2]} UTC" if found else ""


def _finding(gate: GateOutcome, finding: Finding) -> str:
    return f"- **{gate.name}**" + "".join(_parts(finding))


def _parts(finding: Finding) -> Iterator[str]:
    if finding.where:
        place = f"{finding.where}:{finding.line}" if finding.line else finding.where
        yield f" {code(place)}"
    yield f": {render(finding.what)}"
    if finding.measured:
        limit = f", limit {sentence(finding.limit)}" if finding.limit else ""
        yield f" (measured {sentence(finding.measured)}{limit})"
    yield "."
    if finding.mend:
        yield f" {render(finding.mend)}"
