"""Reports on Steward's own prose in words and tables: as it is, and with against without `governance.pxf`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from steward.evals.arms import Shown
from steward.evals.figures import between, counted, number, probability, whole
from steward.evals.page import Heading, Lines, Part, Table
from steward.evals.paired import GovernanceDocument
from steward.evals.prose import CasePart, ProseDocument, Unwritten
from steward.evals.telling import CAUTION
from steward.evals.telling_usage import closing, took
from steward.model import ProseSource, Quoted, Words


def prose_page(document: ProseDocument) -> tuple[Part, ...]:
    """Steward's own reports judged."""
    rows = tuple(
        (
            (found.name,),
            (number(found.mean),),
            (between(found.interval),),
            (whole(found.least),),
            (f"{found.full} of {found.cases}",),
        )
        for found in document.dimensions
    )
    cases = counted(len(document.cases), "report")
    parts: list[Part] = [
        Heading(f"Steward's own prose: {cases}{_writer(document.writer)}, judged by {document.judge}"),
        Table(("dimension", "mean of 15", "95 %", "least", "full marks"), rows),
        *_written(document.writer, document.cases, document.unwritten),
    ]
    lines = tuple(line for case in document.cases for line in _remarks(case))
    if lines:
        parts += [Heading("What cost points"), Lines(lines)]
    parts += _closing(document)
    return (*parts, Heading("How far to trust this"), Lines(((CAUTION,),)))


def _remarks(case: CasePart) -> Iterator[Words]:
    for name, score in case.scores.items():
        for each in score.deductions:
            yield (Quoted(case.name), f": {name} −{each.points}: ", Quoted(each.what), " → ", each.mend)
        for error in score.errors:
            yield (Quoted(case.name), f": {name}: {error.kind}: ", Quoted(error.what))


def _writer(writer: str) -> str:
    return "" if writer == "template" else f", written by {writer}"


def _written(writer: str, cases: Sequence[CasePart], unwritten: Sequence[Unwritten]) -> Iterator[Part]:
    """How much of the prose is a model's: what its answers broke, and which answers never came."""
    if writer == "template":
        return
    sources = Counter(case.source for case in cases)
    lines: list[Words] = [
        (
            (
                f"In the model's words {sources[ProseSource.MODEL]}, mixed with the template's "
                f"{sources[ProseSource.MIXED]}, the template's alone {sources[ProseSource.TEMPLATE]}."
            ),
        )
    ]
    broken = Counter(rule for case in cases for rule in case.broken)
    lines += [
        (f"The answers broke the rule on {rule} in {counted(n, 'report')}.",) for rule, n in broken.items()
    ]
    lines += [(Quoted(each.name), f": not written: {each.kind}: ", Quoted(each.what)) for each in unwritten]
    yield Heading("Who wrote it")
    yield Lines(tuple(lines))


def _closing(document: ProseDocument | GovernanceDocument) -> Iterator[Part]:
    yield from took(document.writer_usage, title="What the writer took")
    yield from took(document.usage, title="What the judge took")
    yield from closing(None, stopped=document.stopped)


# ------------------------------------------------------------------------- with and without governance.pxf


def governance_page(document: GovernanceDocument) -> tuple[Part, ...]:
    """Reports written with the constitution against the same without."""
    rows = tuple(
        (
            (found.name,),
            (number(found.with_),),
            (number(found.without),),
            (number(found.delta, signed=True),),
            (between(found.interval, signed=True),),
            (f"{found.better}",),
            (f"{found.worse}",),
            (probability(found.sign_flip_p),),
            (str(found.verdict),),
        )
        for found in document.dimensions
    )
    pairs = counted(len(document.cases), "pull request")
    head = ("dimension", "with", "without", "difference", "95 %", "better", "worse", "p", "verdict")
    sides = [side for case in document.cases for side in (case.with_, case.without)]
    return (
        Heading(
            f"Prose with and without governance.pxf: {pairs}{_writer(document.writer)}, "
            f"judged by {document.judge}"
        ),
        Table(head, rows),
        Lines(_shown(document)),
        *_written(document.writer, sides, document.unwritten),
        *_closing(document),
        Heading("How far to trust this"),
        Lines(((CAUTION,),)),
    )


def _shown(document: GovernanceDocument) -> tuple[Words, ...]:
    told = [
        (f"The words differ in {document.differ} of {counted(len(document.cases), 'pull request')}.",),
        *((f"{found.name.capitalize()}: {_VERDICTS[found.verdict]}",) for found in document.dimensions),
        (
            (
                f"A verdict takes p < {document.level:.4f}, a third of 0.05, for there are three dimensions; "
                f"{document.needed} pull requests that differ, all one way, reach it."
            ),
        ),
    ]
    return tuple(told)


_VERDICTS = {
    Shown.HELPS: "prose with governance.pxf scores higher, and chance does not explain that.",
    Shown.HURTS: "prose with governance.pxf scores lower, and chance does not explain that.",
    Shown.NOT_SHOWN: "no difference is shown; that is no proof that there is none.",
}
