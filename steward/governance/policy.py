"""What a constitution says, as values, and what becomes of each of its fields: `docs/governance.md`.

Absent fields have protobuf's defaults: empty, zero, false.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct, field

from steward.governance.document import Duration

TYPE = "steward.governance.v1.Governance"


class Manifesto(Struct, frozen=True, kw_only=True):
    """What the project is for, and what must not enter it. The percentage is None when none is set."""

    mission: str = ""
    mission_drift_gate: bool = False
    blocked_module_globs: tuple[str, ...] = ()
    max_perf_regression_percent: float | None = None


class Domain(Struct, frozen=True, kw_only=True):
    """A part of the tree and the measures it is held to. Coverage and ratios are from 0 to 1; 0 is exempt."""

    name: str
    path_globs: tuple[str, ...] = ()
    min_coverage: float = 0
    max_cyclomatic_complexity: int = 0
    approval_threshold: float = 0
    supermajority_ratio: float = 0
    criticality_multiplier: float = 0
    restricted: bool = False
    ignored_sarif_rules: tuple[str, ...] = ()


class AnomalyQuarantine(Struct, frozen=True, kw_only=True):
    """When a change looks odd enough to wait."""

    documentation_concentration: float = 0
    sensitive_path_globs: tuple[str, ...] = ()
    timelock: Duration = Duration(0)


class ImmuneSystem(Struct, frozen=True, kw_only=True):
    """What dependencies must be like."""

    require_pinned_dependencies: bool = False
    allowed_licenses: tuple[str, ...] = ()
    anomaly_quarantine: AnomalyQuarantine = field(default_factory=AnomalyQuarantine)


class Amendments(Struct, frozen=True, kw_only=True):
    """Which paths are the constitution itself, and how it is changed."""

    supermajority_ratio: float = 0
    top_n_holders: int = 0
    voting_period: Duration = Duration(0)
    amendment_path_globs: tuple[str, ...] = ()


class Founder(Struct, frozen=True, kw_only=True):
    """A login, without its `@`, that may approve beside people with write access."""

    handle: str
    reputation_seed: Mapping[str, float] = field(default_factory=dict)


class Sarif(Struct, frozen=True, kw_only=True):
    """Where reports of static analysis lie."""

    enabled: bool = False
    artifact_glob: str = ""


class Policy(Struct, frozen=True, kw_only=True):
    """A constitution without a mistake."""

    version: str = ""
    manifesto: Manifesto = field(default_factory=Manifesto)
    domains: tuple[Domain, ...] = ()
    immune_system: ImmuneSystem = field(default_factory=ImmuneSystem)
    amendments: Amendments = field(default_factory=Amendments)
    founders: tuple[Founder, ...] = ()
    sarif: Sarif = field(default_factory=Sarif)


class Stated(Struct, frozen=True, kw_only=True):
    """One value as the file states it, for `steward explain`: `domains[0].restricted`, `true`, and where."""

    name: str
    value: str
    line: int
    column: int
    not_enforced: str | None = None  # why nothing comes of it here


ENFORCED: Mapping[str, str] = MappingProxyType(
    {
        "version": "says how the file is read",
        "manifesto.mission": "context for the report in words",
        "manifesto.mission_drift_gate": "gate dependencies",
        "manifesto.blocked_module_globs": "gate dependencies",
        "domains[].name": "which domain a file belongs to",
        "domains[].path_globs": "which domain a file belongs to",
        "domains[].min_coverage": "gate coverage",
        "domains[].max_cyclomatic_complexity": "gate cyclomatic",
        "domains[].restricted": "gate restricted",
        "immune_system.require_pinned_dependencies": "gate dependencies",
        "amendments.amendment_path_globs": "gate amendment",
        "founders[].handle": "whose approval counts in the gates restricted and amendment",
    }
)
"""What each field is used for."""

_PEOPLE = "needs a memory of people and their standing, which this Action does not keep"
_VOTES = "needs a vote among people, and a memory of their standing, which this Action does not keep"
_SARIF = "reports of static analysis are not read yet"

NOT_ENFORCED: Mapping[str, str] = MappingProxyType(
    {
        "manifesto.max_perf_regression_percent": "shown only: no benchmark is part of an evaluation",
        "domains[].approval_threshold": _PEOPLE,
        "domains[].supermajority_ratio": _VOTES,
        "domains[].criticality_multiplier": _PEOPLE,
        "domains[].ignored_sarif_rules": _SARIF,
        "immune_system.allowed_licenses": "shown only: the licences of dependencies are not looked up",
        "immune_system.anomaly_quarantine": "shown only: a run does not hold a change back for a time",
        "amendments.supermajority_ratio": _VOTES,
        "amendments.top_n_holders": _PEOPLE,
        "amendments.voting_period": _VOTES,
        "founders[].reputation_seed": _PEOPLE,
        "escrow": _PEOPLE,
        "decay": _PEOPLE,
        "slashing": _PEOPLE,
        "alternatives": "needs a list of equivalent libraries, which this Action does not keep",
        "sarif": _SARIF,
        "triage": "sorts issues; only pull requests are evaluated here",
        "precedent": "needs a memory of earlier changes, which this Action does not keep",
    }
)
"""What is read and comes to nothing, each with the reason."""
