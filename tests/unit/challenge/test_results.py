"""Exit code and report are read together: neither alone makes a pass."""

from __future__ import annotations

import pytest

from steward.challenge.results import Counts, UnreadableReport, failure, parse_junit
from tests.unit.challenge.build import Ran

GOOD = b'<testsuites><testsuite><testcase name="a"/><testcase name="b"/></testsuite></testsuites>'
BAD = b'<testsuite><testcase name="a"><failure/></testcase><testcase name="b"/></testsuite>'
SKIPPED = b'<testsuites><testcase name="a"><skipped/></testcase></testsuites>'


def why(ran: Ran, *, base: int | None = None, junit: bool = True) -> str | None:
    return failure(ran, seconds=5, output_bytes=1000, junit=junit, base=base)


@pytest.mark.parametrize(
    ("ran", "base", "said"),
    [
        (Ran(report=GOOD), 2, None),
        (Ran(report=GOOD), None, None),
        (Ran(report=GOOD), 3, "it ran 2 tests; without the submission it runs 3"),
        (Ran(report=None), 2, "it ended with exit code 0, but its report is missing"),
        (Ran(report=b"<html/>"), 2, "it ended with exit code 0, but its report cannot be read"),
        (Ran(report=b"<testsuites/>"), None, "it ran no test"),
        (Ran(report=SKIPPED), 0, "it ran no test"),
        (Ran(report=BAD), 2, "it ended with exit code 0, but its report tells of 1 failed test"),
        (Ran(exit=1, report=BAD), 2, "it ended with exit code 1: 1 of 2 tests failed"),
        (Ran(exit=1, report=GOOD), 2, "it ended with exit code 1"),
        (Ran(exit=-9, report=GOOD), 2, "it was ended by signal 9"),
        (Ran(exit=None, timed_out=True, report=GOOD), 2, "it took more than 5 seconds and was stopped"),
        (Ran(exit=None, flooded=True, report=GOOD), 2, "it printed more than 1,000 bytes and was stopped"),
    ],
)
def test_when_a_check_passes(ran: Ran, base: int | None, said: str | None) -> None:
    assert why(ran, base=base) == said


def test_without_a_report_asked_for_the_exit_code_decides() -> None:
    assert why(Ran(), junit=False) is None
    assert why(Ran(exit=2), junit=False) == "it ended with exit code 2"


def test_a_report_is_counted_case_by_case_whatever_its_totals_say() -> None:
    cases = b"<testcase><error/></testcase><testcase><skipped/></testcase>"
    lying = b'<testsuite tests="90" failures="0">' + cases + b"</testsuite>"
    assert parse_junit(lying) == Counts(ran=1, failed=1, skipped=1)


@pytest.mark.parametrize(
    ("data", "failed"),
    [
        (b'<testsuite failures="1"><testcase/></testsuite>', 1),
        (b'<testsuites><testsuite errors="2"><testcase/></testsuite></testsuites>', 2),
        (b'<testsuite failures="no"><testcase/></testsuite>', 0),
        (b'<testsuite><testcase status="Failed"/></testsuite>', 1),
        (b'<testsuite><testcase result="error"/></testsuite>', 1),
        (b'<testsuite><testcase status="run" result="completed"/></testsuite>', 0),
        (b"<testsuite><testcase><skipped/><failure/></testcase></testsuite>", 1),
    ],
)
def test_whatever_tells_of_a_failure_is_one(data: bytes, failed: int) -> None:
    assert parse_junit(data).failed == failed


def test_a_report_of_nothing_but_brackets_is_read_in_bounded_steps() -> None:
    assert parse_junit(b"<testsuite>" * 100_000 + b"</testsuite>" * 100_000).ran == 0
    with pytest.raises(UnreadableReport):
        parse_junit(b"<testsuite>" * 100_000)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not xml",
        b'<!DOCTYPE x [<!ENTITY a "b">]><testsuites>&a;</testsuites>',
        b"<testsuites>",
        b"<testsuite>" + b"<testcase/>" * 100_001 + b"</testsuite>",
        b"\xff\xfe\x00",
    ],
)
def test_what_is_no_report(data: bytes) -> None:
    with pytest.raises(UnreadableReport):
        parse_junit(data)
