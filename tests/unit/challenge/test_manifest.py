"""A manifest's mistakes, all of them, each with its key and its place."""

from __future__ import annotations

import pytest

from steward.challenge.cases import Case, parse_cases
from steward.challenge.manifest import Kind, Level, parse_manifest
from steward.errors import ConfigInvalid
from tests.unit.challenge.build import manifest

HEAD = 'version: 1\nid: a\ntitle: t\neditable: ["src/**"]\nchecks:\n'


def mistakes(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigInvalid) as refused:
        parse_manifest(text.encode(), path="challenge.yml")
    return refused.value.problems


def test_the_defaults_are_those_of_the_documentation() -> None:
    found = parse_manifest(f"{HEAD}  - {{id: p, kind: public, run: [x]}}\n".encode(), path="c")
    limits = found.limits
    assert (limits.patch_bytes, limits.files, limits.total_seconds) == (262_144, 20, 600)
    assert (limits.output_bytes, limits.memory_mb, limits.processes) == (1_048_576, 512, 128)
    assert (found.shortcuts.hardcoded, found.shortcuts.bypass) == (Level.REVIEW, Level.REJECT)
    assert (found.manual, found.rubric, found.reference, found.checks[0].required) == (
        False,
        None,
        None,
        True,
    )


def test_checks_run_in_the_order_of_their_kinds_and_then_as_written() -> None:
    rows = "".join(
        f"  - {{id: {name}, kind: {kind}, run: [x]{', cases: c.yml' if kind == 'hidden' else ''}}}\n"
        for name, kind in (
            ("b2", "behaviour"),
            ("h", "hidden"),
            ("b1", "behaviour"),
            ("l", "lint"),
            ("i", "install"),
        )
    )
    found = parse_manifest((HEAD + rows).encode(), path="c")
    assert [check.id for check in found.ordered] == ["i", "l", "h", "b2", "b1"]
    assert next(iter(Kind)) is Kind.INSTALL


