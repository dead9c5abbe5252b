"""The shape of the JSON report `steward.evals.golden/1`, and how it is made; the contract is `shape`'s."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from steward.evals import statistics
from steward.evals.arms import Arm, ArmResult, GoldenReport, Shown, TaskResult
from steward.evals.shape import Count, Engine, Pair, Text, text
from steward.evals.usage import Usage

_Rate: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
_Delta: TypeAlias = Annotated[float, Meta(ge=-1, le=1)]


class ArmPart(Struct, frozen=True, kw_only=True):
    """One task, or all of them, in one arm. `interval` is Wilson's at 95 %."""

    passed: Count
    completed: Count
    errors: Count
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

    paired: Count
    delta: _Delta | None
    interval: Annotated[Pair | None, Meta(description="The bootstrap's over tasks, at 95 %.")]
    better: Annotated[Count, Meta(description="Tasks that mostly pass only with it.")]
    worse: Annotated[Count, Meta(description="Tasks that mostly pass only without it.")]
    mcnemar_p: _Rate | None
    sign_flip_p: _Rate | None
    best_p: Annotated[_Rate | None, Meta(description="The smallest p that so many tasks could show.")]
    needed: Annotated[Count, Meta(description="Discordant tasks, all one way, that it takes for p < 0.05.")]
    verdict: Shown


class RunFault(Struct, frozen=True, kw_only=True):
    """A run that says nothing."""

    task: str
    arm: Arm
    number: Count
    kind: str
    what: str


class GoldenDocument(Struct, frozen=True, kw_only=True):
    """Golden tasks with a configuration and without."""

    schema: Literal["steward.evals.golden/1"] = "steward.evals.golden/1"
    steward: Engine
    agent: str
    runs: Count
    seed: int
    config: Text
    baseline: Text
    pooled: Pooled
    evidence: Evidence
    tasks: tuple[TaskPart, ...]
    errors: tuple[RunFault, ...]
    usage: Usage | None
    stopped: Annotated[bool, Meta(description="Whether it was interrupted: the rest is missing.")]


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
