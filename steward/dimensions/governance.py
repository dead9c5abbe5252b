"""Governance alignment: does the repository have a constitution? (`docs/scoring.md`)"""

from __future__ import annotations

from steward.dimensions.measures import Measures
from steward.governance.mapping import Domains
from steward.model import DimensionKey, GovernanceEvidence, PullRequest, TouchedDomain

KEY = DimensionKey.GOVERNANCE


def score(measures: Measures) -> int | None:
    """75 when `governance.pxf` stands on the default branch, else None."""
    return 75 if measures.governance_present else None


def evidence(pull_request: PullRequest) -> GovernanceEvidence:
    """Whether the file is there, and the domains that the change touches."""
    rules = pull_request.constitution
    if rules is None or not rules.domains:
        return GovernanceEvidence(present=pull_request.governance_present)
    found = Domains(rules.domains).sort(file.path for file in pull_request.change.files)
    restricted = {domain.name for domain in rules.domains if domain.restricted}
    touched = tuple(
        TouchedDomain(name=name, files=len(paths), restricted=name in restricted)
        for name, paths in found.domains
    )
    return GovernanceEvidence(
        present=pull_request.governance_present, domains=touched, unmapped=found.unmapped
    )


def headline(found: GovernanceEvidence) -> str:
    """One line from the evidence."""
    return f"governance.pxf {'present' if found.present else 'not'} on the default branch"
