"""The verdict on a submission, and all that it rests on: values and one rule, nothing that runs.

Checks decide, then shortcuts, then whether a person has to look (`docs/challenges.md`, "Verdicts").
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from steward.challenge.findings import Finding
from steward.challenge.manifest import Kind, Manifest
from steward.challenge.results import Counts
from steward.challenge.shortcuts import Effect, effect
from steward.lifecycle import CHALLENGES
from steward.model import Conclusion

PATCH = "patch"


class Verdict(StrEnum):
    """What became of a submission."""

    ACCEPTED = "accepted"
    FAILED = "failed"
    NEEDS_REVIEW = "needs_review"


class Outcome(StrEnum):
    """What became of a check."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not_run"
    NOT_CONFIGURED = "not_configured"


class Basis(StrEnum):
    """What an outcome rests on."""

    REPORT = "exit code and report"
    EXIT = "exit code only"
    OUTPUT = "exit code and output"
    OUTSIDE = "compared outside"
    RULES = "rules"


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """One check. `why` is a clause about a failure; `base` counts the tests that ran without the submission.

    `reasons` are the names that `docs/challenges.md` lists. `weaker` marks hidden tests that share a process with
    the submission. `log` is what was printed, where it may be shown; it is no part of the JSON.
    """

    id: str
    kind: str
    outcome: Outcome
    required: bool = True
    basis: Basis | None = None
    weaker: bool = False
    why: str = ""
    counts: Counts | None = None
    base: int | None = None
    reasons: tuple[str, ...] = ()
    log: str = ""


class TaskReport(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known about one submission."""

    challenge: str
    title: str
    verdict: Verdict
    checks: tuple[CheckResult, ...]
    shortcuts: tuple[Finding, ...]
    seed: int
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0, or 1 for a submission that failed; Steward's own failures are 2 and come as errors."""
        return CHALLENGES[self.verdict][2]

    @property
    def conclusion(self) -> Conclusion:
        """The conclusion of the check run."""
        return CHALLENGES[self.verdict][1]


def report(
    manifest: Manifest,
    checks: Sequence[CheckResult],
    shortcuts: tuple[Finding, ...],
    *,
    seed: int,
    notes: tuple[str, ...] = (),
    lacking: tuple[str, ...] = (),
) -> TaskReport:
    """The report, with the kinds that are not configured shown as that."""
    return TaskReport(
        challenge=manifest.id,
        title=manifest.title,
        verdict=verdict(manifest, checks, shortcuts),
        checks=_with_all_kinds(checks),
        shortcuts=shortcuts,
        seed=seed,
        reasons=_reasons(checks, shortcuts),
        notes=notes,
        lacking=lacking,
    )


def verdict(manifest: Manifest, checks: Sequence[CheckResult], shortcuts: Sequence[Finding]) -> Verdict:
    """Failed, when a required check failed or could not be run, or a shortcut rejects; else as people decided."""
    done = effect(shortcuts, manifest.shortcuts)
    bad = any(check.required and check.outcome in (Outcome.FAILED, Outcome.NOT_RUN) for check in checks)
    if bad or done is Effect.REJECT:
        return Verdict.FAILED
    return Verdict.NEEDS_REVIEW if manifest.manual or done is Effect.REVIEW else Verdict.ACCEPTED


def _reasons(checks: Sequence[CheckResult], shortcuts: Sequence[Finding]) -> tuple[str, ...]:
    named = [reason for check in checks for reason in check.reasons]
    named += [f"{finding.group}.{finding.rule}" for finding in shortcuts]
    return tuple(dict.fromkeys(named))


def _with_all_kinds(checks: Sequence[CheckResult]) -> tuple[CheckResult, ...]:
    kinds = [PATCH, *Kind]
    present = {check.kind for check in checks}
    empty = [
        CheckResult(id="", kind=kind, outcome=Outcome.NOT_CONFIGURED, required=False)
        for kind in kinds
        if kind not in present
    ]
    return tuple(sorted([*checks, *empty], key=lambda check: kinds.index(check.kind)))
