"""A comment as sentences: what each says, what it takes back, and whether it praises.

"I thought that it leaks, but …", "It looks racy. It is not.": what somebody only believed, or what the next words
deny, is turned round. The rules in words: `docs/reviews.md`, "How a sentence is compared".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from steward.challenge import review_lexicon as lexicon
from steward.challenge.review_polarity import Sense, Walk, Word
from steward.challenge.review_words import QUESTION, Token, tokens


class Sentence(Struct, frozen=True):
    """The words of a sentence in order. One that praises (`approving`) has none that count against the change,
    unless it denies something as well (`mixed`): "it lacks validation, -3 is fine by it". `untrue` is one that says
    of something that it is not true, `eased` one that tells of a worry and what became of it, `complains` one that
    says of something that it is missing; `after` are the words behind a "but". `approved` is one with a word that
    may approve, `cued` one with any that complains, denies or wishes, `refuses` one that denies by a verb, and
    `refused` are the words that a denial begins with; `hollow` is one with a denial of no word: "it does not"."""

    words: tuple[Word, ...]
    approving: bool = False
    mixed: bool = False
    untrue: bool = False
    eased: bool = False
    complains: bool = False
    after: frozenset[str] = frozenset()
    approved: bool = False
    cued: bool = False
    refuses: bool = False
    refused: frozenset[str] = frozenset()
    hollow: bool = False


_OPENING = 12  # words in which somebody says what they thought
_CONTRARY = {("were", "not"), ("was", "not"), ("did", "not"), ("had", "not"), ("were", "no"), ("had", "no")}
_THEREFORE = frozenset("so thus hence therefore".split())
_CONTRAST = frozenset("but however although though except yet".split())


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, those without a word of meaning left out."""
    found = (_sentence(part) for part in _split(tokens(text)))
    return tuple(sentence for sentence in found if sentence.words)


class _Part:
    """The words of one sentence; whether what follows takes it back ("It looks as if it leaks. It does not."), and
    whether it is asked."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.taken_back = self.asked = False


def _split(all_tokens: Sequence[Token]) -> list[_Part]:
    parts = [_Part()]
    for token in all_tokens:
        if token.text == "taken_back":
            place = -1 if any(each.weight for each in parts[-1].tokens) else -2
            if len(parts) >= -place and not _wishes(parts[place].tokens):
                parts[place].taken_back = True
            parts.append(_Part())
        elif token.text == ".":
            parts[-1].asked = token is QUESTION
            parts.append(_Part())
        else:
            parts[-1].tokens.append(token)
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


def _excused(part: Sequence[Token]) -> bool:
    """ "It is dropped on purpose" and "no limit is needed" may well mean that all is well."""
    words = [token.text for token in part]
    needless = any(
        word in ("needed", "required", "necessary") and before in lexicon.AUXILIARIES
        for before, word in itertools.pairwise(words)
    )
    return (
        "bygone" in words
        or "on_purpose" in words
        or (needless and bool({"no", "not", "nothing"} & set(words)))
    )


def _supposed(parts: Sequence[Sequence[Token]]) -> bool:
    """ "It would crash, but nobody calls it" is no fault."""
    told = any(token.text == "would" for token in parts[0])
    return told and any(token.text in lexicon.NEGATORS for part in parts[1:] for token in part)


def _counterfactual(part: Sequence[Token]) -> bool:
    """ "It would leak if it were not closed" says that it is closed."""
    words = [token.text for token in part]
    if "if" not in words or not {"would", "could", "might"} & set(words):
        return False
    after = words[words.index("if") :]
    return any(pair in _CONTRARY for pair in itertools.pairwise(after))


def _sentence(said: _Part) -> Sentence:
    part, taken_back = said.tokens, said.taken_back
    parts = list(_contrasts(part))
    walks = [Walk(each) for each in parts]
    thought = _believed(parts[0])
    belief = thought if taken_back or any(walk.found for walk in walks[1:]) else ""
    # What is turned round twice may be meant either way.
    twice = taken_back and walks[0].wholly
    if belief or taken_back or _counterfactual(parts[0]):
        walks[0].turn()
    approving = [number for number, walk in enumerate(walks) if walk.approving]
    kept = walks[approving[-1] + 1 :] if approving else walks
    words = tuple(word for walk in (kept or walks) for word in walk.words())
    praise = bool(approving) and not any(walk.words() for walk in kept)
    mixed = praise and not _concluded(part) and _denies(words)
    return Sentence(
        words,
        approving=praise,
        mixed=mixed,
        untrue=any(walk.wholly for walk in walks),
        complains=any(walk.complains for walk in walks) and not approving,
        after=frozenset(word.stem for word in walks[-1].found) if walks[1:] else frozenset(),
        approved=any(walk.cues.approved for walk in kept or walks),
        cued=any(walk.cues.cued for walk in walks) or any(word.sense is not Sense.SAID for word in words),
        refuses=any(walk.cues.refuses for walk in walks),
        refused=frozenset(stem for walk in walks for stem in walk.refused),
        hollow=any(walk.hollow for walk in walks),
        eased=mixed
        or twice
        or (said.asked and not taken_back)
        or bool(thought)
        or _supposed(parts)
        or _excused(part),
    )


def _concluded(part: Sequence[Token]) -> bool:
    """ "It can not be None, so this is fine" is praise."""
    return not _THEREFORE.isdisjoint(token.text for token in part)


def _denies(words: Sequence[Word]) -> bool:
    return any(word.sense is Sense.ABSENT and not word.wished for word in words)


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
