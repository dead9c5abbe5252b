"""A challenge's files: the manifest, the base from git or from a folder, the hidden ones.

The base is what `HEAD` holds of the manifest's folder; what is not committed is no part of it. Hidden files are
read from the folder, and from `HEAD` where they are committed only. A folder in no repository is its own base.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from steward.adapters.challenge_entries import Entry, walk
from steward.adapters.challenge_git import entries as committed
from steward.adapters.challenge_git import git, top
from steward.adapters.git_process import shown
from steward.errors import InputInvalid

NAMES = ("challenge.yml", "challenge.yaml")
_MOST_MANIFEST = 1024 * 1024


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


def open_source(path: Path, *, commit: str | None = None) -> Source:
    """The challenge of a manifest, or of the folder that holds one named challenge.yml.

    With `commit` everything comes from that commit of the repository, and nothing from the disk. Raises
    `InputInvalid` when there is no manifest, and `DiffUnreadable` in git's name.
    """
    folder, name = _named(path, must_exist=commit is None)
    # A pull request may have taken the folder away; the commit that is asked for still has it.
    repository = top(next(each for each in (folder, *folder.parents) if each.is_dir()))
    if repository is None:
        if commit is not None:
            raise InputInvalid((f"{shown(str(path))} is in no git repository",))
        return Source(
            name=name,
            manifest=_bounded(folder / name),
            folder=folder,
            entries=walk(folder, ""),
            repository=None,
        )
    prefix = os.path.relpath(os.path.realpath(folder), os.path.realpath(repository))
    prefix = "" if prefix == "." else prefix
    sha = git(
        repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit or 'HEAD'}^{{commit}}"
    )
    sha_text = sha.decode().strip()
    if not sha_text:
        raise InputInvalid((f"the repository of {shown(str(path))} has no commit {shown(commit or 'HEAD')}",))
    entries = committed(repository, sha_text, prefix)
    if commit is None:
        manifest = _bounded(folder / name)
    elif name in entries:
        manifest = entries[name].data
    else:
        raise InputInvalid((f"there is no {shown(name)} in that folder of the commit",))
    return Source(
        name=name, manifest=manifest, folder=folder, entries=entries, repository=repository,
        prefix=prefix, commit=sha_text, from_disk=commit is None,
    )  # fmt: skip


def _named(path: Path, *, must_exist: bool) -> tuple[Path, str]:
    path = Path(os.path.abspath(path))
    if path.is_dir():
        names = [name for name in NAMES if (path / name).is_file()]
        if not names and must_exist:
            raise InputInvalid(
                (f"there is no challenge.yml in the folder {shown(str(path))}",),
                mend="Name a challenge's folder or its manifest.",
            )
        return path, names[0] if names else NAMES[0]
    if must_exist and not path.is_file():
        raise InputInvalid(
            (f"there is no file {shown(str(path))}",), mend="Name a challenge's folder or its manifest."
        )
    return (path.parent, path.name) if path.suffix in (".yml", ".yaml") else (path, NAMES[0])


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
    wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{head}^{{commit}}")
    sha = git(source.repository, *wanted).decode().strip()
    if not sha:
        raise InputInvalid((f"there is no commit {shown(head)} in the challenge's repository",))
    start = git(source.repository, "merge-base", source.commit, sha).decode().strip()
    if not start:
        raise InputInvalid((f"{shown(head)} and the challenge have no common ancestor",))
    plain = ("--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index")
    names = git(source.repository, "diff-tree", "-r", "-z", "--name-only", "--no-renames", start, sha)
    paths = [os.fsdecode(name) for name in names.split(b"\0") if name]
    below = f"{source.prefix}/" if source.prefix else ""
    outside = tuple(path for path in paths if not path.startswith(below))
    relative = (f"--relative={source.prefix}",) if source.prefix else ("--no-relative",)
    prefixes = ("--src-prefix=a/", "--dst-prefix=b/")
    return git(source.repository, "diff-tree", "-r", "-p", *plain, *prefixes, *relative, start, sha), outside
