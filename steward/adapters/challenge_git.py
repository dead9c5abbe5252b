"""A challenge's files out of git: byte for byte, whatever settings or attributes the repository brings."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from steward.adapters.challenge_entries import Entry, bound
from steward.adapters.git_process import environment_of, not_started
from steward.errors import DiffUnreadable

_SECONDS = 60.0
LINK, FOLDER = b"120000", b"040000"
_FILE, _EXECUTABLE = b"100644", b"100755"


def top(folder: Path) -> Path | None:
    """The working tree that a folder is in; None when it is in no repository."""
    answer = git(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")
    return Path(os.fsdecode(answer)) if answer else None


def resolved(repository: Path, revision: str) -> str:
    """The SHA of the commit that a revision names; empty when it names none here."""
    wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return git(repository, *wanted).decode().strip()


def is_shallow(repository: Path) -> bool:
    """Whether only the latest part of the history was fetched."""
    return git(repository, "rev-parse", "--is-shallow-repository").strip() == b"true"


def mode_of(repository: Path, commit: str, path: str) -> bytes:
    """What stands at a path of a commit, by git's mode; nothing when there is nothing. The root is a folder."""
    if not path:
        return FOLDER
    listing = asked(repository, "--literal-pathspecs", "ls-tree", "-z", "--full-tree", commit, "--", path)
    return listing[:6]


def entries(repository: Path, commit: str, prefix: str) -> dict[str, Entry]:
    """The files of a folder in a commit, byte for byte: no attribute or filter has a say. No submodules."""
    if mode_of(repository, commit, prefix) != FOLDER:
        return {}
    listing = asked(repository, "ls-tree", "-r", "-z", "--full-tree", f"{commit}:{prefix}")
    rows = [row.partition(b"\t") for row in listing.split(b"\0") if row]
    wanted: list[tuple[str, bytes, bytes]] = [
        (os.fsdecode(path), head.split()[0], head.split()[2])
        for head, _, path in rows
        if head[:6] in (LINK, _FILE, _EXECUTABLE)
    ]
    blobs = _blobs(repository, [name for _, _, name in wanted])
    return {
        path: Entry(data=data, link=mode == LINK, executable=mode == _EXECUTABLE)
        for (path, mode, _), data in zip(wanted, blobs, strict=True)
    }


def _blobs(repository: Path, names: list[bytes]) -> list[bytes]:
    sizes = asked(repository, "cat-file", "--batch-check=%(objectsize)", given=b"\n".join(names) + b"\n")
    bound(sum(int(size) for size in sizes.split() if size.isdigit()))
    data = asked(repository, "cat-file", "--batch", given=b"\n".join(names) + b"\n") if names else b""
    found, at = [], 0
    for name in names:
        end = data.index(b"\n", at)
        head = data[at:end].split()
        if head[:2] != [name, b"blob"]:
            raise _lacking("the contents of some of the challenge's files")
        start, at = end + 1, end + 1 + int(head[2]) + 1
        found.append(data[start : at - 1])
    return found


def git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """What git answers; nothing when it fails."""
    done = _run(folder, arguments, given)
    return done.stdout if done.returncode == 0 else b""


def asked(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """What git answers where nothing would be an answer, too. Raises `DiffUnreadable` when it fails."""
    done = _run(folder, arguments, given)
    if done.returncode:
        raise _lacking("what `git " + next(one for one in arguments if one[0] != "-") + "` needs")
    return done.stdout


def _lacking(what: str) -> DiffUnreadable:
    # A partial clone fetches what is missing, over whatever transport its settings name; here it may not.
    return DiffUnreadable(
        f"the repository lacks {what}", mend="Fetch it whole: `fetch-depth: 0`, without a filter."
    )


def _run(folder: Path, arguments: tuple[str, ...], given: bytes) -> subprocess.CompletedProcess[bytes]:
    settings = ("-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
    try:
        return subprocess.run(
            ["git", "--no-pager", "-C", str(folder), *settings, *arguments],
            input=given, env=environment_of(), capture_output=True, check=False, timeout=_SECONDS,
        )  # fmt: skip
    except OSError as error:
        raise not_started(error) from None
    except subprocess.TimeoutExpired:
        raise DiffUnreadable(f"git {arguments[0]} took more than {_SECONDS:g} seconds") from None
