"""A text as words that can be compared: NFKC, contractions opened, identifiers split, stemmed.

The rules are those of `docs/reviews.md`, "How a sentence is compared". Every pattern here is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from steward.challenge import review_denials as denials
from steward.challenge import review_lexicon as lexicon

_MOST_READ = 4000  # characters of one comment; what follows says nothing new
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "‐": "-", "‑": "-"})
_OPENED = (
    (re.compile(r"\b(?:can't|cannot|cant)\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"n't\b", re.IGNORECASE), " not"),
    (re.compile(r"\b(there|it|that|what|here|he|she)'s\b", re.IGNORECASE), r"\1 is"),
    (
        re.compile(
            r"\b(i|we)'d (?=(?!have|had|been|be|like|love|say|call)\w+\b(?<!ed)(?<!ght))", re.IGNORECASE
        ),
        r"\1 should ",
    ),
    (re.compile(r"'(?:s|re|ve|ll|d|m)\b", re.IGNORECASE), " "),
)
_ALL = (*denials.PHRASES, *lexicon.PHRASES)
_PHRASES = re.compile(
    r"(?<![\w-])(?:" + "|".join(f"({pattern})" for pattern, _ in _ALL) + r")(?!\w)", re.IGNORECASE
)
_MEANT = tuple(meant for _, meant in _ALL)
_MARKERS = frozenset(word for meant in _MEANT for word in meant.split())
_TOKEN = re.compile(r"(?P<word>[^\W\d]\w*|\d+)|(?P<end>[.!?]+(?=\s|$)|\n+)|(?P<pause>[,;:()\[\]—–]|\s-\s)")
CALLED = "called_"  # stands after a name that is called
UNDONE = "un_"  # stands before a word that is denied alone, as in "unbounded cache"
_CALL = re.compile(r"(?<=\w)\(([^()\n]{0,80})\)")  # what a call is given is no clause of its own
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_NUMBERED = re.compile(r"[A-Za-z]{2,8}\d{1,3}")  # MD5 and utf8 are words
_SHOUTED = re.compile(r"[A-Z]{2,10}(?:ing|ed|s|es)")  # and PATCHing is one
_UN = re.compile(rf"un-?({'|'.join(sorted(lexicon.UN_WORDS))})|in({'|'.join(sorted(lexicon.IN_WORDS))})")


class Token(Struct, frozen=True):
    """A word as it stands (lower case) with its stem, or a mark: `.` ends a sentence, `,` a clause.

    `named`: it is of a name in code, where "safe" praises nothing and "not" denies nothing.
    """

    text: str
    stem: str = ""
    weight: float = 0.0
    named: bool = False


COMMA, STOP, QUESTION = Token(","), Token("."), Token(".", stem="?")


def opened(text: str) -> str:
    """The text in one form of writing: contractions opened, phrases of one meaning as one word."""
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", text[:_MOST_READ])).translate(_QUOTES)
    plain = _CALL.sub(lambda found: f" {CALLED} {found[1].replace(',', ' ')} ", plain)
    for pattern, instead in _OPENED:
        plain = pattern.sub(instead, plain)
    return _PHRASES.sub(lambda found: f" {_MEANT[(found.lastindex or 1) - 1]} ", plain)


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text in order, with marks where a sentence or a clause ends."""
    found: list[Token] = []
    for match in _TOKEN.finditer(opened(text)):
        if match["word"]:
            found.extend(_word(match["word"]))
        else:
            asked = match["end"] and "?" in match["end"]
            found.append(QUESTION if asked else STOP if match["end"] else COMMA)
    return tuple(found)


def _word(word: str) -> list[Token]:
    lower = word.lower()
    if lower == CALLED:
        return [Token(CALLED)]
    if lower in _MARKERS:
        return [_token(lower)]
    if absent := _UN.fullmatch(lower):
        return [Token(UNDONE), _token(absent[1] or absent[2])]
    if _NUMBERED.fullmatch(word) or _SHOUTED.fullmatch(word):
        return [_token(lower)]
    parts = _PART.findall(word)
    if len(parts) < 2 or (lower.endswith("s") and len(parts) == 2 and parts[1] == "s"):
        return [_token(lower)]
    joined = "=" + lower.replace("_", "")
    pieces = (_token(part.lower()) for part in parts)
    return [
        *(Token(each.text, each.stem, each.weight, named=True) for each in pieces),
        Token(joined, joined, 1.0, named=True),
    ]


@lru_cache(maxsize=16384)
def _token(word: str) -> Token:
    function = word in lexicon.FUNCTION_WORDS and word not in lexicon.NARROWING
    if function or (len(word) < 2 and not word.isdigit()):
        return Token(word)
    return Token(word, stem(word), 0.35 if word in lexicon.COMMON_WORDS or word in lexicon.NARROWING else 1.0)


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The stem of a lower-case English word."""
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    # Imported late: only reviews need it, and its tables would cost every other run.
    return import_module("snowballstemmer").stemmer("english")


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, group in enumerate(lexicon.SYNONYMS, 1):
        for word in group.split():
            found.setdefault(stem(word.lstrip("-")), set()).add(-number if word[0] == "-" else number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@lru_cache(maxsize=16384)
def links(word: str) -> frozenset[int]:
    """The groups of a stem, whether it means them or the opposite."""
    return frozenset(map(abs, meanings(word)))


@lru_cache(maxsize=1)
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in lexicon.OPPOSITES:
        one, other = map(stem, pair.split())
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


def opposites(word: str) -> frozenset[str]:
    """The stems that say the opposite of a stem."""
    return _opposites().get(word, frozenset())


@lru_cache(maxsize=16384)
def meanings(word: str) -> frozenset[int]:
    """The groups of one meaning that a stem belongs to; a negative number is the opposite of that meaning."""
    return _groups().get(word, frozenset())
