"""`steward eval` as a person types it: free, report-only, 0 whenever it ran and 2 for a mistake in the call."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree as Xml  # our own output

import pytest

from tests import schemas
from tests.contract.command import STEWARD, Answer, environment, run, run_in_terminal
from tests.github.runner import ROOT

EXAMPLE = ROOT / "examples" / "evals"
TASKS, CONFIG, BASELINE = (EXAMPLE / name for name in ("golden_tasks.yml", "AGENTS.md", "baseline.md"))


def golden(*more: str | Path, cwd: Path) -> Answer:
    return run("eval", "golden", TASKS, "--config", CONFIG, "--baseline", BASELINE, *more, cwd=cwd)


class TestGolden:
    def test_the_worked_example_is_what_the_command_prints(self, tmp_path: Path) -> None:
        answer = golden(cwd=tmp_path)

        assert (answer.code, answer.err) == (0, "")
        assert answer.text == (EXAMPLE / "report.txt").read_text("utf-8")

    def test_json_fits_its_schema_and_is_the_same_every_time(self, tmp_path: Path) -> None:
        one, other = (golden("--format", "json", cwd=tmp_path) for _ in range(2))

        assert one.out == other.out
        assert schemas.problems("evals.golden-1", one.out) == []
        assert json.loads(one.out)["evidence"]["verdict"] == "helps"

    def test_a_configuration_that_hurts_is_still_exit_code_0(self, tmp_path: Path) -> None:
        answer = run("eval", "golden", TASKS, "--config", BASELINE, "--baseline", CONFIG, cwd=tmp_path)

        assert answer.code == 0
        assert answer.text.startswith("Golden tasks: hurts\n")
        assert "What failed with the configuration" in answer.text

    def test_markdown_and_junit(self, tmp_path: Path) -> None:
        assert golden("--format", "markdown", cwd=tmp_path).text.startswith("### Golden tasks: helps\n")
        root = Xml.fromstring(golden("--format", "junit", cwd=tmp_path).out)  # noqa: S314
        assert len(root.findall(".//testcase")) == 8

    def test_a_repository_with_tasks_in_their_place(self, tmp_path: Path) -> None:
        place = tmp_path / "docs" / "evals"
        place.mkdir(parents=True)
        (place / "golden_tasks.json").write_text('[{"name": "a", "prompt": "p", "expect": ["x"]}]')
        (tmp_path / "c.md").write_text("x")
        answer = run("eval", "golden", ".", "--config", "c.md", "--runs", "3", cwd=tmp_path)

        assert answer.code == 0
        assert "3 of 3" in answer.text

    def test_a_transcript_is_written(self, tmp_path: Path) -> None:
        assert golden("--transcript", "t.jsonl", cwd=tmp_path).code == 0
        lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_bytes().splitlines()]
        assert len(lines) == 1 + 2 * 8

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["gone.yml", "--config", str(CONFIG)], "gone.yml: cannot be read: No such file or directory"),
            ([".", "--config", str(CONFIG)], "has no evals/golden_tasks.json or .yml"),
            ([str(TASKS)], "Missing option '--config'"),
            ([str(TASKS), "--config", "gone.md"], "--config: gone.md cannot be read: No such file"),
            ([str(TASKS), "--config", str(CONFIG), "--baseline", "gone"], "--baseline: gone cannot be read"),
            (
                [str(TASKS), "--config", str(CONFIG), "--runs", "0"],
                "--runs is a whole number from 1 to 1,000, not 0",
            ),
            ([str(TASKS), "--config", str(CONFIG), "--runs", "x"], "'x' is not a valid integer"),
            ([str(TASKS), "--config", str(CONFIG), "--agent", "x"], "'x' is not one of 'echo', 'anthropic'"),
            (
                [str(TASKS), "--config", str(CONFIG), "--transcript", "no/t"],
                "--transcript: no/t cannot be written",
            ),
            (["empty.json", "--config", str(CONFIG)], "empty.json: holds no task"),
            (["twice.json", "--config", str(CONFIG)], "twice.json: two tasks have the name 'a'"),
            (
                ["bad.json", "--config", str(CONFIG)],
                "bad.json: task 1: task 'a': expect[0]: the pattern '(' is no",
            ),
            (
                ["text.json", "--config", str(CONFIG)],
                "task 'a': expect is a list of patterns, not the text 'x'",
            ),
            ([str(TASKS), "--config", "binary"], "--config: binary is not UTF-8 text"),
        ],
        ids=lambda value: " ".join(value)[-40:] if isinstance(value, list) else "",
    )
    def test_a_mistake_is_one_line(self, tmp_path: Path, arguments: list[str], words: str) -> None:
        task = {"name": "a", "prompt": "p"}
        (tmp_path / "empty.json").write_text("[]")
        (tmp_path / "twice.json").write_text(json.dumps([task, task]))
        (tmp_path / "bad.json").write_text(json.dumps([{**task, "expect": ["("]}]))
        (tmp_path / "text.json").write_text(json.dumps([{**task, "expect": "x"}]))
        (tmp_path / "binary").write_bytes(b"\xff\xfe")

        assert words in run("eval", "golden", *arguments, cwd=tmp_path).complaint


class TestJudge:
    def test_text_with_probes_and_labels(self, tmp_path: Path) -> None:
        labels = [{"content": CONFIG.read_text("utf-8"), "scores": {"actionability": 15, "conciseness": 14}}]
        (tmp_path / "labels.json").write_text(json.dumps(labels))
        answer = run(
            "eval", "judge", CONFIG, "--probes", "--labels", "labels.json", "--samples", "2", cwd=tmp_path
        )

        assert (answer.code, answer.err) == (0, "")
        for words in ("15 of 15", "2 of 2", "Probes", "Agreement with people", "Low spread is not validity"):
            assert words in answer.text

    def test_json_of_one_dimension(self, tmp_path: Path) -> None:
        more = ("--dimension", "conciseness", "--format", "json")
        answer = run("eval", "judge", "-", *more, cwd=tmp_path, given=b"- Run `make`.\n")

        assert answer.code == 0
        assert schemas.problems("evals.judge-1", answer.out) == []
        (found,) = json.loads(answer.out)["dimensions"]
        assert (found["name"], found["score"], found["rubric_score"]) == ("conciseness", 15, 15)

    def test_the_other_forms_and_a_transcript(self, tmp_path: Path) -> None:
        answer = run("eval", "judge", BASELINE, "--format", "markdown", "--transcript", "t", cwd=tmp_path)
        assert answer.text.startswith("### Judged by rubric_judge")
        assert len((tmp_path / "t").read_bytes().splitlines()) == 2
        assert b"<testcase" in run("eval", "judge", BASELINE, "--format", "junit", cwd=tmp_path).out

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["gone.md"], "FILE: gone.md cannot be read: No such file or directory"),
            ([str(CONFIG), "--samples", "0"], "--samples is a whole number from 1 to 1,000, not 0"),
            ([str(CONFIG), "--dimension", "tone"], "'tone' is not one of"),
            (
                [str(CONFIG), "--dimension", "conciseness", "--dimension", "conciseness"],
                "a dimension is named twice",
            ),
            ([str(CONFIG), "--labels", "gone.json"], "gone.json: cannot be read"),
            ([str(CONFIG), "--labels", str(CONFIG)], "is no list of labels"),
            (
                [str(CONFIG), "--judge", "anthropic"],
                "needs a key. Set ANTHROPIC_API_KEY, or use the free one.",
            ),
            ([str(CONFIG), "--facts", "gone.json"], "--facts: gone.json cannot be read"),
        ],
        ids=lambda value: " ".join(value)[-30:] if isinstance(value, list) else "",
    )
    def test_a_mistake_is_one_line(self, tmp_path: Path, arguments: list[str], words: str) -> None:
        answer = run("eval", "judge", *arguments, cwd=tmp_path, env={"ANTHROPIC_API_KEY": None})
        assert words in answer.complaint


class TestProse:
    def test_the_figures_of_the_docs_are_what_the_command_prints(self, tmp_path: Path) -> None:
        answer = run("eval", "prose", EXAMPLE / "facts", cwd=tmp_path)
        table = answer.text.split("\n\n")[0]

        assert (answer.code, answer.err) == (0, "")
        assert table in (ROOT / "docs" / "evals.md").read_text("utf-8")

    def test_json_of_single_files(self, tmp_path: Path) -> None:
        files = [EXAMPLE / "facts" / f"{name}.json" for name in ("medium", "nothing")]
        answer = run("eval", "prose", *files, "--format", "json", cwd=tmp_path)

        assert schemas.problems("evals.prose-1", answer.out) == []
        assert [case["name"] for case in json.loads(answer.out)["cases"]] == ["medium", "nothing"]

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ([], "Missing argument 'FACTS...'"),
            (["."], ". holds no file of facts (*.json)"),
            (["gone.json"], "gone.json"),
            (["bad.json"], "bad.json: "),
        ],
    )
    def test_a_mistake_is_one_line(self, tmp_path: Path, arguments: list[str], words: str) -> None:
        folder = tmp_path / "empty"
        folder.mkdir()
        (folder / "bad.json" if arguments == ["bad.json"] else tmp_path / "bad.json").write_text("{}")

        assert words in run("eval", "prose", *arguments, cwd=folder).complaint


def test_without_a_word_it_says_what_to_type(tmp_path: Path) -> None:
    assert "steward eval golden" in run("eval", cwd=tmp_path).complaint
    assert "No such command 'foo'" in run("eval", "foo", cwd=tmp_path).complaint
    help_page = run("eval", "--help", cwd=tmp_path)
    assert (help_page.code, help_page.err) == (0, "")
    assert "2 for a mistake in the call" in help_page.text


def test_a_reader_may_have_had_enough(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    arguments: list[str | Path] = [STEWARD, "eval", "golden", TASKS, "--config", CONFIG, "--format", "json"]
    with subprocess.Popen(arguments, stdout=pipe, stderr=pipe, cwd=tmp_path, env=environment({})) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_a_terminal_is_given_the_same_report(tmp_path: Path) -> None:
    answer = run_in_terminal(
        "eval", "golden", TASKS, "--config", CONFIG, "--baseline", BASELINE, cwd=tmp_path
    )

    assert answer.code == 0
    assert answer.text == (EXAMPLE / "report.txt").read_text("utf-8")
