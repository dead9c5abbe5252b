"""`make demo` shows what it promises, says so when it does not, and its example is a real change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from rich.console import Console

from tests.github import demo, localgit
from tests.github.reading import page


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the demo's input; its output goes beside it."""
    copy = tmp_path / "pull-request"
    shutil.copytree(demo.EXAMPLE, copy)
    monkeypatch.setattr(demo, "EXAMPLE", copy)
    monkeypatch.setattr(demo, "OUT", tmp_path / "out")
    return copy


def test_the_demo_shows_both_comments_and_where_everything_is(
    example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo.main() == 0

    shown = capsys.readouterr().out
    assert [
        word for word in ("65 amber", "77 green", "up 12 from 65", "History: 2 verdicts") if word in shown
    ] == [
        "65 amber",
        "77 green",
        "up 12 from 65",
        "History: 2 verdicts",
    ]
    assert "steward:v1" not in shown
    assert "<" not in shown
    for push in demo.PUSHES:
        assert {file.name for file in (tmp_path / "out" / push.folder).iterdir()} == {
            "check.json",
            "comment.md",
            "exit",
            "log.txt",
            "outputs.txt",
            "report.json",
            "requests.txt",
            "summary.md",
        }


def test_a_run_that_comes_to_something_else_is_said(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(example / "second-push.diff", example / "first-push.diff")

    assert demo.main() == 1

    shown = " ".join(capsys.readouterr().out.split())
    assert "the run did not end as expected - the output verdict is 'pass', not 'warn'" in shown
    assert "log.txt" in shown


def test_an_example_that_cannot_be_read_is_said(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (example / "pull-request.yml").unlink()

    assert demo.main() == 1

    assert "the demo could not be run: FileNotFoundError" in capsys.readouterr().out


@pytest.mark.parametrize("push", demo.PUSHES, ids=lambda push: push.folder)
def test_the_example_s_diffs_apply_to_its_default_branch(push: demo.Push, tmp_path: Path) -> None:
    copy = tmp_path / "repository"
    shutil.copytree(demo.EXAMPLE / "default-branch", copy)
    localgit.git(copy, "init", "--quiet")

    localgit.git(copy, "apply", "--check", str(demo.EXAMPLE / push.diff))


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        pytest.param("<!-- hidden -->\n\n### Title", ["Title"], id="a comment is hidden"),
        pytest.param(
            "**bold** `a\\b` [word](https://example.org) <sub>low</sub>", ["bold a\\b word low"], id="styles"
        ),
        pytest.param("- one\n  - two", ["  • one", "    • two"], id="lists"),
        pytest.param("~~~text\n█ x\n~~~", ["    █ x"], id="fences"),
        pytest.param(
            "<details><summary>In: 2</summary>\n\nhidden\n\n</details>\n\nafter",
            ["▸ In: 2", "after"],
            id="a fold",
        ),
        pytest.param(
            "<details><summary>History</summary>\n\nshown\n\n</details>\n\nafter",
            ["▾ History", "shown", "after"],
            id="an open fold",
        ),
        pytest.param(
            "| A | B |\n|:--|:--|\n| 1 | x<br>y |",
            ["A   B", "─────", "1   x", "    y"],
            id="a table",
        ),
    ],
)
def test_a_page_reads_as_a_reader_sees_it(
    markdown: str, shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Console(width=60).print(page(markdown, opened=("History",)))

    assert [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()] == shown
