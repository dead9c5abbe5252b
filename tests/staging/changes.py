"""A change in a few lines of YAML becomes two real trees, so that git itself says what the diff is.

Only the numbers matter to a score, so the content is made up: lines that nothing else in the change has.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec
import yaml

from tests.github.objects import EXECUTABLE, FILE, Entry, Files


class File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One changed file. `was` is its path before, of a renamed one; `added` and `deleted` are lines."""

    path: str
    kind: Literal["added", "deleted", "modified", "renamed", "mode"] = "modified"
    was: str | None = None
    added: int = 0
    deleted: int = 0
    binary: bool = False


def read_change(path: Path) -> tuple[File, ...]:
    """The rows of a `change.yml`."""
    return tuple(msgspec.convert(yaml.safe_load(path.read_bytes()) or [], list[File]))


def before(changed: Iterable[File]) -> Files:
    """The tree before the change, as far as the change touches it."""
    return {file.was or file.path: _entry(file, "deleted") for file in changed if file.kind != "added"}


def after(tree: Files, changed: Iterable[File]) -> Files:
    """The tree after the change."""
    made = dict(tree)
    for file in changed:
        if file.kind in ("deleted", "renamed"):
            del made[file.was or file.path]
        if file.kind != "deleted":
            made[file.path] = _entry(file, "added")
    return made


def _entry(file: File, side: Literal["added", "deleted"]) -> Entry:
    mode = EXECUTABLE if file.kind == "mode" and side == "added" else FILE
    if file.binary:
        return Entry(content=f"\0{file.path} {side}\0".encode(), mode=mode)
    number = file.added if side == "added" else file.deleted
    own = [f"{side} {line} of {file.was or file.path}\n" for line in range(number)]
    return Entry(content="".join((*_common(file), *own)).encode(), mode=mode)


def _common(file: File) -> list[str]:
    """The lines that stay, enough of them for git to see a rename as one."""
    if file.kind in ("added", "deleted"):
        return []
    number = 8 + 3 * (file.added + file.deleted if file.kind == "renamed" else 0)
    return [f"line {line} of {file.was or file.path}\n" for line in range(number)]
