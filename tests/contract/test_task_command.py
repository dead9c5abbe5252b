"""`steward task` and `steward challenge check` as they are typed: options, formats, exit codes, words."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from steward.adapters.challenge_files import committed_source
from tests import schemas
from tests.challenges import case
from tests.challenges.toolchain import toolchain
from tests.contract.command import Answer, run

MANIFEST = """
version: 1
id: greeting
title: Greet people
editable: ["src/**"]
checks:
  - {id: said, kind: behaviour, run: [sh, src/greet.sh, World], expect: {stdout: '^Hello, World!$'}}
  - {id: cases, kind: hidden, cases: hidden/cases.yml, run: [sh, src/greet.sh, "{input}"]}
  - {id: seeded, kind: behaviour, run: [sh, -c, 'test {seed} = "$(sh src/seed.sh {seed})"']}
reference: hidden/reference.patch
"""
STARTER = 'echo "Hello"\n'
SOLUTION = 'echo "Hello, $1!"\n'
CASES = '- {id: quokka, input: Quokka, output: "Hello, Quokka!"}\n'


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A challenge in shell, which every machine has: a repository with a starter and a reference."""
    folder = tmp_path / "course"
    for path, text in {
        "challenge.yml": MANIFEST,
        "src/greet.sh": STARTER,
        "src/seed.sh": 'echo "$1"\n',
        "hidden/cases.yml": CASES,
        "hidden/reference.patch": "",
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    commit(folder)
    (folder / "hidden" / "reference.patch").write_bytes(patch(folder, SOLUTION))
    commit(folder)
    return folder


def git(folder: Path, *words: str) -> bytes:
    identity = ("-c", "user.name=Course", "-c", "user.email=course@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True).stdout


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "A change")


def patch(folder: Path, text: str) -> bytes:
    """The patch that gives the script this text."""
    script = folder / "src" / "greet.sh"
    before = script.read_text()
    script.write_text(text)
    found = git(folder, "diff", "--no-renames")
    script.write_text(before)
    return found


def task(
    course: Path, *words: str | Path, given: bytes = b"", env: dict[str, str | None] | None = None
) -> Answer:
    return run("task", "--challenge", course, *words, cwd=course.parent, given=given, env=env)


def test_a_right_submission_is_accepted(course: Path) -> None:
    answer = task(course, "--submission", "-", "--seed", "7", given=patch(course, SOLUTION))
    assert (answer.code, answer.err) == (0, "")
    assert answer.text.startswith("accepted — Greet people\n")
    assert "install    not configured" in answer.text
    assert "passed (compared outside), 1 of 1 case passed" in answer.text
    assert "passed (exit code only)" in answer.text
    assert answer.text.endswith("Seed 7: --seed 7 repeats it.\n")


def test_a_wrong_one_fails_and_stops_at_the_first_required_check(course: Path) -> None:
    answer = task(course, "--submission", "-", "--format", "json", given=b"")
    report = json.loads(answer.out)
    assert answer.code == 1
    outcomes = {check["id"]: check["outcome"] for check in report["checks"] if check["id"]}
    assert outcomes == {"patch": "passed", "cases": "failed", "said": "not_run", "seeded": "not_run"}


def test_the_same_submission_and_seed_give_the_same_bytes(course: Path) -> None:
    given = patch(course, SOLUTION)
    first, second = (
        task(course, "--submission", "-", "--seed", "3", "--format", "json", given=given) for _ in range(2)
    )
    assert first.out == second.out
    report = json.loads(first.out)
    assert not schemas.problems("task-1", first.out)
    assert report.keys() == {"schema", "verdict", "checks", "shortcuts", "seed", "lacking"}
    assert (report["schema"], report["seed"]) == ("steward.task/1", 3)


def test_what_is_held_stays_out_of_the_copy_though_hidden_tests_lie_in_the_same_folder(course: Path) -> None:
    files = "hidden, run: [sh, -c, 'test -f hidden/t.sh && test \"$(ls hidden)\" = t.sh']}"
    manifest = MANIFEST.replace("checks:\n", f"checks:\n  - {{id: files, kind: hidden, files: {files}\n")
    (course / "challenge.yml").write_text(f"{manifest}rubric: hidden/rubric.yml\n")
    for name in ("t.sh", "rubric.yml"):
        (course / "hidden" / name).write_text("true\n")
    commit(course)
    answer = task(course, "--submission", "-", "--format", "json", given=patch(course, SOLUTION))
    outcomes = {check["id"]: check["outcome"] for check in json.loads(answer.out)["checks"] if check["id"]}
    assert outcomes["files"] == "passed"
    assert answer.code == 0


def test_without_a_seed_each_run_has_its_own(course: Path) -> None:
    seeds = {json.loads(task(course, "--submission", "-", "--format", "json").out)["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_a_branch_is_judged_by_what_it_changes(course: Path) -> None:
    git(course, "checkout", "--quiet", "-b", "mine")
    (course / "src" / "greet.sh").write_text(SOLUTION)
    commit(course)
    git(course, "checkout", "--quiet", "main")
    answer = task(course, "--head", "mine", "--seed", "1")
    assert answer.code == 0, answer
    assert answer.text.startswith("accepted")


def test_a_branch_that_changes_the_hidden_cases_is_refused_without_a_word_of_them(course: Path) -> None:
    git(course, "checkout", "--quiet", "-b", "mine")
    (course / "hidden" / "cases.yml").write_text("- {input: a, output: b}\n")
    commit(course)
    git(course, "checkout", "--quiet", "main")
    answer = task(course, "--head", "mine", "--format", "json")
    assert answer.code == 1
    assert json.loads(answer.out)["checks"][0]["reasons"] == ["patch.outside-editable"]
    assert b"cases.yml" not in answer.out


def test_a_challenge_in_a_folder_of_a_larger_repository(course: Path) -> None:
    top = course.parent / "all"
    top.mkdir()
    course.rename(top / "greeting")
    (top / "greeting" / ".git").rename(top / ".git-old")
    git(top, "init", "--quiet", "--initial-branch", "main")
    (top / "other.txt").write_text("1\n")
    (top / ".gitignore").write_text(".git-old\n")
    commit(top)
    git(top, "checkout", "--quiet", "-b", "mine")
    (top / "greeting" / "src" / "greet.sh").write_text(SOLUTION)
    commit(top)
    git(top, "checkout", "--quiet", "-b", "more")
    (top / "other.txt").write_text("2\n")
    commit(top)
    git(top, "checkout", "--quiet", "main")
    assert task(top / "greeting", "--head", "mine").code == 0
    answer = task(top / "greeting", "--head", "more", "--format", "json")
    assert answer.code == 1
    assert "other.txt is not among the files" in json.loads(answer.out)["checks"][0]["why"]


def test_what_is_not_committed_is_no_part_of_the_base(course: Path) -> None:
    given = patch(course, SOLUTION)
    (course / "src" / "greet.sh").write_text("something else\n")
    assert task(course, "--submission", "-", given=given).code == 0


def test_a_folder_that_is_no_repository_is_its_own_base(course: Path) -> None:
    given = patch(course, SOLUTION)
    (course / ".git").rename(course.parent / "git-elsewhere")
    assert task(course, "--submission", "-", given=given).code == 0
    assert "--head needs a challenge in a git repository" in task(course, "--head", "mine").complaint


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "either --submission PATCH or --head REF"),
        (("--submission", "-", "--head", "x"), "either --submission PATCH or --head REF"),
        (("--submission", "absent.patch"), "absent.patch cannot be read"),
        (("--head", "absent"), "no commit absent"),
        (("--submission", "-", "--seed", "-1"), "--seed"),
    ],
)
def test_wrong_usage_is_told_in_a_line(course: Path, words: tuple[str, ...], said: str) -> None:
    assert said in task(course, *words).complaint


