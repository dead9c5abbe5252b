"""Gate `coverage`: which domains are judged, over which lines, and what is said where nothing can be."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.facts import FileCoverage, Missing
from steward.gates import coverage
from steward.model import ChangedFile, Content, GateOutcome, GateResult, Kind, Quoted
from steward.policy import Domain
from tests.unit import build
from tests.unit.gates.domains import FREE, card, pull


def lines(path: str, covered: int, of: int) -> FileCoverage:
    """A file of a report."""
    return FileCoverage(path=path, lines=of, covered=covered)


def judged(
    *files: ChangedFile | str,
    facts: tuple[FileCoverage, ...] | Missing | None,
    domains: tuple[Domain, ...] = (),
) -> GateOutcome:
    """The gate's answer about a change of these files."""
    changed = [build.file(one) if isinstance(one, str) else one for one in files]
    change = pull(changed, coverage=facts, domains=domains) if domains else pull(changed, coverage=facts)
    return coverage.check(change, card(change))


@pytest.mark.parametrize(
    ("covered", "of", "least", "result"),
    [
        (8, 10, 0.8, GateResult.PASS),
        (79_999, 100_000, 0.8, GateResult.FAIL),
        (1, 10, 0.1, GateResult.PASS),
        (3, 10, 0.3, GateResult.PASS),
        (29, 100, 0.29, GateResult.PASS),
        (7, 10, 0.7, GateResult.PASS),
        (9, 9, 1, GateResult.PASS),
        (8, 9, 1, GateResult.FAIL),
        (0, 5, 0.0001, GateResult.FAIL),
    ],
)
def test_the_limit_is_the_number_as_it_is_written(
    covered: int, of: int, least: float, result: GateResult
) -> None:
    domain = Domain(name="core", globs=("core/**",), min_coverage=least)
    outcome = judged("core/a.py", facts=(lines("core/a.py", covered, of),), domains=(domain,))
    assert outcome.result is result


def test_a_finding_says_how_many_lines_are_wanting_and_where_to_look_first() -> None:
    facts = (lines("core/a.py", 4, 10), lines("core/b.py", 50, 90), lines("edge/c.py", 0, 10))
    (finding,) = judged("core/a.py", facts=facts).findings
    assert (finding.measured, finding.limit) == ("54%, 54 of 100 lines", "80%")
    assert finding.mend[0] == "Add tests that reach 26 more lines, for example of "
    assert [one.text for one in finding.mend if isinstance(one, Quoted)] == ["core/a.py", "core/b.py"]


def test_a_share_that_is_not_reached_never_reads_as_if_it_were() -> None:
    (finding,) = judged("core/a.py", facts=(lines("core/a.py", 79_999, 100_000),)).findings
    assert finding.measured.startswith("79.99%")


def test_only_touched_domains_are_judged_over_all_their_files_of_the_report() -> None:
    facts = (lines("core/a.py", 9, 10), lines("core/b.py", 7, 10), lines("edge/c.py", 0, 10))
    outcome = judged("core/a.py", facts=facts)
    assert (outcome.result, outcome.said) == (GateResult.PASS, (Quoted("core"), " 80%"))


@pytest.mark.parametrize(
    ("file", "touches"),
    [
        pytest.param(build.file("core/a.py"), True, id="source"),
        pytest.param(build.file("core/tests/a.txt"), True, id="a test, whatever its ending"),
        pytest.param(build.file("core/a.rb"), True, id="no known source, but the report measures it"),
        pytest.param(build.file("core/a.json"), False, id="neither"),
        pytest.param(build.file("core/a.py", kind=Kind.DELETED), True, id="taken out"),
        pytest.param(build.file("core/a.py", content=Content.SAME), False, id="a mode change"),
        pytest.param(
            build.file("free/a.py", kind=Kind.RENAMED, previous="core/z.py", content=Content.SAME),
            True,
            id="moved out",
        ),
        pytest.param(
            build.file("core/z.py", kind=Kind.RENAMED, previous="free/a.py", content=Content.SAME),
            True,
            id="moved in",
        ),
        pytest.param(build.file("free/a.py"), False, id="of an exempt domain"),
        pytest.param(build.file("a.py"), False, id="of no domain"),
    ],
)
def test_what_touches_a_domain(file: ChangedFile, touches: bool) -> None:
    outcome = judged(file, facts=(lines("core/a.rb", 9, 10),))
    assert outcome.result is (GateResult.PASS if touches else GateResult.NOT_APPLICABLE)


def test_a_changed_file_that_the_report_leaves_out_is_named() -> None:
    outcome = judged("core/a.py", "core/new.py", facts=(lines("core/a.py", 9, 10),))
    assert Quoted("core/new.py") in outcome.said
    assert Quoted("core/a.py") not in outcome.said


def test_a_domain_without_a_measured_line_is_unmeasured_and_says_what_to_provide() -> None:
    outcome = judged("core/a.py", facts=(lines("edge/c.py", 9, 10),))
    assert outcome.result is GateResult.UNMEASURED
    assert Quoted("core") in outcome.findings[0].what
    assert Quoted("<source>") in outcome.findings[0].mend


def test_one_domain_below_fails_beside_one_that_is_unmeasured() -> None:
    outcome = judged("core/a.py", "edge/b.py", facts=(lines("edge/b.py", 1, 10),))
    assert outcome.result is GateResult.FAIL
    assert len(outcome.findings) == 2


@pytest.mark.parametrize("facts", [None, Missing(why="no coverage file is given")])
def test_without_a_file_it_is_unmeasured_and_says_which_input_to_set(facts: Missing | None) -> None:
    outcome = judged("core/a.py", facts=facts)
    assert outcome.result is GateResult.UNMEASURED
    assert Quoted("coverage-file") in outcome.findings[0].mend


def test_in_publish_it_is_said_and_fails_nothing() -> None:
    outcome = judged("core/a.py", facts=coverage.IN_THE_GATE_RUN)
    assert (outcome.result, outcome.said) == (GateResult.NOT_APPLICABLE, ("measured in the gate run",))
    assert outcome.findings == ()
    saved = msgspec.json.decode(msgspec.json.encode(coverage.IN_THE_GATE_RUN), type=Missing)
    assert judged("core/a.py", facts=saved).result is GateResult.NOT_APPLICABLE


def test_without_a_limit_it_does_not_apply() -> None:
    assert judged("free/a.py", facts=None, domains=(FREE,)).result is GateResult.NOT_APPLICABLE
    change = msgspec.structs.replace(pull([build.file("core/a.py")]), constitution=None)
    assert coverage.check(change, card(change)).result is GateResult.NOT_APPLICABLE


def test_an_incomplete_list_is_unmeasured_unless_something_fails() -> None:
    for covered, result in ((9, GateResult.UNMEASURED), (1, GateResult.FAIL)):
        change = pull([build.file("core/a.py")], coverage=(lines("core/a.py", covered, 10),))
        change = msgspec.structs.replace(
            change, change=build.incomplete([build.file("core/a.py")], (9, 9, 9))
        )
        assert coverage.check(change, card(change)).result is result


@given(
    st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))),
    st.integers(1, 1000),
)
def test_it_passes_exactly_when_the_share_reaches_the_limit(
    counts: tuple[int, int], thousandths: int
) -> None:
    covered, of = counts
    domain = Domain(name="core", globs=("core/**",), min_coverage=thousandths / 1000)
    outcome = judged("core/a.py", facts=(lines("core/a.py", covered, of),), domains=(domain,))
    assert (outcome.result is GateResult.PASS) == (Fraction(covered, of) >= Fraction(thousandths, 1000))
