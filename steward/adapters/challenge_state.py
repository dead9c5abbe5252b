"""What lies in a challenge's folder and is not committed: no part of the base, whatever its author sees there."""

from __future__ import annotations

import os

from steward.adapters.challenge_files import Source
from steward.adapters.challenge_git import git


def uncommitted(source: Source, hidden: tuple[str, ...]) -> tuple[str, ...]:
    """The paths in the challenge's folder that differ from `HEAD`, ignored ones and `hidden` ones left out.

    A new folder is one path, with a slash at its end. Nothing where the challenge is in no repository.
    """
    if source.repository is None:
        return ()
    below = f"{source.prefix}/" if source.prefix else ""
    answer = git(
        source.folder, "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal", "--", "."
    )
    paths = [os.fsdecode(row[3:]).removeprefix(below) or "." for row in answer.split(b"\0") if row]
    return tuple(path for path in paths if not _is_below(path, hidden))


def _is_below(path: str, folders: tuple[str, ...]) -> bool:
    return any(path.rstrip("/") == folder or path.startswith(f"{folder}/") for folder in folders)
