"""The one place that makes foreign text safe to show: in Markdown, and as plain text.

Paths, titles, branch names and settings are written by others. In Markdown they stand in code spans, where
nothing comes to life: no mention, link, image, HTML, issue reference or emoji, and no table cell ends.
Characters that cannot be seen, or that turn the text around them, are shown as `U+XXXX`; bytes that are not
UTF-8 as `\\xNN` (`docs/report.md`, "What others wrote").
"""

from __future__ import annotations

import re

from steward.model import Quoted, Words

# Written out instead of asked of `unicodedata`: the same text must look the same under every Python.
_UNSEEN = re.compile(
    "["
    "\x00-\x1f\x7f-\xa0\xad"  # controls, no-break space, soft hyphen
    "\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"  # joiners and Arabic format signs
    "\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"  # fillers, variation selectors of Mongolian
    "\u2000-\u200f\u2028-\u202f\u205f-\u206f"  # spaces, zero width, bidirectional, line separators
    "\u2800\u3000\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff\ue000-\uf8ff"  # surrogates, private use
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0x10000, 0xF0000, 0x10000))
    + "\U000e0000-\U000e0fff\U000f0000-\U0010ffff"  # tags, variation selectors, private use
    "]"
)
_BACKTICKS = re.compile(r"`+")
_ADDRESS = re.compile(r"https?://[\w.:/~%#?=&+-]+", re.ASCII)
# What stands in a sentence as it is: words, numbers and the punctuation round them. Nothing of it can start a
# mention, a link, a reference, an emoji or a list.
_TAME = re.compile(
    r"""[("']*(?:[A-Za-z0-9]+(?:['/-][A-Za-z0-9]+)*|[0-9]+(?:[.,:][0-9]+)+)[)"']*[.,;:?!]?[)"']*"""
    r"""|[("']+|[.,;:?!)"']+|[–—…→]""",
    re.ASCII,
)
_REFERENCE = re.compile(r"""[("']*(?:[A-Za-z]+-[0-9]|[0-9a-fA-F]{7}).*""")
_MOST_CLOSING = 5
_LIST_ITEM = re.compile(r"[0-9]+[.)]")
_TOKENS = re.compile(r"`(?P<code>[^`]+)`|(?P<space>\s+)|(?P<word>[^\s`]+|`)")


def visible(text: str, limit: int = 200) -> str:
    """The text on one line with every unseen character named, cut in the middle to `limit` characters."""
    if text.isascii() and text.isprintable() and len(text) <= limit:
        return text  # nearly all paths are, and a change may have thousands
    if len(text) > limit or _UNSEEN.search(text):
        return _cut([_UNSEEN.sub(_named, character) for character in _ends(text, limit)], limit)
    return text


def _named(found: re.Match[str]) -> str:
    number = ord(found[0])
    if 0xDC80 <= number <= 0xDCFF:
        return f"\\x{number - 0xDC00:02X}"
    return f"U+{number:04X}"


def _ends(text: str, limit: int) -> str:
    """No more of a long text than can be shown, so that its length costs nothing."""
    return text if len(text) <= 2 * limit + 2 else text[: limit + 1] + text[-limit - 1 :]


def _cut(pieces: list[str], limit: int) -> str:
    if sum(map(len, pieces)) <= limit:
        return "".join(pieces)
    head = _taken(pieces, limit // 2)
    tail = _taken(pieces[::-1], limit - limit // 2 - 1)
    return "".join(head) + "…" + "".join(reversed(tail))


def _taken(pieces: list[str], room: int) -> list[str]:
    taken: list[str] = []
    for piece in pieces:
        room -= len(piece)
        if room < 0:
            break
        taken.append(piece)
    return taken


def code(text: str, *, cell: bool = False, limit: int = 200) -> str:
    """The text as an inert code span; with `cell`, one that a table row can hold.

    The fence is longer than any run of backticks inside, so nothing inside can end it.
    """
    shown = visible(text, limit) or " "
    fence = "`" * (max(map(len, _BACKTICKS.findall(shown)), default=0) + 1)
    # Markdown takes one space off each side of a span that has both.
    touching = "`" in (shown[0], shown[-1])
    pad = " " if touching or (shown[0] == shown[-1] == " " and shown.strip(" ")) else ""
    span = f"{fence}{pad}{shown}{pad}{fence}"
    return span.replace("|", "\\|") if cell else span


def render(words: Words, *, cell: bool = False) -> str:
    """A sentence in Markdown: our literals as they are, foreign text as code spans."""
    rendered = ""
    for word in words:
        piece = code(word.text, cell=cell) if isinstance(word, Quoted) else word
        # Two spans side by side would read as one fence.
        rendered += " " + piece if rendered.endswith("`") and piece.startswith("`") else piece
    return rendered


def plain(words: Words, *, limit: int = 200) -> str:
    """A sentence without markup, for the log, a terminal, JSON and annotations; one line."""
    return "".join(visible(word.text, limit) if isinstance(word, Quoted) else word for word in words)


def sentence(text: str, *, cell: bool = False) -> str:
    """A sentence of ours that may carry foreign words, such as a problem with a setting's value in it.

    Plain words stay; what stands between backticks, and every other word, becomes a code span.
    """
    rendered = ""
    for found in _TOKENS.finditer(text.strip()):
        piece = _piece(found, first=not rendered, cell=cell)
        rendered += " " + piece if rendered.endswith("`") and piece.startswith("`") else piece
    return rendered


def _piece(found: re.Match[str], *, first: bool, cell: bool) -> str:
    if found["space"]:
        return " "
    if found["code"]:
        return code(found["code"], cell=cell)
    word = found["word"]
    tame = _TAME.fullmatch(word) and not _REFERENCE.fullmatch(word)
    if tame and not (first and _LIST_ITEM.fullmatch(word)):
        return word
    opening, bare, closing = _punctuated(word)
    return f"{opening}{code(bare, cell=cell)}{closing}"


def _punctuated(word: str) -> tuple[str, str, str]:
    """A wild word apart from its punctuation: `(src/a.py),` and `581f0fe).`, but the bracket of `failed(timeout)`
    is the word's own."""
    opening = "(" if word[0] == "(" and len(word) > 1 else ""
    bare = word[len(opening) :]
    end = len(bare.rstrip(".,;:?!)"))
    own = bare.count("(") - bare.count(")", 0, end)
    for at in range(end, len(bare)):
        if own > 0 and bare[at] == ")":
            own, end = own - 1, at + 1
    closing = bare[end:]
    # A long run is no punctuation, and would not be cut.
    return (opening, bare[:end], closing) if end > 0 and len(closing) <= _MOST_CLOSING else ("", word, "")


def link(label: str, address: str | None) -> str:
    """A link of ours, or only its label where there is no plain web address."""
    return f"[{label}]({address})" if address and _ADDRESS.fullmatch(address) else label
