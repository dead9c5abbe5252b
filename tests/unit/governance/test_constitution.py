"""`governance.pxf` as a policy: every field, every range, every mistake with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from steward.governance.constitution import Reading, read
from steward.governance.document import Duration
from steward.governance.policy import (
    Amendments,
    AnomalyQuarantine,
    Domain,
    Founder,
    ImmuneSystem,
    Manifesto,
    Policy,
    Sarif,
)

ROOT = Path(__file__).parents[3]
PATH = "governance.pxf"
HOUR = 3_600_000_000_000


def reading(text: str) -> Reading:
    """A reading of a text of version 1."""
    return read(f'version = "1.0"\n{text}'.encode(), path=PATH)


def policy(text: str) -> Policy:
    """The policy in a text without mistakes and remarks."""
    found = reading(text)
    assert found.errors == ()
    assert found.warnings == ()
    assert found.policy is not None
    return found.policy


def domain(field: str) -> Domain:
    return policy(f'domains {{ name = "a", path_globs = ["a/"], {field} }}').domains[0]


WHOLE = """
manifesto {
  mission = "Small and fast."
  mission_drift_gate = true
  blocked_module_globs = ["github.com/gorilla/**"]
  max_perf_regression_percent = 10
}
domains = [{
  name = "core"
  path_globs = ["src/**", "lib/**"]
  min_coverage = 0.95
  max_cyclomatic_complexity = 8
  approval_threshold = 1500
  supermajority_ratio = 0.75
  criticality_multiplier = 2.5
  restricted = true
  ignored_sarif_rules = ["G101"]
}]
immune_system {
  require_pinned_dependencies = true
  allowed_licenses = ["MIT"]
  anomaly_quarantine { documentation_concentration = 0.9 sensitive_path_globs = ["**/auth/**"] timelock = 72h }
}
amendments {
  supermajority_ratio = 0.75
  top_n_holders = 10
  voting_period = 336h
  amendment_path_globs = ["governance.pxf"]
}
founders = [{ handle = "ada" reputation_seed = { core: 7500 } }]
escrow { sandbox_issue_count = 2 }
decay { half_life = 720h }
slashing { enabled = true }
alternatives { groups = [] }
sarif { enabled = true artifact_glob = "*.sarif" }
triage { backend = "deterministic" }
precedent { threshold = 0.40 }
"""


def test_every_field_is_read() -> None:
    assert policy(WHOLE) == Policy(
        version="1.0",
        manifesto=Manifesto(
            mission="Small and fast.",
            mission_drift_gate=True,
            blocked_module_globs=("github.com/gorilla/**",),
            max_perf_regression_percent=10,
        ),
        domains=(
            Domain(
                name="core",
                path_globs=("src/**", "lib/**"),
                min_coverage=0.95,
                max_cyclomatic_complexity=8,
                approval_threshold=1500,
                supermajority_ratio=0.75,
                criticality_multiplier=2.5,
                restricted=True,
                ignored_sarif_rules=("G101",),
            ),
        ),
        immune_system=ImmuneSystem(
            require_pinned_dependencies=True,
            allowed_licenses=("MIT",),
            anomaly_quarantine=AnomalyQuarantine(
                documentation_concentration=0.9,
                sensitive_path_globs=("**/auth/**",),
                timelock=Duration(72 * HOUR),
            ),
        ),
        amendments=Amendments(
            supermajority_ratio=0.75,
            top_n_holders=10,
            voting_period=Duration(336 * HOUR),
            amendment_path_globs=("governance.pxf",),
        ),
        founders=(Founder(handle="ada", reputation_seed={"core": 7500}),),
        sarif=Sarif(enabled=True, artifact_glob="*.sarif"),
    )


def test_what_is_absent_or_null_has_protobufs_defaults() -> None:
    assert policy("") == Policy(version="1.0")
    assert policy("manifesto {} immune_system { anomaly_quarantine {} } amendments {} sarif {}") == Policy(
        version="1.0"
    )
    nothing = "manifesto = null domains = null founders = null escrow = null sarif { enabled = null }"
    assert policy(nothing) == Policy(version="1.0")
    assert domain("") == domain(
        "min_coverage = null, max_cyclomatic_complexity = null, restricted = null, ignored_sarif_rules = null"
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("min_coverage = 0", 0, id="coverage 0 is exempt"),
        pytest.param("min_coverage = 1", 1, id="coverage 1"),
        pytest.param("min_coverage = 0.5", 0.5, id="coverage between"),
        pytest.param("max_cyclomatic_complexity = 0", 0, id="complexity 0 is exempt"),
        pytest.param(f"max_cyclomatic_complexity = {2**63 - 1}", 2**63 - 1, id="the largest whole number"),
        pytest.param("approval_threshold = 1e300", 1e300, id="a large number"),
        pytest.param("approval_threshold = 2", 2, id="a whole number for a number"),
        pytest.param("min_coverage: 0.5", 0.5, id="colon for an equals sign"),
        pytest.param('"min_coverage": 0.5', 0.5, id="a string for a name"),
    ],
)
def test_numbers_in_their_ranges_are_read(field: str, value: float) -> None:
    name = field.replace('"', "").replace(":", " ").split()[0]
    assert getattr(domain(field), name) == value


def test_a_duration_may_be_nothing() -> None:
    assert policy("amendments { voting_period = 0h }").amendments.voting_period == Duration(0)


def test_the_longest_glob_is_read() -> None:
    glob = "a" * 500

    assert policy(f'amendments {{ amendment_path_globs = "{glob}" }}').amendments.amendment_path_globs == (
        glob,
    )


def test_a_repeated_field_is_a_list_or_stands_again_and_again() -> None:
    one = policy('domains = [{name = "a" path_globs = ["x", "y"]} {name = "b" path_globs = ["z"]}]')
    again = policy(
        'domains {name = "a" path_globs = "x" path_globs = "y"} domains {name = "b" path_globs = ["z"]}'
    )
    mixed = policy(
        'domains = [{name = "a" path_globs = ["x"] path_globs = "y"}] domains {name = "b" path_globs = ["z"]}'
    )

    assert one == again == mixed


def test_a_map_may_stand_again_with_other_keys() -> None:
    text = (
        'domains = [{name = "a" path_globs = "x"} {name = "b" path_globs = "y"}] founders {handle = "ada" %s}'
    )

    assert (
        policy(text % "reputation_seed { a: 1 } reputation_seed { b: 2.5 }").founders
        == policy(text % "reputation_seed = { a: 1, b: 2.5 }").founders
    )


def test_the_public_example_is_read_without_a_word() -> None:
    data = (ROOT / "tests/data/governance/protowire.governance.pxf").read_bytes()
    found = read(data, path=PATH)

    assert (found.errors, found.warnings) == ((), ())
    assert found.policy is not None
    assert [one.name for one in found.policy.domains] == [
        "core-encoding", "proto-schemas", "envelope", "cli", "editors-and-tooling", "documentation",
    ]  # fmt: skip
    assert [one.restricted for one in found.policy.domains] == [True, True, True, False, False, False]
    assert found.policy.founders[0].reputation_seed["core-encoding"] == 7500
    assert found.policy.immune_system.anomaly_quarantine.timelock == Duration(72 * HOUR)
