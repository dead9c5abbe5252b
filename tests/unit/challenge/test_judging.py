"""The story of a submission, told to a bench that answers as asked: order, time, logs, the base's tests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec
import pytest

from steward.challenge.bench import Step, Tree
from steward.challenge.judging import judge
from steward.challenge.results import Counts
from steward.challenge.task import Basis, Outcome, TaskReport, Verdict
from steward.errors import ConfigInvalid
from tests.unit.challenge.build import CHECKS, Ran, manifest, section

TWO = b"<testsuites><testcase/><testcase/></testsuites>"
THREE = b"<testsuites><testcase/><testcase/><testcase/></testsuites>"
ONE_BAD = b"<testsuites><testcase><failure/></testcase><testcase/></testsuites>"
Answer = Callable[[Tree, Step], Ran]


class Applied(msgspec.Struct, frozen=True, kw_only=True):
    problem: str | None = None
    files: Mapping[str, bytes] = {}


class Bench:
    """Keeps what was asked of it, and answers."""

    base: Mapping[str, bytes] = {"src/a.py": b"x = 0\n", "public/test_a.py": b"assert f('one') == 'uno'\n"}
    lacking: tuple[str, ...] = ("a wall",)

    def __init__(self, answer: Answer, *, sealed: bool = True, problem: str | None = None) -> None:
        self._answer, self.sealed, self._problem = answer, sealed, problem
        self.asked: list[tuple[Tree, Step]] = []
        self.pinned: Collection[str] = ()
        self.secret: dict[str, bytes] = {"hidden/tests/test_h.py": b"assert f('two') == 'dos'\n"}

    def hidden(self, path: str) -> Mapping[str, bytes]:
        return {name: data for name, data in self.secret.items() if name.startswith(path)}

    def apply(self, patch: bytes, named: Collection[str], pinned: Collection[str]) -> Applied:
        self.pinned = pinned
        return Applied(problem=self._problem, files={**self.base, **dict.fromkeys(named, b"x = 1\n")})

    def run(self, tree: Tree, step: Step) -> Ran:
        self.asked.append((tree, step))
        return self._answer(tree, step)


def good(tree: Tree, step: Step) -> Ran:
    return Ran(stdout=b"a-b\n", report=TWO)


def judged(bench: Bench, patch: bytes | None = None, **more: str) -> TaskReport:
    return judge(manifest(**more), section("src/a.py") if patch is None else patch, bench, seed=1)


def outcomes(report: TaskReport) -> dict[str, Outcome]:
    return {check.id: check.outcome for check in report.checks if check.id}


def test_all_is_well() -> None:
    bench = Bench(good)
    report = judged(bench)
    assert report.verdict is Verdict.ACCEPTED
    assert report.lacking == ("a wall",)
    assert [(tree, step.report) for tree, step in bench.asked] == [
        (Tree.SUBMISSION, "out/public.xml"), (Tree.BASE, "out/public.xml"),
        (Tree.SUBMISSION, "out/hidden.xml"), (Tree.BASE, "out/hidden.xml"), (Tree.SUBMISSION, None),
    ]  # fmt: skip
    assert [step.placed for _, step in bench.asked] == [None, None, "hidden/tests", "hidden/tests", None]


def test_fewer_tests_than_on_the_base_are_a_failure() -> None:
    report = judged(Bench(lambda tree, step: Ran(report=TWO if tree is Tree.SUBMISSION else THREE)))
    assert outcomes(report)["public"] is Outcome.FAILED
    assert outcomes(report)["hidden"] is Outcome.NOT_RUN
    assert "it ran 2 tests; without the submission it runs 3" in [check.why for check in report.checks]


@pytest.mark.parametrize(
    ("ran", "why"),
    [
        (Ran(report=TWO, stdout=b"done\n"), None),
        (Ran(report=TWO), "what it printed on standard output is not what was expected"),
        (Ran(report=None, stdout=b"done\n"), "it ended with exit code 0, but its report is missing"),
        (Ran(report=ONE_BAD, stdout=b"done\n"), "its report tells of 1 failed test"),
        (Ran(report=b"<testsuites/>", stdout=b"done\n"), "it ran no test"),
    ],
)
def test_the_report_of_a_behaviour_check_is_read_too(ran: Ran, why: str | None) -> None:
    checks = "\n  - {id: more, kind: behaviour, run: [pytest, more], junit: p.xml, expect: {stdout: done}}\n"
    report = judged(
        Bench(lambda tree, step: ran if tree is Tree.SUBMISSION else Ran(report=TWO)), checks=checks
    )
    (check,) = (each for each in report.checks if each.id == "more")
    assert check.basis is Basis.REPORT
    assert why in check.why if why else check.outcome is Outcome.PASSED


def test_a_base_that_cannot_run_its_tests_sets_no_least_number() -> None:
    def answer(tree: Tree, step: Step) -> Ran:
        return good(tree, step) if tree is Tree.SUBMISSION else Ran(exit=2, report=None)

    assert judged(Bench(answer)).verdict is Verdict.ACCEPTED


def test_the_base_is_installed_once_and_only_when_its_tests_are_counted() -> None:
    checks = """
  - {id: install, kind: install, run: [make, install]}
  - {id: public, kind: public, run: [pytest, public], junit: o.xml}
  - {id: more, kind: public, run: [pytest, more], junit: p.xml}
