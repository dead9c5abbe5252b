"""The gates: what each one says, and what a contributor can do about a finding (`docs/policy.md`)."""

from __future__ import annotations

from steward.model import Finding, GateMode, GateOutcome, GateResult
from steward.report.layout import Block
from steward.report.markdown import code, render, sentence

RESULTS = {
    GateResult.PASS: "✅ pass",
    GateResult.FAIL: "❌ fail",
    GateResult.WAIVED: "🟠 waived",
    GateResult.NOT_APPLICABLE: "➖ not applicable",
    GateResult.UNMEASURED: "❔ unmeasured",
}


def gating(gates: tuple[GateOutcome, ...], *, observed: bool = False) -> tuple[Block, ...]:
    """A table of the gates and a list of what they found; gates in `observe` only where `observed`."""
    shown = tuple(gate for gate in gates if gate.mode is not GateMode.OFF and (observed or _counts(gate)))
    if not shown:
        return ()
    rows = "\n".join(f"| {gate.name} | {gate.mode} | {RESULTS[gate.result]} |" for gate in shown)
    table = Block(opening=f"#### Gates\n\n| Gate | Mode | Result |\n|:--|:--|:--|\n{rows}", needed=True)
    findings = tuple(_finding(gate, finding) for gate in shown for finding in gate.findings)
    return (table, Block(opening="", rows=findings)) if findings else (table,)


def _counts(gate: GateOutcome) -> bool:
    return gate.mode in (GateMode.WARN, GateMode.ENFORCE)


def _finding(gate: GateOutcome, finding: Finding) -> str:
    where = f" {code(finding.where)}" if finding.where else ""
    measured = (
        f" (measured {sentence(finding.measured)}, limit {sentence(finding.limit)})"
        if finding.measured
        else ""
    )
    mend = f" {render(finding.mend)}" if finding.mend else ""
    return f"- **{gate.name}**{where}: {render(finding.what)}{measured}.{mend}"
