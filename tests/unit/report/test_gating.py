"""Gates on a page: what blocks first, each with its step, waivers with who and when; foreign text inert."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from steward import pipeline
from steward.facts import Dispute, GateFacts, Waiver
from steward.model import Evaluation, Finding, GateMode, GateOutcome, GateResult, Preview, Quoted
from steward.report import check as check_report
from steward.report import comment as comment_report
from steward.report import summary as summary_report
from steward.report.document import document
from steward.report.gating import blocking, gating, waiving
from steward.report.layout import fit
from steward.report.previewing import previewing
from tests.unit.report import build

EVIL = "@everyone | </td> `x` [y](https://evil.example) \u202e\n## z"
FINDING = Finding(
    where=f"src/{EVIL}.py",
    what=("the function ", Quoted(EVIL), " grew"),
    measured=EVIL,
    limit="5",
    mend=("Split ", Quoted(EVIL), "."),
    line=7,
)
WAIVER = Waiver(
    gate="dco",
    login="maintainer",
    reason=EVIL,
    head=build.HEAD,
    url="https://github.example/c",
    given="2026-11-17T09:03:00Z",
)


def outcome(
    name: str = "dco",
    mode: GateMode = GateMode.ENFORCE,
    result: GateResult = GateResult.FAIL,
    *findings: Finding,
    waiver: Waiver | None = None,
) -> GateOutcome:
    return GateOutcome(name=name, mode=mode, result=result, findings=findings, waiver=waiver)


def page(*blocks: object) -> str:
    return fit(blocks, chars=60_000, octets=240_000)  # type: ignore[arg-type]


def inert(text: str) -> bool:
    """Every line that shows the foreign text shows it as code, on one line and with nothing unseen."""
    rows = [line for line in text.splitlines() if "everyone" in line]
    return bool(rows) and "\u202e" not in text and all("``" in row for row in rows) and "\n## z" not in text


@pytest.mark.parametrize("result", list(GateResult))
@pytest.mark.parametrize("mode", list(GateMode))
def test_only_an_enforced_gate_that_is_missed_blocks(mode: GateMode, result: GateResult) -> None:
    missed = result in (GateResult.FAIL, GateResult.UNMEASURED)
    found = page(*blocking(judged(outcome("dco", mode, result))))
    assert ("Blocked by `dco`" in found) == (missed and mode is GateMode.ENFORCE)


def test_what_blocks_is_said_with_its_step_and_not_twice() -> None:
    gates = (outcome("dco", GateMode.ENFORCE, GateResult.FAIL, FINDING), outcome("cla", GateMode.WARN))
    first = page(*blocking(judged(*gates)))
    assert first.startswith("**Blocked by `dco`.** How to mend it:")
    assert "Split " in first
    assert "Split " not in page(*gating(gates, told=("dco",)))


@pytest.mark.parametrize("observed", [True, False])
def test_observed_gates_stand_in_the_summary_alone(observed: bool) -> None:
    gates = (outcome("dco", GateMode.OBSERVE, GateResult.FAIL, FINDING), outcome("cla", GateMode.WARN))
    found = page(*gating(gates, observed=observed))
    assert ("| dco | observe |" in found) is observed
    assert "| cla | warn |" in found
    assert page(*gating(gates[:1])) == ""


def test_colour_is_never_the_only_sign() -> None:
    words = ("pass", "fail", "waived", "not applicable", "unmeasured")
    for result, word in zip(GateResult, words, strict=True):
        assert word in page(*gating((outcome("dco", GateMode.WARN, result),)))


def test_a_waiver_says_who_when_for_which_commit_and_why() -> None:
    found = page(*waiving((outcome(result=GateResult.WAIVED, waiver=WAIVER),)))
    assert found.startswith("- **dco** is waived by `maintainer` on 2026-11-17 at 09:03 UTC for `1a2b3c4`: ")
    assert "([comment](https://github.example/c))" in found
    assert inert(found)
    assert page(*waiving((outcome(),))) == ""


def test_a_waiver_of_an_observed_gate_stands_in_the_comment_too() -> None:
    waived = outcome("cla", GateMode.OBSERVE, GateResult.WAIVED, waiver=WAIVER)
    alone, beside = page(*gating((waived,))), page(*gating((waived, outcome())))
    assert alone.startswith("#### Gates\n\n- **dco** is waived by `maintainer`")
    assert "is waived by `maintainer`" in beside
    assert "| cla |" not in beside
    assert "is waived by" in comment_report.render(
        judged(waived), marker=build.MARKER, history=(), run=build.RUN
    )


@pytest.mark.parametrize("given", ["", "yesterday", "2026-11-17T09:03:00+02:00", f"2026{EVIL}"])
def test_a_time_that_is_not_github_s_is_left_out(given: str) -> None:
    waived = outcome(result=GateResult.WAIVED, waiver=replace(WAIVER, given=given, reason="x", head=None))
    assert "by `maintainer` for the whole pull request:" in page(*waiving((waived,)))


def judged(*gates: GateOutcome) -> Evaluation:
    """An evaluation with these gates, a dispute, and a preview of a mistake."""
    found = build.evaluation(build.file("src/a.py"), gates=gates)
    assert found.pull_request is not None
    dispute = Dispute(dimension="docs", login="triager", reason=EVIL, url="https://github.example/d")
    facts = replace(found.pull_request, beside=GateFacts(disputes=(dispute,)))
    return replace(found, pull_request=facts, preview=Preview(problems=(f"steward.yml:1:1: {EVIL}",)))


def test_everything_foreign_is_inert_on_every_page() -> None:
    evaluation = judged(
        outcome("cyclomatic", GateMode.ENFORCE, GateResult.FAIL, FINDING),
        outcome("dco", result=GateResult.WAIVED, waiver=WAIVER),
    )
    comment = comment_report.render(evaluation, marker=build.MARKER, history=(), run=build.RUN)
    check = check_report.render(evaluation, name="x", history=(), run=build.RUN, annotations=True)
    assert check is not None
    summary = summary_report.render(evaluation, history=(), run=build.RUN, notes=())
    for text in (comment, check.summary, check.text, summary):
        assert inert(text)


def test_a_finding_on_a_changed_file_is_an_annotation_on_its_line() -> None:
    finding = replace(FINDING, where="src/a.py")
    evaluation = judged(
        outcome("dco", GateMode.ENFORCE, GateResult.FAIL, FINDING, finding),
        outcome("cla", GateMode.WARN, GateResult.FAIL, finding),
        outcome("score", GateMode.OBSERVE, GateResult.FAIL, finding),
        outcome("coverage", GateMode.ENFORCE, GateResult.WAIVED, finding),
    )
    check = check_report.render(evaluation, name="x", history=(), run=build.RUN, annotations=True)
    assert check is not None
    found = [(one.title, one.line, str(one.level)) for one in check.annotations if one.line == 7]
    assert found == [("Gate dco", 7, "failure"), ("Gate cla", 7, "warning")]
    assert all("\u202e" not in one.message for one in check.annotations)


def test_very_many_findings_are_cut_at_a_row_and_counted() -> None:
    findings = tuple(replace(FINDING, where="src/a.py", line=at) for at in range(1, 5_000))
    evaluation = judged(outcome("cyclomatic", GateMode.ENFORCE, GateResult.FAIL, *findings))
    comment = comment_report.render(evaluation, marker=build.MARKER, history=(), run=build.RUN)
    check = check_report.render(evaluation, name="x", history=(), run=build.RUN, annotations=True)
    assert check is not None
    assert len(comment) <= 60_000
    assert len(comment.encode()) <= 240_000
    assert max(len(check.summary), len(check.text)) <= 65_535
    assert len(check.annotations) == 50
    assert "more" in comment
    assert check.summary.startswith("**Blocked by `cyclomatic`.**")


def test_a_dispute_stands_beside_the_scores_and_in_the_report() -> None:
    evaluation = judged()
    comment = comment_report.render(evaluation, marker=build.MARKER, history=(), run=build.RUN)
    assert "Docs is disputed by `triager`" in comment
    (dispute,) = document(evaluation).disputes
    assert (dispute.dimension, dispute.login, dispute.reason) == ("docs", "triager", EVIL)


def test_without_a_preview_there_is_no_word_of_one() -> None:
    assert previewing(build.good()) == ()


def test_a_preview_tells_the_verdict_and_only_the_scores_that_differ() -> None:
    good, bare = build.good(), build.bare()
    preview = Preview(
        decision=bare.decision, scorecard=bare.scorecard, gates=(outcome("dco", GateMode.OBSERVE),)
    )
    found = page(*previewing(replace(good, preview=preview)))
    assert f"- **{bare.decision.title}**, verdict warn" in found
    assert "| dco | observe | ❌ fail |" in found
    assert good.scorecard is not None
    assert bare.scorecard is not None
    pairs = zip(good.scorecard.dimensions, bare.scorecard.dimensions, strict=True)
    assert found.count(" instead of ") == sum(one.score != other.score for one, other in pairs)


def test_a_preview_decides_nothing() -> None:
    facts = build.good().pull_request
    assert facts is not None
    evaluation = pipeline.judge(facts)
    assert replace(evaluation, preview=Preview(problems=("x",))).decision == evaluation.decision
