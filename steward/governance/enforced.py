"""A policy becomes what is enforced of it: what gates and reports read (`docs/governance.md`, "Fields")."""

from __future__ import annotations

from steward.governance.policy import Domain, Policy
from steward.policy import Constitution
from steward.policy import Domain as EnforcedDomain


def enforced(policy: Policy) -> Constitution:
    """What of a policy has a consequence here."""
    manifesto = policy.manifesto
    return Constitution(
        mission=manifesto.mission,
        blocked_modules=manifesto.blocked_module_globs if manifesto.mission_drift_gate else (),
        require_pinned=policy.immune_system.require_pinned_dependencies,
        domains=tuple(map(enforced_domain, policy.domains)),
        amendment_globs=policy.amendments.amendment_path_globs,
        founders=tuple(founder.handle for founder in policy.founders),
    )


def enforced_domain(domain: Domain) -> EnforcedDomain:
    """What of a domain has a consequence here."""
    return EnforcedDomain(
        name=domain.name,
        globs=domain.path_globs,
        min_coverage=domain.min_coverage,
        max_cyclomatic=domain.max_cyclomatic_complexity,
        restricted=domain.restricted,
    )
