"""The states table: state → verdict, conclusion, title, exit code. Nothing else in the code maps a state.

The rows are those of `docs/action.md`, "States", each tested by its row.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from steward.model import (
    Change,
    Conclusion,
    Decision,
    FailOn,
    GateMode,
    GateOutcome,
    GateResult,
    Overall,
    Reason,
    State,
    Status,
    Verdict,
)

_CONCLUSIONS = {
    Verdict.PASS: Conclusion.SUCCESS,
    Verdict.WARN: Conclusion.NEUTRAL,
    Verdict.FAIL: Conclusion.FAILURE,
}
CHALLENGES = {
    "accepted": (Verdict.PASS, Conclusion.SUCCESS, 0),
    "failed": (Verdict.FAIL, Conclusion.FAILURE, 1),
    "needs_review": (Verdict.WARN, Conclusion.ACTION_REQUIRED, 0),
}
"""What the verdicts of Task Mode and Review Mode do: what they are worth, conclusion and exit code."""

_EXIT_CODES = {Verdict.PASS: 0, Verdict.WARN: 0, Verdict.FAIL: 1}
_FAILING_STATUSES = {
    FailOn.NEVER: frozenset[Status](),
    FailOn.RED: frozenset({Status.RED}),
    FailOn.AMBER: frozenset({Status.RED, Status.AMBER}),
}
_NOT_PASSED = (GateResult.FAIL, GateResult.UNMEASURED)

EXIT_FAILED = 2

FAIL_ON = "fail-on"
"""What blocks beside the gates, as a decision names it."""

REASONS: dict[Reason, str] = {
    Reason.GITHUB_API: "GitHub did not give a usable answer",
    Reason.RATE_LIMITED: "rate limited",
    Reason.DIFF_UNREADABLE: "diff unreadable",
    Reason.CONFIG_INVALID: "configuration invalid",
    Reason.INPUT_INVALID: "inputs invalid",
    Reason.EVENT_UNSUPPORTED: "event not supported",
    Reason.NOT_FOUND: "not found",
    Reason.TIMEOUT: "out of time",
    Reason.INTERNAL: "internal error",
    Reason.BUDGET_EXHAUSTED: "daily credits used",
    Reason.BOT: "opened by a bot",
    Reason.SUPERSEDED: "a newer run has taken over",
    Reason.DRAFT: "draft",
    Reason.SELF: "caused by Steward itself",
    Reason.CLOSED: "closed",
    Reason.NOT_ASKED: "nothing was asked of Steward",
}
"""Each reason in words, as titles show it."""

_TODO = {
    Verdict.PASS: "Nothing to do: read the verdict.",
    Verdict.WARN: "Look at what is not green; nothing blocks the merge.",
    Verdict.FAIL: "Follow the finding's own step, or ask for a waiver.",
}
_TODO_SCORE = "Raise the overall score: what would raise it is listed."
_TODO_NOTHING = "No file was changed: there is nothing to look at."
_TODO_INCOMPLETE = "Split the change, so that every file can be listed."


class _Gates(msgspec.Struct, frozen=True, kw_only=True):
    """The gates sorted by what they do to the verdict."""

    blocking: tuple[str, ...]
    warning: tuple[str, ...]
    waived: tuple[str, ...]

    @classmethod
    def of(cls, outcomes: Iterable[GateOutcome]) -> _Gates:
        outcomes = tuple(outcomes)
        missed = [gate for gate in outcomes if gate.result in _NOT_PASSED]
        counted = (GateMode.WARN, GateMode.ENFORCE)
        return cls(
            blocking=tuple(gate.name for gate in missed if gate.mode is GateMode.ENFORCE),
            warning=tuple(gate.name for gate in missed if gate.mode is GateMode.WARN),
            waived=tuple(g.name for g in outcomes if g.result is GateResult.WAIVED and g.mode in counted),
        )


def done(overall: Overall, change: Change, gates: Iterable[GateOutcome], fail_on: FailOn) -> Decision:
    """Decide an evaluation that looked at everything it could look at."""
    sorted_gates = _Gates.of(gates)
    blocked = sorted_gates.blocking
    if overall.status in _FAILING_STATUSES[fail_on]:
        blocked = (*blocked, FAIL_ON)
    if not change.complete and not blocked:
        blocked = (FAIL_ON,) if fail_on is not FailOn.NEVER else ()
    verdict = _verdict(overall, change, sorted_gates, blocked)
    return Decision(
        state=State.DONE,
        reason=None,
        verdict=verdict,
        conclusion=_CONCLUSIONS[verdict],
        title=_subject(overall, change) + _suffix(sorted_gates, blocked),
        exit_code=_EXIT_CODES[verdict],
        todo=_todo(verdict, overall, change, sorted_gates),
        blocked=blocked,
    )


def blocked_by_gate(outcomes: Iterable[GateOutcome]) -> bool:
    """Whether an enforced gate fails: the report is then the template, which saves the call of a model."""
    return bool(_Gates.of(outcomes).blocking)


def _verdict(overall: Overall, change: Change, gates: _Gates, blocked: tuple[str, ...]) -> Verdict:
    if blocked:
        return Verdict.FAIL
    clean = overall.status is Status.GREEN and change.complete and not gates.warning and not gates.waived
    return Verdict.PASS if clean else Verdict.WARN


def _subject(overall: Overall, change: Change) -> str:
    if not change.complete:
        listed, files = len(change.files), change.totals.files
        # A merge group has no totals of its own: how many files were left out is then not known.
        return f"file list incomplete: {listed:,} of {f'{files:,}' if files > listed else 'more'}"
    return "nothing to score" if overall.score is None else f"{overall.score} {overall.status}"


def _suffix(gates: _Gates, blocked: tuple[str, ...]) -> str:
    if blocked:
        return f", blocked: {', '.join(blocked)}"
    if gates.warning:
        number = len(gates.warning)
        verb = "gate warns" if number == 1 else "gates warn"
        return f", {number} {verb}: {', '.join(gates.warning)}"
    return f", waived: {', '.join(gates.waived)}" if gates.waived else ""


def _todo(verdict: Verdict, overall: Overall, change: Change, gates: _Gates) -> str:
    if not change.complete:
        return _TODO_INCOMPLETE
    if verdict is Verdict.FAIL and not gates.blocking:
        return _TODO_SCORE
    return _TODO_NOTHING if overall.score is None and verdict is Verdict.WARN else _TODO[verdict]


def budget_exhausted(decision: Decision) -> Decision:
    """The same judgement without prose: an exhausted budget never opens anything, and never reads as full."""
    neutral = decision.conclusion is Conclusion.SUCCESS
    return replace(
        decision,
        state=State.SKIPPED,
        reason=Reason.BUDGET_EXHAUSTED,
        conclusion=Conclusion.NEUTRAL if neutral else decision.conclusion,
        title=f"{decision.title}, prose skipped: daily credits used",
        todo="Raise `daily-credits`, or wait until 00:00 UTC.",
    )


def failed(reason: Reason, subject: str = "evaluation") -> Decision:
    """Steward itself could not do its job: red, never green. `subject` is what failed."""
    return Decision(
        state=State.FAILED,
        reason=reason,
        verdict=Verdict.FAIL,
        conclusion=Conclusion.FAILURE,
        title=f"{subject} failed: {REASONS[reason]}",
        exit_code=EXIT_FAILED,
        todo=f"See docs/troubleshooting.md, section {reason}.",
    )


def skipped(reason: Reason) -> Decision:
    """Nothing was looked at, on purpose. Only `bot` leaves a check run: any other would pass an old head."""
    return Decision(
        state=State.SKIPPED,
        reason=reason,
        verdict=None,
        conclusion=Conclusion.NEUTRAL if reason is Reason.BOT else None,
        title=f"skipped: {REASONS[reason]}",
        exit_code=0,
        todo="Nothing was looked at.",
    )


def job_exit(decision: Decision, *, job_is_the_verdict: bool, check_published: bool) -> int:
    """The exit code of the job.

    The jobs of some events belong to the default branch, where a red job would blame the wrong commit: there a
    failing verdict that a check run carries exits 0. What Steward itself could not do stays 2 everywhere.
    """
    return exit_of(decision.exit_code, job_is_the_verdict=job_is_the_verdict, check_published=check_published)


def exit_of(code: int, *, job_is_the_verdict: bool, check_published: bool) -> int:
    """The same for an exit code alone, whichever mode it comes from."""
    carried = code == _EXIT_CODES[Verdict.FAIL] and check_published and not job_is_the_verdict
    return 0 if carried else code


def literal(decision: Decision) -> str:
    """The state as programs write it: `done`, `failed(rate_limited)`."""
    return f"{decision.state}({decision.reason})" if decision.reason else str(decision.state)
