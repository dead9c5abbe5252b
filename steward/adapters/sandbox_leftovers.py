"""Processes that a command leaves, and their end: all of its descendants, all of its user's.

Loaded by the launcher without site-packages: nothing but the standard library and `sandbox_kernel` is imported.
"""

from __future__ import annotations

import os
import signal
import time

from steward.adapters.sandbox_kernel import prctl, quiet

_SUBREAPER = 36
_POLL_SECONDS = 0.005


def clear(uid: int | None) -> None:
    """Kill all that the command left: its descendants, wherever they went, and all of its user."""
    for _ in range(400):
        if uid is not None:
            _kill_as(uid)
        left = descendants(os.getpid())
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in left:
                with quiet(OSError):
                    os.kill(pid, number)
        _reap()
        if not left and (uid is None or not _of(uid)):
            return
        time.sleep(_POLL_SECONDS)


def _kill_as(uid: int) -> None:
    """One signal to all processes of a user, sent by one of them: nothing can fork between two kills."""
    child = os.fork()
    if child == 0:
        with quiet(OSError):
            os.setresuid(uid, uid, uid)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    with quiet(OSError):
        os.waitpid(child, 0)


def _reap() -> None:
    with quiet(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _processes() -> dict[int, tuple[int, str]]:
    """The parent and the state of every process that can be seen."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with quiet(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                found[int(name)] = (int(fields[1]), fields[0].decode())
    return found


def adopt() -> None:
    """Become the parent of processes below that lose theirs."""
    prctl(_SUBREAPER, 1)


def descendants(ancestor: int) -> list[int]:
    """The living processes below one."""
    seen = _processes()
    found: list[int] = []
    wanted = {ancestor}
    while wanted:
        wanted = {pid for pid, (parent, _) in seen.items() if parent in wanted}
        found.extend(pid for pid in wanted if seen[pid][1] != "Z")
    return found


def _of(uid: int) -> list[int]:
    owned = []
    for pid, (_, state) in _processes().items():
        with quiet(OSError):
            if state != "Z" and os.stat(f"/proc/{pid}").st_uid == uid:
                owned.append(pid)
    return owned
