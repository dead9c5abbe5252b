"""The story of one submission: rules, copy, shortcuts, checks in their order, verdict.

What touches the world is asked of a bench (`steward.challenge.bench`). The story for users: `docs/challenges.md`,
"What happens to a submission".
"""

from __future__ import annotations

from collections.abc import Mapping

from steward.challenge import shortcuts
from steward.challenge.bench import Bench, Ran, Step, Tree
from steward.challenge.cases import Case, parse_cases
from steward.challenge.examples import Examples, constants, hidden_examples, public_examples
from steward.challenge.logs import readable
from steward.challenge.manifest import Check, Kind, Manifest
from steward.challenge.patch import Refusal, Submission, read_patch
from steward.challenge.pins import Pin, pin
from steward.challenge.results import Counts, counts, failure, stopped
from steward.challenge.running import arguments, as_expected, right
from steward.challenge.task import PATCH, Basis, CheckResult, Outcome, TaskReport, report
from steward.errors import ConfigInvalid
from steward.report.markdown import visible
from steward.wording import count


def judge(
    manifest: Manifest, patch: bytes, bench: Bench, *, seed: int, outside: tuple[str, ...] = ()
) -> TaskReport:
    """Judge one patch. Raises a `StewardError` when it is not the submission that is to blame."""
    cases = _cases(manifest, bench)
    submission, refused = read_patch(patch, manifest, outside)
    if submission is None:
        return _refused(manifest, refused, seed, bench)
    pinned = _pinned(submission, manifest, bench.base)
    applied = bench.apply(submission.patch, submission.paths, pinned.keys())
    if applied.problem is not None:
        what = f"it does not apply to the challenge: {applied.problem}"
        return _refused(manifest, (Refusal(rule="does-not-apply", what=what),), seed, bench)
    seen = shortcuts.Seen(
        submission=submission,
        files=applied.files,
        pinned=pinned,
        manifest=manifest,
        examples=_examples(manifest, bench, cases),
    )
    findings = shortcuts.find(seen)
    checks = [_patch_passed(), *_Checks(manifest, bench, cases, seed).run()]
    return report(manifest, checks, findings, seed=seed, notes=_notes(pinned), lacking=bench.lacking)


def _cases(manifest: Manifest, bench: Bench) -> dict[str, tuple[Case, ...]]:
    """The hidden cases of each check. What is wrong with them is not said here: it would quote them."""
    found = {}
    for check in manifest.checks:
        if check.cases is not None:
            data = bench.hidden(check.cases).get(check.cases)
            try:
                found[check.id] = parse_cases(data or b"", path="cases")
            except ConfigInvalid:
                raise _unusable(check, "cases") from None
        elif check.files is not None and not bench.hidden(check.files):
            raise _unusable(check, "files")
    return found


def _unusable(check: Check, key: str) -> ConfigInvalid:
    what = f"the hidden {key} of the check {visible(check.id)} are missing or cannot be used"
    return ConfigInvalid((what,), mend="Run steward challenge check where the hidden files are.")


def _refused(manifest: Manifest, refused: tuple[Refusal, ...], seed: int, bench: Bench) -> TaskReport:
    result = CheckResult(
        id=PATCH,
        kind=PATCH,
        outcome=Outcome.FAILED,
        basis=Basis.RULES,
        why="; ".join(refusal.what for refusal in refused[:10]),
        reasons=tuple(dict.fromkeys(f"patch.{refusal.rule}" for refusal in refused)),
    )
    rest = [_not_run(check) for check in manifest.ordered]
    return report(manifest, [result, *rest], (), seed=seed, lacking=bench.lacking)


def _patch_passed() -> CheckResult:
    return CheckResult(id=PATCH, kind=PATCH, outcome=Outcome.PASSED, basis=Basis.RULES)


def _not_run(check: Check) -> CheckResult:
    return CheckResult(id=check.id, kind=check.kind, outcome=Outcome.NOT_RUN, required=check.required)


def _pinned(submission: Submission, manifest: Manifest, base: Mapping[str, bytes]) -> dict[str, Pin]:
    pins = {path: pin(path, manifest, base) for path in submission.paths}
    return {path: found for path, found in pins.items() if found is not None}


def _notes(pinned: Mapping[str, Pin]) -> tuple[str, ...]:
    return tuple(
        f"{visible(path)} comes from the challenge, whatever the patch says" for path in sorted(pinned)
    )


