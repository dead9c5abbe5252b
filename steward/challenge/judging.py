"""The story of one submission: rules, copy, shortcuts, checks in their order, verdict.

What touches the world is asked of a bench (`steward.challenge.bench`). The story for users: `docs/challenges.md`,
"What happens to a submission".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from steward.challenge import shortcuts
from steward.challenge.bench import Bench
from steward.challenge.cases import Case, parse_cases
from steward.challenge.checking import Checks, not_run
from steward.challenge.examples import Examples, constants, hidden_examples, public_examples
from steward.challenge.insight import Insight
from steward.challenge.manifest import Check, Manifest
from steward.challenge.patch import Refusal, Submission, read_patch
from steward.challenge.pins import Pin, pin
from steward.challenge.task import PATCH, Basis, CheckResult, Outcome, TaskReport, report
from steward.errors import ConfigInvalid
from steward.report.markdown import visible

_MAKE_IT = "make it in the challenge's folder, with git diff --no-renames --relative"
_FETCH = "Fetch the private challenge that holds them in a step before (docs/challenges.md, A course)"


def judge(
    manifest: Manifest,
    patch: bytes,
    bench: Bench,
    *,
    seed: int,
    outside: tuple[str, ...] = (),
    insight: Insight | None = None,
) -> TaskReport:
    """Judge one patch. Raises a `StewardError` when it is not the submission that is to blame.

    `outside` are paths that the submission changes where the patch does not reach. `insight` is told what only the
    owner of the hidden tests may see; none of that is in the report.
    """
    cases = _cases(manifest, bench)
    submission, refused = read_patch(patch, manifest, outside)
    if submission is None:
        return _refused(manifest, refused, seed, bench)
    pinned = _pinned(submission, manifest, bench.base)
    applied = bench.apply(submission.patch, submission.paths, pinned.keys())
    if applied.problem is not None:
        what = f"it does not apply to the challenge: {applied.problem} ({_MAKE_IT})"
        return _refused(manifest, (Refusal(rule="does-not-apply", what=what),), seed, bench)
    seen = shortcuts.Seen(
        submission=submission,
        files=applied.files,
        pinned=pinned,
        manifest=manifest,
        examples=_examples(manifest, bench, cases),
    )
    findings = shortcuts.find(seen)
    checks = [_patch_passed(), *Checks(manifest, bench, cases, seed=seed, insight=insight).run()]
    return report(
        manifest,
        checks,
        findings,
        seed=seed,
        notes=(*_notes(pinned, bench.base), *_half_read(submission, pinned)),
        lacking=bench.lacking,
    )


def _cases(manifest: Manifest, bench: Bench) -> dict[str, tuple[Case, ...]]:
    """The hidden cases of each check. What is wrong with them is not said here: it would quote them."""
    found = {}
    for check in manifest.checks:
        if check.cases is not None:
            data = bench.hidden(check.cases).get(check.cases)
            if data is None:
                raise _missing(check, "cases")
            try:
                found[check.id] = parse_cases(data, path="cases")
            except ConfigInvalid:
                raise _broken(check) from None
        elif check.files is not None and not bench.hidden(check.files):
            raise _missing(check, "files")
    return found


def _missing(check: Check, key: str) -> ConfigInvalid:
    what = f"the hidden {key} of the check {visible(check.id)} are missing"
    return ConfigInvalid((what,), mend=f"{_FETCH}, or judge by a manifest without that check.")


def _broken(check: Check) -> ConfigInvalid:
    what = f"the hidden cases of the check {visible(check.id)} cannot be used"
    return ConfigInvalid((what,), mend="Run steward challenge check where the hidden files are: it says why.")


def _refused(manifest: Manifest, refused: tuple[Refusal, ...], seed: int, bench: Bench) -> TaskReport:
    result = CheckResult(
        id=PATCH,
        kind=PATCH,
        outcome=Outcome.FAILED,
        basis=Basis.RULES,
        why="; ".join(refusal.what for refusal in refused[:10]),
        reasons=tuple(dict.fromkeys(f"patch.{refusal.rule}" for refusal in refused)),
    )
    rest = [not_run(check) for check in manifest.ordered]
    return report(manifest, [result, *rest], (), seed=seed, lacking=bench.lacking)


def _patch_passed() -> CheckResult:
    return CheckResult(id=PATCH, kind=PATCH, outcome=Outcome.PASSED, basis=Basis.RULES)


def _pinned(submission: Submission, manifest: Manifest, base: Mapping[str, bytes]) -> dict[str, Pin]:
    pins = {path: pin(path, manifest, base) for path in submission.paths}
    return {path: found for path, found in pins.items() if found is not None}


def _notes(pinned: Mapping[str, Pin], base: Mapping[str, bytes]) -> tuple[str, ...]:
    return tuple(
        f"{visible(path)} comes from the challenge, whatever the patch says"
        if path in base
        else f"{visible(path)} is left out: the challenge has no such file, and only it may bring one"
        for path in sorted(pinned)
    )


def _half_read(submission: Submission, pinned: Collection[str]) -> Iterator[str]:
    for path in submission.paths:
        if path not in pinned and shortcuts.is_half_read(path):
            what = "is in a language in which answers alone are looked for, not ways round the tests"
            yield f"{visible(path)} {what}"


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
