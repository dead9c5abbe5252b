"""What a command finds round itself: its folders, its environment, its program; and what it must not find."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from steward.adapters.sandbox_walls import Walls
from steward.errors import InputInvalid
from steward.report.markdown import visible

_ALLOWED = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "JAVA_HOME", "GOROOT", "VIRTUAL_ENV")
_PRIVATE = tuple(
    ".ssh .aws .azure .config .docker .gnupg .kube .netrc .npmrc .pypirc .git-credentials .gitconfig .terraform.d "
    ".cargo/credentials .cargo/credentials.toml".split()
)
_SOCKETS = ("/run/docker.sock", "/var/run/docker.sock", "/run/docker", "/run/containerd", "/run/podman",
            "/run/user", "/run/dbus", "/run/systemd")  # fmt: skip
_RUNNER = ("/github", "/home/runner/work/_temp", "/home/runner/runners", "/home/runner/actions-runner")
_RUNNER_FILES = ("GITHUB_EVENT_PATH", "GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE",
                 "GITHUB_STEP_SUMMARY", "RUNNER_TEMP", "GITHUB_WORKSPACE")  # fmt: skip


COMMON = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/var/lock", "/dev/mqueue")  # noqa: S108
"""Folders that everybody may write to."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where commands run: the copy, their HOME, their TMPDIR; and the folders that they must not see.

    Besides the three they may write to `COMMON`, which everybody may and which is swept after them.
    """

    work: Path
    home: Path
    scratch: Path
    hidden: tuple[Path, ...]

    @property
    def writable(self) -> tuple[str, ...]:
        """The folders that commands may write to; where one lies in another, the outer one first."""
        own = (self.work, self.home, self.scratch)
        return tuple(sorted({os.path.realpath(path) for path in (*COMMON, *own) if os.path.isdir(path)}))


def searched(environ: Mapping[str, str]) -> str:
    """The PATH that commands get: of this one, the absolute folders."""
    return os.pathsep.join(
        part for part in environ.get("PATH", os.defpath).split(os.pathsep) if part.startswith("/")
    )


def environment(place: Place, environ: Mapping[str, str]) -> dict[str, str]:
    """All that a command finds in its environment."""
    kept = {name: environ[name] for name in _ALLOWED if environ.get(name)}
    return {
        "LANG": "C.UTF-8",
        **kept,
        "PATH": searched(environ),
        "HOME": str(place.home),
        "TMPDIR": str(place.scratch),
        # The same submission ends the same way: sets and dicts are iterated alike.
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def out_of_sight(place: Place, environ: Mapping[str, str], file: str = "") -> tuple[str, ...]:
    """The folders and sockets that a command must not find, as far as it can do without them.

    A folder that holds the copy, the program or one on PATH stays; of this user's HOME then go the parts that
    hold keys.
    """
    used = (
        *_programs(environ),
        str(place.work),
        str(place.home),
        *((os.path.dirname(file),) if file else ()),
    )
    needed = [os.path.realpath(part) for part in used]
    home = environ.get("HOME", "")
    wanted = [
        *map(str, place.hidden),
        *(environ.get(name, "") for name in _RUNNER_FILES),
        *_RUNNER, *_SOCKETS,
        *((home, *(os.path.join(home, name) for name in _PRIVATE)) if home else ()),
    ]  # fmt: skip
    real = dict.fromkeys(os.path.realpath(path) for path in wanted if path)
    return tuple(path for path in real if path != "/" and not any(_holds(path, kept) for kept in needed))


@contextmanager
def closed(paths: Sequence[str], around: Walls) -> Iterator[None]:
    """Where only permissions keep another user out: take them from folders and files while a command runs."""
    taken: list[tuple[str, int]] = []
    # What lies below a closed folder is closed with it, and keeps its own permissions.
    outermost = [path for path in paths if not any(path != other and _holds(other, path) for other in paths)]
    try:
        if around.uid is not None and not around.files_hidden:
            for path in outermost:
                with suppress(OSError):
                    mode = stat.S_IMODE(os.stat(path).st_mode)
                    os.chmod(path, mode & 0o700)
                    taken.append((path, mode))
        yield
    finally:
        for path, mode in reversed(taken):
            with suppress(OSError):
                os.chmod(path, mode)


def _programs(environ: Mapping[str, str]) -> list[str]:
    found = [part for part in searched(environ).split(os.pathsep) if part]
    for folder in tuple(found):
        for name in ("python3", "python", "node"):
            program = os.path.join(folder, name)
            if os.path.exists(program):
                found.append(os.path.dirname(os.path.dirname(os.path.realpath(program))))
    return [*found, sys.base_prefix] if any(sys.base_prefix in part for part in found) else found


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def program(name: str, place: Place, environ: Mapping[str, str]) -> str | None:
    """The file that a command's first word names; None for one inside the copy that is not there (yet).

    Raises `InputInvalid` when it is nowhere on PATH: that is nobody's submission's fault.
    """
    if "/" in name:
        inside = os.path.normpath(place.work / name)
        return inside if os.path.exists(inside) or name.startswith("/") else None
    found = shutil.which(name, path=searched(environ))
    if found is None:
        raise InputInvalid(
            (f"the command {visible(name)} was not found on PATH",),
            mend="Install it, or use an image that has it (docs/challenges.md, Toolchains).",
        )
    return found