def _examples(manifest: Manifest, bench: Bench, cases: Mapping[str, tuple[Case, ...]]) -> Examples:
    base = bench.base
    tests = {path: data for path, data in base.items() if pin(path, manifest, base) is Pin.TEST}
    secret = {
        path: data
        for check in manifest.checks
        if check.files
        for path, data in bench.hidden(check.files).items()
    }
    known = constants(base) | {word for check in manifest.checks for word in check.run}
    return Examples(
        public=public_examples(tests, manifest),
        hidden=hidden_examples(secret, [case for each in cases.values() for case in each]),
        known=known,
    )


class _Checks:
    """The checks in their order; the first required one that fails stops the rest."""

    def __init__(
        self, manifest: Manifest, bench: Bench, cases: Mapping[str, tuple[Case, ...]], seed: int
    ) -> None:
        self._manifest, self._bench, self._cases, self._seed = manifest, bench, cases, seed
        self._left = manifest.limits.total_seconds
        self._base_installed = False
        self._shows_logs = bench.sealed

    def run(self) -> list[CheckResult]:
        """The result of every check."""
        results: list[CheckResult] = []
        going = True
        for check in self._manifest.ordered:
            result = self._one(check) if going else _not_run(check)
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
        ran = self._ran(Tree.SUBMISSION, check, seconds)
        self._left -= ran.seconds
        behaves = check.kind is Kind.BEHAVIOUR
        return self._behaved(check, ran, seconds) if behaves else self._ended(check, ran, seconds)

    def _ran(self, tree: Tree, check: Check, seconds: float) -> Ran:
        installs = check.kind is Kind.INSTALL
        step = Step(
            arguments=arguments(check, seed=self._seed),
            seconds=seconds,
            report=check.junit,
            placed=check.files,
            network=installs,
            keeps=installs,
        )
        return self._bench.run(tree, step)

    def _ended(self, check: Check, ran: Ran, seconds: float) -> CheckResult:
        most = self._manifest.limits.output_bytes
        junit = check.junit is not None
        secret = check.kind is Kind.HIDDEN
        why = failure(ran, seconds=seconds, output_bytes=most, junit=junit, base=None)
        base = self._base_tests(check) if junit and (why is None or secret) else None
        why = why or failure(ran, seconds=seconds, output_bytes=most, junit=junit, base=base)
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

    def _base_tests(self, check: Check) -> int | None:
        """How many tests run without the submission; None when that cannot be told."""
        if not self._base_installed:
            self._base_installed = True
            for install in self._manifest.ordered:
                if install.kind is Kind.INSTALL:
                    self._ran(Tree.BASE, install, install.seconds)
        told = counts(self._ran(Tree.BASE, check, check.seconds))
        return told.ran if told else None

    def _behaved(self, check: Check, ran: Ran, seconds: float) -> CheckResult:
        early = stopped(ran, seconds, self._manifest.limits.output_bytes)
        why = early or as_expected(ran, check.expect)
        looked = check.expect.stdout is not None or check.expect.stderr is not None
        return self._result(check, why, ran=ran, basis=Basis.OUTPUT if looked else Basis.EXIT)

    def _compared(self, check: Check) -> CheckResult:
        cases = self._cases[check.id]
        passed = 0
        for number, case in enumerate(cases):
            step = Step(
                arguments=arguments(check, seed=self._seed, given=case.input),
                seconds=min(check.seconds, max(self._left, 0.1)),
                given=b"" if any("{input}" in word for word in check.run) else case.input.encode(),
                afresh=number == 0,
            )
            ran = self._bench.run(Tree.SUBMISSION, step)
            self._left -= ran.seconds
            passed += right(ran, case)
            if ran.timed_out or self._left <= 0:
                break
        told = Counts(ran=len(cases), failed=len(cases) - passed, skipped=0)
        why = None if passed == len(cases) else f"{told.failed} of {count(len(cases), 'case')} came out wrong"
        return self._result(check, why, counts=told, basis=Basis.OUTSIDE)

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


def _discreet(told: Counts | None) -> str:
    """What may be said of hidden tests that did not pass: counts, and nothing that they could have written."""
    if told is None or not told.failed:
        return "the hidden tests did not pass"
    return f"{told.failed} of {count(told.ran, 'hidden test')} failed"
