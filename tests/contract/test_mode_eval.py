"""Evals in the Action: instruction files, base against head, as a report that blocks nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from steward import state
from steward.state import Series, decode
from tests import schemas
from tests.contract import awake
from tests.contract.gated import Gated
from tests.github.runner import Outcome
from tests.github.server import GitHubServer
from tests.model.service import Model, message, sends, serving

VAGUE = "Maybe consider running the tests at some point, if you feel like it.\n"
CLEAR = "- Run `make test` before every commit.\n- Never edit `generated/`.\n"
TASKS = "- {name: tests, prompt: 'What do I run before a commit?', expect: [make test]}\n"
INPUTS = {"mode": "eval"}
PAID = "evals: {judge: anthropic, samples: 2}\n"
KEY = "sk-of-nobody"
VERDICT = '{"reasoning": "It says what to run.", "score": 9}'


class Measured(Gated):
    """A pull request that changes instruction files."""

    def compare(self, inputs: Mapping[str, str] | None = None) -> Outcome:
        return self.judge({**INPUTS, **(inputs or {})})

    def reports(self) -> list[str]:
        found = self.repository.comments_on(self.pull.number)
        return [one.body for one in found if one.body.startswith(Series.EVAL.mark)]


def measured(github: GitHubServer, home: Path, **more: Any) -> Measured:
    given: dict[str, Any] = {"before": {"AGENTS.md": VAGUE}, "after": {"AGENTS.md": CLEAR}, **more}
    return Measured(github, home, **given)


def report(done: Outcome) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.outputs["report"])
    return found


@pytest.fixture
def model() -> Iterator[Model]:
    with serving(sends(message(VERDICT, model="claude-haiku-5-5"))) as service:
        yield service


def test_both_versions_are_scored_and_nothing_is_blocked(github: GitHubServer, tmp_path: Path) -> None:
    stage = measured(github, tmp_path)
    done = stage.compare()
    assert (done.exit_code, done.outputs["state"], done.outputs["verdict"]) == (0, "done", ""), done.log
    (check,) = stage.checks()
    assert (check.name, check.conclusion) == ("Steward eval", "success")
    assert (check.title or "").startswith("actionability 0 → 15")
    (body,) = stage.reports()
    assert "| `AGENTS.md` | actionability | 0 | 15 | 15 | +15 |" in body
    assert schemas.problems("evals.compare-1", done.outputs["report"].encode()) == []
    assert done.outputs["credits-charged"] == "0.00"


def test_a_worse_file_blocks_nothing_either(github: GitHubServer, tmp_path: Path) -> None:
    stage = measured(github, tmp_path, before={"AGENTS.md": CLEAR}, after={"AGENTS.md": VAGUE})
    done = stage.compare()
    assert (done.exit_code, stage.checks()[0].conclusion) == (0, "success"), done.log


def test_golden_tasks_of_the_default_branch_are_done_under_both(github: GitHubServer, tmp_path: Path) -> None:
    forged = "- {name: easy, prompt: Anything, forbid: [zzz]}\n"
    stage = measured(
        github,
        tmp_path,
        before={"AGENTS.md": VAGUE, "evals/golden_tasks.yml": TASKS},
        after={"AGENTS.md": CLEAR, "evals/golden_tasks.yml": forged},
    )
    done = stage.compare()
    assert done.outputs["state"] == "done", done.log
    (file,) = report(done)["files"]
    assert [task["name"] for task in file["golden"]["tasks"]] == ["tests"]
    assert file["golden"]["evidence"]["delta"] == 1.0


@pytest.mark.parametrize(
    ("tasks", "said"),
    [
        ("- {name: x}\n", "has no prompt"),
        ("[", "golden_tasks.yml"),
        ("- {name: x, prompt: y, expect: ['(']}\n", "expect"),
    ],
)
def test_tasks_that_are_wrong_are_told_with_their_file(
    github: GitHubServer, tmp_path: Path, tasks: str, said: str
) -> None:
    stage = measured(github, tmp_path, before={"AGENTS.md": VAGUE, "evals/golden_tasks.yml": tasks})
    done = stage.compare()
    assert (done.exit_code, done.outputs["reason"]) == (2, "config_invalid"), done.log
    assert "evals/golden_tasks.yml" in done.log
    assert said in done.log
    assert stage.checks()[0].title == "eval failed: configuration invalid"


def test_a_change_without_an_instruction_file_leaves_no_trace(github: GitHubServer, tmp_path: Path) -> None:
    stage = measured(github, tmp_path, after={"AGENTS.md": VAGUE, "src/x.py": "x = 1\n"})
    done = stage.compare()
    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (0, "skipped", "not_asked")
    assert not stage.checks()
    assert not stage.reports()


def test_a_report_that_stands_is_renewed_when_the_file_is_no_longer_changed(
    github: GitHubServer, tmp_path: Path
) -> None:
    stage = measured(github, tmp_path)
    stage.compare()
    stage.push(
        "back", b"diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+x\n"
    )
    done = stage.compare()
    assert done.outputs["state"] == "done", done.log
    (body,) = stage.reports()
    assert "no instruction file is changed" in body


def test_new_deleted_and_renamed_files_are_told_apart(github: GitHubServer, tmp_path: Path) -> None:
    stage = measured(
        github,
        tmp_path,
        before={"old/CLAUDE.md": CLEAR * 5, "GEMINI.md": VAGUE},
        after={"old/CLAUDE.md": None, "new/CLAUDE.md": CLEAR * 5, "GEMINI.md": None, "AGENTS.md": CLEAR},
    )
    done = stage.compare()
    found = {file["path"]: file["change"] for file in report(done)["files"]}
    assert found == {"AGENTS.md": "added", "GEMINI.md": "deleted", "new/CLAUDE.md": "changed"}, done.log


def test_a_file_that_is_renamed_into_an_instruction_file_is_new_and_out_of_one_is_gone(
    github: GitHubServer, tmp_path: Path
) -> None:
    stage = measured(
        github,
        tmp_path,
        before={"AGENTS.md": CLEAR * 5, "docs/guide.md": VAGUE * 5},
        after={"AGENTS.md": None, "docs/old.md": CLEAR * 5, "docs/guide.md": None, "CLAUDE.md": VAGUE * 5},
    )
    done = stage.compare()
    found = {file["path"]: file for file in report(done)["files"]}
    assert {path: file["change"] for path, file in found.items()} == {
        "AGENTS.md": "deleted",
        "CLAUDE.md": "added",
    }, done.log
    assert [score["base"] is not None for score in found["CLAUDE.md"]["scores"]] == [False, False]
    assert [score["head"] is not None for score in found["AGENTS.md"]["scores"]] == [False, False]


def test_of_too_many_files_those_nearest_to_the_root_are_compared(
    github: GitHubServer, tmp_path: Path
) -> None:
    deep = {f".pkg/{number:02}/AGENTS.md": CLEAR for number in range(21)}
    stage = measured(github, tmp_path, before={"AGENTS.md": VAGUE}, after={**deep, "AGENTS.md": CLEAR})
    done = stage.compare()
    found = report(done)
    assert (len(found["files"]), found["left_out"]) == (20, 2), done.log
    assert (found["files"][0]["path"], found["files"][0]["scores"][0]["difference"]) == ("AGENTS.md", 15)
    assert all(file["scores"] for file in found["files"])


def test_a_version_that_is_no_text_is_told(github: GitHubServer, tmp_path: Path) -> None:
    stage = measured(github, tmp_path, after={"AGENTS.md": b"\x00\x01binary"})
    done = stage.compare()
    assert done.exit_code == 0, done.log
    assert "binary" in stage.reports()[0]


def test_what_a_file_says_stays_text(github: GitHubServer, tmp_path: Path) -> None:
    hostile = (
        "- Run `make test`. @everyone <img src=x> ![x](https://evil.example/x)\n::set-output name=a::b\n"
    )
    stage = measured(github, tmp_path, after={"AGENTS.md": hostile * 3, "x/<b>@all CLAUDE.md": VAGUE})
    done = stage.compare()
    (body,) = stage.reports()
    assert done.exit_code == 0
    assert "` @everyone <img src=x>" in body or "@everyone <img" in body
    ours = (stage.github.web,)
    ours_too = (
        f"### Steward evals: {stage.checks()[0].title}",
        "### What the head's missing points are for, by Steward's rubric",
    )
    for page in (body, done.summary, stage.checks()[0].summary or ""):
        assert awake.on_page(page, links=ours, headings=ours_too) == []
    assert awake.in_log(done.log) == []


class TestPaying:
    def test_the_plan_is_charged_to_the_day(self, github: GitHubServer, tmp_path: Path, model: Model) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        done = stage.compare({"anthropic-api-key": KEY, "anthropic-base-url": model.url})
        assert done.exit_code == 0, done.log
        assert len(model.requests) == 8  # two versions, two dimensions, two samples
        assert done.outputs["credits-charged"] == "0.40"
        assert "costs at most 0.40 credits" in done.log
        (body,) = stage.reports()
        block = decode(body, Series.EVAL)
        assert block is not None
        assert sum(int(str(one["amount"])) for one in block.charges) == 40
        assert {one["state"] for one in block.charges} == {"charged"}
        assert report(done)["judge"] == "anthropic"
        assert KEY not in body + done.summary

    def test_a_larger_plan_is_several_charges(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings="evals: {judge: anthropic, samples: 7}\n")
        done = stage.compare({"anthropic-api-key": KEY, "anthropic-base-url": model.url})
        assert done.outputs["credits-charged"] == "1.40", done.log
        block = decode(stage.reports()[0], Series.EVAL)
        assert block is not None
        assert sorted(int(str(one["amount"])) for one in block.charges) == [40, 100]

    def test_what_the_day_cannot_pay_is_done_for_nothing(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        done = stage.compare(
            {"anthropic-api-key": KEY, "anthropic-base-url": model.url, "daily-credits": "0.35"}
        )
        assert (done.exit_code, done.outputs["credits-charged"]) == (0, "0.00"), done.log
        assert not model.requests
        assert "more than is left today" in stage.reports()[0]

    def test_an_evaluation_sees_what_evals_have_spent(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        keys = {"anthropic-api-key": KEY, "anthropic-base-url": model.url, "daily-credits": "0.40"}
        stage.compare(keys)
        done = stage.judge(keys)
        assert done.outputs["reason"] == "budget_exhausted", done.log
        assert len(model.requests) == 8

    def test_evals_see_what_an_evaluation_has_spent(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        keys = {"anthropic-api-key": KEY, "anthropic-base-url": model.url, "daily-credits": "0.40"}
        stage.judge(keys)
        before = len(model.requests)
        done = stage.compare(keys)
        assert done.outputs["credits-charged"] == "0.00", done.log
        assert (before, len(model.requests)) == (1, 1)

    def test_calls_that_fail_cost_nothing(self, github: GitHubServer, tmp_path: Path) -> None:
        with serving(sends({"error": {"type": "invalid_request_error"}}, status=400)) as model:
            stage = measured(github, tmp_path, settings=PAID)
            done = stage.compare({"anthropic-api-key": KEY, "anthropic-base-url": model.url})
        assert (done.exit_code, done.outputs["credits-charged"]) == (0, "0.00"), done.log
        block = decode(stage.reports()[0], Series.EVAL)
        assert block is not None
        assert block.charges == []

    def test_without_a_key_the_free_ones_judge(self, github: GitHubServer, tmp_path: Path) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        done = stage.compare()
        assert report(done)["judge"] == "rubric_judge"
        assert "No key of a model is given" in stage.reports()[0]

    def test_without_a_comment_nothing_is_paid(
        self, github: GitHubServer, tmp_path: Path, model: Model
    ) -> None:
        stage = measured(github, tmp_path, settings=PAID)
        done = stage.compare({"anthropic-api-key": KEY, "anthropic-base-url": model.url, "comment": "off"})
        assert (done.exit_code, model.requests) == (0, []), done.log
        assert not state.charges_of(one.body for one in stage.repository.comments_on(stage.pull.number))
