"""Steward's own scores of a text: free, the same every time, and each point lost with what mends it.

They exercise the harness and anchor the scale; they do not read for sense. The rules: `docs/evals.md`, "The
rubric".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from steward.evals.dimension import About, Dimension
from steward.evals.faithful import unfaithful
from steward.evals.passages import Passage, opens_with_verb, passages, size

_MAX = 15
_LENGTHS = {
    About.INSTRUCTIONS: (300, 600, 1000, 1500, 2500, 4000, 6000),
    About.PROSE: (120, 160, 200, 250, 300, 400, 500),
}
_MOST_REPEATED = _MOST_PROSE = 4
_FEWEST_REPEATED = 4  # words: shorter passages may well stand twice
_LONG = {About.INSTRUCTIONS: 40, About.PROSE: 70}
_SHOWN = 60
_CLAUSES = re.compile(r"[.,:;?!] ")
_ADVISES = ("consider", "could", "may")  # a report advises: "consider splitting it" is a step


class Deduction(msgspec.Struct, frozen=True, kw_only=True):
    """Points that are missing: what costs them, and how to mend it."""

    points: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"-{self.points}: {self.what} → {self.mend}"


class RubricScore(msgspec.Struct, frozen=True, kw_only=True):
    """A score, and the deductions that lead to it from the maximum: their points add up to what is missing."""

    score: int
    max_score: int
    deductions: tuple[Deduction, ...]

    @property
    def reasoning(self) -> str:
        """The deductions in words."""
        return "; ".join(map(str, self.deductions)) or "nothing to mend"


def score(dimension: Dimension, content: str, facts: str = "") -> RubricScore | None:
    """The rubric's score in a dimension; None where it has no rule for it, or lacks the facts it needs."""
    rule = _RULES.get((dimension.about, dimension.name))
    found = rule(content, facts) if rule else None
    if found is None or dimension.max_score != _MAX:
        return None
    kept = tuple(each for each in found if each.points)
    return RubricScore(score=_MAX - sum(each.points for each in kept), max_score=_MAX, deductions=kept)


_Rule = Callable[[str, str], list[Deduction] | None]


def _nothing(whole: str) -> list[Deduction]:
    return [
        Deduction(points=_MAX, what=f"the {whole} is empty", mend="write down what to do, the commands first")
    ]


# ------------------------------------------------------------------------------------------ actionability


def _actionable(content: str, facts: str) -> list[Deduction]:
    found = passages(content)
    concrete = [each for each in found if each.concrete]
    doubts = [each for each in found if each.hedges]
    return _shares(
        found,
        concrete=len(concrete),
        hedged=doubts,
        idle=[each for each in found if not each.concrete and not each.hedges],
        idle_mend="begin with the command, the path or the verb of the rule, or leave it out",
    )


def _actionable_prose(content: str, facts: str) -> list[Deduction]:
    found = passages(content)
    # The headline sums up; what to do stands below it.
    found = found[1:] or found
    doubts = [each for each in found if _doubts(each)]
    idle = [each for each in found if not _doubts(each) and not _points(each.text)]
    return _shares(
        found,
        concrete=len(found) - len(doubts) - len(idle),
        hedged=doubts,
        idle=idle,
        idle_mend="name a place to look at or a step",
    )


def _doubts(passage: Passage) -> bool:
    return any(word not in _ADVISES for word in passage.hedges)


def _points(text: str) -> bool:
    """Whether a place is named, or a clause opens with a step: "if anybody can notice it, say so"."""
    return "`" in text or any(opens_with_verb(clause) for clause in _CLAUSES.split(text))


def _shares(
    found: Sequence[Passage], *, concrete: int, hedged: list[Passage], idle: list[Passage], idle_mend: str
) -> list[Deduction]:
    """Full marks from four fifths on; every hedge takes back one instruction."""
    if not found:
        return _nothing("text")
    doubts = sum(len(each.hedges) for each in hedged)
    without, score = (_of_max(concrete - less, len(found)) for less in (0, doubts))
    if hedged:  # passages that only their hedge keeps from counting
        without = _of_max(concrete + len(hedged), len(found))
    kept = [
        Deduction(
            points=_MAX - without,
            what=f"{len(idle)} of {len(found)} passages give no instruction ({_where(idle)})",
            mend=idle_mend,
        )
    ]
    first = f", first {hedged[0].hedges[0]!r} in line {hedged[0].line}" if hedged else ""
    hedging = Deduction(
        points=without - score,
        what=f"{len(hedged)} of {len(found)} passages hedge{first}",
        mend="say what to do and when, or leave it out",
    )
    return [*kept, hedging]


def _of_max(concrete: int, of: int) -> int:
    return max(0, min(_MAX, _MAX * 5 * concrete // (4 * of)))


# -------------------------------------------------------------------------------------------- conciseness


def _concise(content: str, facts: str) -> list[Deduction]:
    return _lean(content, About.INSTRUCTIONS)


def _concise_prose(content: str, facts: str) -> list[Deduction]:
    return _lean(content, About.PROSE)


def _lean(content: str, about: About) -> list[Deduction]:
    words, bands = size(content), _LENGTHS[about]
    if not content.strip():
        return _nothing("text")
    found = passages(content)
    repeated = _repeated(found)
    # An absolute count, not a share: more of anything never makes a text more concise.
    long = [each for each in found if each.words > _LONG[about]]
    passed = sum(words > most for most in bands)
    return [
        Deduction(
            points=passed,
            what=f"{words:,} words",
            mend=f"cut it to {max((most for most in bands if most < words), default=bands[0]):,} for a point more, "
            f"to {bands[0]:,} for full marks",
        ),
        Deduction(
            points=min(_MOST_REPEATED, len(repeated)),
            what=f"{len(repeated)} passages say again what stands before ({_where(repeated)})",
            mend="keep the first, delete the others",
        ),
        Deduction(
            points=min(_MOST_PROSE, len(long)),
            what=f"{len(long)} passages of more than {_LONG[about]} words ({_where(long)})",
            mend="make it a list or a command, or split it",
        ),
    ]


def _repeated(found: Sequence[Passage]) -> list[Passage]:
    seen: Counter[str] = Counter()
    again = []
    for each in found:
        key = each.text.casefold()
        if seen[key] and each.words >= _FEWEST_REPEATED:
            again.append(each)
        seen[key] += 1
    return again


# ------------------------------------------------------------------------------------------- faithfulness


def _faithful(content: str, facts: str) -> list[Deduction] | None:
    if not facts:
        return None
    if not content.strip():
        return _nothing("report")
    found = unfaithful(content, facts)
    if found is None:
        return None
    mend = "say only what the facts hold"
    kept = [Deduction(points=5, what=what, mend=mend) for what in found[:2]]
    if len(found) > 2:
        kept.append(Deduction(points=5, what=f"{found[2]}, and {len(found) - 3} more", mend=mend))
    return kept


_RULES: dict[tuple[About, str], _Rule] = {
    (About.INSTRUCTIONS, "actionability"): _actionable,
    (About.INSTRUCTIONS, "conciseness"): _concise,
    (About.PROSE, "actionability"): _actionable_prose,
    (About.PROSE, "conciseness"): _concise_prose,
    (About.PROSE, "faithfulness"): _faithful,
}


def _where(found: Sequence[Passage]) -> str:
    if not found:
        return ""
    text = found[0].text
    return f"line {found[0].line}: {text if len(text) <= _SHOWN else text[:_SHOWN] + '…'!r}"
