"""`docs/evals.md` runs, and names what there is."""

from __future__ import annotations

import pytest

from steward.evals.failure import KINDS
from tests.docs.pages import blocks, spans, table
from tests.github.runner import ROOT

PAGE = ROOT / "docs" / "evals.md"
SNIPPETS = blocks(PAGE, "python")


def test_there_are_snippets_to_run() -> None:
    assert len(SNIPPETS) >= 5


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_every_snippet_runs(number: int) -> None:
    exec(compile(SNIPPETS[number], f"{PAGE.name}, snippet {number + 1}", "exec"), {"__name__": "page"})  # noqa: S102


def test_every_class_of_faults_is_in_the_table() -> None:
    named = [span for row in table(PAGE, "Faults") for span in spans(row[0])]

    assert named == [*KINDS, "judge_failed", "agent_failed", "invalid_output", "pattern_timeout"]
    assert {row[1] for row in table(PAGE, "Faults")} >= set(KINDS.values())
