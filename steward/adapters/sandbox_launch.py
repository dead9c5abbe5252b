"""The process between Steward and a command of a challenge: it makes the walls, starts the command, clears up.

Started by its path with `python -I -S`, so nothing but the standard library is imported. What to do comes as
JSON through one pipe, how it ended goes back through another; the command gets neither. What the walls are made
of, and what they cannot keep out: `docs/challenges.md`, "Isolation".
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import resource
import signal
import socket
import struct
import sys
import time
from typing import Any

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = (
    0x00020000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REMOUNT, _MS_BIND = 1, 2, 4, 8, 32, 4096
_MS_REC, _MS_PRIVATE = 16384, 1 << 18
_PDEATHSIG, _CAPBSET_DROP, _SUBREAPER, _NO_NEW_PRIVS, _AMBIENT, _AMBIENT_CLEAR = 1, 24, 36, 38, 47, 4
_LAST_CAPABILITY = 63
_OPEN_FILES = 1024
_POLL_SECONDS = 0.005
_IFF_UP, _SIOCGIFFLAGS, _SIOCSIFFLAGS = 1, 0x8913, 0x8914

_libc = ctypes.CDLL(None, use_errno=True)


class Refused(Exception):
    """A wall that could not be made; the words say which."""


def called(name: str, *arguments: Any) -> None:
    """A call of the C library; OSError when it fails."""
    if getattr(_libc, name)(*arguments) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")


def _prctl(option: int, value: int = 0) -> None:
    called("prctl", option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))


def _mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    encoded = [None if part is None else os.fsencode(part) for part in (source, target, kind)]
    called("mount", *encoded, ctypes.c_ulong(flags), os.fsencode(data))


def enter_namespaces(flags: int) -> None:
    """Leave the namespaces of the parent. Without root a user namespace that holds this user alone comes first."""
    uid, gid = os.geteuid(), os.getegid()
    called("unshare", flags)
    if flags & NEWUSER:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{uid} {uid} 1")
        _write("/proc/self/gid_map", f"{gid} {gid} 1")


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def hide(paths: list[str]) -> None:
    """Cover folders with an empty one and everything else with nothing, for this mount namespace alone."""
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)
    for path in paths:
        real = os.path.realpath(path)
        if os.path.isdir(real):
            options = _MS_NOSUID | _MS_NODEV | _MS_NOEXEC | _MS_RDONLY
            _mount("none", real, "tmpfs", options, "mode=0555,size=4k")
        elif os.path.exists(real):
            _mount(os.devnull, real, None, _MS_BIND)


def _own_proc() -> None:
    try:
        _mount("proc", "/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    except OSError:
        # Where the kernel gives no new one, none is better than that of the processes outside.
        _mount("none", "/proc", "tmpfs", _MS_RDONLY, "size=4k")


def _loopback() -> None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        request = struct.pack("16sH14s", b"lo", 0, b"")
        flags = struct.unpack("16sH14s", fcntl.ioctl(link, _SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(link, _SIOCSIFFLAGS, struct.pack("16sH14s", b"lo", flags | _IFF_UP, b""))


def _limit(spec: dict[str, Any]) -> None:
    for name, most in spec["limits"].items():
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (least, least))


def _drop(spec: dict[str, Any]) -> None:
    """No capability in any set, and no way to gain one; another user where there is one to be."""
    with contextlib.suppress(OSError):
        _prctl_many(_CAPBSET_DROP)
    if spec["uid"] is not None:
        os.setgroups([])
        os.setresgid(spec["uid"], spec["uid"], spec["uid"])
        os.setresuid(spec["uid"], spec["uid"], spec["uid"])
    with contextlib.suppress(OSError):
        _prctl(_AMBIENT, _AMBIENT_CLEAR)
    _prctl(_NO_NEW_PRIVS, 1)


def _prctl_many(option: int) -> None:
    for capability in range(_LAST_CAPABILITY + 1):
        try:
            _prctl(option, capability)
        except OSError as error:
            if error.errno != 22:  # EINVAL: the kernel has no more of them
                raise
            return


def _become(spec: dict[str, Any], status: int) -> None:
    """The command, in place of this process; never returns."""
    try:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGPIPE, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        _limit(spec)
        _drop(spec)
        os.umask(0o022)
        os.chdir(spec["folder"])
        os.execve(spec["program"], spec["arguments"], spec["environment"])  # noqa: S606 - no shell is wanted
    except OSError as error:
        _tell(status, {"error": error.errno or 0, "what": error.strerror or str(error)})
    except Exception as error:  # noqa: BLE001 - the parent must hear of it, whatever it was
        _tell(status, {"error": 0, "what": str(error)})
    os._exit(127)


def _tell(status: int, what: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):
        os.write(status, json.dumps(what).encode() + b"\n")


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
        if time.monotonic() > deadline:
            return None
        if not pid:
            time.sleep(_POLL_SECONDS)


def _run(spec: dict[str, Any], status: int) -> None:
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
    code = None if ended is None else os.waitstatus_to_exitcode(ended)
    _tell(status, {"exit": code, "timed_out": timed_out})


def clear(uid: int | None) -> None:
    """Kill all that the command left: its descendants, wherever they went, and all of its user."""
    for _ in range(400):
        if uid is not None:
            _kill_as(uid)
        left = descendants(os.getpid())
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, number)
        _reap()
        if not left and (uid is None or not _of(uid)):
            return
        time.sleep(_POLL_SECONDS)


def _kill_as(uid: int) -> None:
    """One signal to all processes of a user, sent by one of them: nothing can fork between two kills."""
    child = os.fork()
    if child == 0:
        with contextlib.suppress(OSError):
            os.setresuid(uid, uid, uid)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    with contextlib.suppress(OSError):
        os.waitpid(child, 0)


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _processes() -> dict[int, tuple[int, str]]:
    """The parent and the state of every process that can be seen."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                found[int(name)] = (int(fields[1]), fields[0].decode())
    return found


