"""Task Mode in the Action: a pull request is judged by the default branch's challenge, or by a fetched one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from steward.state import Series, decode
from tests.contract import awake
from tests.contract.clone import Clone
from tests.contract.inside import run
from tests.github import builders, objects
from tests.github.events import Events
from tests.github.nouns import CheckRun, Comment
from tests.github.runner import Outcome, Runner
from tests.github.server import GitHubServer

MANIFEST = """\
version: 1
id: double
title: Double a number
editable: ["src/**"]
checks:
  - {id: twice, kind: behaviour, run: [sh, src/double.sh, "21"], expect: {exit: 0, stdout: '^42$'}}
  - {id: cases, kind: hidden, cases: hidden/cases.yml, run: [sh, src/double.sh, "{input}"]}
"""
CASES = '- {id: unforeseen-name, input: "7001", output: "14002"}\n'
STARTER = 'echo "$1"\n'
SOLVED = "echo $(( $1 * 2 ))\n"
CHEAT = '[ "$1" = 21 ] && echo 42\n'
FILES = {
    "exercise/challenge.yml": MANIFEST,
    "exercise/src/double.sh": STARTER,
    "exercise/hidden/cases.yml": CASES,
    "README.md": "# A course\n",
}
INPUTS = {"mode": "task", "challenge": "exercise"}


class Course:
    """A repository with a challenge, a pull request that is a submission, and its checkout in the workspace."""

    def __init__(
        self,
        github: GitHubServer,
        home: Path,
        *,
        after: Mapping[str, str],
        before: Mapping[str, str] = FILES,
    ) -> None:
        self.github, self.world = github, github.world
        self.repository = self.world.add_repository("example-org/course")
        self.home = home
        self.pull = builders.open_pull_of_files(
            self.world,
            self.repository,
            objects.files(before),
            objects.files({**before, **after}),
            home / "git",
        )
        self.workspace = home / "workspace"
        Clone.of(Clone(home / "git"), self.workspace)
        self.runner = Runner(server=github, repository=self.repository, home=home, workspace=self.workspace)

    @property
    def events(self) -> Events:
        return Events(payloads=self.github.payloads(), repository=self.repository)

    def judge(self, inputs: Mapping[str, str] = INPUTS) -> Outcome:
        self.runner.run_id += 1
        return run(self.runner.environment(self.events.pull_request(self.pull), inputs))

    def checks(self) -> list[CheckRun]:
        return list(self.repository.checks_on(self.pull.head_sha))

    def comments(self) -> list[Comment]:
        return list(self.repository.comments_on(self.pull.number))

    def everything(self, done: Outcome) -> str:
        """All that anybody could read of a run."""
        told = [done.log, done.output_file, done.summary]
        told += [one.body for one in self.comments()]
        told += [f"{one.title}\n{one.summary}\n{one.text}" for one in self.checks()]
        return "\n".join(told)


def test_a_right_submission_is_accepted_everywhere(github: GitHubServer, tmp_path: Path) -> None:
    course = Course(github, tmp_path, after={"exercise/src/double.sh": SOLVED})
    done = course.judge()
    assert (done.exit_code, done.outputs["state"], done.outputs["verdict"]) == (0, "done", "accepted"), (
        done.log
    )
    (check,), (comment,) = course.checks(), course.comments()
    assert (check.name, check.conclusion, check.title) == ("Steward task", "success", "accepted")
    block = decode(comment.body, Series.TASK)
    assert block is not None
    assert (block.head, comment.body.splitlines()[1]) == (
        course.pull.head_sha,
        "## ✅ accepted: Double a number",
    )
    assert json.loads(done.outputs["report"])["schema"] == "steward.task/1"
    assert done.outputs["comment-url"].endswith(f"#issuecomment-{comment.id}")
    assert done.outputs["check-url"].endswith(str(check.id))
    assert "## ✅ accepted: Double a number" in done.summary
    assert done.outputs["overall"] == done.outputs["score"] == ""


def test_a_wrong_submission_fails_and_nothing_tells_the_hidden_cases(
    github: GitHubServer, tmp_path: Path
) -> None:
    course = Course(github, tmp_path, after={"exercise/src/double.sh": CHEAT})
    done = course.judge()
    assert (done.exit_code, done.outputs["verdict"]) == (1, "failed"), done.log
    (check,) = course.checks()
    assert (check.conclusion, check.title) == ("failure", "failed: cases")
    told = course.everything(done)
    assert not [secret for secret in ("unforeseen-name", "7001", "14002") if secret in told]


def test_what_a_submission_prints_and_is_called_stays_text(github: GitHubServer, tmp_path: Path) -> None:
    hostile = "echo '::error::forged'\necho '@all <img src=x> [x](https://evil.example) | ``` #1'\nexit 1\n"
    course = Course(
        github,
        tmp_path,
        after={"exercise/src/double.sh": hostile, "exercise/src/@all <b>#1.py": "import os\n"},
    )
    done = course.judge()
    assert done.outputs["verdict"] == "failed", done.log
    ours = (course.github.web,)
    pages = (course.comments()[0].body, done.summary, course.checks()[0].summary or "")
    ours_too = ("## ❌ failed: Double a number",)
    found = [awake.on_page(page, links=ours, headings=ours_too) for page in pages]
    assert found == [[], [], []]
    assert awake.in_log(done.log) == []


def test_a_page_of_letters_of_many_bytes_fits_the_check_run(github: GitHubServer, tmp_path: Path) -> None:
    row = "  - {{id: c{}, kind: behaviour, required: false, run: [sh, src/double.sh, x]}}"
    rows = [row.format(number) for number in range(40)]
    loud = f"for i in 1 2 3 4 5 6 7 8 9; do echo {'火' * 150}; done; exit 1\n"
    first = "  - {id: first, kind: public, required: false, run: [sh, src/double.sh, x]}"
    head = MANIFEST.partition("  - {id: twice")[0].rstrip()
    course = Course(
        github,
        tmp_path,
        before={**FILES, "exercise/challenge.yml": "\n".join([head, first, *rows, ""])},
        after={"exercise/src/double.sh": loud},
    )
    done = course.judge()
    assert done.outputs["state"] == "done", done.log
    (check,) = course.checks()
    assert "火" in (check.summary or "")
    assert 40_000 < len((check.summary or "").encode()) <= 65_535


def test_a_later_push_updates_the_one_comment(github: GitHubServer, tmp_path: Path) -> None:
    course = Course(github, tmp_path, after={"exercise/src/double.sh": CHEAT})
    course.judge()
    clone = Clone(course.workspace)
    clone.git("checkout", "--quiet", course.pull.head_sha)
    head = clone.commit({"exercise/src/double.sh": SOLVED})
    course.pull.push(head_sha=head)
    done = course.judge()
    assert done.outputs["verdict"] == "accepted", done.log
    (comment,) = course.comments()
    assert "accepted: Double a number" in comment.body
    assert [one.conclusion for one in course.checks()] == ["success"]


def test_the_challenge_of_the_default_branch_counts_whatever_the_pull_request_says(
    github: GitHubServer, tmp_path: Path
) -> None:
    softened = MANIFEST.partition("  - {id: cases")[0].replace("^42$", "")
    course = Course(
        github,
        tmp_path,
        after={
            "exercise/src/double.sh": STARTER,
            "exercise/challenge.yml": softened,
            "exercise/hidden/cases.yml": "- {input: a, output: a}\n",
        },
    )
    done = course.judge()
    assert done.outputs["verdict"] == "failed", done.log
    assert "the patch is refused" in (course.checks()[0].title or "")
    assert "challenge.yml" in course.comments()[0].body


@pytest.mark.parametrize(("program", "verdict"), [(SOLVED, "accepted"), (CHEAT, "failed")])
def test_a_challenge_that_a_step_fetched_judges_the_whole_repository(
    github: GitHubServer, tmp_path: Path, program: str, verdict: str
) -> None:
    public = {"src/double.sh": STARTER, "README.md": "# A course\n"}
    course = Course(github, tmp_path, before=public, after={"src/double.sh": program})
    whole = {name.removeprefix("exercise/"): text for name, text in FILES.items()}
    Clone.new(course.workspace / ".private").commit({**whole})
    done = course.judge({"mode": "task", "challenge": ".private"})
    assert done.outputs["verdict"] == verdict, done.log
    assert "7001" not in course.everything(done)


@pytest.mark.parametrize("how", ["tracked", "no clone", "absent", "linked"])
def test_what_the_pull_request_could_have_brought_is_no_challenge(
    github: GitHubServer, tmp_path: Path, how: str
) -> None:
    brought = {"own/challenge.yml": MANIFEST, "own/src/double.sh": STARTER, "own/hidden/cases.yml": CASES}
    course = Course(github, tmp_path, after=brought if how == "tracked" else {"src/x": "1\n"})
    Clone(course.workspace).git("checkout", "--quiet", course.pull.head_sha)
    if how == "no clone":
        for name, text in brought.items():
            (course.workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (course.workspace / name).write_text(text)
    if how == "linked":
        elsewhere = Clone.new(tmp_path / "elsewhere")
        elsewhere.commit({name.removeprefix("own/"): text for name, text in brought.items()})
        (course.workspace / "own").symlink_to(elsewhere.folder)
    done = course.judge({"mode": "task", "challenge": "own"})
    said = {
        "tracked": "comes from the pull request",
        "no clone": "no repository of its own",
        "absent": "neither on the default branch nor in the workspace",
        "linked": "reached through a link",
    }[how]
    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (2, "failed", "input_invalid")
    assert said in done.log
    (check,) = course.checks()
    assert (check.conclusion, check.title) == ("failure", "task failed: inputs invalid")
    assert said in (check.summary or "")
    assert said in course.comments()[0].body


def test_a_workspace_without_the_commits_says_how_to_fetch_them(github: GitHubServer, tmp_path: Path) -> None:
    course = Course(github, tmp_path, after={"exercise/src/double.sh": SOLVED})
    course.runner.workspace = tmp_path / "empty"
    done = course.judge()
    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
    assert "fetch-depth: 0" in done.log


@pytest.mark.parametrize("key", ["anthropic-api-key"])
def test_nothing_is_run_with_a_model_s_key(github: GitHubServer, tmp_path: Path, key: str) -> None:
    course = Course(github, tmp_path, after={"exercise/src/double.sh": SOLVED})
    done = course.judge({**INPUTS, key: "sk-x"})
    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
    assert "model's key" in done.log


def test_nothing_is_run_where_the_repository_s_secrets_are(github: GitHubServer, tmp_path: Path) -> None:
    course = Course(github, tmp_path, after={"exercise/src/double.sh": SOLVED})
    event = course.events.pull_request(course.pull, name="pull_request_target")
    done = run(course.runner.environment(event, INPUTS))
    assert (done.exit_code, done.outputs["state"]) == (2, "failed")
    assert "pull_request_target, which has the repository's secrets" in done.log
