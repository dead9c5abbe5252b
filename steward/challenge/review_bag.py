"""Words of a text by stem, with every sense they are used in, and what two texts share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from steward.challenge import review_lexicon as lexicon
from steward.challenge.review_polarity import Sense, Word
from steward.challenge.review_words import links, meanings, opposites

_SYNONYM = 0.7
_OPPOSED = 0.3  # a word of the same meaning denies less than the word itself
_WORDY = 10.0
_HALF = 0.5
LIGHT = 0.35  # words up to this weight are of every review


class Bag(Struct, frozen=True):
    """`absent` are the words of weight that are only said to be absent; `groups` finds words by meaning, and
    `links` are the numbers of a word's groups without their sign, `clauses` those of the clauses it stands in;
    `named` are words that stand in names of code, `code` those that stand nowhere else, `undone` what is not done
    to the absent ones; `pleads` when all that is absent is only wished for; `near` are all groups without their
    sign, `contrary` the opposites; `done` what is said
    to be done, the rest as in `Sentence`."""

    senses: Mapping[str, frozenset[Sense]]
    weights: Mapping[str, float]
    heads: Mapping[str, frozenset[str]]
    groups: Mapping[int, tuple[str, ...]]
    total: float
    absent: frozenset[str]
    links: Mapping[str, frozenset[int]]
    clauses: Mapping[str, frozenset[int]]
    named: frozenset[str]
    code: frozenset[str]
    undone: Mapping[str, frozenset[str]]
    pleads: bool
    near: frozenset[int]
    contrary: frozenset[str]
    untrue: bool = False
    eased: bool = False
    complains: bool = False
    after: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    approved: bool = False
    cued: bool = False
    refuses: bool = False
    refused: frozenset[str] = frozenset()
    hollow: bool = False


class Overlap(Struct, frozen=True):
    """Weights of shared words whose senses agree and conflict, their numbers, and how absent things fared;
    `opposed` when an opposite stands for a word, `together` when what agrees stands in one clause."""

    agree: float
    conflict: float
    shared: float
    against: float
    hit: bool
    missed: bool
    opposed: bool = False
    together: bool = True


def bag(words: Iterable[Word]) -> Bag:
    """The words of a text."""
    senses: dict[str, set[Sense]] = {}
    weights: dict[str, float] = {}
    heads: dict[str, set[str]] = {}
    clauses: dict[str, set[int]] = {}
    undone: dict[str, set[str]] = {}
    wishes: set[bool] = set()
    named: set[str] = set()
    spoken: set[str] = set()
    done: set[str] = set()
    for word in words:
        if word.done and word.sense is Sense.SAID:
            done.add(word.stem)
        if word.sense is Sense.ABSENT:
            undone.setdefault(word.stem, set()).add(word.verb)
            wishes.add(word.wished)
        (named if word.named else spoken).add(word.stem)
        senses.setdefault(word.stem, set()).add(word.sense)
        weights[word.stem] = max(weights.get(word.stem, 0.0), word.weight)
        heads.setdefault(word.stem, set()).update(word.heads)
        clauses.setdefault(word.stem, set()).add(word.clause)
    groups: dict[int, list[str]] = {}
    for stem in weights:
        for group in meanings(stem):
            groups.setdefault(group, []).append(stem)
    return Bag(
        senses={stem: frozenset(found) for stem, found in senses.items()},
        weights=weights,
        heads={stem: frozenset(found) for stem, found in heads.items()},
        groups={group: tuple(found) for group, found in groups.items()},
        total=sum(weights.values()),
        absent=frozenset(
            stem
            for stem, found in senses.items()
            if found == {Sense.ABSENT} and weights[stem] > LIGHT and stem[0] != "="
        ),
        links={stem: links(stem) for stem in weights},
        near=frozenset(map(abs, groups)),
        contrary=frozenset(other for stem in weights for other in opposites(stem)),
        clauses={stem: frozenset(found) for stem, found in clauses.items()},
        named=frozenset(named),
        code=frozenset(named - spoken),
        undone={stem: frozenset(found) for stem, found in undone.items()},
        pleads=wishes == {True},
        done=frozenset(done),
    )


def lightened(found: Bag, shared: Mapping[str, int]) -> Bag:
    """The bag with less weight for words that several expectations hold: those do not tell them apart."""
    weights = {stem: weight / sqrt(shared.get(stem, 1)) for stem, weight in found.weights.items()}
    return replace(found, weights=weights, total=sum(weights.values()))


def _neutral(stem: str, said: Bag) -> bool:
    """Whether a word is neither affirmed nor denied: a name of code, and in long texts a number."""
    return stem[0] == "=" or (stem.isdigit() and said.total > _WORDY)


def alike(stem: str, said: Bag) -> tuple[tuple[str, bool], ...]:
    """The words of a text that mean this one, or (True) its opposite: itself, else those of its groups."""
    if stem in said.weights:
        return ((stem, False),)
    same = [(other, False) for group in meanings(stem) if group > 0 for other in said.groups.get(group, ())]
    opposite = [(other, True) for group in meanings(stem) for other in said.groups.get(-group, ())]
    return (*same, *(each for each in opposite if (each[0], False) not in same))


_FLIPPED = {Sense.SAID: Sense.ABSENT, Sense.ABSENT: Sense.SAID, Sense.BESIDE: Sense.BESIDE}


def senses(other: tuple[str, bool], said: Bag) -> frozenset[Sense]:
    """The senses of a word in a text, turned round when it is an opposite."""
    found = said.senses[other[0]]
    return frozenset(_FLIPPED[sense] for sense in found) if other[1] else found


def overlap(wanted: Bag, said: Bag) -> Overlap:
    """What a text shares with what is wanted."""
    tally = _Tally()
    tally.opposed = not wanted.contrary.isdisjoint(said.weights) and _opposed(wanted, said)
    used = wanted.weights.keys() & said.weights.keys()
    for stem in wanted.weights:
        # Most words have nothing to do with most texts.
        if stem not in said.weights and said.near.isdisjoint(wanted.links[stem]):
            continue
        # A word of the text stands for one word of what is wanted, first of all for itself.
        others = [each for each in alike(stem, said) if each[0] == stem or each[0] not in used]
        if others:
            used = used | {others[0][0]}
            tally.add(wanted, stem, said, others)
    return tally.overlap()


def _opposed(wanted: Bag, said: Bag) -> bool:
    """Whether a text says the opposite of a word in its place: "in the same order" for "in a different order"."""
    return any(
        Sense.SAID in found and Sense.SAID in said.senses.get(other, ()) and other not in wanted.senses
        for stem, found in wanted.senses.items()
        if stem not in said.senses
        for other in opposites(stem)
    )


class _Tally:
    """The sums of one comparison."""

    def __init__(self) -> None:
        self.agree = self.conflict = self.shared = self.against = 0.0
        self.excused = self.excuses = self.beside = self.besides = 0.0
        self.hit = self.missed = self.turned = self.opposed = False
        self.places: frozenset[int] | None = None

    def add(self, wanted: Bag, stem: str, said: Bag, others: Sequence[tuple[str, bool]]) -> None:
        """Count one word of what is wanted."""
        given = max(said.weights[other] for other, _ in others)
        pieces = _HALF if given <= LIGHT else 2.0 if stem in lexicon.TERMS else 1.0
        same = any(_agree(wanted, stem, said, other) for other in others)
        if not same and said.code.issuperset(other for other, _ in others):
            # `empty_cart_test.py` does not say that there is a test.
            return
        worth = min(wanted.weights[stem], given)
        worth *= 1.0 if stem in said.weights else _SYNONYM if same else _OPPOSED
        beside = all(senses(other, said) == {Sense.BESIDE} for other in others)
        if stem in wanted.absent and not _neutral(stem, said):
            hit = same and not all(undone_otherwise(wanted, said, other) for other, _ in others)
            self.hit, self.missed = self.hit or hit, self.missed or not (same or beside)
        if same and given > LIGHT and stem[0] != "=":
            places = frozenset(clause for other, _ in others for clause in said.clauses[other])
            self.places = places if self.places is None else self.places & places
        if same:
            self.turned = self.turned or others[0][1]
            self.agree, self.shared = self.agree + worth, self.shared + pieces
        else:
            self.conflict, self.against = self.conflict + worth, self.against + pieces
            if wanted.senses[stem] == {Sense.SAID}:
                self._excuse(worth, pieces, beside=beside)

    def _excuse(self, worth: float, pieces: float, *, beside: bool) -> None:
        if beside:
            self.beside, self.besides = self.beside + worth, self.besides + pieces
        else:
            self.excused, self.excuses = self.excused + worth, self.excuses + pieces

    def overlap(self) -> Overlap:
        """Where the absent thing is named as absent, or "never closed" stands for a leak, what stands round it in
        the same denial is not denied; what stands beside it is meant, and "nobody closes the file" means it all."""
        if self.hit or self.turned:
            self.conflict -= self.excused + self.beside
            self.agree, self.shared = self.agree + self.beside, self.shared + self.besides
        if self.hit:
            self.agree, self.shared = self.agree + self.excused, self.shared + self.excuses
        return Overlap(
            self.agree,
            self.conflict,
            self.shared,
            self.against,
            self.hit,
            self.missed,
            opposed=self.opposed,
            together=self.places is None or bool(self.places),
        )


def undone_otherwise(wanted: Bag, said: Bag, stem: str) -> bool:
    """Whether what is denied of a word is something else: "cannot roll the index back" lacks no index."""
    verbs = said.undone.get(stem, frozenset())
    return bool(verbs) and all(verb and not alike(verb, wanted) for verb in verbs)


def _agree(wanted: Bag, stem: str, said: Bag, other: tuple[str, bool]) -> bool:
    expected, given = wanted.senses[stem], senses(other, said)
    if expected & given or Sense.BESIDE in expected or _neutral(stem, said):
        return True
    # Beside something absent a word itself is meant, unless that thing is part of the fault.
    part = any(alike(head, wanted) for head in said.heads[other[0]])
    return Sense.BESIDE in given and part is (Sense.SAID not in expected)