def test_a_challenge_that_is_not_there(tmp_path: Path) -> None:
    assert "there is no challenge.yml" in task(tmp_path, "--submission", "-").complaint
    assert "there is no file" in task(tmp_path / "x.yml", "--submission", "-").complaint


def test_nothing_is_run_beside_a_models_key_or_on_an_event_with_secrets(course: Path) -> None:
    answer = task(course, "--submission", "-", env={"ANTHROPIC_API_KEY": "sk-ant-123456"})
    assert "ANTHROPIC_API_KEY" in answer.complaint
    assert "sk-ant" not in answer.err
    answer = task(course, "--submission", "-", env={"GITHUB_EVENT_NAME": "pull_request_target"})
    assert "pull_request_target" in answer.complaint


def test_mistakes_of_the_manifest_are_told_with_key_and_line(course: Path) -> None:
    (course / "challenge.yml").write_text(MANIFEST.replace("kind: hidden", "kind: secret"))
    assert (
        "challenge.yml:8:17: checks[1].kind: invalid value 'secret'"
        in task(course, "--submission", "-").complaint
    )
    answer = run("challenge", "check", course, cwd=course)
    assert (answer.code, answer.err) == (1, "")
    assert "challenge.yml:8:17: checks[1].kind" in answer.text


def test_broken_hidden_cases_are_told_to_their_owner_alone(course: Path) -> None:
    (course / "hidden" / "cases.yml").write_text("- {id: quokka, inptu: Quokka}\n")
    complaint = task(course, "--submission", "-").complaint
    assert "hidden cases of the check cases cannot be used" in complaint
    assert "quokka" not in complaint.lower()
    answer = run("challenge", "check", course, cwd=course)
    assert answer.code == 1
    assert "hidden/cases.yml:1:16: [0]: the key 'inptu' is not known (did you mean 'input'?)" in answer.text


