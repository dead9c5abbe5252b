"""Gate `dependencies`: what is blocked, what is pinned, and that only what is added counts."""

from __future__ import annotations

import msgspec
import pytest

from steward.facts import Dependency, Manifest, Missing
from steward.gates import dependencies
from steward.gates.dependencies import is_blocked
from steward.model import GateOutcome, GateResult, Quoted
from steward.policy import Constitution
from tests.unit import build
from tests.unit.gates.domains import card, pull

PINS = Constitution(require_pinned=True)


def added(name: str, version: str = "1.0.0", *, pinned: bool = True, path: str = "go.mod") -> Manifest:
    """A manifest that adds one dependency, in its third line."""
    one = Dependency(manifest=path, line=3, name=name, version=version, pinned=pinned)
    return Manifest(path=path, added=(one,))


def judged(*manifests: Manifest, rules: Constitution = PINS, facts: Missing | None = None) -> GateOutcome:
    """The gate's answer about these manifests."""
    change = pull([build.file("go.mod")], manifests=facts or manifests, constitution=rules)
    return dependencies.check(change, card(change))


@pytest.mark.parametrize(
    ("glob", "name", "manifest", "blocked"),
    [
        ("left-pad", "left-pad", "package.json", True),
        ("left-pad", "left-pads", "package.json", False),
        ("left*", "left-pad", "package.json", True),
        ("*pad", "left-pad", "package.json", True),
        ("@evil", "@evil/lib", "package.json", True),
        ("@evil/*", "@evil/lib", "package.json", True),
        ("@evil/*", "@evils/lib", "package.json", False),
        ("github.com/evil", "github.com/evil/lib", "go.mod", True),
        ("github.com/evil/lib", "github.com/evil/lib/v2", "go.mod", True),
        ("github.com/evil/lib", "github.com/evil/library", "go.mod", False),
        ("github.com/*/lib", "github.com/a/b/lib", "go.mod", True),
        ("**/lib", "github.com/a/lib", "go.mod", True),
        ("evil/lib", "github.com/evil/lib", "go.mod", False),
        ("GitHub.com/Evil/*", "github.com/evil/x", "go.mod", True),
        ("com.evil", "com.evil:core", "pom.xml", True),
        ("com.evil:core", "com.evil:core", "pom.xml", True),
        ("com.evil.*", "com.evil.sub:core", "build.gradle", True),
        ("com.evil", "com.evil.sub:core", "pom.xml", False),
        ("evil-lib", "Evil_Lib", "requirements-dev.txt", True),
        ("evil.lib", "evil--lib", "pyproject.toml", True),
        ("evil-lib", "evil_lib", "Cargo.toml", True),
        ("evil-lib", "evil_lib", "package.json", False),
        ("Newtonsoft.*", "newtonsoft.json", "a.csproj", True),
    ],
)
def test_a_glob_names_a_module_and_its_parts(glob: str, name: str, manifest: str, blocked: bool) -> None:
    assert is_blocked(name, glob, manifest=manifest) is blocked


def test_a_blocked_module_fails_with_the_place_and_the_glob() -> None:
    outcome = judged(
        added("github.com/evil/x"), rules=Constitution(blocked_modules=("a", "github.com/evil/*"))
    )
    (finding,) = outcome.findings
    assert (outcome.result, finding.where, finding.line) == (GateResult.FAIL, "go.mod", 3)
    assert Quoted("github.com/evil/x") in finding.what
    assert Quoted("github.com/evil/*") in finding.what


def test_a_module_that_is_blocked_and_unpinned_is_told_once() -> None:
    rules = Constitution(blocked_modules=("x",), require_pinned=True)
    assert len(judged(added("x", pinned=False), rules=rules).findings) == 1


@pytest.mark.parametrize(
    ("path", "step"),
    [
        ("go.mod", "go get x@vX.Y.Z"),
        ("web/package.json", "npm install --save-exact x@X.Y.Z"),
        ("requirements-dev.txt", "x==X.Y.Z"),
        ("pyproject.toml", "x==X.Y.Z"),
        ("Cargo.toml", 'cargo add "x@=X.Y.Z"'),
        ("pom.xml", "<version>X.Y.Z</version>"),
        ("build.gradle", '"x:X.Y.Z"'),
        ("build.gradle.kts", '"x:X.Y.Z"'),
        ("A.csproj", '<PackageReference Include="x" Version="[X.Y.Z]" />'),
        ("pubspec.yaml", "x: X.Y.Z"),
        ("Package.swift", '.package(url: "…", exact: "X.Y.Z")'),
    ],
)
def test_an_unpinned_version_fails_with_the_step_of_its_ecosystem(path: str, step: str) -> None:
    outcome = judged(added("x", "^1", pinned=False, path=path))
    (finding,) = outcome.findings
    assert (outcome.result, finding.measured) == (GateResult.FAIL, "^1")
    assert Quoted(step) in finding.mend


def test_a_version_that_is_not_written_is_said() -> None:
    assert judged(added("x", "", pinned=False)).findings[0].measured == "no version"


def test_pins_are_asked_for_only_where_the_constitution_does() -> None:
    assert (
        judged(added("x", pinned=False), rules=Constitution(blocked_modules=("y",))).result is GateResult.PASS
    )
    assert judged(added("x", pinned=True)).result is GateResult.PASS


def test_without_a_rule_or_a_manifest_it_does_not_apply() -> None:
    assert judged(added("x", pinned=False), rules=Constitution()).result is GateResult.NOT_APPLICABLE
    assert judged().result is GateResult.NOT_APPLICABLE
    change = msgspec.structs.replace(pull([build.file("go.mod")]), constitution=None)
    assert dependencies.check(change, card(change)).result is GateResult.NOT_APPLICABLE


def test_what_could_not_be_read_is_unmeasured_and_hides_no_failure() -> None:
    lost = Manifest(path="pom.xml", missing=Missing(why="pom.xml:7: is no XML", mend="mend it"))
    outcome = judged(lost)
    assert outcome.result is GateResult.UNMEASURED
    assert Quoted("pom.xml:7: is no XML") in outcome.findings[0].what
    assert judged(lost, added("x", pinned=False)).result is GateResult.FAIL
    assert judged(facts=Missing(why="403")).result is GateResult.UNMEASURED


def test_facts_that_nobody_asked_for_are_unmeasured() -> None:
    change = pull([build.file("go.mod")], constitution=PINS)
    assert dependencies.check(change, card(change)).result is GateResult.UNMEASURED


def test_an_incomplete_list_is_unmeasured() -> None:
    change = pull([build.file("a.py")], manifests=(), constitution=PINS)
    change = msgspec.structs.replace(change, change=build.incomplete([build.file("a.py")], (9, 9, 9)))
    assert dependencies.check(change, card(change)).result is GateResult.UNMEASURED
