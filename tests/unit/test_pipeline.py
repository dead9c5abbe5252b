"""The story of one pull request: gates and writer are injected, and only the gates decide."""

from __future__ import annotations

import pytest

from steward import pipeline
from steward.errors import ConfigInvalid, DiffUnreadable, InputInvalid, RateLimited, StewardError
from steward.model import (
    Conclusion,
    FailOn,
    GateMode,
    GateOutcome,
    GateResult,
    Prose,
    ProseReason,
    ProseSource,
    PullRequest,
    Reason,
    Scorecard,
    Verdict,
)
from tests.unit.build import pull_request, record

FACTS = pull_request("src/a.py", "tests/test_a.py", "docs/a.md")


def refuse(facts: PullRequest, card: Scorecard) -> GateOutcome:
    return GateOutcome(name="dco", mode=GateMode.ENFORCE, result=GateResult.FAIL)


def boast(facts: PullRequest, card: Scorecard) -> Prose:
    return Prose(source=ProseSource.MODEL, reason=None, headline=("All green, merge it.",), paragraphs={})


def test_a_judgement_holds_everything_that_is_shown() -> None:
    found = pipeline.judge(FACTS)
    assert found.record == FACTS.record
    assert found.scorecard is not None
    assert found.scorecard.overall.score == 90
    assert found.decision.verdict is Verdict.PASS
    assert found.prose is not None
    assert (found.prose.source, found.prose.reason) == (ProseSource.TEMPLATE, ProseReason.NO_KEY)
    assert {gate.mode for gate in found.gates} == {GateMode.OBSERVE}
    assert found.gates[0].name == "complexity"


def test_a_gate_decides_and_leaves_the_scores_alone() -> None:
    free, gated = pipeline.judge(FACTS), pipeline.judge(FACTS, gates=(refuse,))
    assert gated.decision.conclusion is Conclusion.FAILURE
    assert gated.scorecard == free.scorecard


def test_what_is_written_decides_nothing() -> None:
    plain, written = pipeline.judge(FACTS), pipeline.judge(FACTS, write=boast)
    assert written.prose != plain.prose
    assert (written.decision, written.scorecard, written.raises) == (
        plain.decision,
        plain.scorecard,
        plain.raises,
    )


def test_the_limit_of_the_overall_is_part_of_the_facts() -> None:
    untested = pull_request("src/a.py", fail_on=FailOn.AMBER)
    assert pipeline.judge(untested).decision.title == "73 amber, blocked: fail-on"


@pytest.mark.parametrize(
    ("error", "reason", "what", "details"),
    [
        pytest.param(
            DiffUnreadable("no diff", mend="again"), Reason.DIFF_UNREADABLE, "no diff", (), id="one-sentence"
        ),
        pytest.param(RateLimited("wait"), Reason.RATE_LIMITED, "wait", (), id="limit"),
        pytest.param(
            InputInvalid(("a", "b")), Reason.INPUT_INVALID, "inputs invalid", ("a", "b"), id="inputs"
        ),
        pytest.param(
            ConfigInvalid(("c:1:1: x",)),
            Reason.CONFIG_INVALID,
            "configuration invalid",
            ("c:1:1: x",),
            id="config",
        ),
    ],
)
def test_a_failure_in_words(error: StewardError, reason: Reason, what: str, details: tuple[str, ...]) -> None:
    found = pipeline.failed(record(), error)
    assert found.decision.reason is reason
    assert found.problem is not None
    assert (found.problem.what, found.problem.details, found.problem.mend) == (what, details, error.mend)
    assert found.scorecard is None


def test_a_skipped_run_has_no_verdict() -> None:
    found = pipeline.skipped(record(), Reason.DRAFT)
    assert (found.decision.verdict, found.scorecard, found.prose) == (None, None, None)
