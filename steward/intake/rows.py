"""GitHub's list of changed files becomes ours.

A row tells less than a diff: no modes, and nothing of a binary file but that it has no patch. What that leaves
open is decided here, the same way for every source where a diff would tell more (`docs/action.md`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from steward.errors import DiffUnreadable
from steward.model import ChangedFile, Content, Kind

_EMPTY_BLOBS = (
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)
_KINDS = {
    "added": Kind.ADDED,
    "removed": Kind.DELETED,
    "modified": Kind.MODIFIED,
    "renamed": Kind.RENAMED,
    "copied": Kind.COPIED,
    "changed": Kind.MODIFIED,
    "unchanged": Kind.MODIFIED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """One row of GitHub's list of files. `sha` is the blob's."""

    filename: str
    status: str
    additions: int
    deletions: int
    has_patch: bool
    sha: str | None = None
    previous_filename: str | None = None


def from_rows(rows: Iterable[FileRow]) -> tuple[ChangedFile, ...]:
    """The changed files, sorted by path. Raises `DiffUnreadable` for a status that is not known."""
    return tuple(sorted((_file(row) for row in rows), key=lambda file: file.path))


def _file(row: FileRow) -> ChangedFile:
    kind = _KINDS.get(row.status)
    if kind is None:
        raise DiffUnreadable("GitHub's list of files has a status that is not known")
    binary = _is_binary(row)
    return ChangedFile(
        path=row.filename,
        kind=kind,
        previous_path=row.previous_filename if kind in (Kind.RENAMED, Kind.COPIED) else None,
        additions=None if binary else row.additions,
        deletions=None if binary else row.deletions,
        binary=binary,
        content=_content(row, kind),
    )


def _is_silent(row: FileRow) -> bool:
    """Whether the row shows neither lines nor a patch."""
    return not (row.has_patch or row.additions or row.deletions)


def _is_binary(row: FileRow) -> bool:
    """An added file without lines is binary, unless it is empty; of others a row does not tell."""
    return row.status == "added" and _is_silent(row) and row.sha not in _EMPTY_BLOBS


def _content(row: FileRow, kind: Kind) -> Content:
    if row.status == "unchanged":
        return Content.SAME
    if kind is Kind.DELETED or not _is_silent(row):
        return Content.CHANGED
    if kind is Kind.ADDED:
        return Content.SAME if row.sha in _EMPTY_BLOBS else Content.CHANGED
    return Content.ASSUMED if kind is Kind.MODIFIED else Content.SAME
