"""The log: a short report in plain text, one line a fact."""

from __future__ import annotations

from steward.errors import InputInvalid
from steward.model import GateMode, GateOutcome, GateResult, Level
from steward.report.log import annotation, lines
from tests.unit.report import build
from tests.unit.report.build import file


def test_the_log_holds_verdict_scores_and_what_would_raise_them() -> None:
    first, *rest = lines(build.bare())
    assert first.endswith(": 59 amber (state done, verdict warn)")
    text = "\n".join(rest)
    assert (
        "Correctness           40 red      no test files for 1 source file; no test named after src/auth/"
        in text
    )
    assert "Governance alignment   – unknown  " in text
    assert "Overall               59 amber    from 4 of 5 dimensions" in text
    assert "to raise it: 1 docs file: docs alignment 70 → 90, overall 59 → 64." in text
    assert "Template report: no API key configured" in text


def test_gates_are_named_in_the_log() -> None:
    gate = GateOutcome(name="dco", mode=GateMode.WARN, result=GateResult.UNMEASURED)
    assert "  gate dco (warn): unmeasured" in lines(build.evaluation(file("a.md"), gates=(gate,)))


def test_every_problem_stands_in_the_log() -> None:
    error = InputInvalid(("input fail-on: 'x'", "input comment: 'y'"), mend="Correct the workflow file.")
    assert lines(build.failed(error))[1:] == (
        "inputs invalid",
        "  input fail-on: 'x'",
        "  input comment: 'y'",
        "Correct the workflow file.",
        "See docs/troubleshooting.md, section input_invalid.",
    )


def test_one_annotation_says_what_the_run_came_to() -> None:
    assert annotation(build.good()) == (
        Level.NOTICE,
        "Steward: 90 green",
        "Nothing to do: read the verdict.",
    )
    level, title, message = annotation(
        build.failed(InputInvalid(("input fail-on: 'x'",), mend="Correct it."))
    )
    assert (level, title) == (Level.FAILURE, "Steward: evaluation failed: inputs invalid")
    assert "input fail-on: 'x'\nCorrect it." in message


def test_no_line_holds_a_line_break_or_an_unseen_character() -> None:
    judged = build.evaluation(file("src/auth\n::error::\u202e\x1b[31m.py"))
    for line in lines(judged):
        assert line.isprintable()
