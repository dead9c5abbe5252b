"""Who wrote the page: the only part that differs between two runs over the same facts."""

from __future__ import annotations

from steward import __version__
from steward.model import Evaluation, Run
from steward.report.layout import Block
from steward.report.markdown import code, link
from steward.report.names import money, short

SEPARATOR = "<!-- steward:footer -->"


def footer(evaluation: Evaluation, run: Run) -> Block:
    """Version, commit, run, credits, where the scores are explained, and how to learn the commands."""
    spent, cap = evaluation.credits.spent_today, evaluation.credits.cap
    attempt = f", attempt {run.attempt}" if run.attempt > 1 else ""
    parts = [
        f"Steward {__version__}",
        *([f"commit {code(short(evaluation.record.head.sha))}"] if evaluation.record else []),
        link(f"run {run.id}", run.url) + attempt,
        *([f"{money(spent)} of {money(cap)} credits used today"] if evaluation.credits.known else []),
        *([link("how the scores work", f"{run.docs}/scoring.md")] if run.docs else []),
        *([code("/steward help")] if evaluation.record and evaluation.record.number else []),
    ]
    return Block(opening=f"{SEPARATOR}\n<sub>{' · '.join(parts)}</sub>", needed=True)
