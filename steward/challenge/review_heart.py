"""What a sentence is about, beyond the place that it shares with everything else said of that code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from steward.challenge.review_bag import LIGHT, Bag, alike, senses
from steward.challenge.review_polarity import Sense

_MOST = 10.0  # weight of a sentence that denies other things in passing
_MOSTLY = 2 / 3


def core(answers: Sequence[Bag], evidence: Sequence[Bag]) -> frozenset[str]:
    """The words of acceptable answers that make the fault: not those of names in the code, and not those that half
    of all ways to say it share, for these are of the place. All of them, where none is left."""
    ways = [*answers, *evidence]
    often = Counter(stem for way in ways for stem in way.weights)
    names = {stem for way in evidence for stem in way.named}
    words = {stem for way in answers for stem, weight in way.weights.items() if weight > LIGHT}
    kept = {stem for stem in words - names if len(ways) < 3 or often[stem] * 2 < len(ways)}
    return frozenset(kept or words)


def touches(heart: frozenset[str], vocabulary: Bag, said: Bag) -> bool:
    """Whether a sentence that is like the evidence has a word of what makes the fault, in its sense: that word, for
    one that is only like it may be of the place."""
    return any(
        Sense.BESIDE in vocabulary.senses[stem] or vocabulary.senses[stem] & said.senses[stem]
        for stem in heart & said.weights.keys()
    )


def told(vocabulary: Bag, words: frozenset[str], said: Bag) -> float:
    """How much of what a sentence says is of the expectation, from 0 to 1; `words` are of it too."""
    known = sum(
        weight
        for stem, weight in said.weights.items()
        if stem in words
        or stem in vocabulary.weights
        or (not vocabulary.near.isdisjoint(said.links[stem]) and alike(stem, vocabulary))
    )
    return known / said.total if said.total else 0.0


def denies_otherwise(vocabulary: Bag, lacking: frozenset[str], said: Bag) -> bool:
    """Whether most of what is shared stands in clauses that deny something else: "the dates are not mixed up".
    `lacking` are words of the sentence that may well be denied."""
    denied = denying(vocabulary, lacking, said)
    if not denied or said.total > _MOST:
        return False
    shared = [stem for stem in said.weights if alike(stem, vocabulary)]
    within = sum(said.weights[stem] for stem in shared if said.clauses[stem] & denied)
    return within >= _MOSTLY * sum(said.weights[stem] for stem in shared)


def denying(vocabulary: Bag, lacking: frozenset[str], said: Bag) -> frozenset[int]:
    """The clauses with denials none of which is of what should be there."""
    absent = {stem for stem in said.absent if not said.named & {stem}}
    meant = {stem for stem in absent if stem in lacking or _absent(vocabulary, stem)}
    denied = frozenset(clause for stem in absent for clause in said.clauses[stem])
    return denied - {clause for stem in meant for clause in said.clauses[stem]}


def _absent(vocabulary: Bag, stem: str) -> bool:
    return any(senses(other, vocabulary) & {Sense.ABSENT, Sense.BESIDE} for other in alike(stem, vocabulary))