"""
    bench = Bench(good)
    judged(bench, checks=checks)
    installs = [(tree, step) for tree, step in bench.asked if "make" in step.arguments]
    assert [tree for tree, _ in installs] == [Tree.SUBMISSION, Tree.BASE]
    assert all(step.keeps and step.network for _, step in installs)
    assert not any(step.network for _, step in bench.asked if "make" not in step.arguments)


def test_what_hidden_tests_say_is_not_shown_but_counts() -> None:
    def answer(tree: Tree, step: Step) -> Ran:
        if step.placed and tree is Tree.SUBMISSION:
            return Ran(exit=77, stdout=b"test_h.py dos", report=ONE_BAD)
        return good(tree, step)

    report = judged(Bench(answer))
    hidden = next(check for check in report.checks if check.id == "hidden")
    assert hidden.why == "1 of 2 hidden tests failed"
    assert (hidden.log, hidden.weaker) == ("", True)


@pytest.mark.parametrize("told", [None, b"<testsuites>" + b"<testcase/>" * 9000 + b"</testsuites>"])
def test_counts_that_hidden_tests_could_have_made_up_are_not_shown(told: bytes | None) -> None:
    def answer(tree: Tree, step: Step) -> Ran:
        return Ran(exit=1, report=told) if step.placed and tree is Tree.SUBMISSION else good(tree, step)

    hidden = next(check for check in judged(Bench(answer)).checks if check.id == "hidden")
    assert (hidden.why, hidden.counts) == ("the hidden tests did not pass", None)


def failing(tree: Tree, step: Step) -> Ran:
    return Ran(exit=1, stdout=b"what was printed", report=ONE_BAD)


def test_what_was_printed_is_shown_only_where_hidden_files_are_out_of_reach() -> None:
    shown = {
        sealed: [check.log for check in judged(Bench(failing, sealed=sealed)).checks]
        for sealed in (True, False)
    }
    assert "what was printed" in shown[True]
    assert set(shown[False]) == {""}


def test_after_hidden_files_nothing_printed_is_shown() -> None:
    def answer(tree: Tree, step: Step) -> Ran:
        return good(tree, step) if step.report else Ran(exit=3, stdout=b"what was kept from before")

    report = judged(Bench(answer))
    assert outcomes(report)["cli"] is Outcome.FAILED
    assert not any(check.log for check in report.checks)


def test_the_time_of_all_checks_together_has_an_end() -> None:
    bench = Bench(lambda tree, step: msgspec.structs.replace(good(tree, step), seconds=6))
    report = judged(bench, more="limits: {total_seconds: 10}")
    assert outcomes(report) == {
        "patch": Outcome.PASSED, "public": Outcome.PASSED, "hidden": Outcome.PASSED, "cli": Outcome.FAILED,
    }  # fmt: skip
    assert [step.seconds for tree, step in bench.asked if tree is Tree.SUBMISSION] == [10, 4]
    assert "the time for all checks together is used up" in [check.why for check in report.checks]


CASES = """
  - {id: cases, kind: hidden, cases: hidden/c.yml, run: [sh, -c, cat], seconds: 5}
