"""The states table of docs/action.md, row by row: state → verdict, conclusion, title, exit code."""

from __future__ import annotations

from fractions import Fraction

import pytest

from steward import lifecycle
from steward.errors import StewardError
from steward.lifecycle import REASONS, budget_exhausted, done, failed, job_exit, literal, skipped
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
from tests.unit.build import change, file, incomplete

SOME = change([file("a.py")])
PART = incomplete([file(f"f{n}") for n in range(3000)], (3412, 10, 10))
FAILURES = (
    "github_api rate_limited diff_unreadable config_invalid input_invalid event_unsupported not_found "
    "timeout internal"
).split()


def whole(score: int | None) -> Overall:
    colours = {None: Status.UNKNOWN, 78: Status.GREEN, 62: Status.AMBER, 40: Status.RED}
    return Overall(
        score=score,
        mean=None if score is None else Fraction(score),
        status=colours[score],
        rests_on=0 if score is None else 3,
    )


def gate(name: str, mode: GateMode, result: GateResult) -> GateOutcome:
    return GateOutcome(name=name, mode=mode, result=result)


G, R = GateMode, GateResult
ROWS = [
    ("green", whole(78), SOME, [], FailOn.NEVER, "pass", "success", "78 green", 0),
    (
        "green-passing-gates",
        whole(78),
        SOME,
        [gate("dco", G.ENFORCE, R.PASS), gate("cla", G.ENFORCE, R.NOT_APPLICABLE)],
        FailOn.AMBER,
        "pass",
        "success",
        "78 green",
        0,
    ),
    (
        "gate-warns",
        whole(78),
        SOME,
        [gate("dco", G.WARN, R.FAIL)],
        FailOn.NEVER,
        "warn",
        "neutral",
        "78 green, 1 gate warns: dco",
        0,
    ),
    (
        "gate-warns-unmeasured",
        whole(78),
        SOME,
        [gate("dco", G.WARN, R.UNMEASURED), gate("cla", G.WARN, R.FAIL)],
        FailOn.NEVER,
        "warn",
        "neutral",
        "78 green, 2 gates warn: dco, cla",
        0,
    ),
    ("amber", whole(62), SOME, [], FailOn.NEVER, "warn", "neutral", "62 amber", 0),
    ("red", whole(40), SOME, [], FailOn.NEVER, "warn", "neutral", "40 red", 0),
    (
        "amber-and-warning",
        whole(62),
        SOME,
        [gate("dco", G.WARN, R.FAIL)],
        FailOn.RED,
        "warn",
        "neutral",
        "62 amber, 1 gate warns: dco",
        0,
    ),
    (
        "gate-blocks",
        whole(78),
        SOME,
        [gate("dco", G.ENFORCE, R.FAIL), gate("cla", G.WARN, R.FAIL)],
        FailOn.NEVER,
        "fail",
        "failure",
        "78 green, blocked: dco",
        1,
    ),
    (
        "gate-unmeasured-blocks",
        whole(78),
        SOME,
        [gate("dco", G.ENFORCE, R.UNMEASURED)],
        FailOn.NEVER,
        "fail",
        "failure",
        "78 green, blocked: dco",
        1,
    ),
    ("fail-on-red", whole(40), SOME, [], FailOn.RED, "fail", "failure", "40 red, blocked: fail-on", 1),
    ("fail-on-amber", whole(62), SOME, [], FailOn.AMBER, "fail", "failure", "62 amber, blocked: fail-on", 1),
    (
        "fail-on-amber-red",
        whole(40),
        SOME,
        [],
        FailOn.AMBER,
        "fail",
        "failure",
        "40 red, blocked: fail-on",
        1,
    ),
    ("fail-on-red-amber", whole(62), SOME, [], FailOn.RED, "warn", "neutral", "62 amber", 0),
    (
        "waived",
        whole(78),
        SOME,
        [gate("dco", G.ENFORCE, R.WAIVED)],
        FailOn.NEVER,
        "warn",
        "neutral",
        "78 green, waived: dco",
        0,
    ),
    (
        "observed-only",
        whole(78),
        SOME,
        [gate("dco", G.OBSERVE, R.FAIL), gate("cla", G.OBSERVE, R.WAIVED)],
        FailOn.NEVER,
        "pass",
        "success",
        "78 green",
        0,
    ),
    (
        "incomplete",
        whole(78),
        PART,
        [],
        FailOn.NEVER,
        "warn",
        "neutral",
        "file list incomplete: 3,000 of 3,412",
        0,
    ),
    (
        "incomplete-fail-on",
        whole(78),
        PART,
        [],
        FailOn.RED,
        "fail",
        "failure",
        "file list incomplete: 3,000 of 3,412, blocked: fail-on",
        1,
    ),
    (
        "incomplete-gate-needs-it",
        whole(78),
        PART,
        [gate("cyclomatic", G.ENFORCE, R.UNMEASURED)],
        FailOn.NEVER,
        "fail",
        "failure",
        "file list incomplete: 3,000 of 3,412, blocked: cyclomatic",
        1,
    ),
    ("nothing", whole(None), change([]), [], FailOn.AMBER, "warn", "neutral", "nothing to score", 0),
]


