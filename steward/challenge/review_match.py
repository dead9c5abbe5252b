"""Whether a comment says what a rubric expects: by words, not by wording.

One fixed rule (`docs/reviews.md`, "How a sentence is compared"). Nothing here is random, and no measure of
likeness stands alone: what a sentence denies or praises is no match however alike its words are.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from functools import lru_cache
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from steward.challenge.review_bag import Bag, bag, overlap
from steward.challenge.review_doubts import denies_aside, denies_only_others, doubtful, has_a_word, lacks
from steward.challenge.review_heart import told, touches
from steward.challenge.review_key import Key, Said, keys, whole
from steward.challenge.review_sentences import Sentence, sentences
from steward.challenge.review_topics import denied, topics

__all__ = ["RULE", "Key", "Level", "Likeness", "Placing", "Rule", "Said", "akin", "keys", "match"]


class Rule(Struct, frozen=True):
    """The numbers of the rule, each told in `docs/reviews.md`. A pair is the value for short texts, then for long
    ones, with a straight line between the two weights that it names."""

    like: tuple[float, float] = (8.0, 14.0)
    full: tuple[float, float] = (0.60, 0.27)
    grey: tuple[float, float] = (0.30, 0.20)
    deny: tuple[float, float] = (10.0, 16.0)
    denied: tuple[float, float] = (0.30, 0.70)
    covered: float = 0.7
    whole: float = 0.8
    few: float = 3.5
    mostly: float = 0.6
    touched: float = 0.5
    borrowed: float = 0.65
    half: float = 0.5
    known: float = 0.12
    terse: float = 5.0
    absent: float = 0.25
    help: float = 0.85
    doubt: float = 0.2
    unsaid: float = 0.75


RULE = Rule()
_THE_SAME = 0.85


class Level(IntEnum):
    """How sure a match is; `DENIED` says the opposite, or praises."""

    DENIED = -1
    NONE = 0
    GREY = 1
    FULL = 2


class Placing(StrEnum):
    """How a comment's place fits the expected one."""

    RIGHT = "right"
    UNKNOWN = "unknown"
    WRONG = "wrong"


class Likeness(Struct, frozen=True, order=True):
    """The outcome for one comment and one expectation: the level, then a score from 0 to 1."""

    level: Level
    score: float = 0.0


def match(key: Key, text: str, placing: Placing = Placing.UNKNOWN, rule: Rule = RULE) -> Likeness:
    """How sure it is that a comment says what the key expects."""
    praised, spoken, whole = _bags(text)
    found = [Likeness(Level.DENIED) for part in praised if overlap(key.vocabulary, part).shared > 0]
    found += [_one(key, part, placing, rule) for part in spoken]
    if len(spoken) > 1 and not any(each.level is Level.DENIED for each in found):
        together = _spread(key, whole, placing, rule)
        sure = together.level is Level.FULL and not _eased(spoken, whole)
        found.append(together if sure else min(together, Likeness(Level.GREY, together.score)))
    best = max(found, default=Likeness(Level.NONE))
    denials = any(each.level is Level.DENIED for each in found)
    if best.level is Level.NONE and denials:
        best = Likeness(Level.DENIED)
    near = any(_lacks_the_heart(key, part) or has_a_word(key, part) for part in spoken)
    if best.level is Level.NONE and (near or (key.topics & _topics(text) and not denied(whole))):
        best = Likeness(Level.GREY)
    if placing is Placing.WRONG and best.level is Level.FULL:
        return Likeness(Level.GREY, best.score)
    return best


def _lacks_the_heart(key: Key, said: Bag) -> bool:
    """Whether a sentence says to be absent what makes the fault by its absence."""
    return touches(key.core & said.absent, key.vocabulary, said)


def akin(key: Key, text: str) -> bool:
    """Whether a comment has any word of the expectation: enough where it stands on the very lines."""
    return overlap(key.vocabulary, _bags(text)[2]).shared > 0


def _bag(said: Sentence) -> Bag:
    return replace(
        bag(said.words),
        untrue=said.untrue,
        eased=said.eased,
        complains=said.complains,
        after=said.after,
        approved=said.approved,
        cued=said.cued,
        refuses=said.refuses,
        refused=said.refused,
        hollow=said.hollow,
    )


