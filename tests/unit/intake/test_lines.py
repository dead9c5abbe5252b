"""Lines out of blocks: the same whatever the blocks, and never more in memory than a block and a line."""

from __future__ import annotations

import re
import tracemalloc
from io import BytesIO, RawIOBase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.intake.lines import BLOCK, LONGEST, Lines

ANY = re.compile(r"(?s).*")


class Dribble(RawIOBase):
    """A stream that gives a few bytes at a time, as a pipe may."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = BytesIO(data)
        self._size = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._data.read(min(size, self._size))


class Endless(RawIOBase):
    """`blocks` blocks of one line that has no end."""

    def __init__(self, blocks: int) -> None:
        self._blocks = blocks

    def read(self, size: int = -1) -> bytes:
        self._blocks -= 1
        return b"+" * size if self._blocks >= 0 else b""


def all_of(lines: Lines) -> list[bytes]:
    found = []
    while line := lines.take():
        found.append(line)
    return found


@given(st.binary(max_size=200), st.integers(min_value=1, max_value=50))
def test_lines_are_those_of_the_text_whatever_the_blocks(data: bytes, size: int) -> None:
    lines = Lines(Dribble(data, size))  # type: ignore[arg-type]
    assert all_of(lines) == BytesIO(data).readlines()
    assert lines.cut == (bool(data) and not data.endswith(b"\n"))
    assert lines.here() == b""


@given(st.lists(st.sampled_from([b"+\n", b"-a\n", b" \n", b"\n", b"@@\n", b"\\x\n"])), st.integers(1, 9))
def test_first_characters_are_those_of_the_lines(parts: list[bytes], size: int) -> None:
    lines = Lines(Dribble(b"".join(parts), size))  # type: ignore[arg-type]
    found = ""
    while some := lines.firsts(ANY):
        found += some
        lines.skip(len(some))
    assert found == "".join(chr(part[0]) for part in parts)
    assert lines.number == len(parts) + 1


@pytest.mark.parametrize("separator", [b"\r", b"\x0b", b"\x0c", b"\x1c", b"\x85", "\u2028".encode()])
def test_only_a_line_feed_ends_a_line(separator: bytes) -> None:
    assert all_of(Lines(BytesIO(b"a" + separator + b"b\nc\n"))) == [b"a" + separator + b"b\n", b"c\n"]


@pytest.mark.parametrize(
    "length", [LONGEST - 1, LONGEST, LONGEST + 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK]
)
def test_a_long_line_is_one_line_and_its_beginning_is_kept(length: int) -> None:
    first, second = all_of(Lines(BytesIO(b"x" * length + b"\nsecond\n")))
    assert first.startswith(b"x" * min(length, LONGEST))
    assert first.endswith(b"\n")
    assert (len(first) > LONGEST) == (length >= LONGEST)
    assert second == b"second\n"


def test_a_line_without_end_needs_no_more_memory_than_a_block() -> None:
    tracemalloc.start()
    try:
        lines = Lines(Endless(400))  # type: ignore[arg-type] # 50 MiB
        assert len(lines.take()) == LONGEST + 1
        assert lines.here() == b""
        assert lines.cut
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * BLOCK


def test_the_number_counts_lines_from_one() -> None:
    lines = Lines(BytesIO(b"a\nb\n" + b"c" * 2 * BLOCK + b"\nd\n"))
    numbers = []
    while lines.here():
        numbers.append(lines.number)
        lines.take()
    assert numbers == [1, 2, 3, 4]
