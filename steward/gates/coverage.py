"""Gate `coverage`: each touched domain's tests reach enough of its lines. The rules: `docs/coverage.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from steward import paths, wording
from steward.facts import Carried, FileCoverage, Missing, Share
from steward.governance.mapping import Domains
from steward.model import (
    ChangedFile,
    Content,
    Finding,
    GateOutcome,
    GateResult,
    Kind,
    PullRequest,
    Quoted,
    Scorecard,
    Words,
)
from steward.policy import Domain

NAME = "coverage"

IN_THE_GATE_RUN = Missing(why="measured in the gate run")
"""What stands for the coverage where only the gate run has the file, and passed: in `publish`, and in later runs on
the same commit (`docs/coverage.md`)."""

GATE_RUN_FAILED = Missing(
    why="the gate run, which has the coverage file, did not succeed",
    mend="Mend what that run says, or waive it, and run its workflow again.",
)

GATE_RUN_WAIVED = Missing(
    why="the gate run has the coverage file, and may have passed for the waiver only",
    mend="Add the tests that the gate run asks for.",
)

_PROVIDE: Words = (
    "Let the workflow run the tests before this step, and set ",
    Quoted("coverage-file"),
    " to the Cobertura XML or LCOV file that they write.",
)
_SPLIT: Words = ("Split the change, so that every file can be listed.",)


def check(pull_request: PullRequest, scorecard: Scorecard) -> GateOutcome:
    """Judge every domain that asks for coverage and is touched by a source or test file, or a measured one."""
    rules = pull_request.constitution
    if rules is None or not any(domain.min_coverage for domain in rules.domains):
        why = "there is no governance.pxf" if rules is None else "no domain sets a min_coverage"
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=(why,))
    of = Domains(rules.domains).of
    facts = pull_request.beside.coverage
    files = facts if isinstance(facts, tuple) else ()
    touched = _touched(pull_request, of, frozenset(one.path for one in files))
    if not touched and pull_request.change.complete:
        why = "no source or test file of a domain with a min_coverage is touched"
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=(why,))
    if isinstance(facts, Carried):
        return _carried(pull_request, facts, touched)
    if facts == IN_THE_GATE_RUN:
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=(IN_THE_GATE_RUN.why,))
    if facts is None or isinstance(facts, Missing):
        return _outcome(pull_request, GateResult.UNMEASURED, (_unread(facts),))
    return _judged(pull_request, touched, files, of)


def shares(pull_request: PullRequest) -> tuple[Share, ...] | None:
    """What was measured of each domain with a minimum, for later runs on the same commit: nothing where the gate
    run measured and passed, None where nobody did."""
    rules, facts = pull_request.constitution, pull_request.beside.coverage
    if facts == IN_THE_GATE_RUN:
        return ()
    if isinstance(facts, Carried):
        return facts.shares
    if rules is None or not isinstance(facts, tuple):
        return None
    of = Domains(rules.domains).of
    sums = {domain: [0, 0] for domain in rules.domains if domain.min_coverage}
    for one in facts:
        domain = of(one.path)
        if domain in sums:
            sums[domain][0] += one.covered
            sums[domain][1] += one.lines
    return tuple(
        Share(domain=one.name, covered=covered, lines=lines) for one, (covered, lines) in sums.items()
    )


def _carried(pull_request: PullRequest, facts: Carried, touched: _Touched) -> GateOutcome:
    """By what was measured of this very commit, against the limits as they are now."""
    known = {share.domain: share for share in facts.shares}
    reached: list[Words] = []
    low: list[Finding] = []
    unmeasured: list[Finding] = []
    for domain in touched:
        share = known.get(domain.name)
        if share is None or not share.lines:
            unmeasured.append(_nothing(domain))
        elif Fraction(share.covered, share.lines) < _least(domain):
            low.append(_low_before(domain, share))
        else:
            reached.append((Quoted(domain.name), f" {_percent(Fraction(share.covered, share.lines))}"))
    unmeasured += _unlisted(pull_request)
    result = GateResult.FAIL if low else GateResult.UNMEASURED if unmeasured else GateResult.PASS
    said: Words = ("as measured on this commit before: ", *wording.listed(reached)) if reached else ()
    return _outcome(pull_request, result, (*low, *unmeasured), said)


def _low_before(domain: Domain, share: Share) -> Finding:
    return Finding(
        where="",
        what=(
            "the tests reach too few lines of the domain ",
            Quoted(domain.name),
            ", measured on this commit before",
        ),
        measured=f"{_percent(Fraction(share.covered, share.lines))}, {share.covered:,} of {share.lines:,} lines",
        limit=_percent(_least(domain)),
        mend=("Add tests that reach more of its lines.",),
    )


_Of = Callable[[str], Domain | None]
_Touched = dict[Domain, list[str]]


def _touched(pull_request: PullRequest, of: _Of, measured: frozenset[str]) -> _Touched:
    found: _Touched = {}
    for file in pull_request.change.files:
        for path in _moved(file):
            rules = pull_request.rules
            counts = path in measured or paths.is_source(path, rules) or paths.is_test(path, rules)
            domain = of(path) if counts else None
            if domain is not None and domain.min_coverage:
                found.setdefault(domain, []).append(path)
    return found


def _moved(file: ChangedFile) -> tuple[str, ...]:
    """The paths at which the file's lines came or went: both ends of a rename."""
    if file.kind is Kind.RENAMED and file.previous_path:
        return (file.path, file.previous_path)
    if file.content is Content.SAME and file.kind is not Kind.DELETED:
        return ()
    return (file.path,)