def adopt() -> None:
    """Become the parent of processes below that lose theirs."""
    _prctl(_SUBREAPER, 1)


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
        with contextlib.suppress(OSError):
            if state != "Z" and os.stat(f"/proc/{pid}").st_uid == uid:
                owned.append(pid)
    return owned


def _inside(spec: dict[str, Any], status: int) -> None:
    """The first process of the new process namespace: when it ends, the kernel kills all the others."""
    _prctl(_PDEATHSIG, signal.SIGKILL)
    hide(spec["hidden"])
    _own_proc()
    if spec["namespaces"] & NEWNET:
        _loopback()
    _run(spec, status)


def probe(flags: int) -> None:
    """Say `yes` when namespaces of these kinds can be made and used here."""
    enter_namespaces(flags)
    inner = os.fork()
    if inner == 0:
        hide(["/run"])
        _own_proc()
        os._exit(0)
    if os.waitpid(inner, 0)[1] == 0:
        os.write(1, b"yes\n")


def main() -> None:
    """Read what to do, do it, say how it ended."""
    if sys.argv[1] == "probe":
        probe(int(sys.argv[2]))
        return
    spec_fd, status = int(sys.argv[1]), int(sys.argv[2])
    os.set_inheritable(status, False)
    with open(spec_fd, "rb") as file:
        spec = json.loads(file.read())
    signal.signal(signal.SIGTERM, _stop)
    _prctl(_PDEATHSIG, signal.SIGKILL)
    adopt()
    try:
        if spec["namespaces"]:
            enter_namespaces(spec["namespaces"])
            _first(spec, status)
        else:
            _run(spec, status)
    except Stopped:
        clear(spec["uid"])
    except OSError as error:
        _tell(status, {"wall": error.strerror or str(error)})


def _first(spec: dict[str, Any], status: int) -> None:
    inner = os.fork()
    if inner == 0:
        try:
            _inside(spec, status)
        except Stopped:
            pass
        except OSError as error:
            _tell(status, {"wall": error.strerror or str(error)})
        os._exit(0)
    try:
        os.waitpid(inner, 0)
    except Stopped:
        os.kill(inner, signal.SIGKILL)
        os.waitpid(inner, 0)


if __name__ == "__main__":
    main()
