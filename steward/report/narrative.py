"""The report in sentences, labelled by who wrote it and why."""

from __future__ import annotations

from steward.model import Prose, ProseReason, ProseSource, Quoted, Scorecard, Words
from steward.report.layout import Block
from steward.report.markdown import plain, render
from steward.report.names import NAMES
from steward.wording import count

REASONS = {
    ProseReason.NO_KEY: "no API key configured",
    ProseReason.DISABLED: "prose is switched off in the settings",
    ProseReason.BUDGET: "today's credits are used",
    ProseReason.GATE_FAILED: "an enforced gate failed",
    ProseReason.READ_ONLY: "a call could not be entered in the day's credits",
    ProseReason.TIMEOUT: "the model did not answer in time",
    ProseReason.RATE_LIMITED: "the model's service is rate limited",
    ProseReason.OVERLOADED: "the model's service is overloaded",
    ProseReason.AUTH: "the API key was refused",
    ProseReason.BILLING: "the account has no credit with the model's service",
    ProseReason.BAD_REQUEST: "the model's service refused the request",
    ProseReason.TOO_LARGE: "the request was too large",
    ProseReason.REFUSED: "the model declined",
    ProseReason.TRUNCATED: "the model's answer was cut off",
    ProseReason.INVALID_REPLY: "the model's answer did not keep to its form",
    ProseReason.NETWORK: "the model could not be reached",
    ProseReason.INTERNAL: "an internal error",
    ProseReason.BUSY: "another run is asking for the same commit",
    ProseReason.NOT_ASKED: "no model is asked on this event",
}


def label(prose: Prose) -> str:
    """Who wrote it and why, as plain text: `Template report: no API key configured`."""
    return plain(labelled(prose))


def labelled(prose: Prose) -> Words:
    """The same as words, for a page: `Written by MODEL`, `Mixed: 2 of 5 paragraphs replaced (number), …`."""
    if prose.source is ProseSource.TEMPLATE:
        return (f"Template report: {REASONS[prose.reason]}",) if prose.reason else ("Template report",)
    model = Quoted(prose.model) if prose.model else "a model"
    if prose.source is ProseSource.MODEL:
        return ("Written by ", model)
    why = f" ({', '.join(prose.failed)})" if prose.failed else ""
    return (f"Mixed: {_replaced(prose)} replaced{why}, the rest written by ", model)


def _replaced(prose: Prose) -> str:
    paragraphs = [key for key in prose.replaced if key in prose.paragraphs]
    some = f"{len(paragraphs)} of {count(len(prose.paragraphs), 'paragraph')}"
    if len(paragraphs) == len(prose.replaced):
        return some
    return f"the headline and {some}" if paragraphs else "the headline"


def narrative(prose: Prose | None, scorecard: Scorecard | None) -> tuple[Block, ...]:
    """The headline, a paragraph for each known dimension, and the label."""
    if prose is None or scorecard is None:
        return ()
    paragraphs = [
        f"- **{NAMES[dimension.key]}:** {render(prose.paragraphs[dimension.key])}"
        for dimension in scorecard.dimensions
        if dimension.key in prose.paragraphs
    ]
    parts = ["#### In words", f"{render(prose.headline)} <sub>{render(labelled(prose))}.</sub>"]
    if paragraphs:
        parts.append("\n".join(paragraphs))
    return (Block(opening="\n\n".join(parts), needed=True),)
