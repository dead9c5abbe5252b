"""The sentences on what would raise a score (docs/scoring.md)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steward import pipeline
from steward.model import Evaluation, Words
from steward.report.raising import sentences
from tests.unit import build

FALLS = " The overall falls with it: the change grows to another size, which costs more."


def judged(sources: int, others: int) -> Evaluation:
    """A change of so many source files of a line each, and files of another kind."""
    files = [f"src/{number}.py" for number in range(sources)] + [f"{number}.txt" for number in range(others)]
    return pipeline.judge(build.pull_request(*files))


def told(evaluation: Evaluation) -> list[Words]:
    assert evaluation.scorecard is not None
    return [rest for _, rest in sentences(evaluation.raises, evaluation.scorecard)]


def test_a_move_that_costs_more_than_it_gains_says_so() -> None:
    docs = next(rest for rest in told(judged(4, 46)) if "docs alignment 70 → 90" in str(rest[0]))
    assert docs == (": docs alignment 70 → 90, overall 73 → 63.", FALLS)


def test_of_a_move_that_gains_nothing_of_the_kind_is_said() -> None:
    assert not [rest for rest in told(judged(4, 10)) if FALLS in rest]


@given(st.integers(1, 60), st.integers(0, 60))
def test_every_move_that_lowers_the_overall_says_so_and_no_other(sources: int, others: int) -> None:
    evaluation = judged(sources, others)
    lowering = {one.move for one in evaluation.raises if one.overall_after < one.overall_before}
    assert sum(FALLS in rest for rest in told(evaluation)) == len(lowering)
    for one in evaluation.raises:
        # What it costs is size alone: no move that leaves files and lines out lowers anything.
        assert one.move is None or one.move not in lowering or one.move.test_files or one.move.docs_files
