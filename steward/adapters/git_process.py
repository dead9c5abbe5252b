"""How `git` is run: one call at a time, in its own environment, with the programs of others switched off.

A repository can name programs in its settings and attributes (external diff, textconv, filters, a file system
monitor, hooks, a pager, transports). Each call gets its own environment, and settings that win over the
repository's own. `docs/cli.md`, "What is run".
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

from steward.errors import DiffUnreadable
from steward.model import Quoted
from steward.report.markdown import plain

_INHERITED = ("PATH", "TMPDIR", "SYSTEMROOT")
_ENVIRONMENT = {
    "LANG": "C",
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    # A partial clone fetches what is missing, over whatever transport its settings name.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    # GitHub knows neither replacements nor grafts.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
}
_SETTINGS = (
    "core.quotePath=true",
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    "core.bigFileThreshold=512m",
    "color.ui=false",
    "diff.noprefix=false",
    "diff.mnemonicPrefix=false",
    "diff.submodule=short",
    "diff.suppressBlankEmpty=false",
    "diff.renameLimit=1000",
)
_ANSWER_SECONDS = 30.0
_STDERR_BYTES = 4096
# What git says, what we say of a folder, what mends it.
_KNOWN_FAILURES = (
    (
        (b"not a git repository",),
        "{} is not in a git repository",
        "Name the folder of one.",
    ),
    (
        (b"dubious ownership", b"unsafe repository"),
        "git does not trust the repository of {}: another user owns it",
        "Name its top folder itself (git 2.38 or newer), or run as its owner.",
    ),
    (
        (b"promisor", b"lazy fetching disabled", b"' not allowed"),
        "the partial clone of {} lacks contents that the diff needs",
        "Run git diff BASE...HEAD once: git then fetches them.",
    ),
)


def _command(folder: Path, arguments: tuple[str, ...], settings: tuple[str, ...]) -> list[str]:
    # Only the folder that was named is trusted, not one that git finds above it.
    trusted = f"safe.directory={os.path.realpath(folder)}"
    chosen = [part for setting in (trusted, *_SETTINGS, *settings) for part in ("-c", setting)]
    return ["git", "--no-pager", "-C", os.fspath(folder), *chosen, *arguments]


def environment_of(more: dict[str, str] | None = None) -> dict[str, str]:
    """What every call of git finds in its environment, and nothing of the caller's own but where git is."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**inherited, **_ENVIRONMENT, **(more or {})}


def ask(
    folder: Path,
    *arguments: str,
    accept: tuple[int, ...] = (0,),
    settings: tuple[str, ...] = (),
    environment: dict[str, str] | None = None,
    seconds: float = _ANSWER_SECONDS,
) -> str:
    """What one short `git` command answers on standard output.

    `accept` are the exit codes that are answers; any other is a `DiffUnreadable`, worded, and so is a command
    that takes longer than `seconds` or cannot be started.
    """
    process = _start(_command(folder, arguments, settings), environment_of(environment), subprocess.PIPE)
    try:
        stdout, stderr = process.communicate(timeout=seconds)
    except BaseException as error:
        _end(process)
        process.communicate()
        if isinstance(error, subprocess.TimeoutExpired):
            raise _too_slow(arguments[0], seconds) from None
        raise
    if process.returncode not in accept:
        raise _failure(arguments[0], stderr, folder)
    return os.fsdecode(stdout)


@contextmanager
def stream(
    folder: Path,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    seconds: float,
    *,
    at: Path | None = None,
) -> Iterator[BinaryIO]:
    """Standard output of one `git` command while it runs, stopped after `seconds`.

    It runs in `folder`, or `at` another place that shows the same repository. What the reader left is read away,
    so that the exit code is git's own word on the whole answer.
    """
    with tempfile.TemporaryFile() as stderr:
        process = _start(_command(at or folder, arguments, ()), environment_of(environment), stderr)
        late = threading.Event()
        watch = threading.Timer(seconds, _stop, (process, late))
        watch.daemon = True
        watch.start()
        unreadable: DiffUnreadable | None = None
        stdout = cast(BinaryIO, process.stdout)
        try:
            try:
                yield stdout
            except DiffUnreadable as error:
                unreadable = error
            _drain(stdout)
            code = process.wait()
        finally:
            watch.cancel()
            if process.poll() is None:
                _end(process)
                process.wait()
            stdout.close()
        if late.is_set():
            raise _too_slow(arguments[0], seconds)
        if code != 0:
            raise _failure(arguments[0], _tail(stderr), folder)
        if unreadable:
            raise unreadable


def _start(
    command: list[str], environment: dict[str, str], stderr: int | IO[bytes]
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            # A group of its own, so that what git may have started ends with it.
            start_new_session=True,
        )
    except OSError as error:
        raise not_started(error) from None


def _stop(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _drain(stream: BinaryIO) -> None:
    while stream.read(1 << 16):
        pass


def _tail(stderr: IO[bytes]) -> bytes:
    size = stderr.seek(0, os.SEEK_END)
    stderr.seek(max(size - _STDERR_BYTES, 0))
    return stderr.read()


def shown(text: str) -> str:
    """Foreign text as it may stand in a message."""
    return plain((Quoted(text),))


def not_started(error: OSError) -> DiffUnreadable:
    """Why git could not be started, in words."""
    if isinstance(error, FileNotFoundError):
        return DiffUnreadable("the git command was not found", mend="Install git, or put it on PATH.")
    return DiffUnreadable(f"git could not be started: {shown(error.strerror or str(error))}")


def _too_slow(command: str, seconds: float) -> DiffUnreadable:
    return DiffUnreadable(f"git {command} took more than {seconds:g} seconds and was stopped")


def _failure(command: str, stderr: bytes, folder: Path) -> DiffUnreadable:
    """A failed call in words; git's own are shown only where we have none."""
    for words, what, mend in _KNOWN_FAILURES:
        if any(word in stderr for word in words):
            return DiffUnreadable(what.format(shown(str(folder))), mend=mend)
    lines = [line for line in os.fsdecode(stderr).splitlines() if line.strip()] or ["it said nothing"]
    fatal = next((line for line in lines if line.startswith("fatal: ")), lines[-1])
    return DiffUnreadable(f"git {command} failed: {shown(fatal)}")
