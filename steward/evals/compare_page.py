"""A comparison in its forms: comment and summary, title, JSON. Never a gate: `docs/evals.md`, "In the Action"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from steward.evals.comparison import Comparison, FilePart, ScorePart
from steward.evals.figures import counted, number, whole
from steward.evals.page import Heading, Lines, Part, Table, as_blocks, as_text
from steward.evals.shape import encode
from steward.evals.shape_golden import ArmPart, GoldenDocument
from steward.evals.telling_golden import evidence
from steward.evals.telling_usage import closing, took
from steward.model import Quoted, Words
from steward.report.layout import PAGE_CHARS, PAGE_OCTETS, Block, fit
from steward.report.markdown import sentence

_MOST_REMARK, _MOST_REMARKS = 600, 10
_NEEDED = 2  # blocks: the title with what is compared, and the table of scores
_FOOT = (
    "A report and no gate: nothing here changes what becomes of the pull request. The rules and settings are the "
    "default branch's."
)


def document(comparison: Comparison) -> bytes:
    """`steward.evals.compare/1` as canonical JSON."""
    return encode(comparison)


def conclusion(comparison: Comparison) -> Literal["success", "neutral"]:
    """The check run's: success when a version was scored, neutral when there was nothing to score."""
    return "success" if any(map(_scored, comparison.files)) else "neutral"


def title(comparison: Comparison) -> str:
    """The title of the check run, a sentence of ours without anything foreign in it."""
    files = comparison.files
    if not files:
        return "no instruction file is changed"
    if len(files) == 1 and any(_latest(files[0], score) is not None for score in files[0].scores):
        return "; ".join((_moved(files[0]), *_verdicts(comparison)))
    kinds = Counter(map(_kind, files))
    what = ", ".join(f"{kinds[kind]} {kind}" for kind in _KINDS if kinds[kind])
    return "; ".join((f"{counted(len(files), 'instruction file')}: {what}", *_verdicts(comparison)))


_KINDS = ("better", "worse", "mixed", "the same", "added", "deleted", "not compared")


def _kind(file: FilePart) -> str:
    """In which direction a file went; a difference within the samples' own spread is none."""
    if not _scored(file) or any(file.notes):
        return "not compared"
    if file.change != "changed":
        return file.change
    moved = [score.difference for score in file.scores if score.difference and not _within(score)]
    if not moved:
        return "the same" if all(score.difference is not None for score in file.scores) else "not compared"
    return "better" if min(moved) > 0 else "worse" if max(moved) < 0 else "mixed"


def _within(score: ScorePart) -> bool:
    return bool(score.difference) and abs(score.difference or 0) <= (score.spread or 0)


def _scored(file: FilePart) -> bool:
    return any(score.base is not None or score.head is not None for score in file.scores)


def _latest(file: FilePart, score: ScorePart) -> float | None:
    return score.base if file.change == "deleted" else score.head


def _moved(file: FilePart) -> str:
    def ends(score: ScorePart) -> str:
        if file.change != "changed" or score.base is None or score.head is None:
            return f"{score.dimension} {whole(_latest(file, score))} of {score.max_score}"
        if score.base == score.head:
            return f"{score.dimension} {whole(score.head)} as before"
        return f"{score.dimension} {whole(score.base)} → {whole(score.head)}"

    told = ", ".join(map(ends, file.scores))
    return told if file.change == "changed" else f"{file.change}: {told}"


def _verdicts(comparison: Comparison) -> Iterator[str]:
    found = dict.fromkeys(str(file.golden.evidence.verdict) for file in comparison.files if file.golden)
    if found:
        yield f"golden tasks: {', '.join(found)}"


def markdown(comparison: Comparison) -> str:
    """The page for the comment, the check run and the job's summary."""
    return fit(_blocks(comparison), chars=PAGE_CHARS, octets=PAGE_OCTETS)


def text(comparison: Comparison) -> str:
    """The report for a terminal or a log."""
    told: list[Words] = [(Quoted(remark),) for remark in comparison.remarks]
    return as_text((*_page(comparison), Lines((*told, (_FOOT,))))).lstrip("\n")


def _blocks(comparison: Comparison) -> tuple[Block, ...]:
    blocks = as_blocks(tuple(_page(comparison)), needed=_NEEDED)
    # What the caller says may name a file or a pattern of somebody else's.
    told = tuple(
        Block(opening=sentence(remark[:_MOST_REMARK]), needed=True)
        for remark in comparison.remarks[:_MOST_REMARKS]
    )
    return (*blocks[:_NEEDED], *told, *blocks[_NEEDED:], Block(opening=_FOOT, needed=True))


