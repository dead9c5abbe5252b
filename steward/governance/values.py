"""A token as a value: strings, bytes, numbers, timestamps, durations, names. The rules: `docs/governance.md`.

Each function takes the token's text, gives the value, and raises `BadValue` with what is wrong and how far
into the token.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable
from datetime import date
from math import isinf

from steward.governance.document import Duration, Name, Scalar, Timestamp
from steward.governance.strings import BadValue, read_string
from steward.governance.tokens import shown

MOST_DIGITS = 4096
_NANOS = 1_000_000_000
_DAY = 86_400
_EPOCH = date(1970, 1, 1).toordinal()

_INTEGER = re.compile(r"-?[0-9]++")
_FLOAT = re.compile(r"-?[0-9]++(?:\.[0-9]*+(?:[eE][-+]?[0-9]++)?|[eE][-+]?[0-9]++)")
_DURATION = re.compile(r"-?(?:[0-9]++(?:\.[0-9]++)?(?:ns|us|[µμ]s|ms|s|m|h))++")
_PART = re.compile(r"([0-9]++)(?:\.([0-9]++))?([a-zµμ]++)")
_UNITS = {
    "ns": 1, "us": 1_000, "µs": 1_000, "μs": 1_000, "ms": 1_000_000,
    "s": _NANOS, "m": 60 * _NANOS, "h": 3_600 * _NANOS,
}  # fmt: skip
_MOST_NANOS = 2**63 - 1  # what a protobuf reader of this language holds: 292 years
_TIMESTAMP = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]++))?"
    r"(?:[Zz]|([-+])([0-9]{2}):([0-9]{2}))"
)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*+={0,2}")
_DIRECTIVE = re.compile(r"@[A-Za-z_][A-Za-z0-9_.]*+")
MARKS = frozenset(("", *"{}[]=:,;"))
_KEYWORDS: dict[str, Scalar] = {"true": True, "false": False, "null": None}


def read_word(token: str) -> Scalar:
    """`true`, `false`, `null`, or the name of an enum's member."""
    return _KEYWORDS[token] if token in _KEYWORDS else Name(token)


def read_number(token: str) -> Scalar:
    """Whatever begins with a digit or a sign: an integer, a float, a duration or a timestamp."""
    if len(token) > MOST_DIGITS and sum(map(str.isdigit, token)) > MOST_DIGITS:
        raise BadValue(f"expected a number of at most {MOST_DIGITS:,} digits, found {shown(token)}")
    if _INTEGER.fullmatch(token):
        return int(token)
    if _FLOAT.fullmatch(token):
        return _float(token)
    if _DURATION.fullmatch(token):
        return _duration(token)
    if token[:4].isdecimal() and token[4:5] == "-":
        return _timestamp(token)
    raise BadValue(f"expected {_expected(token)}, found {shown(token)}")


def _expected(token: str) -> str:
    """What a number that is none was meant to be."""
    bare = token.lstrip("+-")
    if token[0] == "+":
        return "a number without a plus sign"
    if re.match(r"\.[0-9]", bare):
        return "a digit before the point"
    if bare[:2] in ("0x", "0X"):
        return "a decimal number"
    if re.fullmatch(r"[0-9.]+d(?:ays?)?", bare):
        return "a duration in hours or smaller units, such as 720h for 30 days"
    if re.fullmatch(r"[0-9.]+[A-Za-zµμ]+", bare):
        return "a duration such as 1h30m, with the units h, m, s, ms, us, µs, ns"
    return "a number such as 10, -1.5 or 2e-3"


def _float(token: str) -> float:
    value = float(token)
    if isinf(value):
        raise BadValue(
            f"expected a number that a double can hold (at most about 1.8e308), found {shown(token)}"
        )
    return value


