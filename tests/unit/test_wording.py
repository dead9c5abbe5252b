"""Counts and lists of names, right in number and in their commas."""

from __future__ import annotations

import pytest

from steward.report.markdown import plain
from steward.wording import capital, count, names


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "no test files"), (1, "1 test file"), (2, "2 test files"), (1_200, "1,200 test files")],
)
def test_a_count_agrees_with_its_noun(number: int, words: str) -> None:
    assert count(number, "test file") == words


def test_an_irregular_plural_can_be_given() -> None:
    assert [count(number, "entry", "entries") for number in (0, 1, 2)] == [
        "no entries",
        "1 entry",
        "2 entries",
    ]


@pytest.mark.parametrize(
    ("paths", "words"),
    [
        ("", ""),
        ("a", "a"),
        ("ab", "a and b"),
        ("abc", "a, b and c"),
        ("abcd", "a, b, c and 1 more"),
        ("a" * 1_503, "a, a, a and 1,500 more"),
    ],
    ids=["none", "one", "two", "three", "four", "many"],
)
def test_up_to_three_names_are_listed_and_the_rest_counted(paths: str, words: str) -> None:
    assert plain(names(tuple(paths))) == words


def test_a_sentence_begins_with_a_capital_but_a_path_stays_as_it_is() -> None:
    assert plain(capital(("no test changed",))) == "No test changed"
    assert plain(capital((*names(("a.py",)), " changed"))) == "a.py changed"
    assert capital(()) == ()
