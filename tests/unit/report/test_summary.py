"""The job summary: the whole report, with what could not be published."""

from __future__ import annotations

import pytest

from steward.model import GateMode, GateOutcome, GateResult
from steward.report.summary import render
from tests.unit.report import build, gfm
from tests.unit.report.build import RUN, file


def test_the_summary_holds_what_the_comment_holds() -> None:
    page = render(build.login(), history=(build.past(),), run=RUN)
    assert page.startswith("### 🟡 59 amber")
    for part in (
        "| Correctness |",
        "What would raise it",
        "In words",
        "How 59 comes about",
        "History: 2 verdicts",
    ):
        assert part in page
    assert "<!-- steward:v1" not in page


def test_notes_stand_below_the_verdict() -> None:
    notes = (
        "No comment: this token may not write (fork or Dependabot).",
        "No check run: GitHub answered 403.",
    )
    lines = [line for line in render(build.good(), history=(), run=RUN, notes=notes).splitlines() if line]
    assert lines[1] == "> No comment: this token may not write (fork or Dependabot)."
    assert lines[2] == "> No check run: GitHub answered 403."


def test_observed_gates_stand_in_the_summary() -> None:
    gate = GateOutcome(name="coverage", mode=GateMode.OBSERVE, result=GateResult.FAIL)
    page = render(build.evaluation(file("docs/a.md"), gates=(gate,)), history=(), run=RUN)
    assert "| coverage | observe | ❌ fail |" in page


def test_a_long_list_is_whole_where_a_comment_would_cut_it() -> None:
    judged = build.many("a", number=300)
    page = render(judged, history=(), run=RUN)
    assert "left out for length" not in page


@pytest.mark.parametrize("letter", ["a", "😀", "|"], ids=ascii)
def test_a_huge_change_stays_under_a_million_bytes(letter: str) -> None:
    page = render(build.many(letter), history=(), run=RUN)
    assert len(page.encode()) < 1_000_000
    assert gfm.is_closed(page)
    assert "left out for length" in page
