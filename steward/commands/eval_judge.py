"""`steward eval judge`: is a text for agents, or a report, any good (`docs/evals.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from steward.commands import eval_output as output
from steward.commands import eval_paid as paid
from steward.evals import junit, shape, telling
from steward.evals.dimension import INSTRUCTIONS, PROSE, About, chosen
from steward.evals.judge import MOST_SAMPLES, judge_document, require_count, rubric_judge
from steward.evals.labels import Agreement, Label, agreement, load_labels
from steward.evals.page import as_markdown, as_text
from steward.evals.paid import AnthropicJudge, anthropic_judge
from steward.evals.plan import Plan
from steward.evals.probes import PROBES, ProbeResult, probe_document
from steward.evals.request import Judge, JudgeRequest, request
from steward.evals.transcript import Recorder, encode

_DIMENSIONS = list(dict.fromkeys(each.name for each in (*INSTRUCTIONS, *PROSE)))
WRITERS: dict[str, Callable[[shape.JudgeDocument], bytes]] = {
    "text": lambda document: as_text(telling.judge_page(document)).lstrip("\n").encode(),
    "markdown": lambda document: as_markdown(telling.judge_page(document)).encode(),
    "json": shape.encode,
    "junit": junit.judge_junit,
}


@click.command()
@click.argument("file")
@click.option(
    "--dimension", "dimensions", multiple=True, type=click.Choice(_DIMENSIONS), help="Only this one."
)
@click.option(
    "--samples", type=int, default=1, show_default=True, help="How often to ask, for each dimension."
)
@click.option(
    "--judge", "judge_name", type=click.Choice(["rubric", "anthropic"]), default="rubric", show_default=True
)
@click.option(
    "--about",
    type=click.Choice(list(map(str, About))),
    default=str(About.INSTRUCTIONS),
    show_default=True,
    help="What kind of text it is.",
)
@click.option(
    "--facts",
    metavar="FILE",
    help="What prose may rest on (JSON): faithfulness takes it.",
)
@click.option(
    "--probes", is_flag=True, help="Judge the same content padded, reordered and made confident, too."
)
@click.option("--labels", metavar="FILE", help="Texts that people have scored: how far the judge agrees.")
@paid.options
@output.FORMAT
@output.TRANSCRIPT
def command(
    *,
    file: str,
    dimensions: tuple[str, ...],
    samples: int,
    judge_name: str,
    about: str,
    facts: str | None,
    probes: bool,
    labels: str | None,
    form: str,
    transcript: str | None,
    **money: Any,
) -> int:
    """Judge FILE, an instruction file for coding agents; - is standard input.

    Free and the same every time unless --judge anthropic is named. Report-only: exit code 0 whenever it ran.
    """
    kind = About(about)
    output.require_writable(transcript, "--transcript")
    with output.worded():
        require_count(samples, "--samples", MOST_SAMPLES)
        content = output.read(file, "FILE")
        known = output.read(facts, "--facts") if facts else ""
        labelled = load_labels(labels, kind) if labels else ()
        chosen(dimensions or None, kind)
    text = _Text(content=content, facts=known, about=kind, dimensions=dimensions or None, samples=samples)
    judge: Judge = rubric_judge
    if judge_name == "anthropic":
        judge = _paid(_requests(text, probes=probes, labels=labelled), money)
    with output.worded(), output.progress("judging") as progress:
        questions = text.count * (1 + len(PROBES) * probes) + sum(len(each.scores) for each in labelled)
        recorder = Recorder(judge, heard=output.Steps(progress, questions * samples))
        document = _judged(text, recorder, probes=probes, labels=labelled)
    if isinstance(judge, AnthropicJudge):
        document = replace(document, usage=judge.usage())
    if transcript:
        output.write(transcript, encode(recorder.lines), "--transcript")
    output.show(WRITERS[form](document))
    return 0


class _Text(msgspec.Struct, frozen=True, kw_only=True):
    """What is judged, and in what."""

    content: str
    facts: str
    about: About
    dimensions: tuple[str, ...] | None
    samples: int

    @property
    def count(self) -> int:
        """How many dimensions it is judged in."""
        return len(chosen(self.dimensions, self.about))


def _judged(text: _Text, judge: Judge, *, probes: bool, labels: Sequence[Label]) -> shape.JudgeDocument:
    """The text, its probes and the labels under the judge; after Ctrl-C no further one is begun."""
    report = judge_document(
        text.content,
        judge=judge,
        dimensions=text.dimensions,
        samples=text.samples,
        about=text.about,
        facts=text.facts,
    )
    stops = [True] if report.stopped else []
    options: dict[str, Any] = {"judge": judge, "about": text.about, "stopped": lambda: stops.append(True)}
    probed: tuple[ProbeResult, ...] = ()
    agreed: tuple[Agreement, ...] = ()
    if probes and not stops:
        probed = probe_document(text.content, report, dimensions=text.dimensions, facts=text.facts, **options)
    if not stops:
        agreed = agreement(labels, samples=text.samples, **options)
    document = shape.judge_document(report, text.content, probes=probed, agreement=agreed)
    return replace(document, stopped=bool(stops))


def _requests(text: _Text, *, probes: bool, labels: Sequence[Label]) -> Iterator[JudgeRequest]:
    """Everything that the run will ask."""
    dresses = (
        [text.content, *(dress(text.content) for dress in PROBES.values())] if probes else [text.content]
    )
    wanted = chosen(text.dimensions, text.about)
    questions = [(content, text.facts, dimension) for content in dresses for dimension in wanted]
    questions += [
        (label.content, "", dimension)
        for label in labels
        for dimension in chosen(tuple(label.scores), text.about)
    ]
    for content, known, dimension in questions:
        for sample in range(text.samples):
            yield request(dimension, content, facts=known, sample=sample)


def _paid(requests: Iterator[JudgeRequest], money: dict[str, Any]) -> AnthropicJudge:
    """The paid judge, once its whole plan is known to be within the cap. Raises `InputInvalid`."""
    paying = paid.paying(**money)
    purse = paid.Purse(paying.ledger, paying.cap)
    judge = anthropic_judge(**paid.connect(paying, purse))
    known = [judge.knows(asked) for asked in requests]
    purse.check(Plan(calls=known.count(False), cached=known.count(True)))
    return judge


__all__ = ["command"]
