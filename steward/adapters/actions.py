"""The runner: its files and its log.

The log is parsed for commands by two grammars: `::command::` at the start of a line, and the older
`##[command]` anywhere in one. Everything written here is made safe for both (`docs/security.md`).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

from steward.model import Annotation, Level

_PREFIX = "steward: "
_MOST_OF_A_KIND = 10
_MOST_CHARACTERS = 4000

_COMMANDS = {Level.NOTICE: "notice", Level.WARNING: "warning", Level.FAILURE: "error"}
# C0 and C1 controls, DEL, the line separators, and lone surrogates: none may reach a log raw.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def inert(text: str) -> str:
    """One line of a log that no grammar reads as a command."""
    text = _CONTROLS.sub(_shown, text)
    # A zero-width space would be invisible; a plain space keeps the words readable.
    return text.replace("##[", "## [").replace("::", ": :")


def _shown(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"U+{code:04X}"


class Log:
    """The job's log. Every line is prefixed, so that none starts with a command."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._annotated: dict[Level, int] = {}

    def say(self, *lines: str) -> None:
        """Lines of ours, foreign text in them made inert."""
        for line in lines:
            self._print(f"{_PREFIX}{inert(line)}" if line else _PREFIX.rstrip())

    def mask(self, secret: str) -> None:
        """Ask the runner to hide a secret: the one place where it is written."""
        if secret:
            self._print(f"::add-mask::{_data(secret)}")

    def annotate(self, level: Level, title: str, message: str) -> None:
        """An annotation of the job."""
        self._annotate(level, f"title={_property(title)}", message)

    def annotate_files(self, annotations: Iterable[Annotation]) -> None:
        """Annotations on files, where no check run can carry them; GitHub keeps ten of a kind."""
        for remark in annotations:
            place = f"file={_property(remark.path)},line={remark.line},title={_property(remark.title)}"
            self._annotate(remark.level, place, remark.message)

    def _annotate(self, level: Level, properties: str, message: str) -> None:
        said = self._annotated.get(level, 0)
        if said >= _MOST_OF_A_KIND:
            return
        self._annotated[level] = said + 1
        self._print(f"::{_COMMANDS[level]} {properties}::{_data(message)[:_MOST_CHARACTERS]}")

    def _print(self, line: str) -> None:
        try:
            print(line, file=self._stream, flush=True)
        except UnicodeEncodeError:
            print(line.encode("ascii", "backslashreplace").decode(), file=self._stream, flush=True)


def _data(text: str) -> str:
    """A command's message: the runner turns `%25`, `%0D`, `%0A` back into what they stand for."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "%0A".join(inert(line).replace("%", "%25") for line in lines)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


class RunnerFiles:
    """The files through which a step hands something to the runner. A path that is not given is skipped."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._output = environ.get("GITHUB_OUTPUT", "")
        self._summary = environ.get("GITHUB_STEP_SUMMARY", "")

    def write_outputs(self, outputs: Mapping[str, str]) -> None:
        """Append the step's outputs, each with a delimiter of its own that no value can contain."""
        if self._output:
            _append(self._output, "".join(_heredoc(name, value) for name, value in outputs.items()))

    def write_summary(self, markdown: str) -> None:
        """Append to the job's summary."""
        if self._summary:
            _append(self._summary, markdown)


def _heredoc(name: str, value: str) -> str:
    delimiter = f"steward_{os.urandom(16).hex()}"
    return f"{name}<<{delimiter}\n{value}\n{delimiter}\n"


def _append(path: str, text: str) -> None:
    with Path(path).open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write(text)
