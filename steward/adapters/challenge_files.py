"""A challenge's files: the manifest, the base from git or from a folder, the hidden ones.

The base is what `HEAD` holds of the manifest's folder; what is not committed is no part of it. Hidden files are
read from the folder, and from `HEAD` where they are committed only. A folder in no repository is its own base.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from steward.adapters.challenge_entries import Entry, walk
from steward.adapters.challenge_git import FOLDER, LINK, asked, git, is_shallow, mode_of, resolved, top
from steward.adapters.challenge_git import entries as committed
from steward.adapters.git_process import shown
from steward.errors import InputInvalid

NAMES = ("challenge.yml", "challenge.yaml")
_MOST_MANIFEST = 1024 * 1024
_ITSELF = "Name a challenge's folder or its manifest."
_WHOLE = "Fetch the whole history: `fetch-depth: 0` of actions/checkout, or `git fetch --unshallow`."


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge. `name` is the manifest's, `entries` are the base with the hidden files in it."""

    name: str
    manifest: bytes
    folder: Path
    entries: Mapping[str, Entry]
    repository: Path | None = None
    prefix: str = ""
    commit: str = ""
    from_disk: bool = True

    def private(self, hidden: Collection[str]) -> tuple[Path, ...]:
        """What no command may see of the disk: the repository as a whole, and in any case what is hidden in it."""
        top = (self.repository,) if self.repository else ()
        inner = (self.folder, *(folder / ".git" for folder in top), *(self.folder / path for path in hidden))
        return (*top, *inner)

    def read(self, path: str) -> bytes | None:
        """One hidden file; None when there is none."""
        found = self.hidden(path)
        return found[path].data if path in found else None

    def hidden(self, path: str) -> dict[str, Entry]:
        """The regular files at or below a path, by path: from the folder, else from the commit."""
        on_disk = walk(self.folder, path) if self.from_disk else {}
        if on_disk:
            return on_disk
        return {
            name: entry
            for name, entry in self.entries.items()
            if (name == path or name.startswith(f"{path}/")) and not entry.link
        }


def open_source(path: Path) -> Source:
    """The challenge of a manifest, or of the folder that holds one named challenge.yml.

    Raises `InputInvalid` when there is no manifest, and `DiffUnreadable` in git's name.
    """
    folder, name = _named(path)
    repository = top(folder)
    if repository is None:
        entries = walk(folder, "")
        return Source(name=name, manifest=_bounded(folder / name), folder=folder, entries=entries)
    prefix = os.path.relpath(os.path.realpath(folder), os.path.realpath(repository))
    prefix = "" if prefix == "." else prefix
    commit = resolved(repository, "HEAD")
    if not commit:
        raise InputInvalid((f"the repository of {shown(str(path))} has no commit",))
    return Source(
        name=name, manifest=_bounded(folder / name), folder=folder,
        entries=committed(repository, commit, prefix), repository=repository, prefix=prefix, commit=commit,
    )  # fmt: skip


def committed_source(repository: Path, commit: str, path: str) -> Source:
    """The challenge that a commit holds at a path from the repository's top, with nothing from the disk.

    What is checked out has no say: it may be of a pull request that moves, links or shadows the challenge. Raises
    `InputInvalid` when the commit has no challenge there, and `DiffUnreadable` in git's name.
    """
    place = posixpath.normpath(path)
    place = "" if place == "." else place
    mode = mode_of(repository, commit, place)
    if mode == LINK:
        raise InputInvalid((f"the challenge {shown(path)} is reached through a link",), mend=_ITSELF)
    prefix, name = (place, "") if mode == FOLDER else posixpath.split(place)
    entries = committed(repository, commit, prefix) if mode else {}
    found = [each for each in ((name,) if name else NAMES) if each in entries and not entries[each].link]
    if not found:
        raise InputInvalid((f"{commit} has no challenge {shown(path)}",), mend=_ITSELF)
    return Source(
        name=found[0], manifest=entries[found[0]].data[:_MOST_MANIFEST], folder=repository / prefix,
        entries=entries, repository=repository, prefix=prefix, commit=commit, from_disk=False,
    )  # fmt: skip


def _named(path: Path) -> tuple[Path, str]:
    path = Path(os.path.abspath(path))
    if path.is_dir():
        names = [name for name in NAMES if (path / name).is_file()]
        if not names:
            raise InputInvalid((f"there is no challenge.yml in the folder {shown(str(path))}",), mend=_ITSELF)
        return path, names[0]
    if not path.is_file():
        raise InputInvalid((f"there is no file {shown(str(path))}",), mend=_ITSELF)
    return path.parent, path.name


def _bounded(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_MANIFEST)
    except OSError as error:
        raise InputInvalid((f"{shown(str(path))} cannot be read: {error.strerror}",)) from None


def submitted(source: Source, head: str) -> tuple[bytes, tuple[str, ...]]:
    """The change from the base to a commit as a patch of the challenge's folder, and the paths outside of it."""
    if source.repository is None:
        raise InputInvalid(
            ("--head needs a challenge in a git repository",), mend="Give a patch: --submission."
        )
    sha = resolved(source.repository, head)
    if not sha:
        raise InputInvalid((f"there is no commit {shown(head)} in the challenge's repository",))
    start = git(source.repository, "merge-base", source.commit, sha).decode().strip()
    if not start:
        raise _unrelated(source.repository, head)
    plain = ("--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index")
    names = asked(source.repository, "diff-tree", "-r", "-z", "--name-only", "--no-renames", start, sha)
    paths = [os.fsdecode(name) for name in names.split(b"\0") if name]
    below = f"{source.prefix}/" if source.prefix else ""
    outside = tuple(path for path in paths if not path.startswith(below))
    relative = (f"--relative={source.prefix}",) if source.prefix else ("--no-relative",)
    prefixes = ("--src-prefix=a/", "--dst-prefix=b/")
    patch = asked(source.repository, "diff-tree", "-r", "-p", *plain, *prefixes, *relative, start, sha)
    return patch, outside


def _unrelated(repository: Path, head: str) -> InputInvalid:
    what = f"{shown(head)} and the challenge have no common ancestor"
    if is_shallow(repository):
        return InputInvalid((f"{what} in the part of the history that was fetched",), mend=_WHOLE)
    return InputInvalid((what,), mend="Make the change anew, from the challenge's own branch.")
