"""What a sentence says is there, what it says is not, and whether it praises.

Each word gets a sense: said, absent, or beside something absent (the "resource" of "no check on the resource").
Denials toggle, so "no missing check" says that the check is there; wishes deny, for what is wished for is not
there. The rules in words: `docs/reviews.md`, "How a sentence is compared".
"""

from __future__ import annotations

import itertools
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from steward.challenge import review_lexicon as lexicon
from steward.challenge.review_cues import Cues
from steward.challenge.review_words import CALLED, UNDONE, Token


class Sense(StrEnum):
    """How a word is meant."""

    SAID = "said"
    ABSENT = "absent"
    BESIDE = "beside"


class Word(Struct, frozen=True):
    """A word of meaning; `heads` are the absent things that a word `beside` them belongs to, `clause` is the
    number of its clause; `named` is a word in a name of code. Of what is
    absent, `wished` says that it is only asked for, and `verb` is what is not done to it; `done` is a verb by which
    faults are mended."""

    stem: str
    weight: float
    sense: Sense
    heads: tuple[str, ...] = ()
    clause: int = 0
    named: bool = False
    wished: bool = False
    verb: str = ""
    done: bool = False


_NEAR = 12  # words of the same order
_HEDGES = frozenset("to will would more only if unless when not be_ really_".split())
_GOOD_FOR = frozenset("to idea practice practise enough if when unless until only here about by with".split())
_PREDICATES = frozenset(
    """
    there done occur occurs arise arises implemented exist exists present performed happen happens
    enforced applied provided checked verified validated ensured compared used called restricted limited
    protected guarded possible concern problem risk danger threat worry
    """.split()
)
_WANTED = frozenset("used added called introduced applied set there present included".split())
_NO_WISH = frozenset("do never note see be not have , . the".split())
_MEANS = frozenset("in with by via through into within".split())
_JOINS = frozenset(("and", "or", "then"))
_BEGINNINGS = lexicon.SUBJECTS | lexicon.WISHES | lexicon.AUXILIARIES
_NOT_YET = frozenset(("before", "until"))
_NOMINAL = frozenset("no missing lacking absent without lack lacks".split())
_BRINGS = frozenset("make makes made lets allows causes leads means forces helps".split())
_GETS = frozenset("get make bring".split())
_OF = frozenset(("for", "of", "about"))
_TAKES_AWAY = frozenset("remove removes removed removing eliminate eliminates".split())
_WHOLLY = frozenset("true case correct right doubt disagree untrue".split())
_FLIPPED = {Sense.SAID: Sense.ABSENT, Sense.ABSENT: Sense.SAID, Sense.BESIDE: Sense.SAID}


def _orders(word: str, after: str) -> bool:
    if after == CALLED:
        return False
    if word in lexicon.ORDERS:
        return after in lexicon.DETERMINERS
    follows = lexicon.PREPOSITIONS | lexicon.AUXILIARIES
    return (
        word in lexicon.IMPERATIVES and after not in follows and after != "," and after not in lexicon.VERBS
    )


