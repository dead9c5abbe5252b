"""The rows of `pulls/N/files` read out of a given diff, for a change that no repository holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tests.github.nouns import FileRow

MAX_PATCH_BYTES = 500_000
MAX_PATCH_LINES = 20_000
_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_STARTS = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")
_SIDES = {"-": ("LEFT",), "+": ("RIGHT",), " ": ("LEFT", "RIGHT")}
_ESCAPES = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92}


def sections(diff: bytes) -> list[bytes]:
    """One piece for each `diff --git` line, which no line of a file's content can look like."""
    return (b"\n" + diff).split(b"\ndiff --git ")[1:]


def patch_of(section: bytes) -> str | None:
    """What a row shows as its patch: the hunks. None for a binary and for a file too large to show."""
    _, mark, hunks = section.partition(b"\n@@ ")
    if not mark or len(hunks) > MAX_PATCH_BYTES or hunks.count(b"\n") > MAX_PATCH_LINES:
        return None
    return "@@ " + hunks.removesuffix(b"\n").decode(errors="replace")


def hunk_until(patch: str, side: str, line: int) -> str:
    """The hunk that shows a line, cut off after it. `side` is LEFT or RIGHT; empty when no hunk shows it."""
    shown: list[str] = []
    at: dict[str, int] = {}
    for text in patch.split("\n"):
        if found := _STARTS.match(text):
            shown, at = [text], {"LEFT": int(found[1]) - 1, "RIGHT": int(found[2]) - 1}
            continue
        shown.append(text)
        moved = _SIDES.get(text[:1], ())
        at |= {name: at[name] + 1 for name in moved}
        if side in moved and at[side] == line:
            return "\n".join(shown)
    return ""


def rows_of(diff: bytes) -> tuple[FileRow, ...]:
    """The rows of a diff in git's format with its usual prefixes `a/` and `b/`."""
    rows: list[FileRow] = []
    for row in map(_row, sections(diff)):
        before = rows[-1] if rows else None
        if before and (before.status, row.status, before.filename) == ("removed", "added", row.filename):
            # A type change: two sections of a diff, one row.
            rows[-1] = replace(row, status="changed", deletions=before.deletions, patch=None)
        else:
            rows.append(row)
    return tuple(rows)


def _row(section: bytes) -> FileRow:
    header = _header(section)
    added, deleted = _counts(section)
    old, new = _names(header)
    status = "modified"
    for mark, name in (("new file mode", "added"), ("deleted file mode", "removed")):
        status = name if any(line.startswith(mark) for line in header) else status
    for mark, name in (("rename from ", "renamed"), ("copy from ", "copied")):
        status = name if any(line.startswith(mark) for line in header) else status
    return FileRow(
        filename=new,
        status=status,
        additions=added,
        deletions=deleted,
        patch=patch_of(section),
        previous_filename=old if status in ("renamed", "copied") else None,
    )


def _header(section: bytes) -> list[str]:
    return section.partition(b"\n@@ ")[0].decode(errors="replace").split("\n")


def _names(header: list[str]) -> tuple[str, str]:
    named = {mark: line.removeprefix(mark) for line in header[1:] for mark in _MARKS if line.startswith(mark)}
    for before, after in (("rename from ", "rename to "), ("copy from ", "copy to ")):
        if before in named:
            return _plain(named[before]), _plain(named[after])
    for mark in ("+++ ", "--- "):
        if mark in named and named[mark] != "/dev/null":
            name = _plain(named[mark].removesuffix("\t"))[2:]
            return name, name
    name = _same_name(header[0])
    return name, name


_MARKS = ("rename from ", "rename to ", "copy from ", "copy to ", "--- ", "+++ ")


def _same_name(pair: str) -> str:
    """The name in `a/NAME b/NAME`, where a mode or a binary changed and nothing else says it."""
    half = pair[: (len(pair) - 1) // 2]
    return _plain(half)[2:]


def _plain(name: str) -> str:
    """A name as it is: git writes exotic ones in quotes, with C's escapes."""
    if not name.startswith('"'):
        return name
    letters = (_letter(found) for found in re.finditer(r"\\([0-7]{3}|.)|[^\\]", name[1:-1]))
    return b"".join(letters).decode(errors="replace")


def _letter(found: re.Match[str]) -> bytes:
    code = found[1]
    if code is None:
        return found[0].encode()
    return bytes([int(code, 8) if code.isdigit() else _ESCAPES[code]])


def _counts(section: bytes) -> tuple[int, int]:
    added = deleted = 0
    for first in _changed_lines(section):
        added += first == b"+"
        deleted += first == b"-"
    return added, deleted


def _changed_lines(section: bytes) -> Iterator[bytes]:
    """The first character of each line of each hunk; the hunk's own figures say where it ends."""
    old = new = 0
    for line in section.split(b"\n"):
        if not (old or new):
            if found := _HUNK.match(line):
                old, new = (1 if figure is None else int(figure) for figure in found.groups())
            continue
        first = line[:1] or b" "
        old -= first in b" -"
        new -= first in b" +"
        yield first
