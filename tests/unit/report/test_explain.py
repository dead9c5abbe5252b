"""What holds and why: every value with its origin, every field of a constitution used or with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steward.errors import ConfigInvalid
from steward.governance.policy import ENFORCED, NOT_ENFORCED
from steward.intake.policy_file import PolicyFile, PolicyFiles
from steward.intake.settings import CommentMode
from steward.model import FailOn
from steward.report.explain import Explanation, Given, explain, render

SETTINGS, CONSTITUTION = ".github/steward.yml", "governance.pxf"
EXAMPLE = Path(__file__).parents[3] / "examples" / "governance" / "governance.pxf"


def files(settings: str | None, constitution: str | None = None) -> PolicyFiles:
    """Both files by their usual names, None for one that is not there."""
    return PolicyFiles(
        settings=PolicyFile(path=SETTINGS, data=settings.encode() if settings is not None else None),
        governance=PolicyFile(path=CONSTITUTION, data=constitution.encode() if constitution else None),
        read_from="main at 0123456",
    )


def origins(explanation: Explanation) -> dict[str, tuple[object, str]]:
    return {setting.key: (setting.value, setting.origin) for setting in explanation.settings}


def test_without_a_file_every_setting_is_a_default() -> None:
    found = explain(files(None))
    assert {setting.origin for setting in found.settings} == {"default"}
    assert (found.settings_file, found.governance) == (None, None)


def test_what_the_file_states_comes_from_its_line() -> None:
    found = origins(explain(files("fail_on: red\nscoring:\n  tests:\n    globs: [a/**, 'b']\n")))
    assert found["fail_on"] == ("red", f"{SETTINGS}:1")
    assert found["scoring.tests.globs"] == (["a/**", "b"], f"{SETTINGS}:4")
    assert found["scoring.tests.conventions"] == ("extended", "default")
    assert found["prose.enabled"] == (True, "default")


@pytest.mark.parametrize(
    ("option", "stated", "holds"),
    [
        (FailOn.AMBER, "red", ("amber", "--fail-on")),
        (FailOn.RED, "red", ("red", f"{SETTINGS}:1")),
        (FailOn.RED, "amber", ("amber", f"{SETTINGS}:1")),
        (FailOn.NEVER, "red", ("red", f"{SETTINGS}:1")),
        (None, "red", ("red", f"{SETTINGS}:1")),
    ],
)
def test_of_the_option_and_the_file_the_stricter_holds(
    option: FailOn | None, stated: str, holds: tuple[str, str]
) -> None:
    assert origins(explain(files(f"fail_on: {stated}\n"), given=Given(fail_on=option)))["fail_on"] == holds


def test_inputs_that_hold_are_called_inputs_and_others_are_not_told() -> None:
    given = Given(
        by="input {}", fail_on=FailOn.RED, comment=CommentMode.OFF, model="a-model", daily_credits=250
    )
    found = origins(explain(files(None), given=given))
    assert found["fail_on"] == ("red", "input fail-on")
    assert found["comment.mode"] == ("off", "input comment")
    assert found["prose.model"] == ("a-model", "input model")
    assert found["prose.daily_credits"] == (2.5, "input daily-credits")
    stated = "fail_on: amber\ncomment: {mode: off}\nprose: {model: other, daily_credits: 1.5}\n"
    found = origins(explain(files(stated), given=given))
    assert {found[key][1] for key in ("fail_on", "comment.mode", "prose.model", "prose.daily_credits")} == {
        f"{SETTINGS}:{line}" for line in (1, 2, 3)
    }


@pytest.mark.parametrize("preset", ["relaxed", "standard", "strict"])
def test_a_gate_s_mode_comes_from_the_line_of_the_preset(preset: str) -> None:
    found = origins(explain(files(f"version: 1\npreset: {preset}\n")))
    assert found["gates.dco.mode"][1] == f"preset {preset}, {SETTINGS}:2"


def test_every_field_is_used_or_has_a_reason() -> None:
    constitution = explain(files(None, EXAMPLE.read_text())).governance
    assert constitution is not None
    kinds = {re.sub(r"\[\d+\]", "[]", field.name) for field in constitution.fields}
    assert kinds >= ENFORCED.keys()
    assert [f for f in constitution.fields if (f.used_for is None) == (f.not_enforced is None)] == []


def test_what_is_not_stated_is_listed() -> None:
    constitution = explain(files(None, 'version = "1"\nescrow { a = 1 }\n')).governance
    assert constitution is not None
    assert set(constitution.not_stated) == {*ENFORCED, *NOT_ENFORCED} - {"version", "escrow"}


def test_an_unknown_field_is_told_as_not_known() -> None:
    constitution = explain(files(None, 'version = "1"\nversoin = "2"\n')).governance
    assert constitution is not None
    assert constitution.fields[1].not_enforced == "the field is not known here"
    assert len(constitution.warnings) == 1


def test_the_mistakes_of_both_files_come_together() -> None:
    with pytest.raises(ConfigInvalid) as refused:
        explain(files("fail-on: red\n", "version = \n"))
    assert [what.split(": ")[0] for what in refused.value.problems] == [
        f"{SETTINGS}:1:1",
        f"{CONSTITUTION}:2:1",
    ]


def test_as_text_it_has_a_value_a_line_in_columns() -> None:
    text = 'domains = [{name = "core", path_globs = ["src/**"], restricted = true}]\nversion = "2"\n'
    lines = render(explain(files("fail_on: red\n", text))).splitlines()
    assert lines[:3] == ["read from main at 0123456", "", "Settings (.github/steward.yml)"]
    assert [line.split() for line in lines[3:6]] == [
        ["version", "1", "default"],
        ["preset", "relaxed", "default"],
        ["fail_on", "red", ".github/steward.yml:1"],
    ]
    assert (
        len({line.index(word) for line, word in zip(lines[3:6], ("1", "relaxed", "red"), strict=True)}) == 1
    )
    restricted = next(line for line in lines if "domains[0].restricted" in line)
    assert restricted.split() == ("domains[0].restricted true governance.pxf:1 used: gate restricted").split()
    assert "  core  src/**  coverage exempt  complexity exempt  restricted" in lines
    assert "  manifesto.mission" in lines[lines.index("Not stated, so empty, 0 or false") :]
    assert lines[-2:] == [
        "Warnings",
        "  governance.pxf:2:11: version: is '2'; the file is read as version 1, which is all that is known",
    ]


def test_foreign_text_is_shown_inert() -> None:
    text = 'domains = [{name = "\u202eevil", path_globs = ["a\u2066/**"]}]\nversion = "1"\n'
    shown = render(explain(files("scoring: {tests: {globs: ['x\u202e']}}\n", text)))
    assert re.search("[\u202a-\u202e\u2066-\u2069\x1b]", shown) is None
    assert "U+202E" in shown


def test_every_field_that_is_enforced_is_called_used() -> None:
    text = 'manifesto { mission = "m" }\ndomains = [{ name = "core", restricted = true }]\n'
    answer = explain(files(None, text))
    assert answer.governance is not None
    assert {field.name: field.not_enforced for field in answer.governance.fields} == {
        "manifesto.mission": None,
        "domains[0].name": None,
        "domains[0].restricted": None,
    }
