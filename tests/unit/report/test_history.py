"""What came before: the change since the last verdict, and the chart."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from steward.errors import RateLimited
from steward.model import DimensionKey
from steward.report.history import chart, last_verdict, score_before, since
from tests.unit.report import build, gfm
from tests.unit.report.hostile import WORST


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (58, "up 32 from 58 at `0f1e2d3`"),
        (90, "unchanged since `0f1e2d3`"),
        (95, "down 5 from 95 at `0f1e2d3`"),
    ],
)
def test_the_change_since_the_last_verdict(before: int, words: str) -> None:
    assert since(build.good(), (build.past(before),)) == words


def test_there_is_nothing_to_compare_without_two_scores() -> None:
    nothing = replace(build.past(), overall=None)
    assert since(build.good(), ()) == ""
    assert since(build.good(), (nothing,)) == ""
    assert since(build.nothing(), (build.past(),)) == ""


def test_a_fall_to_zero_is_a_score_too() -> None:
    assert since(build.good(), (build.past(0),)) == "up 90 from 0 at `0f1e2d3`"


def test_the_scores_of_the_last_verdict_are_found() -> None:
    history = (build.past(security=35), build.past(security=65))
    assert score_before(build.good(), history, DimensionKey.SECURITY) == 65
    assert score_before(build.good(), history, DimensionKey.DOCS) is None
    assert score_before(build.good(), (), DimensionKey.SECURITY) is None


def test_the_chart_has_a_line_for_each_verdict_the_newest_last() -> None:
    (block,) = chart(build.good(), (build.past(20), build.past(65)))
    assert block.rows == (
        "████░░░░░░░░░░░░░░░░ 0f1e2d3  20 amber",
        "█████████████░░░░░░░ 0f1e2d3  65 amber",
        "██████████████████░░ 1a2b3c4  90 green",
    )


def test_the_first_verdict_has_no_history() -> None:
    assert chart(build.good(), ()) == ()
    assert last_verdict(()) == ""


def test_a_failed_run_shows_what_was_said_of_its_own_head_too() -> None:
    judged = build.failed(RateLimited("GitHub asks to wait"))
    (block,) = chart(judged, (build.past(90, head=build.HEAD),))
    assert len(block.rows) == 1


def test_no_stored_verdict_can_break_out_of_the_chart() -> None:
    forged = replace(build.past(), title=f"~~~\n```\n{WORST}", head=f"~~~\n{WORST}", overall=10**6)
    (block,) = chart(build.good(), (forged,))
    assert len(block.rows[0]) < 500
    page = block.text()
    assert gfm.is_closed(page)
    assert [token.type for token in gfm.tokens(page)] == ["html_block", "fence", "html_block"]
