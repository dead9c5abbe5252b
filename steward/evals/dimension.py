"""What a text is judged by: questions with a maximum and anchored bands (`docs/evals.md`, "Dimensions")."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec


class About(StrEnum):
    """What kind of text is judged."""

    INSTRUCTIONS = "instructions"  # a file for coding agents: CLAUDE.md, AGENTS.md, …
    PROSE = "prose"  # Steward's own report in words


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """A band of scores, both ends included, and what deserves it."""

    low: int
    high: int
    means: str

    def __str__(self) -> str:
        band = str(self.low) if self.low == self.high else f"{self.low}–{self.high}"
        return f"{band}: {self.means}"


class Dimension(msgspec.Struct, frozen=True, kw_only=True):
    """One question. The anchors leave no whole number from 0 to `max_score` out."""

    name: str
    about: About
    question: str
    max_score: int
    anchors: tuple[Anchor, ...]

    def __str__(self) -> str:
        return self.name


def _anchored(name: str, about: About, question: str, *means: str) -> Dimension:
    """A dimension of 15 points: 13–15, 9–12, 5–8, 1–4, 0."""
    bands = ((13, 15), (9, 12), (5, 8), (1, 4), (0, 0))
    anchors = (Anchor(low=low, high=high, means=each) for (low, high), each in zip(bands, means, strict=True))
    return Dimension(name=name, about=about, question=question, max_score=15, anchors=tuple(anchors))


INSTRUCTIONS = (
    _anchored(
        "actionability",
        About.INSTRUCTIONS,
        "Could an agent that reads this file act on it at once, without asking back?",
        "nearly every line states a command, a path, a pattern or a rule that can be checked",
        "most lines do; a few hedge or only describe",
        "instructions and descriptions in about equal parts, or many hedges",
        "a few instructions among descriptions and advice",
        "nothing that can be acted on",
    ),
    _anchored(
        "conciseness",
        About.INSTRUCTIONS,
        "Is everything in this file needed, said once, in the shortest form that is still clear?",
        "no line could go; lists and commands where they serve better than sentences",
        "a few lines could go or be shorter",
        "noticeable repetition, or paragraphs where a list or a command would do",
        "most of the text could go",
        "empty, or all of it could go",
    ),
)
PROSE = (
    _anchored(
        "faithfulness",
        About.PROSE,
        "Is everything that the report says borne out by the facts, and is it silent where they are unknown?",
        "every number, path and judgement stands in the facts; nothing is said of what is unknown",
        "true throughout, with a judgement or two that the facts only suggest",
        "one statement that the facts do not bear out",
        "several statements that the facts do not bear out, or something said of what is unknown",
        "empty, or contradicts the facts",
    ),
    _anchored(
        "actionability",
        About.PROSE,
        "Does the report tell its reader what to look at or to do next?",
        "nearly every paragraph names a place to look at or a step",
        "most paragraphs do",
        "about half do, or the steps are vague",
        "hardly any step, or only general advice",
        "nothing to do or to look at",
    ),
    _anchored(
        "conciseness",
        About.PROSE,
        "Could the report be read in half a minute, every sentence saying something new?",
        "short paragraphs, nothing said twice",
        "a sentence or two could go",
        "repetition, or paragraphs that must be read twice",
        "most of the text could go",
        "empty, or all of it could go",
    ),
)


def chosen(names: Iterable[str | Dimension] | None, about: About) -> tuple[Dimension, ...]:
    """The dimensions of these names, all of a kind of text when none are named. Raises `ValueError`."""
    own, other = (INSTRUCTIONS, PROSE) if about is About.INSTRUCTIONS else (PROSE, INSTRUCTIONS)
    if names is None:
        return own
    if isinstance(names, str | Dimension):
        raise ValueError(f"dimensions is a list of names, not {str(names)!r} alone")
    known = {dimension.name: dimension for dimension in (*other, *own)}
    found = tuple(name if isinstance(name, Dimension) else _named(name, known) for name in names)
    if not found:
        raise ValueError(f"no dimension is named; known: {', '.join(known)}")
    if len({dimension.name for dimension in found}) < len(found):
        raise ValueError("a dimension is named twice")
    return found


def _named(name: object, known: dict[str, Dimension]) -> Dimension:
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"the dimension {name!r} is not known; known: {', '.join(known)}")
    return known[name]