@pytest.mark.parametrize(
    ("overall", "of", "gates", "fail_on", "verdict", "conclusion", "title", "code"),
    [pytest.param(*row[1:], id=row[0]) for row in ROWS],
)
def test_done(
    overall: Overall,
    of: Change,
    gates: list[GateOutcome],
    fail_on: FailOn,
    verdict: str,
    conclusion: str,
    title: str,
    code: int,
) -> None:
    decision = done(overall, of, gates, fail_on)
    assert (decision.verdict, decision.conclusion, decision.title, decision.exit_code) == (
        verdict,
        conclusion,
        title,
        code,
    )
    assert decision.todo
    assert literal(decision) == "done"


@pytest.mark.parametrize("reason", FAILURES)
def test_failed_is_red_and_exits_2(reason: str) -> None:
    decision = failed(Reason(reason))
    assert (decision.verdict, decision.conclusion, decision.exit_code) == (
        Verdict.FAIL,
        Conclusion.FAILURE,
        2,
    )
    assert decision.title == f"evaluation failed: {REASONS[Reason(reason)]}"
    assert literal(decision) == f"failed({reason})"
    assert reason in decision.todo


def test_every_error_has_a_reason_of_the_closed_list() -> None:
    def below(kind: type[StewardError]) -> list[type[StewardError]]:
        return [kind, *(found for child in kind.__subclasses__() for found in below(child))]

    assert {str(kind.reason) for kind in below(StewardError)} == set(FAILURES)


@pytest.mark.parametrize(
    ("reason", "conclusion"),
    [("bot", "neutral"), ("superseded", None), ("draft", None), ("self", None), ("closed", None)],
)
def test_skipped_publishes_no_check_but_for_bots(reason: str, conclusion: str | None) -> None:
    decision = skipped(Reason(reason))
    assert (decision.verdict, decision.conclusion, decision.exit_code) == (None, conclusion, 0)


@pytest.mark.parametrize(
    ("row", "conclusion"),
    [("green", "neutral"), ("amber", "neutral"), ("gate-blocks", "failure")],
)
def test_an_exhausted_budget_never_opens_anything(row: str, conclusion: str) -> None:
    before = decision_of(row)
    after = budget_exhausted(before)
    assert (after.conclusion, after.verdict, after.exit_code) == (
        conclusion,
        before.verdict,
        before.exit_code,
    )
    assert after.title == f"{before.title}, prose skipped: daily credits used"
    assert literal(after) == "skipped(budget_exhausted)"


def decision_of(name: str) -> Decision:
    row = next(row for row in ROWS if row[0] == name)
    return done(row[1], row[2], row[3], row[4])


@pytest.mark.parametrize(
    ("decision", "job_is_the_verdict", "published", "code"),
    [
        pytest.param(decision_of("gate-blocks"), True, True, 1, id="its-own-job"),
        pytest.param(decision_of("gate-blocks"), False, True, 0, id="carried-by-the-check"),
        pytest.param(decision_of("gate-blocks"), False, False, 1, id="carried-by-nothing"),
        pytest.param(failed(Reason.INTERNAL), False, True, 2, id="two-stays-two"),
        pytest.param(decision_of("green"), False, True, 0, id="green"),
    ],
)
def test_the_job_s_exit_code(
    decision: Decision, job_is_the_verdict: bool, published: bool, code: int
) -> None:
    assert job_exit(decision, job_is_the_verdict=job_is_the_verdict, check_published=published) == code


def test_every_reason_has_words_and_every_state_a_row() -> None:
    assert set(REASONS) == set(Reason)
    assert {State.DONE, State.FAILED, State.SKIPPED} < set(State)
    assert lifecycle.EXIT_FAILED == 2
