"""Whether a report in words says only what its facts hold: numbers, paths, and silence on what is unknown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

_CODE = re.compile(r"(?<!`)(`{1,16})(?!`)(.+?)(?<!`)\1(?!`)")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a report may rest on: the numbers and texts of the evidence, and the names it must be silent on."""

    numbers: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    silent_on: tuple[str, ...] = ()
    evidence: Mapping[str, Any] = msgspec.field(default_factory=dict)


def encode(facts: Facts) -> str:
    """The facts as a judge is given them."""
    return msgspec.json.encode(facts, order="sorted").decode()


def unfaithful(content: str, facts: str) -> list[str] | None:
    """What the report says that the facts do not, a line each; None when the facts are of another form."""
    try:
        known = msgspec.json.decode(facts, type=Facts)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return [*_numbers(content, known), *_texts(content, known), *_spoken(content, known)]


def _numbers(content: str, known: Facts) -> list[str]:
    stated = _NUMBER.findall(_CODE.sub(" ", content))
    wrong = dict.fromkeys(text for text in stated if _value(text) not in known.numbers)
    return [f"the number {text} stands in no evidence" for text in wrong]


def _value(text: str) -> float:
    return float(text.replace(",", ""))


def _texts(content: str, known: Facts) -> list[str]:
    quoted = dict.fromkeys(_unpadded(text) for _, text in _CODE.findall(content))
    return [f"{text!r} stands in no evidence" for text in quoted if text not in known.texts]


def _unpadded(text: str) -> str:
    """A code span's text: Markdown takes one space off each side where both have one."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == " " and "`" in text else text


def _spoken(content: str, known: Facts) -> list[str]:
    lines = [line.casefold() for line in content.splitlines()]
    return [
        f"{name} is unknown, and the report speaks of it"
        for name in known.silent_on
        if any(line.startswith((f"{name.casefold()}:", f"**{name.casefold()}")) for line in lines)
    ]
