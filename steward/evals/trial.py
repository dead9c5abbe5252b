"""Patterns tried on texts made to hurt them, with the steps counted instead of the time.

`explodes` walks as a plain backtracking matcher does and gives up after so many steps: the same answer on every
machine, however busy. The texts come from the pattern itself: each of its repeats pumped up, with an end that
does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, TypeAlias

Parsed: TypeAlias = Any
"""A pattern as Python's own parser has it: a sequence of operations and their arguments."""

_STEPS = 40_000
_PUMPED = 40  # characters: exponential growth has shown itself long before, and n⁴ has not
_MANY = 10  # a repeat that may go on so long is worth pumping
_MOST_TEXTS = 48
_SAMPLES = "a0 _-.,:/x\nA\"'(!é"
_ENDS = ("!", "", "\n\x00")
_ANYTHING = re.compile(r"(?s).")


def parse(pattern: str) -> Parsed:
    """Raises `re.error`."""
    re.compile(pattern, re.MULTILINE)
    return _parser.parse(pattern, re.MULTILINE)


def repeats(parsed: Parsed) -> int:
    """How often at most something is repeated by counting: `(a{100}){50}` is 5,000. Unbounded is no count."""
    most = 1
    for name, argument in parsed:
        times = 1
        if name in _REPEATS:
            least, high, _ = argument
            times = max(least, 1 if high is op.MAXREPEAT else high, 1)
        inner = max((repeats(part) for part in _parts(name, argument)), default=1)
        most = max(most, times * inner)
    return most


_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


def _parts(name: Any, argument: Any) -> list[Parsed]:
    """The patterns inside an operation."""
    if name in (*_REPEATS, op.SUBPATTERN):
        return [argument[-1]]
    if name is op.BRANCH:
        return list(argument[1])
    if name in (op.ATOMIC_GROUP, op.ASSERT, op.ASSERT_NOT):
        return [argument if name is op.ATOMIC_GROUP else argument[1]]
    if name is op.GROUPREF_EXISTS:
        return [part for part in argument[1:] if part is not None]
    return []


# ----------------------------------------------------------------------------------------------- the texts


def attacks(parsed: Parsed) -> tuple[str, ...]:
    """Texts on which a pattern that can explode does."""
    return tuple(dict.fromkeys(islice(_attacks(parsed), _MOST_TEXTS)))


def _attacks(parsed: Parsed) -> Iterator[str]:
    for before, pump in _pumps(parsed, ""):
        for end in _ENDS:
            yield before + (pump * _PUMPED)[:_PUMPED] + end


def _pumps(parsed: Parsed, before: str) -> Iterator[tuple[str, str]]:
    """What comes before a repeat, and a text that its body takes."""
    for name, argument in parsed:
        if name in _REPEATS and argument[1] >= _MANY:
            for variant in range(4):
                word = _word(argument[2], variant)
                if word:
                    yield before, word
        for part in _parts(name, argument):
            yield from _pumps(part, before)
        before += _word([(name, argument)], 0)


def _word(parsed: Parsed, variant: int) -> str:
    """A text that the pattern takes, if it is simple; the variant chooses alternatives and optional parts."""
    text = ""
    for name, argument in parsed:
        if name in _REPEATS:
            least, most, body = argument
            times = max(least, 0 if variant % 2 or not most else 1)
            text += _word(body, variant) * min(times, _PUMPED)
        elif name is op.BRANCH:
            text += _word(argument[1][variant % len(argument[1])], variant)
        elif name in (op.SUBPATTERN, op.ATOMIC_GROUP):
            text += _word(_parts(name, argument)[0], variant)
        else:
            takes = _character(name, argument)
            text += next((one for one in _candidates(name, argument) if takes and takes(one)), "")
    return text


def _candidates(name: Any, argument: Any) -> str:
    """Characters that an operation is likely to take."""
    if name is op.LITERAL:
        return chr(argument)
    if name is op.IN:
        named = (
            at if kind is op.LITERAL else at[0] for kind, at in argument if kind in (op.LITERAL, op.RANGE)
        )
        return _SAMPLES + "".join(map(chr, named))
    return _SAMPLES


# ---------------------------------------------------------------------------------------------- the walk


class _Exhausted(Exception):
    """The steps are used up."""


_Then: TypeAlias = Callable[[int], bool]


