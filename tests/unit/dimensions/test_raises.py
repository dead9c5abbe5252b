"""What would raise a score: the numbers come from the scorer itself (docs/scoring.md)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from steward.dimensions.measures import Measures
from steward.dimensions.raises import apply, raises
from steward.dimensions.scorecard import overall, scores
from steward.model import DimensionKey, Move
from tests.unit.dimensions.test_scores import NUMBERS

K = DimensionKey


def test_two_more_test_files() -> None:
    measures = replace(NUMBERS, source_files=6, additions=50, files=6)
    found = raises(measures)[0]
    assert (found.dimension, found.move, found.before, found.after) == (
        K.CORRECTNESS,
        Move(test_files=2),
        40,
        90,
    )


def test_the_smallest_that_is_green_not_the_best() -> None:
    measures = replace(NUMBERS, source_files=100, test_files=10, additions=50, files=110)
    found = next(one for one in raises(measures) if one.dimension is K.CORRECTNESS)
    assert (found.move, found.after) == (Move(test_files=10), 75)


def test_112_fewer_lines() -> None:
    measures = replace(NUMBERS, additions=300, deletions=212, files=3)
    found = raises(measures)[0]
    assert (found.move, found.before, found.after) == (Move(fewer_additions=112), 55, 75)


@pytest.mark.parametrize(
    ("additions", "deletions", "files", "move", "after"),
    [
        pytest.param(300, 0, 25, Move(fewer_additions=100, fewer_files=5), 75, id="lines-and-files"),
        pytest.param(200, 100, 25, Move(fewer_files=5), 75, id="files-alone"),
        pytest.param(50, 52, 21, Move(fewer_additions=2), 90, id="two-lines-rather-than-a-file"),
        pytest.param(10, 10, 51, Move(fewer_files=1), 90, id="one-file"),
        pytest.param(0, 5000, 1, None, 30, id="deletions-cannot-be-left-out"),
        pytest.param(900, 600, 1, Move(fewer_additions=500), 55, id="not-green-but-higher"),
    ],
)
def test_the_smallest_cut(additions: int, deletions: int, files: int, move: Move | None, after: int) -> None:
    measures = replace(NUMBERS, additions=additions, deletions=deletions, files=files)
    found = next(one for one in raises(measures) if one.dimension is K.COMPLEXITY)
    assert (found.move, found.after) == (move, after)


def test_sensitive_paths_with_tests_stay_where_they_are() -> None:
    measures = replace(NUMBERS, sensitive_paths=1, test_files=1)
    found = raises(measures)[0]
    assert (found.dimension, found.move, found.before, found.after) == (K.SECURITY, None, 65, 65)


def test_unknown_dimensions_are_never_urged() -> None:
    assert raises(NUMBERS) == ()
    assert raises(replace(NUMBERS, empty=True)) == ()
    unlisted = raises(replace(NUMBERS, listed=False, additions=500, files=400))
    assert {one.dimension for one in unlisted} == {K.COMPLEXITY}


measures_of_any_kind = st.builds(
    Measures,
    source_files=st.integers(0, 60),
    test_files=st.integers(0, 60),
    docs_files=st.integers(0, 3),
    sensitive_paths=st.integers(0, 3),
    additions=st.integers(0, 3000),
    deletions=st.integers(0, 3000),
    files=st.integers(1, 80),
    governance_present=st.booleans(),
    listed=st.booleans(),
    empty=st.just(False),
)


@given(measures_of_any_kind)
def test_every_raise_is_what_the_scorer_says_of_the_moved_numbers(measures: Measures) -> None:
    for found in raises(measures):
        moved = measures if found.move is None else apply(found.move, measures)
        assert scores(measures)[found.dimension] == found.before < 75
        assert scores(moved)[found.dimension] == found.after >= found.before
        assert overall(scores(moved)).score == found.overall_after
        assert (found.after > found.before) is (found.move is not None)
        assert moved.additions >= 0
        assert moved.files >= 0


@given(measures_of_any_kind)
def test_no_smaller_number_of_tests_is_green(measures: Measures) -> None:
    found = next((one for one in raises(measures) if one.dimension is K.CORRECTNESS), None)
    if found is not None:
        assert found.move is not None
        for fewer in range(1, found.move.test_files):
            assert (scores(apply(Move(test_files=fewer), measures))[K.CORRECTNESS] or 0) < 75
