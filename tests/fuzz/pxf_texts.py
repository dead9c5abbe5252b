"""PXF by the thousand: texts with what they mean, in every form that the language has for it.

The fields are those of one message, told by their first letter: s string, i integer, f float, b flag, y bytes,
t timestamp, d duration, e enum, m the message itself; with r in front repeated; `ms` and `mi` are maps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.fuzz.pxf_literals import ENUM as ENUM
from tests.fuzz.pxf_literals import Literals

SINGLE = ("s", "i", "f", "b", "y", "t", "d", "e", "m")
REPEATED = tuple(f"r{name}" for name in SINGLE)
MAPS = ("ms", "mi")

_COMMENTS = ("", "it's", '"', "{[", "]}", "@type x", "x = 1", '"""', "é ☃", "*", "/", "\\", "# //")


@dataclass(frozen=True, slots=True)
class Text:
    """A text and its meaning: names and values in order; blocks are such lists, lists are tuples."""

    text: str
    fields: list[tuple[str, Any]]


class Writer(Literals):
    """Writes texts. A `shared` one keeps to what the library reads too, and to fields that stand once."""

    def __init__(self, random: Random, *, shared: bool) -> None:
        super().__init__(random, shared=shared)
        self.words: list[str] = []

    def text(self) -> Text:
        """One text of up to about forty fields."""
        self.words = []
        self._directives()
        fields = self._fields(0)
        return Text("".join(self._spaced()), fields)

    # ---------------------------------------------------------------------------------------- structure

    def _directives(self) -> None:
        if not self.shared and self.one_in(8):
            self.words.append("\ufeff")
        if self.one_in(3):
            self.words += ["@type", self.some("t.D", "a.b.C", "D")]
        if self.one_in(4):
            self.words += ["@header\0", self.some("a.B\0", "x\0"), "{\0"]
            self._fields(1)
            self.words.append("}")
        if not self.shared and self.one_in(6):
            self.words += ["@other\0", self.some("a", "5s", '"x"', "true", "a 1.5 /* b */ c") + "\n"]

    def _fields(self, depth: int) -> list[tuple[str, Any]]:
        names = self.random.sample(SINGLE + REPEATED + MAPS, self.random.randrange(7 if depth else 9))
        fields = []
        for name in names:
            if depth > 2 and name in ("m", "rm"):
                continue
            fields += self._field(name, depth)
        return fields

    def _field(self, name: str, depth: int) -> list[tuple[str, Any]]:
        if name == "m":
            self._name(name, depth, block=True)
            value: Any = self._block(depth)
        elif name in MAPS:
            self._name(name, depth, block=not self.shared)
            value = self._map(name)
        elif name in REPEATED:
            if not self.shared and self.one_in(3):
                return [(name, self._again(name, depth)) for _ in range(self.random.randrange(3))]
            self._name(name, depth)
            value = self._list(name, depth)
        else:
            self._name(name, depth)
            value = self._value_or_null(name, depth)
        self._separator()
        return [(name, value)]

    def _again(self, name: str, depth: int) -> Any:
        self._name(name, depth)
        value = self._value(name[1:], depth)
        self._separator()
        return value

    def _separator(self) -> None:
        if not self.shared and self.one_in(3):
            self.words.append(self.some(",", ";"))

    def _name(self, name: str, depth: int, *, block: bool = False) -> None:
        if not self.shared and depth and self.one_in(4):
            self.words += [self.some(name, f'"{name}"'), ":"]
        elif block and self.one_in(2):
            self.words.append(name)
        else:
            self.words += [name, "="]

    def _block(self, depth: int) -> list[tuple[str, Any]]:
        self.words.append("{")
        fields = self._fields(depth + 1)
        self.words.append("}")
        return fields

    def _map(self, name: str) -> list[tuple[str, Any]]:
        self.words.append("{")
        fields: dict[str, Any] = {}
        for _ in range(self.random.randrange(4)):
            if name == "mi" or self.one_in(3):
                key = str(self.random.randrange(-9, 99))
                written = self.some(key, f'"{key}"')
            else:
                key = self.some("a", "b.c", "true_", "x y", "é", "")
                bare = key in ("a", "b.c", "true_") and self.one_in(2)
                written = key if bare else self.quoted(key)
            if key in fields:
                continue
            self.words += [written, ":"]
            fields[key] = self._value("f", 9)
            self._separator()
        self.words.append("}")
        return list(fields.items())

    def _list(self, name: str, depth: int) -> tuple[Any, ...]:
        self.words.append("[")
        items = []
        for _ in range(self.random.randrange(4)):
            items.append(self._value(name[1:], depth))
            if self.one_in(2):
                self.words.append(",")
        self.words.append("]")
        return tuple(items)

    # ------------------------------------------------------------------------------------------- values

    def _value_or_null(self, kind: str, depth: int) -> Any:
        if not self.one_in(12):
            return self._value(kind, depth)
        self.words.append("null")
        return None

    def _value(self, kind: str, depth: int) -> Any:
        if kind == "m":
            return self._block(depth)
        writers: dict[str, Callable[[], tuple[str, Any]]] = {
            "s": self.string, "i": self.integer, "f": self.number, "b": self.flag, "y": self.bytes,
            "t": self.timestamp, "d": self.duration, "e": self.member,
        }  # fmt: skip
        written, value = writers[kind]()
        self.words.append(written)
        return value

    # ---------------------------------------------------------------------------------------- white space

    def _spaced(self) -> list[str]:
        """The words with something between them, where two would be one without it."""
        pieces, last = [], ""
        for word in self.words:
            # What ends with a zero keeps the next word on its line.
            kept = last.endswith("\0")
            glues = last[-1:].isalnum() or last[-1:] in "_.\0"
            # An empty string and the next quote would be three quotes.
            quotes = last == '""' and word[0] == '"'
            needed = kept or quotes or (glues and (word[0].isalnum() or word[0] in '_."-/'))
            between = " " if kept else self._between(needed=needed)
            # A byte order mark stands first, and nothing before it.
            pieces += [between if last else "", word.rstrip("\0")]
            last = word
        return [*pieces, self._between(needed=False)]

    def _between(self, *, needed: bool) -> str:
        if self.one_in(10):
            comment = self.random.choice(_COMMENTS)
            ends = self.some("\n", "\r\n")
            return self.some(
                f"#{comment}{ends}", f" //{comment}{ends}", f" /*{comment.replace('*', '')} */ ", "/**/"
            )
        blanks = [" ", " ", "\n", "\t", "\r\n", "  \n  "]
        return self.random.choice(blanks if needed else [*blanks, "", "", ""])
