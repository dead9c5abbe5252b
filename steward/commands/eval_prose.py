"""`steward eval prose`: Steward's own reports in words under the judge (`docs/evals.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click
from msgspec.structs import replace

from steward.commands import eval_output as output
from steward.commands import eval_paid as paid
from steward.commands.eval_drafts import constitution, drafts
from steward.errors import InputInvalid
from steward.evals import junit, shape, telling_prose
from steward.evals.arms import Arm
from steward.evals.dimension import PROSE
from steward.evals.golden import require_seed
from steward.evals.judge import MOST_SAMPLES, require_count, rubric_judge
from steward.evals.page import as_markdown, as_text
from steward.evals.paid import AnthropicJudge, anthropic_judge
from steward.evals.paired import GovernanceDocument, arms, judge_twice, together
from steward.evals.plan import Plan
from steward.evals.prose import Case, ProseDocument, judge_cases
from steward.evals.request import Judge, request
from steward.evals.transcript import Recorder, encode
from steward.evals.writing import AnthropicWriter, Draft, anthropic_writer, write, write_all

_WRITERS: dict[str, Callable[[ProseDocument], bytes]] = {
    "text": lambda document: as_text(telling_prose.prose_page(document)).lstrip("\n").encode(),
    "markdown": lambda document: as_markdown(telling_prose.prose_page(document)).encode(),
    "json": shape.encode,
    "junit": junit.prose_junit,
}
_PAIRED: dict[str, Callable[[GovernanceDocument], bytes]] = {
    "text": lambda document: as_text(telling_prose.governance_page(document)).lstrip("\n").encode(),
    "markdown": lambda document: as_markdown(telling_prose.governance_page(document)).encode(),
    "json": shape.encode,
    "junit": junit.governance_junit,
}


@click.command()
@click.argument("facts", nargs=-1, required=True)
@click.option(
    "--writer",
    "writer_name",
    type=click.Choice(["template", "anthropic"]),
    default="template",
    show_default=True,
    help="Who writes the reports.",
)
@click.option(
    "--compare-governance",
    is_flag=True,
    help="Write each report with governance.pxf and without, and compare.",
)
@click.option("--governance", metavar="FILE", help="That governance.pxf.  [default: what the facts hold]")
@click.option(
    "--samples", type=int, default=1, show_default=True, help="How often to ask, for each dimension."
)
@click.option(
    "--judge", "judge_name", type=click.Choice(["rubric", "anthropic"]), default="rubric", show_default=True
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the bootstrap and the signs.")
@paid.options
@output.FORMAT
@output.TRANSCRIPT
def command(
    *,
    facts: tuple[str, ...],
    writer_name: str,
    compare_governance: bool,
    governance: str | None,
    samples: int,
    judge_name: str,
    seed: int,
    form: str,
    transcript: str | None,
    **money: Any,
) -> int:
    """Replay saved FACTS, write their reports in words, and judge those.

    FACTS are files that steward evaluate --save-facts wrote, or folders of them. Nothing is asked of GitHub, and
    nothing is paid unless --writer anthropic or --judge anthropic is named.
    """
    output.require_writable(transcript, "--transcript")
    with output.worded():
        require_count(samples, "--samples", MOST_SAMPLES)
        require_seed(seed)
    if governance and not compare_governance:
        raise InputInvalid(("--governance is for --compare-governance: name both, or neither",))
    listed = drafts(facts)
    work = _Work(
        writer=writer_name == "anthropic", judge=judge_name == "anthropic", samples=samples, money=money
    )
    if compare_governance:
        data = _PAIRED[form](_paired(listed, governance, work, seed))
    else:
        data = _WRITERS[form](_single(listed, work, seed))
    if transcript:
        output.write(transcript, encode(work.lines()), "--transcript")
    output.show(data)
    return 0


class _Work:
    """Who writes and who judges, and what that may cost."""

    def __init__(self, *, writer: bool, judge: bool, samples: int, money: dict[str, Any]) -> None:
        self.samples = samples
        self.writer: AnthropicWriter | None = None
        self.judge: Judge = rubric_judge
        if writer or judge:
            paying = paid.paying(**money)
            self._purse = paid.Purse(paying.ledger, paying.cap)
            connection = paid.connect(paying, self._purse)
            self.writer = anthropic_writer(**connection) if writer else None
            self.judge = anthropic_judge(**connection) if judge else rubric_judge
        self.recorder = Recorder(self.judge)
        self.writer_name = self.writer.name if self.writer else "template"

    def check(self, listed: Sequence[Draft]) -> None:
        """Refuse a plan over the cap. What is judged of a report that is not written yet is a call each."""
        if self.writer is None and not isinstance(self.judge, AnthropicJudge):
            return
        known: list[bool] = []
        for draft in listed:
            written = self.writer is None or self.writer.knows(draft)
            known += [] if self.writer is None or self.writer.request(draft) is None else [written]
            if isinstance(self.judge, AnthropicJudge):
                known += self._judged(self.judge, write(draft, self.writer) if written else None)
        if self.writer is not None:
            self.writer.forget()
        self._purse.check(Plan(calls=known.count(False), cached=known.count(True)))

    def _judged(self, judge: AnthropicJudge, report: Case | None) -> Iterator[bool]:
        for dimension in PROSE:
            for sample in range(self.samples):
                yield report is not None and judge.knows(
                    request(dimension, report.content, facts=report.facts, sample=sample)
                )

    def judging(self, stopped: bool) -> bool:
        """Whether to go on to the judge: after Ctrl-C only to the one that costs nothing."""
        return not (stopped and isinstance(self.judge, AnthropicJudge))

    def lines(self) -> list[Mapping[str, object]]:
        """What the writer and the judge were asked and answered, for a transcript."""
        return [*(self.writer.lines if self.writer else ()), *self.recorder.lines]

    def took(self) -> dict[str, Any]:
        """What the paid ones took."""
        return {
            "usage": self.judge.usage() if isinstance(self.judge, AnthropicJudge) else None,
            "writer_usage": self.writer.usage() if self.writer else None,
        }


def _single(listed: Sequence[Draft], work: _Work, seed: int) -> ProseDocument:
    work.check(listed)
    with output.worded(), output.progress("reports") as progress:
        steps = output.Steps(progress, 2 * len(listed))
        cases, unwritten, stopped = write_all(listed, work.writer, progress=steps)
        document = judge_cases(
            _told(cases if work.judging(stopped) else (), steps),
            judge=work.recorder,
            samples=work.samples,
            seed=seed,
            writer=work.writer_name,
            unwritten=unwritten,
        )
    return replace(document, stopped=document.stopped or stopped, **work.took())


def _paired(listed: Sequence[Draft], governance: str | None, work: _Work, seed: int) -> GovernanceDocument:
    rules, text = constitution(governance) if governance else (None, "")
    if not governance:
        listed = [draft for draft in listed if draft.facts.governance_present]
        if not listed:
            mend = "Name one with --governance FILE."
            raise InputInvalid(("none of these facts has a governance.pxf to compare with",), mend=mend)
    both = [arms(draft, rules, text) for draft in listed]
    work.check([pair[arm] for pair in both for arm in Arm])
    with output.worded(), output.progress("reports") as progress:
        steps = output.Steps(progress, 3 * len(both))
        ours, lost, stopped = write_all((pair[Arm.WITH] for pair in both), work.writer, progress=steps)
        theirs, more, ended = write_all(
            (pair[Arm.WITHOUT] for pair in both if not stopped), work.writer, progress=steps
        )
        stopped = stopped or ended
        document = judge_twice(
            together(ours, theirs) if work.judging(stopped) else (),
            judge=work.recorder,
            samples=work.samples,
            seed=seed,
            writer=work.writer_name,
            governance=shape.text(text) if governance else None,
            unwritten=(*lost, *more),
            progress=steps,
        )
    return replace(document, stopped=document.stopped or stopped, **work.took())


def _told(cases: Sequence[Case], steps: output.Steps) -> Iterator[Case]:
    for each in cases:
        steps()
        yield each
