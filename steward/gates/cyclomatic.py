"""Gate `cyclomatic`: no new or grown function above its domain's limit. The rules: `docs/cyclomatic.md`."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable

from steward import wording
from steward.facts import Function, Functions, Missing
from steward.governance.asking import moves_in
from steward.governance.mapping import Domains
from steward.intake.functions import is_measurable
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

NAME = "cyclomatic"

_Place = tuple[str, Function]
_Of = Callable[[str], Domain | None]


def check(pull_request: PullRequest, scorecard: Scorecard) -> GateOutcome:
    """Judge the functions of every changed file whose domain sets a limit."""
    domains = pull_request.constitution.domains if pull_request.constitution else ()
    if not any(domain.max_cyclomatic for domain in domains):
        no_file = pull_request.constitution is None
        why = "there is no governance.pxf" if no_file else "no domain sets a max_cyclomatic_complexity"
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=(why,))
    of = Domains(domains).of
    touched = [file for file in pull_request.change.files if _is_limited(file, of)]
    if not touched and pull_request.change.complete:
        return _outcome(
            pull_request,
            GateResult.NOT_APPLICABLE,
            said=("no file of a domain with a limit has changed content",),
        )
    facts = pull_request.beside.functions
    if facts is None or isinstance(facts, Missing):
        return _outcome(pull_request, GateResult.UNMEASURED, (_unread(facts),))
    return _judged(pull_request, touched, facts, of)


def _judged(
    pull_request: PullRequest, touched: list[ChangedFile], facts: tuple[Functions, ...], of: _Of
) -> GateOutcome:
    measured = {one.path: one for one in facts}
    here = [measured[file.path] for file in touched if file.path in measured]
    guilty = tuple(_findings(here, facts, of))
    unmeasured = (*_unmeasured(touched, measured), *_unlisted(pull_request))
    unknown = [one.path for one in here if not one.known]
    known = sum(one.known and one.missing is None for one in here)
    if guilty:
        result = GateResult.FAIL
    elif unmeasured:
        result = GateResult.UNMEASURED
    else:
        result = GateResult.PASS if known else GateResult.NOT_APPLICABLE
    return _outcome(pull_request, result, (*guilty, *unmeasured), _said(known, unknown))


def _is_limited(file: ChangedFile, of: _Of) -> bool:
    if file.kind is Kind.DELETED or (file.content is Content.SAME and not moves_in(file, of)):
        return False
    domain = of(file.path)
    return bool(domain and domain.max_cyclomatic)


# ------------------------------------------------------------------------------------------------ judging


def _findings(here: list[Functions], everywhere: tuple[Functions, ...], of: _Of) -> Iterable[Finding]:
    strangers: list[tuple[_Place, int | None]] = []
    vanished: list[_Place] = []
    looked_at = {one.path for one in here}
    for file in everywhere:
        left, gone = _unmatched(file)
        vanished += [(file.path, function) for function in gone]
        if file.path in looked_at:
            strangers += [((file.path, function), before) for function, before in left]
    above = [
        (place, before, domain)
        for place, before in sorted(strangers, key=lambda one: (-one[0][1].complexity, one[0][0]))
        if (domain := of(place[0])) and place[1].complexity > domain.max_cyclomatic
    ]
    moved = Counter[tuple[str | None, str, int]](
        (_name_of(of(path)), function.name, function.complexity) for path, function in vanished
    )
    found = []
    for (path, function), before, domain in above:
        key = (domain.name, function.name, function.complexity)
        if moved[key]:
            moved[key] -= 1
            continue
        found.append(_finding(path, function, before, domain))
    return sorted(found, key=lambda one: (one.where, one.line or 0))


def _unmatched(file: Functions) -> tuple[list[tuple[Function, int | None]], list[Function]]:
    """The functions that no old one accounts for, each with what it was, and the old ones that are gone.

    By name first, whatever the order in the file; then an old one under another name, where both are equal.
    """
    names = {one.name for one in file.before} | {one.name for one in file.after}
    left: list[tuple[Function, int | None]] = []
    gone: list[Function] = []
    for name in sorted(names):
        unequal, unused = _of_one_name(
            [one for one in file.before if one.name == name], [one for one in file.after if one.name == name]
        )
        left += unequal
        gone += unused
    for function, was in list(left):
        twin = next((one for one in gone if one.complexity == function.complexity), None)
        if was is None and twin is not None:
            gone.remove(twin)
            left.remove((function, was))
    return left, gone


def _of_one_name(
    before: list[Function], after: list[Function]
) -> tuple[list[tuple[Function, int | None]], list[Function]]:
    """Overloads and namesakes: equal with equal first, then the rest, the most complex with the most complex."""
    old, new = list(before), []
    for function in after:
        twin = next((one for one in old if one.complexity == function.complexity), None)
        if twin is None:
            new.append(function)
        else:
            old.remove(twin)
    old.sort(key=lambda one: -one.complexity)
    new.sort(key=lambda one: -one.complexity)
    pairs = list(zip(new, old, strict=False))
    grown = [(function, was.complexity) for function, was in pairs if function.complexity > was.complexity]
    return [*grown, *((function, None) for function in new[len(old) :])], old[len(new) :]


def _name_of(domain: Domain | None) -> str | None:
    return domain.name if domain else None


# -------------------------------------------------------------------------------------------------- words


def _finding(path: str, function: Function, before: int | None, domain: Domain) -> Finding:
    name = Quoted(function.name)
    what: Words = (
        ("the new function ", name, " is above the limit of the domain ", Quoted(domain.name))
        if before is None
        else (
            "the function ",
            name,
            f" grew from {before:,} and is above the limit of the domain ",
            Quoted(domain.name),
        )
    )
    most = domain.max_cyclomatic if before is None else max(domain.max_cyclomatic, before)
    return Finding(
        where=path,
        line=function.line,
        what=what,
        measured=f"{function.complexity:,}",
        limit=f"{domain.max_cyclomatic:,}",
        mend=(
            "Split ",
            name,
            f" so that no part has more than {most:,}; to measure it yourself: ",
            Quoted(f"lizard -C {domain.max_cyclomatic} {shlex.quote(path)}"),
            ".",
        ),
    )


def _unmeasured(touched: list[ChangedFile], measured: dict[str, Functions]) -> Iterable[Finding]:
    for file in touched:
        one = measured.get(file.path)
        if one is not None and one.missing is not None:
            yield Finding(
                where=file.path,
                what=("not measured: ", Quoted(one.missing.why)),
                mend=_step(one.missing.mend),
            )
        elif one is None and is_measurable(file.path):
            yield Finding(
                where=file.path,
                what=("not measured: its text was not read",),
                mend=("Let it be text for git (no attribute binary), or ask for a waiver.",),
            )


def _unlisted(pull_request: PullRequest) -> tuple[Finding, ...]:
    change = pull_request.change
    if change.complete:
        return ()
    what = f"file list incomplete: {len(change.files):,} of {change.totals.files:,}"
    return (Finding(where="", what=(what,), mend=("Split the change.",)),)


def _unread(facts: Missing | None) -> Finding:
    if facts is None:
        return Finding(where="", what=("not measured: the files were not read",), mend=_step(""))
    return Finding(where="", what=("not measured: ", Quoted(facts.why)), mend=_step(facts.mend))


def _step(mend: str) -> Words:
    mend = mend or "run the evaluation again on GitHub, with a token that may read contents"
    return (mend[:1].upper() + mend[1:].rstrip(".") + ".",)


def _said(known: int, unknown: list[str]) -> Words:
    words: list[str | Quoted] = [f"{wording.count(known, 'file')} measured"] if known else []
    if unknown:
        words += [", " if known else "", "in a language that cannot be measured here: "]
        words += wording.names(unknown)
    return tuple(word for word in words if word)


def _outcome(
    pull_request: PullRequest, result: GateResult, findings: tuple[Finding, ...] = (), said: Words = ()
) -> GateOutcome:
    return GateOutcome(
        name=NAME,
        mode=pull_request.gates.cyclomatic.mode,
        result=result,
        findings=findings,
        said=said,
    )
