"""Why there is no verdict: what happened, every detail, how to mend it, and what was said last."""

from __future__ import annotations

from steward.model import Evaluation, PastVerdict, Run
from steward.report.history import last_verdict
from steward.report.layout import Block
from steward.report.markdown import link, sentence


def problem(evaluation: Evaluation, history: tuple[PastVerdict, ...], run: Run) -> tuple[Block, ...]:
    """The part that stands where a scored run has its table; nothing when the run went well."""
    found = evaluation.problem
    if found is None:
        return ()
    details = tuple(f"- {sentence(detail)}" for detail in found.details)
    return (
        Block(opening=f"**What happened:** {sentence(found.what)}", needed=True),
        *((Block(opening="", rows=details, needed=True),) if details else ()),
        *(Block(opening=text, needed=True) for text in _after(evaluation, history, run)),
    )


def _after(evaluation: Evaluation, history: tuple[PastVerdict, ...], run: Run) -> tuple[str, ...]:
    found, reason, last = evaluation.problem, evaluation.decision.reason, last_verdict(history)
    address = f"{run.docs}/troubleshooting.md#{reason}" if run.docs and reason else None
    return tuple(
        text
        for text in (
            f"**How to mend it:** {sentence(found.mend)}" if found and found.mend else "",
            f"More about it: {link(f'troubleshooting, {reason}', address)}" if address else "",
            f"**Last verdict:** {last}" if last else "",
        )
        if text
    )
