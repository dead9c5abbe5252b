"""JSON that knows its lines: what `json` reads, as far as manifests need it."""

from __future__ import annotations

import re
from json import decoder
from typing import TypeAlias

from msgspec import Struct

from steward.intake.manifests.found import ManifestError, Offsets

_MOST_DEPTH = 40
_SPACE = re.compile(r"[ \t\n]*")
_PLAIN = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null")


class Member(Struct, frozen=True):
    """One key of an object."""

    key: str
    line: int
    value: Value


Value: TypeAlias = "str | list[Member] | None"
"""A text, an object, or None for everything else: lists, numbers, true, false and null."""


def parse(text: str) -> Value:
    """The whole text as one value. Raises `ManifestError`."""
    reading = _Reading(text)
    found, end = reading.value(reading.skip(0), 0)
    if reading.skip(end) != len(text):
        raise reading.error(end, "expected nothing after the value")
    return found


class _Reading:
    """A text that is read from the front; each method takes where it begins, and says where it ended."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offsets = Offsets(text)

    def value(self, at: int, depth: int) -> tuple[Value, int]:
        if depth > _MOST_DEPTH:
            raise self.error(at, f"is nested more than {_MOST_DEPTH} deep")
        start = self._text[at : at + 1]
        if start == '"':
            return self._string(at)
        if start == "{":
            return self._object(self.skip(at + 1), depth)
        if start == "[":
            return self._list(self.skip(at + 1), depth)
        plain = _PLAIN.match(self._text, at)
        if plain is None:
            raise self.error(at, "expected a JSON value")
        return None, plain.end()

    def _object(self, at: int, depth: int) -> tuple[list[Member], int]:
        members: list[Member] = []
        more = self._text[at : at + 1] != "}"
        if not more:
            return members, at + 1
        while more:
            if self._text[at : at + 1] != '"':
                raise self.error(at, "expected a key in quotes")
            line = self._offsets.line(at)
            key, at = self._string(at)
            at = self.skip(at)
            if self._text[at : at + 1] != ":":
                raise self.error(at, "expected a colon")
            value, at = self.value(self.skip(at + 1), depth + 1)
            members.append(Member(key, line, value))
            at, more = self._next(at, "}")
        return members, at

    def _list(self, at: int, depth: int) -> tuple[None, int]:
        more = self._text[at : at + 1] != "]"
        if not more:
            return None, at + 1
        while more:
            _, at = self.value(at, depth + 1)
            at, more = self._next(at, "]")
        return None, at

    def _next(self, at: int, closing: str) -> tuple[int, bool]:
        at = self.skip(at)
        mark = self._text[at : at + 1]
        if mark not in (",", closing) or not mark:
            raise self.error(at, f"expected a comma or {closing}")
        return (self.skip(at + 1), True) if mark == "," else (at + 1, False)

    def _string(self, at: int) -> tuple[str, int]:
        try:
            found, end = decoder.scanstring(self._text, at + 1, True)  # type: ignore[attr-defined]
        except ValueError:
            raise self.error(at, "expected a text in quotes") from None
        return str(found), int(end)

    def skip(self, at: int) -> int:
        """Where the next thing that is no white space stands."""
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def error(self, at: int, what: str) -> ManifestError:
        """What is wrong at a place."""
        return ManifestError(what, self._offsets.line(at))
