"""Which files instruct coding agents: the page's table, what is near it, and versions that cannot be judged."""

from __future__ import annotations

import pytest

from steward.evals.instructions import MOST_BYTES, Version, is_instruction_file, version
from tests.docs.pages import spans, table
from tests.github.runner import ROOT

PAGE = ROOT / "docs" / "evals.md"
LISTED = [path for cell, _ in table(PAGE, "Instruction files") for path in spans(cell)]


def test_the_table_is_there() -> None:
    assert {"AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules"} <= set(LISTED)


@pytest.mark.parametrize("listed", LISTED)
def test_every_path_of_the_page_is_one_anywhere_and_in_any_case(listed: str) -> None:
    folder = {"*.md": ".cursor/rules/", "*.txt": ".clinerules/"}.get(listed, "")
    path = folder + listed.replace("**/*", "deep/er/a").replace("*", "some")

    for each in (path, f"packages/app/{path}", path.upper()):
        assert is_instruction_file(each), each


def test_a_rule_needs_no_folder_below_its_own() -> None:
    assert is_instruction_file(".cursor/rules/style.mdc")
    assert is_instruction_file(".github/instructions/python.instructions.md")


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "docs/agents.md.txt",
        "MYAGENTS.md",
        "AGENTS.md/x",
        "AGENTS",
        "copilot-instructions.md",
        "instructions.md",
        ".instructions.md",
        ".cursor/rules",
        ".cursor/mcp.json",
        ".cursor/rules/logo.png",
        "cursor/rules/a.mdc",
        ".claude/settings.json",
        ".claude/notes.md",
        "x.cursorrules",
        "",
        "\n",
    ],
)
def test_what_is_near_is_none(path: str) -> None:
    assert not is_instruction_file(path)


def test_a_strange_path_is_told_at_once() -> None:
    assert not is_instruction_file(".claude/rules/" * 40_000 + "x")
    assert is_instruction_file(".claude/rules/a\udcff\n.md")


def test_a_version_is_text_as_patterns_want_it() -> None:
    assert version(b"\xef\xbb\xbfRun it.\r\nStop.\r\n") == Version(text="Run it.\nStop.\n")
    assert version(b"") == Version(text="")


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (b"a" * (MOST_BYTES + 1), "has more than 262,144 bytes"),
        (b"\x89PNG\x00", "is binary"),
        (b"caf\xe9", "is not UTF-8 text"),
    ],
)
def test_what_cannot_be_judged_says_why(data: bytes, note: str) -> None:
    assert version(data) == Version(note=note)
    assert version(data).exists


def test_what_is_not_there_does_not_exist() -> None:
    assert not version(None).exists
    assert version(b"a" * MOST_BYTES).text is not None
