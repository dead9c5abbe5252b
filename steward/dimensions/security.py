"""Security: does the change touch sensitive paths, and did tests move with it? (`docs/scoring.md`)"""

from __future__ import annotations

from steward.dimensions.measures import Measures, sensitive, tests
from steward.model import DimensionKey, PullRequest, SecurityEvidence
from steward.wording import count

KEY = DimensionKey.SECURITY


def score(measures: Measures) -> int | None:
    """35, 65 or 90; never None for a change with files."""
    if not measures.sensitive_paths:
        return 90
    return 65 if measures.test_files else 35


def evidence(pull_request: PullRequest) -> SecurityEvidence:
    """Every sensitive path with the terms that matched and its changed lines."""
    files, rules = pull_request.change.files, pull_request.rules
    return SecurityEvidence(
        sensitive_paths=sensitive(files, rules),
        test_files=len(tests(files, rules)),
        match=rules.security_match,
    )


def headline(found: SecurityEvidence) -> str:
    """One line from the evidence."""
    if not found.sensitive_paths:
        return "no sensitive path touched"
    paths = count(len(found.sensitive_paths), "sensitive path")
    return f"{paths}, {count(found.test_files, 'test file')} changed"
