"""No text that passes the rule of characters is anything but text to GitHub: by the hundred thousand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from steward.model import Quoted, Status
from steward.report.markdown import plain, render
from steward.synth.characters import characters
from steward.synth.field import Field, Measured
from steward.synth.slots import Slots, fill
from tests.contract import awake
from tests.fuzz import prose_texts
from tests.unit.report import gfm

SLOTS: Slots = {
    "n": 7,
    "many": 1234567,
    "path_1": Quoted("src/@octocat `#1` <img>.py"),
    "path_2": Quoted("deadbeef"),
    "domain_1": Quoted(":tada:"),
    "none": 0,
}
SHARES = 8
TEXTS = 160_000
ON_A_PAGE = 40
# What GitHub makes of letters alone, which the parser of the tests does not know.
LETTERS_ALIVE = re.compile(r"(?<![a-z0-9])(?:[a-f0-9]{7,40}(?![a-z0-9])|(?:gh|ghsa|cve)-\w)", re.IGNORECASE)
INERT = ("paragraph_open", "inline", "text", "code_inline", "paragraph_close")


def field(text: str) -> Field:
    return Field(
        key=None, text=text, most=10_000, slots=SLOTS, status=Status.GREEN, unknown=(), measured=Measured()
    )


def passing(share: int, number: int) -> Iterator[str]:
    """The rendered texts among so many that the rule lets through."""
    random = Random(share)
    for _ in range(number):
        made = field(prose_texts.text(random))
        if characters(made) and all(name in SLOTS for name in made.named):
            filled = fill(made.text, SLOTS)
            assert "\n" not in plain(filled)
            yield render(filled)


def alive(texts: Sequence[str]) -> list[str]:
    """Everything on a page of these texts that is no paragraph of text, at a line's start or within."""
    found: list[str] = []
    page = "\n\n".join(
        f"{text} Label" if number % 2 else f"Name: {text}" for number, text in enumerate(texts)
    )
    paragraphs = 0
    for token in gfm.tokens(page):
        paragraphs += token.type == "paragraph_open"
        if token.type not in INERT:
            found.append(f"{token.type}: {token.content}")
        elif token.type == "text":
            found += [what for what, live in awake._IN_TEXT.items() if live.search(token.content)]
            found += [match[0] for match in LETTERS_ALIVE.finditer(token.content)]
    return found if paragraphs == len(texts) else [*found, f"{paragraphs} paragraphs"]


@pytest.mark.parametrize("share", range(SHARES))
def test_what_passes_is_one_paragraph_of_text(share: int) -> None:
    texts = list(passing(share, TEXTS // SHARES))
    for at in range(0, len(texts), ON_A_PAGE):
        page = texts[at : at + ON_A_PAGE]
        if alive(page):
            assert [(text, alive([text])) for text in page if alive([text])] == []
            assert alive(page) == []
    # Neither is the rule a door that is always open, nor one that is never.
    assert 0.2 < len(texts) / (TEXTS // SHARES) < 0.8


@pytest.mark.parametrize(
    "text",
    [
        "@octocat x",
        "x #1",
        "x :tada:",
        "www.evil.example",
        "x\n\ny",
        "*x*",
        "# x",
        "deadbeef",
        "GH-x",
        "[x](y)",
    ],
)
def test_the_measure_sees_what_is_alive(text: str) -> None:
    assert alive([text, text]) != []
    assert not characters(field(text))
