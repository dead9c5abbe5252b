"""The lines of a byte stream, read in blocks, so that a text of any size needs little memory."""

from __future__ import annotations

import re
from io import BytesIO
from operator import itemgetter
from typing import BinaryIO

BLOCK = 1 << 17
LONGEST = 1 << 16
"""Bytes of a line that are surely kept: twice git's longest header line, two quoted paths of 4 KiB."""

_END = b""
_first = itemgetter(0)


class Lines:
    """The lines of `stream`, one at a time or by their first characters. Only a line feed ends a line.

    Of a line that is longer than a block only the beginning is kept (`LONGEST` bytes at least).
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lines = [_END]
        self._firsts = ""
        self._at = 0
        self._before = 0
        self._rest = b""
        self.cut = False
        """Whether the last line of the stream has been reached and has no line feed."""

    @property
    def number(self) -> int:
        """The number of the line that `here` gives, from 1."""
        return self._before + self._at + 1

    def here(self) -> bytes:
        """The line at hand with its line feed; empty at the end of the stream."""
        return self._lines[self._at] or self._fill()

    def take(self) -> bytes:
        """The line at hand, and go on."""
        line = self._lines[self._at] or self._fill()
        self._at += line is not _END
        return line

    def skip(self, count: int = 1) -> None:
        """Go on by `count` lines, no more than `here` or `firsts` have shown."""
        self._at += count

    def firsts(self, wanted: re.Pattern[str]) -> str:
        """The first characters of the lines from here on that `wanted` matches, as far as they are read.

        None are given only when the line at hand is not wanted or the stream is at its end.
        """
        if not self._lines[self._at]:
            self._fill()
        found = wanted.match(self._firsts, self._at)
        return found[0] if found else ""

    def _fill(self) -> bytes:
        """Show the next block, when the last one is used up, and give its first line."""
        rest = self._rest
        while block := self._stream.read(BLOCK):
            end = block.rfind(b"\n") + 1
            if end:
                self._rest = block[end:]
                return self._show(BytesIO(rest + block[:end]).readlines())
            rest += block[: LONGEST + 1 - len(rest)]
        self._rest = b""
        self.cut = self.cut or bool(rest)
        return self._show([rest] if rest else [])

    def _show(self, lines: list[bytes]) -> bytes:
        self._before += len(self._lines) - 1
        self._at = 0
        # At C speed for all lines of the block: nothing else here is done line by line.
        self._firsts = bytes(map(_first, lines)).decode("latin-1")
        self._lines = lines
        lines.append(_END)
        return lines[0]