@lru_cache(maxsize=1024)
def _bags(text: str) -> tuple[tuple[Bag, ...], tuple[Bag, ...], Bag]:
    """The sentences that praise, the others, and all that the others say together. Every expectation asks."""
    parts = sentences(text)
    spoken = [part for part in parts if part.mixed or not part.approving]
    return (
        tuple(bag(part.words) for part in parts if part.approving and not part.mixed),
        tuple(map(_bag, spoken)),
        whole(spoken),
    )


@lru_cache(maxsize=1024)
def _topics(text: str) -> frozenset[int]:
    return topics(_bags(text)[2])


def _one(key: Key, said: Bag, placing: Placing, rule: Rule) -> Likeness:
    """One sentence against every way to say it, against the groups, and against what means something else."""
    known = told(key.vocabulary, key.concepts.words(said), said)
    found = [_like(way, said, placing, rule, known) for way in key.ways]
    evidence = [_at_heart(key, said, _like(way, said, placing, rule, known)) for way in key.evidence]
    # What an answer says in so many words is not denied by how the evidence puts it.
    answered = any(each.level is Level.FULL for each in found)
    found += [
        each
        for each in evidence
        if each.level > Level.DENIED or said.untrue or not answered or each.score > _THE_SAME
    ]
    best = max((each for each in found if each.level >= 0), default=Likeness(Level.NONE))
    against = max((each.score for each in found if each.level < 0), default=0.0)
    concepts = key.concepts.level(said, known)
    if concepts > 1 and best.level < Level.FULL and (against > 0 or denies_aside(key, said)):
        concepts = 1
    if concepts > 0:
        best = max(best, Likeness(Level(concepts), max(best.score, 0.5)))
    if concepts < 0 and said.total <= rule.deny[0] and not lacks(key, said):
        against = max(against, rule.unsaid)
    # Where the rubric tells of the place, a short sentence that mostly speaks of other things is of another fault.
    elsewhere = bool(key.evidence) and known < rule.half and said.total <= rule.like[1]
    if best.level is Level.FULL and (elsewhere or doubtful(key, said)):
        best = Likeness(Level.GREY, best.score)
    if against > best.score:
        best = _weighed(best, against, said, rule)
    if best.level is Level.DENIED and said.complains and not said.untrue:
        # Who says what is missing praises nothing: it may be told in another sense than the rubric's.
        best = Likeness(Level.GREY, best.score)
    if best.level is Level.DENIED and said.total <= rule.deny[1] and denies_only_others(key, said):
        best = Likeness(Level.GREY, best.score)
    if best.level is Level.NONE:
        best = _by_vocabulary(key.vocabulary, said, rule)
    return _less_others(key, said, best, rule)


def _spread(key: Key, said: Bag, placing: Placing, rule: Rule) -> Likeness:
    """All sentences together: what one begins and the next ends."""
    best = max(
        (_like(way, said, placing, rule, spread=True) for way in (*key.ways, *key.evidence)),
        default=Likeness(Level.NONE),
    )
    if best.level is Level.FULL and not any(
        _like(way, said, placing, rule, spread=True).level is Level.FULL for way in key.ways
    ):
        best = _at_heart(key, said, best)
    if key.concepts.level(said, 0.0) > 0:
        best = max(best, Likeness(Level.GREY, 0.4))
    if best.level <= Level.NONE:
        best = _by_vocabulary(key.vocabulary, said, rule)
    return _less_others(key, said, best, rule)


def _weighed(best: Likeness, against: float, said: Bag, rule: Rule) -> Likeness:
    """What becomes of a match when the sentence is liker to a denial. A wish denies nothing."""
    doubt = rule.doubt if best.level is Level.FULL else rule.doubt / 4
    if best.level >= Level.GREY and (against - best.score < doubt or said.pleads):
        return Likeness(Level.GREY, best.score)
    return Likeness(Level.NONE) if said.pleads else Likeness(Level.DENIED, against)


