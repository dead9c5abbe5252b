"""What `steward eval` prints and writes: reports to standard output, files that were named, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from steward.errors import InputInvalid
from steward.report.markdown import visible

MOST_BYTES = 4 * 1024 * 1024
_MOST_SHOWN = 600

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown", "junit"]),
    default="text",
    show_default=True,
    help="How to print the report.",
)
TRANSCRIPT = click.option(
    "--transcript",
    metavar="FILE",
    help="Write what was asked and answered, as JSON lines, secrets taken out.",
)


def read(name: str, option: str) -> str:
    """A text file that was named; - is standard input. Raises `InputInvalid`."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputInvalid((f"{option}: {name} has more than {MOST_BYTES:,} bytes",))
        # Patterns end at the ends of lines, whatever system wrote them.
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise InputInvalid((f"{option}: {name} cannot be read: {error.strerror}",)) from None
    except UnicodeDecodeError:
        raise InputInvalid((f"{option}: {name} is not UTF-8 text",)) from None


def write(name: str, data: bytes, option: str) -> None:
    """A file that was named. Raises `InputInvalid`."""
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise InputInvalid((f"{option}: {name} cannot be written: {error.strerror}",)) from None


def require_writable(name: str | None, option: str) -> None:
    """Find out before anything is paid for that a file cannot be written. Raises `InputInvalid`."""
    path = Path(name) if name else None
    # A pipe would lose its reader, were it opened and closed here.
    if path is None or (path.exists() and not path.is_file() and not path.is_dir()):
        return
    is_new = not path.exists() and not path.is_symlink()
    try:
        with path.open("ab"):
            pass
        if is_new:
            path.unlink()
    except OSError as error:
        raise InputInvalid((f"{option}: {name} cannot be written: {error.strerror}",)) from None


def show(data: bytes) -> None:
    """Print a report as UTF-8 bytes, for as long as somebody reads."""
    if sys.stdout is None:
        raise InputInvalid(("standard output is closed",))
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has had enough (`| head`). Python would complain again at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise InputInvalid((f"the report cannot be written: {error.strerror}",)) from None


def say(line: str) -> None:
    """A line about the run itself, beside the report."""
    if sys.stderr is not None:
        click.echo(f"steward: {visible(line, _MOST_SHOWN)}", err=True)


class Progress:
    """How far a run is, on one line of a terminal; silent where there is none."""

    def __init__(self, what: str) -> None:
        self._what, self._last = what, -1
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, of: int) -> None:
        """Hear that so many of so many are done."""
        percent = 100 * done // of
        if self._shown and percent != self._last:
            self._last = percent
            sys.stderr.write(f"\r{self._what}: {done:,} of {of:,}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown and self._last >= 0:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Steps:
    """Progress over all that a run does, whatever the order: one call a step."""

    def __init__(self, progress: Progress, of: int) -> None:
        self._progress, self._of, self._done = progress, of, 0

    def __call__(self) -> None:
        self._done = min(self._done + 1, self._of)
        self._progress(self._done, self._of)


@contextmanager
def progress(what: str) -> Iterator[Progress]:
    """A line of progress that is gone afterwards."""
    line = Progress(what)
    try:
        yield line
    finally:
        line.clear()


@contextmanager
def worded() -> Iterator[None]:
    """A mistake in the call as one of the command line's: exit code 2 and a line."""
    try:
        yield
    except ValueError as error:
        raise InputInvalid((str(error),)) from None
