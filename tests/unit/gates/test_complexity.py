"""Gate `complexity`: within the lines and files that are allowed, by the dimension's own count."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from steward.dimensions.scorecard import scorecard
from steward.gates import complexity
from steward.model import GateMode, GateOutcome, GateResult, PullRequest, ScoringRules
from steward.policy import Complexity, Gates
from tests.unit import build


def judged(pull_request: PullRequest, *, lines: int = 1000, files: int = 50) -> GateOutcome:
    rules = Gates(complexity=Complexity(mode=GateMode.WARN, max_lines=lines, max_files=files))
    facts = replace(pull_request, gates=rules)
    return complexity.check(facts, scorecard(facts))


@pytest.mark.parametrize(
    ("lines", "files", "said"),
    [
        (10, 2, []),
        (9, 2, ["10 changed lines, 9 allowed"]),
        (10, 1, ["2 changed files, 1 allowed"]),
        (0, 0, ["10 changed lines, 0 allowed", "2 changed files, 0 allowed"]),
    ],
)
def test_a_limit_is_what_is_allowed_at_most(lines: int, files: int, said: list[str]) -> None:
    facts = build.pull_request(build.file("a.py", 4, 3), build.file("b.py", 2, 1))
    found = judged(facts, lines=lines, files=files)
    assert ["".join(map(str, one.what)) for one in found.findings] == said
    assert found.result is (GateResult.FAIL if said else GateResult.PASS)
    assert (found.name, found.mode) == ("complexity", GateMode.WARN)
    assert all(one.measured and one.limit and one.mend for one in found.findings)


def test_what_the_score_leaves_out_is_left_out_here() -> None:
    rules = ScoringRules(complexity_exclude=("*.snap",))
    facts = build.pull_request(build.file("a.py", 4, 0), build.file("a.snap", 900, 0), rules=rules)
    assert judged(facts, lines=4, files=1).result is GateResult.PASS


def test_nothing_changed_is_not_applicable() -> None:
    assert judged(build.pull_request()).result is GateResult.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("totals", "result"),
    [
        ((50, 500, 500), GateResult.PASS),
        ((51, 1, 0), GateResult.UNMEASURED),
        ((1, 1000, 1), GateResult.UNMEASURED),
    ],
)
def test_an_incomplete_list_passes_by_the_totals_or_is_unmeasured(
    totals: tuple[int, int, int], result: GateResult
) -> None:
    facts = build.pull_request(of=build.incomplete([build.file("a.py")], totals))
    assert judged(facts).result is result
