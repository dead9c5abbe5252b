"""JSON that knows its lines: what `json` reads, as far as manifests need it."""

from __future__ import annotations

import re
from json import decoder
from typing import TypeAlias

from msgspec import Struct

from steward.intake.manifests.found import ManifestError, line_at

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
    found, end = _value(text, _skip(text, 0), 0)
    if _skip(text, end) != len(text):
        raise _error(text, end, "expected nothing after the value")
    return found


def _value(text: str, at: int, depth: int) -> tuple[Value, int]:
    if depth > _MOST_DEPTH:
        raise _error(text, at, f"is nested more than {_MOST_DEPTH} deep")
    start = text[at : at + 1]
    if start == '"':
        return _string(text, at)
    if start == "{":
        return _object(text, at + 1, depth)
    if start == "[":
        return _list(text, at + 1, depth)
    plain = _PLAIN.match(text, at)
    if plain is None:
        raise _error(text, at, "expected a JSON value")
    return None, plain.end()


def _object(text: str, at: int, depth: int) -> tuple[list[Member], int]:
    members: list[Member] = []
    at = _skip(text, at)
    if text[at : at + 1] == "}":
        return members, at + 1
    line, counted = line_at(text, at), at
    while True:
        line, counted = line + text.count("\n", counted, at), at
        if text[at : at + 1] != '"':
            raise _error(text, at, "expected a key in quotes")
        key, at = _string(text, at)
        at = _skip(text, at)
        if text[at : at + 1] != ":":
            raise _error(text, at, "expected a colon")
        value, at = _value(text, _skip(text, at + 1), depth + 1)
        members.append(Member(key, line, value))
        at, more = _next(text, at, "}")
        if not more:
            return members, at


def _list(text: str, at: int, depth: int) -> tuple[None, int]:
    at = _skip(text, at)
    if text[at : at + 1] == "]":
        return None, at + 1
    while True:
        _, at = _value(text, at, depth + 1)
        at, more = _next(text, at, "]")
        if not more:
            return None, at


def _next(text: str, at: int, closing: str) -> tuple[int, bool]:
    at = _skip(text, at)
    mark = text[at : at + 1]
    if mark not in (",", closing) or not mark:
        raise _error(text, at, f"expected a comma or {closing}")
    return (_skip(text, at + 1), True) if mark == "," else (at + 1, False)


def _string(text: str, at: int) -> tuple[str, int]:
    try:
        found, end = decoder.scanstring(text, at + 1, True)  # type: ignore[attr-defined]
    except ValueError:
        raise _error(text, at, "expected a text in quotes") from None
    return str(found), int(end)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _error(text: str, at: int, what: str) -> ManifestError:
    return ManifestError(what, line_at(text, at))
