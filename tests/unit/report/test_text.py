"""The plain text report, and the terminal's, which is made of the same parts."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from rich.console import Console

from steward import pipeline
from steward.errors import RateLimited, Reason
from steward.model import Evaluation, Finding, GateMode, GateOutcome, GateResult, Quoted
from steward.report import terminal, text
from tests.unit.report import build

EVALUATIONS: dict[str, Callable[[], Evaluation]] = {
    "green": build.good,
    "amber": build.login,
    "docs only": build.docs_only,
    "incomplete": build.incomplete,
    "nothing": build.nothing,
    "failed": lambda: pipeline.failed(build.record(), RateLimited("GitHub's rate limit was reached")),
    "skipped": lambda: pipeline.skipped(build.record(), Reason.DRAFT),
}


def shown(evaluation: Evaluation, *, width: int = 300) -> str:
    """What a terminal of this width would show, without its colours."""
    screen = io.StringIO()
    terminal.show(evaluation, Console(file=screen, width=width, color_system=None, highlight=False))
    return screen.getvalue()


def words(page: str) -> set[str]:
    return set(re.findall(r"[\w.,/→−+-]+", page))


@pytest.mark.parametrize("name", EVALUATIONS)
def test_a_terminal_says_all_that_a_pipe_says(name: str) -> None:
    evaluation = EVALUATIONS[name]()
    assert words(text.render(evaluation)) - {"-"} <= words(shown(evaluation))


@pytest.mark.parametrize("name", EVALUATIONS)
def test_a_page_begins_with_the_verdict_and_has_no_ragged_edge(name: str) -> None:
    page = text.render(EVALUATIONS[name]())
    assert page.startswith(EVALUATIONS[name]().decision.title + "\n")
    assert re.search(r"[ \t]\n|\n\n\n|\n\n\Z", page) is None
    assert page.endswith("\n")


def test_a_dimension_is_a_line_and_its_evidence_the_next() -> None:
    page = text.render(build.bare()).splitlines()
    row = page.index("Security              35  red      1 sensitive path, no test files changed")
    assert page[row + 1].strip().startswith("src/auth/login.go (auth, 12 changed lines)")


def test_an_unknown_score_is_a_dash_and_a_word() -> None:
    assert re.search(r"^Correctness            –  unknown  ", text.render(build.docs_only()), re.MULTILINE)


def test_an_incomplete_list_says_how_much_is_missing() -> None:
    page = text.render(build.incomplete())
    assert page.startswith("file list incomplete: 2 of 3,412\n")
    assert "3,412 changed files" in page


def test_a_gate_stands_with_its_findings() -> None:
    finding = Finding(
        where="x", what=("no sign-off by ", Quoted("a\x1b[2J")), measured="0", limit="1", mend=("y",)
    )
    gate = GateOutcome(name="dco", mode=GateMode.WARN, result=GateResult.FAIL, findings=(finding,))
    page = text.render(build.evaluation(build.file("a.py"), gates=(gate,)))
    assert "Gates\n- dco (warn): fail\n" in page
    assert "no sign-off by aU+001B[2J" in page


@pytest.mark.parametrize(
    "path", ["a\x1b[31m.py", "auth\r\n::error::.py", "token\u202e.py", "jwt\udcff.py", "[b]x[/b].py"]
)
def test_a_name_cannot_reach_the_screen_raw(path: str) -> None:
    evaluation = build.evaluation(build.file("src/auth/" + path))
    for page in (text.render(evaluation), shown(evaluation)):
        assert re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800-\udfff]", page) is None
        assert re.search(r"^::", page, re.MULTILINE) is None
    if "[" in path:
        assert path.replace("\x1b", "U+001B") in shown(evaluation)
