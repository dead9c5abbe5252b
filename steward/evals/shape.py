"""The shape of the JSON report `steward.evals.judge/1`, how it is made, and what all reports have in common.

The contract with programs: a key may be added under a version, none is renamed or given another meaning
(`docs/evals.md`, "Output").
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import encode as to_json

from steward import __version__
from steward.evals.judge import DimensionReport, JudgeReport
from steward.evals.labels import Agreement
from steward.evals.probes import ProbeResult
from steward.evals.rubric import Deduction
from steward.evals.usage import Usage

Count: TypeAlias = Annotated[int, Meta(ge=0)]
Pair: TypeAlias = tuple[float, float]


class Engine(Struct, frozen=True, kw_only=True):
    """What wrote the report."""

    name: Literal["steward"] = "steward"
    version: Annotated[str, Meta(description="Its version.")] = __version__


class Text(Struct, frozen=True, kw_only=True):
    """A text that was given, by its hash: it is not repeated here."""

    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    characters: Count


class Fault(Struct, frozen=True, kw_only=True):
    """A sample or run that says nothing."""

    number: Annotated[Count, Meta(description="Which sample or run, from 0.")]
    kind: Annotated[str, Meta(description="Its class, of the list in docs/evals.md.")]
    what: str


class DimensionPart(Struct, frozen=True, kw_only=True):
    """One dimension."""

    name: str
    score: Annotated[float | None, Meta(description="The median; null without a valid sample.")]
    max_score: Count
    rubric_score: Annotated[int | None, Meta(description="Steward's own; null where it has no rule.")]
    asked: Count
    valid: Count
    samples: tuple[int, ...]
    quartiles: Pair | None
    spread: Annotated[int | None, Meta(description="The largest valid sample less the smallest.")]
    reasoning: str
    deductions: Annotated[
        tuple[Deduction, ...], Meta(description="What the rubric's missing points are for.")
    ]
    errors: tuple[Fault, ...]


class JudgeDocument(Struct, frozen=True, kw_only=True):
    """A document judged."""

    schema: Literal["steward.evals.judge/1"] = "steward.evals.judge/1"
    steward: Engine
    about: str
    judge: str
    document: Text
    dimensions: tuple[DimensionPart, ...]
    probes: tuple[ProbeResult, ...]
    agreement: tuple[Agreement, ...]
    usage: Usage | None
    stopped: Annotated[bool, Meta(description="Whether it was interrupted: the rest is missing.")]


def encode(document: Struct) -> bytes:
    """The one way a report is written: keys sorted, UTF-8, a line end. Raises nothing: its texts are whole."""
    return to_json(document, order="sorted") + b"\n"


def text(content: str) -> Text:
    """A text by its hash."""
    data = content.encode("utf-8", "surrogatepass")
    return Text(sha256=sha256(data).hexdigest(), characters=len(content))


def judge_document(
    report: JudgeReport,
    content: str,
    *,
    probes: Sequence[ProbeResult] = (),
    agreement: Sequence[Agreement] = (),
    usage: Usage | None = None,
) -> JudgeDocument:
    """A judge's report as a document."""
    return JudgeDocument(
        steward=Engine(),
        about=report.about,
        judge=report.judge,
        document=text(content),
        dimensions=tuple(map(_dimension, report.scores.values())),
        probes=tuple(probes),
        agreement=tuple(agreement),
        usage=usage,
        stopped=report.stopped,
    )


def _dimension(found: DimensionReport) -> DimensionPart:
    return DimensionPart(
        name=found.dimension,
        score=found.score,
        max_score=found.max_score,
        rubric_score=found.rubric_score,
        asked=found.asked,
        valid=found.valid,
        samples=found.samples,
        quartiles=found.quartiles,
        spread=found.spread,
        reasoning=found.reasoning,
        deductions=found.deductions,
        errors=tuple(Fault(number=each.sample, kind=each.kind, what=each.what) for each in found.errors),
    )
