"""GitHub's list of changed files becomes ours.

A row tells less than a diff: no modes, and nothing of a binary file but that it has no patch. What that leaves
open is decided here, the same way for every source where a diff would tell more (`docs/action.md`). A renamed
file without lines is taken for a pure rename: a binary file that changed as well looks the same.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from steward.errors import DiffUnreadable
from steward.intake.headers import EMPTY_BLOBS
from steward.model import ChangedFile, Content, Kind

_KINDS = {
    "added": Kind.ADDED,
    "removed": Kind.DELETED,
    "modified": Kind.MODIFIED,
    "renamed": Kind.RENAMED,
    "copied": Kind.COPIED,
    "changed": Kind.MODIFIED,
    "unchanged": Kind.MODIFIED,
}


class FileRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of GitHub's list of files. `sha` is the blob's."""

    filename: str
    status: str
    additions: int
    deletions: int
    has_patch: bool
    sha: str | None = None
    previous_filename: str | None = None


def from_rows(rows: Iterable[FileRow]) -> tuple[ChangedFile, ...]:
    """The changed files, sorted by path.

    Raises `DiffUnreadable` for a row that cannot be told: an unknown status, a rename without the old name, a
    second row of one file (a page of the list that moved while it was read).
    """
    files: dict[str, ChangedFile] = {}
    for number, row in enumerate(rows, start=1):
        if row.filename in files:
            raise DiffUnreadable(f"row {number} of GitHub's list of files names a file for the second time")
        files[row.filename] = _file(row, number)
    return tuple(files[path] for path in sorted(files))


def _file(row: FileRow, number: int) -> ChangedFile:
    kind = _kind(row)
    if kind is None:
        raise DiffUnreadable(f"row {number} of GitHub's list of files has a status that is not known")
    if kind in (Kind.RENAMED, Kind.COPIED) and row.previous_filename is None:
        raise DiffUnreadable(f"row {number} of GitHub's list of files is a rename without the old name")
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


def _kind(row: FileRow) -> Kind | None:
    """`changed` with lines is a file that became a link, or the reverse; without, perhaps a mode change."""
    if row.status == "changed" and not _is_silent(row):
        return Kind.TYPE_CHANGED
    return _KINDS.get(row.status)


def _is_silent(row: FileRow) -> bool:
    """Whether the row shows neither lines nor a patch."""
    return not (row.has_patch or row.additions or row.deletions)


def _is_binary(row: FileRow) -> bool:
    """An added file without lines is binary, unless it is empty; of others a row does not tell."""
    return row.status == "added" and _is_silent(row) and row.sha not in EMPTY_BLOBS


def _content(row: FileRow, kind: Kind) -> Content:
    if row.status == "unchanged":
        return Content.SAME
    if kind is Kind.DELETED or not _is_silent(row):
        return Content.CHANGED
    if kind is Kind.ADDED:
        return Content.SAME if row.sha in EMPTY_BLOBS else Content.CHANGED
    return Content.ASSUMED if kind is Kind.MODIFIED else Content.SAME