"""


def test_cases_without_a_place_for_their_input_get_it_on_standard_input() -> None:
    bench = Bench(lambda tree, step: Ran(stdout=step.given.upper()))
    bench.secret = {"hidden/c.yml": b"- {input: abc, output: ABC}\n- {input: def, output: xyz}\n"}
    report = judged(bench, checks=CASES)
    assert [step.given for _, step in bench.asked] == [b"abc", b"def"]
    assert [step.afresh for _, step in bench.asked] == [True, False]
    assert next(check.why for check in report.checks if check.id == "cases") == "1 of 2 cases came out wrong"


def test_a_case_that_takes_too_long_ends_the_check_and_what_did_not_run_is_not_counted() -> None:
    def answer(tree: Tree, step: Step) -> Ran:
        late = step.given == b"slow"
        return Ran(exit=None, timed_out=True, seconds=5) if late else Ran(stdout=b"b\n")

    bench = Bench(answer)
    bench.secret = {"hidden/c.yml": b"- {input: a, output: b}\n- {input: slow, output: b}\n" * 2}
    cases = next(check for check in judged(bench, checks=CASES).checks if check.id == "cases")
    assert len(bench.asked) == 2
    assert cases.counts == Counts(ran=2, failed=1, skipped=0)
    assert cases.why == "out of time: 2 of 4 cases ran, and 1 of them came out wrong"


def test_cases_end_with_the_time_of_all_checks_and_a_right_one_is_not_counted_as_wrong() -> None:
    bench = Bench(lambda tree, step: Ran(stdout=b"b\n", seconds=4))
    bench.secret = {"hidden/c.yml": b"- {input: a, output: b}\n" * 9}
    report = judged(bench, checks=CASES, more="limits: {total_seconds: 10}")
    cases = next(check for check in report.checks if check.id == "cases")
    assert (cases.outcome, cases.counts) == (Outcome.FAILED, Counts(ran=3, failed=0, skipped=0))
    assert cases.why == "out of time: 3 of 9 cases ran, and 0 of them came out wrong"


def test_cases_that_cannot_be_used_are_not_quoted() -> None:
    bench = Bench(good)
    bench.secret = {"hidden/c.yml": b"- {inptu: quokka}\n"}
    with pytest.raises(ConfigInvalid) as refused:
        judged(bench, checks=CASES)
    assert "quokka" not in str(refused.value)
    bench.secret = {}
    for checks, said in ((CASES, "cases of the check cases"), (CHECKS, "files of the check hidden")):
        with pytest.raises(ConfigInvalid, match=f"hidden {said} are missing") as refused:
            judged(bench, checks=checks)
        assert "Fetch the private challenge" in refused.value.mend


def test_a_patch_that_does_not_apply_is_refused_and_nothing_is_run() -> None:
    bench = Bench(good, problem="git says: patch failed: src/a.py:1")
    report = judged(bench)
    assert "git diff --no-renames --relative" in report.checks[0].why
    assert report.reasons == ("patch.does-not-apply",)
    assert not bench.asked
    assert set(outcomes(report).values()) == {Outcome.FAILED, Outcome.NOT_RUN}


def test_a_language_in_which_ways_round_the_tests_are_not_looked_for_is_said() -> None:
    patch = section("src/a.py") + section("src/a.rb") + section("src/notes.md") + section("src/table.json")
    assert judged(Bench(good), patch, editable='["src/**"]').notes == (
        "src/a.rb is in a language in which answers alone are looked for, not ways round the tests",
    )


def test_what_is_pinned_is_said() -> None:
    bench = Bench(good)
    report = judged(bench, section("tests/helper.py"), editable='["**"]')
    assert list(bench.pinned) == ["tests/helper.py"]
    left_out = "tests/helper.py is left out: the challenge has no such file, and only it may bring one"
    assert report.notes == (left_out,)
    report = judged(bench, section("public/test_a.py"), editable='["**"]')
    assert report.notes == ("public/test_a.py comes from the challenge, whatever the patch says",)
    assert report.verdict is Verdict.ACCEPTED


def test_an_optional_check_that_fails_stops_nothing() -> None:
    checks = """
  - {id: lint, kind: lint, run: [ruff], required: false}
  - {id: cli, kind: behaviour, run: [x]}
"""
    report = judged(Bench(lambda tree, step: Ran(exit=int("ruff" in step.arguments))), checks=checks)
    assert outcomes(report) == {"patch": Outcome.PASSED, "lint": Outcome.FAILED, "cli": Outcome.PASSED}
    assert report.verdict is Verdict.ACCEPTED
