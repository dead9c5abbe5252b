"""What the kernel is asked for: namespaces, mounts, limits, and to take capabilities away.

Loaded by the launcher without site-packages: nothing but the standard library is imported.
"""

from __future__ import annotations

import _socket
import ctypes
import fcntl
import os
import resource
import signal
import struct

# Each import is paid for by every command that is run: `typing`, `contextlib`, `json` and `socket` are left out.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = (
    0x00020000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REMOUNT, _MS_BIND = 1, 2, 4, 8, 32, 4096
_MS_REC, _MS_PRIVATE = 16384, 1 << 18
_PDEATHSIG, _CAPBSET_DROP, _NO_NEW_PRIVS, _AMBIENT, _AMBIENT_CLEAR = 1, 24, 38, 47, 4
_LAST_CAPABILITY = 63
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY = 442, -100, 0x8000, 1
_IFF_UP, _SIOCGIFFLAGS, _SIOCSIFFLAGS = 1, 0x8913, 0x8914

_libc = ctypes.CDLL(None, use_errno=True)


class quiet:  # noqa: N801 - as contextlib.suppress
    """Let faults of these kinds pass."""

    def __init__(self, *kinds: type[BaseException]) -> None:
        self._kinds = kinds

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, self._kinds)


def called(name: str, *arguments: Any) -> None:
    """A call of the C library; OSError when it fails."""
    if getattr(_libc, name)(*arguments) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")


def prctl(option: int, value: int = 0) -> None:
    """Ask the kernel to change something about this process; OSError when it does not."""
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


class _Attributes(ctypes.Structure):
    _fields_: ClassVar = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "userns")]


def keep_apart(paths: list[str]) -> None:
    """Make mounts of folders, for this mount namespace alone, so that they can differ from what is round them."""
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)
    for path in filter(os.path.isdir, paths):
        _mount(path, path, None, _MS_BIND | _MS_REC)


def read_only(but: list[str]) -> None:
    """Let nothing be written anywhere but below these folders. OSError where the kernel cannot (before 5.12)."""
    _mount_attributes("/", _AT_RECURSIVE, _Attributes(set=_ATTR_RDONLY))
    for path in but:
        # What was read-only before stays it.
        with quiet(OSError):
            _mount_attributes(path, 0, _Attributes(clear=_ATTR_RDONLY))


def _mount_attributes(path: str, flags: int, wanted: _Attributes) -> None:
    called(
        "syscall", ctypes.c_long(_MOUNT_SETATTR), ctypes.c_int(_AT_FDCWD), os.fsencode(path),
        ctypes.c_uint(flags), ctypes.byref(wanted), ctypes.c_size_t(ctypes.sizeof(wanted)),
    )  # fmt: skip


def own_proc() -> None:
    """The processes of this namespace alone under /proc."""
    try:
        _mount("proc", "/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    except OSError:
        # Where the kernel gives no new one, none is better than that of the processes outside.
        _mount("none", "/proc", "tmpfs", _MS_RDONLY, "size=4k")


def loopback() -> None:
    """The one network that a new network namespace has."""
    with quiet(OSError):
        link = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
        request = struct.pack("16sH14s", b"lo", 0, b"")
        flags = struct.unpack("16sH14s", fcntl.ioctl(link, _SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(link, _SIOCSIFFLAGS, struct.pack("16sH14s", b"lo", flags | _IFF_UP, b""))


def limit(limits: dict[str, int]) -> None:
    """Limits of the kernel by their names, never higher than they are."""
    for name, most in limits.items():
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (least, least))


def drop(uid: int | None) -> None:
    """No capability in any set, and no way to gain one; another user where there is one to be."""
    with quiet(OSError):
        _drop_bounds()
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    with quiet(OSError):
        prctl(_AMBIENT, _AMBIENT_CLEAR)
    prctl(_NO_NEW_PRIVS, 1)


def _drop_bounds() -> None:
    for capability in range(_LAST_CAPABILITY + 1):
        try:
            prctl(_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno != 22:  # EINVAL: the kernel has no more of them
                raise
            return


def die_with_parent() -> None:
    """Be killed when the parent ends, however it ends."""
    prctl(_PDEATHSIG, signal.SIGKILL)
