"""The installed command as a person types it: real processes, a real terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import msgspec

STEWARD = Path(sys.executable).with_name("steward")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a command printed and how it ended."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def complaint(self) -> str:
        """The one line of an error: nothing else was printed, and no traceback."""
        assert (self.code, self.out) == (2, b""), self
        assert self.err.startswith("steward: "), self.err
        assert self.err.endswith("\n"), self.err
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.removeprefix("steward: ").rstrip("\n")


def environment(changes: dict[str, str | None]) -> dict[str, str]:
    """The tests' environment without what concerns terminals and git, with some variables set or removed."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") and name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM")
    }
    merged: dict[str, str | None] = {**plain, **changes}
    return {name: value for name, value in merged.items() if value is not None}


def run(
    *arguments: str | Path, cwd: Path, given: bytes = b"", env: dict[str, str | None] | None = None
) -> Answer:
    """Run `steward` with pipes all round."""
    done = subprocess.run(
        [STEWARD, *arguments],
        cwd=cwd,
        input=given,
        env=environment(env or {}),
        capture_output=True,
        check=False,
        timeout=60,
    )
    return Answer(code=done.returncode, out=done.stdout, err=done.stderr.decode())


def run_in_terminal(
    *arguments: str | Path, cwd: Path, columns: int = 100, env: dict[str, str | None] | None = None
) -> Answer:
    """Run `steward` with its standard output on a terminal so many columns wide."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with subprocess.Popen(
        [STEWARD, *arguments],
        cwd=cwd,
        env=environment({"TERM": "xterm-256color", **(env or {})}),
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(theirs)
        out = _read_all(ours)
        _, err = process.communicate(timeout=60)
    os.close(ours)
    return Answer(code=process.returncode, out=out.replace(b"\r\n", b"\n"), err=err.decode())


def _read_all(terminal: int) -> bytes:
    read = bytearray()
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:  # Linux answers so when the other side is closed
            return bytes(read)
        if not piece:
            return bytes(read)
        read += piece
