"""What would raise the score: the smallest change for each dimension below green (`docs/scoring.md`)."""

from __future__ import annotations

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
    rows = "\n".join(f"- **{lead(found)}**{render(rest(found, scorecard))}" for found in raises)
    return (Block(opening=f"#### What would raise it\n\n{rows}", needed=True),)


def lead(found: Raise) -> str:
    """The move in a few words, or that there is none."""
    if found.move is None:
        return f"{NAMES[found.dimension]} stays at {found.before}"
    return moved(found.move)


def moved(move: Move) -> str:
    """`2 more test files`, `1 docs file`, `12 fewer files and 112 fewer added lines`."""
    parts = (
        (move.test_files, "more test file"),
        (move.docs_files, "docs file"),
        (move.fewer_files, "fewer file"),
        (move.fewer_additions, "fewer added line"),
    )
    return " and ".join(count(number, noun) for number, noun in parts if number)


def rest(found: Raise, scorecard: Scorecard) -> Words:
    """What follows the lead: the numbers before and after, and what to look at."""
    if found.move is None:
        return (": no test, docs or size would raise it", *_instead(found, scorecard))
    name = NAMES[found.dimension].lower()
    numbers = (
        f": {name} {found.before} → {found.after}, overall {found.overall_before} → {found.overall_after}"
    )
    if found.after < _GREEN:
        return (f"{numbers}, the most that is possible here", *_instead(found, scorecard))
    return (numbers, *_for_this_code(found, scorecard))


def _for_this_code(found: Raise, scorecard: Scorecard) -> Words:
    """The point is tests for this code, not a quota."""
    evidence = scorecard[found.dimension].evidence
    if not isinstance(evidence, CorrectnessEvidence) or not evidence.untested:
        return (".",)
    return (". Changed without a test of the same name: ", *names(evidence.untested), ".")


def _instead(found: Raise, scorecard: Scorecard) -> Words:
    evidence = scorecard[DimensionKey.SECURITY].evidence
    if found.dimension is not DimensionKey.SECURITY or not isinstance(evidence, SecurityEvidence):
        return (".",)
    paths = tuple(path.path for path in evidence.sensitive_paths)
    return (" while sensitive paths are touched. Have ", *names(paths), " read with care.")


def as_words(found: Raise, scorecard: Scorecard) -> Words:
    """The whole sentence, for plain text."""
    return (lead(found), *rest(found, scorecard))
