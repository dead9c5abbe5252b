"""Evals in the Action against paths, tasks and settings that nobody foresaw, and against runs that meet."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from steward.state import Series, decode
from tests.contract.clone import Clone
from tests.contract.interleaving import Interleaving
from tests.contract.test_mode_eval import CLEAR, KEY, PAID, TASKS, VAGUE, VERDICT, Measured, measured, report
from tests.github import builders, localgit
from tests.github.objects import SUBMODULE, SYMLINK, Entry
from tests.github.runner import Outcome, wait
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


def paying(model: Model, cap: str = "0.40") -> dict[str, str]:
    return {
        "mode": "eval",
        "anthropic-api-key": KEY,
        "anthropic-base-url": model.url,
        "daily-credits": cap,
    }


def charges(stage: Measured) -> dict[str, int]:
    """Every charge in the reports of all pull requests, by its id."""
    blocks = (decode(one.body, Series.EVAL) for one in stage.repository.comments.values())
    found = [charge for block in blocks if block is not None for charge in block.charges]
    return {f"{one['id']} {one['state']}": int(str(one["amount"])) for one in found}


class TestPayingTogether:
    """A plan of eight calls, 0.40 credits, which is all that the day has."""

    @pytest.mark.parametrize("seed", [0, 5, 12, 16, 18, 39])
    @pytest.mark.parametrize("where", ["a first comment", "a comment that stands", "two pull requests"])
    def test_two_runs_never_pass_the_cap_and_lose_no_charge(
        self, github: GitHubServer, tmp_path: Path, model: Model, where: str, seed: int
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        pulls = [stage.pull, stage.pull]
        if where == "a comment that stands":
            stage.compare()
        if where == "two pull requests":
            pulls[1] = builders.open_pull_from_git(stage.world, stage.repository, tmp_path / "git", number=8)
        order = Interleaving(stage, seed)
        for number, pull in enumerate(pulls):
            stage.runner.viewer = stage.world.add_viewer(f"run-{number}")
            stage.runner.run_id += 1
            event = stage.events.pull_request(pull)
            order.run(f"run-{number}", stage.runner.environment(event, paying(model)))
        order.play()
        assert len(model.requests) in (0, 8), order.told
        assert sum(charges(stage).values()) == 5 * len(model.requests), order.told
        assert all(name.endswith(" charged") for name in charges(stage)), order.told
        assert {done.exit_code for done in order.ended.values()} == {0}
        every = list(stage.repository.check_runs.values())
        assert all(one.status == "completed" for one in every), order.told
        assert max(every, key=lambda one: one.id).conclusion == "success", order.told

    def test_a_run_that_comes_second_leaves_the_report_to_the_first(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        second: list[Outcome] = []
        usual = model.behaviour

        def meanwhile(*given: Any) -> None:
            if not second:
                second.append(stage.compare(paying(model, "5")))
            usual(*given)

        model.behaviour = meanwhile
        first = stage.compare(paying(model, "5"))
        assert (first.outputs["credits-charged"], len(model.requests)) == ("0.40", 8), first.log
        assert second[0].outputs["state"] == "skipped"
        assert "judged by anthropic" in stage.reports()[0]
        assert max(stage.checks(), key=lambda one: one.id).conclusion == "success"

    def test_without_a_check_run_nothing_is_paid(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        github.fault("POST", "checks/create", "403", times="always")
        done = stage.compare(paying(model))
        assert (done.exit_code, model.requests, charges(stage)) == (0, [], {}), done.log

    @pytest.mark.parametrize("route", ["checks/update", "issues/update-comment"])
    def test_what_was_paid_is_told_when_the_end_cannot_be_written(
        self, github: GitHubServer, tmp_path: Path, model: Model, route: str
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        github.fault("PATCH", route, "500", times="always")
        done = stage.compare(paying(model))
        assert done.outputs["credits-charged"] == "0.40", done.log
        assert sum(charges(stage).values()) == 40

    def test_a_run_that_is_stopped_leaves_its_reservation_and_no_open_check_run(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        stopped: list[subprocess.Popen[bytes]] = []
        started, usual = threading.Event(), model.behaviour

        def stop(*given: Any) -> None:
            assert started.wait(20)
            stopped[0].send_signal(signal.SIGTERM)
            stopped[0].wait(20)
            usual(*given)

        model.behaviour = stop
        environment = stage.environment(paying(model))
        stopped.append(stage.runner.start(environment))
        started.set()
        done = wait(stopped[0], environment, seconds=30)
        assert done.exit_code == 128 + signal.SIGTERM, done.log
        assert [one.conclusion for one in stage.checks()] == ["cancelled"]
        assert sum(charges(stage).values()) == 40
        model.behaviour = usual
        assert stage.compare(paying(model)).outputs["credits-charged"] == "0.00"

    def test_charges_that_others_forge_cost_nothing(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        stage.compare(paying(model))
        copied = stage.reports()[0]
        for comment in stage.repository.comments_on(stage.pull.number):
            stage.repository.comments.pop(comment.id)
        stage.say(copied, login="stranger")
        done = stage.compare(paying(model))
        assert done.outputs["credits-charged"] == "0.40", done.log
