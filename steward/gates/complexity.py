"""Gate `complexity`: the change stays within the lines and files that the repository allows (`docs/policy.md`)."""

from __future__ import annotations

from collections.abc import Iterator

from steward.model import (
    ComplexityEvidence,
    DimensionKey,
    Finding,
    GateOutcome,
    GateResult,
    PullRequest,
    Quoted,
    Scorecard,
    Words,
)
from steward.policy import Complexity

NAME = "complexity"

_SPLIT: Words = (
    "Split the change into smaller pull requests, or leave generated paths out of the count with ",
)
_EXCLUDE = Quoted("scoring.complexity.exclude")


def check(pull_request: PullRequest, card: Scorecard) -> GateOutcome:
    """Within the limits or not, by the counts of the dimension: what is excluded there is excluded here.

    GitHub's totals are known even when the list of files is not; they count everything, so what passes by them
    passes, and what fails by them alone is unmeasured.
    """
    rules = pull_request.gates.complexity
    found = card[DimensionKey.COMPLEXITY].evidence
    if not isinstance(found, ComplexityEvidence):
        nothing: Words = ("no file was changed",)
        return _outcome(rules, GateResult.NOT_APPLICABLE, said=nothing)
    findings = tuple(_findings(rules, found))
    if not findings:
        said = f"{found.lines:,} of {rules.max_lines:,} lines, {found.files:,} of {rules.max_files:,} files"
        return _outcome(rules, GateResult.PASS, said=(said,))
    result = GateResult.FAIL if found.complete else GateResult.UNMEASURED
    return _outcome(rules, result, findings=findings)


def _findings(rules: Complexity, found: ComplexityEvidence) -> Iterator[Finding]:
    counted = (("lines", found.lines, rules.max_lines), ("files", found.files, rules.max_files))
    for what, measured, limit in counted:
        if measured > limit:
            yield Finding(
                where="",
                what=(f"{measured:,} changed {what}, {limit:,} allowed", *_by_totals(found)),
                measured=f"{measured:,}",
                limit=f"{limit:,}",
                mend=(*_SPLIT, _EXCLUDE, "."),
            )


def _by_totals(found: ComplexityEvidence) -> Words:
    return (
        () if found.complete else (" by the totals, exclusions not taken off: the file list is incomplete",)
    )


def _outcome(
    rules: Complexity, result: GateResult, *, findings: tuple[Finding, ...] = (), said: Words = ()
) -> GateOutcome:
    return GateOutcome(name=NAME, mode=rules.mode, result=result, findings=findings, said=said)
