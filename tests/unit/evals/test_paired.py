"""With and without the constitution: arms, pairs, and verdicts that take a third of the usual level."""

from __future__ import annotations

import pytest

from steward.evals import JudgeRequest, ModelFailed, rubric_judge
from steward.evals.arms import Arm
from steward.evals.paired import LEVEL, Twice, arms, judge_twice, together
from steward.evals.prose import Case
from steward.evals.writing import Draft, write
from steward.policy import Constitution, Domain
from tests.unit.evals import saved

RULES = Constitution(domains=(Domain(name="shop", globs=("src/shop/**",)),))


def twice(count: int, *, ours: str = "with", theirs: str = "without") -> list[Twice]:
    return [
        Twice(
            with_=Case(name=f"c{n}", content=f"{ours} {n}", facts=""),
            without=Case(name=f"c{n}", content=f"{theirs} {n}", facts=""),
        )
        for n in range(count)
    ]


def by_arm(asked: JudgeRequest) -> str:
    """12 with it, 9 without."""
    return f'{{"score": {9 if asked.content.startswith("without") else 12}}}'


def test_the_arms_differ_in_the_constitution_alone() -> None:
    draft = Draft(name="medium", facts=saved.CASES["medium"])
    both = arms(draft, RULES, "text")
    ours, theirs = both[Arm.WITH].facts, both[Arm.WITHOUT].facts

    assert (ours.governance_present, ours.constitution, both[Arm.WITH].governance_text) == (
        True,
        RULES,
        "text",
    )
    assert (theirs.governance_present, theirs.constitution, both[Arm.WITHOUT].governance_text) == (
        False,
        None,
        "",
    )
    assert ours.change == theirs.change
    assert "`shop`" in write(both[Arm.WITH]).content
    assert "overnance" not in write(both[Arm.WITHOUT]).content


def test_facts_keep_their_own_constitution_when_none_is_named() -> None:
    draft = Draft(
        name="medium", facts=arms(Draft(name="m", facts=saved.CASES["medium"]), RULES)[Arm.WITH].facts
    )
    assert arms(draft)[Arm.WITH].facts.constitution == RULES


@pytest.mark.parametrize(
    ("count", "verdict"), [(5, "not shown"), (6, "not shown"), (7, "helps"), (30, "helps")]
)
def test_six_pairs_are_too_few_for_three_dimensions(count: int, verdict: str) -> None:
    document = judge_twice(twice(count), judge=by_arm)

    assert (document.needed, round(LEVEL, 4)) == (7, 0.0167)
    for part in document.dimensions:
        assert (part.pairs, part.with_, part.without, part.delta) == (count, 12, 9, 3)
        assert (part.better, part.worse, part.verdict) == (count, 0, verdict)


def test_what_is_worse_with_it_hurts() -> None:
    document = judge_twice(twice(10, ours="without", theirs="with"), judge=by_arm)
    assert {part.verdict for part in document.dimensions} == {"hurts"}


def test_the_same_words_differ_in_nothing() -> None:
    document = judge_twice(twice(10, theirs="with"), judge=by_arm)
    assert document.differ == 0
    assert {(part.delta, part.sign_flip_p, part.verdict) for part in document.dimensions} == {
        (0, 1, "not shown")
    }


def test_a_pair_without_a_score_in_one_arm_leaves_the_difference() -> None:
    def judge(asked: JudgeRequest) -> str:
        if asked.content == "without 0":
            raise ModelFailed("refused")
        return by_arm(asked)

    part = judge_twice(twice(2), judge=judge).dimensions[0]
    assert (part.pairs, part.with_, part.delta) == (1, 12, 3)


def test_nothing_is_no_figure() -> None:
    part = judge_twice([], judge=rubric_judge).dimensions[0]
    assert (part.pairs, part.with_, part.delta, part.interval, part.sign_flip_p, part.verdict) == (
        0,
        None,
        None,
        None,
        None,
        "not shown",
    )


def test_ctrl_c_keeps_whole_pairs() -> None:
    def judge(asked: JudgeRequest) -> str:
        if asked.content == "without 1":
            raise KeyboardInterrupt
        return by_arm(asked)

    document = judge_twice(twice(3), judge=judge)
    assert (document.stopped, [part.name for part in document.cases]) == (True, ["c0"])


def test_reports_are_paired_by_name() -> None:
    def case(name: str) -> Case:
        return Case(name=name, content=name, facts="")

    pairs = together([case("a"), case("b"), case("c")], [case("c"), case("a")])
    assert [(pair.with_.name, pair.without.name) for pair in pairs] == [("a", "a"), ("c", "c")]
