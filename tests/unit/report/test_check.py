"""The check run: on the head, within GitHub's sizes, saying the same as the comment."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from steward.errors import RateLimited, Reason
from steward.model import CheckRun, Conclusion, Evaluation, FailOn, Level
from steward.pipeline import judge, skipped
from steward.report.check import MOST, MOST_ANNOTATIONS, render
from tests.unit.report import build, gfm
from tests.unit.report.build import HEAD, RUN, file


def check(evaluation: Evaluation, *, annotations: bool = True) -> CheckRun:
    found = render(
        evaluation, name="Steward evaluation", history=(build.past(),), run=RUN, annotations=annotations
    )
    assert found is not None
    return found


def test_a_check_run_carries_the_decision_to_the_head() -> None:
    found = check(build.login())
    assert (found.name, found.head_sha, found.conclusion) == ("Steward evaluation", HEAD, Conclusion.NEUTRAL)
    assert (found.title, found.external_id) == ("59 amber", "steward:77:1")


def test_the_summary_begins_with_the_verdict_and_the_table() -> None:
    lines = [line for line in check(build.login()).summary.splitlines() if line]
    assert lines[0].startswith("**59** from 5 of 5 dimensions"), "GitHub prints the title above: no heading"
    assert lines[2] == "| Dimension | Score | Why |"


def under(evaluation: Evaluation, fail_on: FailOn) -> Evaluation:
    """The same change where `fail-on` is another."""
    assert evaluation.pull_request is not None
    return judge(replace(evaluation.pull_request, fail_on=fail_on))


def test_what_fail_on_stops_stands_first_with_what_would_raise_it() -> None:
    lines = check(under(build.login(), FailOn.AMBER)).summary.splitlines()
    assert lines[0] == "**Blocked by `fail-on`.** How to mend it:"
    assert lines[2] == "- **fail-on**: the overall is 59 amber, and `fail-on` stops amber and red."
    assert lines[3].startswith("  - What would raise it: **")
    assert "#### What would raise it" not in lines, "it is not said twice"


def test_a_list_that_blocks_for_being_incomplete_says_so_first() -> None:
    lines = check(under(build.incomplete(), FailOn.RED)).summary.splitlines()
    assert lines[0] == "**Blocked by `fail-on`.** How to mend it:"
    assert lines[2].startswith("- **fail-on**: not every file of the change could be listed")
    assert "Split the change" in lines[2]


def test_what_fail_on_lets_pass_blocks_nothing() -> None:
    assert "Blocked by" not in check(under(build.login(), FailOn.RED)).summary
    assert "#### What would raise it" in check(under(build.login(), FailOn.RED)).summary


def test_the_text_holds_the_details() -> None:
    text = check(build.login()).text
    assert "How 59 comes about" in text
    assert "Changed files: 7" in text
    assert "History: 2 verdicts" in text


@pytest.mark.parametrize("reason", [Reason.SUPERSEDED, Reason.DRAFT, Reason.SELF, Reason.CLOSED])
def test_a_state_that_would_pass_an_old_head_publishes_nothing(reason: Reason) -> None:
    assert render(skipped(build.record(), reason), name="s", history=(), run=RUN, annotations=True) is None


def test_without_a_known_commit_there_is_no_check_run() -> None:
    nowhere = replace(build.failed(RateLimited("GitHub asks to wait")), record=None)
    assert render(nowhere, name="s", history=(), run=RUN, annotations=True) is None


def test_a_failed_evaluation_is_a_failure_that_says_why() -> None:
    found = check(build.failed(RateLimited("GitHub asks to wait 3,412 seconds", mend="Run it again later.")))
    assert (found.conclusion, found.title) == (Conclusion.FAILURE, "evaluation failed: rate limited")
    assert "State `failed(rate_limited)`" in found.summary
    assert "GitHub asks to wait 3,412 seconds." in found.summary


def test_annotations_can_be_switched_off() -> None:
    assert check(build.login(), annotations=False).annotations == ()
    assert check(build.login()).annotations


def test_fifty_annotations_are_shown_the_worst_first_and_the_rest_counted() -> None:
    files = [file(f"src/f{number:03}.py") for number in range(140)] + [file("src/auth.py")]
    found = check(build.evaluation(*files))
    assert len(found.annotations) == MOST_ANNOTATIONS
    assert found.text.startswith("Annotations: 50 shown, the worst first; 92 more are not.")
    assert {one.level for one in found.annotations} == {Level.WARNING}
    assert "Annotations:" not in check(build.login()).text


@pytest.mark.parametrize("letter", ["a", "😀", "|"], ids=ascii)
def test_a_huge_change_keeps_summary_and_text_within_their_sizes(letter: str) -> None:
    found = check(build.many(letter))
    for page in (found.summary, found.text):
        assert len(page) <= MOST
        assert len(page.encode()) <= MOST
        assert gfm.is_closed(page)
    assert re.search(r"… and [\d,]+ more files, left out for length", found.text)
    assert len(found.annotations) == MOST_ANNOTATIONS
