"""What would raise the score: the smallest change for each dimension below green (`docs/scoring.md`)."""

from __future__ import annotations

from itertools import groupby

from steward.model import (
    CorrectnessEvidence,
    DimensionKey,
    Move,
    Raise,
    Scorecard,
    SecurityEvidence,
    Words,
)
from steward.report.layout import Block
from steward.report.markdown import render
from steward.report.names import NAMES
from steward.wording import count, names

_GREEN = 75


def raising(raises: tuple[Raise, ...], scorecard: Scorecard | None) -> tuple[Block, ...]:
    """The list under its heading; nothing when every known dimension is green."""
    if not raises or scorecard is None:
        return ()
    rows = "\n".join(f"- **{lead}**{render(rest)}" for lead, rest in sentences(raises, scorecard))
    return (Block(opening=f"#### What would raise it\n\n{rows}", needed=True),)


def sentences(raises: tuple[Raise, ...], scorecard: Scorecard) -> tuple[tuple[str, Words], ...]:
    """Each move once, as its lead and the rest of the sentence: one test file may raise two dimensions."""
    order = {raised.move: position for position, raised in reversed(list(enumerate(raises)))}
    ordered = sorted(raises, key=lambda raised: order[raised.move])
    groups = [(move, tuple(group)) for move, group in groupby(ordered, key=lambda raised: raised.move)]
    return tuple(
        sentence
        for move, group in groups
        for sentence in (_stuck(group, scorecard) if move is None else (_moved(move, group, scorecard),))
    )


def _stuck(group: tuple[Raise, ...], scorecard: Scorecard) -> tuple[tuple[str, Words], ...]:
    return tuple(
        (
            f"{NAMES[raised.dimension]} stays at {raised.before}",
            (": no test, docs or size would raise it", *_care(raised, scorecard)),
        )
        for raised in group
    )


def _moved(move: Move, group: tuple[Raise, ...], scorecard: Scorecard) -> tuple[str, Words]:
    numbers = [f"{NAMES[raised.dimension].lower()} {raised.before} → {raised.after}" for raised in group]
    overall = f"overall {group[0].overall_before} → {group[0].overall_after}"
    tails = tuple(word for raised in group for word in _tail(raised, scorecard))
    return _lead(move), (f": {', '.join((*numbers, overall))}.", *tails, *_falling(group[0]))


def _falling(raised: Raise) -> Words:
    # Each dimension has its move, and an added file is a file more to review: not every move is a gain.
    if raised.overall_after >= raised.overall_before:
        return ()
    return (" The overall falls with it: the change grows to another size, which costs more.",)


def _lead(move: Move) -> str:
    parts = (
        (move.test_files, "more test file"),
        (move.docs_files, "docs file"),
        (move.fewer_files, "fewer file"),
        (move.fewer_additions, "fewer added line"),
    )
    return " and ".join(count(number, noun) for number, noun in parts if number)


def _tail(raised: Raise, scorecard: Scorecard) -> Words:
    if raised.after < _GREEN:
        return (f" {NAMES[raised.dimension]} gets no higher than that", *_care(raised, scorecard))
    evidence = scorecard[raised.dimension].evidence
    if not isinstance(evidence, CorrectnessEvidence) or not evidence.untested:
        return ()
    # The point is tests for this code, not a quota.
    return (" Changed without a test of the same name: ", *names(evidence.untested), ".")


def _care(raised: Raise, scorecard: Scorecard) -> Words:
    evidence = scorecard[raised.dimension].evidence
    if raised.dimension is not DimensionKey.SECURITY or not isinstance(evidence, SecurityEvidence):
        return (".",)
    paths = tuple(path.path for path in evidence.sensitive_paths)
    return (" while sensitive paths are touched: have ", *names(paths), " read with care.")