def _at_heart(key: Key, said: Bag, found: Likeness) -> Likeness:
    """Evidence tells of the place too: what shares only that is for a person, unless it is hardly anything else."""
    placed = bool(key.core) and not touches(key.core, key.vocabulary, said)
    if found.level is Level.FULL and placed and found.score < _THE_SAME:
        return Likeness(Level.GREY, found.score)
    return found


def _eased(spoken: Sequence[Bag], whole: Bag) -> bool:
    """Whether a short comment puts what it says in doubt somewhere."""
    return whole.total <= RULE.deny[0] and any(part.eased or part.untrue for part in spoken)


def _less_others(key: Key, said: Bag, best: Likeness, rule: Rule) -> Likeness:
    likest = max(
        (_like(other, said, Placing.UNKNOWN, rule) for other in key.others), default=Likeness(Level.NONE)
    )
    if likest.level is Level.FULL and likest.score >= best.score:
        return Likeness(Level.DENIED)
    return best


def _like(
    way: Bag, said: Bag, placing: Placing, rule: Rule, known: float = 0.0, *, spread: bool = False
) -> Likeness:
    found = overlap(way, said)
    alike = found.agree + found.conflict
    if not alike:
        return Likeness(Level.NONE)
    # What is said to be untrue is denied however long it is.
    length = 0.0 if said.untrue else said.total
    strict = length <= rule.deny[0] and way.total <= rule.terse
    denied = found.conflict / alike > _between(rule.denied, length, rule.deny) or (
        strict and found.missed and not found.hit
    )
    if denied:
        alone = found.missed and len(way.weights) == 1
        touched = alike / way.total >= rule.touched and (found.shared + found.against > 1 or alone)
        return Likeness(Level.DENIED if touched else Level.NONE, alike / sqrt(way.total * said.total))
    agreed = found.agree + found.conflict * _between((0.0, 1.0), length, rule.deny)
    score = agreed / sqrt(way.total * said.total)
    covered = found.agree / way.total
    # That something is absent says as much as a word.
    enough = found.shared + found.hit > 1
    help_ = rule.help if placing is Placing.RIGHT else 1.0
    full = score >= _between(rule.full, said.total, rule.like) * help_
    whole = rule.whole if way.total < rule.few and known < rule.mostly else rule.covered
    full = full or (not spread and covered >= whole and enough)
    # What is said to be absent must be said to be absent here too.
    missing = sum(way.weights[stem] for stem in way.absent)
    unsaid = missing >= rule.absent * way.total and not found.hit and said.total < rule.deny[1]
    short = said.total < rule.like[1]
    scattered = way.total < rule.few and not found.together and known < rule.mostly
    # Of a few words each is meant: one in another's place may be another thing.
    borrowed = (
        way.total < rule.few
        and known < rule.borrowed
        and score < rule.full[0]
        and not way.weights.keys() <= said.weights.keys()
    )
    apart = short and (found.opposed or scattered or borrowed)
    if full and not (missing and unsaid) and enough and not apart:
        return Likeness(Level.FULL, min(score, 1.0))
    near = score >= _between(rule.grey, said.total, rule.like) or (not spread and covered >= rule.touched)
    return Likeness(Level.GREY if near and enough else Level.NONE, min(score, 1.0))


def _by_vocabulary(vocabulary: Bag, said: Bag, rule: Rule) -> Likeness:
    """Words of the expectation, from whichever way to say it and in whatever sense: enough for a person to look."""
    found = overlap(vocabulary, said)
    known = (found.agree + found.conflict) / said.total if said.total else 0.0
    pieces = found.shared + found.against
    enough = pieces > 1 or (known >= rule.mostly and found.shared == 1)
    # Praise that denies all of it is plain.
    enough = enough and not (said.eased and not found.agree)
    return Likeness(Level.GREY if known >= rule.known and enough else Level.NONE, min(known, 0.3))


def _between(ends: tuple[float, float], weight: float, range_: tuple[float, float]) -> float:
    """From the first value for short texts to the second for long ones, straight between."""
    share = min(1.0, max(0.0, (weight - range_[0]) / (range_[1] - range_[0])))
    return ends[0] + (ends[1] - ends[0]) * share
