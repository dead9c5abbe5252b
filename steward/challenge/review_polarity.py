"""What a sentence says is there, what it says is not, and whether it praises.

Each word gets a sense: said, absent, or beside something absent (the "resource" of "no check on the resource").
Denials toggle, so "no missing check" says that the check is there; wishes deny, for what is wished for is not
there. The rules in words: `docs/reviews.md`, "How a sentence is compared".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from steward.challenge import review_lexicon as lexicon
from steward.challenge.review_words import Token, tokens


class Sense(StrEnum):
    """How a word is meant."""

    SAID = "said"
    ABSENT = "absent"
    BESIDE = "beside"


class Word(Struct, frozen=True):
    """A word of meaning; `heads` are the absent things that a word `beside` them belongs to, `clause` is the
    number of its clause; `named` is a word in a name of code. Of what is
    absent, `wished` says that it is only asked for, and `verb` is what is not done to it."""

    stem: str
    weight: float
    sense: Sense
    heads: tuple[str, ...] = ()
    clause: int = 0
    named: bool = False
    wished: bool = False
    verb: str = ""


class Sentence(Struct, frozen=True):
    """The words of a sentence in order. One that praises has none that count against the change; `untrue` is one
    that says of something that it is not true, `eased` one that tells of a worry and what became of it."""

    words: tuple[Word, ...]
    approving: bool = False
    untrue: bool = False
    eased: bool = False


_OPENING = 12  # words in which somebody says what they thought
_CONTRAST = frozenset("but however although though except yet".split())
_HEDGES = frozenset("to will would more only if unless when not be_ really_".split())
_GOOD_FOR = frozenset("to idea practice practise enough if".split())
_PREDICATES = frozenset(
    "there done implemented exist exists present performed happen happens enforced applied provided checked "
    "verified validated ensured compared possible concern problem risk danger threat worry".split()
)
_NO_WISH = frozenset("do never note see be not have , . the".split())
_MEANS = frozenset("in with by via through into within".split())
_JOINS = frozenset(("and", "or", "then"))
_BEGINNINGS = lexicon.SUBJECTS | lexicon.WISHES | lexicon.AUXILIARIES
_NOT_YET = frozenset(("before", "until"))
_TAKES_AWAY = frozenset("remove removes removed removing eliminate eliminates".split())
_WHOLLY = frozenset("true case correct right doubt disagree untrue".split())
_FLIPPED = {Sense.SAID: Sense.ABSENT, Sense.ABSENT: Sense.SAID, Sense.BESIDE: Sense.SAID}


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, those without a word of meaning left out."""
    found = (_sentence(part, taken_back) for part, taken_back in _split(tokens(text)))
    return tuple(sentence for sentence in found if sentence.words)


def _split(all_tokens: Sequence[Token]) -> list[tuple[list[Token], bool]]:
    """The sentences, each with whether what follows takes it back: "It looks as if it leaks. It does not."."""
    parts: list[tuple[list[Token], bool]] = [([], False)]
    for token in all_tokens:
        part = parts[-1][0]
        if token.text == "taken_back":
            place = -1 if any(each.weight for each in part) else -2
            if len(parts) >= -place and not _wishes(parts[place][0]):
                parts[place] = (parts[place][0], True)
            parts.append(([], False))
        elif token.text == ".":
            parts.append(([], False))
        else:
            part.append(token)
    return parts


def _wishes(part: Sequence[Token]) -> bool:
    """ "It should be closed. It is not." takes nothing back."""
    return any(token.text in lexicon.WISHES for token in part)


def _believed(part: Sequence[Token]) -> str:
    """What somebody thought before they looked: the word for it, "" when nobody tells of that."""
    words = [token.text for token in part[:_OPENING]]
    for place, word in enumerate(words):
        told = words[max(0, place - 4) : place]
        if word in lexicon.BELIEFS and ("i" in told or "we" in told):
            return word
        if word in lexicon.WORRIES and ({"was", "were", "had", "my", "our"} & set(told)):
            return word
        if word in ("looked", "seemed") and "first" in told:
            return word
    return ""


def _counterfactual(part: Sequence[Token]) -> bool:
    """ "It would leak if it were not closed" says that it is closed."""
    words = [token.text for token in part]
    if "would" not in words or "if" not in words:
        return False
    after = words[words.index("if") :]
    return any(
        pair[1] == "not" and pair[0] in ("were", "was", "did", "had") for pair in itertools.pairwise(after)
    )


def _sentence(part: list[Token], taken_back: bool) -> Sentence:
    parts = list(_contrasts(part))
    walks = [_Walk(each) for each in parts]
    belief = _believed(parts[0]) if taken_back or any(walk.found for walk in walks[1:]) else ""
    if belief or taken_back or _counterfactual(parts[0]):
        walks[0].turn()
    approving = [number for number, walk in enumerate(walks) if walk.approving]
    kept = walks[approving[-1] + 1 :] if approving else walks
    words = tuple(word for walk in (kept or walks) for word in walk.words())
    return Sentence(
        words,
        approving=bool(approving) and not any(walk.words() for walk in kept),
        untrue=any(walk.wholly for walk in walks),
        eased=bool(belief) and belief in lexicon.WORRIES,
    )


