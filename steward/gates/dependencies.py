"""Gate `dependencies`: nothing blocked and nothing unpinned is added. The rules: `docs/dependencies.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

from steward import wording
from steward.facts import Dependency, Manifest, Missing
from steward.model import Finding, GateOutcome, GateResult, PullRequest, Quoted, Scorecard, Words
from steward.policy import Constitution

NAME = "dependencies"

_SPLIT = re.compile(r"[/:]")
_DASHES = re.compile(r"[-_.]+")
_ONE_NAME = ("pyproject.toml", "Cargo.toml", ".txt")
"""Ends of manifests in which `a_b` and `a-b` are one package."""

_PINNED = (
    ("go.mod", "go get {name}@vX.Y.Z"),
    ("package.json", "npm install --save-exact {name}@X.Y.Z"),
    (".txt", "{name}==X.Y.Z"),
    ("pyproject.toml", "{name}==X.Y.Z"),
    ("Cargo.toml", 'cargo add "{name}@=X.Y.Z"'),
    ("pom.xml", "<version>X.Y.Z</version>"),
    ("build.gradle", '"{name}:X.Y.Z"'),
    ("build.gradle.kts", '"{name}:X.Y.Z"'),
    (".csproj", '<PackageReference Include="{name}" Version="[X.Y.Z]" />'),
    ("pubspec.yaml", "{name}: X.Y.Z"),
    ("Package.swift", '.package(url: "…", exact: "X.Y.Z")'),
)


def check(pull_request: PullRequest, scorecard: Scorecard) -> GateOutcome:
    """Judge what the changed manifests add."""
    rules = pull_request.constitution
    if rules is None or not (rules.blocked_modules or rules.require_pinned):
        why = "there is no governance.pxf" if rules is None else "no module is blocked, no pin required"
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=(why,))
    facts = pull_request.beside.manifests
    if facts is None or isinstance(facts, Missing):
        return _outcome(pull_request, GateResult.UNMEASURED, (_unread(facts),))
    if not facts and pull_request.change.complete:
        return _outcome(pull_request, GateResult.NOT_APPLICABLE, said=("no manifest is changed",))
    findings = tuple(finding for one in facts for finding in _of_manifest(one, rules))
    unmeasured = (*_unmeasured(facts), *_unlisted(pull_request))
    result = GateResult.FAIL if findings else GateResult.UNMEASURED if unmeasured else GateResult.PASS
    added = sum(len(one.added) for one in facts)
    counted = wording.count(added, "dependency", "dependencies")
    said = f"{counted} added or changed in {wording.count(len(facts), 'manifest')}"
    return _outcome(pull_request, result, (*findings, *unmeasured), (said,))


def is_blocked(name: str, glob: str, *, manifest: str = "") -> bool:
    """Whether a glob names a module, or what the module is a part of: up to a `/` or a `:` of its name.

    `*` is any text, `/` included. Letters in either case are the same.
    """
    name, glob = _plain(name, manifest), _plain(glob, manifest)
    heads = [name[: found.start()] for found in _SPLIT.finditer(name)]
    return any(fnmatchcase(one, glob) for one in (*heads, name))


def _plain(name: str, manifest: str) -> str:
    name = name.casefold().removesuffix("/")
    return _DASHES.sub("-", name) if manifest.endswith(_ONE_NAME) else name


def _of_manifest(manifest: Manifest, rules: Constitution) -> Iterable[Finding]:
    for one in manifest.added:
        globs = (glob for glob in rules.blocked_modules if is_blocked(one.name, glob, manifest=manifest.path))
        glob = next(globs, None)
        if glob is not None:
            yield _blocked(one, glob)
        elif rules.require_pinned and not one.pinned:
            yield _unpinned(one)


def _blocked(one: Dependency, glob: str) -> Finding:
    return Finding(
        where=one.manifest,
        line=one.line,
        what=("the module ", Quoted(one.name), " is blocked by ", Quoted(glob), " in governance.pxf"),
        mend=("Take it out, or use another module.",),
    )


def _unpinned(one: Dependency) -> Finding:
    step = next((step for end, step in _PINNED if one.manifest.endswith(end)), "{name} X.Y.Z")
    return Finding(
        where=one.manifest,
        line=one.line,
        what=("the dependency ", Quoted(one.name), " is added without naming exactly one version"),
        measured=one.version or "no version",
        limit="one exact version",
        mend=("Name the version that you tested: ", Quoted(step.format(name=one.name)), "."),
    )


def _unmeasured(facts: tuple[Manifest, ...]) -> Iterable[Finding]:
    for one in facts:
        if one.missing is not None:
            yield Finding(
                where=one.path,
                what=("not measured: ", Quoted(one.missing.why)),
                mend=_step(one.missing.mend),
            )


def _unlisted(pull_request: PullRequest) -> Iterable[Finding]:
    if not pull_request.change.complete:
        yield Finding(
            where="",
            what=("a file that is not listed may be a manifest",),
            mend=("Split the change, so that every file can be listed.",),
        )


def _unread(facts: Missing | None) -> Finding:
    if facts is None:
        return Finding(where="", what=("the manifests were not read",), mend=_step(""))
    return Finding(where="", what=("not measured: ", Quoted(facts.why)), mend=_step(facts.mend))


def _step(mend: str) -> Words:
    mend = mend or "run the evaluation again on GitHub, with a token that may read contents"
    return (mend[:1].upper() + mend[1:].rstrip(".") + ".",)


def _outcome(
    pull_request: PullRequest, result: GateResult, findings: tuple[Finding, ...] = (), said: Words = ()
) -> GateOutcome:
    mode = pull_request.gates.dependencies.mode
    return GateOutcome(name=NAME, mode=mode, result=result, findings=findings, said=said)
