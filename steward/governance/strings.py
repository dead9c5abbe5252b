"""Strings of PXF: in quotes with C's escapes, or in three quotes with none."""

from __future__ import annotations

import re

from steward.governance.tokens import shown

_CLOSED = re.compile(r'"(?:[^"\\\n]++|\\[^\n])*+"')
_ESCAPE = re.compile(
    r"""\\(?:([abfnrtv\\'"?])|(?:x([0-9A-Fa-f]{2})|([0-3][0-7]{2}))|(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})))"""
)
_SIMPLE = {
    "a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "'": 39, "?": 63, "\\": 92,
}  # fmt: skip
_FORMS = {
    "x": r"two hexadecimal digits after \x",
    "u": r"four hexadecimal digits after \u",
    "U": r"eight hexadecimal digits after \U",
    **dict.fromkeys("01234567", r"three octal digits, at most \377"),
}


class BadValue(ValueError):
    """What is wrong with a token, and how many characters into it.

    `swallows` says that the token has no end of its own, and may have taken in what belongs to others.
    """

    def __init__(self, what: str, shift: int = 0, *, swallows: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.shift = shift
        self.swallows = swallows


def read_string(token: str) -> str:
    """The text of a token that begins with a quote."""
    if token[:3] == '"""':
        return _read_triple(token)
    if "\\" not in token:
        if len(token) < 2 or token[-1] != '"':
            raise _unclosed()
        return token[1:-1]
    if not _CLOSED.fullmatch(token):
        raise _unclosed()
    return _unescape(token)


def _unclosed() -> BadValue:
    what = 'expected a closing " on the same line (text of several lines stands between """ and """)'
    return BadValue(what, swallows=True)


def _unescape(token: str) -> str:
    """The text of a closed string. `\\x` and `\\NNN` are bytes, and the whole must be UTF-8."""
    data = bytearray()
    places: dict[int, int] = {}  # of each byte that came from an escape: where that stands
    at, end = 1, len(token) - 1
    while at < end:
        slash = token.find("\\", at, end)
        if slash < 0:
            slash = end
        data += token[at:slash].encode()
        if slash == end:
            break
        found = _ESCAPE.match(token, slash)
        if not found:
            raise _bad_escape(token, slash)
        places[len(data)] = slash
        data += _bytes(found)
        at = found.end()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        what = r"expected bytes that are UTF-8, found others written as \x or octal escapes"
        raise BadValue(what, places[error.start]) from None


def _bytes(found: re.Match[str]) -> bytes:
    """The bytes that an escape stands for."""
    simple, hexadecimal, octal, short, long = found.groups()
    if simple:
        return bytes((_SIMPLE[simple],))
    if hexadecimal or octal:
        return bytes((int(hexadecimal, 16) if hexadecimal else int(octal, 8),))
    number = int(short or long, 16)
    if 0xD800 <= number <= 0xDFFF:
        raise BadValue(
            f"expected a character, found {found[0]}, one half of a surrogate pair "
            r"(write the character itself, or \U and eight digits)",
            found.start(),
        )
    if number > 0x10FFFF:
        raise BadValue(f"expected a character up to \\U0010FFFF, found {found[0]}", found.start())
    return chr(number).encode()


def _bad_escape(token: str, at: int) -> BadValue:
    letter = token[at + 1]
    if letter in _FORMS:
        return BadValue(f"expected {_FORMS[letter]}", at)
    return BadValue(
        f'expected an escape such as \\n, \\t, \\" or \\\\, found {shown(token[at : at + 2])}', at
    )


def _read_triple(token: str) -> str:
    """Text between three quotes: no escapes; the first line end and the common indent fall away.

    The indent of the closing quotes counts when they stand alone on their line, and that line is no part of
    the text. Lines of nothing but white space do not count.
    """
    if len(token) < 6 or token[-3:] != '"""':
        raise BadValue('expected a closing """', swallows=True)
    lines = token[3:-3].replace("\r\n", "\n").removeprefix("\n").split("\n")
    indents = [_indent(line) for line in lines if line.strip(" \t")]
    if not lines[-1].strip(" \t"):
        indents.append(lines.pop())
    common = _common(indents)
    return "\n".join(line.removeprefix(common) for line in lines)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _common(texts: list[str]) -> str:
    """What all of the texts begin with; there is one at least."""
    first, last = min(texts), max(texts)
    length = 0
    while length < len(first) and first[length] == last[length]:
        length += 1
    return first[:length]
