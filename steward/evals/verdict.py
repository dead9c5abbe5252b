"""A judge's reply as a verdict: a whole number in range and the reasoning, or an error, never a guess.

The rules: `docs/evals.md`, "Verdicts".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from steward.evals.jsontext import NUMBER, End, Found, read

# A brace between two quotation marks of a kind is a quoted brace, or the beginning of something quoted.
_OPENING = re.compile(r"""(?:(?<="){(?=")|(?<='){(?=')|(?<=`){(?=`))()|[{\[]""")
_MAY_BE_JSON = re.compile(r"\[|\{\s*+(?:[\"}]|\Z)")
_BRACES = re.compile(r"[{}]")
# What begins like an object of JSON or of a language near it: `{"key"`, `{}`, `{key:`; not the brace in "a { b".
_LIKE_AN_OBJECT = re.compile(r"""\{\s*+(?:["'}]|[\w-]++\s*+:)""")
_QUOTES = frozenset(('""', "''", "“”", "„“", "‘’", "«»"))
_ZEROS = re.compile(r"\.0+\Z")
HALF = re.compile("[\ud800-\udfff]")
_MOST_SHOWN = 40
_CUT_OFF = "the reply is cut off inside an object"


def parse_verdict(reply: str, *, max_score: int) -> tuple[int, str]:
    """The score from 0 to `max_score` and the reasoning, empty when there is none.

    The verdict is the one top-level JSON object with a `score`; text around it and objects without one are
    passed over. Raises `ValueError` when there is none, when two differ, when the reply ends inside an object
    and when the score is no whole number in range.
    """
    verdicts = {_canonical(found): found for found in _objects(_text(reply)) if _has_score(found)}
    if not verdicts:
        raise ValueError("the reply holds no verdict: no top-level JSON object with a score")
    if len(verdicts) > 1:
        raise ValueError(f"the reply is ambiguous: it holds {len(verdicts)} verdicts that differ")
    return _verdict(*verdicts.values(), most=max_score)


def parse_strictly(reply: str, *, max_score: int) -> tuple[int, str]:
    """The same of a reply that was asked for by schema: all of it must be the one object."""
    text = _text(reply).strip(" \t\r\n")
    found = read(text, 0) if text.startswith("{") else None
    if found is None or found.end is not End.WHOLE or found.at != len(text):
        raise ValueError("the reply is not one JSON object and nothing else")
    if not _has_score(found):
        raise ValueError("the reply's object has no score")
    return _verdict(found, most=max_score)


def is_verdict(reply: str, *, max_score: int) -> bool:
    """Whether a reply that was asked for by schema holds a verdict."""
    try:
        parse_strictly(reply, max_score=max_score)
    except ValueError:
        return False
    return True


def _text(reply: object) -> str:
    if not isinstance(reply, str):
        raise ValueError(f"the reply is no text but {type(reply).__name__}")
    return reply


def _objects(text: str) -> Iterator[Found]:
    """The whole top-level objects, in their order. No character is looked at more than a few times."""
    at, closing = 0, None
    while opening := _OPENING.search(text, at):
        start = opening.start()
        if opening[1] is not None:
            at = start + 1
            continue
        found = read(text, start) if _MAY_BE_JSON.match(text, start) else Found(end=End.BROKEN, at=start + 1)
        if found.end is End.CUT_OFF:
            raise ValueError(_CUT_OFF)
        at = max(found.at, start + 1)
        if opening[0] == "{" and found.end is End.WHOLE:
            if text[max(0, start - 1) : start] + text[at : at + 1] not in _QUOTES:
                yield found
        elif opening[0] == "{":
            # What stands inside something that is almost an object is no top-level object.
            closing = _closing(text) if closing is None else closing
            at = max(at, _after(text, start, closing))


def _after(text: str, start: int, closing: dict[int, int]) -> int:
    """Where the text goes on after a brace that begins no JSON object."""
    if start in closing:
        return closing[start] + 1
    if _LIKE_AN_OBJECT.match(text, start):
        raise ValueError(_CUT_OFF)
    return start + 1


def _closing(text: str) -> dict[int, int]:
    """Which brace closes which, by counting alone."""
    pairs: dict[int, int] = {}
    waiting: list[int] = []
    for brace in _BRACES.finditer(text):
        if brace[0] == "{":
            waiting.append(brace.start())
        elif waiting:
            pairs[waiting.pop()] = brace.start()
    return pairs


def _has_score(found: Found) -> bool:
    return any(key == "score" for key, _ in found.members)


def _canonical(found: Found) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((key, _plainly(value)) for key, value in found.members))


def _plainly(value: str) -> str:
    """A text without its escapes and a number without zeros behind the point: the same however it is written."""
    if value.startswith('"'):
        return f'"{json.loads(value)}'
    return _ZEROS.sub("", value) if NUMBER.fullmatch(value) else value


def _verdict(found: Found, *, most: int) -> tuple[int, str]:
    scores = [value for key, value in found.members if key == "score"]
    if len(scores) > 1:
        raise ValueError("the reply is ambiguous: the verdict has the key score more than once")
    reasons = [value for key, value in found.members if key == "reasoning"]
    return _score(scores[0], most), _words(reasons[-1]) if reasons else ""


def _score(value: str, most: int) -> int:
    number = json.loads(value) if value.startswith('"') else value
    if not NUMBER.fullmatch(number):
        raise ValueError(f"the score is no whole number: {_shown(value)}")
    try:
        exact = Decimal(number)
    except InvalidOperation:  # an exponent of twenty digits
        raise ValueError(f"the score is no whole number: {_shown(value)}") from None
    if not 0 <= exact <= most:
        raise ValueError(f"the score {_shown(value)} is not within 0 and {most}")
    if exact != int(exact):
        raise ValueError(f"the score is no whole number: {_shown(value)}")
    return int(exact)


def _words(value: str) -> str:
    """The reasoning as text that every encoding can hold; of anything but a text its JSON, of null nothing."""
    if value == "null":
        return ""
    words = json.loads(value) if value.startswith('"') else value
    return writable(str(words))


def _shown(value: str) -> str:
    return writable(value if len(value) <= _MOST_SHOWN else f"{value[:_MOST_SHOWN]}…")


def writable(text: str) -> str:
    """The text with every half of a character replaced, so that every encoding can hold it."""
    return HALF.sub("\ufffd", text)
