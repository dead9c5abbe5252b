"""The reports in words and tables: what was found, how sure that is, and what it does not show."""

from __future__ import annotations

from collections.abc import Iterator

from steward.evals.arms import Shown
from steward.evals.judge import rubric_judge
from steward.evals.page import Heading, Lines, Part, Table
from steward.evals.prose import ProseDocument
from steward.evals.shape import ArmPart, DimensionPart, Evidence, GoldenDocument, JudgeDocument, Pair
from steward.evals.usage import Usage
from steward.model import Quoted, Words

_NONE = "–"
_CAUTION = (
    "Low spread is not validity: it says that the judge agrees with itself, not that it is right. "
    "Compare it with the rubric's score, with the probes, and with labels that people gave."
)
_STOPPED = "Interrupted: what was done is told here; the next run goes on from it."


def number(value: float | None, *, signed: bool = False) -> str:
    """A number in two digits, or a dash for what is not known."""
    if value is None:
        return _NONE
    text = f"{value:+.2f}" if signed else f"{value:.2f}"
    return text.replace("-", "−")


def _whole(value: float | None) -> str:
    return _NONE if value is None else f"{value:g}"


def _between(pair: Pair | None, *, signed: bool = False) -> str:
    if pair is None:
        return _NONE
    return f"{number(pair[0], signed=signed)} to {number(pair[1], signed=signed)}"


def _p(value: float | None) -> str:
    return _NONE if value is None else f"{value:.4f}" if value >= 0.0001 else "< 0.0001"


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


# ----------------------------------------------------------------------------------------------- the judge


def judge_page(document: JudgeDocument) -> tuple[Part, ...]:
    """A judged document."""
    head = f"Judged by {document.judge}"
    parts: list[Part] = [Heading(head), _scores(document.dimensions)]
    for found in document.dimensions:
        parts += _dimension(found, own=document.judge == rubric_judge.__name__)
    parts += _probes(document)
    parts += _agreement(document)
    parts += _closing(document.usage, stopped=document.stopped)
    return (*parts, Heading("How far to trust this"), Lines(((_CAUTION,),)))


def _scores(dimensions: tuple[DimensionPart, ...]) -> Table:
    head = ("dimension", "score", "rubric", "valid", "IQR", "min–max", "spread")
    return Table(head, tuple(_score_row(found) for found in dimensions))


def _score_row(found: DimensionPart) -> tuple[Words, ...]:
    ends = f"{min(found.samples)}–{max(found.samples)}" if found.samples else _NONE
    iqr = None if found.quartiles is None else found.quartiles[1] - found.quartiles[0]
    return (
        (_named(found.name),),
        (f"{_whole(found.score)} of {found.max_score}" if found.score is not None else "not available",),
        (_whole(found.rubric_score),),
        (f"{found.valid} of {found.asked}",),
        (_whole(iqr),),
        (ends,),
        (_whole(found.spread),),
    )


def _named(name: str) -> str | Quoted:
    return name if name.isascii() and name.isalpha() else Quoted(name)


def _dimension(found: DimensionPart, *, own: bool) -> Iterator[Part]:
    """What was said of a dimension; the rubric's own reasoning is its deductions, which stand here anyway."""
    lines: list[Words] = []
    if found.reasoning and not own:
        lines.append(("reasoning: ", Quoted(found.reasoning)))
    lines += [(f"rubric −{each.points}: ", Quoted(each.what), " → ", each.mend) for each in found.deductions]
    kinds = dict.fromkeys(error.kind for error in found.errors)
    for kind in kinds:
        these = [error for error in found.errors if error.kind == kind]
        lines.append((f"{_count(len(these), 'sample')} without a verdict: {kind}: ", Quoted(these[0].what)))
    if lines:
        yield Heading(
            found.name.capitalize() if found.name.isascii() and found.name.isalpha() else "Dimension"
        )
        yield Lines(tuple(lines))


def _probes(document: JudgeDocument) -> Iterator[Part]:
    if document.probes:
        yield Heading("Probes: the same content in another dress")
        rows = (
            (
                (each.probe,),
                (_named(each.dimension),),
                (_whole(each.score),),
                (number(each.moved, signed=True),),
                (_whole(each.spread),),
            )
            for each in document.probes
        )
        yield Table(("probe", "dimension", "score", "moved", "spread"), tuple(rows))


