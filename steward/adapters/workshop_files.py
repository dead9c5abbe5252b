"""Trees of files that a stranger writes to as well: no link is followed, nothing is waited for."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from steward.adapters.challenge_entries import Entry

_DEEPEST, _LONGEST = 60, 3000
_REPORT_BYTES = 4 * 1024 * 1024


def write(folder: Path, entries: Mapping[str, Entry], uid: int | None, *, into: bool = False) -> None:
    """Files into a folder; what stands in the way of one goes, and no link on the way is followed."""
    if not into:
        folder.mkdir(mode=0o755)
    for path, entry in entries.items():
        at = folder
        for part in path.split("/")[:-1]:
            at = at / part
            if at.is_symlink() or not at.is_dir():
                remove(at)
                at.mkdir(mode=0o755)
                own(at, uid)
        target = folder / path
        remove(target)
        if entry.link:
            target.symlink_to(os.fsdecode(entry.data))
        else:
            target.write_bytes(entry.data)
            target.chmod(0o755 if entry.executable else 0o644)
        own(target, uid)


def own(path: Path, uid: int | None) -> None:
    if uid is not None:
        os.lchown(path, uid, uid)


def copy(source: Path, target: Path, uid: int | None, depth: int = 0) -> None:
    """A tree as it stands: files, folders and links; nothing else, and no link is followed.

    What lies deeper than an installation does is left out.
    """
    target.mkdir(mode=0o755, parents=True, exist_ok=True)
    own(target, uid)
    if depth > _DEEPEST:
        return
    with os.scandir(source) as entries:
        for entry in entries:
            to = target / entry.name
            if len(os.fsencode(entry.path)) > _LONGEST or len(os.fsencode(to)) > _LONGEST:
                continue
            if entry.is_symlink():
                to.symlink_to(os.readlink(entry.path))
                own(to, uid)
            elif entry.is_dir(follow_symlinks=False):
                copy(Path(entry.path), to, uid, depth + 1)
            elif entry.is_file(follow_symlinks=False):
                shutil.copy2(entry.path, to, follow_symlinks=False)
                to.chmod(0o755 if entry.stat().st_mode & 0o111 else 0o644)
                own(to, uid)


def remove(path: Path) -> None:
    """A file or a whole tree, whatever its permissions and its depth; nothing where nothing is."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    # Each folder is moved up before it is emptied: a path can be longer than the kernel takes.
    attic = Path(tempfile.mkdtemp(dir=path.parent, prefix=".removed-"))
    waiting = [_moved(path, attic / "0")]
    made = 1
    while waiting:
        folder = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(_moved(Path(entry.path), attic / str(made)))
                    made += 1
                else:
                    os.unlink(entry.path)
        folder.rmdir()
    attic.rmdir()


def _moved(folder: Path, to: Path) -> Path:
    if os.geteuid() != 0:
        os.chmod(folder, 0o700)
    folder.rename(to)
    return to


def read(folder: Path) -> dict[str, Entry]:
    found = {}
    for place, folders, files in os.walk(folder):
        for name in (*files, *(name for name in folders if os.path.islink(os.path.join(place, name)))):
            path = Path(place, name)
            mode = path.lstat().st_mode
            link = stat.S_ISLNK(mode)
            found[path.relative_to(folder).as_posix()] = Entry(
                data=os.fsencode(os.readlink(path)) if link else path.read_bytes(),
                link=link,
                executable=not link and bool(mode & 0o111),
            )
    return found


def read_inside(folder: Path, path: str) -> bytes | None:
    """A regular file below a folder that others write to: no link is followed, nothing is waited for."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    with ExitStack() as stack, suppress(OSError):
        at = os.open(folder, flags | os.O_DIRECTORY)
        stack.callback(os.close, at)
        *folders, name = path.split("/")
        for part in folders:
            at = os.open(part, flags | os.O_DIRECTORY, dir_fd=at)
            stack.callback(os.close, at)
        file = os.open(name, flags, dir_fd=at)
        stack.callback(os.close, file)
        if not stat.S_ISREG(os.fstat(file).st_mode) or os.fstat(file).st_size > _REPORT_BYTES:
            return None
        with os.fdopen(os.dup(file), "rb") as stream:
            return stream.read(_REPORT_BYTES)
    return None
