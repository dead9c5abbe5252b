"""Gate `cyclomatic`: which functions are this author's, and which are above what their domain allows."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.facts import Functions, Missing
from steward.gates import cyclomatic
from steward.model import ChangedFile, Content, GateOutcome, GateResult, Kind, Quoted
from steward.policy import Constitution, Gates
from tests.unit import build
from tests.unit.gates.domains import FREE, card, pull, sides

Stated = dict[str, int]


def judged(*functions: Functions, files: tuple[ChangedFile, ...] = ()) -> GateOutcome:
    """The gate's answer about files of which these functions are known."""
    change = pull(files or [build.file(one.path) for one in functions], functions=functions)
    return cyclomatic.check(change, card(change))


def accused(outcome: GateOutcome) -> list[str]:
    """The functions that the findings name."""
    return [next(word.text for word in one.what if isinstance(word, Quoted)) for one in outcome.findings]


@pytest.mark.parametrize(
    ("before", "after", "guilty"),
    [
        pytest.param({}, {"f": 11}, ["f"], id="a new function above"),
        pytest.param({}, {"f": 10}, [], id="at the limit is within it"),
        pytest.param({"f": 9}, {"f": 11}, ["f"], id="grown past the limit"),
        pytest.param({"f": 20}, {"f": 21}, ["f"], id="grown above the limit"),
        pytest.param({"f": 20}, {"f": 20}, [], id="an old sin is not this author's"),
        pytest.param({"f": 20}, {"f": 12}, [], id="better, though still above"),
        pytest.param({"f": 20}, {}, [], id="taken out"),
        pytest.param({"f": 20, "g": 1}, {"g": 1, "f": 20}, [], id="moved within the file"),
        pytest.param({"f": 20}, {"g": 20}, [], id="renamed and equal"),
        pytest.param({"f": 20}, {"g": 21}, ["g"], id="renamed and grown"),
        pytest.param({"f": 20}, {"g": 19}, ["g"], id="another function in the place of an old one"),
        pytest.param({"f": 20}, {"f": 20, "g": 20}, ["g"], id="copied under another name"),
        pytest.param({"f": 20}, {"g": 20, "h": 20}, ["h"], id="one old function stands for one new one"),
        pytest.param({"f": 20}, {"f": 20, "f#2": 20}, ["f"], id="one more of the same name"),
        pytest.param({"f": 3, "f#2": 20}, {"f": 20, "f#2": 3}, [], id="overloads that changed places"),
        pytest.param({"f": 3, "f#2": 20}, {"f": 11, "f#2": 20}, ["f"], id="the small one of two grew"),
        pytest.param({"f": 15, "f#2": 20}, {"f": 20, "f#2": 25}, ["f"], id="of two, one finding"),
        pytest.param({"f": 12}, {"f": 5, "g": 12}, ["g"], id="its weight went into a new one"),
    ],
)
def test_a_function_is_this_authors_when_it_is_new_or_grew(
    before: Stated, after: Stated, guilty: list[str]
) -> None:
    outcome = judged(sides("core/a.py", before, after))
    assert accused(outcome) == guilty
    assert outcome.result is (GateResult.FAIL if guilty else GateResult.PASS)


def test_a_finding_says_where_what_the_limit_and_the_step() -> None:
    (finding,) = judged(sides("core/a b.py", {"f": 8}, {"g": 1, "f": 14})).findings
    assert (finding.where, finding.line, finding.measured, finding.limit) == ("core/a b.py", 2, "14", "10")
    assert "grew from 8" in "".join(word for word in finding.what if isinstance(word, str))
    assert Quoted("lizard -C 10 'core/a b.py'") in finding.mend


def test_each_domain_has_its_own_limit_and_zero_or_no_domain_has_none() -> None:
    outcome = judged(
        *(sides(f"{folder}/a.py", {}, {folder: 15}) for folder in ("core", "edge", "free", "other"))
    )
    assert accused(outcome) == ["core"]


def test_without_a_limit_or_a_touched_file_of_a_limited_domain_it_does_not_apply() -> None:
    unlimited = pull([build.file("free/a.py")], domains=(FREE,), functions=())
    untouched = pull([build.file("free/a.py")], functions=())
    lawless = msgspec.structs.replace(untouched, constitution=None)
    deleted = pull([build.file("core/a.py", kind=Kind.DELETED)], functions=())
    moved = pull([build.file("core/a.py", kind=Kind.RENAMED, previous="core/b.py", content=Content.SAME)])
    for change in (unlimited, untouched, lawless, deleted, moved):
        assert cyclomatic.check(change, card(change)).result is GateResult.NOT_APPLICABLE


