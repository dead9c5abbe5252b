"""How states, statuses and dimensions are called and marked. A word stands beside every symbol."""

from __future__ import annotations

from steward.model import Conclusion, DimensionKey, Evaluation, GateOutcome, State, Status

NAMES = {
    DimensionKey.CORRECTNESS: "Correctness",
    DimensionKey.SECURITY: "Security",
    DimensionKey.COMPLEXITY: "Complexity delta",
    DimensionKey.DOCS: "Docs alignment",
    DimensionKey.GOVERNANCE: "Governance alignment",
}

SYMBOLS = {Status.GREEN: "🟢", Status.AMBER: "🟡", Status.RED: "🔴", Status.UNKNOWN: "⚪"}

_BROKEN = "⚠️"
_BLOCKED = "⛔"


def in_words(gate: GateOutcome) -> str:
    """A gate's result as plain text."""
    return gate.result.value.replace("_", " ")


def symbol(evaluation: Evaluation) -> str:
    """The sign before the verdict: the overall's colour, unless something else matters more."""
    if evaluation.decision.state is State.FAILED or _is_incomplete(evaluation):
        return _BROKEN
    if evaluation.decision.conclusion is Conclusion.FAILURE:
        return _BLOCKED
    return SYMBOLS[evaluation.scorecard.overall.status if evaluation.scorecard else Status.UNKNOWN]


def _is_incomplete(evaluation: Evaluation) -> bool:
    return evaluation.pull_request is not None and not evaluation.pull_request.change.complete


def short(sha: str) -> str:
    """A commit as people write it."""
    return sha[:7]


def money(hundredths: int) -> str:
    """Credits from hundredths: `0.05`."""
    return f"{hundredths // 100}.{hundredths % 100:02}"
