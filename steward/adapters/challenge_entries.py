"""The files of a challenge as they lie in a folder: bytes and links, bounded."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import msgspec

from steward.errors import InputInvalid

_MOST_BYTES = 256 * 1024 * 1024


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One file: its bytes, or where a symbolic link points."""

    data: bytes
    link: bool = False
    executable: bool = False


def walk(folder: Path, path: str) -> dict[str, Entry]:
    """The files at or below a path of a folder, `.git` left out."""
    start, found, total = folder / path if path else folder, dict[str, Entry](), 0
    if start.is_file() and not start.is_symlink():
        return {path: _entry(start)}
    for place, folders, files in os.walk(start):
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        folders[:] = [name for name in folders if name != ".git" and name not in links]
        for name in (*files, *links):
            file = Path(place, name)
            if file.is_symlink() or stat.S_ISREG(file.lstat().st_mode):
                found[file.relative_to(folder).as_posix()] = entry = _entry(file)
                total += len(entry.data)
                bound(total)
    return found


def _entry(path: Path) -> Entry:
    if path.is_symlink():
        return Entry(data=os.fsencode(os.readlink(path)), link=True)
    return Entry(data=path.read_bytes(), executable=bool(path.stat().st_mode & 0o100))


def bound(total: int) -> None:
    """Raise `InputInvalid` when a challenge is larger than any may be."""
    if total > _MOST_BYTES:
        raise InputInvalid((f"the challenge's files are more than {_MOST_BYTES // 2**20} MiB",))
