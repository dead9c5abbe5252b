"""What Task Mode asks of the world: a pristine copy, a patch applied to it, a command run in it.

`steward.adapters.workshop` implements this; the two do not know each other, only these shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Protocol

import msgspec


class Tree(StrEnum):
    """Which copy a command runs in: the challenge as it is, or with the submission applied."""

    BASE = "base"
    SUBMISSION = "submission"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One command. `report` is a file below the copy that it writes, `placed` hidden files put there for it alone.

    `keeps` makes what the command leaves behind part of the copy (an installation). `afresh` is whether the copy is
    made anew first: always, but for the second and later of several cases.
    """

    arguments: tuple[str, ...]
    seconds: float
    given: bytes = b""
    report: str | None = None
    placed: str | None = None
    network: bool = False
    keeps: bool = False
    afresh: bool = True


class Ran(Protocol):
    """How a command ended, after how many seconds; `report` is None when the file is not there or is no file."""

    @property
    def exit(self) -> int | None: ...
    @property
    def stdout(self) -> bytes: ...
    @property
    def stderr(self) -> bytes: ...
    @property
    def timed_out(self) -> bool: ...
    @property
    def flooded(self) -> bool: ...
    @property
    def report(self) -> bytes | None: ...
    @property
    def seconds(self) -> float: ...


class Applied(Protocol):
    """The files of the copy once the patch is in it; or why it is not, in a sentence."""

    @property
    def problem(self) -> str | None: ...
    @property
    def files(self) -> Mapping[str, bytes]: ...


class Bench(Protocol):
    """Where submissions are judged."""

    @property
    def base(self) -> Mapping[str, bytes]:
        """The challenge's files without the hidden ones, by path."""
        ...

    @property
    def lacking(self) -> tuple[str, ...]:
        """What of the isolation could not be had, in sentences."""
        ...

    @property
    def sealed(self) -> bool:
        """Whether hidden files are out of a command's reach here, so that what it prints may be shown."""
        ...

    def hidden(self, path: str) -> Mapping[str, bytes]:
        """The hidden files at or below a path."""
        ...

    def apply(self, patch: bytes, named: Collection[str], pinned: Collection[str]) -> Applied:
        """Apply a patch that changes the `named` paths and no other; `pinned` ones stay as in the base."""
        ...

    def run(self, tree: Tree, step: Step) -> Ran:
        """Run one command in a copy of a tree."""
        ...
