"""Signs that a sentence complains or approves, beside what it is about.

What only describes code may tell of a fault or of its remedy ("it compares UTC with UTC"): such a sentence is for a
person (`docs/reviews.md`, "How a sentence is compared").
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from steward.challenge import review_lexicon as lexicon
from steward.challenge.review_words import CALLED, Token, stem

_KNOW = frozenset("know tell see understand notice find".split())
_CARE = frozenset("ask asks asked care cares bother check checks verify verifies validate validates".split())
_ANYBODY = frozenset("any anyone anybody everyone everybody whoever someone somebody".split())
_HOLDS = frozenset("has have with".split())
_VERBAL = frozenset("not never nobody nothing".split())
_FEW = 6  # words from "any member" to what can be done


class Cues:
    """The signs of one part of a sentence, read word by word: `approved` when a word may approve, `cued` when one
    complains or wishes, `refuses` when a verb is denied."""

    def __init__(self, part: Sequence[Token]) -> None:
        self.part = part
        self.approved = self.cued = self.refuses = False

    def _near(self, place: int) -> str:
        return self.part[place].text if 0 <= place < len(self.part) else ","

    def read(self, index: int, *, denied: bool) -> bool:
        """Take in a word; true when it says what anybody can do, which is a complaint."""
        word, after = self._near(index), self._near(index + 1)
        possible = word in lexicon.POSSIBLE and after != "only"
        self.cued = self.cued or possible or word in lexicon.LABELS
        if denied:
            return False
        self.approved = self.approved or (word in lexicon.SIGNS and after != CALLED)
        self.cued = self.cued or word in lexicon.FAULTS
        return possible and after not in lexicon.NEGATORS and self._anybody(index)

    def _anybody(self, index: int) -> bool:
        before = {token.text for token in self.part[max(0, index - _FEW) : index]}
        return bool(before & _ANYBODY) and not before & lexicon.NEGATORS

    def deny(self, index: int) -> bool:
        """Take in a word that denies; true when nobody would praise so: "never asks", "there is neither"."""
        word, after = self._near(index), self._near(index + 1)
        self.refuses = self.refuses or word in _VERBAL
        if word == "neither":
            return self._near(index - 1) in _HOLDS or self._near(index - 2) == "there"
        if after == "way" and self._near(index + 2) == "to":
            return self._near(index + 3) in _KNOW
        if after in _KNOW and self._near(index - 1) in lexicon.POSSIBLE:
            return self._near(index - 2) not in ("i", "we")
        return word in ("never", "not") and after in _CARE


@lru_cache(maxsize=1)
def faults() -> frozenset[str]:
    """The stems of the words by which people complain."""
    return frozenset(map(stem, lexicon.FAULTS))