def _agreement(document: JudgeDocument) -> Iterator[Part]:
    if document.agreement:
        yield Heading("Agreement with people")
        rows = (
            ((_named(each.dimension),), (f"{each.judged} of {each.labelled}",), (number(each.kappa),))
            for each in document.agreement
        )
        yield Table(("dimension", "judged", "weighted κ"), tuple(rows))


# ------------------------------------------------------------------------------------------ golden tasks


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
        Lines(_evidence(document.evidence)),
        Table(("task", "with", "95 %", "without", "95 %", "difference", ""), (*rows, *pooled)),
    ]
    parts += _unmet(document)
    parts += _faults(document)
    return (*parts, *_closing(document.usage, stopped=document.stopped))


def _arms(ours: ArmPart, theirs: ArmPart) -> tuple[Words, ...]:
    return tuple(cell for arm in (ours, theirs) for cell in ((_rate(arm),), (_between(arm.interval),)))


def _rate(arm: ArmPart) -> str:
    if not arm.completed:
        return "not available"
    errors = f" ({_count(arm.errors, 'error')})" if arm.errors else ""
    return f"{arm.passed} of {arm.completed}{errors}"


def _evidence(found: Evidence) -> tuple[Words, ...]:
    if not found.paired:
        return (("No task has a completed run in both arms: no difference is available.",),)
    tasks = _count(found.paired, "task")
    delta, between = number(found.delta, signed=True), _between(found.interval, signed=True)
    return (
        (_VERDICTS[found.verdict],),
        (f"Mean difference over {tasks}, paired: {delta} (bootstrap 95 % over tasks: {between})",),
        (f"Sign-flip test on the rates: p = {_p(found.sign_flip_p)}",),
        (
            (
                f"Exact McNemar test on majority outcomes: p = {_p(found.mcnemar_p)} "
                f"({found.better} better, {found.worse} worse)"
            ),
        ),
        (
            (
                f"At best {tasks} can show p = {_p(found.best_p)}; it takes {found.needed} tasks that differ, all "
                "one way, for p < 0.05."
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


# ------------------------------------------------------------------------------------ Steward's own prose


def prose_page(document: ProseDocument) -> tuple[Part, ...]:
    """Steward's own reports judged."""
    rows = tuple(
        (
            (found.name,),
            (number(found.mean),),
            (_between(found.interval),),
            (_whole(found.least),),
            (f"{found.full} of {found.cases}",),
        )
        for found in document.dimensions
    )
    cases = _count(len(document.cases), "report")
    parts: list[Part] = [
        Heading(f"Steward's own prose: {cases}, judged by {document.judge}"),
        Table(("dimension", "mean of 15", "95 %", "least", "full marks"), rows),
    ]
    lines = tuple(_remarks(document))
    if lines:
        parts += [Heading("What cost points"), Lines(lines)]
    parts += _closing(document.usage, stopped=document.stopped)
    return (*parts, Heading("How far to trust this"), Lines(((_CAUTION,),)))


def _remarks(document: ProseDocument) -> Iterator[Words]:
    for case in document.cases:
        for name, score in case.scores.items():
            for each in score.deductions:
                yield (Quoted(case.name), f": {name} −{each.points}: ", Quoted(each.what), " → ", each.mend)
            for error in score.errors:
                yield (Quoted(case.name), f": {name}: {error.kind}: ", Quoted(error.what))


# ------------------------------------------------------------------------------------------------- usage


def _closing(usage: Usage | None, *, stopped: bool) -> Iterator[Part]:
    if usage:
        yield Heading("What it took")
        yield Lines(_usage(usage))
    if stopped:
        yield Lines(((_STOPPED,),))


def _usage(usage: Usage) -> tuple[Words, ...]:
    answered: Words = tuple(Quoted(model) for model in usage.answered) or ("none",)
    usd = "not known: no price for this model" if usage.usd is None else f"${usage.usd}"
    return (
        ("model asked: ", Quoted(usage.asked), "; answered: ", *answered),
        (
            (
                f"{_count(usage.calls, 'call')}, {_count(usage.faults, 'fault')}, {usage.retries} retried, "
                f"{_count(usage.hits, 'answer')} from the cache"
            ),
        ),
        (
            (
                f"tokens: {usage.tokens_in:,} in, {usage.tokens_out:,} out, of them {usage.tokens_thinking:,} "
                f"thinking; {usage.tokens_cached:,} cached"
            ),
        ),
        (f"cost: {usd} (list prices of {usage.prices_as_of})",),
        (f"seconds a call: p50 {number(usage.seconds_p50)}, p95 {number(usage.seconds_p95)}",),
    )
