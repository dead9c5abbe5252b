"""PXF text as a list of words: white space and comments fall away, everything else is a token.

A token's first characters say what it is, so a token is just its text. What is no part of the language is a
token too, and `values` or `pxf` says what is wrong with it. Each character is looked at a bounded number of
times, whatever the text. The end of the text is the empty token.
"""

from __future__ import annotations

import re

_MOST_SHOWN = 40

_TRIVIA = r"(?:[ \t\r\n]++|#[^\n]*+|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+"
_TOKENS = (
    r"[{}\[\]=:,;]",
    r'b"[^"\n]*+"?',
    r"[A-Za-z_][A-Za-z0-9_.]*+",
    r'"""[\s\S]*?"""',
    r'"""[\s\S]*+',  # not closed: the rest of the text
    r'"(?:[^"\\\n]++|\\[^\n])*+"',
    r'"[^\n]*+',  # not closed: the rest of the line
    r"[0-9]{4}-[0-9A-Za-z.:+-]*+",  # a timestamp, by its beginning
    # A number or a duration, and whatever sticks to it.
    r"[-+.]*+[0-9](?:[eE][-+]|[0-9A-Za-z_.µμ])*+",
    r"@[A-Za-z0-9_.]*+",
    r"/\*[\s\S]*+",  # not closed: the rest of the text
    r"'(?:[^'\\\n]++|\\[^\n])*+'?",
    r"[“”„][^“”\n]*+[“”]?",
    r"/",
    r"""[^ \t\r\nA-Za-z0-9_"'“”„{}\[\]=:,;@#/]++""",
    r"\Z",
)
_TOKEN = re.compile(f"{_TRIVIA}({'|'.join(_TOKENS)})")


def tokenize(text: str) -> list[str]:
    """The tokens of a text; the last one is empty."""
    tokens = _TOKEN.findall(text)
    # White space before the end makes it match twice.
    return tokens[:-1] if tokens[-2:] == ["", ""] else tokens


def starts(text: str) -> list[int]:
    """Where each of the text's tokens begins."""
    return [found.start(1) for found in _TOKEN.finditer(text)]


def shown(token: str) -> str:
    """A token, or any other foreign text, as a message quotes it: made inert, and not longer than a glance."""
    return repr(token if len(token) <= _MOST_SHOWN else f"{token[:_MOST_SHOWN]}…")
