"""A merge group of several pull requests: what people vouch for is judged of each of them for itself.

The rule, and why nothing that was said of one passes anything of another: `docs/policy.md`, "In a merge queue".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec.structs import replace

from steward.facts import Held, Waiver
from steward.model import Author, Finding, GateOutcome, GateResult, PullRequest, Quoted, Scorecard, Words

APART = ("dco", "cla", "restricted", "amendment")
"""The gates that judge each pull request of a merge group for itself; the others judge the group."""

_MISSED = (GateResult.FAIL, GateResult.UNMEASURED)
_WORST_FIRST = (*_MISSED, GateResult.WAIVED, GateResult.PASS, GateResult.NOT_APPLICABLE)
_Check: TypeAlias = Callable[[PullRequest, Scorecard], GateOutcome]


def decided(
    check: _Check, pull_request: PullRequest, card: Scorecard, *, waivable: bool = True
) -> GateOutcome:
    """What a gate says of a change, with what was waived; of a group of several the worst that it says of any."""
    whole, held = check(pull_request, card), pull_request.beside.held
    if not held or whole.name not in APART:
        return _waived(whole, pull_request.beside.waivers if waivable else ())
    told = []
    for one in held:
        outcome = check(alone(pull_request, one), card)
        told.append((one.number, _waived(outcome, one.waivers if waivable else ())))
    return _together(told)


def alone(pull_request: PullRequest, one: Held) -> PullRequest:
    """The facts of a merge group as far as one of its pull requests brought them."""
    record, change, beside = pull_request.record, pull_request.change, pull_request.beside
    commits, paths = frozenset(one.commits), frozenset(one.paths)
    files = tuple(file for file in change.files if not paths.isdisjoint((file.path, file.previous_path)))
    brought = beside.commits
    if isinstance(brought, tuple):
        brought = tuple(commit for commit in brought if commit.sha in commits)
    return replace(
        pull_request,
        record=record and replace(record, author=Author(login=one.author)),
        change=replace(change, files=files),
        beside=replace(
            beside, commits=brought, queued=one.queued, approvals=one.approvals, reviewed_head=one.head
        ),
    )


def common(held: Iterable[Held]) -> tuple[Waiver, ...]:
    """The waivers that count for a group: of gates that are waived on every one of its pull requests."""
    each = [{waiver.gate: waiver for waiver in one.waivers} for one in held]
    last = each[-1] if each else {}
    return tuple(waiver for gate, waiver in last.items() if all(gate in one for one in each))


def _waived(outcome: GateOutcome, waivers: Iterable[Waiver]) -> GateOutcome:
    """A failure that somebody who may has let pass reads "waived", never "pass"."""
    waiver = next((one for one in waivers if one.gate == outcome.name), None)
    if waiver is None or outcome.result not in _MISSED:
        return outcome
    return replace(outcome, result=GateResult.WAIVED, waiver=waiver)


def _together(told: list[tuple[int, GateOutcome]]) -> GateOutcome:
    """The worst of what a gate says, with the findings that make it so, each of its pull request."""
    first = min((outcome for _, outcome in told), key=lambda one: _WORST_FIRST.index(one.result))
    worst = first.result
    wanted = _MISSED if worst in _MISSED else (worst,)
    shown = [(number, outcome) for number, outcome in told if outcome.result in wanted]
    findings = [_of(number, one) for number, outcome in shown for one in outcome.findings]
    waivers = [(number, outcome.waiver) for number, outcome in shown if outcome.waiver is not None]
    # An outcome has room for one waiver; who gave the others is told beside what they let pass.
    findings += [_given(number, waiver) for number, waiver in waivers[1:]]
    return replace(
        first,
        findings=tuple(findings),
        said=_said(shown) if worst is GateResult.PASS else first.said,
        waiver=waivers[0][1] if waivers else None,
    )


def _of(number: int, finding: Finding) -> Finding:
    return replace(finding, what=(f"#{number}: ", *finding.what))


def _given(number: int, waiver: Waiver) -> Finding:
    held = "the whole pull request" if waiver.head is None else waiver.head[:7]
    when = f" on {waiver.given}" if waiver.given else ""
    who = ("waived by ", Quoted(waiver.login), f"{when} for {held}: ", Quoted(waiver.reason))
    return Finding(where="", what=(f"#{number}: ", *who))


def _said(told: list[tuple[int, GateOutcome]]) -> Words:
    words: list[str | Quoted] = []
    for number, outcome in told:
        words += [f"{'; ' if words else ''}#{number}: ", *outcome.said]
    return tuple(words)
