"""Evals in the Action against paths, tasks and settings that nobody foresaw, and against runs that meet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.clone import Clone
from tests.contract.test_mode_eval import CLEAR, TASKS, VAGUE, VERDICT, Measured, measured, report
from tests.github import builders, localgit
from tests.github.objects import SUBMODULE, SYMLINK, Entry
from tests.github.server import GitHubServer
from tests.model.service import Model, message, sends, serving


@pytest.fixture
def model() -> Iterator[Model]:
    with serving(sends(message(VERDICT, model="claude-haiku-5-5"))) as service:
        yield service


def rewritten(stage: Measured, text: str) -> None:
    """A push that makes the file another."""
    files = {"README.md": "# Widgets\n", "AGENTS.md": text}
    builders.push_commits(stage.repository, stage.pull, *stage.pull.change.commits[-1:], files=files)


def test_a_path_that_is_not_utf_8_is_told(github: GitHubServer, tmp_path: Path) -> None:
    stage = measured(github, tmp_path)
    clone = Clone(tmp_path / "git")
    head = clone.commit({os.fsdecode(b"\xff/AGENTS.md"): CLEAR})
    stage.pull.push(head_sha=head, change=localgit.read_change(clone.folder, stage.pull.base_sha, head))
    done = stage.compare()
    assert (done.exit_code, done.outputs["state"]) == (0, "done"), done.log
    notes = {file["path"]: file["notes"] for file in report(done)["files"]}
    assert notes["AGENTS.md"] == []
    assert any("not UTF-8" in note for note in notes["\\xFF/AGENTS.md"])


@pytest.mark.parametrize(
    "path", ["a b/#?%41/AGENTS.md", "..x/CLAUDE.md", "é/AGENTS.md", "`x`<b>/AGENTS.md", 'q"\\/AGENTS.md']
)
def test_an_odd_path_is_read(github: GitHubServer, tmp_path: Path, path: str) -> None:
    done = measured(github, tmp_path, before={}, after={path: CLEAR}).compare()
    (file,) = report(done)["files"]
    assert (file["path"], file["change"], file["notes"]) == (path, "added", []), done.log


@pytest.mark.parametrize(
    "head",
    [
        Entry(content=b"../../etc/passwd", mode=SYMLINK),
        Entry(content=b"a" * 40, mode=SUBMODULE),
        Entry(content=CLEAR.encode() * 50_000),
        Entry(content=CLEAR.encode() * 4_000),
    ],
    ids=["a link out", "a submodule", "more than GitHub gives", "more than is read"],
)
def test_what_is_no_file_to_read_is_told(github: GitHubServer, tmp_path: Path, head: Entry) -> None:
    done = measured(github, tmp_path, before={"AGENTS.md": VAGUE}, after={"AGENTS.md": head}).compare()
    assert done.exit_code == 0, done.log
    (file,) = report(done)["files"]
    assert len(file["notes"]) == 1


@pytest.mark.parametrize("tasks", ["nope.yml", "docs", "AGENTS.md/x"])
def test_tasks_that_are_not_there_are_a_mistake_of_the_settings(
    github: GitHubServer, tmp_path: Path, tasks: str
) -> None:
    before = {"AGENTS.md": VAGUE, "docs/x.md": "x\n"}
    stage = measured(github, tmp_path, settings=f"evals: {{tasks: {tasks}}}\n", before=before)
    done = stage.compare()
    assert (done.exit_code, done.outputs["reason"]) == (2, "config_invalid"), done.log
    assert f"evals.tasks: '{tasks}' is no file on the default branch main" in done.log


@pytest.mark.parametrize(
    "tasks", ["", "{}\n", "- {name: x, prompt: y, expect: ['(a+)+$']}\n", b"\xff", TASKS * 2]
)
def test_tasks_that_cannot_be_used_are_red(github: GitHubServer, tmp_path: Path, tasks: str | bytes) -> None:
    stage = measured(github, tmp_path, before={"AGENTS.md": VAGUE, "evals/golden_tasks.yml": tasks})
    done = stage.compare()
    assert (done.exit_code, done.outputs["reason"]) == (2, "config_invalid"), done.log
    assert "evals/golden_tasks.yml" in done.log


def test_comments_for_changes_follow_the_scores(github: GitHubServer, tmp_path: Path) -> None:
    stage = measured(github, tmp_path)
    stage.compare({"comment": "changes"})
    (before,) = stage.reports()
    stage.compare({"comment": "changes"})
    assert stage.reports() == [before]
    rewritten(stage, CLEAR * 9)
    stage.compare({"comment": "changes"})
    (after,) = stage.reports()
    assert "| `AGENTS.md` | conciseness | 15 | 11 | 15 | −4 |" in after