def _page(comparison: Comparison) -> Iterator[Part]:
    yield Heading(f"Steward evals: {title(comparison)}")
    yield Lines(((_how(comparison),),))
    if any(file.scores for file in comparison.files):
        yield Table(("file", "dimension", "base", "head", "of", "change"), tuple(_rows(comparison)))
    remarks = tuple(_remarks(comparison))
    if remarks:
        yield Heading("Remarks")
        yield Lines(remarks)
    lines = tuple(_deductions(comparison))
    if lines:
        yield Heading("What the head's missing points are for, by Steward's rubric")
        yield Lines(lines)
    yield from _golden(comparison)
    yield from _money(comparison)


def _how(comparison: Comparison) -> str:
    samples = counted(comparison.samples, "sample")
    judged = f"Base against head, judged by {comparison.judge}, {samples} for each dimension and version."
    free = " It is free, and counts what can be counted; it does not read for sense."
    return judged + (free if comparison.judge == "rubric_judge" else "")


def _rows(comparison: Comparison) -> Iterator[tuple[Words, ...]]:
    for file in comparison.files:
        for score in file.scores:
            yield (
                (Quoted(file.path),),
                (score.dimension,),
                (whole(score.base),),
                (whole(score.head),),
                (f"{score.max_score}",),
                (_change(file, score),),
            )


def _change(file: FilePart, score: ScorePart) -> str:
    if score.difference is None:
        return file.change if file.change != "changed" else "not available"
    told = whole(score.difference, signed=True)
    return f"{told}, within the spread of {score.spread}" if _within(score) else told


def _remarks(comparison: Comparison) -> Iterator[Words]:
    if comparison.left_out:
        yield (f"{counted(comparison.left_out, 'more instruction file')} changed and not compared.",)
    for file in comparison.files:
        for note in file.notes:
            yield (Quoted(file.path), f": {note}; it is not judged.")
        for score in file.scores:
            for kind, number_of in Counter(error.kind for error in score.errors).items():
                what = f": {score.dimension}: {counted(number_of, 'sample')} without a verdict ({kind})"
                yield (Quoted(file.path), what)


def _deductions(comparison: Comparison) -> Iterator[Words]:
    for file in comparison.files:
        for score in file.scores:
            if score.reasoning:
                yield (Quoted(file.path), f", {score.dimension}: the judge says ", Quoted(score.reasoning))
            for each in score.deductions:
                points = f", {score.dimension} −{each.points}: "
                yield (Quoted(file.path), points, Quoted(each.what), " → ", each.mend)


# ------------------------------------------------------------------------------------------ golden tasks


def _golden(comparison: Comparison) -> Iterator[Part]:
    done = [(file, file.golden) for file in comparison.files if file.golden]
    if not done:
        return
    yield Heading("Golden tasks: the head against the base")
    agent = f"Agent: {comparison.agent}, {counted(comparison.runs, 'run')} of each task with either version."
    free = " It quotes its configuration: whether the file says what the tasks ask for, not whether a model obeys."
    yield Lines(((agent + (free if comparison.agent == "echo_agent" else ""),),))
    for file, golden in done:
        yield Lines(
            ((Quoted(file.path), f": {golden.evidence.verdict}"), *evidence(golden.evidence), *_unmet(golden))
        )
        yield Table(("task", "head", "base", "difference"), tuple(_tasks(golden)))


def _tasks(golden: GoldenDocument) -> Iterator[tuple[Words, ...]]:
    for task in golden.tasks:
        yield (
            (Quoted(task.name),),
            (_rate(task.with_),),
            (_rate(task.without),),
            (number(task.difference, signed=True),),
        )


def _rate(arm: ArmPart) -> str:
    return f"{arm.passed} of {arm.completed}" if arm.completed else "not available"


def _unmet(golden: GoldenDocument) -> Iterator[Words]:
    for task in golden.tasks:
        for pattern in task.missing:
            yield (Quoted(task.name), ", with the head: not found: ", Quoted(pattern))
        for pattern in task.forbidden:
            yield (Quoted(task.name), ", with the head: found, though forbidden: ", Quoted(pattern))
    for error in golden.errors:
        yield (Quoted(error.task), f", {error.arm}, run {error.number + 1}: {error.kind}")


def _money(comparison: Comparison) -> Iterator[Part]:
    yield from took(comparison.judge_usage, title="What the judge took")
    yield from took(comparison.agent_usage, title="What the agent took")
    yield from closing(None, stopped=comparison.stopped)
