"""What is wrong with a challenge is told with its place before anything is run; what is doubtful is a warning."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from steward.challenge.manifest import parse_manifest
from steward.challenge.soundness import Soundness, examine

HEAD = 'version: 1\nid: a\ntitle: t\neditable: ["src/**"]\nchecks:\n'
PUBLIC = "  - {id: p, kind: public, run: [python, -m, pytest, public]}\n"
CASES = "  - {id: c, kind: hidden, cases: hidden/c.yml, run: [x]}\n"


class Kept(msgspec.Struct, frozen=True):
    """Hidden files in memory."""

    files: Mapping[str, bytes] = {}

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def hidden(self, path: str) -> Mapping[str, bytes]:
        return {
            name: data for name, data in self.files.items() if name == path or name.startswith(f"{path}/")
        }


def examined(text: str, files: Mapping[str, bytes] = {}, base: Mapping[str, bytes] = {}) -> Soundness:
    data = text.encode()
    manifest = parse_manifest(data, path="challenge.yml")
    return examine(manifest, data=data, path="challenge.yml", files=Kept(files), base=base)


def test_a_sound_challenge_has_nothing_said_of_it() -> None:
    found = examined(HEAD + PUBLIC + CASES, {"hidden/c.yml": b"- {id: a, input: x, output: y}\n"})
    assert found == Soundness()


def test_every_missing_file_is_told_with_its_key_and_line() -> None:
    found = examined(
        f"rubric: hidden/r.yml\nreference: hidden/r.patch\n{HEAD}{CASES}"
        "  - {id: f, kind: hidden, files: hidden/tests, run: [x]}\n"
    )
    assert set(found.mistakes) == {
        "challenge.yml:1:1: rubric: hidden/r.yml: there is no such file",
        "challenge.yml:2:1: reference: hidden/r.patch: there is no such file",
        "challenge.yml:8:27: checks[0].cases: hidden/c.yml: there is no such file",
        "challenge.yml:9:27: checks[1].files: hidden/tests: there is no such file or folder",
    }


def test_a_folder_is_no_file_of_cases() -> None:
    found = examined(HEAD + CASES, {"hidden/c.yml/more.yml": b""})
    assert any("hidden/c.yml: there is no such file" in each for each in found.mistakes)


@pytest.mark.parametrize("form", ["{}", "cases:\n{}"])
def test_two_cases_of_one_id_are_a_mistake(form: str) -> None:
    rows = form.format(
        "- {id: a, input: x, output: y}\n- {input: z, output: y}\n- {id: a, input: z, output: y}\n"
    )
    (told,) = examined(HEAD + CASES, {"hidden/c.yml": rows.encode()}).mistakes
    line = 3 if form == "{}" else 4
    assert told == f"hidden/c.yml:{line}:3: the case of line {line - 2} has this id already"


def test_cases_without_ids_are_not_one_and_the_same() -> None:
    rows = b"- {input: x, output: y}\n- {input: z, output: y}\n"
    assert examined(HEAD + CASES, {"hidden/c.yml": rows}).mistakes == ()


def test_mistakes_of_several_files_are_told_together() -> None:
    found = examined(f"rubric: hidden/r.yml\n{HEAD}{CASES}", {"hidden/c.yml": b"- {input: x}\n"})
    assert len(found.mistakes) == 2


def test_cases_that_the_public_tests_tell_are_pointed_out() -> None:
    public = {"public/test_a.py": b"def test_it():\n    assert read('1h 30m') == '5400'\n"}
    rows = b"- {input: 2h 30m, output: '9000'}\n- {input: 1h 30m, output: '5400'}\n"
    found = examined(HEAD + PUBLIC + CASES, {"hidden/c.yml": rows}, public)
    assert found.warnings == (
        "hidden/c.yml:2:3: 1 case of 2 can be read in the public tests, this one first",
    )


@pytest.mark.parametrize("word", ["{sed}", "--seed={Seed}", "a{inptu}b"])
def test_a_placeholder_that_there_is_not_is_pointed_out(word: str) -> None:
    (told,) = examined(HEAD + f"  - {{id: b, kind: behaviour, run: [x, '{word}']}}\n").warnings
    assert told.startswith("challenge.yml:6:30: checks[0].run: {")
    assert told.endswith("stands for nothing; there are {seed} and {input}")


@pytest.mark.parametrize("word", ["{seed}", "${HOME}", "{}", "{1,2}", "{{x}}", "{print $1}"])
def test_other_braces_are_not(word: str) -> None:
    assert examined(HEAD + f"  - {{id: b, kind: behaviour, run: [x, '{word}']}}\n").warnings == ()


@pytest.mark.parametrize("glob", ["**", "*", "**/*"])
def test_that_everything_may_be_changed_is_pointed_out(glob: str) -> None:
    (told,) = examined(HEAD.replace("src/**", glob) + PUBLIC).warnings
    assert told.startswith(f"challenge.yml:4:12: editable[0]: {glob} lets a submission change")


def test_hidden_checks_that_decide_nothing_are_pointed_out() -> None:
    optional = CASES.replace("run:", "required: false, run:")
    files = {"hidden/c.yml": b"- {input: x, output: y}\n"}
    (told,) = examined(HEAD + PUBLIC + optional, files).warnings
    assert told.startswith("challenge.yml:5:1: checks: no hidden check is required")
    assert examined(HEAD + CASES + optional.replace("id: c", "id: d"), files).warnings == ()
