"""Annotations: on files that are there, the worst first, in plain text."""

from __future__ import annotations

from steward.model import Finding, GateMode, GateOutcome, GateResult, Kind, Level, Quoted
from steward.report.annotations import collect
from tests.unit.report import build
from tests.unit.report.build import evaluation, file


def found(*files: object, **more: object) -> list[tuple[str, Level, str]]:
    judged = evaluation(*files, **more)  # type: ignore[arg-type]
    return [(one.path, one.level, one.title) for one in collect(judged)]


def test_source_without_a_test_of_its_name_is_marked() -> None:
    (one,) = collect(evaluation(file("src/a.py")))
    assert (one.path, one.line, one.level) == ("src/a.py", 1, Level.WARNING)
    assert one.message == (
        "no test files changed for 1 source file (correctness 40 red); none of them is named after this one."
    )


def test_where_correctness_lost_no_points_nothing_is_marked() -> None:
    assert found(file("src/a.py"), file("src/b.py"), file("tests/test_a.py")) == []


def test_a_green_score_below_the_best_is_a_notice() -> None:
    files = [file(f"src/{letter}.py") for letter in "abcde"]
    assert {level for _, level, _ in found(*files, file("tests/test_a.py"))} == {Level.NOTICE}


def test_a_sensitive_path_is_a_warning_without_tests_and_a_notice_with_them() -> None:
    assert found(file("conf/auth.toml")) == [("conf/auth.toml", Level.WARNING, "Sensitive path: auth")]
    with_test = found(file("conf/auth.toml"), file("tests/test_a.py"))
    assert with_test == [("conf/auth.toml", Level.NOTICE, "Sensitive path: auth")]


def test_a_longer_word_is_named() -> None:
    (one,) = collect(evaluation(file("conf/authors.toml", None, None)))
    assert one.message == (
        "Binary, a term only inside authors; no test files changed beside it (security 35 red)."
    )


def test_a_deleted_file_carries_no_annotation() -> None:
    assert found(file("src/auth.py", 0, 9, Kind.DELETED)) == []


def test_a_path_that_is_not_utf8_carries_no_annotation() -> None:
    assert found(file("src/auth\udcff.py")) == []


def gate(mode: GateMode, where: str, result: GateResult = GateResult.FAIL) -> GateOutcome:
    finding = Finding(
        where=where,
        what=("too long: ", Quoted("a\u202eb")),
        measured="1,200",
        limit="1,000",
        mend=("Split it.",),
    )
    return GateOutcome(name="complexity", mode=mode, result=result, findings=(finding,))


def test_findings_of_gates_come_first_and_say_the_step() -> None:
    gates = (gate(GateMode.WARN, "z.toml"), gate(GateMode.ENFORCE, "z.toml"))
    first, second, third = collect(evaluation(file("conf/auth.toml"), file("z.toml"), gates=gates))
    assert (first.path, first.level, first.title) == ("z.toml", Level.FAILURE, "Gate complexity")
    assert first.message == "too long: aU+202Eb. Measured 1,200, limit 1,000. Split it."
    assert (second.path, second.level) == ("conf/auth.toml", Level.WARNING)
    assert (third.path, third.level) == ("z.toml", Level.WARNING)


def test_findings_that_do_not_count_or_stand_nowhere_are_not_annotated() -> None:
    gates = (
        gate(GateMode.OBSERVE, "z.toml"),
        gate(GateMode.ENFORCE, "z.toml", GateResult.WAIVED),
        gate(GateMode.ENFORCE, build.HEAD),
    )
    assert found(file("z.toml"), gates=gates) == []


def test_an_incomplete_list_annotates_nothing() -> None:
    assert collect(build.incomplete()) == ()


def test_a_run_without_scores_annotates_nothing() -> None:
    from steward.errors import DiffUnreadable

    assert collect(build.failed(DiffUnreadable("no source gave a change"))) == ()
