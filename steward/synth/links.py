"""Links and images taken out of a text: the words of a link stay, where it leads and its title go.

A scanner, not a parser of Markdown: where the two could differ it takes out more, never less.
"""

from __future__ import annotations

import re

_END = re.compile(r"\n[ >]*\n")
_MARKS = re.compile(r"[\[\]\\]")
_QUOTED = {sign: re.compile(rf"(?:[^{sign}\\]|\\.)*{sign}", re.DOTALL) for sign in "\"'"}
_LABEL = re.compile(r"(?:[^\]\\]|\\.)*\]", re.DOTALL)


def without_links(text: str) -> str:
    """The text with the words of its links, without its images."""
    if "]" not in text:
        return text
    return "".join(piece if _END.fullmatch(piece) else _paragraph(piece) for piece in _paragraphs(text))


def _paragraphs(text: str) -> list[str]:
    return re.split(r"(\n[ >]*\n)", text)


class _Kept:
    """What is kept of a paragraph so far, and where the brackets stand that are open in it."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.open: list[int] = []
        self.image: int | None = None

    def put(self, piece: str) -> None:
        if piece:
            self.pieces.append(piece)

    def cut(self, at: int) -> None:
        del self.pieces[at:]
        self.pieces.append(" ")
        while self.open and self.open[-1] >= at:
            self.open.pop()


def _paragraph(text: str) -> str:
    kept, at = _Kept(), 0
    while (mark := _MARKS.search(text, at)) is not None:
        kept.put(text[at : mark.start()])
        at = mark.end()
        if mark[0] == "\\":
            kept.put(text[mark.start() : at + 1])
            at += 1
        elif mark[0] == "[":
            _opened(kept)
        else:
            at = _closed(kept, text, at)
    kept.put(text[at:])
    return "".join(kept.pieces)


def _opened(kept: _Kept) -> None:
    is_image = bool(kept.pieces) and kept.pieces[-1].endswith("!")
    if is_image:
        kept.pieces[-1] = kept.pieces[-1][:-1]
    kept.open.append(len(kept.pieces))
    kept.put("![" if is_image else "[")


def _closed(kept: _Kept, text: str, at: int) -> int:
    """Go on behind a closing bracket and what belongs to it."""
    leads = text[at : at + 1] in ("(", "[")
    behind = at if not leads else _behind(text, at)
    start = kept.open.pop() if kept.open else None
    is_image = start is not None and kept.pieces[start] == "!["
    if is_image and start is not None:
        kept.cut(start)
        kept.image = start if not leads and kept.image is None else kept.image
    elif leads:
        # A bracket that closes nothing, or an image that ended too early: its words may be those of an image.
        if start is None or kept.image is not None:
            kept.cut(0 if start is None or kept.image is None else kept.image)
        else:
            kept.pieces[start] = ""
    else:
        kept.put("]")
    return behind


def _behind(text: str, at: int) -> int:
    """Where a destination or a label that begins here ends; the end of the paragraph when nothing ends it."""
    if text[at] == "[":
        end = _LABEL.match(text, at + 1)
        return end.end() if end else len(text)
    depth, place = 1, at + 1
    while place < len(text) and depth:
        sign = text[place]
        if sign == "\\":
            place += 1
        elif sign in _QUOTED and text[place - 1].isspace():
            place = _quoted(text, place)
        else:
            depth += (sign == "(") - (sign == ")")
        place += 1
    return min(place, len(text))


def _quoted(text: str, at: int) -> int:
    """The place of the sign that closes a title; the same place when nothing does."""
    end = _QUOTED[text[at]].match(text, at + 1)
    return end.end() - 1 if end else at
