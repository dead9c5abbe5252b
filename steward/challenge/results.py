"""How a test run went: its exit code and its JUnit report together, neither believed alone.

A runner that ended with 0 and tells of a failed test, or of no test at all, has not passed; nor has one whose
report is missing (`docs/challenges.md`, "When a check passes").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from steward.wording import count

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from steward.challenge.bench import Ran

MOST_TESTS = 100_000
_BAD = frozenset({"failure", "error"})
_BAD_WORDS = frozenset({"failed", "failure", "error", "fail"})


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """The tests of a report. `ran` are all but the skipped ones."""

    ran: int
    failed: int
    skipped: int


class UnreadableReport(Exception):
    """A report that is no JUnit file, or more than one may be."""


def parse_junit(data: bytes) -> Counts:
    """Count the test cases of a JUnit file. Of its own totals only those are believed that tell of failures."""
    try:
        root = fromstring(data, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError):
        raise UnreadableReport from None
    if root.tag not in ("testsuites", "testsuite"):
        raise UnreadableReport
    return _counted(root)


def _counted(root: Element) -> Counts:
    ran = failed = skipped = 0
    for case in root.iter("testcase"):
        tags = {child.tag for child in case}
        skipped += "skipped" in tags
        ran += "skipped" not in tags
        failed += bool(tags & _BAD) or bool(
            _BAD_WORDS & {case.get(key, "").lower() for key in ("status", "result")}
        )
        if ran + skipped > MOST_TESTS:
            raise UnreadableReport
    return Counts(ran=ran, failed=max(failed, _stated(root)), skipped=skipped)


def _stated(root: Element) -> int:
    """The failures that a suite says it has: more than its cases tell where it failed as a whole."""
    suites = [suite for suite in root.iter() if suite.tag in ("testsuites", "testsuite")]
    return max(sum(_number(suite.get(key, "")) for key in ("failures", "errors")) for suite in suites)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def counts(ran: Ran) -> Counts | None:
    """What a run's report counts; None where it is missing or no report."""
    if ran.report is None:
        return None
    try:
        return parse_junit(ran.report)
    except UnreadableReport:
        return None


def stopped(ran: Ran, seconds: float, output_bytes: int) -> str | None:
    """Why a command did not come to its own end; None when it did."""
    if ran.flooded:
        return f"it printed more than {output_bytes:,} bytes and was stopped"
    if ran.timed_out or ran.exit is None:
        return f"it took more than {seconds:g} seconds and was stopped"
    return f"it was ended by signal {-ran.exit}" if ran.exit < 0 else None


def failure(ran: Ran, *, seconds: float, output_bytes: int, junit: bool, base: int | None) -> str | None:
    """Why a check has not passed, as a clause; None when it has. `base` is how many tests ran without the patch."""
    early = stopped(ran, seconds, output_bytes)
    if early is not None:
        return early
    told = counts(ran) if junit else None
    if ran.exit != 0:
        tests = f": {told.failed} of {count(told.ran, 'test')} failed" if told and told.failed else ""
        return f"it ended with exit code {ran.exit}{tests}"
    return _reported(ran, told, base) if junit else None


def _reported(ran: Ran, told: Counts | None, base: int | None) -> str | None:
    if told is None:
        missing = ran.report is None
        return "it ended with exit code 0, but its report " + ("is missing" if missing else "cannot be read")
    if told.failed:
        return f"it ended with exit code 0, but its report tells of {count(told.failed, 'failed test')}"
    if not told.ran:
        return "it ran no test"
    if base is not None and told.ran < base:
        return f"it ran {count(told.ran, 'test')}; without the submission it runs {base:,}"
    return None
