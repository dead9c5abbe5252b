"""Gate `restricted`: what touches a restricted domain is approved by somebody who may (`docs/policy.md`)."""

from __future__ import annotations

from steward.governance.approving import approved
from steward.governance.asking import restricted_paths
from steward.model import Finding, GateOutcome, GateResult, PullRequest, Quoted, Scorecard, Words
from steward.wording import count

NAME = "restricted"
NEEDED = 1


def check(pull_request: PullRequest, card: Scorecard) -> GateOutcome:
    """Whether a change that touches a restricted domain has an approval on the current head."""
    rules = pull_request.constitution
    if rules is None or not any(domain.restricted for domain in rules.domains):
        why = "there is no governance.pxf" if rules is None else "no domain is restricted"
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=(why,))
    found = restricted_paths(pull_request, rules)
    if not found and pull_request.change.complete:
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=("no restricted domain is touched",))
    if not found:
        return _outcome(pull_request, GateResult.UNMEASURED, findings=(_UNLISTED,))
    answer = approved(pull_request, needed=NEEDED)
    if answer.result is GateResult.PASS:
        return _outcome(pull_request, answer.result, said=answer.said)
    findings = tuple(
        answer.finding(
            paths[0], (f"{count(len(paths), 'file')} of the restricted domain ", Quoted(name), " changed")
        )
        for name, paths in found.items()
    )
    return _outcome(pull_request, answer.result, findings=findings)


_UNLISTED = Finding(
    where="",
    what=("a file that is not listed may lie in a restricted domain",),
    mend=("Split the change, so that every file can be listed.",),
)


def _outcome(
    pull_request: PullRequest, result: GateResult, *, findings: tuple[Finding, ...] = (), said: Words = ()
) -> GateOutcome:
    mode = pull_request.gates.restricted.mode
    return GateOutcome(name=NAME, mode=mode, result=result, findings=findings, said=said)
