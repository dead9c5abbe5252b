"""Steward's own prose under its own judge: what its reports rest on, and the saved pull requests."""

from __future__ import annotations

import pytest

from steward import pipeline
from steward.evals import ModelFailed, rubric_judge
from steward.evals.prose import Case, case, judge_cases
from steward.evals.request import JudgeRequest
from steward.intake.facts import decode_facts
from tests.unit.evals import saved


def of(name: str) -> Case:
    """The report on a saved pull request."""
    evaluation = pipeline.judge(saved.CASES[name])
    assert evaluation.scorecard is not None
    assert evaluation.prose is not None
    return case(name, evaluation.scorecard, evaluation.prose)


def test_there_are_thirty_and_more_and_they_are_as_they_are_made() -> None:
    files = {path.stem: path.read_bytes() for path in saved.FOLDER.glob("*.json")}

    assert len(files) >= 30
    assert files == {name: saved.data(name) for name in saved.CASES}, "run python -m tests.unit.evals.saved"
    for data in files.values():
        decode_facts(data)


@pytest.mark.parametrize("name", saved.CASES)
def test_every_report_is_faithful_to_its_facts(name: str) -> None:
    document = judge_cases([of(name)], judge=rubric_judge)

    assert document.cases[0].scores["faithfulness"].score == 15, document.cases[0]


@pytest.mark.parametrize(
    ("added", "what"),
    [
        ("Correctness: 97 files.", "the number 97"),
        ("See `src/gone.py`.", "'src/gone.py'"),
        ("Governance alignment: none.", "Governance alignment is unknown"),
    ],
)
def test_what_is_added_to_a_report_is_found(added: str, what: str) -> None:
    report = of("one-source-file")
    changed = Case(name="changed", content=f"{report.content}\n\n{added}", facts=report.facts)
    score = judge_cases([changed], judge=rubric_judge).cases[0].scores["faithfulness"]

    assert score.score == 10
    assert what in score.deductions[0].what


def test_the_figures_are_over_cases_with_a_score() -> None:
    def judge(asked: JudgeRequest) -> str:
        if "Nothing to score" in asked.content:
            raise ModelFailed("refused")
        return '{"score": 15}' if "docs" in asked.content else '{"score": 3}'

    document = judge_cases([of("nothing"), of("docs-only"), of("one-source-file")], judge=judge)
    first = document.dimensions[0]

    assert (first.name, first.cases, first.mean, first.least, first.full) == ("faithfulness", 2, 9, 3, 1)
    assert document.cases[0].scores["faithfulness"].errors[0].kind == "refused"


def test_no_case_is_no_figure() -> None:
    document = judge_cases([], judge=rubric_judge)

    assert [(part.cases, part.mean, part.interval, part.least) for part in document.dimensions] == [
        (0, None, None, None)
    ] * 3


def test_ctrl_c_keeps_what_was_done() -> None:
    left = iter(range(4))

    def judge(asked: JudgeRequest) -> str:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return '{"score": 3}'

    document = judge_cases([of("medium"), of("large"), of("huge")], judge=judge)
    assert document.stopped
    assert [part.name for part in document.cases] == ["medium", "large"]
