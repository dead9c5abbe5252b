"""Fields of a document by name and type. Every mistake is noted with its place, and reading goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from steward.governance.document import (
    Block,
    Broken,
    Duration,
    Entry,
    List,
    Literal,
    Scalar,
    Value,
)
from steward.governance.mapping import glob_problem
from steward.governance.notes import Notes
from steward.governance.tokens import shown

T = TypeVar("T")

_LARGEST = 1.7976931348623157e308
_MOST_WHOLE = 2**63 - 1
_NOTHING = Block((), 0)


class Section:
    """One block. Each method reads one field; `close` remarks on the fields nobody asked for."""

    def __init__(self, notes: Notes, block: Block, name: str = "") -> None:
        self.notes = notes
        self.block = block
        self._name = name
        self._known: list[str] = []
        self._given: dict[str, list[Entry]] = {}
        for entry in block.entries:
            self._given.setdefault(entry.name, []).append(entry)

    def path(self, name: str) -> str:
        """The field's name with the names of the blocks around it."""
        return f"{self._name}.{name}" if self._name else name

    def refuse(self, name: str, what: str) -> None:
        """A mistake about a field: where its value stands, else where the block begins."""
        self.notes.error(self._token(name), f"{self.path(name)}: {what}")

    def remark(self, name: str, what: str) -> None:
        """A remark on a field."""
        self.notes.warning(self._token(name), f"{self.path(name)}: {what}")

    def _token(self, name: str) -> int:
        given = self._given.get(name)
        return given[0].value.token if given else self.block.token

    # --------------------------------------------------------------------------------------- one value

    def text(self, name: str) -> str:
        """A string."""
        return self._scalar(name, _text, "a string in double quotes") or ""

    def needed_text(self, name: str) -> str:
        """A string that must be there and not be empty."""
        text = self.text(name)
        given = self._given.get(name, [])
        if not text and self.block.whole and all(_is_text(entry.value) for entry in given):
            self.refuse(name, "expected a string that is not empty, found none")
        return text

    def flag(self, name: str) -> bool:
        """`true` or `false`."""
        return self._scalar(name, _flag, "true or false") or False

    def duration(self, name: str) -> Duration:
        """A duration that is not negative."""
        return self._scalar(name, _duration, "a duration such as 72h, not negative") or Duration(0)

    def whole(self, name: str, least: int = 0) -> int:
        """A whole number of 64 bits, not below `least`."""
        expected = f"a whole number, {least} or more"

        def read(value: Scalar) -> int | None:
            fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MOST_WHOLE
            return value if fits and isinstance(value, int) else None

        return self._scalar(name, read, expected) or 0

    def number(self, name: str, most: float = _LARGEST) -> float:
        """A number from 0 to `most`."""
        return self.number_or_none(name, most) or 0.0

    def number_or_none(self, name: str, most: float = _LARGEST) -> float | None:
        """A number from 0 to `most`; None when the field is absent."""
        return self._scalar(name, _number_to(most), _range(most))

    def _scalar(self, name: str, read: Callable[[Scalar], T | None], expected: str) -> T | None:
        value = self._single(name)
        return None if value is None else self._read(self.path(name), value, read, expected)

    def _single(self, name: str) -> Value | None:
        """The field's value; None when it is absent, null, or could not be read."""
        self._known.append(name)
        given = self._given.get(name)
        if not given:
            return None
        for other in given[1:]:
            self._refuse_second(self.path(name), given[0], other)
        return None if _is_nothing(given[0].value) else given[0].value

    def _refuse_second(self, path: str, first: Entry, second: Entry) -> None:
        line, column = self.notes.source.place(first.token)
        self.notes.error(second.token, f"{path} stands here a second time (first at {line}:{column})")

    def _read(self, name: str, value: Value, read: Callable[[Scalar], T | None], expected: str) -> T | None:
        if isinstance(value, Literal):
            if isinstance(value.value, Broken):
                return None
            result = read(value.value)
            if result is not None:
                return result
        self.notes.error(value.token, f"{name}: expected {expected}, found {_found(value)}")
        return None

    # ------------------------------------------------------------------------------------- many values

    def texts(self, name: str) -> tuple[str, ...]:
        """Strings: one list, or the field again and again."""
        return tuple(text for _, text in self._texts(name))

    def globs(self, name: str) -> tuple[str, ...]:
        """Strings that are patterns as in `.gitignore`."""
        kept = []
        for token, text in self._texts(name):
            problem = glob_problem(text)
            if problem:
                self.notes.error(token, f"{self.path(name)}: {problem}")
            kept.append(text)
        return tuple(kept)

    def _texts(self, name: str) -> Iterator[tuple[int, str]]:
        for path, value in self._items(name):
            text = self._read(path, value, _text, "a string in double quotes")
            if text is not None:
                yield value.token, text

    def _items(self, name: str) -> Iterator[tuple[str, Value]]:
        self._known.append(name)
        number = 0
        for entry in self._given.get(name, ()):
            if _is_nothing(entry.value):
                continue
            for item in entry.value.items if isinstance(entry.value, List) else (entry.value,):
                yield f"{self.path(name)}[{number}]", item
                number += 1

    # ------------------------------------------------------------------------------------------ blocks

    def section(self, name: str) -> Section:
        """A block; an empty one when the field is absent."""
        value = self._single(name)
        if value is not None and not isinstance(value, Block):
            self.notes.error(
                value.token, f"{self.path(name)}: expected a block in braces, found {_found(value)}"
            )
        return Section(self.notes, value if isinstance(value, Block) else _NOTHING, self.path(name))

    def sections(self, name: str) -> tuple[Section, ...]:
        """Blocks: one list of them, or the field again and again."""
        found = []
        for path, value in self._items(name):
            if isinstance(value, Block):
                found.append(Section(self.notes, value, path))
            elif not (isinstance(value, Literal) and isinstance(value.value, Broken)):
                self.notes.error(value.token, f"{path}: expected a block in braces, found {_found(value)}")
        return tuple(found)

    def numbers(self, name: str) -> Iterator[tuple[Entry, float]]:
        """The entries of a map from names to numbers, none below 0; each key once."""
        seen: dict[str, Entry] = {}
        for _, value in self._items(name):
            if not isinstance(value, Block):
                self._read(self.path(name), value, _never, "a block in braces")
                continue
            for entry in value.entries:
                path = f"{self.path(name)}[{shown(entry.name)}]"
                if entry.name in seen:
                    self._refuse_second(path, seen[entry.name], entry)
                seen.setdefault(entry.name, entry)
                number = self._read(path, entry.value, _number_to(_LARGEST), _range(_LARGEST))
                if number is not None:
                    yield entry, number

    def close(self) -> None:
        """Remark on each field that nobody asked for, with the nearest name that is known."""
        for name, entries in self._given.items():
            if name not in self._known:
                for entry in entries:
                    hint = self.notes.nearest(name, self._known)
                    self.notes.warning(
                        entry.token, f"{shown(self.path(name))} is not known here and not read{hint}"
                    )