class _Walk:
    """A plain backtracking matcher over one text, counting."""

    def __init__(self, text: str, *, ignore_case: bool) -> None:
        self.text = text.casefold() if ignore_case else text
        self.ignore_case = ignore_case
        self.steps = 0

    def sequence(self, parsed: Parsed, number: int, at: int, then: _Then) -> bool:
        """Match the operations from `number` on; `then` goes on behind them."""
        self.steps += 1
        if self.steps > _STEPS:
            raise _Exhausted
        # Plain characters in a loop: a long pattern of them is not a deep one.
        while number < len(parsed) and (takes := _character(*parsed[number])) is not None:
            if at == len(self.text) or not self._takes(takes, self.text[at]):
                return False
            number, at = number + 1, at + 1
        if number == len(parsed):
            return then(at)
        name, argument = parsed[number]
        return self._compound(
            name, argument, at, lambda reached: self.sequence(parsed, number + 1, reached, then)
        )

    def _takes(self, takes: Callable[[str], bool], character: str) -> bool:
        return takes(character) or (self.ignore_case and takes(character.upper()))

    def _compound(self, name: Any, argument: Any, at: int, then: _Then) -> bool:
        if name in (op.MAX_REPEAT, op.MIN_REPEAT):
            return self._repeat(argument, at, 0, then, lazy=name is op.MIN_REPEAT)
        if name is op.BRANCH:
            return any(self.sequence(part, 0, at, then) for part in argument[1])
        if name is op.SUBPATTERN:
            return self.sequence(argument[3], 0, at, then)
        if name in (op.ATOMIC_GROUP, op.POSSESSIVE_REPEAT):
            return self._at_once(name, argument, at, then)
        if name is op.AT:
            return self._place(argument, at) and then(at)
        return then(at)  # looking around and referring back: taken for granted

    def _repeat(self, argument: Any, at: int, done: int, then: _Then, *, lazy: bool) -> bool:
        least, most, body = argument

        def again() -> bool:
            def onward(reached: int) -> bool:
                # Once more without a character taken would go on forever; real matchers stop there too.
                return (reached > at or done < least) and self._repeat(
                    argument, reached, done + 1, then, lazy=lazy
                )

            return done < most and self.sequence(body, 0, at, onward)

        if done < least:
            return again()
        return (then(at) or again()) if lazy else (again() or then(at))

    def _at_once(self, name: Any, argument: Any, at: int, then: _Then) -> bool:
        """An atomic group keeps the first way in which it matches."""
        reached: list[int] = []

        def first(place: int) -> bool:
            reached.append(place)
            return True

        if name is op.ATOMIC_GROUP:
            return self.sequence(argument, 0, at, first) and then(reached[0])
        return self._repeat(argument, at, 0, first, lazy=False) and then(reached[0])

    def _place(self, where: Any, at: int) -> bool:
        if where in (op.AT_BEGINNING_STRING, op.AT_BEGINNING):
            return at == 0 or (where is op.AT_BEGINNING and self.text[at - 1] == "\n")
        if where in (op.AT_END_STRING, op.AT_END):
            return at == len(self.text) or (where is op.AT_END and self.text[at] == "\n")
        return True  # word boundaries: taken for granted


def explodes(parsed: Parsed, text: str) -> bool:
    """Whether matching at the start of the text takes more steps than any pattern needs that is fit for use."""
    walk = _Walk(text, ignore_case=bool(parsed.state.flags & re.IGNORECASE))
    try:
        walk.sequence(parsed, 0, 0, lambda at: True)
    except _Exhausted:
        return True
    except RecursionError:  # too deep to tell so: the trial under a time limit decides
        return False
    return False


def _character(name: Any, argument: Any) -> Callable[[str], bool] | None:
    """What an operation that takes one character takes; None for any other operation."""
    if name is op.LITERAL:
        return lambda character: ord(character) == argument
    if name is op.NOT_LITERAL:
        return lambda character: ord(character) != argument
    if name is op.ANY:
        return lambda character: character != "\n"
    if name is op.ANY_ALL:
        return lambda character: True
    if name is op.IN:
        return lambda character: _within(argument, character)
    return None


def _within(items: Any, character: str) -> bool:
    negated = items[0][0] is op.NEGATE
    return negated != any(_is_one(kind, argument, character) for kind, argument in items[negated:])


def _is_one(kind: Any, argument: Any, character: str) -> bool:
    if kind is op.LITERAL:
        return bool(ord(character) == argument)
    if kind is op.RANGE:
        return bool(argument[0] <= ord(character) <= argument[1])
    test = _CATEGORIES.get(_OPPOSITES.get(argument, argument))
    return test is not None and test(character) != (argument in _OPPOSITES)


_CATEGORIES: Mapping[Any, Callable[[str], bool]] = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_WORD: lambda one: one.isalnum() or one == "_",
}
_OPPOSITES: Mapping[Any, Any] = {
    op.CATEGORY_NOT_DIGIT: op.CATEGORY_DIGIT,
    op.CATEGORY_NOT_SPACE: op.CATEGORY_SPACE,
    op.CATEGORY_NOT_WORD: op.CATEGORY_WORD,
}
