"""Names as git writes them into a diff: plain, or quoted like a string of the language C.

Git quotes a name that holds a control character, a double quote or a backslash, and, unless
`core.quotePath` is off, one with bytes above 127. Spaces alone do not make it quote.
"""

from __future__ import annotations

import re

_LETTERS = {
    b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v",
    b'"': b'"', b"\\": b"\\",
}  # fmt: skip
_STRING = re.compile(rb'"((?:[^"\\\x00-\x1f\x7f]|\\(?:[abfnrtv"\\]|[0-3][0-7][0-7]))*)"')
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_NEVER_PLAIN = re.compile(rb'[\x00-\x1f\x7f"\\]')


def unquote(text: bytes) -> bytes | None:
    """The name that `text` spells, or None where git would never write it so."""
    name, rest = leading_string(text) if text.startswith(b'"') else (text, b"")
    if not name or rest or b"\0" in name:
        return None
    if name is text and _NEVER_PLAIN.search(text):
        return None
    return name


def leading_string(text: bytes) -> tuple[bytes | None, bytes]:
    """The quoted name at the start of `text` and what follows it; None and `text` when there is none."""
    string = _STRING.match(text)
    if string is None:
        return None, text
    return _ESCAPE.sub(_byte, string[1]), text[string.end() :]


def _byte(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    return _LETTERS.get(code) or bytes((int(code, 8),))


def spells(text: bytes, first: bytes, between: bytes, second: bytes) -> bool:
    """Whether `text` is `first`, `between`, `second`, each name plain or quoted."""
    return any(
        unquote(rest[len(between) :]) == second for rest in _after(text, first) if rest.startswith(between)
    )


def _after(text: bytes, name: bytes) -> tuple[bytes, ...]:
    if text.startswith(b'"'):
        found, rest = leading_string(text)
        return (rest,) if found == name else ()
    return (text[len(name) :],) if text.startswith(name) and not _NEVER_PLAIN.search(name) else ()


def halves(text: bytes) -> tuple[bytes, bytes] | None:
    """The two names of a `diff --git` line, when they can be told apart without knowing more.

    Two plain names with spaces can only be told apart when they are of equal length, as they are for
    every file that keeps its name; a rename has lines of its own that say both.
    """
    if text.startswith(b'"'):
        first, rest = leading_string(text)
        second = unquote(rest[1:]) if rest.startswith(b" ") else None
    elif text.endswith(b'"'):
        start = text.find(b' "')
        first, second = unquote(text[:start]), unquote(text[start + 1 :])
    else:
        middle = len(text) // 2
        first, second = unquote(text[:middle]), unquote(text[middle + 1 :])
        if text[middle : middle + 1] != b" ":
            return None
    return (first, second) if first and second else None
