"""The process between Steward and a command of a challenge: it makes the walls, starts the command, clears up.

Started with `python -I -S`: nothing but the standard library and two modules beside this one is imported. What to
do comes through one pipe, how it ended goes back through another; the command gets neither. What the walls
are made of, and what they cannot keep out: `docs/challenges.md`, "Isolation".
"""

from __future__ import annotations

import marshal
import os
import signal
import sys
import time

from steward.adapters import sandbox_kernel as kernel
from steward.adapters.sandbox_kernel import quiet
from steward.adapters.sandbox_leftovers import adopt, clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _become(spec: dict[str, Any], status: int) -> None:
    """The command, in place of this process; never returns."""
    try:
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGCHLD,))
        for number in (signal.SIGTERM, signal.SIGPIPE, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        kernel.limit(spec["limits"])
        kernel.drop(spec["uid"])
        os.umask(0o022)
        os.chdir(spec["folder"])
        os.execve(spec["program"], spec["arguments"], spec["environment"])  # noqa: S606 - no shell is wanted
    except OSError as error:
        _tell(status, "error", error.errno or 0, error.strerror or str(error))
    except Exception as error:  # noqa: BLE001 - the parent must hear of it, whatever it was
        _tell(status, "error", 0, str(error))
    os._exit(127)


def _tell(status: int, kind: str, number: int = 0, what: str = "") -> None:
    """A line about how it went: its kind, a number, words. What follows the last line is nothing."""
    with quiet(OSError):
        os.write(status, f"{kind} {number} {' '.join(what.split())}\n".encode("utf-8", "replace"))


class Stopped(Exception):
    """Steward asks to stop now: too much was printed, or it is being stopped itself."""


def _stop(*_: object) -> None:
    raise Stopped


def _await(child: int, deadline: float) -> int | None:
    """The wait status of the command; None when its time was up. Reaps whatever else ends meanwhile."""
    while True:
        pid, ended = os.waitpid(-1, os.WNOHANG)
        if pid == child:
            return ended
        left = deadline - time.monotonic()
        if left <= 0:
            return None
        if not pid:
            # A child that ended since is still announced: the signal was blocked before it began.
            signal.sigtimedwait((signal.SIGCHLD,), left)


def _run(spec: dict[str, Any], status: int) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))
    child = os.fork()
    if child == 0:
        _become(spec, status)
    timed_out, ended = False, None
    try:
        ended = _await(child, time.monotonic() + spec["seconds"])
        timed_out = ended is None
    except Stopped:
        pass
    clear(spec["uid"])
    if ended is not None:
        _tell(status, "exit", os.waitstatus_to_exitcode(ended))
    else:
        _tell(status, "late" if timed_out else "stopped")


def _inside(spec: dict[str, Any], status: int) -> None:
    """The first process of the new process namespace: when it ends, the kernel kills all the others."""
    kernel.die_with_parent()
    kernel.keep_apart(spec["writable"])
    kernel.hide(spec["hidden"])
    if spec["sealed"]:
        kernel.read_only(spec["writable"])
    kernel.own_proc()
    if spec["namespaces"] & kernel.NEWNET:
        kernel.loopback()
    _run(spec, status)


def probe(flags: int) -> None:
    """Say `yes` when namespaces of these kinds can be made and used here, `sealed` when they can be read-only."""
    kernel.enter_namespaces(flags)
    inner = os.fork()
    if inner == 0:
        kernel.keep_apart(["/tmp"])  # noqa: S108 - nothing is written there
        kernel.hide(["/run"])
        kernel.own_proc()
        os.write(1, b"yes\n")
        kernel.read_only(["/tmp"])  # noqa: S108
        os.write(1, b"sealed\n")
        os._exit(0)
    os.waitpid(inner, 0)


def main() -> None:
    """Read what to do, do it, say how it ended."""
    if sys.argv[1] == "probe":
        probe(int(sys.argv[2]))
        return
    spec_fd, status = int(sys.argv[1]), int(sys.argv[2])
    os.set_inheritable(status, False)
    with open(spec_fd, "rb") as file:
        spec = marshal.loads(file.read())  # noqa: S302 - from Steward itself
    signal.signal(signal.SIGTERM, _stop)
    kernel.die_with_parent()
    adopt()
    try:
        if spec["namespaces"]:
            kernel.enter_namespaces(spec["namespaces"])
            _first(spec, status)
        else:
            _run(spec, status)
    except Stopped:
        clear(spec["uid"])
    except OSError as error:
        _tell(status, "wall", 0, error.strerror or str(error))


def _first(spec: dict[str, Any], status: int) -> None:
    inner = os.fork()
    if inner == 0:
        try:
            _inside(spec, status)
        except Stopped:
            pass
        except OSError as error:
            _tell(status, "wall", 0, error.strerror or str(error))
        os._exit(0)
    try:
        os.waitpid(inner, 0)
    except Stopped:
        os.kill(inner, signal.SIGKILL)
        os.waitpid(inner, 0)
