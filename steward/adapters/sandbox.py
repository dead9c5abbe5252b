"""Commands of a challenge, each run behind walls: `docs/challenges.md`, "Isolation", says which and why.

What the kernel gives is found out once (`walls`): as root another user, and namespaces where they may be made;
otherwise this user, in a user namespace of its own where that may be made. What could not be had is said in words,
and is part of every report.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import BinaryIO, cast

import msgspec

from steward.adapters import sandbox_launch as launch
from steward.errors import InputInvalid, StewardError
from steward.report.markdown import visible

_LAUNCHER = Path(launch.__file__)
_ALLOWED = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "JAVA_HOME", "GOROOT", "VIRTUAL_ENV")
_FIRST_UID, _UIDS = 61_000, 4_000
_MOST_FILE_BYTES = 256 * 1024 * 1024
_GRACE_SECONDS = 15.0
_PROBE_SECONDS = 10.0
_BLOCK = 1 << 16
_PRIVATE = tuple(
    ".ssh .aws .azure .config .docker .gnupg .kube .netrc .npmrc .pypirc .git-credentials .gitconfig .terraform.d "
    ".cargo/credentials .cargo/credentials.toml".split()
)
_SOCKETS = ("/run/docker.sock", "/var/run/docker.sock", "/run/docker", "/run/containerd", "/run/podman",
            "/run/user", "/run/dbus", "/run/systemd")  # fmt: skip
_RUNNER = ("/github", "/home/runner/work/_temp", "/home/runner/runners", "/home/runner/actions-runner")
_RUNNER_FILES = ("GITHUB_EVENT_PATH", "GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE",
                 "GITHUB_STEP_SUMMARY", "RUNNER_TEMP", "GITHUB_WORKSPACE")  # fmt: skip


class Walls(msgspec.Struct, frozen=True, kw_only=True):
    """What stands between a command and the rest of the machine.

    `uid` is the user that commands run as, None for this one. `namespaces` are the kernel's flags. `lacking` are
    sentences about what could not be had.
    """

    uid: int | None
    namespaces: int
    lacking: tuple[str, ...] = ()

    @property
    def files_hidden(self) -> bool:
        """Whether folders can be taken out of a command's sight, whoever owns them."""
        return bool(self.namespaces & launch.NEWNS)


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


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where commands run: the copy, their HOME, their TMPDIR; and the folders that they must not see."""

    work: Path
    home: Path
    scratch: Path
    hidden: tuple[Path, ...]


def walls() -> Walls:
    """The best that this machine gives, found out by trying."""
    if sys.platform != "linux":
        raise InputInvalid(("commands of a challenge run on Linux only",), mend="Use a Linux machine.")
    root = os.geteuid() == 0
    first = 0 if root else launch.NEWUSER
    whole = first | launch.NEWNS | launch.NEWPID | launch.NEWIPC | launch.NEWNET
    for flags in (whole, whole & ~launch.NEWNET, 0):
        if not flags or _can(flags):
            return Walls(uid=_free_uid() if root else None, namespaces=flags, lacking=_lacking(root, flags))
    raise AssertionError("without flags there is always an answer")


def _lacking(root: bool, flags: int) -> tuple[str, ...]:
    said = []
    if not root:
        said.append("another user: Steward does not run as root, so commands run as the user who started it")
    if not flags:
        said.append(
            "a process and a file namespace of their own: the kernel refuses them here"
            + ("; other users' files are kept from commands by their permissions alone" if root else "")
        )
    if not flags & launch.NEWNET:
        said.append("a network namespace: commands can reach what this machine can reach")
    if not root and not flags:
        said.append("the hidden tests and your own files out of reach: run it as root, or in a container")
    return tuple(said)


def _can(flags: int) -> bool:
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", _LAUNCHER, "probe", str(flags)],
            capture_output=True, check=False, timeout=_PROBE_SECONDS, env={},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and done.stdout == b"yes\n"


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
    namespaces = around.namespaces & ~(launch.NEWNET if network else 0)
    spec: dict[str, object] = {
        "program": file,
        "arguments": list(arguments),
        "environment": environment(place, environ),
        "folder": str(place.work),
        "uid": around.uid,
        "namespaces": namespaces,
        "hidden": out_of_sight(place, environ, file) if namespaces else [],
        "seconds": limits.seconds,
        "limits": _resource_limits(limits, around),
    }
    with _orphans_ended(around):
        answer, ended = _started(spec, given, limits)
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
    launch.adopt()
    before = set(launch.descendants(os.getpid()))
    yield
    for _ in range(100):
        left = set(launch.descendants(os.getpid())) - before
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
            [sys.executable, "-I", "-S", _LAUNCHER, str(spec_out), str(status_in)],
            pass_fds=(spec_out, status_in), env={}, cwd="/",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        os.close(spec_out)
        os.close(status_in)
        with os.fdopen(spec_in, "wb") as pipe:
            pipe.write(json.dumps(spec, ensure_ascii=True).encode())
        try:
            stdout, stderr, flooded = _talk(process, given, limits)
        finally:
            _end(process)
        with os.fdopen(status_out, "rb") as pipe:
            answer = [json.loads(line) for line in pipe.read().splitlines()]
    finally:
        for number in (spec_out, spec_in, status_out, status_in):
            with suppress(OSError):
                os.close(number)
    return answer, Ended(exit=None, stdout=stdout, stderr=stderr, flooded=flooded)


def _talk(process: subprocess.Popen[bytes], given: bytes, limits: Limits) -> tuple[bytes, bytes, bool]:
    """What is printed until both ends are closed, the time is up or there is too much of it."""
    deadline = time.monotonic() + limits.seconds + _GRACE_SECONDS
    stdin, stdout, stderr = (cast(BinaryIO, pipe) for pipe in (process.stdin, process.stdout, process.stderr))
    printed = {stdout: bytearray(), stderr: bytearray()}
    with DefaultSelector() as selector:
        for stream in (stdout, stderr):
            selector.register(stream, EVENT_READ)
        os.set_blocking(stdin.fileno(), False)
        rest = memoryview(given)
        selector.register(stdin, EVENT_WRITE)
        while selector.get_map() and time.monotonic() < deadline:
            ready = selector.select(timeout=1.0)
            if not ready and process.poll() is not None:
                break  # the launcher is gone, and something still holds its streams
            for key, _ in ready:
                stream = cast(BinaryIO, key.fileobj)
                if stream is stdin:
                    rest = _give(stdin, rest)
                    if not rest:
                        selector.unregister(stdin)
                        stdin.close()
                elif block := os.read(stream.fileno(), _BLOCK):
                    printed[stream] += block
                else:
                    selector.unregister(stream)
            if sum(map(len, printed.values())) > limits.output_bytes:
                return bytes(printed[stdout]), bytes(printed[stderr]), True
    return bytes(printed[stdout]), bytes(printed[stderr]), False


def _give(stdin: BinaryIO, rest: memoryview) -> memoryview:
    try:
        return rest[os.write(stdin.fileno(), rest[:_BLOCK]) :] if rest else rest
    except BlockingIOError:
        return rest
    except OSError:  # it reads no more
        return rest[:0]


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask the launcher to clear up; without an answer, end it too: the kernel then ends what it made."""
    if process.poll() is None:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    try:
        process.wait(timeout=_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _judged(answer: list[dict[str, object]], ended: Ended, file: str) -> Ended:
    for said in answer:
        if "wall" in said:
            raise StewardError(f"a wall round the command could not be made: {said['wall']}")
        if "error" in said:
            raise _not_started(file, said)
    last = answer[-1] if answer else {}
    code = last.get("exit")
    return msgspec.structs.replace(
        ended,
        exit=code if isinstance(code, int) and not ended.flooded else None,
        timed_out=bool(last.get("timed_out")) or (not last and not ended.flooded),
    )


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


_REFUSED_EVENTS = ("pull_request_target", "workflow_run")
_MODEL_KEY = re.compile(
    r"(?:INPUT_)?(?:ANTHROPIC|CLAUDE|OPENAI|AZURE_OPENAI|GEMINI|GOOGLE|MISTRAL|COHERE|GROQ|DEEPSEEK|XAI|OPENROUTER)"
    r"[-_](?:API[-_])?(?:KEY|TOKEN|AUTH[-_]TOKEN)|INPUT_ANTHROPIC[-_]API[-_]KEY",
    re.IGNORECASE,
)


def require_safe(environ: Mapping[str, str]) -> None:
    """Raise `InputInvalid` where no stranger's code may be run: an event with secrets, or a model's key at hand."""
    event = environ.get("GITHUB_EVENT_NAME", "")
    if event in _REFUSED_EVENTS:
        raise InputInvalid(
            (f"submissions are not run on {event}, which has the repository's secrets",),
            mend="Use the event pull_request.",
        )
    keys = sorted(name for name, value in environ.items() if value and _MODEL_KEY.fullmatch(name))
    if keys:
        raise InputInvalid(
            (
                f"submissions are not run with a model's key in the environment: {visible(', '.join(keys))} is set",
            ),
            mend="Unset it; a model's opinion belongs in a job of its own.",
        )
