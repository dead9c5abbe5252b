"""What a reader of GitHub's Markdown would get: a page as tokens, told apart by whether they are alive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

_PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).use(gfm_autolink_plugin)

_OUR_HTML = re.compile(
    r"</?details>|</?sub>|<br>|<!-- steward:[^\n]* -->"
    r"|<details><summary>[A-Za-z0-9 :,()]+</summary>"
)


def tokens(markdown: str) -> Iterator[Token]:
    """Every token of the page, those inside a line included."""
    for token in _PARSER.parse(markdown):
        yield token
        yield from token.children or ()


def code_spans(markdown: str) -> list[str]:
    """What stands in code spans, as it is shown."""
    return [token.content for token in tokens(markdown) if token.type == "code_inline"]


def text(markdown: str) -> str:
    """What stands outside code spans and fences: where mentions and references would come alive."""
    return "\n".join(token.content for token in tokens(markdown) if token.type == "text")


def links(markdown: str) -> list[str]:
    """Where the page's links and images lead."""
    return [
        str(token.attrs.get("href") or token.attrs.get("src"))
        for token in tokens(markdown)
        if token.type in ("link_open", "image")
    ]


def foreign_html(markdown: str) -> list[str]:
    """HTML that is not one of the few pieces the reports are built with."""
    pieces = [token.content for token in tokens(markdown) if token.type in ("html_inline", "html_block")]
    lines = [line.strip() for piece in pieces for line in piece.splitlines()]
    return [line for line in lines if line and not _OUR_HTML.fullmatch(line)]


def rows(markdown: str) -> list[list[list[Token]]]:
    """Every table row as its cells, each as its inline tokens."""
    found: list[list[list[Token]]] = []
    in_cell = False
    for token in _PARSER.parse(markdown):
        if token.type == "tr_open":
            found.append([])
        elif token.tag in ("td", "th"):
            in_cell = token.nesting == 1
        elif in_cell:
            found[-1].append([child for child in token.children or [] if child.content or child.nesting])
    return found


def is_closed(markdown: str) -> bool:
    """Whether every fold and every fence that opens is closed again."""
    outside, fences = [], 0
    for line in markdown.splitlines():
        fences += line.startswith(("~~~", "```"))
        if fences % 2 == 0:
            outside.append(line)
    folds = sum(line.startswith("<details>") - line.startswith("</details>") for line in outside)
    return fences % 2 == 0 and folds == 0
