"""What could not be measured always comes with a step: what to provide, or what to run again."""

from __future__ import annotations

import pytest

from steward.dimensions.scorecard import scorecard
from steward.facts import Functions, GateFacts, Manifest, Missing, Signatures
from steward.gates import GATES
from steward.model import GateOutcome, GateResult, PullRequest
from steward.policy import Cla, Complexity, Constitution, Dco, Domain, GateMode, Gates, Plain, Score
from tests.unit import build

ON = Plain(mode=GateMode.ENFORCE)
EVERY = Gates(
    dco=Dco(mode=GateMode.ENFORCE),
    cla=Cla(mode=GateMode.ENFORCE),
    complexity=Complexity(mode=GateMode.ENFORCE),
    cyclomatic=ON,
    coverage=ON,
    restricted=ON,
    amendment=ON,
    dependencies=ON,
    score=Score(mode=GateMode.ENFORCE, minimum={"overall": 50, "docs": 1}),
)
RULES = Constitution(
    domains=(Domain(name="core", globs=("core/**",), restricted=True, max_cyclomatic=5, min_coverage=0.5),),
    require_pinned=True,
    amendment_globs=("core/**",),
)
GONE = Missing(why="it is gone")
NOTHING = GateFacts()
LOST = GateFacts(
    commits=GONE,
    approvals=GONE,
    signatures=Signatures(file=GONE, unread=GONE),
    functions=GONE,
    coverage=GONE,
    manifests=GONE,
)
LOST_ONE_BY_ONE = GateFacts(
    commits=GONE,
    approvals=GONE,
    signatures=Signatures(file=GONE, unread=GONE),
    functions=(Functions(path="core/a.py", missing=GONE),),
    coverage=(),
    manifests=(Manifest(path="core/requirements.txt", missing=GONE),),
)


def outcomes(beside: GateFacts, *, complete: bool) -> list[GateOutcome]:
    plain = build.pull_request("core/a.py", "core/requirements.txt", governance=True)
    change = plain.change if complete else build.incomplete(plain.change.files, (9, 9, 9))
    facts = PullRequest(
        record=plain.record,
        change=change,
        governance_present=True,
        constitution=RULES,
        gates=EVERY,
        beside=beside,
    )
    return [check(facts, scorecard(facts)) for check in GATES]


@pytest.mark.parametrize("complete", [True, False], ids=["whole", "incomplete"])
@pytest.mark.parametrize(
    "beside", [NOTHING, LOST, LOST_ONE_BY_ONE], ids=["not read", "lost", "lost one by one"]
)
def test_every_unmeasured_finding_says_what_to_do(beside: GateFacts, complete: bool) -> None:
    found = outcomes(beside, complete=complete)
    unmeasured = {one.name for one in found if one.result is GateResult.UNMEASURED}
    assert unmeasured >= {"dco", "cla", "cyclomatic", "coverage", "restricted", "amendment", "dependencies"}
    without = [
        (one.name, finding.what)
        for one in found
        for finding in one.findings
        if not "".join(map(str, finding.mend))
    ]
    assert without == []
