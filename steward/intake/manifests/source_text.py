"""Build scripts as text: comments blanked, places kept. For what is a program, and is read, not run."""

from __future__ import annotations

import re

_PIECES = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)|"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?(?:\*/|\Z)",
    re.DOTALL,
)


def without_comments(text: str) -> str:
    """The same text with blanks for comments; every character keeps its place."""
    return _PIECES.sub(lambda found: _blank(found[0]), text)


def _blank(piece: str) -> str:
    if piece.startswith(("//", "/*")):
        return re.sub(r"[^\n]", " ", piece)
    return piece
