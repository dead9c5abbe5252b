"""Patterns: what they mean, which are refused, and that none can take a run's time."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.evals import patterns, trial
from steward.evals.patterns import PatternTimeout, find, problem

CATASTROPHIC = [
    r"(a+)+$",
    r"^(a+)+$",
    r"(a+)+b",
    r"(a*)*$",
    r"(a|a)*b",
    r"(a|aa)+$",
    r"(a|b|ab)*c",
    r"(x+x+)+y",
    r"(.*)*x",
    r"(?:.+)+=",
    r"([a-z]+)*\d",
    r"^(\w+\s?)*$",
    r"(\w+\s?)+$",
    r"^\s*(\w+,?)+;$",
    r"(\s*\S*)*X",
    r"((a+)+)+!",
    r"(.*?,){11}P",
    r"(a?){50}b",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"(?i)(A+)+\Z",
    r"foo(bar|ba|r)+X",
    r"(\d+)*[^\d]x",
    r"a{1,30}(b+)+c",
]
FINE = [
    "",
    r"^- .*$",
    r"(?:- .+\n)+",
    r"\bmake test\b",
    r"^\s*def test_\w+\(",
    r"(?i)conventional commits?",
    r"^(feat|fix)(\(\w+\))?!?: .+$",
    r".*foo.*bar.*baz",
    r"(\d{1,3}\.){3}\d{1,3}",
    r"^[A-Z][a-z]+( [A-Z][a-z]+)*$",
    r"(\w+)\s+\1",
    r"(?=.*a)(?=.*b).+",
    r"(?!x)(?<=a)b|(?<!a)c",
    r"^.{1,72}$",
    r"[[:alpha:]]",
    r"x" * 1_900,
    r".{500}\d+",
    r'"(?:[^"\\]|\\.)*"',
    r"(?:https?|ssh)://(?:[\w-]+\.)+[a-z]{2,}(?:/[\w./-]*)?",
    r"(?>a+)+$",
    r"(a++)+$",
    r"(a)?(?(1)b|c)",
    r"[^\W\d_]+",
    r"(?x) a  b # c{e}",
    r"a+?b*?",
    r"(?s).+",
    r"[^a]b\Z|\Ac\B",
    r"\D\S\W",
]
BROKEN = [
    "(",
    "[a",
    "*a",
    "a{2,1}",
    "(?P<x>a)(?P<x>b)",
    "(?<=a+)b",
    r"\p{L}",
    "(?|a|b)",
    "(" * 990 + ")" * 990,
]


@pytest.mark.parametrize("pattern", CATASTROPHIC)
def test_what_could_take_forever_is_refused(pattern: str) -> None:
    assert "is catastrophic" in (problem(pattern) or "")


@pytest.mark.parametrize("pattern", FINE, ids=lambda pattern: pattern[:30])
def test_what_people_write_is_taken(pattern: str) -> None:
    assert problem(pattern) is None


@pytest.mark.parametrize("pattern", BROKEN, ids=lambda pattern: pattern[:30])
def test_what_is_no_regular_expression_is_refused(pattern: str) -> None:
    assert "is no regular expression" in (problem(pattern) or "")


def test_what_is_too_large_is_refused() -> None:
    assert "more than 2,000 characters" in (problem("x" * 2_001) or "")
    assert "more than 10,000 times" in (problem("(a{1000}){1000}") or "")
    assert "more than 10,000 times" in (problem("(?:(?:(?:a{50}){50}){50}|b)") or "")


def test_anchors_stand_at_the_ends_of_lines() -> None:
    assert find(r"^b$", "a\nb\nc")
    assert not find(r"^b$", "ab\n")
    assert not find(r"a.b", "a\nb")
    assert find(r"\Aa", "a\nb")


@pytest.mark.parametrize(
    "pattern",
    ["foo{e}", "{id}", "x{s<=1}", "a{,}", "{", "a{b", "[{e}]{2}", "[[:alpha:]]", r"[\[:^x:]", "[]:[:x:]]"],
)
def test_braces_that_count_nothing_are_themselves(pattern: str) -> None:
    assert problem(pattern) is None
    for text in ("foo", "foo{e}", "{id}", "x{s<=1}", "{e", "a{,}", "a{b", "x", "", "h", ":]", "[]", "x]"):
        assert find(pattern, text) == bool(re.search(pattern, text, re.MULTILINE)), text


@given(st.sampled_from(FINE), st.text(alphabet="ab1 -.\n{}é", max_size=20))
def test_a_pattern_means_what_it_means_to_python(pattern: str, text: str) -> None:
    if pattern != r"[[:alpha:]]":  # the one spelling that the two read in two ways
        assert find(pattern, text) == bool(re.search(pattern, text, re.MULTILINE))


def test_time_runs_out() -> None:
    with pytest.raises(PatternTimeout):
        find(r"(a|aa)+$", "a" * 60 + "!", seconds=0.05)


def test_what_the_count_of_steps_does_not_see_the_trial_under_time_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trial, "explodes", lambda parsed, text: False)
    monkeypatch.setattr(patterns, "_TRIAL_SECONDS", 0.05)

    assert "takes more than" in (patterns.problem.__wrapped__(r"(a|aa)+$") or "")


@given(st.text(alphabet="ab.*+?()[]{}|\\d,1^$", max_size=12))
def test_no_pattern_makes_the_check_itself_fail(pattern: str) -> None:
    wrong = problem(pattern)

    assert wrong is None or wrong.startswith(("is ", "has ", "repeats "))
    if wrong is None:
        find(pattern, "ab1\n")
