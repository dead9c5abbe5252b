"""The word lists in `docs/prose.md`, written from the code.

`python -m tests.unit.synth.wordlists` rewrites them; a test holds the page to them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from steward.synth import polarity, spelling, verdicts, words

PAGE = Path(__file__).parents[3] / "docs" / "prose.md"
BEGIN = "<!-- words: written by tests/unit/synth/wordlists.py -->"
END = "<!-- end of words -->"

LISTS = {
    "Numbers": words.NUMBER.pattern,
    "Colours": verdicts.COLOUR.pattern,
    "Words that rate": verdicts.RATING.pattern,
    "Verdicts": verdicts.VERDICT.pattern,
    "What nobody measured": verdicts.UNMEASURED.pattern,
    "Calls to do something": verdicts.URGED.pattern,
    "Hurry, and judging by other words": verdicts.HURRIED.pattern,
    "Judging adjectives": words.JUDGING,
}


def text() -> str:
    """The lists in Markdown."""
    return "\n\n".join((BEGIN, *_parts(), END))


def _parts() -> Iterator[str]:
    for title, pattern in LISTS.items():
        yield _folded(
            title, pattern.removeprefix(r"\b").removesuffix(r"\b").removeprefix("(?:").removesuffix(")")
        )
    for key, vocabulary in words.VOCABULARY.items():
        yield f"Of {key.value}, where it is Unknown: {', '.join(vocabulary + words.SYNONYMS[key])}."
    yield f"Refused with one letter wrong as well: {', '.join(sorted(spelling.WORDS))}."
    sizes = "; ".join(f"{word}: {' or '.join(bands)}" for word, bands in polarity.SIZES.items())
    yield f"Sizes: {sizes}."


def _folded(title: str, pattern: str) -> str:
    shown = textwrap.fill(re.sub(r"\|", " | ", pattern), 108, break_long_words=False, break_on_hyphens=False)
    return f"<details><summary>{title}</summary>\n\n```text\n{shown}\n```\n\n</details>"


def written(page: str) -> str:
    """The page with its lists written again."""
    before, _, rest = page.partition(BEGIN)
    return before + text() + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
