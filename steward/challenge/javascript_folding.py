"""Texts in JavaScript that are put together from constants: `["ex", "it"].join("")` becomes `"exit"`."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steward.challenge.javascript import Token

_LONGEST_LIST = 400  # tokens
_LONGEST_SPLIT = 200  # characters
_LONGEST = 100_000
_UNARY = ("toUpperCase", "toLowerCase", "trim", "toString", "normalize", "valueOf")
_DECLARES = frozenset({"const", "let", "var"})


def folded(stream: Sequence[Token]) -> list[Token]:
    """The tokens with all texts put together that can be; a `const` that is one text stands for it."""
    return _reduced(_settled(_reduced(stream)))


def _reduced(stream: Sequence[Token]) -> list[Token]:
    out: list[Token] = []
    for token in stream:
        out.append(token)
        while _reduce(out):
            pass
    return out


def _settled(stream: list[Token]) -> list[Token]:
    """Put its text in the place of each name that is declared once, as a text."""
    declared = Counter(
        stream[at].text
        for at in range(1, len(stream))
        if stream[at - 1].text in _DECLARES and stream[at].kind == "name"
    )
    texts = {}
    for at in range(1, len(stream) - 3):
        name, equals, text, after = stream[at : at + 4]
        plain = text.kind == "text" and (after.line > text.line or after.text in (";", ","))
        if stream[at - 1].text == "const" and declared[name.text] == 1 and equals.text == "=" and plain:
            texts[name.text] = text.text
    found = []
    for at, token in enumerate(stream):
        before = stream[at - 1].text if at else ""
        behind = stream[at + 1].text if at + 1 < len(stream) else ""
        used = token.kind == "name" and token.text in texts and before not in (".", "?.", *_DECLARES)
        key = behind == ":" and before in ("{", ",")
        stands = used and not key and behind not in ("=", "=>", "(")
        found.append(replace(token, kind="text", text=texts[token.text]) if stands else token)
    return found


def _reduce(out: list[Token]) -> bool:
    """Put the last tokens together, when they can be."""
    last = out[-1]
    if last.kind == "text" and len(out) > 2 and out[-2].text == "+" and out[-3].kind == "text":
        return _put(out, 3, out[-3].text + last.text)
    if last.text != ")" or last.kind != "mark":
        return False
    start = _opening(out)
    if start < 0:
        return False
    inside = out[start + 1 : -1]
    if len(inside) == 1 and inside[0].kind == "text" and (not start or _groups(out[start - 1])):
        return _put(out, 3, inside[0].text)
    return _called(out, start, inside)


def _put(out: list[Token], many: int, text: str) -> bool:
    if len(text) > _LONGEST:
        return False
    out[-many:] = [replace(out[-many], kind="text", text=text)]
    return True


def _opening(out: list[Token], closing: str = ")", at: int = -1) -> int:
    """Where the bracket opens that closes at a position, if nothing but texts, numbers and commas lie between."""
    end = len(out) + at if at < 0 else at
    opening = {")": "(", "]": "["}[closing]
    for position in range(end - 1, max(end - _LONGEST_LIST, -1), -1):
        token = out[position]
        if token.kind == "mark" and token.text == opening:
            return position
        if token.kind not in ("text", "number") and token.text != ",":
            return -1
    return -1


def _groups(before: Token) -> bool:
    """Whether a bracket after this token is no call's."""
    return before.kind == "mark" and before.text not in (")", "]")


def _called(out: list[Token], start: int, inside: list[Token]) -> bool:
    names = [token.text for token in out[max(start - 3, 0) : start]]
    given = [token.text for token in inside if token.kind in ("text", "number")]
    if names[-3:] == ["String", ".", "fromCharCode"] or names[-3:] == ["String", ".", "fromCodePoint"]:
        numbers = [int(each) for each in given if each.isdecimal() and int(each) < 0x110000]
        return len(numbers) == len(given) > 0 and _put(out, len(out) - start + 3, "".join(map(chr, numbers)))
    if names[-1:] == ["atob"] and len(given) == 1:
        return _decoded(out, start - 1, given[0], "base64")
    if names[-3:] == ["Buffer", ".", "from"] and len(given) == 2:
        return _decoded(out, start - 3, given[0], given[1])
    if len(names) < 3 or names[-2] not in (".", "?."):
        return False
    owner = start - 3
    if out[owner].kind == "text":
        return _of_text(out, owner, names[-1], given)
    return out[owner].text == "]" and _of_list(out, owner, names[-1], given)


def _decoded(out: list[Token], start: int, text: str, form: str) -> bool:
    if form not in ("base64", "base64url", "hex"):
        return False
    try:
        plain = text.replace("-", "+").replace("_", "/")
        data = binascii.unhexlify(text) if form == "hex" else b64decode(plain + "=" * (-len(plain) % 4))
    except ValueError:
        return False
    return _put(out, len(out) - start, data.decode("utf-8", "replace"))


def _of_text(out: list[Token], owner: int, method: str, given: list[str]) -> bool:
    text, many = out[owner].text, len(out) - owner
    if method in _UNARY:
        value = text.upper() if method == "toUpperCase" else text.lower() if method == "toLowerCase" else text
        return _put(out, many, value.strip() if method == "trim" else value)
    if method == "concat":
        return _put(out, many, text + "".join(given))
    if method in ("replace", "replaceAll") and len(given) == 2:
        return _put(out, many, text.replace(given[0], given[1], 1 if method == "replace" else -1))
    if method == "split" and len(given) == 1 and len(text) <= _LONGEST_SPLIT:
        parts = text.split(given[0]) if given[0] else list(text)
        out[owner:] = _listed(out[owner], parts)
        return True
    return False


def _of_list(out: list[Token], end: int, method: str, given: list[str]) -> bool:
    start = _opening(out, "]", end)
    if start < 0 or (start and not _groups(out[start - 1]) and not _is_word(out[start - 1])):
        return False
    parts = [token.text for token in out[start + 1 : end] if token.kind in ("text", "number")]
    if method == "join":
        return _put(out, len(out) - start, (given[0] if given else ",").join(parts))
    if method == "reverse" and not given:
        out[start:] = _listed(out[start], parts[::-1])
        return True
    return False


def _is_word(token: Token) -> bool:
    return token.kind == "name" and bool(re.fullmatch(r"return|typeof|case|in|of|await|new|else", token.text))


def _listed(model: Token, parts: list[str]) -> list[Token]:
    found = [replace(model, kind="mark", text="[")]
    for number, part in enumerate(parts):
        found += [replace(model, kind="mark", text=",")] if number else []
        found.append(replace(model, kind="text", text=part))
    return [*found, replace(model, kind="mark", text="]")]