def _judged(
    pull_request: PullRequest, touched: _Touched, files: tuple[FileCoverage, ...], of: _Of
) -> GateOutcome:
    reached: list[Words] = []
    low: list[Finding] = []
    unmeasured: list[Finding] = []
    measured: dict[Domain | None, list[FileCoverage]] = {}
    for one in files:
        measured.setdefault(of(one.path), []).append(one)
    for domain, changed in touched.items():
        inside = measured.get(domain, [])
        lines, covered = sum(one.lines for one in inside), sum(one.covered for one in inside)
        if not lines:
            unmeasured.append(_nothing(domain))
        elif Fraction(covered, lines) < _least(domain):
            low.append(_low(domain, inside, changed))
        else:
            reached.append((Quoted(domain.name), f" {_percent(Fraction(covered, lines))}"))
    unmeasured += _unlisted(pull_request)
    result = GateResult.FAIL if low else GateResult.UNMEASURED if unmeasured else GateResult.PASS
    return _outcome(pull_request, result, (*low, *unmeasured), _said(reached, touched, files))


def _least(domain: Domain) -> Fraction:
    """The limit as it is written: 0.8 is eight tenths, not the nearest binary number."""
    return Fraction(str(domain.min_coverage))


# -------------------------------------------------------------------------------------------------- words


def _low(domain: Domain, inside: list[FileCoverage], changed: list[str]) -> Finding:
    lines, covered = sum(one.lines for one in inside), sum(one.covered for one in inside)
    needed = -(-_least(domain) * lines // 1) - covered
    # What the author has in hand first, then where most is to be gained.
    worst = sorted(
        (one for one in inside if one.covered < one.lines),
        key=lambda one: (one.path not in changed, one.covered - one.lines, one.path),
    )
    return Finding(
        where="",
        what=("the tests reach too few lines of the domain ", Quoted(domain.name)),
        measured=f"{_percent(Fraction(covered, lines))}, {covered:,} of {lines:,} lines",
        limit=_percent(_least(domain)),
        mend=(
            f"Add tests that reach {wording.count(int(needed), 'more line', 'more lines')}, for example of ",
            *wording.listed(
                [(Quoted(one.path), f" ({one.lines - one.covered:,} not reached)") for one in worst[:3]]
            ),
            ".",
        ),
    )


def _nothing(domain: Domain) -> Finding:
    return Finding(
        where="",
        what=("the coverage file measures no line of the domain ", Quoted(domain.name)),
        mend=(
            "Let the report include these files, with paths from the root of the repository or its ",
            Quoted("<source>"),
            " folders.",
        ),
    )


def _unlisted(pull_request: PullRequest) -> Iterable[Finding]:
    change = pull_request.change
    if not change.complete:
        listed = f"{len(change.files):,} of {change.totals.files:,} listed"
        what = f"a file that is not listed may lie in another domain ({listed})"
        yield Finding(where="", what=(what,), mend=_SPLIT)


def _unread(facts: Missing | None) -> Finding:
    if facts is None:
        return Finding(where="", what=("there is no coverage file",), mend=_PROVIDE)
    return Finding(
        where="", what=(Quoted(facts.why),), mend=(_sentence(facts.mend),) if facts.mend else _PROVIDE
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _said(reached: list[Words], touched: _Touched, files: tuple[FileCoverage, ...]) -> Words:
    known = {one.path for one in files}
    left_out = sorted(path for changed in touched.values() for path in changed if path not in known)
    words = list(wording.listed(reached))
    if left_out:
        words += ["; not in the coverage file: " if words else "not in the coverage file: "]
        words += wording.names(left_out)
    return tuple(words)


def _percent(share: Fraction) -> str:
    """Two digits at most, rounded down, so that what is not reached never reads as if it were."""
    hundredths = share * 10_000 // 1
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".") + "%"


def _outcome(
    pull_request: PullRequest, result: GateResult, findings: tuple[Finding, ...] = (), said: Words = ()
) -> GateOutcome:
    mode = pull_request.gates.coverage.mode
    return GateOutcome(name=NAME, mode=mode, result=result, findings=findings, said=said)
