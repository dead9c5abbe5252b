"""A git diff becomes changed files.

A header pass in front of unidiff: names, kinds and content are read here, in git's own way; unidiff is given
the hunks alone, under a safe name, and counts their lines. A file that cannot be read costs that file and no
other. The text is streamed, and of a line in a hunk only the first character is looked at: memory stays
small, and a million lines cost little more than unidiff alone.

The rules for users: `docs/action.md`, "Reading the change".
"""

from __future__ import annotations

from contextlib import suppress
from typing import BinaryIO

import msgspec

from steward.intake import binaries, lookalikes
from steward.intake.headers import (
    CARRIAGE_RETURNS,
    GIT,
    PREFIXES,
    Broken,
    Header,
    read_header,
    read_labels,
    same_name,
)
from steward.intake.hunks import count_lines
from steward.intake.lines import Lines
from steward.intake.quoting import unquote
from steward.model import ChangedFile, Content, Kind

_COMBINED = (b"diff --cc ", b"diff --combined ")
_UNMERGED = b"* Unmerged path "
_SUBMODULE = b"Submodule "
_STARTS = (GIT, *_COMBINED, _UNMERGED, _SUBMODULE)
_SUBMODULE_LOG = "it is the log of a submodule, not its change"
_SETTINGS = {
    PREFIXES: "a diff with other prefixes than a/ and b/ (diff.noprefix or diff.mnemonicPrefix is on)",
    CARRIAGE_RETURNS: "a diff whose line ends became CR LF (use git's --output=FILE)",
    _SUBMODULE_LOG: "a submodule's log (diff.submodule is 'log' or 'diff')",
}
"""What no section can be read for when it is so in all of them: a setting, not a file, is to blame."""


class Unreadable(msgspec.Struct, frozen=True, kw_only=True):
    """One file's section that could not be read.

    `line` is where it starts in the diff, from 1. `path` is None when even that is not known. `why` is a clause
    for a person, in words of ours only.
    """

    line: int
    path: str | None
    why: str


class ParsedDiff(msgspec.Struct, frozen=True, kw_only=True):
    """The files of a diff, sorted by path, each path once, and the sections that could not be read."""

    files: tuple[ChangedFile, ...]
    unreadable: tuple[Unreadable, ...]


class _Section(msgspec.Struct, frozen=True, kw_only=True):
    line: int
    file: ChangedFile
    type: str


def parse_diff(stream: BinaryIO) -> ParsedDiff:
    """Read the output of `git diff`; an empty stream is a change without files.

    Raises DiffUnreadable, worded, for what is no output of git diff.
    """
    lines = Lines(stream)
    _require_git_diff(lines)
    files: dict[str, _Section] = {}
    unreadable: list[Unreadable] = []
    while lines.here():
        section = _read_section(lines)
        refused = _add(section, files) if isinstance(section, _Section) else section
        if refused is not None:
            unreadable.append(refused)
    reasons = {section.why for section in unreadable}
    if not files and len(reasons) == 1 and reasons <= _SETTINGS.keys():
        raise lookalikes.unreadable(unreadable[0].line, _SETTINGS[unreadable[0].why])
    return ParsedDiff(files=tuple(files[path].file for path in sorted(files)), unreadable=tuple(unreadable))


def _require_git_diff(lines: Lines) -> None:
    if not lines.here():
        return
    _skip_blank(lines)
    first = lines.here()
    if not _is_start(first):
        raise lookalikes.no_diff(first, lines.number)


def _add(section: _Section, files: dict[str, _Section]) -> Unreadable | None:
    path = section.file.path
    known = files.get(path)
    if known is None:
        files[path] = section
    elif known.file.kind is Kind.DELETED and section.file.kind is Kind.ADDED and known.type != section.type:
        files[path] = _type_change(known, section)
    else:
        return Unreadable(line=section.line, path=path, why="the diff has a section for this path already")
    return None


def _type_change(deleted: _Section, added: _Section) -> _Section:
    """A file that became a symbolic link or a submodule, or the reverse: git writes two sections."""
    binary = deleted.file.binary or added.file.binary
    file = ChangedFile(
        path=added.file.path,
        kind=Kind.TYPE_CHANGED,
        additions=None if binary else added.file.additions,
        deletions=None if binary else deleted.file.deletions,
        binary=binary,
    )
    return _Section(line=deleted.line, file=file, type="")


def _read_section(lines: Lines) -> _Section | Unreadable:
    line, first = lines.number, lines.here()
    path = None
    try:
        if not first.startswith(GIT):
            raise Broken(_why_not_git(lines.take()))
        header = read_header(lines)
        path = header.path
        file = _read_file(header, lines)
        _require_end(lines)
        return _Section(line=line, file=file, type=header.type)
    except Broken as broken:
        path = path or _guess(first)
        _skip_to_start(lines)
        return Unreadable(line=line, path=_text(path) if path else None, why=str(broken))


def _why_not_git(line: bytes) -> str:
    if line.startswith(_UNMERGED):
        return "it has merge conflicts"
    if line.startswith(_SUBMODULE):
        return _SUBMODULE_LOG
    if line.startswith(_COMBINED):
        return "it is a combined diff of a merge"
    return "the diff ends in the middle of its header"


def _guess(line: bytes) -> bytes | None:
    """The path that the first line of a section most likely names, for the report of a broken one."""
    start = next((start for start in (GIT, *_COMBINED, _UNMERGED) if line.startswith(start)), line)
    text = line[len(start) :].rstrip(b"\r\n")
    with suppress(Broken):
        return same_name(text) if start == GIT else unquote(text)
    return None


def _read_file(header: Header, lines: Lines) -> ChangedFile:
    additions: int | None = 0
    deletions: int | None = 0
    content = Content.CHANGED
    line = lines.here()
    if line.startswith(b"--- "):
        read_labels(header, lines)
        additions, deletions = count_lines(header.kind, lines)
    elif line.startswith(binaries.NOTICE):
        binaries.read_notice(header, lines)
        additions = deletions = None
    elif line == binaries.PATCH:
        binaries.read_patch(lines)
        additions = deletions = None
    elif not header.may_end:
        raise Broken("its changed lines are missing: the diff is cut, or was made without them")
    elif header.kind is not Kind.DELETED:
        content = Content.SAME
    return ChangedFile(
        path=_text(header.path),
        kind=header.kind,
        previous_path=None if header.previous is None else _text(header.previous),
        additions=additions,
        deletions=deletions,
        binary=additions is None,
        content=content,
    )


def _require_end(lines: Lines) -> None:
    _skip_blank(lines)
    line = lines.here()
    if _is_start(line):
        return
    if lines.cut:
        raise Broken("the diff ends in the middle of a line")
    if line:
        raise Broken("after its last line comes something that is no part of a git diff")


def _skip_blank(lines: Lines) -> None:
    while lines.here() == b"\n":
        lines.skip()


def _skip_to_start(lines: Lines) -> None:
    while (line := lines.here()) and not _is_start(line):
        lines.skip()


def _is_start(line: bytes) -> bool:
    if line.startswith(_STARTS):
        return True
    return bool(line) and not line.endswith(b"\n") and GIT.startswith(line)


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")
