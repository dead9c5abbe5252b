"""`steward eval prose`: Steward's own reports in words under the judge (`docs/evals.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from steward import pipeline
from steward.adapters import local
from steward.commands import eval_output as output
from steward.commands import eval_paid as paid
from steward.errors import InputInvalid
from steward.evals import junit, shape, telling
from steward.evals.dimension import PROSE
from steward.evals.judge import MOST_SAMPLES, require_count, rubric_judge
from steward.evals.page import as_markdown, as_text
from steward.evals.paid import AnthropicJudge, anthropic_judge
from steward.evals.plan import Plan
from steward.evals.prose import Case, ProseDocument, case, judge_cases
from steward.evals.request import Judge, request
from steward.evals.transcript import Recorder, encode

_WRITERS: dict[str, Callable[[ProseDocument], bytes]] = {
    "text": lambda document: as_text(telling.prose_page(document)).lstrip("\n").encode(),
    "markdown": lambda document: as_markdown(telling.prose_page(document)).encode(),
    "json": shape.encode,
    "junit": junit.prose_junit,
}


@click.command()
@click.argument("facts", nargs=-1, required=True)
@click.option(
    "--samples", type=int, default=1, show_default=True, help="How often to ask, for each dimension."
)
@click.option(
    "--judge", "judge_name", type=click.Choice(["rubric", "anthropic"]), default="rubric", show_default=True
)
@paid.options
@output.FORMAT
@output.TRANSCRIPT
def command(
    *, facts: tuple[str, ...], samples: int, judge_name: str, form: str, transcript: str | None, **money: Any
) -> int:
    """Replay saved FACTS, write their reports in words, and judge those.

    FACTS are files that steward evaluate --save-facts wrote, or folders of them. Nothing is asked of GitHub.
    """
    with output.worded():
        require_count(samples, "--samples", MOST_SAMPLES)
    cases = [_case(path) for path in _files(facts)]
    judge: Judge = _paid(cases, samples, money) if judge_name == "anthropic" else rubric_judge
    recorder = Recorder(judge)
    with output.worded(), output.progress("reports") as progress:
        document = judge_cases(_told(cases, progress), judge=recorder, samples=samples)
    if isinstance(judge, AnthropicJudge):
        document = replace(document, usage=judge.usage())
    if transcript:
        output.write(transcript, encode(recorder.lines), "--transcript")
    output.show(_WRITERS[form](document))
    return 0


def _told(cases: Sequence[Case], progress: output.Progress) -> Iterator[Case]:
    for number, each in enumerate(cases):
        progress(number, len(cases))
        yield each


def _files(facts: tuple[str, ...]) -> list[Path]:
    """The files, those of a folder by name. Raises `InputInvalid`."""
    found: list[Path] = []
    for name in facts:
        path = Path(name)
        listed = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not listed:
            raise InputInvalid((f"{name} holds no file of facts (*.json)",))
        found += listed
    return found


def _case(path: Path) -> Case:
    try:
        evaluation = pipeline.judge(local.from_facts(str(path)).facts)
    except InputInvalid as error:
        raise InputInvalid((f"{path}: {error.problems[0]}",), mend=error.mend) from None
    if evaluation.scorecard is None or evaluation.prose is None:
        raise InputInvalid((f"{path} has no report in words",))
    return case(path.stem, evaluation.scorecard, evaluation.prose)


def _paid(cases: Sequence[Case], samples: int, money: dict[str, Any]) -> AnthropicJudge:
    """The paid judge, once its whole plan is known to be within the cap. Raises `InputInvalid`."""
    paying = paid.paying(**money)
    purse = paid.Purse(paying.ledger, paying.cap)
    judge = anthropic_judge(**paid.connect(paying, purse))
    known = [
        judge.knows(request(dimension, each.content, facts=each.facts, sample=sample))
        for each in cases
        for dimension in PROSE
        for sample in range(samples)
    ]
    purse.check(Plan(calls=known.count(False), cached=known.count(True)))
    return judge
