"""Probes for bias: the same content in another dress, and how far that moves the score.

What each shows: `docs/evals.md`, "Probes".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec

from steward.evals.dimension import About, Dimension
from steward.evals.judge import JudgeReport, judge_document
from steward.evals.request import Judge

_FILLER = "This part of the file is here for the sake of completeness and adds nothing to what stands above."
_CERTAIN = "Without any doubt, everything in this file is complete, correct and proven."
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")


def padded(content: str) -> str:
    """The content and as much again that says nothing."""
    filler = f"\n\n{_FILLER}"
    return content + filler * (len(content) // len(filler) + 1)


def reordered(content: str) -> str:
    """The paragraphs, or the lines of a single one, in reverse."""
    parts = _PARAGRAPHS.split(content.strip("\n"))
    if len(parts) > 1:
        return "\n\n".join(reversed(parts)) + "\n"
    return "\n".join(reversed(content.strip("\n").splitlines())) + "\n"


def confident(content: str) -> str:
    """The content between two assurances."""
    return f"{_CERTAIN}\n\n{content}\n\n{_CERTAIN}\n"


PROBES: Mapping[str, Callable[[str], str]] = {
    "padded": padded,
    "reordered": reordered,
    "confident": confident,
}


class ProbeResult(msgspec.Struct, frozen=True, kw_only=True):
    """A dimension's median for the changed content. `moved` is that less the plain one's; None if either is."""

    probe: str
    dimension: str
    score: float | None
    moved: float | None
    spread: int | None


def probe_document(
    content: str,
    plain: JudgeReport,
    *,
    judge: Judge,
    dimensions: Iterable[str | Dimension] | None = None,
    about: About = About.INSTRUCTIONS,
    facts: str = "",
    stopped: Callable[[], object] = lambda: None,
) -> tuple[ProbeResult, ...]:
    """Judge the content in each dress, as often as `plain` was, and compare. Raises as `judge_document`.

    `stopped` is called when Ctrl-C ends it before the last.
    """
    wanted = None if dimensions is None else tuple(dimensions)
    results: list[ProbeResult] = []
    for name, dress in PROBES.items():
        report = judge_document(
            dress(content), judge=judge, dimensions=wanted, samples=plain.asked, about=about, facts=facts
        )
        results += (_compared(name, key, plain, report) for key in report.scores)
        if report.stopped:
            stopped()
            break
    return tuple(results)


def _compared(probe: str, key: str, plain: JudgeReport, report: JudgeReport) -> ProbeResult:
    was, now = plain.scores[key], report.scores[key]
    known = was.score is not None and now.score is not None
    return ProbeResult(
        probe=probe,
        dimension=key,
        score=now.score,
        moved=(now.score or 0) - (was.score or 0) if known else None,
        spread=was.spread,
    )
