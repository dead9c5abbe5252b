"""`steward challenge check` as its owner types it: what is wrong, how to mend it, and secrets to them alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.contract.command import Answer, run
from tests.contract.test_task_command import MANIFEST, SOLUTION, commit, git, patch, task
from tests.contract.test_task_command import course as course  # a fixture

EXISTING = "  - {{id: existing, kind: existing, run: [sh, -c, {}]}}\n"


def checked(course: Path, *, env: dict[str, str | None] | None = None) -> Answer:
    return run("challenge", "check", course, cwd=course.parent, env=env)


def with_check(course: Path, row: str) -> None:
    text = MANIFEST.replace("checks:\n", f"checks:\n{row}")
    (course / "challenge.yml").write_text(text)
    commit(course)


def test_a_broken_existing_check_is_the_challenges_mistake_and_no_submissions(course: Path) -> None:
    with_check(course, EXISTING.format('"echo before; echo tool is missing >&2; exit 5"'))
    answer = checked(course)
    assert answer.code == 1
    assert "starter: the challenge's own check existing fails without the submission" in answer.text
    assert "    | before\n    | tool is missing\n" in answer.text
    assert "as it should be" not in answer.text
    complaint = task(course, "--submission", "-", given=patch(course, SOLUTION)).complaint
    assert (
        "check existing fails without the submission: it ended with exit code 5 (tool is missing)"
        in complaint
    )


def test_a_reference_that_stops_where_the_starter_does_is_told(course: Path) -> None:
    with_check(course, "  - {id: public, kind: public, run: [sh, -c, 'exit 3']}\n")
    answer = checked(course)
    assert "starter: not accepted, as it should be (check.public)" in answer.text
    assert "reference: failed; it must be accepted (check.public)" in answer.text


def test_a_submission_that_breaks_its_own_installation_fails(course: Path) -> None:
    with_check(course, "  - {id: install, kind: install, run: [sh, -c, 'sh src/greet.sh >/dev/null']}\n")
    answer = task(course, "--submission", "-", given=patch(course, "exit 1\n"))
    assert answer.code == 1
    assert "install" in answer.text


def test_a_starter_that_a_linter_stops_fails_for_the_wrong_reason(course: Path) -> None:
    with_check(course, "  - {id: lint, kind: lint, run: [sh, -c, 'echo crooked; exit 1']}\n")
    answer = checked(course)
    assert answer.code == 1
    assert "starter: fails before anything that the task asks for" in answer.text
    assert (
        "  lint: it ended with exit code 1; it fails without the submission, too\n    | crooked\n"
        in answer.text
    )


def test_its_owner_sees_what_a_wrong_case_expects_and_nobody_else_does(course: Path) -> None:
    wrong = patch(course, 'echo "Hullo, $1!"; echo beside >&2\n')
    (course / "hidden" / "reference.patch").write_bytes(wrong)
    answer = checked(course)
    assert answer.code == 1
    assert "  cases: 1 of 1 case came out wrong" in answer.text
    assert "    case [0] quokka\n" in answer.text
    assert '      input     "Quokka"\n' in answer.text
    assert '      expected  "Hello, Quokka!", exit code 0\n' in answer.text
    assert '      got       "Hullo, Quokka!", exit code 0\n' in answer.text
    for form in ("text", "json"):
        public = task(course, "--submission", "-", "--format", form, given=wrong)
        assert public.code == 1
        assert "quokka" not in (public.text + public.err).lower()


def test_its_owner_sees_what_hidden_tests_and_behaviour_checks_print(course: Path) -> None:
    rows = (
        "  - {id: files, kind: hidden, files: hidden/tests, required: false, run: [sh, hidden/tests/run.sh]}\n"
        "  - {id: asks, kind: behaviour, required: false, run: [sh, -c, 'echo numbat; exit 4']}\n"
    )
    with_check(course, rows)
    (course / "hidden" / "tests").mkdir()
    (course / "hidden" / "tests" / "run.sh").write_text("printf 'wombat \\033[31m::error::x\\n'; exit 1\n")
    answer = checked(course)
    assert answer.code == 0, answer
    assert "  files: the hidden tests did not pass\n    | wombat : :error: :x\n" in answer.text
    assert "  asks: it ended with exit code 4, expected was 0\n    | numbat\n" in answer.text
    for form in ("text", "json"):
        public = task(course, "--submission", "-", "--format", form, given=patch(course, SOLUTION))
        assert public.code == 0
        assert not {
            word for word in ("wombat", "numbat", "quokka") if word in (public.text + public.err).lower()
        }


def test_what_is_not_committed_is_pointed_out(course: Path) -> None:
    (course / "src" / "greet.sh").write_text("echo no\n")
    (course / "new").mkdir()
    (course / "new" / "file.txt").write_text("x")
    (course / "hidden" / "notes.txt").write_text("x")
    (course / "challenge.yml").write_text(MANIFEST + "manual: false\n")
    warnings = [line for line in checked(course).text.splitlines() if line.startswith("warning: ")]
    assert warnings == [
        "warning: src/greet.sh is not committed as it lies there: the challenge has what HEAD holds",
        "warning: new/ is not committed as it lies there: the challenge has what HEAD holds",
    ]


def test_a_folder_that_is_not_committed_at_all_is_pointed_out(below: Path) -> None:
    git(below.parent, "rm", "-r", "--cached", "--quiet", "greeting")
    git(below.parent, "commit", "--quiet", "--allow-empty", "--message", "Without it")
    assert "warning: . is not committed as it lies there" in checked(below).text


def test_missing_files_are_told_with_key_and_line_before_anything_is_run(course: Path) -> None:
    (course / "challenge.yml").write_text(MANIFEST + "rubric: hidden/rubric.yml\n")
    answer = checked(course)
    assert answer.code == 1
    assert answer.text == "challenge.yml:11:1: rubric: hidden/rubric.yml: there is no such file\n"


def test_a_warning_alone_fails_nothing(course: Path) -> None:
    (course / "challenge.yml").write_text(MANIFEST.replace('["src/**"]', '["**"]'))
    answer = checked(course)
    assert answer.code == 0, answer
    assert "warning: challenge.yml:5:12: editable[0]: ** lets a submission change" in answer.text


@pytest.fixture
def below(course: Path) -> Path:
    """The same challenge as a folder of a larger repository."""
    top = course.parent / "all"
    top.mkdir()
    course.rename(top / "greeting")
    (top / "greeting" / ".git").rename(course.parent / "git-elsewhere")
    git(top, "init", "--quiet", "--initial-branch", "main")
    commit(top)
    return top / "greeting"


def changed(folder: Path, *words: str) -> bytes:
    script = folder / "src" / "greet.sh"
    before = script.read_text()
    script.write_text(SOLUTION)
    found = git(folder, "diff", "--no-renames", *words)
    script.write_text(before)
    return found


def test_a_patch_made_with_relative_applies_in_a_subfolder_and_at_the_root(below: Path) -> None:
    assert task(below, "--submission", "-", given=changed(below, "--relative")).code == 0


def test_at_the_root_relative_makes_no_difference(course: Path) -> None:
    assert changed(course, "--relative") == changed(course)


@pytest.mark.parametrize(
    ("editable", "reason"), [("src/**", "patch.outside-editable"), ("**/*.sh", "patch.does-not-apply")]
)
def test_a_patch_made_without_it_is_told_what_to_do(below: Path, editable: str, reason: str) -> None:
    (below / "challenge.yml").write_text(MANIFEST.replace("src/**", editable))
    git(below, "commit", "--quiet", "--all", "--allow-empty", "--message", "The patterns")
    given = changed(below)
    answer = task(below, "--submission", "-", given=given)
    assert answer.code == 1
    assert "in the challenge's folder with `git diff --no-renames --relative`" in answer.text
    report = json.loads(task(below, "--submission", "-", "--format", "json", given=given).out)
    assert report["checks"][0]["reasons"] == [reason]
    (below / "hidden" / "reference.patch").write_bytes(given)
    assert "in the challenge's folder with `git diff --no-renames --relative`" in checked(below).text


@pytest.mark.parametrize("words", [("task",), ("challenge", "check")])
def test_the_help_says_how_a_patch_is_made(words: tuple[str, ...], tmp_path: Path) -> None:
    assert "git diff --no-renames --relative" in run(*words, "--help", cwd=tmp_path).text
