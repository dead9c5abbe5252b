"""The comment's body: the hidden block that carries the past on, then the report (`docs/report.md`)."""

from __future__ import annotations

from steward import lifecycle, state
from steward.model import Evaluation, PastVerdict, Record, Run, State, Waiver
from steward.report import comment as comment_report
from steward.state import Block, Charge, Past


def body(
    evaluation: Evaluation, *, record: Record, run: Run, block: Block | None, charges: list[Charge]
) -> str:
    """The whole body. `block` is what the comment remembered so far, `charges` are those to keep."""
    past = state.follow(block, record.head.sha, failed=evaluation.decision.state is State.FAILED)
    history = tuple(one.verdict_value() for one in past)
    marker = state.encode(
        Block(
            pr=record.number or 0,
            head=record.head.sha,
            run=run.id,
            attempt=run.attempt,
            state=lifecycle.literal(evaluation.decision),
            now=Past.from_verdict(verdict_of(evaluation, record)),
            past=past,
            charges=charges,
            prose=state.keep(block, evaluation.remembered),
            waivers=state.bind(block, _waivers(evaluation), record.head.sha),
        )
    )
    return comment_report.render(evaluation, marker=marker, history=history, run=run)


def _waivers(evaluation: Evaluation) -> tuple[Waiver, ...]:
    return evaluation.pull_request.beside.waivers if evaluation.pull_request else ()


def verdict_of(evaluation: Evaluation, record: Record) -> PastVerdict:
    """What a later run remembers of this evaluation."""
    card = evaluation.scorecard
    return PastVerdict(
        head=record.head.sha,
        title=evaluation.decision.title,
        verdict=evaluation.decision.verdict,
        overall=card.overall.score if card else None,
        scores={dimension.key: dimension.score for dimension in card.dimensions} if card else {},
    )
