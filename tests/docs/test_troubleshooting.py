"""Every way in which a run can end badly, or with nothing, has its section; every promise of trust has its test."""

from __future__ import annotations

import pytest

from steward import lifecycle
from steward.errors import Reason
from tests.docs.pages import anchors, blocks, section, workflows
from tests.github.runner import ROOT

PAGE = ROOT / "docs" / "troubleshooting.md"


def words(heading: str) -> str:
    """What stands below a heading, as it is written and on one line."""
    return " ".join(token.content for token in section(PAGE, heading) if token.content).replace("\n", " ")


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_section_that_says_what_why_and_what_to_do(reason: Reason) -> None:
    said = words(reason)

    assert reason in anchors(PAGE)
    assert "**You see**" in said
    assert "**Why" in said
    assert "**Do**" in said or "| do |" in said.lower() or "what to do**" in said


@pytest.mark.parametrize("reason", Reason)
def test_the_title_that_a_reader_came_with_stands_there(reason: Reason) -> None:
    failed = lifecycle.failed(reason).title
    quiet = {
        Reason.BUDGET_EXHAUSTED: "prose skipped: daily credits used",
        Reason.CLOSED: "is closed: nothing to evaluate",
        Reason.NOT_ASKED: "nothing to do",
        Reason.SELF: "a bot's comment: nothing to do",
    }

    assert any(
        title in words(reason)
        for title in (failed, lifecycle.skipped(reason).title, quiet.get(reason, failed))
    )


@pytest.mark.parametrize("heading", ["No check run at all", "No comment", "Two comments", "A wrong number"])
def test_what_can_be_missing_or_wrong_has_a_section(heading: str) -> None:
    assert words(heading)


def test_the_page_says_how_to_judge_saved_facts_again() -> None:
    assert "steward evaluate --facts steward-facts.json" in "".join(blocks(PAGE, "sh"))
    assert "facts-file: steward-facts.json" in "".join(blocks(PAGE, "yaml"))
    assert workflows(PAGE) == []
