"""The shape of the JSON reports `steward.evals.judge/1` and `steward.evals.golden/1`, and how they are made.

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
from steward.evals import statistics
from steward.evals.arms import Arm, ArmResult, GoldenReport, Shown, TaskResult
from steward.evals.judge import DimensionReport, JudgeReport
from steward.evals.labels import Agreement
from steward.evals.probes import ProbeResult
from steward.evals.rubric import Deduction
from steward.evals.usage import Usage

_Count: TypeAlias = Annotated[int, Meta(ge=0)]
_Rate: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
_Delta: TypeAlias = Annotated[float, Meta(ge=-1, le=1)]
Pair: TypeAlias = tuple[float, float]


class Engine(Struct, frozen=True, kw_only=True):
    """What wrote the report."""

    name: Literal["steward"] = "steward"
    version: Annotated[str, Meta(description="Its version.")] = __version__


class Text(Struct, frozen=True, kw_only=True):
    """A text that was given, by its hash: it is not repeated here."""

    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    characters: _Count


class Fault(Struct, frozen=True, kw_only=True):
    """A sample or run that says nothing."""

    number: Annotated[_Count, Meta(description="Which sample or run, from 0.")]
    kind: Annotated[str, Meta(description="Its class, of the list in docs/evals.md.")]
    what: str


class DimensionPart(Struct, frozen=True, kw_only=True):
    """One dimension."""

    name: str
    score: Annotated[float | None, Meta(description="The median; null without a valid sample.")]
    max_score: _Count
    rubric_score: Annotated[int | None, Meta(description="Steward's own; null where it has no rule.")]
    asked: _Count
    valid: _Count
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


class ArmPart(Struct, frozen=True, kw_only=True):
    """One task, or all of them, in one arm. `interval` is Wilson's at 95 %."""

    passed: _Count
    completed: _Count
    errors: _Count
    rate: _Rate | None
    interval: Pair | None
    flaky: bool


class TaskPart(Struct, frozen=True, kw_only=True, rename={"with_": "with"}):
    """One task in both arms."""

    name: str
    with_: ArmPart
    without: ArmPart
    difference: Annotated[_Delta | None, Meta(description="Null unless both arms have a completed run.")]
    missing: Annotated[tuple[str, ...], Meta(description="Patterns not found in some run with it.")]
    forbidden: Annotated[tuple[str, ...], Meta(description="Patterns found in some run with it.")]


class Pooled(Struct, frozen=True, kw_only=True, rename={"with_": "with"}):
    """Both arms over all tasks."""

    with_: ArmPart
    without: ArmPart


class Evidence(Struct, frozen=True, kw_only=True):
    """What the paired tasks show."""

    paired: _Count
    delta: _Delta | None
    interval: Annotated[Pair | None, Meta(description="The bootstrap's over tasks, at 95 %.")]
    better: Annotated[_Count, Meta(description="Tasks that mostly pass only with it.")]
    worse: Annotated[_Count, Meta(description="Tasks that mostly pass only without it.")]
    mcnemar_p: _Rate | None
    sign_flip_p: _Rate | None
    best_p: Annotated[_Rate | None, Meta(description="The smallest p that so many tasks could show.")]
    needed: Annotated[_Count, Meta(description="Discordant tasks, all one way, that it takes for p < 0.05.")]
    verdict: Shown


class RunFault(Struct, frozen=True, kw_only=True):
    """A run that says nothing."""

    task: str
    arm: Arm
    number: _Count
    kind: str
    what: str


class GoldenDocument(Struct, frozen=True, kw_only=True):
    """Golden tasks with a configuration and without."""

    schema: Literal["steward.evals.golden/1"] = "steward.evals.golden/1"
    steward: Engine
    agent: str
    runs: _Count
    seed: int
    config: Text
    baseline: Text
    pooled: Pooled
    evidence: Evidence
    tasks: tuple[TaskPart, ...]
    errors: tuple[RunFault, ...]
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


def golden_document(
    report: GoldenReport, *, config: str, baseline: str, usage: Usage | None = None
) -> GoldenDocument:
    """A report of golden tasks as a document."""
    return GoldenDocument(
        steward=Engine(),
        agent=report.agent,
        runs=report.runs,
        seed=report.seed,
        config=text(config),
        baseline=text(baseline),
        pooled=Pooled(with_=_pooled(report, Arm.WITH), without=_pooled(report, Arm.WITHOUT)),
        evidence=_evidence(report),
        tasks=tuple(map(_task, report.tasks)),
        errors=tuple(
            RunFault(task=task, arm=arm, number=each.run, kind=each.kind, what=each.what)
            for task, arm, each in report.errors()
        ),
        usage=usage,
        stopped=report.stopped,
    )


def _evidence(report: GoldenReport) -> Evidence:
    paired = len(report.differences())
    better, worse = report.discordant()
    return Evidence(
        paired=paired,
        delta=_rounded(report.delta()),
        interval=_pair(report.delta_interval()),
        better=better,
        worse=worse,
        mcnemar_p=_rounded(report.mcnemar()),
        sign_flip_p=_rounded(report.sign_flip()),
        best_p=_rounded(min(1.0, 2 / 2**paired)) if paired else None,
        needed=statistics.fewest_to_show(),
        verdict=report.shows(),
    )


def _task(found: TaskResult) -> TaskPart:
    ours = found.arms[Arm.WITH]
    return TaskPart(
        name=found.name,
        with_=_arm(ours),
        without=_arm(found.arms[Arm.WITHOUT]),
        difference=_rounded(None if found.difference is None else float(found.difference)),
        missing=tuple(dict.fromkeys(pattern for run in ours.runs for pattern in run.missing)),
        forbidden=tuple(dict.fromkeys(pattern for run in ours.runs for pattern in run.forbidden)),
    )


def _arm(found: ArmResult) -> ArmPart:
    return ArmPart(
        passed=found.passed,
        completed=found.completed,
        errors=len(found.errors),
        rate=_rounded(None if found.rate is None else float(found.rate)),
        interval=_pair(found.interval),
        flaky=found.flaky,
    )


def _pooled(report: GoldenReport, arm: Arm) -> ArmPart:
    found = [task.arms[arm] for task in report.tasks]
    return ArmPart(
        passed=sum(each.passed for each in found),
        completed=sum(each.completed for each in found),
        errors=sum(len(each.errors) for each in found),
        rate=_rounded(report.rate(arm)),
        interval=_pair(report.interval(arm)),
        flaky=any(each.flaky for each in found),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _pair(value: tuple[float, float] | None) -> Pair | None:
    return None if value is None else (round(value[0], 6), round(value[1], 6))
