"""A challenge's files: the manifest, the base from git or from a folder, the hidden ones.

The base is what `HEAD` holds of the manifest's folder; what is not committed is no part of it. Hidden files are
read from the folder, and from `HEAD` where they are committed only. A folder in no repository is its own base.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from steward.adapters.git_process import shown
from steward.errors import DiffUnreadable, InputInvalid

NAMES = ("challenge.yml", "challenge.yaml")
_MOST_BYTES = 256 * 1024 * 1024
_MOST_MANIFEST = 1024 * 1024
_SECONDS = 60.0
_LINK, _FILE, _EXECUTABLE = b"120000", b"100644", b"100755"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One file: its bytes, or where a symbolic link points."""

    data: bytes
    link: bool = False
    executable: bool = False


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
        on_disk = _walk(self.folder, path) if self.from_disk else {}
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
    repository = _top(next(each for each in (folder, *folder.parents) if each.is_dir()))
    if repository is None:
        if commit is not None:
            raise InputInvalid((f"{shown(str(path))} is in no git repository",))
        return Source(
            name=name,
            manifest=_bounded(folder / name),
            folder=folder,
            entries=_walk(folder, ""),
            repository=None,
        )
    prefix = os.path.relpath(os.path.realpath(folder), os.path.realpath(repository))
    prefix = "" if prefix == "." else prefix
    sha = _git(
        repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit or 'HEAD'}^{{commit}}"
    )
    sha_text = sha.decode().strip()
    if not sha_text:
        raise InputInvalid((f"the repository of {shown(str(path))} has no commit {shown(commit or 'HEAD')}",))
    entries = _tree(repository, sha_text, prefix)
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


def _walk(folder: Path, path: str) -> dict[str, Entry]:
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
                _bound(total)
    return found


def _entry(path: Path) -> Entry:
    if path.is_symlink():
        return Entry(data=os.fsencode(os.readlink(path)), link=True)
    return Entry(data=path.read_bytes(), executable=bool(path.stat().st_mode & 0o100))


def _bound(total: int) -> None:
    if total > _MOST_BYTES:
        raise InputInvalid((f"the challenge's files are more than {_MOST_BYTES // 2**20} MiB",))


def _top(folder: Path) -> Path | None:
    answer = _git(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")
    return Path(os.fsdecode(answer)) if answer else None


def _tree(repository: Path, commit: str, prefix: str) -> dict[str, Entry]:
    """The files of a folder in a commit, byte for byte: no attribute or filter has a say. No submodules."""
    listing = _git(repository, "ls-tree", "-r", "-z", "--full-tree", f"{commit}:{prefix}")
    rows = [row.partition(b"\t") for row in listing.split(b"\0") if row]
    wanted: list[tuple[str, bytes, bytes]] = [
        (os.fsdecode(path), head.split()[0], head.split()[2])
        for head, _, path in rows
        if head[:6] in (_LINK, _FILE, _EXECUTABLE)
    ]
    blobs = _blobs(repository, [name for _, _, name in wanted])
    return {
        path: Entry(data=data, link=mode == _LINK, executable=mode == _EXECUTABLE)
        for (path, mode, _), data in zip(wanted, blobs, strict=True)
    }


def _blobs(repository: Path, names: list[bytes]) -> list[bytes]:
    sizes = _git(repository, "cat-file", "--batch-check=%(objectsize)", given=b"\n".join(names) + b"\n")
    _bound(sum(int(size) for size in sizes.split() if size.isdigit()))
    data = _git(repository, "cat-file", "--batch", given=b"\n".join(names) + b"\n") if names else b""
    found, at = [], 0
    for name in names:
        end = data.index(b"\n", at)
        head = data[at:end].split()
        if head[:2] != [name, b"blob"]:
            raise DiffUnreadable("the repository lacks the contents of some of the challenge's files")
        start, at = end + 1, end + 1 + int(head[2]) + 1
        found.append(data[start : at - 1])
    return found


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """What git answers; nothing when it fails."""
    environ = {
        "PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_REPLACE_OBJECTS": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    }  # fmt: skip
    settings = ("-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
    try:
        done = subprocess.run(
            ["git", "--no-pager", "-C", str(folder), *settings, *arguments],
            input=given, env=environ, capture_output=True, check=False, timeout=_SECONDS,
        )  # fmt: skip
    except FileNotFoundError:
        raise DiffUnreadable(
            "the git command was not found", mend="Install git, or put it on PATH."
        ) from None
    except subprocess.TimeoutExpired:
        raise DiffUnreadable(f"git {arguments[0]} took more than {_SECONDS:g} seconds") from None
    return done.stdout if done.returncode == 0 else b""


def submitted(source: Source, head: str) -> tuple[bytes, tuple[str, ...]]:
    """The change from the base to a commit as a patch of the challenge's folder, and the paths outside of it."""
    if source.repository is None:
        raise InputInvalid(
            ("--head needs a challenge in a git repository",), mend="Give a patch: --submission."
        )
    wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{head}^{{commit}}")
    sha = _git(source.repository, *wanted).decode().strip()
    if not sha:
        raise InputInvalid((f"there is no commit {shown(head)} in the challenge's repository",))
    start = _git(source.repository, "merge-base", source.commit, sha).decode().strip()
    if not start:
        raise InputInvalid((f"{shown(head)} and the challenge have no common ancestor",))
    plain = ("--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index")
    names = _git(source.repository, "diff-tree", "-r", "-z", "--name-only", "--no-renames", start, sha)
    paths = [os.fsdecode(name) for name in names.split(b"\0") if name]
    below = f"{source.prefix}/" if source.prefix else ""
    outside = tuple(path for path in paths if not path.startswith(below))
    relative = (f"--relative={source.prefix}",) if source.prefix else ("--no-relative",)
    prefixes = ("--src-prefix=a/", "--dst-prefix=b/")
    return _git(source.repository, "diff-tree", "-r", "-p", *plain, *prefixes, *relative, start, sha), outside
