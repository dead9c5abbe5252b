"""Twelve dry reports as a page: `python -m tests.unit.synth.dry_reports` writes docs/dry-reports.md."""

from __future__ import annotations

from pathlib import Path

from steward import pipeline
from steward.intake.facts import decode_facts
from steward.report.markdown import render
from steward.report.names import NAMES

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "dry-reports.md"
FACTS = ROOT / "examples" / "evals" / "facts"
CHOSEN = (
    ("one-source-file", "A fix without a test"),
    ("one-source-file-and-its-test", "A fix with its test"),
    ("source-tests-and-docs", "Everything went along"),
    ("login-without-tests", "A sensitive path, untested"),
    ("login-with-tests-governed", "A sensitive path with tests, in a repository with a constitution"),
    ("term-inside-a-word", "A term inside a longer word"),
    ("docs-only", "Docs alone"),
    ("settings-only", "Settings alone"),
    ("renamed-only", "A move without a change"),
    ("huge-governed", "Far too much at once"),
    ("mostly-deleted", "Old code goes"),
    ("list-incomplete", "More files than could be listed"),
)
_HEAD = """# Twelve dry reports

The report in words as most pull requests get it: written by the template, from the evidence alone, with no model
([prose.md](prose.md)). These are made from the facts in [examples/evals/facts](../examples/evals/facts) by the code
itself; a test holds the page to what is written.
"""


def page() -> str:
    """The whole page."""
    return "\n".join((_HEAD, *(_report(name, title) for name, title in CHOSEN)))


def _report(name: str, title: str) -> str:
    evaluation = pipeline.judge(decode_facts((FACTS / f"{name}.json").read_bytes()))
    prose = evaluation.prose
    assert prose is not None
    rows = [f"> - **{NAMES[key]}:** {render(words)}" for key, words in prose.paragraphs.items()]
    said = "\n".join((f"> {render(prose.headline)}", ">", *rows))
    return f"## {title}\n\n{evaluation.decision.title.capitalize()}.\n\n{said}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
