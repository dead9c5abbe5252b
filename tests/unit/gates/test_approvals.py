"""Gates `restricted` and `amendment`: what is touched, and whose approval counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from steward.dimensions.scorecard import scorecard
from steward.facts import Account, Approval, GateFacts, Missing
from steward.gates import amendment, restricted
from steward.governance.asking import wants_approvals
from steward.model import ChangedFile, GateOutcome, GateResult, Kind, PullRequest, Quoted
from steward.policy import Constitution, Domain, GateMode, Gates, Plain
from tests.unit import build

Check = Callable[..., GateOutcome]
RULES = Constitution(
    domains=(
        Domain(name="core", globs=("core/**",), restricted=True),
        Domain(name="docs", globs=("core/docs/**", "docs/**")),
    ),
    amendment_globs=("core/**", "governance.pxf"),
    founders=("Founder",),
)
BOTH = [pytest.param(restricted.check, id="restricted"), pytest.param(amendment.check, id="amendment")]


def approval(login: str, *, head: str = build.HEAD, may_write: bool = True, bot: bool = False) -> Approval:
    return Approval(account=Account(id=len(login), login=login, bot=bot), head=head, may_write=may_write)


def facts(
    *files: ChangedFile | str,
    approvals: tuple[Approval, ...] | Missing | None = (),
    rules: Constitution | None = RULES,
    complete: bool = True,
    reviewed: str | None = build.HEAD,
    mode: GateMode = GateMode.ENFORCE,
) -> PullRequest:
    plain = build.pull_request(*(files or ("core/a.py",)))
    change = plain.change if complete else build.incomplete(plain.change.files, (9, 9, 9))
    return PullRequest(
        record=plain.record,
        change=change,
        constitution=rules,
        gates=Gates(restricted=Plain(mode=mode), amendment=Plain(mode=mode)),
        beside=GateFacts(approvals=approvals, reviewed_head=reviewed),
    )


def judged(check: Check, pull_request: PullRequest) -> GateOutcome:
    return check(pull_request, scorecard(pull_request))


def said(outcome: GateOutcome) -> str:
    return "".join(
        word.text if isinstance(word, Quoted) else word for one in outcome.findings for word in one.what
    )


@pytest.mark.parametrize(
    ("one", "counts", "why"),
    [
        (approval("writer"), True, ""),
        (approval("founder", may_write=False), True, ""),
        (approval("FOUNDER", may_write=False), True, ""),
        (approval("reader", may_write=False), False, "neither a founder nor known to have write access"),
        (approval("contributor"), False, "it is the author's own"),
        (approval("CONTRIBUTOR"), False, "it is the author's own"),
        (approval("robot[bot]", bot=True), False, "a bot is no person"),
        (approval("founder", bot=True), False, "a bot is no person"),
        (approval("writer", head="c" * 40), False, "it was given on ccccccc, which is no longer the head"),
        (approval("writer", head=""), False, "it was given on , which is no longer the head"),
    ],
)
def test_whose_approval_counts(one: Approval, counts: bool, why: str) -> None:
    found = judged(restricted.check, facts(approvals=(one,)))
    assert found.result is (GateResult.PASS if counts else GateResult.FAIL)
    assert why in said(found)


def test_an_approval_counts_for_no_head_that_is_not_known() -> None:
    """In a merge queue whose pull request is not known there is no head that was reviewed."""
    assert (
        judged(restricted.check, facts(approvals=(approval("writer"),), reviewed=None)).result
        is GateResult.FAIL
    )


@pytest.mark.parametrize(
    ("logins", "once", "twice"),
    [
        ((), "fail", "fail"),
        (("a",), "pass", "fail"),
        (("a", "bb"), "pass", "pass"),
        (("a", "bb", "ccc"), "pass", "pass"),
    ],
)
def test_one_is_needed_for_a_domain_and_two_for_an_amendment(
    logins: tuple[str, ...], once: str, twice: str
) -> None:
    pull_request = facts(approvals=tuple(map(approval, logins)))
    assert judged(restricted.check, pull_request).result == once
    assert judged(amendment.check, pull_request).result == twice


@pytest.mark.parametrize("check", BOTH)
def test_approvals_that_could_not_be_read_are_unmeasured_with_a_step(check: Check) -> None:
    found = judged(check, facts(approvals=Missing(why="no answer", mend="Run the job again.")))
    assert (found.result, found.findings[0].mend) == (GateResult.UNMEASURED, ("Run the job again.",))
    assert judged(check, facts(approvals=None)).result is GateResult.UNMEASURED


@pytest.mark.parametrize("check", BOTH)
@pytest.mark.parametrize(
    ("files", "applies"),
    [
        pytest.param(("docs/a.md",), False, id="elsewhere"),
        pytest.param(("docs/a.md", "core/a.py"), True, id="among others"),
        pytest.param((build.file("docs/a", kind=Kind.RENAMED, previous="core/a"),), True, id="moved out"),
        pytest.param((build.file("core/a", kind=Kind.RENAMED, previous="docs/a"),), True, id="moved in"),
        pytest.param((build.file("core/a", kind=Kind.DELETED),), True, id="deleted"),
        pytest.param(
            (build.file("docs/a", kind=Kind.COPIED, previous="core/a"),), False, id="copied from there"
        ),
    ],
)
def test_what_touches_it_takes_an_approval(
    check: Check, files: tuple[ChangedFile | str, ...], applies: bool
) -> None:
    pull_request = facts(*files)
    found = judged(check, pull_request)
    assert found.result is (GateResult.FAIL if applies else GateResult.NOT_APPLICABLE)
    assert wants_approvals(pull_request) is applies


def test_the_inner_domain_takes_its_files_from_a_restricted_one() -> None:
    assert judged(restricted.check, facts("core/docs/a.md")).result is GateResult.NOT_APPLICABLE


@pytest.mark.parametrize("check", BOTH)
@pytest.mark.parametrize("rules", [None, Constitution()], ids=["no constitution", "nothing in it"])
def test_without_a_rule_there_is_nothing_to_keep(check: Check, rules: Constitution | None) -> None:
    pull_request = facts(rules=rules)
    assert judged(check, pull_request).result is GateResult.NOT_APPLICABLE
    assert not wants_approvals(pull_request)


@pytest.mark.parametrize("check", BOTH)
def test_a_list_that_may_hide_a_file_is_never_taken_for_untouched(check: Check) -> None:
    found = judged(check, facts("docs/a.md", complete=False))
    assert (found.result, bool(found.findings[0].mend)) == (GateResult.UNMEASURED, True)


@pytest.mark.parametrize(
    ("restricted_mode", "amendment_mode", "wants"),
    [("off", "off", False), ("off", "observe", True), ("observe", "off", True)],
)
def test_approvals_are_asked_for_by_gates_that_are_on(
    restricted_mode: str, amendment_mode: str, wants: bool
) -> None:
    modes = Gates(
        restricted=Plain(mode=GateMode(restricted_mode)), amendment=Plain(mode=GateMode(amendment_mode))
    )
    pull_request = facts()
    assert wants_approvals(pull_request) is True
    plain = PullRequest(
        record=pull_request.record, change=pull_request.change, constitution=RULES, gates=modes
    )
    assert wants_approvals(plain) is wants


def test_every_restricted_domain_that_is_touched_is_named() -> None:
    rules = Constitution(
        domains=(
            Domain(name="a", globs=("a/**",), restricted=True),
            Domain(name="b", globs=("b/**",), restricted=True),
        )
    )
    found = judged(restricted.check, facts("a/1", "a/2", "b/1", rules=rules))
    assert [one.where for one in found.findings] == ["a/1", "b/1"]
    assert "2 files of the restricted domain a changed" in said(found)