def test_a_language_that_cannot_be_measured_is_said_and_no_failure() -> None:
    alone = judged(Functions(path="core/a.dart", known=False))
    assert alone.result is GateResult.NOT_APPLICABLE
    assert Quoted("core/a.dart") in alone.said
    beside = judged(Functions(path="core/a.dart", known=False), sides("core/a.py", {}, {"f": 1}))
    assert beside.result is GateResult.PASS
    assert Quoted("core/a.dart") in beside.said


def test_what_is_missing_is_unmeasured_with_its_reason_and_hides_no_failure() -> None:
    lost = Functions(path="core/b.py", missing=Missing(why="too large", mend="split the file"))
    alone = judged(lost)
    assert alone.result is GateResult.UNMEASURED
    assert Quoted("too large") in alone.findings[0].what
    assert alone.findings[0].mend == ("Split the file.",)
    assert judged(lost, sides("core/a.py", {}, {"f": 11})).result is GateResult.FAIL


def test_facts_that_nobody_could_read_are_unmeasured() -> None:
    for facts in (None, Missing(why="403")):
        change = pull([build.file("core/a.py")], functions=facts)
        assert cyclomatic.check(change, card(change)).result is GateResult.UNMEASURED


def test_a_touched_file_without_facts_is_unmeasured_when_its_language_is_known() -> None:
    change = pull([build.file("core/a.rb"), build.file("core/b.txt")], functions=())
    outcome = cyclomatic.check(change, card(change))
    assert (outcome.result, [one.where for one in outcome.findings]) == (GateResult.UNMEASURED, ["core/a.rb"])


def test_an_incomplete_list_is_unmeasured_even_when_what_is_listed_passes() -> None:
    change = pull([build.file("core/a.py")], functions=(sides("core/a.py", {}, {"f": 1}),))
    part = build.incomplete([build.file("core/a.py")], (9, 9, 9))
    change = msgspec.structs.replace(change, change=part)
    assert cyclomatic.check(change, card(change)).result is GateResult.UNMEASURED


def test_a_function_that_moves_to_another_file_of_its_domain_is_an_old_one() -> None:
    gone = sides("core/a.py", {"f": 20}, {})
    assert judged(gone, sides("core/b.py", {}, {"f": 20})).result is GateResult.PASS
    assert accused(judged(gone, sides("core/b.py", {}, {"f": 21}))) == ["f"]
    assert accused(judged(gone, sides("core/b.py", {}, {"g": 20}))) == ["g"]
    assert accused(judged(gone, sides("core/b.py", {}, {"f": 20}), sides("core/c.py", {}, {"f": 20}))) == [
        "f"
    ]


def test_a_function_that_moves_into_a_stricter_domain_is_new_there() -> None:
    assert accused(judged(sides("free/a.py", {"f": 20}, {}), sides("core/b.py", {}, {"f": 20}))) == ["f"]


def test_the_mode_is_the_setting() -> None:
    change = pull([build.file("core/a.py")], functions=())
    assert cyclomatic.check(change, card(change)).mode is Gates().cyclomatic.mode


_STATED = st.dictionaries(st.sampled_from(["f", "g", "h", "f#2", "f#3"]), st.integers(1, 30))


@given(_STATED, _STATED)
def test_the_findings_are_never_fewer_than_what_rose_above_the_limit(before: Stated, after: Stated) -> None:
    """However functions are matched: more above the limit than before cannot pass."""
    above = [sum(value > 10 for value in side.values()) for side in (before, after)]
    outcome = judged(sides("core/a.py", before, after))
    assert len(outcome.findings) >= above[1] - above[0]
    if after and max(after.values()) > max([10, *before.values()]):
        assert outcome.result is GateResult.FAIL


@given(_STATED)
def test_an_unchanged_file_is_never_accused(stated: Stated) -> None:
    assert judged(sides("core/a.py", stated, stated)).result is GateResult.PASS


def test_no_domain_no_gate() -> None:
    change = pull([build.file("core/a.py")], constitution=Constitution())
    assert cyclomatic.check(change, card(change)).result is GateResult.NOT_APPLICABLE


def test_without_a_constitution_it_says_so() -> None:
    change = msgspec.structs.replace(pull([build.file("core/a.py")]), constitution=None)
    outcome = cyclomatic.check(change, card(change))
    assert (outcome.result, outcome.said) == (GateResult.NOT_APPLICABLE, ("there is no governance.pxf",))


def test_a_file_that_moves_in_from_where_there_is_no_limit_brings_its_functions_as_new_ones() -> None:
    moved = build.file("core/a.py", kind=Kind.RENAMED, previous="free/a.py", content=Content.SAME)
    change = pull([moved], functions=())
    assert cyclomatic.check(change, card(change)).result is not GateResult.NOT_APPLICABLE