def _duration(token: str) -> Duration:
    total = 0
    for whole, fraction, unit in _PART.findall(token):
        size = _UNITS[unit]
        # What is smaller than a nanosecond falls away.
        total += int(whole) * size + (int(fraction) * size // 10 ** len(fraction) if fraction else 0)
    if total > _MOST_NANOS:
        raise BadValue(f"expected a duration of at most 292 years, found {shown(token)}")
    return Duration(-total if token[0] == "-" else total)


def _timestamp(token: str) -> Timestamp:
    found = _TIMESTAMP.fullmatch(token)
    if not found:
        raise BadValue(f"expected a timestamp such as 2026-03-01T09:30:00Z, found {shown(token)}")
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    try:
        days = date(year, month, day).toordinal() - _EPOCH
    except ValueError:
        raise BadValue(f"expected a day that exists, found {shown(token)}") from None
    ahead, behind = int(found[9] or 0), int(found[10] or 0)
    offset = (ahead * 3600 + behind * 60) * (-1 if found[8] == "-" else 1)
    seconds = days * _DAY + hour * 3600 + minute * 60 + second - offset
    # A leap second is the last of a day in UTC.
    leap = second == 60 and seconds % _DAY == 0
    if hour > 23 or minute > 59 or ahead > 23 or behind > 59 or (second > 59 and not leap):
        raise BadValue(f"expected a time of day that exists, found {shown(token)}")
    return Timestamp(seconds, int(((found[7] or "") + "0" * 9)[:9]))


def read_bytes(token: str) -> Scalar:
    """`b"…"`: base64 of the standard alphabet, with its padding or without any; a bare `b…` is a word."""
    if token[1:2] != '"':
        return read_word(token)
    if len(token) < 3 or token[-1] != '"':
        raise BadValue('expected a closing " on the same line', swallows=True)
    data = token[2:-1]
    bare = data.rstrip("=")
    padded = bare + "=" * (-len(bare) % 4)
    if _BASE64.fullmatch(data) and data in (bare, padded) and len(bare) % 4 != 1:
        value = binascii.a2b_base64(padded)
        # Bits beyond the last byte would be lost.
        if binascii.b2a_base64(value, newline=False).decode() == padded:
            return value
    raise BadValue(f"expected base64 between the quotes, found {shown(data)}")


READERS: dict[str, Callable[[str], Scalar]] = {
    '"': read_string,
    **dict.fromkeys("0123456789-+.", read_number),
    **dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", read_word),
    "b": read_bytes,
}
"""By a token's first character, the function that reads it."""

_LETTERS = frozenset(first for first, reader in READERS.items() if reader in (read_word, read_bytes))


def is_name(token: str) -> bool:
    """Whether a token can name a field."""
    return token[:1] in _LETTERS and token not in _KEYWORDS and token[1:2] != '"'


def is_key(token: str) -> bool:
    """Whether a token that is no name can be a map's key."""
    return token[:1] == '"' or _INTEGER.fullmatch(token) is not None


def check_token(token: str) -> BadValue | None:
    """What is wrong with a token wherever it stands; None when there is a place for it."""
    first = token[:1]
    if first in MARKS or (first == "@" and _DIRECTIVE.fullmatch(token)):
        return None
    try:
        READERS.get(first, read_foreign)(token)
    except BadValue as error:
        return error
    return None


def read_foreign(token: str) -> Scalar:
    """A token that is no value and no part of the language: always `BadValue`."""
    raise _foreign(token)


def _foreign(token: str) -> BadValue:
    if token[0] == "@":
        return BadValue("expected a name right after '@', such as @type")
    if token[:2] == "/*":
        return BadValue("expected a closing */", swallows=True)
    if token[0] == "/":
        return BadValue("expected // or /* to begin a comment, found '/'")
    if token[0] in "'“”„":
        return BadValue(
            f'expected a string in straight double quotes ("), found {shown(token)}', swallows=True
        )
    return BadValue(f"expected a field, a value or a comment, found {shown(token)}")
