"""Whether it is the challenge that is broken: a check that fails without the submission, too, blames nobody."""

from __future__ import annotations

import pytest

from steward.challenge.bench import Step, Tree
from steward.challenge.insight import Insight
from steward.challenge.judging import judge
from steward.challenge.task import CheckResult, Outcome
from steward.errors import ConfigInvalid
from tests.unit.challenge.build import Ran, manifest, section
from tests.unit.challenge.test_judging import ONE_BAD, Answer, Bench, good, judged, outcomes

NO_TOOL = b"/usr/bin/python3: No module named %s\n"


def one(kind: str, run: str = "[make]", more: str = "") -> str:
    return (
        f"\n  - {{id: first, kind: {kind}, run: {run}{more}}}\n  - {{id: cli, kind: behaviour, run: [x]}}\n"
    )


def failing_on(*trees: Tree, run: Ran | None = None) -> Answer:
    def answer(tree: Tree, step: Step) -> Ran:
        bad = tree in trees and step.arguments != ("x",)
        return (run or Ran(exit=1, stderr=b"first\nit broke\n")) if bad else Ran()

    return answer


def first(bench: Bench, checks: str) -> CheckResult:
    return next(check for check in judged(bench, checks=checks).checks if check.id == "first")


@pytest.mark.parametrize("kind", ["install", "existing"])
def test_what_fails_without_the_submission_too_is_the_challenges_fault(kind: str) -> None:
    bench = Bench(failing_on(Tree.SUBMISSION, Tree.BASE))
    with pytest.raises(ConfigInvalid) as refused:
        judged(bench, checks=one(kind))
    assert refused.value.what == (
        "the challenge's own check first fails without the submission: it ended with exit code 1 (it broke)"
    )
    assert "steward challenge check" in refused.value.mend


@pytest.mark.parametrize("kind", ["install", "existing"])
def test_what_fails_with_the_submission_alone_is_the_submissions_fault(kind: str) -> None:
    report = judged(Bench(failing_on(Tree.SUBMISSION)), checks=one(kind))
    assert outcomes(report)["first"] is Outcome.FAILED
    assert "without" not in report.checks[1].why


@pytest.mark.parametrize("kind", ["install", "lint", "typecheck", "existing"])
def test_a_check_that_passes_costs_no_second_run(kind: str) -> None:
    bench = Bench(good)
    judged(bench, checks=one(kind))
    assert {tree for tree, _ in bench.asked} == {Tree.SUBMISSION}


def test_a_report_with_a_failure_on_the_base_counts_as_one_there() -> None:
    bench = Bench(lambda tree, step: Ran(report=ONE_BAD) if step.report else Ran())
    with pytest.raises(ConfigInvalid, match="report tells of 1 failed test"):
        judged(bench, checks=one("existing", more=", junit: o.xml"))
    runs = [tree for tree, step in bench.asked if step.report]
    assert runs == [Tree.SUBMISSION, Tree.BASE]


def test_the_base_is_installed_before_its_tests_decide() -> None:
    checks = "\n  - {id: install, kind: install, run: [make]}" + one("existing", "[pytest]")

    def answer(tree: Tree, step: Step) -> Ran:
        return Ran(exit=int("pytest" in step.arguments and tree is Tree.SUBMISSION))

    bench = Bench(answer)
    judged(bench, checks=checks)
    assert [step.arguments[0] for tree, step in bench.asked if tree is Tree.BASE] == ["make", "pytest"]


def test_an_optional_check_that_fails_on_the_base_stops_nothing_and_says_so() -> None:
    bench = Bench(failing_on(Tree.SUBMISSION, Tree.BASE))
    found = first(bench, one("existing", more=", required: false"))
    assert found.why == "it ended with exit code 1; it fails without the submission, too"


@pytest.mark.parametrize("kind", ["lint", "typecheck"])
def test_a_linter_may_complain_of_the_starter_and_that_is_said(kind: str) -> None:
    found = first(Bench(failing_on(Tree.SUBMISSION, Tree.BASE)), one(kind))
    assert (found.outcome, found.why) == (
        Outcome.FAILED,
        "it ended with exit code 1; it fails without the submission, too",
    )


@pytest.mark.parametrize(
    ("kind", "tool"), [("lint", "ruff"), ("typecheck", "mypy"), ("public", "pytest"), ("existing", "pytest")]
)
def test_a_missing_tool_is_never_the_submissions_fault(kind: str, tool: str) -> None:
    lacking = failing_on(Tree.SUBMISSION, Tree.BASE, run=Ran(exit=1, stderr=NO_TOOL % tool.encode()))
    with pytest.raises(ConfigInvalid, match=f"No module named {tool}"):
        judged(Bench(lacking), checks=one(kind, f"[python, -m, {tool}]"))


@pytest.mark.parametrize("options", ["", "-B, ", "-I, -B, "])
def test_options_before_the_tool_s_name_make_no_difference(options: str) -> None:
    lacking = failing_on(Tree.SUBMISSION, Tree.BASE, run=Ran(exit=1, stderr=NO_TOOL % b"pytest"))
    with pytest.raises(ConfigInvalid, match="No module named pytest"):
        judged(Bench(lacking), checks=one("public", f"[python, {options}-m, pytest, -q]"))


