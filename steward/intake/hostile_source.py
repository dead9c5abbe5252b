r"""Texts on which lizard's patterns would not come to an end: found before they are tried (`docs/cyclomatic.md`).

lizard cuts a text into words with patterns that go back and try again. On most text they take a moment; the
shapes below make them take seconds, years, or longer. A text with one of them is not measured, and said.
"""

from __future__ import annotations

import re

_MOST_STEPS = 40_000_000
_MOST_DOUBLINGS = 14

# Each `extends` in a list of type parameters can be read in two ways, and all of them are tried.
_TYPE_PARAMETERS = re.compile(r"<[\w\s,.?]*")
_SEGMENT = re.compile(r"<[^<>]*(?=<|\Z)")
# So can each escape in a Python string of three quotes; only one that never ends makes that matter.
_PYTHON_STRINGS = re.compile(
    r"""/\*.*?\*/|\#[^\n]*|\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}"""
    r"""|(?P<open>\"{3}|'{3})|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""",
    re.DOTALL,
)
_ENDLESS = (("/*", "*/"), ("--[[", "]]"), ("=begin", "=end"))


def danger(text: str) -> str | None:
    """What in a text would hold lizard up, as the end of a sentence about it; None when nothing known would."""
    if _steps_of_comments(text) > _MOST_STEPS:
        return "holds many comments that never end"
    if any(one[0].count("extends") > _MOST_DOUBLINGS for one in _TYPE_PARAMETERS.finditer(text)):
        return f"holds a list of type parameters with more than {_MOST_DOUBLINGS} times 'extends'"
    if sum(_steps_of_questions(one[0]) for one in _SEGMENT.finditer(text)) > _MOST_STEPS:
        return "holds many question marks behind a '<'"
    if _open_string_escapes(text) > _MOST_DOUBLINGS:
        return "holds a string of three quotes that never ends"
    return None


def _steps_of_comments(text: str) -> int:
    """How many characters are looked at when every opening is followed to the end of the text."""
    steps = 0
    for opening, closing in _ENDLESS:
        rest = text[text.rfind(closing) + 1 :]
        steps += rest.count(opening) * len(rest) // 2
    return steps


def _steps_of_questions(segment: str) -> int:
    return segment.count("?") * len(segment)


def _open_string_escapes(text: str) -> int:
    opened = next((one for one in _PYTHON_STRINGS.finditer(text) if one["open"]), None)
    return text.count("\\", opened.start()) if opened else 0
