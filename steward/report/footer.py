"""Who wrote the page: the only part that differs between two runs over the same facts."""

from __future__ import annotations

from steward import __version__
from steward.model import Evaluation, Record, Run
from steward.report.layout import Block
from steward.report.markdown import code, link
from steward.report.names import money, short

SEPARATOR = "<!-- steward:footer -->"


def footer(evaluation: Evaluation, run: Run) -> Block:
    """Version, commit, run, credits, where the scores are explained, and how to learn the commands."""
    spent, cap = evaluation.credits.spent_today, evaluation.credits.cap
    parts = [
        *_made(evaluation.record, run),
        *([f"{money(spent)} of {money(cap)} credits used today"] if evaluation.credits.known else []),
        *([link("how the scores work", f"{run.docs}/scoring.md")] if run.docs else []),
        *([code("/steward help")] if evaluation.record and evaluation.record.number else []),
    ]
    return Block(opening=f"{SEPARATOR}\n<sub>{' · '.join(parts)}</sub>", needed=True)


def signature(record: Record, run: Run) -> str:
    """Version, commit and run alone: how the pages of the other modes end."""
    return f"<sub>{' · '.join(_made(record, run))}</sub>"


def _made(record: Record | None, run: Run) -> list[str]:
    attempt = f", attempt {run.attempt}" if run.attempt > 1 else ""
    return [
        f"Steward {__version__}",
        *([f"commit {code(short(record.head.sha))}"] if record else []),
        link(f"run {run.id}", run.url) + attempt,
    ]
