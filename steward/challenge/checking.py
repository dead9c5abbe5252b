"""The checks of a challenge in their order, on a submission and, where that says more, without it.

When a check passes: `docs/challenges.md`, "When a check passes".
"""

from __future__ import annotations

from collections.abc import Mapping

from steward.challenge.base_runs import BaseRuns, is_to_pass, lacks_tool, unusable
from steward.challenge.bench import Bench, Ran, Step, Tree
from steward.challenge.cases import Case
from steward.challenge.insight import Insight
from steward.challenge.logs import readable
from steward.challenge.manifest import Check, Kind, Manifest
from steward.challenge.results import Counts, counts, failure, stopped
from steward.challenge.running import arguments, as_expected, right, step_of
from steward.challenge.task import Basis, CheckResult, Outcome
from steward.wording import count


class Checks:
    """The checks of one submission; the first required one that fails stops the rest."""

    def __init__(
        self,
        manifest: Manifest,
        bench: Bench,
        cases: Mapping[str, tuple[Case, ...]],
        *,
        seed: int,
        insight: Insight | None = None,
    ) -> None:
        self._manifest, self._bench, self._cases, self._seed = manifest, bench, cases, seed
        self._left = manifest.limits.total_seconds
        self._base = BaseRuns(manifest, bench, seed)
        self._insight = insight
        self._shows_logs = bench.sealed

    def run(self) -> list[CheckResult]:
        """The result of every check. Raises `ConfigInvalid` when the challenge cannot be used."""
        results: list[CheckResult] = []
        going = True
        for check in self._manifest.ordered:
            result = self._one(check) if going else not_run(check)
            results.append(result)
            going = going and not (check.required and result.outcome is Outcome.FAILED)
        return results

    def _one(self, check: Check) -> CheckResult:
        if check.kind is Kind.HIDDEN and check.files:
            # What printed may have read hidden files before: from here on nothing printed is shown.
            self._shows_logs = False
        if self._left <= 0:
            return self._result(check, "the time for all checks together is used up")
        if check.cases is not None:
            return self._compared(check)
        seconds = min(check.seconds, self._left)
        ran = self._bench.run(Tree.SUBMISSION, step_of(check, seed=self._seed, seconds=seconds))
        self._left -= ran.seconds
        behaves = check.kind is Kind.BEHAVIOUR and check.junit is None
        return self._behaved(check, ran, seconds) if behaves else self._ended(check, ran, seconds)

    def _ended(self, check: Check, ran: Ran, seconds: float) -> CheckResult:
        most = self._manifest.limits.output_bytes
        junit = check.junit is not None
        secret = check.kind is Kind.HIDDEN
        why = failure(ran, seconds=seconds, output_bytes=most, junit=junit, base=None)
        base = self._base.tests(check) if junit and (why is None or secret) else None
        why = why or failure(ran, seconds=seconds, output_bytes=most, junit=junit, base=base)
        why = why or as_expected(ran, check.expect)
        if why is not None:
            why += self._without_it(check, ran)
        told = counts(ran) if junit else None
        if secret:
            told = told if told and base is not None and told.ran + told.skipped <= base else None
            why = why and _discreet(told)
        return self._result(
            check,
            why,
            ran=ran,
            counts=told,
            base=base,
            basis=Basis.REPORT if junit else Basis.EXIT,
            weaker=secret,
        )

    def _without_it(self, check: Check, ran: Ran) -> str:
        """What a failed check does without the submission, as the end of a clause.

        Raises `ConfigInvalid` when that shows that no submission could have passed it.
        """
        if not (is_to_pass(check) or lacks_tool(check, ran)):
            return ""
        problem = self._base.problem(check)
        if problem is None:
            return ""
        alone = self._base.ran(check)
        if check.required and (check.kind in (Kind.INSTALL, Kind.EXISTING) or lacks_tool(check, alone)):
            if self._insight is not None:
                self._insight.printed(check, alone)
            raise unusable(check, problem, readable(alone.stdout, alone.stderr) if self._shows_logs else "")
        return "; it fails without the submission, too" if is_to_pass(check) else ""

    def _behaved(self, check: Check, ran: Ran, seconds: float) -> CheckResult:
        early = stopped(ran, seconds, self._manifest.limits.output_bytes)
        why = early or as_expected(ran, check.expect)
        looked = check.expect.stdout is not None or check.expect.stderr is not None
        return self._result(check, why, ran=ran, basis=Basis.OUTPUT if looked else Basis.EXIT)

    def _compared(self, check: Check) -> CheckResult:
        cases = self._cases[check.id]
        tried = passed = 0
        for case in cases:
            step = Step(
                arguments=arguments(check, seed=self._seed, given=case.input),
                seconds=min(check.seconds, max(self._left, 0.1)),
                given=b"" if any("{input}" in word for word in check.run) else case.input.encode(),
                afresh=tried == 0,
            )
            ran = self._bench.run(Tree.SUBMISSION, step)
            self._left -= ran.seconds
            fits = right(ran, case)
            tried, passed = tried + 1, passed + fits
            if self._insight is not None and not fits:
                self._insight.case(check, case, ran, number=tried - 1, seconds=step.seconds)
            if ran.timed_out or self._left <= 0:
                break
        told = Counts(ran=tried, failed=tried - passed, skipped=0)
        return self._result(check, _wrong(told, len(cases)), counts=told, basis=Basis.OUTSIDE)

    def _result(
        self,
        check: Check,
        why: str | None,
        *,
        ran: Ran | None = None,
        counts: Counts | None = None,
        base: int | None = None,
        basis: Basis | None = None,
        weaker: bool = False,
    ) -> CheckResult:
        shown = ran is not None and why is not None and self._shows_logs and check.kind is not Kind.HIDDEN
        if self._insight is not None and ran is not None and why is not None:
            self._insight.printed(check, ran)
        return CheckResult(
            id=check.id,
            kind=check.kind,
            required=check.required,
            outcome=Outcome.FAILED if why else Outcome.PASSED,
            basis=basis,
            weaker=weaker,
            why=why or "",
            counts=counts,
            base=base,
            reasons=(f"check.{check.id}",) if why else (),
            log=readable(ran.stdout, ran.stderr) if ran is not None and shown else "",
        )


def not_run(check: Check) -> CheckResult:
    """The result of a check that was not reached."""
    return CheckResult(id=check.id, kind=check.kind, outcome=Outcome.NOT_RUN, required=check.required)


def _wrong(told: Counts, all_cases: int) -> str | None:
    """What may be said of cases that did not all come out right: counts alone."""
    if told.ran < all_cases:
        ran = f"out of time: {told.ran:,} of {count(all_cases, 'case')} ran"
        return f"{ran}, and {told.failed:,} of them came out wrong"
    return f"{told.failed:,} of {count(told.ran, 'case')} came out wrong" if told.failed else None


def _discreet(told: Counts | None) -> str:
    """What may be said of hidden tests that did not pass: counts, and nothing that they could have written."""
    if told is None or not told.failed:
        return "the hidden tests did not pass"
    return f"{told.failed} of {count(told.ran, 'hidden test')} failed"