def test_the_whole_of_a_folder_named_hidden_is_hidden() -> None:
    rows = (
        "  - {id: a, kind: hidden, files: tests/hidden/a, run: [x]}\n"
        "  - {id: b, kind: hidden, cases: keys/b.yml, run: [x]}\n"
    )
    found = parse_manifest(f"reference: private/solution.patch\n{HEAD}{rows}".encode(), path="c")
    assert found.hidden == ("hidden", "tests/hidden", "keys/b.yml", "private/solution.patch")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "challenge.yml:1:1: the key 'checks' is missing"),
        ("- a", "challenge.yml:1:1: expected a block of keys, found a list"),
        ("a: [", "challenge.yml:1:5: "),
        ("x" * 70_000, "challenge.yml:1:1: is 70,000 bytes long; allowed: 65,536"),
        (HEAD + "  - {id: a, kind: lint}\n", "challenge.yml:6:5: checks[0]: the key 'run' is missing"),
        (
            HEAD + "  - {id: a, kind: lint, run: ruff check}\n",
            "challenge.yml:6:25: checks[0].run: expected a list",
        ),
        (
            HEAD + "  - {id: a, kind: lint, run: ruff check}\n",
            "expected a list, found text; write a list of words, as in [python, -m, pytest, -q]",
        ),
        (
            HEAD.replace('["src/**"]', "src/**") + "  - {id: a, kind: lint, run: [a]}\n",
            'editable: expected a list, found text; write a list of patterns, as in ["src/**"]',
        ),
        (HEAD + "  - {id: a, kind: lint, run: []}\n", "checks[0].run: its first word names the command"),
        (
            HEAD + "  - {id: a, kind: lint, run: [a, 1]}\n",
            "checks[0].run[1]: expected text, found a whole number",
        ),
        (HEAD + "  - {id: a b, kind: lint, run: [a]}\n", "challenge.yml:6:6: checks[0].id: "),
        (
            HEAD + "  - {id: a, kind: tests, run: [a]}\n",
            "checks[0].kind: invalid value 'tests'; allowed: install,",
        ),
        (HEAD + "  - {id: a, kind: hidden, run: [a]}\n", "checks[0].kind: a hidden check has either"),
        (
            HEAD + "  - {id: a, kind: hidden, run: [a], files: a, cases: b}\n",
            "checks[0].kind: a hidden check has",
        ),
        (
            HEAD + "  - {id: a, kind: public, run: [a], files: a}\n",
            "only a check of the kind hidden may have 'files'",
        ),
        (
            HEAD + "  - {id: a, kind: public, run: [a], expect: {}}\n",
            "only a check of the kind behaviour may have",
        ),
        (HEAD + "  - {id: a, kind: public, run: ['{input}']}\n", "there are no 'cases'"),
        (
            HEAD + "  - {id: a, kind: hidden, cases: c, junit: o.xml, run: [a]}\n",
            "checks[0].junit: cases are compared",
        ),
        (
            HEAD + "  - {id: a, kind: public, run: [a], junit: ../o.xml}\n",
            "'../o.xml' is no path inside the challenge",
        ),
        (
            HEAD + "  - {id: a, kind: public, run: [a], junit: /o.xml}\n",
            "'/o.xml' is no path inside the challenge",
        ),
        (
            HEAD + "  - {id: a, kind: public, run: [a], seconds: 0}\n",
            "checks[0].seconds: expected a number > 0",
        ),
        (
            HEAD + "  - {id: a, kind: behaviour, run: [a], expect: {stdout: '('}}\n",
            "is no regular expression: missing )",
        ),
        (
            HEAD + "  - {id: a, kind: behaviour, run: [a], junit: o.xml, expect: {exit: 1}}\n",
            "challenge.yml:6:54: checks[0].expect: a command with 'junit' ends with 0",
        ),
        (
            HEAD + "  - {id: a, kind: lint, run: [a]}\n" * 2,
            "challenge.yml:7:6: checks[1].id: checks[0] has this id",
        ),
        (HEAD + '  - {id: a, kind: lint, run: ["a\\0"]}\n', "checks[0].run[0]: holds a NUL character"),
        (HEAD.replace('["src/**"]', "[]") + "  - {id: a, kind: lint, run: [a]}\n", "editable: has no item"),
        (
            HEAD.replace("src/**", "#x") + "  - {id: a, kind: lint, run: [a]}\n",
            "editable[0]: the glob '#x' matches",
        ),
        ("limits: {memory_mb: 1}\n" + HEAD + "  - {id: a, kind: lint, run: [a]}\n", "limits.memory_mb: "),
        ("shortcuts: {bypass: no}\n" + HEAD + "  - {id: a, kind: lint, run: [a]}\n", "shortcuts.bypass: "),
        (
            "titel: x\n" + HEAD + "  - {id: a, kind: lint, run: [a]}\n",
            "the key 'titel' is not known (did you mean",
        ),
        (
            "reference: h\n" + HEAD + "  - {id: a, kind: hidden, files: h, run: [a]}\n",
            "challenge.yml:7:27: checks[0].files: this file is held back",
        ),
        (
            HEAD
            + "  - {id: a, kind: hidden, files: h, run: [a]}\n  - {id: b, kind: hidden, cases: h, run: [a]}\n",
            "challenge.yml:6:27: checks[0].files: this file is held back",
        ),
    ],
)
def test_a_mistake_is_told_with_its_key_and_place(text: str, said: str) -> None:
    assert any(said in problem for problem in mistakes(text)), mistakes(text)


def test_mistakes_are_told_together_in_the_order_of_the_file_and_cut_when_there_are_very_many() -> None:
    told = mistakes(HEAD + "  - {id: a}\n" * 40)
    assert told[0].startswith("challenge.yml:6:")
    assert told[-1].startswith("challenge.yml: and ")


def test_a_builder_gives_what_it_says() -> None:
    assert [check.id for check in manifest().checks] == ["public", "hidden", "cli"]


@pytest.mark.parametrize(
    "text", ["- {id: a, input: x, output: y}\n", "cases:\n  - {id: a, input: x, output: y}\n"]
)
def test_cases_are_a_list_alone_or_under_a_key(text: str) -> None:
    assert parse_cases(text.encode(), path="c") == (Case(id="a", input="x", output="y"),)
    assert parse_cases(f"# a comment\n---\n{text}".encode(), path="c")[0].exit == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no case in it"),
        ("[]", "there is no case in it"),
        ("- {input: x}", "c:1:3: [0]: the key 'output' is missing"),
        ("cases:\n- {input: x}", "c:2:3: cases[0]: the key 'output' is missing"),
        ("- {input: 1, output: x}", "[0].input: expected text, found a whole number"),
        ('- {input: "\\0", output: x}', "[0]: holds a NUL character"),
        ("- {output: x, exit: 300}", "[0].exit: "),
        ("- 5", "[0]: expected a block of keys"),
        ("#" * (2**20 + 1), "allowed: 1,048,576"),
    ],
)
def test_mistakes_in_cases(text: str, said: str) -> None:
    with pytest.raises(ConfigInvalid) as refused:
        parse_cases(text.encode(), path="c")
    assert any(said in problem for problem in refused.value.problems), refused.value.problems
