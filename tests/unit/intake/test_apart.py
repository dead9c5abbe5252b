"""What a gate says of a merge group of several: the worst of what it says of each, with each one's own waivers."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from steward.dimensions.scorecard import scorecard
from steward.facts import Held, Waiver
from steward.intake.apart import APART, alone, common, decided
from steward.model import Finding, GateMode, GateOutcome, GateResult, Kind, PullRequest, Quoted, Scorecard
from steward.report.markdown import plain
from tests.unit import build

FAIL, UNMEASURED, WAIVED, PASS, NOTHING = (
    GateResult.FAIL,
    GateResult.UNMEASURED,
    GateResult.WAIVED,
    GateResult.PASS,
    GateResult.NOT_APPLICABLE,
)


def waiver(gate: str = "dco", login: str = "maintainer") -> Waiver:
    return Waiver(gate=gate, login=login, reason="it was agreed on", head=None, given="2026-11-30T09:00:00Z")


def held(number: int, *waivers: Waiver, path: str = "") -> Held:
    return Held(
        number=number,
        author=f"author-{number}",
        head=str(number) * 40,
        commits=(f"c{number}",),
        paths=(path or f"{number}.py",),
        waivers=waivers,
    )


def group(*several: Held, waivers: tuple[Waiver, ...] = ()) -> PullRequest:
    made = build.pull_request(*(path for one in several for path in one.paths))
    return replace(made, beside=replace(made.beside, held=several, waivers=waivers))


class Gate:
    """A gate that says of each pull request what it is told to, by its author."""

    def __init__(self, name: str = "dco", whole: GateResult = FAIL, **each: GateResult) -> None:
        self.name, self.whole = name, whole
        self.each: Mapping[str, GateResult] = {f"author-{key[1:]}": result for key, result in each.items()}

    def __call__(self, pull_request: PullRequest, card: Scorecard) -> GateOutcome:
        author = pull_request.record.author.login if pull_request.record else ""
        result = self.each.get(author, self.whole)
        missed = result in (FAIL, UNMEASURED)
        return GateOutcome(
            name=self.name,
            mode=GateMode.ENFORCE,
            result=result,
            findings=(Finding(where="", what=("found of ", Quoted(author))),) if missed else (),
            said=() if missed else (f"said of {author}",),
        )


def judged(gate: Gate, facts: PullRequest, *, waivable: bool = True) -> GateOutcome:
    return decided(gate, facts, scorecard(facts), waivable=waivable)


def found(outcome: GateOutcome) -> list[str]:
    return [plain(finding.what) for finding in outcome.findings]


@pytest.mark.parametrize("name", APART)
@pytest.mark.parametrize("one", [FAIL, UNMEASURED, PASS, NOTHING])
@pytest.mark.parametrize("other", [FAIL, UNMEASURED, PASS, NOTHING])
def test_the_worst_of_any_is_what_is_said_of_all(name: str, one: GateResult, other: GateResult) -> None:
    outcome = judged(Gate(name, PASS, n7=one, n8=other), group(held(7), held(8)))

    order = [FAIL, UNMEASURED, PASS, NOTHING]
    assert outcome.result is min(one, other, key=order.index)
    missed = [
        f"#{number}: found of author-{number}"
        for number, result in ((7, one), (8, other))
        if result in order[:2]
    ]
    assert found(outcome) == missed


def test_what_passes_is_said_of_each() -> None:
    outcome = judged(Gate(n7=PASS, n8=NOTHING, n9=PASS), group(held(7), held(8), held(9)))

    assert plain(outcome.said) == "#7: said of author-7; #9: said of author-9"


@pytest.mark.parametrize("missed", [FAIL, UNMEASURED])
def test_a_waiver_lets_its_own_pull_request_pass_and_no_other(missed: GateResult) -> None:
    gate = Gate(n7=missed, n8=missed)

    outcome = judged(gate, group(held(7, waiver()), held(8), waivers=(waiver(),)))
    assert (outcome.result, found(outcome), outcome.waiver) == (missed, ["#8: found of author-8"], None)

    outcome = judged(gate, group(held(7, waiver()), held(8, waiver("cla")), waivers=(waiver(),)))
    assert outcome.result is missed


def test_every_waiver_that_lets_something_pass_is_told() -> None:
    outcome = judged(Gate(n7=FAIL, n8=FAIL), group(held(7, waiver()), held(8, waiver(login="admin"))))

    assert outcome.result is WAIVED
    assert outcome.waiver == waiver()
    assert (
        found(outcome)[-1]
        == "#8: waived by admin on 2026-11-30T09:00:00Z for the whole pull request: it was agreed on"
    )


def test_a_waiver_of_one_is_enough_where_the_other_passes() -> None:
    assert judged(Gate(n7=FAIL, n8=PASS), group(held(7, waiver()), held(8))).result is WAIVED


def test_a_gate_of_the_whole_group_takes_a_waiver_of_all() -> None:
    gate = Gate("complexity", FAIL, n7=PASS, n8=PASS)
    of_one = group(held(7, waiver("complexity")), held(8))

    assert judged(gate, of_one).result is FAIL
    assert judged(gate, group(held(7), held(8), waivers=(waiver("complexity"),))).result is WAIVED


def test_a_preview_knows_no_waiver() -> None:
    facts = group(held(7, waiver()), held(8, waiver()), waivers=(waiver(),))

    assert judged(Gate(n7=FAIL, n8=FAIL), facts, waivable=False).result is FAIL
    assert judged(Gate("score"), facts, waivable=False).result is FAIL


def test_what_all_have_is_common() -> None:
    both = (waiver(), waiver("cla"))

    assert common([held(7, *both), held(8, waiver("cla", "admin")), held(9, *both)]) == (waiver("cla"),)
    assert common([held(7, *both), held(8)]) == ()
    assert common([]) == ()


def test_a_file_that_moved_is_of_whoever_touched_either_place() -> None:
    moved = build.file("lib/a.py", kind=Kind.RENAMED, previous="src/a.py")
    facts = build.pull_request("b.py")
    facts = replace(facts, change=build.change([moved, *facts.change.files]))

    def paths(*touched: str) -> tuple[str, ...]:
        return alone(facts, replace(held(7), paths=touched)).change.touched

    assert paths("src/a.py") == paths("lib/a.py") == ("lib/a.py", "src/a.py")
    assert paths("b.py", "gone.py") == ("b.py",)