def _is_nothing(value: Value) -> bool:
    return isinstance(value, Literal) and (value.value is None or isinstance(value.value, Broken))


def _is_text(value: Value) -> bool:
    return isinstance(value, Literal) and (value.value is None or isinstance(value.value, str))


def _found(value: Value) -> str:
    if isinstance(value, Literal):
        return value.text if len(value.text) <= 40 and value.text.isprintable() else shown(value.text)
    return "a list" if isinstance(value, List) else "a block"


def _text(value: Scalar) -> str | None:
    return value if isinstance(value, str) else None


def _flag(value: Scalar) -> bool | None:
    return value if isinstance(value, bool) else None


def _duration(value: Scalar) -> Duration | None:
    return value if isinstance(value, Duration) and value.nanos >= 0 else None


def _never(value: Scalar) -> None:
    return None


def _number_to(most: float) -> Callable[[Scalar], float | None]:
    def read(value: Scalar) -> float | None:
        known = isinstance(value, int | float) and not isinstance(value, bool)
        # Whole numbers may be far larger than a double: compared first, converted after.
        return float(value) if known and isinstance(value, int | float) and 0 <= value <= most else None

    return read


def _range(most: float) -> str:
    return "a number, 0 or more" if most == _LARGEST else f"a number from 0 to {most:g}"
