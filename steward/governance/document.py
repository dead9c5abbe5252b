"""What a PXF text says before anybody asks what it means: fields, blocks, lists and values.

Every node knows the number of the token it begins with. A number becomes a line and a column only when
somebody asks (`Source`), for most texts are read without a word about any place in them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct

from steward.governance.tokens import starts

MOST_PROBLEMS = 50


class Problem(Struct, frozen=True, order=True):
    """Something to tell about a place of the text: the offset of a character, and words."""

    offset: int
    what: str


class Source:
    """A text, the name of its file, and the way from places in it to lines and columns.

    Lines end with a line feed; columns count characters. Both begin with 1.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        return starts(self.text)

    @cached_property
    def _lines(self) -> list[int]:
        found, at = [0], self.text.find("\n")
        while at >= 0:
            found.append(at + 1)
            at = self.text.find("\n", at + 1)
        return found

    def offset(self, token: int, shift: int = 0) -> int:
        """Where the token of that number begins, or a character inside it."""
        return self._starts[token] + shift

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def place(self, token: int) -> tuple[int, int]:
        """The line and the column of the token of that number."""
        return self.position(self.offset(token))

    def worded(self, problems: Iterable[Problem]) -> tuple[str, ...]:
        """The problems in the order of the text, each as `FILE:LINE:COLUMN: what`; of very many the first."""
        found = sorted(set(problems))
        words = [self._worded(problem) for problem in found[:MOST_PROBLEMS]]
        more = len(found) - MOST_PROBLEMS
        return (*words, f"{self.path}: and {more:,} more like these") if more > 0 else tuple(words)

    def _worded(self, problem: Problem) -> str:
        line, column = self.position(problem.offset)
        return f"{self.path}:{line}:{column}: {problem.what}"


class Name(Struct, frozen=True):
    """A bare word as a value: the name of an enum's member."""

    text: str


class Timestamp(Struct, frozen=True):
    """A moment: whole seconds since 1970 in UTC, and nanoseconds after them."""

    seconds: int
    nanos: int


class Duration(Struct, frozen=True):
    """A length of time in nanoseconds."""

    nanos: int


class Broken(Struct, frozen=True):
    """A value that could not be read. Its problem is already told, so nobody complains of it again."""


Scalar: TypeAlias = str | int | float | bool | bytes | Timestamp | Duration | Name | Broken | None


class Literal(Struct, frozen=True):
    """A value without parts: what it is, how it is written, and its token."""

    value: Scalar
    text: str
    token: int


class List(Struct, frozen=True):
    """Values in brackets."""

    items: tuple[Value, ...]
    token: int


class Block(Struct, frozen=True):
    """Fields in braces, in the order of the text. `whole` is False when some of them could not be read."""

    entries: tuple[Entry, ...]
    token: int
    whole: bool = True


Value: TypeAlias = Literal | List | Block


class Entry(Struct, frozen=True):
    """A field or a map's entry: its name or key as text, and its value."""

    name: str
    value: Value
    token: int


class Directive(Struct, frozen=True):
    """An `@name`, and for `@type` the name that follows it."""

    name: str
    argument: str
    token: int


class Document(Struct, frozen=True):
    """A text that was read: its directives and its fields."""

    source: Source
    directives: tuple[Directive, ...]
    body: Block