class Walk:
    """One pass over the words of a sentence, keeping the reach of the last denial."""

    def __init__(self, part: list[Token]) -> None:
        self.part = part
        self.found: list[Word] = []
        self.approving = self.complains = False
        self.cues = Cues(part)
        self.refused: set[str] = set()
        self.afresh = self.empty = self.hollow = self.reaching = False
        self.wholly = False
        self.since = 0
        self.verb = 0
        self.clause = 0
        self.index = self.added = 0
        self._clause()
        for index, token in enumerate(part):
            self._step(index, token)
        self._left_hanging()

    def words(self) -> list[Word]:
        """The words of the part, each in its sense."""
        if not self.wholly:
            return self.found
        turned = [replace(word, sense=_FLIPPED[word.sense]) for word in self.found[self.since :]]
        return [*self.found[: self.since], *turned]

    def turn(self) -> None:
        """Say the opposite of all of it."""
        self.wholly, self.since = not self.wholly, 0

    def _clause(self) -> None:
        self._left_hanging()
        self.clause += 1
        self.start = len(self.found)
        self.joint: int | None = None
        self.begun = False
        self.commanded = False
        self.predicate = False
        self.wishing = False
        self.reaching = False
        self.denied = False
        self.verbal = self.nominal = self.getting = False
        self.deed = ""
        self.aside = False
        self.heads: list[str] = []

    def _left_hanging(self) -> None:
        """Note a denial that has no word of meaning: "they do not get through"."""
        self.hollow = self.hollow or (self.empty and self.reaching and self.denied and not self.wishing)
        self.afresh = self.empty = False

    def _near(self, index: int, step: int) -> str:
        place = index + step
        return self.part[place].text if 0 <= place < len(self.part) else ","

    def _toggle(self, *, wishing: bool = False) -> None:
        alone = not (self.reaching and self.denied)
        self.complains = self.complains or (alone and self.part[self.index].text in lexicon.COMPLAINTS)
        self.wishing = wishing
        self.afresh = self.empty = True
        self.denied = not self.denied if self.reaching and not self.aside else True
        self.reaching, self.aside, self.heads = True, False, []
        self.verbal = self.nominal = False
        self.deed = ""

    def _step(self, index: int, token: Token) -> None:
        word, self.index = token.text, index
        before, after = self._near(index, -1), self._near(index, 1)
        if token.named:
            self._named(token)
        elif word in _NOT_YET and self.begun:
            self._not_yet(index)
        elif word == "untrue_that":
            self._turn_rest()
        elif self.predicate and word in lexicon.FINITE and len(self.heads) > 1:
            self._next_clause(token)
        elif self._ends(word, after):
            self._clause()
        elif word in lexicon.NEGATORS:
            if not self._forbids(word, after):
                self._deny(word, before, after)
        elif word in lexicon.WISHES or word == "please":
            self._wish(word, before, after)
        elif word in lexicon.PREPOSITIONS:
            self._beside(word)
        else:
            self._content(index, token, before, after)
        self.commanded = word == "do" and not self.begun
        self.begun = self.begun or word not in (",", "please", "and", "or", "just", "also", "maybe")

    def _ends(self, word: str, after: str) -> bool:
        """Whether a clause ends here; "missing docs make …" has told what is missing."""
        joined = word in _JOINS and after in _BEGINNINGS
        told = self.nominal and bool(self.heads) and word in _BRINGS
        return word == "," or word in lexicon.CLAUSE_ENDS or joined or told

    def _turn_rest(self) -> None:
        self.wholly, self.since = not self.wholly, len(self.found)
        self._clause()

    def _beside(self, word: str) -> None:
        """What follows is beside what is denied, and in "docs for the check" beside the docs."""
        if word == "to" and self.verbal and self.getting:
            # "I could not get it to leak" denies the leak.
            return
        # "Read it in a with block" wishes for the block too.
        wished = self.wishing and word in _MEANS
        self.aside = self.aside or (self.reaching and not wished and bool(self.heads))
        if self.joint is None and word in _OF and len(self.found) > self.start:
            self.joint = len(self.found)

    def _forbids(self, word: str, after: str) -> bool:
        """ "Do not log it" and "never log it" say that it is logged."""
        return self.commanded or (
            word == "never"
            and not self.begun
            and after[-1:] not in ("s", "d")
            and after not in lexicon.DETERMINERS
        )

    def _named(self, token: Token) -> None:
        if token.weight:
            self._add(token)

    def _deny(self, word: str, before: str, after: str) -> None:
        trailing = after in lexicon.PREPOSITIONS or after in (
            ",",
            "here",
            "entirely",
            "completely",
            "altogether",
        )
        if word in ("missing", "absent", "lacking") and trailing and len(self.found) > self.start:
            if self.reaching and self.denied:
                # "No check is missing here": each one is there.
                self._mended(gone=False)
                self.denied = False
            else:
                self._backwards()
            return
        if word == "nothing" and after == "," and len(self.found) > self.start:
            # "The test proves nothing": it does not prove.
            self.found[-1] = replace(self.found[-1], sense=Sense.ABSENT)
            return
        self._toggle()
        self.complains = self.cues.deny(self.index) or self.complains
        self.nominal = word in _NOMINAL
        self.predicate, self.verb = word == "not" and before in lexicon.AUXILIARIES, len(self.found)
        self.verbal = word == "not" and before in lexicon.MODALS

    def _not_yet(self, index: int) -> None:
        """What is "dropped before it is copied" is not copied; "not copied before it is dropped" is dropped."""
        following = (token.text for token in self.part[index + 1 : index + 8])
        clause = itertools.takewhile(lambda text: text != "," and text not in lexicon.CLAUSE_ENDS, following)
        denied = self.reaching and self.denied
        finite = any(text in lexicon.AUXILIARIES for text in clause)
        self._clause()
        if finite and not denied:
            self._toggle()

    def _next_clause(self, token: Token) -> None:
        """In "does not exist fetchone returns" the denial ends with its verb: the rest is another subject."""
        for place in range(self.verb + 1, len(self.found)):
            self.found[place] = replace(self.found[place], sense=Sense.SAID, heads=())
        self._clause()
        if token.weight:
            self._add(token)

    def _backwards(self) -> None:
        """The subject of "… is missing" is what is absent; in "docs for the check" that is the docs."""
        heads: list[str] = []
        for place in range(self.start, len(self.found)):
            word = self.found[place]
            if word.sense is Sense.BESIDE:
                break
            if self.joint is not None and place >= self.joint:
                self.found[place] = replace(word, sense=Sense.BESIDE, heads=tuple(heads))
            else:
                self.found[place] = replace(word, sense=Sense.ABSENT)
                heads.append(word.stem)

    def _held_back(self, index: int) -> bool:
        """Whether "… should be fixed" or "… has not been fixed" stands there."""
        near = {self._near(index, -step) for step in (1, 2, 3)}
        return bool(near & (lexicon.NEGATORS | lexicon.WISHES))

    def _mended(self, *, gone: bool) -> None:
        """The subject of "… was fixed" is there no more; a missing one is there now."""
        self.complains = False
        for place in range(self.start, len(self.found)):
            word = self.found[place]
            if word.sense is Sense.ABSENT:
                self.found[place] = replace(word, sense=Sense.SAID)
            elif gone:
                self.found[place] = replace(word, sense=Sense.ABSENT)

    def _wish(self, word: str, before: str, after: str) -> None:
        if word == "please":
            if after not in _NO_WISH:
                self._toggle(wishing=True)
                self.begun = True
            return
        # "The need for …" and "as needed" wish for nothing.
        if word in ("need", "needs") and before in ("the", "a", "no"):
            return
        if word in ("required", "needed") and before in ("is", "are", "be", "was"):
            return
        self._toggle(wishing=True)
        self.cues.cued = True
        self.verbal = word in ("should", "must", "have_to")

    def _content(self, index: int, token: Token, before: str, after: str) -> None:
        word = token.text
        self.complains = self.cues.read(index, denied=self.reaching and self.denied) or self.complains
        self.getting = self.getting or (word in _GETS and before == "not")
        if self._praises(word, before, after):
            self.approving = True
        elif word in _WHOLLY and self._wholly(word, after):
            self.wholly = True
            self._clause()
        elif not self._changes(index, token, before, after) and token.weight:
            self._add(token)

    def _changes(self, index: int, token: Token, before: str, after: str) -> bool:
        """Let a verb change what is there; True when it is counted already."""
        word = token.text
        passive = before in lexicon.AUXILIARIES and len(self.found) > self.start
        if passive and word in lexicon.MENDED | lexicon.SUPPLIED and after != "to":
            if not self._held_back(index):
                self._mended(gone=word in lexicon.MENDED)
        elif word in lexicon.REMEDIES:
            self._remedy(word, before)
        elif (
            word in lexicon.ELLIPSES
            and before not in lexicon.AUXILIARIES
            and after not in (",", *lexicon.PREPOSITIONS)
        ):
            self._add(token)
            self._toggle()
            return True
        elif not self.begun and _orders(word, after) and not self._subject(index):
            self._toggle(wishing=True)
        # "The limit should be added" and "no limit is added": there is none.
        wanted = self.wishing and before in ("be", "been") and word in _WANTED
        if (wanted or (self.reaching and self.denied and word in _PREDICATES)) and not self.aside:
            self._backwards()
        return False

    def _subject(self, index: int) -> bool:
        """Whether the sentence is about what looks like an order: "check and update are not atomic"."""
        if self._near(index, 1) in _JOINS and self._near(index, 3) in lexicon.AUXILIARIES:
            return True
        # "Test it in the browser and you will see" asks for nothing in the code.
        texts = [token.text for token in self.part[index : index + _NEAR]]
        return any(pair == ("and", "you") for pair in itertools.pairwise(texts))

    def _remedy(self, word: str, before: str) -> None:
        if word in _TAKES_AWAY and self.reaching:
            # "It does not remove the file" is no fault that is gone.
            return
        purpose = before == "to" and not self.reaching
        imperative = not self.begun and word in (
            "avoid",
            "fix",
            "prevent",
            "stop",
            "eliminate",
            "remove",
            "mitigate",
        )
        if not purpose and not imperative:
            self._toggle()

    def _add(self, token: Token) -> None:
        transparent = token.text in lexicon.TRANSPARENT
        sense = (
            Sense.SAID
            if not self.reaching or not self.denied
            else Sense.BESIDE
            if self.aside
            else Sense.ABSENT
        )
        # What "I do not think" denies comes after it.
        self.predicate = self.predicate and not transparent
        if self.reaching and not self.aside and not transparent and token.text not in lexicon.CARRIERS:
            self.heads.append(token.stem)
        if self._near(self.index, -1) == UNDONE and sense is not Sense.BESIDE:
            sense = _FLIPPED[sense]
        heads = tuple(self.heads) if sense is Sense.BESIDE else ()
        absent = sense is Sense.ABSENT
        self.empty = False
        if absent and self.afresh and not transparent:
            # What a denial begins with is what is denied: "is not skipped".
            self.refused |= frozenset() if self.wishing else {token.stem}
            self.afresh = False
        if absent and self.nominal and not transparent and token.weight >= 1 and not token.named:
            self._qualify(token)
        self.found.append(
            Word(
                token.stem,
                0.2 if transparent else token.weight,
                sense,
                heads,
                self.clause,
                token.named,
                wished=absent and self.wishing,
                verb=self._undone(token) if absent else "",
                done=token.text in lexicon.DONE,
            )
        )
        self.added = self.index

    def _qualify(self, token: Token) -> None:
        """In "no ownership table" the table is what is absent."""
        follows = bool(self.found) and self.added == self.index - 1 and self.found[-1].sense is Sense.ABSENT
        if follows and token.text not in lexicon.CARRIERS:
            self.found[-1] = replace(self.found[-1], verb=token.stem)

    def _undone(self, token: Token) -> str:
        """The verb whose object a word is: "roll" of "cannot roll the index back"."""
        if not self.verbal:
            return ""
        if not self.deed:
            self.deed = "-" if token.text in lexicon.CARRIERS | lexicon.SUPPORTS else token.stem
            return ""
        return "" if self.deed == "-" else self.deed

    def _praises(self, word: str, before: str, after: str) -> bool:
        if word not in lexicon.APPROVALS or before in _HEDGES or after in _GOOD_FOR:
            return False
        if word in lexicon.STATES and before not in lexicon.PREDICATIVE:
            return False
        return not (self.reaching and self.denied)

    def _wholly(self, word: str, after: str) -> bool:
        denied = (self.reaching and self.denied) or word in ("doubt", "disagree", "untrue")
        return denied and after in ("that", "the", "a", "there", "this")
