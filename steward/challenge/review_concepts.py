"""Groups of words of which a sentence must hold one each."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from steward.challenge import review_lexicon as lexicon
from steward.challenge.review_bag import Bag, alike, senses
from steward.challenge.review_polarity import Sense, sentences
from steward.challenge.review_words import stem

_ABSENCE = (
    lexicon.NEGATORS | lexicon.ELLIPSES | {"fails", "unchecked", "absence", "omitted", "unverified", "none"}
)


class _Term(Struct, frozen=True):
    """A word of a group, in the sense it must have; None leaves the sense open to what is not absent."""

    stems: tuple[str, ...]
    sense: Sense | None


class Concepts(Struct, frozen=True):
    """The groups; `absence` where one of them is made of words for "not there"."""

    groups: tuple[tuple[_Term, ...], ...] = ()
    absence: bool = False

    @classmethod
    def of(cls, groups: Sequence[Sequence[str]], vocabulary: Bag) -> Concepts:
        """From the rubric's groups; the sense of a word is the one it has in evidence and answers."""
        absent = [group for group in groups if _is_absence(group)]
        others = [group for group in groups if not _is_absence(group)]
        return cls(
            groups=tuple(tuple(_term(word, vocabulary) for word in group) for group in others),
            absence=bool(absent),
        )

    def level(self, said: Bag) -> int:
        """2 when every group is there, 1 when only by words of the same meaning, -1 when it is denied, else 0."""
        if not self.groups:
            return 0
        found = [_group(group, said, self.absence) for group in self.groups]
        if not all(found):
            return 0
        if self.absence:
            return _absence(found)
        if any(each[0] < 0 for each in found if each):
            if not any(_absent_hit(group, said) for group in self.groups):
                return -1
            # What should be there is said to be absent: so may be what stands round it.
            found = [_group(group, said, True) for group in self.groups]
        level = min(each[0] for each in found if each)
        return level if len(self.groups) > 1 else min(level, 1)


_Found = tuple[int, frozenset[Sense]]


def _is_absence(group: Sequence[str]) -> bool:
    return sum(word.lower() in _ABSENCE for word in group) * 2 > len(group)


def _term(word: str, vocabulary: Bag) -> _Term:
    words = [each for sentence in sentences(word) for each in sentence.words]
    stems = tuple(each.stem for each in words) or (stem(word.lower()),)
    if any(each.sense is Sense.ABSENT for each in words):
        return _Term(stems, Sense.ABSENT)
    known = frozenset[Sense]().union(*(vocabulary.senses.get(each, frozenset()) for each in stems))
    return _Term(stems, Sense.ABSENT if known == {Sense.ABSENT} else None)


def _group(group: Sequence[_Term], said: Bag, absence: bool) -> _Found | None:
    """The best of a group's words, in the senses of all that are there. None when there is none."""
    found = [each for term in group if (each := _found(term, said, absence))]
    if not found:
        return None
    return max(each[0] for each in found), frozenset[Sense]().union(*(each[1] for each in found))


def _found(term: _Term, said: Bag, absence: bool) -> _Found | None:
    others = [alike(each, said) for each in term.stems]
    if not all(others):
        return None
    sure = 2 if all(each in said.weights for each in term.stems) else 1
    given = frozenset[Sense]().union(*(senses(other, said) for each in others for other in each))
    if not absence and term.sense is Sense.ABSENT and Sense.ABSENT not in given:
        sure = -1
    if not absence and term.sense is None and given == {Sense.ABSENT}:
        sure = -1
    return sure, given


def _absent_hit(group: Sequence[_Term], said: Bag) -> bool:
    return any(
        term.sense is Sense.ABSENT and (each := _found(term, said, False)) and each[0] > 0 for term in group
    )


def _absence(found: Sequence[_Found | None]) -> int:
    """With a group for "not there", one of the things must be said to be absent."""
    if not any(Sense.ABSENT in each[1] for each in found if each):
        return -1
    return min(each[0] for each in found if each)
