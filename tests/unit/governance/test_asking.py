"""Which facts are asked for: nothing that no gate looks at."""

from __future__ import annotations

import pytest

from steward.governance import asking
from steward.model import ChangedFile, Content, Kind, PullRequest
from steward.policy import Cla, Constitution, Dco, Domain, GateMode, Gates, Plain
from tests.unit import build

OFF = Plain(mode=GateMode.OFF)
LIMITED = Constitution(
    domains=(
        Domain(name="core", globs=("core/**",), max_cyclomatic=5, min_coverage=0.5),
        Domain(name="free", globs=("free/**",)),
    ),
    require_pinned=True,
)


def facts(
    *files: ChangedFile | str, rules: Constitution | None = LIMITED, gates: Gates | None = None
) -> PullRequest:
    plain = build.pull_request(*(files or ("core/a.py",)))
    return PullRequest(record=plain.record, change=plain.change, constitution=rules, gates=gates or Gates())


@pytest.mark.parametrize("mode", [GateMode.OBSERVE, GateMode.WARN, GateMode.ENFORCE])
def test_commits_are_asked_for_by_who_looks_at_them(mode: GateMode) -> None:
    assert not asking.wants_commits(facts())
    assert asking.wants_commits(facts(gates=Gates(dco=Dco(mode=mode))))
    assert asking.wants_commits(facts(gates=Gates(cla=Cla(mode=mode))))


@pytest.mark.parametrize(
    ("file", "measured"),
    [
        ("core/a.py", True),
        ("free/a.py", False),
        ("other/a.py", False),
        (build.file("core/a.py", kind=Kind.ADDED), True),
        (build.file("core/a.py", kind=Kind.DELETED), False),
        (build.file("core/a.py", kind=Kind.TYPE_CHANGED), False),
        (build.file("core/a.py", content=Content.SAME), False),
        (build.file("core/a.py", content=Content.ASSUMED), True),
        (build.file("core/a.bin", binary=True), False),
        (build.file("core/a.py", kind=Kind.RENAMED, previous="free/a.py"), True),
        (build.file("free/a.py", kind=Kind.RENAMED, previous="core/a.py"), False),
    ],
)
def test_files_are_measured_where_their_domain_has_a_limit(file: ChangedFile | str, measured: bool) -> None:
    assert bool(asking.measured_files(facts(file))) is measured


def test_a_gate_that_is_off_measures_nothing() -> None:
    off = facts(gates=Gates(cyclomatic=OFF, coverage=OFF, dependencies=OFF))
    assert asking.measured_files(off) == []
    assert not asking.wants_coverage(off)
    assert not asking.wants_manifests(off)


@pytest.mark.parametrize(
    ("rules", "coverage", "manifests"),
    [
        (None, False, False),
        (Constitution(), False, False),
        (LIMITED, True, True),
        (Constitution(blocked_modules=("evil",)), False, True),
        (Constitution(domains=(Domain(name="a", globs=("a",)),)), False, False),
    ],
)
def test_what_no_rule_asks_for_is_not_read(
    rules: Constitution | None, coverage: bool, manifests: bool
) -> None:
    found = facts(rules=rules)
    assert (asking.wants_coverage(found), asking.wants_manifests(found)) == (coverage, manifests)
