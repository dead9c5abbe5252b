"""Rubrics and reviews for tests, with what does not matter filled in."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from steward.challenge.review import score_review
from steward.challenge.review_points import ReviewReport
from steward.challenge.review_reading import Remark, read_review
from steward.challenge.rubric import Decision, Expected, Location, Rubric, Severity

OWNERSHIP = Expected(
    id="ownership",
    severity=Severity.CRITICAL,
    category="security",
    location=Location(file="api/items.py", lines=(40, 58)),
    evidence=("The new endpoint updates shared resources without checking ownership.",),
    acceptable_answers=(
        "missing authorization",
        "no permission check",
        "user can modify another user's resource",
    ),
)
LEAK = Expected(
    id="leak",
    severity=Severity.LOW,
    category="reliability",
    acceptable_answers=("file handle leak", "file not closed on the error path"),
)
TESTS = Expected(
    id="tests",
    severity=Severity.MEDIUM,
    category="testing",
    acceptable_answers=("missing test for refunds", "refund path is untested"),
)
NAMING = Expected(
    id="naming",
    severity=Severity.LOW,
    category="naming",
    required=False,
    acceptable_answers=("the function name is misleading",),
)
RUBRIC = Rubric(expected=(OWNERSHIP, LEAK, TESTS, NAMING), decision=Decision.REQUEST_CHANGES)
SAID = {
    "ownership": "Critical (security): there is no permission check, so users can change any `x`; compare owners.",
    "leak": "Low (reliability): the file is not closed on the error path of `load`, so it leaks; use `with`.",
    "tests": "Medium (testing): there is no test for refunds in test_refund.py, so bugs go unnoticed; add one.",
}
ALL = tuple(SAID.values())
STRAY = "The regular expression of the parser is compiled again on every call."


def rubric(*expected: Expected, **settings: Any) -> Rubric:
    return replace(RUBRIC, expected=expected or RUBRIC.expected, **settings)


def scored(
    *said: str | Remark, decision: Decision | None = Decision.REQUEST_CHANGES, by: Rubric = RUBRIC
) -> ReviewReport:
    remarks = [each if isinstance(each, Remark) else Remark(text=each) for each in said]
    return score_review(by, read_review(decision, "", remarks))


def points(report: ReviewReport) -> dict[str, float]:
    return {part.name: round(part.points, 2) for part in report.parts}
