"""A page of GitHub's Markdown as a person reads it, in a terminal: tables as tables, folds folded.

For the demo. Every piece becomes a `Text`, so nothing in a page can reach the terminal as anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

_PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
_SUMMARY = re.compile(r"<details><summary>(.*?)</summary>")
_STYLES = {"strong_open": "bold", "link_open": "underline", "sub_open": "dim"}


def page(markdown: str, *, opened: Sequence[str] = ()) -> Group:
    """The page without its comments and hidden marker; `opened` are the first words of folds to open."""
    return Group(*_blocks(_Reader(_PARSER.parse(markdown)), tuple(opened)))


class _Reader:
    """Block tokens one by one."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = list(tokens)
        self._at = 0

    def next(self) -> Token | None:
        self._at += 1
        return self._tokens[self._at - 1] if self._at <= len(self._tokens) else None

    def until(self, closing: str) -> Iterator[Token]:
        """The tokens up to the closing one of the same depth."""
        level = self._tokens[self._at - 1].level
        while (token := self.next()) is not None and not (token.type == closing and token.level == level):
            yield token

    def skip_fold(self) -> None:
        while (token := self.next()) is not None and "</details>" not in token.content:
            pass


def _blocks(reader: _Reader, opened: tuple[str, ...]) -> Iterator[RenderableType]:
    while (token := reader.next()) is not None:
        match token.type:
            case "heading_open":
                heading = Text.assemble(*(_inline(inner) for inner in reader.until("heading_close")))
                heading.stylize("bold")
                yield from (heading, Text())
            case "paragraph_open":
                yield from (*(_inline(inner) for inner in reader.until("paragraph_close")), Text())
            case "bullet_list_open":
                yield from (*_list(reader.until("bullet_list_close")), Text())
            case "table_open":
                yield from (_table(reader.until("table_close")), Text())
            case "fence":
                yield from (_indented(Text(token.content.rstrip("\n")), 4), Text())
            case "html_block":
                yield from _fold(token, reader, opened)


def _fold(token: Token, reader: _Reader, opened: tuple[str, ...]) -> Iterator[RenderableType]:
    found = _SUMMARY.search(token.content)
    if found is None:
        return
    is_open = found[1].startswith(opened) if opened else False
    yield Text(f"{'▾' if is_open else '▸'} {found[1]}", style="bold" if is_open else "dim")
    if not is_open:
        reader.skip_fold()


def _list(tokens: Iterator[Token]) -> Iterator[RenderableType]:
    depth = 0
    for token in tokens:
        depth += {"list_item_open": 1, "list_item_close": -1}.get(token.type, 0)
        if token.type == "inline":
            item = Table.grid(padding=(0, 1))
            item.add_row("•", _inline(token))
            yield _indented(item, 2 * depth)


def _indented(piece: RenderableType, columns: int) -> Padding:
    return Padding(piece, (0, 0, 0, columns), expand=False)


def _table(tokens: Iterator[Token]) -> Table:
    rows: list[list[Text]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_inline(token))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for position, header in enumerate(rows[0]):
        table.add_column(header, no_wrap=position < len(rows[0]) - 1)
    for row in rows[1:]:
        table.add_row(*row)
    return table


def _inline(token: Token) -> Text:
    """One line's tokens as a text; HTML of ours becomes a line break or a style, any other is left out."""
    styles: list[str] = []
    found = Text()
    for child in token.children or ():
        kind = {"<sub>": "sub_open", "</sub>": "sub_close"}.get(child.content, child.type)
        if kind.endswith("_open"):
            styles.append(_STYLES.get(kind, ""))
        elif kind.endswith("_close"):
            styles.pop()
        elif child.content == "<br>" or kind in ("softbreak", "hardbreak"):
            found.append("\n")
        elif kind in ("text", "code_inline"):
            found.append(child.content, " ".join(filter(None, styles)) or None)
    return found
