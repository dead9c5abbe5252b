"""The two policy files on this machine: of the default branch, of the working tree, or any file by its name.

Everything that is wrong is a `StewardError` that says what to type (`docs/cli.md`, "Settings").
"""

from __future__ import annotations

from pathlib import Path

from steward.adapters.git import open_repository
from steward.adapters.git_process import shown
from steward.adapters.local import GOVERNANCE
from steward.errors import DiffUnreadable, InputInvalid
from steward.governance.pxf import MOST_BYTES
from steward.intake import config
from steward.intake.policy_file import OTHER_ENDING, UNREAD, PolicyFile, PolicyFiles, Tracked
from steward.intake.settings import CONFIG

_MOST = max(MOST_BYTES, config.MOST_BYTES)
_NAME_THEM = "Name the files: --config FILE, --governance FILE"


def from_default_branch(folder: Path) -> PolicyFiles:
    """Both files at the tip of the default branch as the repository knows it, where a run reads them too."""
    repository = open_repository(folder)
    ref = repository.default_branch_ref()
    commit = ref and repository.resolve(ref)
    if ref is None or commit is None:
        what = "no default branch found: there is no origin/HEAD, origin/main, origin/master, main or master here"
        raise InputInvalid((what,), mend=_NAME_THEM)

    def read(path: str) -> PolicyFile:
        return PolicyFile(path=path, data=repository.read_file(commit, path, most=_MOST))

    name = ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")
    where = f"{shown(name)} at {commit[:7]}"
    notes = (UNREAD,) if repository.file_exists(commit, OTHER_ENDING) else ()
    return PolicyFiles(settings=read(CONFIG), governance=read(GOVERNANCE), read_from=where, notes=notes)


def from_working_tree(folder: Path) -> PolicyFiles:
    """Both files as they stand at the root of the working tree, committed or not."""
    top = open_repository(folder).top()
    if top is None:
        raise InputInvalid((f"{shown(str(folder))} has no working tree",), mend=_NAME_THEM)
    settings, governance = (PolicyFile(path=path, data=_read(top / path)) for path in (CONFIG, GOVERNANCE))
    notes = (UNREAD,) if (top / OTHER_ENDING).exists() else ()
    return PolicyFiles(settings=settings, governance=governance, read_from="the working tree", notes=notes)


def from_names(settings: str | None, governance: str | None) -> PolicyFiles:
    """The files that are named, and no other."""
    return PolicyFiles(
        settings=None if settings is None else _named(settings, "--config"),
        governance=None if governance is None else _named(governance, "--governance"),
        read_from="the files named",
    )


def tracked_files(folder: Path | None) -> Tracked:
    """The tracked files of a folder's repository. With None, of the folder we are in: it may be in none."""
    try:
        paths = open_repository(folder or Path()).tracked_files()
    except DiffUnreadable as error:
        if folder is not None:
            raise
        return Tracked(why=error.what)
    return Tracked(paths=paths) if paths is not None else Tracked(why="there are too many tracked files")


def _named(file: str, option: str) -> PolicyFile:
    data = _read(Path(file), option)
    if data is None:
        raise InputInvalid((f"{option}: there is no file {shown(file)}",))
    return PolicyFile(path=shown(file), data=data)


def _read(path: Path, option: str = "") -> bytes | None:
    """The beginning of a file; None when there is none."""
    what = f"{option}: {shown(str(path))}" if option else shown(str(path))
    try:
        if not path.exists():
            return None
        # Another kind of file may never come to an end, or never begin.
        if not path.is_file():
            raise InputInvalid((f"{what} is no regular file",))
        with path.open("rb") as stream:
            return stream.read(_MOST + 1)
    except OSError as error:
        raise InputInvalid((f"{what} cannot be read: {shown(error.strerror or str(error))}",)) from None
