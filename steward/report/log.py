"""A short report for the job's log: plain text, one fact a line."""

from __future__ import annotations

from steward import __version__
from steward.lifecycle import literal
from steward.model import DimensionScore, Evaluation, Level, Scorecard, Verdict
from steward.report.evidence import evidence_line
from steward.report.markdown import plain, visible
from steward.report.names import NAMES, in_words
from steward.report.narrative import label
from steward.report.raising import sentences


def lines(evaluation: Evaluation) -> tuple[str, ...]:
    """The verdict, the five scores, what would raise them, or what went wrong."""
    decision = evaluation.decision
    verdict = f", verdict {decision.verdict}" if decision.verdict else ""
    return (
        f"Steward {__version__}: {decision.title} (state {literal(decision)}{verdict})",
        *_scores(evaluation),
        *_problem(evaluation),
        *([decision.todo] if decision.todo else []),
    )


def _scores(evaluation: Evaluation) -> tuple[str, ...]:
    scorecard = evaluation.scorecard
    if scorecard is None:
        return ()
    raises = (f"  to raise it: {lead}{plain(rest)}" for lead, rest in sentences(evaluation.raises, scorecard))
    gates = (f"  gate {gate.name} ({gate.mode}): {in_words(gate)}" for gate in evaluation.gates)
    prose = (f"  {label(evaluation.prose)}",) if evaluation.prose else ()
    return (*map(_row, scorecard.dimensions), _overall(scorecard), *raises, *gates, *prose)


def _row(dimension: DimensionScore) -> str:
    evidence = plain(evidence_line(dimension))
    why = f"{dimension.headline}; {evidence}" if evidence else dimension.headline
    return f"  {NAMES[dimension.key]:<20} {_score(dimension.score)} {dimension.status:<7}  {why}"


def _overall(scorecard: Scorecard) -> str:
    overall = scorecard.overall
    rests = f"from {overall.rests_on} of 5 dimensions"
    return f"  {'Overall':<20} {_score(overall.score)} {overall.status:<7}  {rests}"


def _score(score: int | None) -> str:
    return f"{'–' if score is None else score:>3}"


def _problem(evaluation: Evaluation) -> tuple[str, ...]:
    found = evaluation.problem
    if found is None:
        return ()
    texts = (found.what, *(f"  {detail}" for detail in found.details), found.mend)
    return tuple(visible(text, 1_000) for text in texts if text)


LEVELS = {
    Verdict.PASS: Level.NOTICE,
    Verdict.WARN: Level.WARNING,
    Verdict.FAIL: Level.FAILURE,
    None: Level.NOTICE,
}


def annotation(evaluation: Evaluation) -> tuple[Level, str, str]:
    """The one annotation that says what a run came to: level, title, message."""
    decision = evaluation.decision
    return (LEVELS[decision.verdict], f"Steward: {decision.title}", _message(evaluation))


def _message(evaluation: Evaluation) -> str:
    texts = [*_problem(evaluation), evaluation.decision.todo]
    return "\n".join(text for text in texts if text) or evaluation.decision.title
