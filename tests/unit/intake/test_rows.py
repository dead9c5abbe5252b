"""GitHub's list of files says less than a diff; what it leaves open is decided here, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from steward.errors import DiffUnreadable
from steward.intake.rows import FileRow, from_rows
from steward.model import ChangedFile, Content, Kind
from tests.unit.build import file

EMPTY = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
EMPTY_SHA256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
SOME = "af8a4891c5e21ce5c5c9d8fa5b1d0b1e5d1a9a4f"


def row(status: str, lines: tuple[int, int] = (0, 0), **fields: Any) -> FileRow:
    """A row for `a`; it has a patch where it has lines, as GitHub's have until they are too many."""
    additions, deletions = lines
    given: dict[str, Any] = {"filename": "a", "has_patch": lines != (0, 0), "sha": SOME} | fields
    return FileRow(status=status, additions=additions, deletions=deletions, **given)


SAME, ASSUMED = Content.SAME, Content.ASSUMED
RENAMED, COPIED = Kind.RENAMED, Kind.COPIED
ROWS = {
    "added": (row("added", (3, 0)), file("a", 3, 0, kind=Kind.ADDED)),
    "added, too large for a patch": (
        row("added", (90_000, 0), has_patch=False),
        file("a", 90_000, 0, kind=Kind.ADDED),
    ),
    "added, empty": (row("added", sha=EMPTY), file("a", 0, 0, kind=Kind.ADDED, content=SAME)),
    "added, empty (SHA-256)": (
        row("added", sha=EMPTY_SHA256),
        file("a", 0, 0, kind=Kind.ADDED, content=SAME),
    ),
    "added, no lines and not empty": (row("added"), file("a", binary=True, kind=Kind.ADDED)),
    "added, no lines and no blob": (row("added", sha=None), file("a", binary=True, kind=Kind.ADDED)),
    "removed": (row("removed", (0, 4)), file("a", 0, 4, kind=Kind.DELETED)),
    "removed, empty": (row("removed", sha=EMPTY), file("a", 0, 0, kind=Kind.DELETED)),
    "removed, binary or empty": (row("removed"), file("a", 0, 0, kind=Kind.DELETED)),
    "modified": (row("modified", (1, 2)), file("a", 1, 2)),
    "modified, too large for a patch": (row("modified", (9000, 1), has_patch=False), file("a", 9000, 1)),
    "modified, mode or binary": (row("modified"), file("a", 0, 0, content=ASSUMED)),
    "renamed": (
        row("renamed", previous_filename="old"),
        file("a", 0, 0, kind=RENAMED, previous="old", content=SAME),
    ),
    "renamed and edited": (
        row("renamed", (1, 1), previous_filename="old"),
        file("a", 1, 1, kind=RENAMED, previous="old"),
    ),
    "copied": (
        row("copied", previous_filename="old"),
        file("a", 0, 0, kind=COPIED, previous="old", content=SAME),
    ),
    "copied and edited": (
        row("copied", (1, 0), previous_filename="old"),
        file("a", 1, 0, kind=COPIED, previous="old"),
    ),
    "changed, with lines": (
        row("changed", (20, 1), has_patch=False),
        file("a", 20, 1, kind=Kind.TYPE_CHANGED),
    ),
    "changed, without": (row("changed"), file("a", 0, 0, content=ASSUMED)),
    "unchanged": (row("unchanged"), file("a", 0, 0, content=SAME)),
    "an old name where nothing was renamed": (
        row("modified", (1, 2), previous_filename="old"),
        file("a", 1, 2),
    ),
}


@pytest.mark.parametrize(("given", "expected"), ROWS.values(), ids=ROWS)
def test_a_row_is_a_file(given: FileRow, expected: ChangedFile) -> None:
    assert from_rows([given]) == (expected,)


def test_files_are_sorted_by_path() -> None:
    rows = [row("added", (1, 0), filename=name) for name in ("b", "a", "B")]
    assert [one.path for one in from_rows(rows)] == ["B", "a", "b"]


REFUSED = {
    "an unknown status": (row("eaten"), "has a status that is not known"),
    "a rename without the old name": (row("renamed"), "is a rename without the old name"),
    "a copy without the old name": (row("copied"), "is a rename without the old name"),
    "a file twice": (row("removed", filename="first"), "names a file for the second time"),
}


@pytest.mark.parametrize(("given", "what"), REFUSED.values(), ids=REFUSED)
def test_a_row_that_cannot_be_told_is_refused_with_its_number(given: FileRow, what: str) -> None:
    first = row("added", (1, 0), filename="first")
    with pytest.raises(DiffUnreadable) as refused:
        from_rows([first, given])
    assert refused.value.what == f"row 2 of GitHub's list of files {what}"
