"""What each field of an answer is checked for: one function a rule, each on its own (`docs/prose.md`).

A rule answers whether the field keeps it. What a rule cannot read it refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from msgspec import Struct

from steward.model import DimensionKey
from steward.synth import verdicts, words
from steward.synth.characters import characters
from steward.synth.field import Field
from steward.synth.polarity import polarity
from steward.synth.slots import fill, length
from steward.synth.spelling import is_misspelt

# With the names of its slots: what is remembered of an answer has room in a comment.
_MOST_WRITTEN = 1_500


class Rule(Struct, frozen=True):
    """A rule by the name under which a refusal is told."""

    name: str
    keeps: Callable[[Field], bool]


def lengths(field: Field) -> bool:
    """Something on one line, and not too long once its slots are filled."""
    if not field.text.strip() or len(field.text.splitlines()) != 1:
        return False
    return len(field.text) <= _MOST_WRITTEN and length(fill(field.text, field.slots)) <= field.most


def numbers(field: Field) -> bool:
    """No digit, no number in words, no path in letters; only slots that may stand here."""
    if any(name not in field.slots for name in field.named) or any(map(str.isnumeric, field.outside)):
        return False
    if any(found.search(field.outside) for found in (words.ROMAN, words.LOOKALIKE, words.PATH)):
        return False
    return not any(words.NUMBER.search(reading) for reading in field.readings)


def ratings(field: Field) -> bool:
    """No colour but the field's own, no word that rates, no verdict."""
    return not any(map(_is_rated, field.readings)) and _are_own(field)


def _is_rated(reading: str) -> bool:
    said = verdicts.TAKEN_OUT.sub(" ", reading)
    if verdicts.JOINED.search(said.replace(" ", "")) or any(map(is_misspelt, said.split())):
        return True
    return any(found.search(said) for found in verdicts.REFUSED)


def _are_own(field: Field) -> bool:
    said = [verdicts.TAKEN_OUT.sub(" ", reading) for reading in field.readings]
    found = [colour for reading in said for colour in verdicts.COLOUR.findall(reading)]
    if any(verdicts.COLOURS[colour] is not field.status for colour in found):
        return False
    sentences = [verdicts.TAKEN_OUT.sub(" ", sentence) for sentence in field.sentences]
    others = (
        [verdicts.COLOUR_OF_ALL]
        if field.key is None
        else [verdicts.COLOUR_OF_ALL, verdicts.COLOUR_OF_OVERALL]
    )
    return not any(other.search(sentence) for other in others for sentence in sentences)


def scope(field: Field) -> bool:
    """Nothing of an Unknown dimension, and no judgement on another one's subject."""
    shared = words.SHARED.get(field.key, frozenset()) if field.key else frozenset()
    said = frozenset(word for reading in field.readings for word in reading.split())
    unknown = (frozenset(words.VOCABULARY[key] + words.SYNONYMS[key]) for key in field.unknown)
    if any(not said.isdisjoint(vocabulary - shared) for vocabulary in unknown):
        return False
    others = [key for key in DimensionKey if key is not field.key] if field.key else []
    judged = [sentence for sentence in field.plain_sentences if not _is_demand(field.key, sentence)]
    return not any(_judged(key).search(sentence) for key in others for sentence in judged)


def _is_demand(key: DimensionKey | None, sentence: str) -> bool:
    return key is DimensionKey.GOVERNANCE and words.DEMANDED.search(sentence) is not None


@cache
def _judged(key: DimensionKey) -> re.Pattern[str]:
    noun, judging = words.NOUNS[key], words.JUDGING
    copula = r"(?:is|are|was|were|looks?|seems?|feels?|remains?|stays?|appears?)"
    return re.compile(
        rf"\b{judging} (?:\w+ )?{noun}\b|\b{noun} (?:\w+ )?{copula} (?:not |very |quite |too |rather "
        rf"|already )?{judging}\b"
    )


# Of a hundred words: what the benign corpora keep, and a sentence of another language with English in it does not.
_KNOWN = 60


def language(field: Field) -> bool:
    """English, in words: what is written otherwise cannot be checked by lists of English words."""
    for reading in field.readings:
        found = [word for word in reading.split() if word != "slot"]
        known = sum(word in words.ENGLISH for word in found)
        if words.SPELLED.search(reading) or 100 * known < _KNOWN * len(found):
            return False
    return True


FIELD_RULES: tuple[Rule, ...] = (
    Rule("characters", characters),
    Rule("length", lengths),
    Rule("number", numbers),
    Rule("rating", ratings),
    Rule("scope", scope),
    Rule("polarity", polarity),
    Rule("language", language),
)
