"""What this machine gives to keep a command in: found out once, by trying (`docs/challenges.md`, "Isolation")."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from steward.adapters import sandbox_kernel as kernel
from steward.errors import InputInvalid

# Steward's own folder comes last, so that nothing in it stands in the place of Python's own.
_START = (
    f"import sys; sys.path.append({str(Path(__file__).parents[2])!r}); "
    "from steward.adapters.sandbox_launch import main; main()"
)
LAUNCHER = (sys.executable, "-I", "-S", "-c", _START)
"""The command that starts the launcher; its arguments follow."""

_FIRST_UID, _UIDS = 61_000, 4_000
_PROBE_SECONDS = 10.0


class Walls(msgspec.Struct, frozen=True, kw_only=True):
    """What stands between a command and the rest of the machine.

    `uid` is the user that commands run as, None for this one. `namespaces` are the kernel's flags; with `sealed`
    nothing can be written but below the folders that are meant for it. `lacking` are sentences about what could
    not be had.
    """

    uid: int | None
    namespaces: int
    sealed: bool = False
    lacking: tuple[str, ...] = ()

    @property
    def files_hidden(self) -> bool:
        """Whether folders can be taken out of a command's sight, whoever owns them."""
        return bool(self.namespaces & kernel.NEWNS)


def walls() -> Walls:
    """The best that this machine gives, found out by trying."""
    if sys.platform != "linux":
        raise InputInvalid(("commands of a challenge run on Linux only",), mend="Use a Linux machine.")
    root = os.geteuid() == 0
    first = 0 if root else kernel.NEWUSER
    whole = first | kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC | kernel.NEWNET
    for flags in (whole, whole & ~kernel.NEWNET, 0):
        given = _given(flags) if flags else ()
        if given or not flags:
            sealed = "sealed" in given
            uid = _free_uid() if root else None
            lacking = _lacking(root, flags, sealed=sealed)
            return Walls(uid=uid, namespaces=flags, sealed=sealed, lacking=lacking)
    raise AssertionError("without flags there is always an answer")


def _lacking(root: bool, flags: int, *, sealed: bool) -> tuple[str, ...]:
    said = []
    if not root:
        said.append("another user: Steward does not run as root, so commands run as the user who started it")
    if not flags:
        said.append(
            "a process and a file namespace of their own: the kernel refuses them here"
            + ("; other users' files are kept from commands by their permissions alone" if root else "")
        )
    elif not sealed:
        said.append("a read-only view of its files: commands can write wherever permissions let them")
    if not flags & kernel.NEWNET:
        said.append("a network namespace: commands can reach what this machine can reach")
    if not root and not flags:
        said.append("the hidden tests and your own files out of reach: run it as root, or in a container")
    return tuple(said)


def _given(flags: int) -> tuple[str, ...]:
    """What the launcher says of namespaces of these kinds; nothing where they cannot be made."""
    try:
        done = subprocess.run(
            [*LAUNCHER, "probe", str(flags)],
            capture_output=True, check=False, timeout=_PROBE_SECONDS, env={},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(done.stdout.decode("ascii", "replace").split()) if done.returncode == 0 else ()


def _free_uid() -> int:
    """A user that nobody has: no process and no account, so that its processes are the command's alone."""
    taken = {int(line.split(":")[2]) for line in _accounts()}
    taken |= {os.stat(f"/proc/{name}").st_uid for name in os.listdir("/proc") if _is_process(name)}
    start = os.getpid() % _UIDS
    numbers = (_FIRST_UID + (start + step) % _UIDS for step in range(_UIDS))
    return next(number for number in numbers if number not in taken)


def _accounts() -> list[str]:
    with suppress(OSError):
        lines = Path("/etc/passwd").read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if line.count(":") >= 6 and line.split(":")[2].isdecimal()]
    return []


def _is_process(name: str) -> bool:
    return name.isdecimal() and os.path.exists(f"/proc/{name}")
