"""Gate `score`: every score with a minimum reaches it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from steward.dimensions.scorecard import scorecard
from steward.gates import score
from steward.model import GateMode, GateOutcome, GateResult, PullRequest
from steward.policy import Gates, Score
from tests.unit import build

# Correctness 40, security 90, complexity 90, docs 70, governance unknown; overall 73.
AMBER = build.pull_request("src/a.py")


def judged(pull_request: PullRequest, **minimum: int) -> GateOutcome:
    facts = replace(pull_request, gates=Gates(score=Score(mode=GateMode.ENFORCE, minimum=minimum)))
    return score.check(facts, scorecard(facts))


@pytest.mark.parametrize(
    ("minimum", "result", "said"),
    [
        ({"overall": 73}, GateResult.PASS, []),
        ({"overall": 74}, GateResult.FAIL, ["overall is 73, at least 74 is asked"]),
        ({"correctness": 40, "docs": 70}, GateResult.PASS, []),
        (
            {"correctness": 41, "docs": 71, "security": 90},
            GateResult.FAIL,
            ["correctness is 40, at least 41 is asked", "docs is 70, at least 71 is asked"],
        ),
        ({"governance": 75}, GateResult.NOT_APPLICABLE, []),
        ({"governance": 75, "docs": 1}, GateResult.PASS, []),
        ({}, GateResult.NOT_APPLICABLE, []),
        ({"overall": 0}, GateResult.NOT_APPLICABLE, []),
    ],
)
def test_a_minimum_is_reached_or_named(minimum: dict[str, int], result: GateResult, said: list[str]) -> None:
    found = judged(AMBER, **minimum)
    assert (found.result, ["".join(map(str, one.what)) for one in found.findings]) == (result, said)
    assert bool(found.said) is (not said)


def test_nothing_to_score_has_nothing_to_reach() -> None:
    assert judged(build.pull_request(), overall=100, docs=100).result is GateResult.NOT_APPLICABLE


@pytest.mark.parametrize("name", ["correctness", "security", "docs", "overall"])
def test_what_could_not_be_measured_leaves_the_gate_unmeasured(name: str) -> None:
    facts = build.pull_request(of=build.incomplete([build.file("a.py")], (9, 9, 9)))
    assert judged(facts, **{name: 1}).result is GateResult.UNMEASURED


def test_a_score_that_fails_anyhow_fails() -> None:
    facts = build.pull_request(of=build.incomplete([build.file("a.py")], (900, 9000, 9)))
    found = judged(facts, complexity=31, docs=1)
    assert found.result is GateResult.FAIL
    assert len(found.findings) == 2
