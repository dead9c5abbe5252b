"""Gate `score`: scores reach the minimums that the repository sets (`docs/policy.md`)."""

from __future__ import annotations

from collections.abc import Iterator

from steward.model import (
    DimensionKey,
    Finding,
    GateOutcome,
    GateResult,
    PullRequest,
    Scorecard,
    Why,
)

NAME = "score"
OVERALL = "overall"


def check(pull_request: PullRequest, card: Scorecard) -> GateOutcome:
    """Whether each score with a minimum reaches it.

    A dimension that does not apply to the change has nothing to reach; one that could not be measured leaves the
    gate unmeasured, unless another score fails already.
    """
    rules = pull_request.gates.score
    asked = [(name, least) for name, least in rules.minimum.items() if least > 0]
    low = tuple(_low(card, asked))
    unknown = tuple(_unmeasured(card, asked))
    if low or unknown:
        result = GateResult.FAIL if low else GateResult.UNMEASURED
        return GateOutcome(name=NAME, mode=rules.mode, result=result, findings=low + unknown)
    reached = [
        f"{name} {score} of {least}" for name, least in asked if (score := _score(card, name)) is not None
    ]
    if not reached:
        why = "no score with a minimum applies to this change" if asked else "no minimum is set"
        return GateOutcome(name=NAME, mode=rules.mode, result=GateResult.NOT_APPLICABLE, said=(why,))
    return GateOutcome(
        name=NAME, mode=rules.mode, result=GateResult.PASS, said=("at least: " + ", ".join(reached),)
    )


def _score(card: Scorecard, name: str) -> int | None:
    return card.overall.score if name == OVERALL else card[DimensionKey(name)].score


def _low(card: Scorecard, asked: list[tuple[str, int]]) -> Iterator[Finding]:
    for name, least in asked:
        score = _score(card, name)
        if score is not None and score < least:
            yield Finding(
                where="",
                what=(f"{name} is {score}, at least {least} is asked",),
                measured=str(score),
                limit=str(least),
                mend=("What would raise it stands under the dimensions.",),
            )


def _unmeasured(card: Scorecard, asked: list[tuple[str, int]]) -> Iterator[Finding]:
    missing = [each for each in card.dimensions if each.why is Why.UNMEASURED]
    for name, least in asked:
        if any(name in (each.key.value, OVERALL) for each in missing):
            yield Finding(
                where="",
                what=(f"{name} could not be measured in full, at least {least} is asked",),
                mend=("Split the change, so that every file can be listed.",),
            )
