"""Why a sentence that is like an expectation may yet not mean it, and is left to a person.

The rules in words: `docs/reviews.md`, "How a sentence is compared", 4. They bind short sentences; where the rubric
gives evidence, which tells of the place as well, all but long ones.
"""

from __future__ import annotations

from steward.challenge.review_bag import LIGHT, Bag, alike, overlap, senses
from steward.challenge.review_cues import faults
from steward.challenge.review_heart import denies_otherwise, denying, told
from steward.challenge.review_key import Key
from steward.challenge.review_polarity import Sense

_SHORT, _SHORT_WITH_EVIDENCE = 6.0, 20.0
_MIDDLING, _WORDY = 10.0, 14.0
_UNKNOWN = 4.0  # weight of words of which the expectation knows nothing
_COVERED = 0.7
_SAID_BY_HEART, _SAID_BY_MEANING = 0.25, 0.34
_NOTHING_ELSE = 0.8


def doubtful(key: Key, said: Bag) -> bool:
    """Whether a sentence tells of a fear, takes back, denies something else, speaks of more than the expectation
    does, may approve, or neither complains nor says an answer word for word."""
    if said.eased or _taken_up_otherwise(key, said) or _done(key, said):
        return True
    if denies_otherwise(key.vocabulary, _lacking(key, said), said) or _speaks_of_more(key, said):
        return True
    if said.total > (_SHORT_WITH_EVIDENCE if key.evidence else _SHORT):
        return False
    aside = bool(denying(key.vocabulary, _lacking(key, said), said))
    return (
        said.approved
        or said.hollow
        or aside
        or _turned(key, said)
        or _contrasted(key, said)
        or _describes(key, said)
    )


def denies_aside(key: Key, said: Bag) -> bool:
    """Whether a short sentence denies something that the expectation does not deny."""
    return said.total <= _WORDY and bool(denying(key.vocabulary, _lacking(key, said), said))


def lacks(key: Key, said: Bag) -> bool:
    """Whether something is said to be absent that the expectation says is: "not in one transaction"."""
    return any(overlap(way, said).hit for way in (*key.ways, *key.evidence))


def denies_only_others(key: Key, said: Bag) -> bool:
    """Whether what a sentence denies by a verb is no fault, and begins with nothing that the expectation says is:
    "the last page never shows up"."""
    if said.untrue or said.eased or said.approved or not (said.refuses and said.absent):
        return False
    return said.absent.isdisjoint(faults()) and not any(
        senses(other, key.vocabulary) == {Sense.SAID}
        for stem in said.refused
        for other in alike(stem, key.vocabulary)
    )


def has_a_word(key: Key, said: Bag) -> bool:
    """Whether a sentence that complains has a word of the expectation, or one of its meaning, and little else."""
    if not said.cued or said.approved or said.eased or said.untrue:
        return False
    words = key.vocabulary.weights.keys()
    known = told(key.vocabulary, frozenset(), said)
    if known >= _SAID_BY_MEANING and any(alike(stem, said) for stem in words):
        return True
    return known >= _SAID_BY_HEART and bool(words & said.weights.keys() - said.code)


def _speaks_of_more(key: Key, said: Bag) -> bool:
    unknown = said.total * (1 - told(key.vocabulary, key.concepts.words(said), said))
    return bool(key.evidence) and said.total <= _SHORT_WITH_EVIDENCE and unknown > _UNKNOWN


def _turned(key: Key, said: Bag) -> bool:
    """Whether a denial begins with what the expectation says is so: "is not skipped"."""
    return any(
        key.vocabulary.weights.get(stem, 0.0) > LIGHT and key.vocabulary.senses[stem] == {Sense.SAID}
        for stem in said.refused
    )


def _contrasted(key: Key, said: Bag) -> bool:
    """Whether what stands behind a "but" does not say the fault alone."""
    if not said.after:
        return False
    return not any(_share(way, said) >= _COVERED for way in (*key.ways, *key.evidence))


def _share(way: Bag, said: Bag) -> float:
    known = (stem for stem in way.weights if any(other in said.after for other, _ in alike(stem, said)))
    return sum(way.weights[stem] for stem in known) / way.total


def _describes(key: Key, said: Bag) -> bool:
    """Whether a sentence has no sign of a complaint, and no answer that needs none stands in it."""
    if said.cued or not key.ways:
        return False
    all_of_it = told(key.vocabulary, frozenset(), said) >= _NOTHING_ELSE
    return not (all_of_it and any(_says(way, said) for way in key.ways))


def _says(way: Bag, said: Bag) -> bool:
    words = said.weights.keys() - said.code
    return (
        not way.cued
        and way.weights.keys() <= words
        and all(said.senses[stem] & way.senses[stem] for stem in way.weights)
        and overlap(way, said).together
    )


def _taken_up_otherwise(key: Key, said: Bag) -> bool:
    """Whether a short sentence ends in a "but" of which the expectation knows nothing: it may take all back."""
    known = any(alike(stem, key.vocabulary) for stem in said.after)
    return bool(said.after) and said.total <= _WORDY and not known


def _done(key: Key, said: Bag) -> bool:
    """Whether a short sentence tells of something done that the expectation does not tell of: "it is masked before
    it is logged"."""
    return said.total <= _MIDDLING and any(
        not any(senses(other, key.vocabulary) - {Sense.ABSENT} for other in alike(stem, key.vocabulary))
        for stem in said.done
    )


def _lacking(key: Key, said: Bag) -> frozenset[str]:
    return key.concepts.words(said) if key.concepts.absence else frozenset()
