"""The job summary: the whole report, whatever became of comment and check run (`docs/report.md`)."""

from __future__ import annotations

from steward.model import Evaluation, PastVerdict, Run
from steward.report.comment import blocks
from steward.report.layout import Block, fit
from steward.report.markdown import sentence

MOST_OCTETS = 999_999
"""GitHub drops a summary over 1 MiB; the report stays under a million bytes."""


def render(
    evaluation: Evaluation, *, history: tuple[PastVerdict, ...], run: Run, notes: tuple[str, ...] = ()
) -> str:
    """The report in Markdown. `notes` say what could not be published, and why."""
    heading, *rest = blocks(evaluation, history, run, observed=True)
    lines = "\n".join(f"> {sentence(note)}" for note in notes)
    said = (Block(opening=lines, needed=True),) if lines else ()
    return fit((heading, *said, *rest), chars=MOST_OCTETS, octets=MOST_OCTETS)
