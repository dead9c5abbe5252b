"""A report as headings, sentences and tables, written as plain text or as Markdown.

What others wrote stands in it as `Quoted` and is made inert by `steward.report.markdown`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from steward.model import Words
from steward.report.layout import Block
from steward.report.markdown import plain, render


class Heading(msgspec.Struct, frozen=True):
    """The title of a part."""

    text: str


class Lines(msgspec.Struct, frozen=True):
    """Sentences, a line each; in Markdown a list when there are several."""

    lines: tuple[Words, ...]


class Table(msgspec.Struct, frozen=True):
    """Rows under a head. The first column is set left, the others right."""

    head: tuple[str, ...]
    rows: tuple[tuple[Words, ...], ...]


Part: TypeAlias = Heading | Lines | Table


def as_text(parts: Sequence[Part]) -> str:
    """Plain text in columns; ends with a line end."""
    return "\n".join(_text(part) for part in parts) + "\n"


def _text(part: Part) -> str:
    if isinstance(part, Heading):
        return f"\n{part.text}"
    if isinstance(part, Lines):
        return "\n".join(f"  {plain(line)}" for line in part.lines)
    rows = [part.head, *(tuple(plain(cell, limit=60) for cell in row) for row in part.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(f"  {_row(row, widths)}".rstrip() for row in rows)


def _row(row: tuple[str, ...], widths: list[int]) -> str:
    first, *rest = zip(row, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)])


def as_markdown(parts: Sequence[Part]) -> str:
    """Markdown for a summary or a comment; ends with a line end."""
    return "\n\n".join(_markdown(part) for part in parts) + "\n"


def _markdown(part: Part) -> str:
    if isinstance(part, Heading):
        return f"### {part.text}"
    return "\n".join((*_head(part), *_rows(part)))


def _head(part: Lines | Table) -> tuple[str, ...]:
    if isinstance(part, Lines):
        return ()
    return f"| {' | '.join(part.head)} |", "|:--|" + "--:|" * (len(part.head) - 1)


def _rows(part: Lines | Table) -> tuple[str, ...]:
    if isinstance(part, Table):
        return tuple(f"| {' | '.join(render(cell, cell=True) for cell in row)} |" for row in part.rows)
    lines = tuple(render(line) for line in part.lines)
    return lines if len(lines) == 1 else tuple(f"- {line}" for line in lines)


def as_blocks(parts: Sequence[Part], *, needed: int = 0) -> tuple[Block, ...]:
    """The same Markdown for a page of bounded size; the first `needed` blocks are never left out.

    A heading is one block with what stands below it, so that neither stays without the other.
    """
    blocks: list[Block] = []
    heading = ""
    for part in parts:
        if isinstance(part, Heading):
            heading = f"### {part.text}\n\n"
            continue
        opening, rows = heading + "\n".join(_head(part)), _rows(part)
        if isinstance(part, Lines) and (heading or len(rows) == 1):
            # A sentence by itself, and the first under a heading, stay when rows are cut.
            opening, rows = heading + "\n".join(rows[:1]), rows[1:]
        left_out = "- … and {} more, left out for length"
        if isinstance(part, Table):
            left_out = "| … and {} more |" + " |" * (len(part.head) - 1)
        heading, is_needed = "", len(blocks) < needed
        blocks.append(Block(opening=opening, rows=rows, left_out=left_out, needed=is_needed))
    return tuple(blocks)
