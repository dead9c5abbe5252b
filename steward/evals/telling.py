"""The judge's reports in words and tables: what was found, how sure that is, and what it does not show."""

from __future__ import annotations

from collections.abc import Iterator

from steward.evals.figures import NONE, counted, number, whole
from steward.evals.judge import rubric_judge
from steward.evals.page import Heading, Lines, Part, Table
from steward.evals.shape import DimensionPart, JudgeDocument
from steward.evals.telling_usage import closing
from steward.model import Quoted, Words

CAUTION = (
    "Low spread is not validity: it says that the judge agrees with itself, not that it is right. "
    "Compare it with the rubric's score, with the probes, and with labels that people gave."
)


def judge_page(document: JudgeDocument) -> tuple[Part, ...]:
    """A judged document."""
    head = f"Judged by {document.judge}"
    parts: list[Part] = [Heading(head), _scores(document.dimensions)]
    for found in document.dimensions:
        parts += _dimension(found, own=document.judge == rubric_judge.__name__)
    parts += _probes(document)
    parts += _agreement(document)
    parts += closing(document.usage, stopped=document.stopped)
    return (*parts, Heading("How far to trust this"), Lines(((CAUTION,),)))


def _scores(dimensions: tuple[DimensionPart, ...]) -> Table:
    head = ("dimension", "score", "rubric", "valid", "IQR", "min–max", "spread")
    return Table(head, tuple(_score_row(found) for found in dimensions))


def _score_row(found: DimensionPart) -> tuple[Words, ...]:
    ends = f"{min(found.samples)}–{max(found.samples)}" if found.samples else NONE
    iqr = None if found.quartiles is None else found.quartiles[1] - found.quartiles[0]
    return (
        (_named(found.name),),
        (f"{whole(found.score)} of {found.max_score}" if found.score is not None else "not available",),
        (whole(found.rubric_score),),
        (f"{found.valid} of {found.asked}",),
        (whole(iqr),),
        (ends,),
        (whole(found.spread),),
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
        lines.append((f"{counted(len(these), 'sample')} without a verdict: {kind}: ", Quoted(these[0].what)))
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
                (whole(each.score),),
                (number(each.moved, signed=True),),
                (whole(each.spread),),
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
