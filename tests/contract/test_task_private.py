"""Hidden tests in a private repository: the workflow that the project hands out, step by step, against a fork."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.contract import awake, command
from tests.contract.clone import Clone
from tests.contract.inside import run
from tests.contract.test_mode_task import CHEAT, FILES, SOLVED, STARTER, Course
from tests.github.localgit import git
from tests.github.runner import ROOT, Outcome
from tests.github.server import GitHubServer

WORKFLOW: dict[Any, Any] = yaml.safe_load(
    (ROOT / "examples" / "workflows" / "steward-task-private.yml").read_text("utf-8")
)
STEPS: list[dict[str, Any]] = WORKFLOW["jobs"]["task"]["steps"]
PUBLIC = {"src/double.sh": STARTER, "README.md": "# A course\n"}


class PrivateCourse(Course):
    """A public repository with a pull request of a fork, whose head only a step brings into the workspace."""

    def __init__(self, github: GitHubServer, home: Path, program: str) -> None:
        super().__init__(github, home, before=PUBLIC, after={"src/double.sh": program})
        served, fork = home / "git", home / "served.git"
        git(
            home,
            "clone",
            "--quiet",
            "--bare",
            "--single-branch",
            "--branch=main",
            f"file://{served}",
            str(fork),
        )
        number = self.pull.number
        git(fork, "fetch", "--quiet", f"file://{served}", f"{self.pull.head_sha}:refs/pull/{number}/head")
        self.workspace = home / "checkout"
        Clone.of(Clone(fork), self.workspace)
        self.runner.workspace = self.workspace

    def fetch(self) -> None:
        """The step of the workflow that brings the submission's commits."""
        (step,) = [each for each in STEPS if "run" in each]
        subprocess.run(
            ["bash", "-e", "-c", step["run"]],
            cwd=self.workspace,
            env={"PATH": os.environ["PATH"], "HOME": "/", "NUMBER": str(self.pull.number)},
            check=True,
        )

    def bring_the_challenge(self) -> None:
        whole = {name.removeprefix("exercise/"): text for name, text in FILES.items()}
        (path,) = [each["with"]["path"] for each in STEPS if "repository" in each.get("with", {})]
        Clone.new(self.workspace / path).commit({**whole})

    def dispatched(self) -> Outcome:
        inputs = {
            name: str(self.pull.number) if "${{" in str(value) else str(value)
            for name, value in STEPS[-1]["with"].items()
        }
        return run(self.runner.environment(self.events.workflow_dispatch(), inputs))


@pytest.mark.parametrize(("program", "verdict"), [(SOLVED, "accepted"), (CHEAT, "failed")])
def test_a_fork_s_submission_is_judged_by_hidden_tests_of_another_repository(
    github: GitHubServer, tmp_path: Path, program: str, verdict: str
) -> None:
    course = PrivateCourse(github, tmp_path, program)
    course.fetch()
    course.bring_the_challenge()
    done = course.dispatched()
    assert (done.exit_code, done.outputs["verdict"]) == (0, verdict), done.log
    (check,) = course.checks()
    assert check.name == "Steward task, hidden tests"
    assert check.conclusion == {"accepted": "success", "failed": "failure"}[verdict]
    assert len(course.comments()) == 1
    assert not [
        secret for secret in ("unforeseen-name", "7001", "14002") if secret in course.everything(done)
    ]


def test_the_command_line_judges_the_same_on_the_runner(github: GitHubServer, tmp_path: Path) -> None:
    course = PrivateCourse(github, tmp_path, SOLVED)
    course.fetch()
    course.bring_the_challenge()
    page = (ROOT / "docs" / "challenges.md").read_text("utf-8")
    (line,) = [line for line in page.splitlines() if "run: git diff" in line]
    place = {
        "PATH": os.environ["PATH"],
        "HOME": "/",
        "BASE": "main",
        "HEAD": "FETCH_HEAD",
        "RUNNER_TEMP": str(tmp_path),
    }
    subprocess.run(
        ["bash", "-e", "-c", line.partition("run: ")[2]], cwd=course.workspace, env=place, check=True
    )
    patch = tmp_path / "submission.patch"
    answer = command.run("task", "--challenge", ".challenge", "--submission", patch, cwd=course.workspace)
    assert (answer.code, answer.text.splitlines()[0]) == (0, "accepted — Double a number")


def test_no_file_of_the_submission_is_checked_out(github: GitHubServer, tmp_path: Path) -> None:
    course = PrivateCourse(github, tmp_path, SOLVED)
    course.fetch()
    assert (course.workspace / "src" / "double.sh").read_text() == STARTER


def test_without_the_submission_s_commits_the_run_says_what_is_missing(
    github: GitHubServer, tmp_path: Path
) -> None:
    course = PrivateCourse(github, tmp_path, SOLVED)
    course.bring_the_challenge()
    done = course.dispatched()
    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
    assert course.pull.head_sha in done.log


def test_without_the_private_challenge_s_hidden_files_the_run_says_to_fetch_them(
    github: GitHubServer, tmp_path: Path
) -> None:
    open_files = {name: text for name, text in FILES.items() if "/hidden/" not in name}
    course = Course(github, tmp_path, before=open_files, after={"exercise/src/double.sh": SOLVED})
    done = course.judge()
    assert (done.exit_code, done.outputs["reason"]) == (2, "config_invalid")
    told = course.checks()[0].summary or ""
    assert "the hidden cases of the check cases are missing" in told
    assert "Fetch the private challenge that holds them in a step before" in told


def test_a_challenge_that_is_broken_is_no_failed_submission(github: GitHubServer, tmp_path: Path) -> None:
    printed = "::error::<img src=x> @all [x](https://evil.example)"
    row = f"  - {{id: old, kind: existing, run: [sh, -c, 'echo \"{printed}\" >&2; exit 9']}}\n"
    broken = FILES["exercise/challenge.yml"].replace("checks:\n", f"checks:\n{row}")
    before = {**FILES, "exercise/challenge.yml": broken}
    course = Course(github, tmp_path, before=before, after={"exercise/src/double.sh": SOLVED})
    done = course.judge()
    assert (done.exit_code, done.outputs["verdict"], done.outputs["reason"]) == (2, "fail", "config_invalid")
    pages = (course.comments()[0].body, done.summary, course.checks()[0].summary or "")
    assert all("own check old fails without the submission" in page for page in pages)
    ours = ("## ❌ task failed: configuration invalid",)
    found = [awake.on_page(page, links=(course.github.web,), headings=ours) for page in pages]
    assert found == [[], [], []]
    assert awake.in_log(done.log) == []


def test_the_key_is_gone_before_the_submission_runs_and_is_nobody_s_who_asks() -> None:
    checkouts = [step for step in STEPS if step.get("uses", "").startswith("actions/checkout@")]
    assert [step["with"]["persist-credentials"] for step in checkouts] == [False, False]
    assert list(WORKFLOW[True]) == ["workflow_dispatch"]
    assert WORKFLOW["jobs"]["task"]["environment"]
