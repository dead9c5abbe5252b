"""Commands of a challenge, each run behind walls: `docs/challenges.md`, "Isolation", says which and why.

What the kernel gives is found out once (`walls`): as root another user, and namespaces where they may be made;
otherwise this user, in a user namespace of its own where that may be made. What could not be had is said in words,
and is part of every report.
"""

from __future__ import annotations

import errno
import marshal
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from steward.adapters import sandbox_kernel as kernel
from steward.adapters import sandbox_leftovers as leftovers
from steward.adapters.sandbox_refusal import require_safe
from steward.adapters.sandbox_sight import Place, closed, environment, out_of_sight, program
from steward.adapters.sandbox_streams import end, talk
from steward.adapters.sandbox_walls import LAUNCHER, Walls, walls
from steward.errors import InputInvalid, StewardError
from steward.report.markdown import visible

__all__ = ["Ended", "Limits", "Place", "Walls", "closed", "out_of_sight", "require_safe", "run", "walls"]

_MOST_FILE_BYTES = 256 * 1024 * 1024


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a command may use. Seconds of the clock, bytes of output and of memory, processes of its user."""

    seconds: float
    output_bytes: int
    memory_bytes: int
    processes: int


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a command ended. `exit` is None when it was stopped, negative for a signal that it died of."""

    exit: int | None
    stdout: bytes = b""
    stderr: bytes = b""
    timed_out: bool = False
    flooded: bool = False


def run(
    arguments: Sequence[str],
    *,
    given: bytes,
    place: Place,
    limits: Limits,
    around: Walls,
    environ: Mapping[str, str],
    network: bool = False,
) -> Ended:
    """Run one command to its end, and leave nothing of it running. `given` is its standard input.

    Raises `InputInvalid` naming the path when the command cannot be started at all.
    """
    file = program(arguments[0], place, environ)
    if file is None:
        return Ended(exit=127, stderr=b"the command is not there\n")
    namespaces = around.namespaces & ~(kernel.NEWNET if network else 0)
    spec: dict[str, object] = {
        "program": file,
        "arguments": list(arguments),
        "environment": environment(place, environ),
        "folder": str(place.work),
        "uid": around.uid,
        "namespaces": namespaces,
        "hidden": out_of_sight(place, environ, file) if namespaces else [],
        "writable": place.writable,
        "sealed": around.sealed,
        "seconds": limits.seconds,
        "limits": _resource_limits(limits, around),
    }
    with _orphans_ended(around):
        answer, ended = _started(spec, given, limits)
    if os.path.realpath(file).startswith(f"{os.path.realpath(place.work)}/"):
        # A file of the copy is the submission's to mend; Steward could do its part.
        answer = [_unstartable(said) for said in answer]
    return _judged(answer, ended, file)


def _resource_limits(limits: Limits, around: Walls) -> dict[str, int]:
    """The kernel's limits. The number of processes counts all of a user: where that is us, ours come on top."""
    others = 0 if around.uid is not None else _ours()
    return {
        "RLIMIT_CPU": int(limits.seconds) + 2,
        "RLIMIT_DATA": limits.memory_bytes,
        "RLIMIT_NPROC": limits.processes + others,
        "RLIMIT_FSIZE": _MOST_FILE_BYTES,
        "RLIMIT_NOFILE": 1024,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 65_536,
    }


def _ours() -> int:
    """The threads of this user's processes, which is what the kernel counts."""
    count = 0
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == os.geteuid():
                count += len(os.listdir(f"/proc/{name}/task"))
    return count


@contextmanager
def _orphans_ended(around: Walls) -> Iterator[None]:
    """As our own user a command could kill its launcher: what it leaves then becomes ours, and ends here."""
    if around.uid is not None:
        yield
        return
    leftovers.adopt()
    before = set(leftovers.descendants(os.getpid()))
    yield
    for _ in range(100):
        left = set(leftovers.descendants(os.getpid())) - before
        if not left:
            return
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def _started(spec: dict[str, object], given: bytes, limits: Limits) -> tuple[list[dict[str, object]], Ended]:
    spec_out, spec_in = os.pipe()
    status_out, status_in = os.pipe()
    try:
        process = subprocess.Popen(
            [*LAUNCHER, str(spec_out), str(status_in)],
            pass_fds=(spec_out, status_in), env={}, cwd="/",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        os.close(spec_out)
        os.close(status_in)
        with os.fdopen(spec_in, "wb") as pipe:
            pipe.write(marshal.dumps(spec))
        try:
            stdout, stderr, flooded = talk(
                process, given, seconds=limits.seconds, output_bytes=limits.output_bytes
            )
        finally:
            end(process)
        with os.fdopen(status_out, "rb") as pipe:
            answer = [_said(line) for line in pipe.read().decode("utf-8", "replace").splitlines()]
    finally:
        for number in (spec_out, spec_in, status_out, status_in):
            with suppress(OSError):
                os.close(number)
    return answer, Ended(exit=None, stdout=stdout, stderr=stderr, flooded=flooded)


def _said(line: str) -> dict[str, object]:
    """A line of the launcher, as `_tell` there writes it."""
    kind, number, what = (*line.split(" ", 2), "", "")[:3]
    if kind == "exit":
        return {"exit": int(number)}
    return {"error": int(number), "what": what} if kind == "error" else {kind: what}


def _judged(answer: list[dict[str, object]], ended: Ended, file: str) -> Ended:
    for said in answer:
        if "wall" in said:
            raise StewardError(f"a wall round the command could not be made: {said['wall']}")
        if "error" in said:
            raise _not_started(file, said)
    # A command that could not be started says so before it ends.
    first = next((said for said in answer if "what" in said), {})
    last = first or (answer[-1] if answer else {})
    code = last.get("exit")
    return msgspec.structs.replace(
        ended,
        stderr=f"the command cannot be started: {first['what']}\n".encode() if first else ended.stderr,
        exit=code if isinstance(code, int) and not ended.flooded else None,
        timed_out="late" in last or (not last and not ended.flooded),
    )


def _unstartable(said: dict[str, object]) -> dict[str, object]:
    return {"exit": 126, "what": said["what"]} if "error" in said else said


def _not_started(file: str, said: dict[str, object]) -> InputInvalid:
    number, closed = said["error"], _closed_folder(file)
    if number == errno.EACCES and closed:
        what = f"the command {visible(file)} cannot be started by the user that submissions run as"
        return InputInvalid(
            (f"{what}: {visible(closed)} is closed to others",),
            mend="Install the toolchain where every user can read it, and put it on PATH first.",
        )
    return InputInvalid(
        (f"the command {visible(file)} cannot be started: {said['what']}",),
        mend="Mend it, or name another one in the challenge's manifest.",
    )


def _closed_folder(file: str) -> str | None:
    """The first folder on the way to a program, through its links, that others may not enter."""
    for path in (file, os.path.realpath(file)):
        for folder in reversed(Path(path).parents):
            with suppress(OSError):
                if not folder.stat().st_mode & 0o001:
                    return str(folder)
    return None
