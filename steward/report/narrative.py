"""The report in sentences, labelled by who wrote it and why."""

from __future__ import annotations

from steward.model import Prose, ProseReason, ProseSource, Scorecard
from steward.report.layout import Block
from steward.report.markdown import render
from steward.report.names import NAMES

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

_SOURCES = {
    ProseSource.MODEL: "Written by a model",
    ProseSource.MIXED: "Mixed: written by a model, in part replaced by the template",
    ProseSource.TEMPLATE: "Template report",
}


def label(prose: Prose) -> str:
    """Who wrote it and why: `Template report: no API key configured`."""
    source = _SOURCES[prose.source]
    return f"{source}: {REASONS[prose.reason]}" if prose.reason else source


def narrative(prose: Prose | None, scorecard: Scorecard | None) -> tuple[Block, ...]:
    """The headline, a paragraph for each known dimension, and the label."""
    if prose is None or scorecard is None:
        return ()
    paragraphs = [
        f"- **{NAMES[dimension.key]}:** {render(prose.paragraphs[dimension.key])}"
        for dimension in scorecard.dimensions
        if dimension.key in prose.paragraphs
    ]
    parts = ["#### In words", f"{render(prose.headline)} <sub>{label(prose)}.</sub>"]
    if paragraphs:
        parts.append("\n".join(paragraphs))
    return (Block(opening="\n\n".join(parts), needed=True),)