def _contrasts(part: list[Token]) -> Iterator[list[Token]]:
    """The parts between words of contrast: praise before a "but" does not reach what follows it."""
    found: list[Token] = []
    for token in part:
        if token.text in _CONTRAST and not token.named:
            yield found
            found = []
        else:
            found.append(token)
    yield found


def _orders(word: str, after: str) -> bool:
    if word in lexicon.ORDERS:
        return after in lexicon.DETERMINERS
    follows = lexicon.PREPOSITIONS | lexicon.AUXILIARIES
    return word in lexicon.IMPERATIVES and after not in follows and after != ","


class _Walk:
    """One pass over the words of a sentence, keeping the reach of the last denial."""

    def __init__(self, part: list[Token]) -> None:
        self.part = part
        self.found: list[Word] = []
        self.approving = False
        self.wholly = False
        self.since = 0
        self.verb = 0
        self.clause = 0
        self._clause()
        for index, token in enumerate(part):
            self._step(index, token)

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
        self.clause += 1
        self.start = len(self.found)
        self.begun = False
        self.commanded = False
        self.predicate = False
        self.wishing = False
        self.reaching = False
        self.denied = False
        self.verbal = False
        self.deed = ""
        self.aside = False
        self.heads: list[str] = []

    def _near(self, index: int, step: int) -> str:
        place = index + step
        return self.part[place].text if 0 <= place < len(self.part) else ","

    def _toggle(self, *, wishing: bool = False) -> None:
        self.wishing = wishing
        self.denied = not self.denied if self.reaching and not self.aside else True
        self.reaching, self.aside, self.heads = True, False, []
        self.verbal, self.deed = False, ""

    def _step(self, index: int, token: Token) -> None:
        word = token.text
        before, after = self._near(index, -1), self._near(index, 1)
        if token.named:
            self._named(token)
        elif word in _NOT_YET and self.begun:
            self._not_yet(index)
        elif word == "untrue_that":
            self.wholly, self.since = not self.wholly, len(self.found)
            self._clause()
        elif self.predicate and word in lexicon.FINITE and len(self.heads) > 1:
            self._next_clause(token)
        elif word == "," or word in lexicon.CLAUSE_ENDS or (word in _JOINS and after in _BEGINNINGS):
            self._clause()
        elif word in lexicon.NEGATORS:
            if not self._forbids(word, after):
                self._deny(word, before, after)
        elif word in lexicon.WISHES or word == "please":
            self._wish(word, before, after)
        elif word in lexicon.PREPOSITIONS:
            # "Read it in a with block" wishes for the block too.
            wished = self.wishing and word in _MEANS
            self.aside = self.aside or (self.reaching and not wished and bool(self.heads))
        else:
            self._content(index, token, before, after)
        self.commanded = word == "do" and not self.begun
        self.begun = self.begun or word not in (",", "please", "and", "or", "just", "also", "maybe")

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
        self._toggle()
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
        """The subject of "… is missing" is what is absent."""
        for place in range(self.start, len(self.found)):
            if self.found[place].sense is Sense.BESIDE:
                break
            self.found[place] = replace(self.found[place], sense=Sense.ABSENT)

    def _held_back(self, index: int) -> bool:
        """Whether "… should be fixed" or "… has not been fixed" stands there."""
        near = {self._near(index, -step) for step in (1, 2, 3)}
        return bool(near & (lexicon.NEGATORS | lexicon.WISHES))

    def _mended(self, *, gone: bool) -> None:
        """The subject of "… was fixed" is there no more; a missing one is there now."""
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

    def _content(self, index: int, token: Token, before: str, after: str) -> None:
        word = token.text
        if self._praises(word, before, after):
            self.approving = True
            return
        if word in _WHOLLY and self._wholly(word, after):
            self.wholly = True
            self._clause()
            return
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
            return
        elif not self.begun and _orders(word, after) and not self._subject(index):
            self._toggle(wishing=True)
        if self.reaching and self.denied and word in _PREDICATES and not self.aside:
            self._backwards()
        if token.weight:
            self._add(token)

    def _subject(self, index: int) -> bool:
        """Whether the sentence is about what looks like an order: "check and update are not atomic"."""
        if self._near(index, 1) in _JOINS and self._near(index, 3) in lexicon.AUXILIARIES:
            return True
        # "Test it in the browser and you will see" asks for nothing in the code.
        texts = [token.text for token in self.part[index : index + _OPENING]]
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
        heads = tuple(self.heads) if sense is Sense.BESIDE else ()
        absent = sense is Sense.ABSENT
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
            )
        )

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
