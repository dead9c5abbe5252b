"""What an expectation of a rubric is compared by, made from its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from steward.challenge.review_bag import Bag, bag, lightened
from steward.challenge.review_concepts import Concepts
from steward.challenge.review_heart import core
from steward.challenge.review_sentences import Sentence, sentences
from steward.challenge.review_topics import topics


class Said(Struct, frozen=True):
    """An expectation in words: acceptable answers, groups, what means something else, and whole sentences that
    tell of the place as well."""

    says: tuple[str, ...]
    concepts: tuple[tuple[str, ...], ...] = ()
    others: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


class Key(Struct, frozen=True):
    """What an expectation is compared by: each way to say it, the sentences of evidence with the words that make
    the fault, all its words together, its groups."""

    ways: tuple[Bag, ...]
    evidence: tuple[Bag, ...]
    core: frozenset[str]
    vocabulary: Bag
    concepts: Concepts
    others: tuple[Bag, ...]
    topics: frozenset[int] = frozenset()


def keys(expectations: Sequence[Said]) -> tuple[Key, ...]:
    """The keys of the expectations of one rubric, in their order."""
    found = [_key(expectation) for expectation in expectations]
    shared = Counter(stem for key in found for stem in key.vocabulary.weights)
    return tuple(
        replace(
            key,
            ways=tuple(lightened(way, shared) for way in key.ways),
            evidence=tuple(lightened(way, shared) for way in key.evidence),
            vocabulary=lightened(key.vocabulary, shared),
        )
        for key in found
    )


def _key(expectation: Said) -> Key:
    ways, evidence = (
        tuple(each for text in texts if (each := _way(text)).total)
        for texts in (expectation.says, expectation.evidence)
    )
    said = (*expectation.evidence, *expectation.says)
    vocabulary = bag(word for text in said for sentence in sentences(text) for word in sentence.words)
    return Key(
        ways=ways,
        evidence=evidence,
        core=core(ways, evidence),
        topics=topics(vocabulary),
        vocabulary=vocabulary,
        concepts=Concepts.of(expectation.concepts, vocabulary),
        others=tuple(whole(sentences(text)) for text in expectation.others),
    )


def whole(parts: Sequence[Sentence]) -> Bag:
    """All words of some sentences together."""
    return bag(word for part in parts for word in part.words)


def _way(text: str) -> Bag:
    parts = sentences(text)
    return replace(whole(parts), cued=any(part.cued for part in parts))
