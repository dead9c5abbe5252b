"""The report of golden tasks in words and tables, and what it does not show."""

from __future__ import annotations

from collections.abc import Iterator

from steward.evals.arms import Shown
from steward.evals.figures import between, counted, number, probability
from steward.evals.page import Heading, Lines, Part, Table
from steward.evals.shape_golden import ArmPart, Evidence, GoldenDocument
from steward.evals.telling_usage import closing
from steward.model import Quoted, Words


def golden_page(document: GoldenDocument) -> tuple[Part, ...]:
    """Golden tasks in both arms."""
    heading = f"Golden tasks: {document.evidence.verdict}"
    ours, theirs = document.pooled.with_, document.pooled.without
    pooled = ((("all runs",), *_arms(ours, theirs), (number(document.evidence.delta, signed=True),), ("",)),)
    rows = (
        (
            (Quoted(task.name),),
            *_arms(task.with_, task.without),
            (number(task.difference, signed=True),),
            ("flaky" if task.with_.flaky or task.without.flaky else "",),
        )
        for task in document.tasks
    )
    parts: list[Part] = [
        Heading(heading),
        Lines(evidence(document.evidence)),
        Table(("task", "with", "95 %", "without", "95 %", "difference", ""), (*rows, *pooled)),
    ]
    parts += _unmet(document)
    parts += _faults(document)
    return (*parts, *closing(document.usage, stopped=document.stopped))


def _arms(ours: ArmPart, theirs: ArmPart) -> tuple[Words, ...]:
    return tuple(cell for arm in (ours, theirs) for cell in ((_rate(arm),), (between(arm.interval),)))


def _rate(arm: ArmPart) -> str:
    if not arm.completed:
        return "not available"
    errors = f" ({counted(arm.errors, 'error')})" if arm.errors else ""
    return f"{arm.passed} of {arm.completed}{errors}"


def evidence(found: Evidence) -> tuple[Words, ...]:
    """What the paired tasks show, a sentence each; the verdict first."""
    if not found.paired:
        return (("No task has a completed run in both arms: no difference is available.",),)
    tasks = counted(found.paired, "task")
    delta, interval = number(found.delta, signed=True), between(found.interval, signed=True)
    return (
        (_VERDICTS[found.verdict],),
        (f"Mean difference over {tasks}, paired: {delta} (bootstrap 95 % over tasks: {interval})",),
        (f"Sign-flip test on the rates: p = {probability(found.sign_flip_p)}",),
        (
            (
                f"Exact McNemar test on majority outcomes: p = {probability(found.mcnemar_p)} "
                f"({found.better} better, {found.worse} worse)"
            ),
        ),
        (
            (
                f"At best {tasks} can show p = {probability(found.best_p)}; it takes {found.needed} tasks that "
                "differ, all one way, for p < 0.05."
            ),
        ),
    )


_VERDICTS = {
    Shown.HELPS: "The configuration helps: more of these tasks pass with it, and chance does not explain that.",
    Shown.HURTS: "The configuration hurts: fewer of these tasks pass with it, and chance does not explain that.",
    Shown.NOT_SHOWN: "Not shown: such a difference may well be chance. That is no proof that there is none.",
}


def _unmet(document: GoldenDocument) -> Iterator[Part]:
    lines: list[Words] = []
    for task in document.tasks:
        lines += [(Quoted(task.name), ": not found: ", Quoted(pattern)) for pattern in task.missing]
        lines += [
            (Quoted(task.name), ": found, though forbidden: ", Quoted(pattern)) for pattern in task.forbidden
        ]
    if lines:
        yield Heading("What failed with the configuration")
        yield Lines(tuple(lines))


def _faults(document: GoldenDocument) -> Iterator[Part]:
    if document.errors:
        yield Heading("Runs that say nothing")
        yield Lines(
            tuple(
                (Quoted(each.task), f", {each.arm}, run {each.number + 1}: {each.kind}: ", Quoted(each.what))
                for each in document.errors
            )
        )
