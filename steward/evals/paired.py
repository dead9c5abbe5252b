"""`governance.pxf` as the configuration: does prose written with it differ for the better.

Every pull request is written of twice, with the constitution and without, and judged twice; the unit is the pull
request, and it is paired with itself (`docs/evals.md`, "With and without governance.pxf").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from steward.evals import statistics
from steward.evals.arms import Arm, Shown
from steward.evals.dimension import PROSE
from steward.evals.judge import name_of
from steward.evals.prose import Case, CasePart, Unwritten, judge_case
from steward.evals.request import Judge
from steward.evals.shape import Engine, Pair, Text
from steward.evals.usage import Usage
from steward.evals.writing import Draft
from steward.policy import Constitution

LEVEL = statistics.LEVEL / len(PROSE)
"""Three dimensions are three chances to be wrong: each is held to a third of the level (Bonferroni)."""


class Twice(msgspec.Struct, frozen=True, kw_only=True):
    """One pull request's report in both arms."""

    with_: Case
    without: Case


class TwicePart(msgspec.Struct, frozen=True, kw_only=True, rename={"with_": "with"}):
    """One pull request judged in both arms."""

    name: str
    differs: Annotated[bool, Meta(description="Whether the two reports have other words.")]
    with_: CasePart
    without: CasePart


class PairedPart(msgspec.Struct, frozen=True, kw_only=True, rename={"with_": "with"}):
    """One dimension over the pull requests that have a score in both arms; `with` and `without` are means."""

    name: str
    max_score: int
    pairs: Annotated[int, Meta(ge=0)]
    with_: float | None
    without: float | None
    delta: Annotated[float | None, Meta(description="The mean of the differences, with less without.")]
    interval: Annotated[Pair | None, Meta(description="The bootstrap's over pull requests, at 95 %.")]
    better: Annotated[int, Meta(ge=0, description="Pull requests with the higher score with it.")]
    worse: Annotated[int, Meta(ge=0)]
    sign_flip_p: float | None
    verdict: Shown


class GovernanceDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Prose with and without the constitution."""

    schema: Literal["steward.evals.governance/1"] = "steward.evals.governance/1"
    steward: Engine
    governance: Annotated[
        Text | None, Meta(description="The file that was named; null when the facts have theirs.")
    ]
    writer: str
    judge: str
    samples: int
    seed: int
    level: Annotated[float, Meta(description="Below it a dimension's p counts as shown.")]
    needed: Annotated[int, Meta(description="Pull requests that differ, all one way, that this takes.")]
    differ: Annotated[int, Meta(ge=0, description="Pull requests whose reports have other words.")]
    dimensions: tuple[PairedPart, ...]
    cases: tuple[TwicePart, ...]
    unwritten: tuple[Unwritten, ...]
    usage: Usage | None
    writer_usage: Usage | None
    stopped: Annotated[bool, Meta(description="Whether it was interrupted: the rest is missing.")]


def arms(draft: Draft, constitution: Constitution | None = None, text: str = "") -> dict[Arm, Draft]:
    """The same pull request with a constitution, the given one or its own, and with none."""
    facts = draft.facts
    return {
        Arm.WITH: replace(
            draft,
            facts=replace(facts, governance_present=True, constitution=constitution or facts.constitution),
            governance_text=text,
        ),
        Arm.WITHOUT: replace(
            draft, facts=replace(facts, governance_present=False, constitution=None), governance_text=""
        ),
    }


def together(ours: Iterable[Case], theirs: Iterable[Case]) -> tuple[Twice, ...]:
    """The reports that were written in both arms, by their names, which are unique."""
    others = {each.name: each for each in theirs}
    return tuple(Twice(with_=each, without=others[each.name]) for each in ours if each.name in others)


def judge_twice(
    pairs: Sequence[Twice],
    *,
    judge: Judge,
    samples: int = 1,
    seed: int = 0,
    writer: str = "template",
    governance: Text | None = None,
    unwritten: Sequence[Unwritten] = (),
    progress: Callable[[], object] = lambda: None,
) -> GovernanceDocument:
    """Judge every pair; after Ctrl-C the pairs that were done. Raises `ValueError` as `judge_document` does."""
    parts: list[TwicePart] = []
    stopped = False
    for pair in pairs:
        ours, stopped = judge_case(pair.with_, judge=judge, samples=samples)
        if stopped:
            break
        theirs, stopped = judge_case(pair.without, judge=judge, samples=samples)
        if stopped:
            break
        differs = pair.with_.content != pair.without.content
        parts.append(TwicePart(name=pair.with_.name, differs=differs, with_=ours, without=theirs))
        progress()
    return GovernanceDocument(
        steward=Engine(),
        governance=governance,
        writer=writer,
        judge=name_of(judge),
        samples=samples,
        seed=seed,
        level=round(LEVEL, 6),
        needed=statistics.fewest_to_show(LEVEL),
        differ=sum(part.differs for part in parts),
        dimensions=tuple(_over(parts, dimension.name, dimension.max_score, seed) for dimension in PROSE),
        cases=tuple(parts),
        unwritten=tuple(unwritten),
        usage=None,
        writer_usage=None,
        stopped=stopped,
    )


def _over(parts: Sequence[TwicePart], name: str, most: int, seed: int) -> PairedPart:
    scores = [(part.with_.scores[name].score, part.without.scores[name].score) for part in parts]
    pairs = [(ours, theirs) for ours, theirs in scores if ours is not None and theirs is not None]
    moved = [Fraction(ours) - Fraction(theirs) for ours, theirs in pairs]
    p, interval = statistics.sign_flip(moved, seed=seed), statistics.bootstrap(moved, seed=seed)
    return PairedPart(
        name=name,
        max_score=most,
        pairs=len(pairs),
        with_=_mean([ours for ours, _ in pairs]),
        without=_mean([theirs for _, theirs in pairs]),
        delta=_mean(moved),
        interval=None if interval is None else (round(interval[0], 6), round(interval[1], 6)),
        better=sum(each > 0 for each in moved),
        worse=sum(each < 0 for each in moved),
        sign_flip_p=None if p is None else round(p, 6),
        verdict=_verdict(p, sum(moved, Fraction(0))),
    )


def _mean(values: Sequence[float | Fraction]) -> float | None:
    return (
        round(float(sum((Fraction(each) for each in values), Fraction(0)) / len(values)), 6)
        if values
        else None
    )


def _verdict(p: float | None, moved: Fraction) -> Shown:
    if p is None or p >= LEVEL or not moved:
        return Shown.NOT_SHOWN
    return Shown.HELPS if moved > 0 else Shown.HURTS
