"""A page made of blocks, cut to a size: at a row, with everything closed and the cut said.

GitHub refuses what is too long instead of cutting it (`docs/report.md`, "Sizes").
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

BETWEEN = "\n\n"

PAGE_CHARS = PAGE_OCTETS = 60_000
"""The size of a page that stands in the comment and in the check run alike: of the latter GitHub counts bytes."""


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a page: an opening, rows that may be cut from the end, a closing.

    `left_out` is the row that says how many rows were cut, with `{}` for the number. A block that is not
    `needed` may go as a whole when even the openings do not fit.
    """

    opening: str
    rows: tuple[str, ...] = ()
    closing: str = ""
    left_out: str = "- … and {} more, left out for length"
    needed: bool = False

    def text(self) -> str:
        """The block as it is printed."""
        return "\n".join(part for part in (self.opening, *self.rows, self.closing) if part)


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """A length in characters and in bytes of UTF-8."""

    chars: int
    octets: int

    @classmethod
    def of(cls, text: str) -> Size:
        """The size of a text with the line break that follows it."""
        return cls(chars=len(text) + 1, octets=len(text.encode("utf-8", "surrogatepass")) + 1)

    def __sub__(self, other: Size) -> Size:
        return Size(chars=self.chars - other.chars, octets=self.octets - other.octets)

    def __add__(self, other: Size) -> Size:
        return Size(chars=self.chars + other.chars, octets=self.octets + other.octets)

    def share(self, shares: int) -> Size:
        """An equal part of it."""
        return Size(chars=self.chars // shares, octets=self.octets // shares)

    @property
    def fits(self) -> bool:
        """Whether nothing is overdrawn."""
        return self.chars >= 0 and self.octets >= 0


NOTHING = Size(chars=0, octets=0)


def fit(blocks: Iterable[Block], *, chars: int, octets: int) -> str:
    """The blocks as one text of at most so many characters and bytes.

    Rows are shared out fairly: short lists stay whole, long ones are cut to what is left.
    """
    kept = tuple(blocks)
    room = _room(kept, Size(chars=chars, octets=octets))
    while not room.fits and any(not block.needed for block in kept):
        kept = _without_last(kept)
        room = _room(kept, Size(chars=chars, octets=octets))
    return BETWEEN.join(block.text() for block in _shared(kept, room))


def _room(blocks: tuple[Block, ...], limit: Size) -> Size:
    """What is left for rows once all openings, closings and remarks about cuts are printed."""
    for block in blocks:
        limit = limit - Size.of(_frame(block).text() + BETWEEN)
    return limit


def _frame(block: Block) -> Block:
    return replace(block, rows=(_remark(block, len(block.rows)),) if block.rows else ())


def _remark(block: Block, number: int) -> str:
    return block.left_out.format(f"{number:,}")


def _without_last(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    last = max(position for position, block in enumerate(blocks) if not block.needed)
    return blocks[:last] + blocks[last + 1 :]


def _shared(blocks: tuple[Block, ...], room: Size) -> tuple[Block, ...]:
    lengths = [sum(map(len, block.rows)) for block in blocks]
    cut = list(blocks)
    order = sorted(range(len(blocks)), key=lambda position: lengths[position])
    for done, position in enumerate(order):
        cut[position], used = _cut(blocks[position], room.share(len(order) - done))
        room = room - used
    return tuple(cut)


def _cut(block: Block, room: Size) -> tuple[Block, Size]:
    used, kept = NOTHING, 0
    for row in block.rows:
        size = used + Size.of(row)
        if not (room - size).fits:
            break
        used, kept = size, kept + 1
    if kept == len(block.rows):
        return block, used
    return replace(block, rows=(*block.rows[:kept], _remark(block, len(block.rows) - kept))), used
