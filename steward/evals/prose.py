"""Steward's own reports in words under the same judge: many saved pull requests, one figure a dimension.

A report is taken as people read it, and its facts are the evidence that it was written from (`docs/evals.md`,
"Steward's own prose").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import mean
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from steward.evals.dimension import PROSE, About
from steward.evals.faithful import Facts, encode
from steward.evals.judge import JudgeReport, judge_document, name_of
from steward.evals.request import Judge
from steward.evals.rubric import Deduction
from steward.evals.shape import Engine, Fault, Pair
from steward.evals.statistics import bootstrap
from steward.evals.usage import Usage
from steward.model import Prose, ProseSource, Quoted, Scorecard
from steward.report.markdown import render
from steward.report.names import NAMES
from steward.synth.slots import Slots

# What the reports name beside their evidence: the files of Steward itself.
_OWN = ("governance.pxf", "scoring.security.match: words")
_SHOWN = 3  # paths that a paragraph names before it counts the rest


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A report, named by the file of facts that it was written from.

    `source` is who wrote its sentences, `broken` the rules of the contract that a model's answer broke.
    """

    name: str
    content: str
    facts: str
    source: ProseSource = ProseSource.TEMPLATE
    broken: tuple[str, ...] = ()


class Unwritten(msgspec.Struct, frozen=True, kw_only=True):
    """A report that no model's answer came for: it says nothing of the prose, and is judged nowhere."""

    name: str
    kind: Annotated[str, Meta(description="Its class, of the list in docs/evals.md.")]
    what: str


class CaseScore(msgspec.Struct, frozen=True, kw_only=True):
    """One case in one dimension."""

    score: float | None
    rubric_score: int | None
    deductions: tuple[Deduction, ...]
    errors: tuple[Fault, ...]


class CasePart(msgspec.Struct, frozen=True, kw_only=True):
    """One case."""

    name: str
    source: ProseSource
    broken: Annotated[
        tuple[str, ...], Meta(description="Rules of docs/prose.md that a model's answer broke.")
    ]
    scores: Mapping[str, CaseScore]


class DimensionPart(msgspec.Struct, frozen=True, kw_only=True):
    """One dimension over all cases that have a score."""

    name: str
    max_score: int
    cases: Annotated[int, Meta(ge=0, description="With a valid sample.")]
    mean: float | None
    interval: Annotated[Pair | None, Meta(description="The bootstrap's over cases, at 95 %.")]
    least: float | None
    full: Annotated[int, Meta(ge=0, description="Cases with the maximum.")]


class ProseDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Steward's prose judged."""

    schema: Literal["steward.evals.prose/1"] = "steward.evals.prose/1"
    steward: Engine
    writer: str
    judge: str
    samples: int
    seed: Annotated[int, Meta(description="Of the bootstrap.")]
    dimensions: tuple[DimensionPart, ...]
    cases: tuple[CasePart, ...]
    unwritten: tuple[Unwritten, ...]
    usage: Annotated[Usage | None, Meta(description="What a paid judge took.")]
    writer_usage: Annotated[Usage | None, Meta(description="What a paid writer took.")]
    stopped: Annotated[bool, Meta(description="Whether it was interrupted: the rest is missing.")]


def case(name: str, card: Scorecard, prose: Prose, *, slots: Iterable[Slots] = ()) -> Case:
    """A report in words as it stands in the comment, and what it may rest on.

    `slots` are the figures and names that a model was given to put in: Steward's own, counted from the same facts.
    """
    paragraphs = [
        f"{NAMES[key]}: {render(prose.paragraphs[key])}" for key in NAMES if key in prose.paragraphs
    ]
    evidence = {str(one.key): msgspec.to_builtins(one.evidence) for one in card.dimensions}
    given = [slot.text if isinstance(slot, Quoted) else slot for each in slots for slot in each.values()]
    values = [*_values(evidence), *given]
    facts = Facts(
        numbers=tuple(sorted({value for value in values if isinstance(value, int)} | set(_rests(evidence)))),
        texts=tuple(sorted({value for value in values if isinstance(value, str)} | set(_OWN))),
        silent_on=tuple(NAMES[one.key] for one in card.dimensions if one.score is None),
        evidence=evidence,
    )
    return Case(
        name=name,
        content="\n\n".join([render(prose.headline), *paragraphs]),
        facts=encode(facts),
        source=prose.source,
        broken=prose.failed,
    )


def _values(data: Any) -> Iterator[Any]:
    """Every number and text in the evidence, and how many there are of each list."""
    if isinstance(data, Mapping):
        for value in data.values():
            yield from _values(value)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        yield len(data)
        for value in data:
            yield from _values(value)
    elif not isinstance(data, bool) and data is not None:
        yield data


def _rests(data: Any) -> Iterator[int]:
    """What is left of each list when the first few are named."""
    if isinstance(data, Mapping):
        for value in data.values():
            yield from _rests(value)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        yield max(0, len(data) - _SHOWN)


def judge_cases(
    cases: Iterable[Case],
    *,
    judge: Judge,
    samples: int = 1,
    seed: int = 0,
    writer: str = "template",
    unwritten: Sequence[Unwritten] = (),
    usage: Usage | None = None,
) -> ProseDocument:
    """Judge every report; after Ctrl-C what was done. Raises `ValueError` as `judge_document` does."""
    parts: list[CasePart] = []
    stopped = False
    for each in cases:
        part, stopped = judge_case(each, judge=judge, samples=samples)
        parts.append(part)
        if stopped:
            break
    return ProseDocument(
        steward=Engine(),
        writer=writer,
        judge=name_of(judge),
        samples=samples,
        seed=seed,
        dimensions=tuple(_over(parts, dimension.name, dimension.max_score, seed) for dimension in PROSE),
        cases=tuple(parts),
        unwritten=tuple(unwritten),
        usage=usage,
        writer_usage=None,
        stopped=stopped,
    )


def judge_case(each: Case, *, judge: Judge, samples: int) -> tuple[CasePart, bool]:
    """One report judged, and whether Ctrl-C ended it."""
    report = judge_document(each.content, judge=judge, samples=samples, about=About.PROSE, facts=each.facts)
    part = CasePart(name=each.name, source=each.source, broken=each.broken, scores=_scores(report))
    return part, report.stopped


def _scores(report: JudgeReport) -> Mapping[str, CaseScore]:
    return {
        name: CaseScore(
            score=found.score,
            rubric_score=found.rubric_score,
            deductions=found.deductions,
            errors=tuple(Fault(number=one.sample, kind=one.kind, what=one.what) for one in found.errors),
        )
        for name, found in report.scores.items()
    }


def _over(parts: Sequence[CasePart], name: str, most: int, seed: int) -> DimensionPart:
    scores = [score for part in parts if (score := part.scores[name].score) is not None]
    interval = bootstrap(scores, seed=seed)
    return DimensionPart(
        name=name,
        max_score=most,
        cases=len(scores),
        mean=round(mean(scores), 6) if scores else None,
        interval=None if interval is None else (round(interval[0], 6), round(interval[1], 6)),
        least=min(scores, default=None),
        full=sum(score == most for score in scores),
    )
