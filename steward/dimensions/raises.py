"""What would raise a score: the same rules asked again over other numbers (`docs/scoring.md`).

The moves are more test files, a docs file, fewer additions and fewer files. A file added by a move counts as a
file and brings no lines, so a move for one dimension may cost another: every dimension is scored again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from fractions import Fraction

from msgspec.structs import replace

from steward.dimensions.measures import Measures
from steward.dimensions.scorecard import overall, scores
from steward.model import DimensionKey, Move, Raise

_GREEN = 75


def raises(measures: Measures) -> tuple[Raise, ...]:
    """One entry for each scored dimension below green, in display order."""
    now = scores(measures)
    return tuple(
        _raise(key, before, measures) for key, before in now.items() if before is not None and before < _GREEN
    )


def apply(move: Move, measures: Measures) -> Measures:
    """The numbers after a move."""
    return replace(
        measures,
        test_files=measures.test_files + move.test_files,
        docs_files=measures.docs_files + move.docs_files,
        additions=measures.additions - move.fewer_additions,
        files=measures.files + move.test_files + move.docs_files - move.fewer_files,
    )


def _raise(key: DimensionKey, before: int, measures: Measures) -> Raise:
    move = _smallest(key, before, measures)
    after = scores(measures if move is None else apply(move, measures))
    return Raise(
        dimension=key,
        move=move,
        before=before,
        after=_known(after[key]),
        overall_before=_known(overall(scores(measures)).score),
        overall_after=_known(overall(after).score),
    )


def _known(score: int | None) -> int:
    if score is None:
        raise AssertionError("a move never takes a score away")
    return score


def _smallest(key: DimensionKey, before: int, measures: Measures) -> Move | None:
    """The smallest move that makes it green, else the smallest to its highest reachable score."""
    moves = sorted(_CANDIDATES[key](measures), key=lambda move: _cost(move, measures))
    reached = [(move, _known(scores(apply(move, measures))[key])) for move in moves]
    green = next((move for move, score in reached if score >= _GREEN), None)
    if green is not None:
        return green
    best = max((score for _, score in reached), default=before)
    return next((move for move, score in reached if score == best), None) if best > before else None


def _cost(move: Move, measures: Measures) -> tuple[Fraction, int]:
    """How much of the change a move asks for: added files count whole, cuts by their share."""
    share = Fraction(move.fewer_additions, max(measures.lines, 1))
    share += Fraction(move.fewer_files, max(measures.files, 1))
    return (move.test_files + move.docs_files + share, move.fewer_files)


def _more_tests(measures: Measures) -> Iterable[Move]:
    # One test for each source file is always enough for the best score.
    for target in (90, 75, 60):
        number = _fewest(DimensionKey.CORRECTNESS, target, measures, _tests, measures.source_files)
        if number:
            yield Move(test_files=number)


def _tests(number: int) -> Move:
    return Move(test_files=number)


def _additions(number: int) -> Move:
    return Move(fewer_additions=number)


def _a_docs_file(measures: Measures) -> Iterable[Move]:
    return (Move(docs_files=1),)


def _a_test(measures: Measures) -> Iterable[Move]:
    return (Move(test_files=1),)


def _less(measures: Measures) -> Iterable[Move]:
    """For each number of files that matters, the fewest additions that reach each better score."""
    for fewer_files in sorted({max(measures.files - limit, 0) for limit in (measures.files, 50, 20)}):
        at = replace(measures, files=measures.files - fewer_files)
        for target in (90, 75, 65, 55, 45, 30):
            fewer = _fewest(DimensionKey.COMPLEXITY, target, at, _additions, at.additions)
            if fewer is not None and (fewer or fewer_files):
                yield Move(fewer_additions=fewer, fewer_files=fewer_files)


def _fewest(
    key: DimensionKey, target: int, measures: Measures, move: Callable[[int], Move], most: int
) -> int | None:
    """The smallest number up to `most` whose move brings the dimension to `target`; None when none does.

    More of one such move never lowers its dimension, so the numbers are searched by halves.
    """

    def reaches(number: int) -> bool:
        return _known(scores(apply(move(number), measures))[key]) >= target

    found = bisect_left(range(most + 1), True, key=reaches)
    return found if found <= most else None


_CANDIDATES: dict[DimensionKey, Callable[[Measures], Iterable[Move]]] = {
    DimensionKey.CORRECTNESS: _more_tests,
    DimensionKey.SECURITY: _a_test,
    DimensionKey.COMPLEXITY: _less,
    DimensionKey.DOCS: _a_docs_file,
}
