"""The story of one pull request, from its facts to a judgement.

```
event ─► collect ─► score ─► gate ─► write ─► render ─► publish
intake   adapters   dimensions gates  synth    report    adapters
```
Everything here is pure: facts in, an evaluation out. `steward.main` and `steward.cli` bring the facts and
carry the evaluation out into the world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from steward import lifecycle
from steward.dimensions.measures import measure
from steward.dimensions.raises import raises
from steward.dimensions.scorecard import scorecard
from steward.errors import ConfigInvalid, InputInvalid, Reason, StewardError
from steward.gates import GATES, Gate
from steward.intake.apart import decided
from steward.model import (
    Evaluation,
    GateMode,
    GateOutcome,
    Preview,
    Problem,
    Prose,
    ProseReason,
    PullRequest,
    Record,
    Scorecard,
)
from steward.synth import dry

Writer = Callable[[PullRequest, Scorecard], Prose]


def write_dry(pull_request: PullRequest, card: Scorecard) -> Prose:
    """The template report: the only writer that every run has."""
    return dry.write(card, ProseReason.NO_KEY)


def judge(
    pull_request: PullRequest, *, gates: Sequence[Gate] = GATES, write: Writer = write_dry
) -> Evaluation:
    """Score, gate, decide and write. Gates and writer are injected; the defaults are free and deterministic."""
    card = scorecard(pull_request)
    outcomes = tuple(_asked(pull_request, card, gates))
    decision = lifecycle.done(card.overall, pull_request.change, outcomes, pull_request.fail_on)
    return Evaluation(
        record=pull_request.record,
        decision=decision,
        pull_request=pull_request,
        scorecard=card,
        raises=raises(measure(pull_request)),
        gates=outcomes,
        prose=write(pull_request, card),
    )


def preview(pull_request: PullRequest) -> Preview:
    """What the facts come to under another policy, shown beside the verdict; waivers are for the real one."""
    card = scorecard(pull_request)
    outcomes = tuple(_asked(pull_request, card, GATES, waivable=False))
    decision = lifecycle.done(card.overall, pull_request.change, outcomes, pull_request.fail_on)
    return Preview(decision=decision, scorecard=card, gates=outcomes)


def _asked(
    pull_request: PullRequest, card: Scorecard, gates: Sequence[Gate], *, waivable: bool = True
) -> Iterator[GateOutcome]:
    """What each gate says that is not switched off."""
    for check in gates:
        outcome = decided(check, pull_request, card, waivable=waivable)
        if outcome.mode is not GateMode.OFF:
            yield outcome


def failed(record: Record | None, error: StewardError) -> Evaluation:
    """The evaluation of a run that could not do its job, with every problem in words."""
    details = error.problems if isinstance(error, InputInvalid | ConfigInvalid) else ()
    what = error.what if not details else lifecycle.REASONS[error.reason]
    return Evaluation(
        record=record,
        decision=lifecycle.failed(error.reason),
        problem=Problem(what=what, details=details, mend=error.mend),
    )


def skipped(record: Record | None, reason: Reason) -> Evaluation:
    """The evaluation of a run that looked at nothing, on purpose."""
    return Evaluation(record=record, decision=lifecycle.skipped(reason))
