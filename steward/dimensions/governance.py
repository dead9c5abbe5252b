"""Governance alignment: does the repository have a constitution? (`docs/scoring.md`)"""

from __future__ import annotations

from steward.dimensions.measures import Measures
from steward.model import DimensionKey, GovernanceEvidence, PullRequest

KEY = DimensionKey.GOVERNANCE


def score(measures: Measures) -> int | None:
    """75 when `governance.pxf` stands on the default branch, else None."""
    return 75 if measures.governance_present else None


def evidence(pull_request: PullRequest) -> GovernanceEvidence:
    """Whether the file is there."""
    return GovernanceEvidence(present=pull_request.governance_present)


def headline(found: GovernanceEvidence) -> str:
    """One line from the evidence."""
    return f"governance.pxf {'present' if found.present else 'not'} on the default branch"
