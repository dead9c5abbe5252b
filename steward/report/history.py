"""What came before: the change since the last verdict, and a small chart of all of them."""

from __future__ import annotations

from steward.model import DimensionKey, Evaluation, PastVerdict, State
from steward.report.layout import Block
from steward.report.markdown import code, visible
from steward.report.names import short
from steward.wording import count

_WIDTH = 20


def earlier(evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> tuple[PastVerdict, ...]:
    """The verdicts on other heads, oldest first: a second run for one head must show the same comment.

    A failed run has no verdict of its own and shows all of them.
    """
    if evaluation.decision.state is State.FAILED or evaluation.record is None:
        return history
    head = evaluation.record.head.sha
    while history and history[-1].head == head:
        history = history[:-1]
    return history


def since(evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> str:
    """`up 6 from 58 at …`, as Markdown; nothing when there is nothing to compare."""
    now = evaluation.scorecard.overall.score if evaluation.scorecard else None
    before = earlier(evaluation, history)
    if now is None or not before or before[-1].overall is None:
        return ""
    last = before[-1]
    then = last.overall or 0
    direction = "up" if now > then else "down"
    moved = "unchanged since" if now == then else f"{direction} {abs(now - then)} from {then} at"
    return f"{moved} {code(short(last.head))}"


def score_before(evaluation: Evaluation, history: tuple[PastVerdict, ...], key: DimensionKey) -> int | None:
    """The dimension's score in the last verdict; None when there is none."""
    before = earlier(evaluation, history)
    return before[-1].scores.get(key) if before else None


def last_verdict(history: tuple[PastVerdict, ...]) -> str:
    """What was last said of this pull request, for a run that has nothing to say itself."""
    if not history:
        return ""
    last = history[-1]
    return f"{code(last.title)} at {code(short(last.head))}"


def chart(evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> tuple[Block, ...]:
    """One line a verdict, oldest first, this one last; nothing for the first verdict."""
    before = earlier(evaluation, history)
    if not before:
        return ()
    lines = [_line(past.head, past.overall, past.title) for past in before]
    if evaluation.scorecard and evaluation.record:
        score = evaluation.scorecard.overall.score
        lines.append(_line(evaluation.record.head.sha, score, evaluation.decision.title))
    return (
        Block(
            opening=f"<details><summary>History: {count(len(lines), 'verdict')}</summary>\n\n~~~text",
            rows=tuple(lines),
            closing="~~~\n\n</details>",
            left_out="… and {} more",
        ),
    )


def _line(head: str, score: int | None, title: str) -> str:
    # The bar comes first: whatever a stored title says, no line can close the fence.
    filled = min(max(score or 0, 0), 100) * _WIDTH // 100
    return f"{'█' * filled}{'░' * (_WIDTH - filled)} {visible(short(head))}  {visible(title)}"
