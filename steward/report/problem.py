"""Why there is no verdict: what happened, every detail, how to mend it, and what was said last."""

from __future__ import annotations

from steward.model import Evaluation, PastVerdict, Problem, Run
from steward.report.history import last_verdict
from steward.report.layout import Block
from steward.report.markdown import link, sentence


def problem(evaluation: Evaluation, history: tuple[PastVerdict, ...], run: Run) -> tuple[Block, ...]:
    """The part that stands where a scored run has its table; nothing when the run went well."""
    found = evaluation.problem
    if found is None:
        return ()
    rows = tuple(f"- {sentence(detail)}" for detail in found.details)
    return (
        *_what(evaluation, found),
        *((Block(opening="", rows=rows, needed=True),) if rows else ()),
        *(Block(opening=text, needed=True) for text in _after(evaluation, found, history, run) if text),
    )


def _what(evaluation: Evaluation, found: Problem) -> tuple[Block, ...]:
    # With a list of problems the sentence is only the title again.
    said = found.details and found.what in evaluation.decision.title
    text = "**What is wrong:**" if said else f"**What happened:** {ended(sentence(found.what))}"
    return (Block(opening=text, needed=True),)


def _after(
    evaluation: Evaluation, found: Problem, history: tuple[PastVerdict, ...], run: Run
) -> tuple[str, ...]:
    reason, last = evaluation.decision.reason, last_verdict(history)
    page = f"docs/troubleshooting.md, section {reason}"
    address = f"{run.docs}/troubleshooting.md#{reason}"
    more = (
        f"More about it: {link(page, address)}."
        if run.docs and reason
        else sentence(evaluation.decision.todo)
    )
    return (
        f"**How to mend it:** {ended(sentence(found.mend))}" if found.mend else "",
        more,
        f"**Last verdict:** {last}." if last else "",
    )


def ended(text: str) -> str:
    """The sentence with a full stop, unless it has its end."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."
