"""A review against a rubric: which findings match, what they are worth, and what follows (`docs/reviews.md`).

Pure: the same rubric and review give the same report. A model's opinion has no way in.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from steward.challenge.review_assign import assign
from steward.challenge.review_match import Key, Level, Likeness, Placing, Said, akin, keys, match
from steward.challenge.review_points import Hit, ReviewReport, report
from steward.challenge.review_reading import Finding, Review
from steward.challenge.rubric import Expected, Rubric, Severity

_NEAR = 3  # lines round the expected ones that are still the place
_SURE, _UNSURE = 10**9, 10**5


class _Look(Struct, frozen=True):
    """One finding beside one expectation."""

    likeness: Likeness
    placing: Placing


def score_review(rubric: Rubric, review: Review) -> ReviewReport:
    """The verdict, the points by part, and what to tell the person who wrote the review."""
    hits, free, guessed = _matched(rubric, review)
    return report(rubric, review, hits, free, guessed)


def match_review(rubric: Rubric, review: Review) -> tuple[tuple[Hit, ...], frozenset[int]]:
    """Each expectation with the finding that it got, if any; and the numbers of findings that repeat one, which
    cost nothing. The order of expectations and of findings makes no difference."""
    return _matched(rubric, review)[:2]


def _matched(rubric: Rubric, review: Review) -> tuple[tuple[Hit, ...], frozenset[int], int]:
    """What `match_review` says, and how many of the free findings only come near: guesses look like that."""
    expected = sorted(rubric.expected, key=lambda each: each.id)
    findings = sorted(review.findings, key=_rank)
    looks = _looks(expected, findings)
    worth = [
        [_worth(each, looks[row][column]) for column in range(len(findings))]
        for row, each in enumerate(expected)
    ]
    given = assign(worth)
    hits = tuple(
        Hit(expected=each)
        if column is None
        else Hit(
            expected=each,
            finding=findings[column],
            sure=looks[row][column].likeness.level is Level.FULL,
            placing=looks[row][column].placing,
        )
        for (row, each), column in zip(enumerate(expected), given, strict=True)
    )
    left = {finding.number: column for column, finding in enumerate(findings) if column not in given}
    best = {
        number: max((row[column].likeness.level for row in looks), default=Level.NONE)
        for number, column in left.items()
    }
    asked = {finding.number for finding in findings if finding.asked}
    # What repeats another finding, or comes near, was not made up.
    free = {number for number, level in best.items() if level >= Level.GREY or number in asked}
    guessed = sum(best[number] is Level.GREY for number in free - asked)
    return hits, frozenset(free), guessed


def _rank(finding: Finding) -> tuple[str, str, int, int]:
    return finding.spoken, finding.file, finding.line or 0, finding.number


def _looks(expected: Sequence[Expected], findings: Sequence[Finding]) -> list[list[_Look]]:
    found = keys([_said(each) for each in expected])
    return [
        [_look(key, each, finding) for finding in findings] for key, each in zip(found, expected, strict=True)
    ]


def _said(expected: Expected) -> Said:
    return Said(
        says=expected.acceptable_answers,
        evidence=expected.evidence,
        concepts=expected.concepts,
        others=expected.others,
    )


def _look(key: Key, expected: Expected, finding: Finding) -> _Look:
    placing = place(expected, finding)
    likeness = match(key, finding.spoken, placing)
    if likeness.level is Level.NONE and _on_the_spot(expected, finding) and akin(key, finding.spoken):
        likeness = Likeness(Level.GREY)
    if (finding.listed or finding.asked) and likeness.level is Level.FULL:
        likeness = Likeness(Level.GREY, likeness.score)
    return _Look(likeness, placing)


def place(expected: Expected, finding: Finding) -> Placing:
    """Whether a finding stands where it is expected: the same file, and within three lines when both name some.
    A comment over several lines stands on each of them."""
    where = expected.location
    if where is None or not finding.file:
        return Placing.UNKNOWN
    if not _same_file(where.file, finding.file):
        return Placing.WRONG
    named = [line for line in (finding.first, finding.line) if line is not None]
    if where.lines is None or not named:
        return Placing.RIGHT
    first, last = where.lines
    near = first - _NEAR <= max(named) and min(named) <= last + _NEAR
    return Placing.RIGHT if near else Placing.WRONG


def _on_the_spot(expected: Expected, finding: Finding) -> bool:
    """Whether a comment stands on the very lines, not only in the file."""
    named = finding.line is not None or finding.first is not None
    lines = expected.location is not None and expected.location.lines is not None
    return named and lines and place(expected, finding) is Placing.RIGHT


def _same_file(one: str, other: str) -> bool:
    """`items.py` in a sentence may mean `api/items.py`."""
    return one == other or one.endswith("/" + other) or other.endswith("/" + one)


def _worth(expected: Expected, look: _Look) -> int:
    """Sure matches before unsure ones, required and severe ones before others, then the likest."""
    level = look.likeness.level
    if level < Level.GREY:
        return 0
    rank = 10 * expected.required + (len(Severity) - list(Severity).index(expected.severity))
    placed = look.placing is Placing.RIGHT
    nearness = int(look.likeness.score * 1000) + 500 * placed
    return (_SURE if level is Level.FULL else _UNSURE) * (100 + rank) // 100 + nearness
