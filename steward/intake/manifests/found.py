"""What a manifest states, and what is wrong with one; the little that its readers share."""

from __future__ import annotations

import re
from bisect import bisect_left

from msgspec import Struct

_SHA = re.compile(r"[0-9a-fA-F]{40}(?:[0-9a-fA-F]{24})?")
_WORDS = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_MOST_PLACES = 50
_EXACT = re.compile(r"\d+(?:\.\d+){0,3}(?:[-+.][0-9A-Za-z][0-9A-Za-z.+-]*)?")


class Found(Struct, frozen=True, kw_only=True):
    """A dependency as one version of a manifest states it. `line` is from 1."""

    name: str
    version: str
    pinned: bool
    line: int


class ManifestError(ValueError):
    """Why a manifest cannot be read, as the end of a sentence about it; the line when it is known."""

    def __init__(self, what: str, line: int | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.line = line


def is_sha(text: str) -> bool:
    """Whether a text is a whole commit SHA: a shorter one may become another commit's."""
    return bool(_SHA.fullmatch(text))


def is_exact(version: str) -> bool:
    """Whether a text is one version: digits and dots, with what may follow them, and no operator."""
    return bool(_EXACT.fullmatch(version))


class Offsets:
    """The lines of a text, asked by offset."""

    def __init__(self, text: str) -> None:
        self._breaks = [found.start() for found in re.finditer("\n", text)]

    def line(self, offset: int) -> int:
        """The line of a place in the text, from 1."""
        return bisect_left(self._breaks, offset) + 1


class Lines:
    """Where words stand in a text whose parser keeps no places."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._index: dict[str, list[int]] = {}
        for at, line in enumerate(self._lines, 1):
            for word in (*_WORDS.findall(line), *_QUOTED.findall(line)):
                bare = word.strip("\"'")
                # The last part of a table's name is a name of its own: [dependencies.serde].
                for each in {bare, bare.rpartition(".")[2]}:
                    found = self._index.setdefault(each, [])
                    if len(found) < _MOST_PLACES:
                        found.append(at)

    def of(self, name: str, version: str = "") -> int:
        """The first line that holds both as words of their own, else the first with the name, else 1."""
        places = self._index.get(name) or [1]
        return next((at for at in places if version in self._lines[at - 1]), places[0])
