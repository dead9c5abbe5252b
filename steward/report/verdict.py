"""The top of every page: the verdict, what it rests on, what changed, and the five dimensions."""

from __future__ import annotations

from steward.lifecycle import literal
from steward.model import Decision, DimensionScore, Evaluation, Overall, PastVerdict, State
from steward.report import history as past
from steward.report.arithmetic import THRESHOLDS
from steward.report.evidence import evidence_line
from steward.report.layout import Block
from steward.report.markdown import code, render, sentence
from steward.report.names import NAMES, SYMBOLS, symbol


def top(evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> tuple[Block, ...]:
    """The heading, and what stands below it."""
    heading = Block(opening=f"### {symbol(evaluation)} {evaluation.decision.title}", needed=True)
    return heading, *below(evaluation, history)


def below(evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> tuple[Block, ...]:
    """What stands below the heading: what the verdict rests on, and the table when there are scores."""
    lines = Block(opening="\n\n".join(_below(evaluation, history)), needed=True)
    return lines, *_table(evaluation, history)


def _below(evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> tuple[str, ...]:
    rests = _rests_on(evaluation, history)
    return (rests, _state(evaluation.decision)) if rests else (_state(evaluation.decision),)


def _state(decision: Decision) -> str:
    verdict = f", verdict {code(decision.verdict)}" if decision.verdict else ""
    # What to do about a failure stands with the problem.
    todo = "" if decision.state is State.FAILED else sentence(decision.todo)
    return f"State {code(literal(decision))}{verdict}. {todo}".rstrip()


def _rests_on(evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> str:
    if evaluation.scorecard is None:
        return ""
    overall = evaluation.scorecard.overall
    moved = past.since(evaluation, history)
    change = f", **{moved}**" if moved else ""
    return f"{basis(overall)}{change}. Scores go from 0 to 100: {THRESHOLDS}."


def basis(overall: Overall) -> str:
    """What the overall score rests on: `64 from 5 of 5 dimensions`."""
    if overall.score is None:
        return "No score: none of the 5 dimensions applies"
    return f"**{overall.score}** from {overall.rests_on} of 5 dimensions"


def _table(evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> tuple[Block, ...]:
    if evaluation.scorecard is None:
        return ()
    rows = (
        _row(dimension, past.score_before(evaluation, history, dimension.key))
        for dimension in evaluation.scorecard.dimensions
    )
    return (Block(opening="\n".join(("| Dimension | Score | Why |", "|:--|:--|:--|", *rows)), needed=True),)


def _row(dimension: DimensionScore, before: int | None) -> str:
    evidence = render(evidence_line(dimension), cell=True)
    why = f"**{dimension.headline}**" + (f"<br>{evidence}" if evidence else "")
    return f"| {NAMES[dimension.key]} | {_score(dimension, before)} | {why} |"


def _score(dimension: DimensionScore, before: int | None) -> str:
    sign = SYMBOLS[dimension.status]
    if dimension.score is None:
        return f"{sign} {dimension.status}"
    was = "" if before in (None, dimension.score) else f"<br>was {before}"
    return f"{sign} **{dimension.score}** {dimension.status}{was}"
