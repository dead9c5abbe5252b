"""A git diff becomes changed files.

A header pass in front of unidiff: names, kinds and content are read here (`headers`), in git's own way;
unidiff is given the hunks alone, under a safe name, and counts their lines. One file that cannot be read
costs that file and no other. The text is streamed and of a line in a hunk only its first character is
looked at, so that memory stays small and a million lines cost little more than unidiff itself.

The rules for users: `docs/action.md`, "Reading the change".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import BinaryIO

from unidiff import PatchSet, UnidiffParseError

from steward.intake import binaries, lookalikes
from steward.intake.headers import GIT, Broken, Header, Prefixes, check_labels, read_header, same_name
from steward.intake.lines import Lines
from steward.intake.quoting import unquote
from steward.model import ChangedFile, Content, Kind

HUNKS_AT_ONCE = 1000
"""How many hunks one PatchSet is given: it keeps an object for each of them."""

_COMBINED = (b"diff --cc ", b"diff --combined ")
_UNMERGED = b"* Unmerged path "
_STARTS = (GIT, *_COMBINED, _UNMERGED)
_HUNK = re.compile(rb"@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@[ \n]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """One file's section that could not be read.

    `line` is where it starts in the diff, from 1 (in GitHub's list of files: which row). `path` is None when
    even that is not known. `why` is a clause for a person, in words of ours only.
    """

    line: int
    path: str | None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDiff:
    """The files of a diff, sorted by path, each path once, and the sections that could not be read."""

    files: tuple[ChangedFile, ...]
    unreadable: tuple[Unreadable, ...]


def parse_diff(stream: BinaryIO) -> ParsedDiff:
    """Read the output of `git diff`; an empty stream is a change without files.

    Raises DiffUnreadable, worded, for what is no output of git diff.
    """
    lines = Lines(stream)
    _require_git_diff(lines)
    files: dict[str, _Section] = {}
    unreadable: list[Unreadable] = []
    settings = True
    while lines.here():
        start = lines.number
        section = _Section(path=_path_of(lines.here()))
        try:
            section = _read_section(lines, section)
            _add(files, section)
        except Broken as broken:
            unreadable.append(Unreadable(line=start, path=section.path, why=str(broken)))
            settings = settings and isinstance(broken, Prefixes)
        _to_next_section(lines)
    if unreadable and not files and settings:
        raise lookalikes.unreadable(PREFIXES, unreadable[0].line)
    ...
