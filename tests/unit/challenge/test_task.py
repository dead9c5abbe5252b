"""The verdict from results, and what is published of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from steward.challenge import task_report
from steward.challenge.cases import Case
from steward.challenge.findings import Finding
from steward.challenge.logs import readable
from steward.challenge.manifest import Expect, parse_manifest
from steward.challenge.results import Counts
from steward.challenge.running import arguments, as_expected, right
from steward.challenge.task import Basis, CheckResult, Outcome, TaskReport, Verdict, report, verdict
from steward.report.layout import PAGE_OCTETS
from tests import schemas
from tests.unit.challenge.build import Ran, manifest

CERTAIN = Finding.bypass("src/a.py", 3, "ends-process", "ends the run of the tests")
PERHAPS = Finding.bypass("src/a.py", 3, "runs-text", "runs code", certain=False)
CODED = Finding.hardcoded("src/a|b.py", 7, "maps-examples", "a table maps public inputs to their outputs")


def check(outcome: Outcome = Outcome.PASSED, **more: object) -> CheckResult:
    given: dict[str, object] = {
        "id": "public",
        "kind": "public",
        "outcome": outcome,
        "basis": Basis.REPORT,
        **more,
    }
    return CheckResult(**given)  # type: ignore[arg-type]


FAILED = check(
    Outcome.FAILED, why="it ended with exit code 1", reasons=("check.public",), log="| E  x == 1\n```"
)
OPTIONAL = check(
    Outcome.FAILED, id="types", kind="typecheck", required=False, why="no", reasons=("check.types",)
)


@pytest.mark.parametrize(
    ("checks", "found", "more", "expected"),
    [
        ([check()], [], "", Verdict.ACCEPTED),
        ([], [], "", Verdict.ACCEPTED),
        ([check(), FAILED], [], "", Verdict.FAILED),
        ([check(), OPTIONAL], [], "", Verdict.ACCEPTED),
        ([check(), check(Outcome.NOT_RUN)], [], "", Verdict.FAILED),
        ([check()], [CERTAIN], "", Verdict.FAILED),
        ([check()], [PERHAPS], "", Verdict.NEEDS_REVIEW),
        ([check()], [CODED], "", Verdict.NEEDS_REVIEW),
        ([check()], [CODED], "shortcuts: {hardcoded: reject}", Verdict.FAILED),
        ([check()], [CERTAIN], "shortcuts: {bypass: review}", Verdict.NEEDS_REVIEW),
        ([check()], [], "manual: true", Verdict.NEEDS_REVIEW),
        ([FAILED], [], "manual: true", Verdict.FAILED),
        ([FAILED], [CODED], "", Verdict.FAILED),
    ],
)
def test_the_verdict(
    checks: Sequence[CheckResult], found: Sequence[Finding], more: str, expected: Verdict
) -> None:
    assert verdict(manifest(more=more), checks, found) is expected


def whole(*checks: CheckResult, found: tuple[Finding, ...] = ()) -> TaskReport:
    return report(
        manifest(),
        checks,
        found,
        seed=5,
        notes=("src/conftest.py comes from the challenge",),
        lacking=("a wall",),
    )


def test_a_kind_that_is_not_configured_is_shown_as_that_and_never_as_passed() -> None:
    kinds = {each.kind: each.outcome for each in whole(check()).checks}
    assert kinds["install"] is kinds["hidden"] is Outcome.NOT_CONFIGURED
    assert kinds["public"] is Outcome.PASSED
    assert "|  | install | ➖ not configured |  |" in task_report.summary(whole(check()))


@pytest.mark.parametrize(
    ("given", "conclusion", "code"),
    [
        (whole(check()), "success", 0),
        (whole(FAILED), "failure", 1),
        (whole(check(), found=(CODED,)), "action_required", 0),
    ],
)
def test_what_a_verdict_is_for_github_and_for_a_shell(given: TaskReport, conclusion: str, code: int) -> None:
    assert (given.conclusion, given.exit_code) == (conclusion, code)


@pytest.mark.parametrize(
    ("found", "steps"),
    [
        ((CODED, CODED), ["Work the answers out"]),
        ((CERTAIN,), ["Take out what goes round the tests"]),
        ((PERHAPS,), ["say beside it what it is for"]),
        ((CODED, CERTAIN, PERHAPS), ["Work the answers out", "Take out what goes", "say beside it"]),
        ((), []),
    ],
)
def test_shortcuts_come_with_a_next_step_in_every_form(found: tuple[Finding, ...], steps: list[str]) -> None:
    known = ("Work the answers out", "Take out what goes", "say beside it")
    for form in (task_report.text, task_report.summary):
        told = form(whole(check(), found=found))
        assert all(told.count(step) == 1 for step in steps), told
        assert sum(words in told for words in known) == len(steps)


def test_the_text_says_how_to_repeat_a_run() -> None:
    assert task_report.text(whole(check())).endswith("Seed 5: --seed 5 repeats it.\n")


def test_reasons_are_given_once_each() -> None:
    assert whole(FAILED, found=(CODED, CODED)).reasons == ("check.public", "hardcoded.maps-examples")


def test_the_json_report_has_what_its_schema_says_and_nothing_printed() -> None:
    given = whole(
        FAILED, check(id="c", kind="hidden", counts=Counts(ran=3, failed=1, skipped=0)), found=(CODED,)
    )
    found = json.loads(task_report.document(given))
    assert found.keys() == {"schema", "verdict", "seed", "checks", "shortcuts", "lacking"}
    assert found["lacking"] == ["a wall"]
    assert found["shortcuts"][0]["rule"] == "hardcoded.maps-examples"
    assert [each["skill"] for each in found["checks"] if each["id"] == "public"] == ["implementation"]
    assert "x == 1" not in task_report.document(given).decode()
    assert task_report.document(given) == task_report.document(given)


@pytest.mark.parametrize(
    "given",
    [
        whole(check()),
        whole(FAILED, OPTIONAL, found=(CODED, CERTAIN, PERHAPS)),
        whole(check(id="h", kind="hidden", weaker=True, counts=Counts(ran=2, failed=0, skipped=0), base=2)),
    ],
)
def test_the_json_report_fits_its_schema(given: TaskReport) -> None:
    assert not schemas.problems("task-1", task_report.document(given))


def test_the_schema_misses_what_is_missing_or_wrong() -> None:
    good = json.loads(task_report.document(whole(FAILED, found=(CODED,))))
    for broken in (
        {key: value for key, value in good.items() if key != "seed"},
        {**good, "verdict": "pass"},
        {**good, "shortcuts": [{**good["shortcuts"][0], "line": 0}]},
        {**good, "checks": [{**good["checks"][0], "reasons": ["because"]}]},
    ):
        assert schemas.problems("task-1", json.dumps(broken).encode())


def test_the_schema_is_the_one_that_the_types_make() -> None:
    assert schemas.path("task-1").read_bytes() == schemas.generate("task-1"), "run python -m tests.schemas"


def test_the_page_says_what_to_do_and_stays_inert() -> None:
    text = task_report.summary(whole(FAILED, found=(CODED, CERTAIN)))
    assert text.startswith("## ❌ failed: Slugs")
    assert "(implementation): it ended with exit code 1. Run the public tests" in text
    assert "`src/a|b.py`, line 7" in text
    assert "    ```" in text
    assert "Isolation: this machine did not give a wall." in text
    assert len(text.encode()) < PAGE_OCTETS


def test_a_title_names_what_decided() -> None:
    assert task_report.title(whole(check())) == "accepted"
    assert task_report.title(whole(FAILED)) == "failed: public"
    assert task_report.title(whole(check(), found=(CODED,))) == "needs review: 1 shortcut"
    refused = check(Outcome.FAILED, id="patch", kind="patch", why="no")
    assert task_report.title(whole(refused)) == "failed: the patch is refused"
    by_hand = report(manifest(more="manual: true"), [check()], (), seed=1)
    assert task_report.title(by_hand) == "needs review: a person has to look"
    assert "a person has to look before it is accepted" in task_report.summary(by_hand)


def test_plain_text_tells_everything_too() -> None:
    weaker = check(id="h", kind="hidden", weaker=True, counts=Counts(ran=2, failed=0, skipped=0))
    text = task_report.text(whole(FAILED, OPTIONAL, weaker, found=(PERHAPS,)))
    assert "passed (exit code and report), 2 of 2 tests passed, the weaker kind" in text
    assert "src/a.py:3: runs code (judgement; bypass.runs-text; perhaps honest)" in text
    assert "Isolation: this machine did not give a wall." in text


@pytest.mark.parametrize("path", ["::error file=a::x.py", "##[error]x.py"])
def test_a_files_name_in_plain_text_is_no_command_to_the_runner(path: str) -> None:
    finding = Finding.bypass(path, 1, "runs-text", "runs code", certain=False)
    lines = task_report.text(whole(check(), found=(finding,))).split("\n")
    assert not any(line.strip().startswith("::") or "##[" in line for line in lines)


def test_printed_text_is_shown_without_escapes_and_secrets() -> None:
    token = "ghp_" + "a1" * 18
    coloured = "\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x1b\\"
    printed = f"{coloured} {token}\r\n\u202eright\n::error::x##[error]\n"
    shown = readable(printed.encode(), b"\xff\n\nhttps://me:pass@example.org")
    assert shown.split("\n") == [
        "red link [secret]",
        "U+202Eright",
        ": :error: :x## [error]",
        "\ufffd",
        "https://[secret]@example.org",
    ]
    assert readable(b"", b"") == ""
    assert len(readable(b"a\n" * 1000, b"").split("\n")) == 40
    assert "-----" not in readable(
        b"-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", b""
    )


def asked(run: str, junit: str = "") -> tuple[str, ...]:
    extra = f", junit: {junit}" if junit else ""
    head = "version: 1\nid: a\ntitle: t\neditable: [x]\nchecks:\n"
    text = f"{head}  - {{id: a, kind: public, run: {run}{extra}}}\n"
    return arguments(parse_manifest(text.encode(), path="c").checks[0], seed=9)


def test_runners_are_asked_for_their_report() -> None:
    assert asked("[python, -m, pytest, -q]", "o/a.xml")[-1] == "--junitxml=o/a.xml"
    assert asked("[pytest]", "a.xml") == ("pytest", "--junitxml=a.xml")
    assert asked("[pytest, --junitxml=a.xml]", "a.xml") == ("pytest", "--junitxml=a.xml")
    assert asked("[node, --test, t.mjs]", "a.xml") == (
        "node", "--test", "--test-reporter=junit", "--test-reporter-destination=a.xml", "t.mjs",
    )  # fmt: skip
    assert asked("[make, test]", "a.xml") == ("make", "test")
    assert asked("[x, '{seed}', 'a{seed}b']") == ("x", "9", "a9b")


@pytest.mark.parametrize(
    ("ran", "expect", "said"),
    [
        (Ran(stdout=b"a-b\n"), Expect(stdout="^a-b$"), None),
        (Ran(stdout=b"a-b\nall other answers\n"), Expect(stdout="^a-b$"), "standard output"),
        (Ran(exit=1), Expect(), "it ended with exit code 1, expected was 0"),
        (Ran(exit=3, stderr=b"usage: x"), Expect(exit=3, stderr="usage"), None),
        (Ran(stderr=b""), Expect(stderr="usage"), "standard error"),
        (Ran(stdout=b"a" * 40_000 + b"!"), Expect(stdout="^(a|a)*$"), "standard output"),
    ],
)
def test_a_behaviour_is_as_expected(ran: Ran, expect: Expect, said: str | None) -> None:
    found = as_expected(ran, expect)
    assert found is None if said is None else said in str(found)


@pytest.mark.parametrize(
    ("ran", "expected"),
    [
        (Ran(stdout=b"x\n"), True),
        (Ran(stdout=b"x\r\n"), True),
        (Ran(stdout=b"x"), True),
        (Ran(stdout=b" x"), False),
        (Ran(stdout=b"x\ny"), False),
        (Ran(stdout=b"\xff"), False),
        (Ran(stdout=b"x", exit=1), False),
        (Ran(stdout=b"x", timed_out=True), False),
        (Ran(stdout=b"x", flooded=True), False),
    ],
)
def test_a_case_is_compared(ran: Ran, expected: bool) -> None:
    assert right(ran, Case(input="a", output="x\n")) is expected