def test_a_challenge_proves_itself(course: Path) -> None:
    answer = run("challenge", "check", course / "challenge.yml", cwd=course)
    assert answer.code == 0, answer
    assert "challenge.yml: no mistake" in answer.text
    assert "starter: not accepted, as it should be (check.cases)" in answer.text
    assert "reference: accepted, as it should be" in answer.text


def test_a_challenge_without_a_reference_says_so(course: Path) -> None:
    manifest = MANIFEST.replace("reference: hidden/reference.patch\n", "")
    (course / "challenge.yml").write_text(manifest)
    answer = run("challenge", "check", course, cwd=course)
    assert answer.code == 0
    assert "reference: none is named" in answer.text


def test_a_reference_that_fails_and_a_starter_that_passes_are_told(course: Path) -> None:
    (course / "hidden" / "reference.patch").write_bytes(patch(course, "echo no\n"))
    answer = run("challenge", "check", course, cwd=course)
    assert answer.code == 1
    assert "reference: failed; it must be accepted (check.cases)" in answer.text
    (course / "src" / "greet.sh").write_text(SOLUTION)
    (course / "hidden" / "reference.patch").write_text("")
    commit(course)
    answer = run("challenge", "check", course, cwd=course)
    assert answer.code == 1
    assert "starter: accepted; it must fail" in answer.text


def test_missing_hidden_files_are_told(course: Path) -> None:
    manifest = MANIFEST.replace("hidden/cases.yml", "hidden/none.yml").replace(
        "reference.patch", "none.patch"
    )
    (course / "challenge.yml").write_text(manifest)
    answer = run("challenge", "check", course, cwd=course)
    assert answer.code == 1
    assert "hidden/none.yml: there is no such file" in answer.text
    assert "hidden/none.patch: there is no such file" in answer.text


@pytest.fixture(scope="module")
def tools() -> Iterator[dict[str, str]]:
    with toolchain() as environment:
        yield environment


@pytest.mark.parametrize("challenge", ["durations", "csv-line"])
def test_the_examples_prove_themselves(challenge: str, tools: dict[str, str], tmp_path: Path) -> None:
    repository = case.repository(challenge, tmp_path / "copy")
    changes: dict[str, str | None] = {**tools}
    answer = run("challenge", "check", repository, cwd=tmp_path, env=changes)
    assert answer.code == 0, answer
    assert "reference: accepted" in answer.text


def test_everything_can_come_from_one_commit_whatever_lies_on_the_disk(course: Path) -> None:
    (course / "challenge.yml").write_text("version: 2\n")
    (course / "hidden" / "cases.yml").write_text("broken")
    found = committed_source(course, "HEAD", ".")
    assert found.manifest == MANIFEST.encode()
    assert found.read("hidden/cases.yml") == CASES.encode()


def test_a_challenge_whose_folder_a_pull_request_took_away(course: Path) -> None:
    (course / "unit").mkdir()
    for name in ("challenge.yml", "src", "hidden"):
        git(course, "mv", name, f"unit/{name}")
    commit(course)
    git(course, "rm", "--quiet", "-r", "unit")
    commit(course)
    assert "src/greet.sh" in committed_source(course, "HEAD~1", "unit").entries
