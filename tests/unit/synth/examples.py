"""The example reports in `docs/prose.md`, written from real evaluations.

`python -m tests.unit.synth.examples` rewrites them; a test holds the page to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from steward.model import Evaluation
from steward.report.markdown import render
from steward.report.names import NAMES
from steward.report.narrative import label
from tests.unit.report import build

PAGE = Path(__file__).parents[3] / "docs" / "prose.md"
BEGIN = "<!-- examples: written by tests/unit/synth/examples.py -->"
END = "<!-- end of examples -->"

EXAMPLES: tuple[tuple[str, Evaluation], ...] = (
    ("Two source files, a test and a page of docs", build.good()),
    ("A few lines in a sensitive file, and nothing else", build.bare()),
    ("A login rewritten, most of it untested", build.login()),
)


def text() -> str:
    """The examples in Markdown."""
    return "\n\n".join(
        (BEGIN, *(line for title, judged in EXAMPLES for line in _example(title, judged)), END)
    )


def _example(title: str, judged: Evaluation) -> Iterator[str]:
    assert judged.prose is not None
    words = [render(judged.prose.headline), f"{label(judged.prose)}."]
    words += [f"**{NAMES[key]}:** {render(paragraph)}" for key, paragraph in judged.prose.paragraphs.items()]
    yield f"### {title}"
    yield "\n>\n".join(f"> {line}" for line in words)


def written(page: str) -> str:
    """The page with its examples written again."""
    before, _, rest = page.partition(BEGIN)
    return before + text() + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