@pytest.mark.parametrize("run", ["[make]", "[python, -m]", "[python, -c, x]", "[python, a.py, -m, pytest]"])
def test_a_command_that_names_no_module_lacks_none(run: str) -> None:
    lacking = failing_on(Tree.SUBMISSION, Tree.BASE, run=Ran(exit=1, stderr=NO_TOOL % b"pytest"))
    assert first(Bench(lacking), one("public", run)).outcome is Outcome.FAILED


@pytest.mark.parametrize("code", [126, 127])
def test_a_linter_that_a_shell_cannot_start_is_not_there(code: int) -> None:
    lacking = failing_on(Tree.SUBMISSION, Tree.BASE, run=Ran(exit=code, stderr=b"sh: ruff: not found\n"))
    with pytest.raises(ConfigInvalid, match="sh: ruff: not found"):
        judged(Bench(lacking), checks=one("lint", "[sh, -c, ruff]"))
    assert first(Bench(lacking), one("public", "[sh, -c, ruff]")).outcome is Outcome.FAILED


def test_that_hidden_tests_lack_their_tool_is_said_without_what_they_printed() -> None:
    printed = Ran(exit=1, stdout=b"quokka", stderr=NO_TOOL % b"pytest" + b"quokka\n")
    checks = one("hidden", "[python, -m, pytest]", ", files: hidden/tests")
    with pytest.raises(ConfigInvalid, match="the challenge's own check first") as refused:
        judged(Bench(failing_on(Tree.SUBMISSION, Tree.BASE, run=printed)), checks=checks)
    assert "quokka" not in refused.value.what


def test_a_submission_cannot_say_that_a_tool_is_missing() -> None:
    def answer(tree: Tree, step: Step) -> Ran:
        return Ran(exit=1, stderr=NO_TOOL % b"pytest" if tree is Tree.SUBMISSION else b"2 failed")

    found = first(Bench(answer), one("public", "[python, -m, pytest]"))
    assert (found.outcome, found.why) == (Outcome.FAILED, "it ended with exit code 1")


def test_a_module_that_the_task_asks_for_is_no_tool() -> None:
    lacking = failing_on(Tree.SUBMISSION, Tree.BASE, run=Ran(exit=1, stderr=NO_TOOL % b"slugs"))
    bench = Bench(lacking)
    assert first(bench, one("public", "[python, -m, slugs]")).outcome is Outcome.FAILED
    assert {tree for tree, _ in bench.asked} == {Tree.SUBMISSION}


def test_what_the_base_prints_is_not_shown_where_hidden_files_are_in_reach() -> None:
    bench = Bench(failing_on(Tree.SUBMISSION, Tree.BASE), sealed=False)
    with pytest.raises(ConfigInvalid) as refused:
        judged(bench, checks=one("existing"))
    assert "it broke" not in refused.value.what


def test_what_only_an_owner_sees_is_in_no_report() -> None:
    def answer(tree: Tree, step: Step) -> Ran:
        printed = b"wombat \x1b[31m##[error]\n"
        return (
            Ran(exit=0, stdout=b"dingo\n", stderr=b"numbat\n") if step.given else Ran(exit=1, stdout=printed)
        )

    rows = b'- {id: quokka, input: "in\\u202e", output: out, exit: 3}\n' + b"- {input: a, output: b}\n" * 12
    bench, insight = Bench(answer), Insight()
    bench.secret = {"hidden/c.yml": rows, "hidden/tests/t.py": b"x"}
    checks = """
  - {id: cases, kind: hidden, cases: hidden/c.yml, run: [sh], required: false}
  - {id: files, kind: hidden, files: hidden/tests, run: [sh], required: false}
"""
    report = judge(manifest(checks=checks), section("src/a.py"), bench, seed=1, insight=insight)
    assert insight.of("cases")[:5] == (
        "case [0] quokka",
        '  input     "inU+202E"',
        '  expected  "out", exit code 3',
        '  got       "dingo", exit code 0',
        "  | numbat",
    )
    assert insight.of("cases")[-1] == "… and 3 more wrong cases"
    assert insight.of("files") == ("| wombat ## [error]",)
    assert not {word for word in ("quokka", "wombat", "dingo", "numbat") if word in repr(report)}


def test_a_case_that_was_stopped_is_told_as_that() -> None:
    bench, insight = Bench(lambda tree, step: Ran(exit=None, timed_out=True, seconds=5)), Insight()
    bench.secret = {"hidden/c.yml": b"- {input: a, output: b}\n"}
    checks = "\n  - {id: cases, kind: hidden, cases: hidden/c.yml, run: [sh], seconds: 5}\n"
    judge(manifest(checks=checks), section("src/a.py"), bench, seed=1, insight=insight)
    assert insight.of("cases")[-1] == '  got       "", and it was stopped after 5 seconds'


def test_an_owner_sees_what_the_broken_check_prints_without_the_submission() -> None:
    insight, bench = Insight(), Bench(failing_on(Tree.SUBMISSION, Tree.BASE))
    with pytest.raises(ConfigInvalid):
        judge(manifest(checks=one("existing")), section("src/a.py"), bench, seed=1, insight=insight)
    assert insight.of("first") == ("| first", "| it broke")
