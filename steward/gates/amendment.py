"""Gate `amendment`: what changes the constitution itself is approved twice (`docs/policy.md`)."""

from __future__ import annotations

from steward.governance.approving import approved
from steward.governance.asking import amended_paths
from steward.model import Finding, GateOutcome, GateResult, PullRequest, Scorecard, Words
from steward.wording import count

NAME = "amendment"
NEEDED = 2


def check(pull_request: PullRequest, card: Scorecard) -> GateOutcome:
    """Whether a change to an amendment path has two approvals on the current head."""
    rules = pull_request.constitution
    if rules is None or not rules.amendment_globs:
        why = "there is no governance.pxf" if rules is None else "no path is an amendment"
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=(why,))
    paths = amended_paths(pull_request, rules)
    if not paths and pull_request.change.complete:
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=("no amendment path is touched",))
    if not paths:
        return _outcome(pull_request, GateResult.UNMEASURED, findings=(_UNLISTED,))
    answer = approved(pull_request, needed=NEEDED)
    if answer.result is GateResult.PASS:
        return _outcome(pull_request, answer.result, said=answer.said)
    what = (f"{count(len(paths), 'amendment path')} changed",)
    return _outcome(pull_request, answer.result, findings=(answer.finding(paths[0], what),))


_UNLISTED = Finding(
    where="",
    what=("a file that is not listed may be an amendment",),
    mend=("Split the change, so that every file can be listed.",),
)


def _outcome(
    pull_request: PullRequest, result: GateResult, *, findings: tuple[Finding, ...] = (), said: Words = ()
) -> GateOutcome:
    mode = pull_request.gates.amendment.mode
    return GateOutcome(name=NAME, mode=mode, result=result, findings=findings, said=said)
