"""`steward eval judge`: is a text for agents, or a report, any good (`docs/evals.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from steward.commands import eval_output as output
from steward.commands import eval_paid as paid
from steward.evals import junit, shape, telling
from steward.evals.dimension import INSTRUCTIONS, PROSE, About, chosen
from steward.evals.judge import MOST_SAMPLES, judge_document, require_count, rubric_judge
from steward.evals.labels import Label, agreement, load_labels
from steward.evals.page import as_markdown, as_text
from steward.evals.paid import AnthropicJudge, anthropic_judge
from steward.evals.plan import Plan
from steward.evals.probes import PROBES, probe_document
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
@click.option("--facts", metavar="FILE", help="What a report in words may rest on (JSON).")
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
    with output.worded():
        require_count(samples, "--samples", MOST_SAMPLES)
        content = output.read(file, "FILE")
        known = output.read(facts, "--facts") if facts else ""
        labelled = load_labels(labels, kind) if labels else ()
        wanted = dimensions or None
        chosen(wanted, kind)
    judge: Judge = rubric_judge
    if judge_name == "anthropic":
        asked = _requests(content, wanted, kind, known, samples, probes=probes, labels=labelled)
        judge = _paid(asked, money)
    recorder = Recorder(judge)
    options: dict[str, Any] = {"judge": recorder, "about": kind}
    with output.worded(), output.progress("judging") as progress:
        report = judge_document(
            content, dimensions=wanted, samples=samples, facts=known, progress=progress, **options
        )
        probed = (
            ()
            if not probes or report.stopped
            else probe_document(content, report, dimensions=wanted, facts=known, **options)
        )
        agreed = () if report.stopped else agreement(labelled, samples=samples, **options)
    document = shape.judge_document(
        report,
        content,
        probes=probed,
        agreement=agreed,
        usage=judge.usage() if isinstance(judge, AnthropicJudge) else None,
    )
    if transcript:
        output.write(transcript, encode(recorder.lines), "--transcript")
    output.show(WRITERS[form](document))
    return 0


def _requests(
    content: str,
    dimensions: Sequence[str] | None,
    about: About,
    facts: str,
    samples: int,
    *,
    probes: bool,
    labels: Sequence[Label],
) -> Iterator[JudgeRequest]:
    """Everything that the run will ask."""
    dresses = [content, *(dress(content) for dress in PROBES.values())] if probes else [content]
    questions = [(text, facts, dimension) for text in dresses for dimension in chosen(dimensions, about)]
    questions += [
        (label.content, "", dimension) for label in labels for dimension in chosen(tuple(label.scores), about)
    ]
    for text, known, dimension in questions:
        for sample in range(samples):
            yield request(dimension, text, facts=known, sample=sample)


def _paid(requests: Iterator[JudgeRequest], money: dict[str, Any]) -> AnthropicJudge:
    """The paid judge, once its whole plan is known to be within the cap. Raises `InputInvalid`."""
    paying = paid.paying(**money)
    purse = paid.Purse(paying.ledger, paying.cap)
    judge = anthropic_judge(**paid.connect(paying, purse))
    known = [judge.knows(asked) for asked in requests]
    purse.check(Plan(calls=known.count(False), cached=known.count(True)))
    return judge


__all__ = ["command"]
