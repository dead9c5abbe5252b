"""The project's pages as data: their links, headings, tables and code blocks."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.github.runner import ROOT

_PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


def pages() -> list[Path]:
    """Every page that is under git's care, or will be."""
    listed = subprocess.run(
        ("git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z", "*.md"),
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return sorted(path for path in paths if "expected" not in path.parts and path.exists())


def parse(path: Path) -> list[Token]:
    return _PARSER.parse(path.read_text(encoding="utf-8"))


def links(path: Path) -> Iterator[str]:
    """Where the page's links and images lead, in their order."""
    for token in parse(path):
        for inner in token.children or ():
            target = inner.attrs.get("href") or inner.attrs.get("src")
            if target:
                yield str(target)


def anchors(path: Path) -> set[str]:
    """The anchors that GitHub gives the page's headings."""
    tokens = parse(path)
    texts = (tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open")
    return {_NOT_IN_ANCHORS.sub("", text.replace("`", "").lower()).replace(" ", "-") for text in texts}


def section(path: Path, heading: str) -> list[Token]:
    """The tokens below a heading, up to the next of the same rank or a higher one."""
    tokens = parse(path)
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and tokens[at + 1].content == heading:
            rank = token.tag
            rest = tokens[at + 3 :]
            ends = (n for n, one in enumerate(rest) if one.type == "heading_open" and one.tag <= rank)
            return rest[: next(ends, len(rest))]
    raise AssertionError(f"{path.name} has no heading {heading!r}")


def table(path: Path, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, as they are written, without its head."""
    rows: list[list[str]] = []
    for token in section(path, heading):
        if token.type == "table_close":
            return rows[1:]
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows:
            rows[-1].append(token.content)
    raise AssertionError(f"{path.name} has no table below {heading!r}")


def spans(text: str) -> list[str]:
    """What stands in code spans."""
    return re.findall(r"`([^`]+)`", text)


def blocks(path: Path, language: str) -> list[str]:
    """The page's code blocks in that language."""
    return [token.content for token in parse(path) if token.type == "fence" and token.info == language]


def workflows(path: Path) -> list[tuple[str, Any]]:
    """The page's blocks that are whole workflows: as text, and read."""
    found = ((text, yaml.load(text, Loader=yaml.BaseLoader)) for text in blocks(path, "yaml"))  # noqa: S506
    return [(text, data) for text, data in found if isinstance(data, dict) and "jobs" in data]
