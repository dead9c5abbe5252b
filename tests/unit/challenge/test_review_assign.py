"""The best assignment on the whole, against trying every one."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from steward.challenge.review_assign import assign

TABLES = st.integers(1, 4).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(0, 9), min_size=columns, max_size=columns), min_size=1, max_size=4
    )
)


def best(worth: list[list[int]]) -> int:
    places = [*range(len(worth[0])), *[None] * len(worth)]
    totals: list[int] = [
        sum(row[place] for row, place in zip(worth, given_, strict=True) if place is not None)
        for given_ in permutations(places, len(worth))
    ]
    return max(totals)


@given(TABLES)
def test_no_other_assignment_is_worth_more(worth: list[list[int]]) -> None:
    found = assign(worth)
    taken = [place for place in found if place is not None]
    assert len(set(taken)) == len(taken)
    assert sum(worth[row][place] for row, place in enumerate(found) if place is not None) == best(worth)


def test_what_is_worth_nothing_is_not_given() -> None:
    assert assign([[0, 0], [0, 5]]) == (None, 1)
    assert assign([]) == ()
    assert assign([[], []]) == (None, None)
