"""Groups of words of which a sentence must hold one each."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from steward.challenge import review_lexicon as lexicon
from steward.challenge.review_bag import Bag, alike, senses
from steward.challenge.review_polarity import Sense
from steward.challenge.review_sentences import sentences
from steward.challenge.review_words import stem

# Of what a sentence says, so much is of the expectation; less where something is said to be absent.
_SHARE, _ABSENT_SHARE = 0.55, 0.3
_ABSENCE = (
    lexicon.NEGATORS | lexicon.ELLIPSES | {"fails", "unchecked", "absence", "omitted", "unverified", "none"}
)


class _Term(Struct, frozen=True):
    """A word of a group, in the sense it must have; None leaves the sense open to what is not absent."""

    stems: tuple[str, ...]
    sense: Sense | None


class Concepts(Struct, frozen=True):
    """The groups; `absence` where one of them is made of words for "not there", and `instead` are the stems of it
    that say so without a denial: "only", "skips"."""

    groups: tuple[tuple[_Term, ...], ...] = ()
    absence: bool = False
    instead: frozenset[str] = frozenset()

    @classmethod
    def of(cls, groups: Sequence[Sequence[str]], vocabulary: Bag) -> Concepts:
        """From the rubric's groups; the sense of a word is the one it has in evidence and answers."""
        absent = [group for group in groups if _is_absence(group)]
        others = [group for group in groups if not _is_absence(group)]
        return cls(
            groups=tuple(tuple(_term(word, vocabulary) for word in group) for group in others),
            absence=bool(absent),
            instead=frozenset(stem for group in absent for word in group for stem in _plain(word)),
        )

    def level(self, said: Bag, told: float) -> int:
        """2 when every group is there and the sentence says little else (`told` is how much of it is known), 1 when
        only by words of the same meaning or among much else, -1 when it is denied, else 0."""
        level = self._level(said)
        return min(level, 1) if told < (_ABSENT_SHARE if self.absence else _SHARE) else level

    def _lacking(self, said: Bag) -> bool:
        """Whether something of a group is absent itself, and not only what might be done to it."""
        return any(
            Sense.ABSENT in said.senses[stem] and not all(said.undone.get(stem, ()))
            for stem in self.words(said)
        )

    def words(self, said: Bag) -> frozenset[str]:
        """The words of a sentence that are of some group."""
        terms = {stem for group in self.groups for term in group for stem in term.stems}
        return frozenset(other for stem in terms for other, _ in alike(stem, said))

    def _level(self, said: Bag) -> int:
        if not self.groups:
            return 0
        found = [_group(group, said, self.absence) for group in self.groups]
        if not all(found):
            return 0
        if self.absence:
            told = any(Sense.SAID in said.senses.get(stem, ()) for stem in self.instead)
            return (
                _absence(found, told=told)
                if told or self._lacking(said)
                else min(1, _absence(found, told=told))
            )
        if any(each[0] < 0 for each in found if each):
            if not any(_absent_hit(group, said) for group in self.groups):
                return -1
            # What should be there is said to be absent: so may be what stands round it.
            found = [_group(group, said, True) for group in self.groups]
        level = min(2, *(each[0] for each in found if each))
        return level if len(self.groups) > 1 else min(level, 1)


_Found = tuple[int, frozenset[Sense]]


def _is_absence(group: Sequence[str]) -> bool:
    return sum(word.lower() in _ABSENCE for word in group) * 2 > len(group)


def _term(word: str, vocabulary: Bag) -> _Term:
    words = [each for sentence in sentences(word) for each in sentence.words]
    stems = tuple(each.stem for each in words) or (stem(word.lower()),)
    if any(each.sense is Sense.ABSENT for each in words):
        return _Term(stems, Sense.ABSENT)
    known = frozenset[Sense]().union(
        *(senses(other, vocabulary) for each in stems for other in alike(each, vocabulary))
    )
    return _Term(stems, Sense.ABSENT if known == {Sense.ABSENT} else None)


def _group(group: Sequence[_Term], said: Bag, absence: bool) -> _Found | None:
    """The best of a group's words, in the senses of all that are there. None when there is none."""
    found = [each for term in group if (each := _found(term, said, absence))]
    if not found:
        return None
    # The word itself in another sense says more than a word like it in the right one.
    level = max((each[0] for each in found), key=lambda level: (abs(level), level))
    return level, frozenset[Sense]().union(*(each[1] for each in found))


def _found(term: _Term, said: Bag, absence: bool) -> _Found | None:
    others = [alike(each, said) for each in term.stems]
    if not all(others):
        return None
    sure = 2 if all(each in said.weights for each in term.stems) else 1
    sure += sure > 1 and any(each in lexicon.TERMS for each in term.stems)
    given = frozenset[Sense]().union(*(senses(other, said) for each in others for other in each))
    wanted = Sense.ABSENT in given if term.sense is Sense.ABSENT else given != {Sense.ABSENT}
    return sure if absence or wanted else -sure, given


def _absent_hit(group: Sequence[_Term], said: Bag) -> bool:
    return any(
        term.sense is Sense.ABSENT and (each := _found(term, said, False)) and each[0] > 0 for term in group
    )


def _plain(word: str) -> tuple[str, ...]:
    """The word of a group for "not there" that is no denial itself."""
    words = [each for sentence in sentences(word) for each in sentence.words]
    return (words[0].stem,) if len(words) == 1 and words[0].sense is Sense.SAID else ()


def _absence(found: Sequence[_Found | None], *, told: bool) -> int:
    """With a group for "not there", one of the things must be said to be absent."""
    if not told and not any(Sense.ABSENT in each[1] for each in found if each):
        return -1
    return min(2, *(each[0] for each in found if each))
