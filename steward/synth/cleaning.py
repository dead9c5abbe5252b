"""What others wrote, made fit to be shown to a model: nothing hidden in it, and nothing secret.

A reader of the page on GitHub sees less than its text holds: comments, attributes, titles of links, characters
without a shape. A model would read all of it, so it goes first (`docs/prose.md`, "What is sent").
"""

from __future__ import annotations

import html
import re
import unicodedata

from msgspec import Struct

from steward.synth.links import without_links
from steward.synth.redaction import redacted

# Longer texts are cut before any work is done on them: so much may be hidden for each character that is sent.
_HIDDEN_SHARE = 16
_HIDDEN = 1_000
_MOST_PASSES = 8


class Cleaned(Struct, frozen=True):
    """A clean text, and how many characters it had before it was cut to its limit."""

    text: str
    of: int

    @property
    def cut(self) -> bool:
        """Whether something is missing at the end."""
        return len(self.text) < self.of


def clean(text: str, limit: int) -> Cleaned:
    """The text without what is hidden or secret, at most `limit` characters of it.

    One line feed or space stands for each run of them. Cleaning twice gives the same.
    """
    shown, missing = _bounded(text, _HIDDEN_SHARE * limit + _HIDDEN)
    for _ in range(_MOST_PASSES):
        before, shown = shown, _spaced(redacted(_unmarked(shown)))
        if shown == before:
            break
    return Cleaned(_end(shown[:limit]), len(shown) + missing)


def _unmarked(shown: str) -> str:
    """The text without what has no shape and without markup, however often one uncovers the other."""
    for _ in range(_MOST_PASSES):
        before, shown = shown, _without_markup(_visible(shown))
        if shown == before:
            # Signs of no markup any more; what they kept apart is looked at once more.
            shown = shown.replace("<", " ").replace(">", " ")
        if shown == before:
            break
    else:
        # Markup that keeps uncovering more markup was made to deceive: none of its signs is left.
        shown = _visible(_SIGNS.sub(" ", shown))
    return shown


def _bounded(text: str, most: int) -> tuple[str, int]:
    """The beginning of a very long text up to a blank, so that no secret is cut in two and then not known."""
    if len(text) <= most:
        return text, 0
    head = text[:most].rsplit(None, 1)
    kept = head[0] if len(head) == 2 else ""
    return kept, len(text) - len(kept)


# ----------------------------------------------------------------------------------------- what has no shape

_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # joiners and fillers that count as letters or signs
    "\u180b\u180c\u180d\u180f"
    + "".join(map(chr, range(0xFE00, 0xFE10)))  # variation selectors
    + "".join(map(chr, range(0xE0000, 0xE1000)))  # tags, more variation selectors
)
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_BREAKS = frozenset("\n\x0b\x0c\r\x1c\x1d\x1e\x85\u2028\u2029")


def _visible(text: str) -> str:
    """Entities decoded, NFKC, and only characters that a reader sees."""
    if text.isascii() and text.isprintable() and "&" not in text:
        return text
    decoded = html.unescape(text)
    # What is taken out may have kept a letter and its accent apart: composed only afterwards.
    shown = unicodedata.normalize("NFKC", "".join(map(_shape, decoded)))
    return "".join(map(_shape, shown))


def _shape(character: str) -> str:
    if " " <= character <= "~":
        return character
    if character in _BREAKS:
        return "\n"
    if character == "\t":
        return " "
    if character in _BLANK:
        return ""
    category = unicodedata.category(character)
    return " " if category == "Zs" else "" if category in _UNSEEN else character


# ------------------------------------------------------------------------------------------- what is markup

_COMMENT = re.compile(r"(<!--|-->)")
_UNREAD = re.compile(r"<(script|style|template)\b[^>]*>.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_INSTRUCTION = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)", re.DOTALL)
_TAG = re.compile(r"""<[/!]?[A-Za-z](?:[^<>"']|"[^"]*"|'[^']*')*>""")
_BROKEN_TAG = re.compile(r"<[/!]?[A-Za-z][^<>]*>")
# Tags within a line may stand within a word: without them it is whole again.
_INLINE = re.compile(
    r"</?(?:a|b|i|u|s|q|em|strong|code|span|sub|sup|del|ins|kbd|mark|font|wbr|tt|small|big|var|samp)\b",
    re.IGNORECASE,
)
_PREFIX = r"^[ \d.)>*+-]*"
_FENCE = re.compile(_PREFIX + r"(?:`{3,}[^`\n]*|~{3,}[^\n]*)$", re.MULTILINE)
_FENCED = re.compile(r"^[ \d.)>*+-]*(?:`{3,}|~{3,})")
_DEFINITION = re.compile(_PREFIX + r"\[(?:[^\[\]\\]|\\.){1,1000}\]:.*(?:\n[^\n]*\S[^\n]*)*", re.MULTILINE)
# Comments in diagrams and formulas, and formulas that hold a command: it can make what it likes unseen.
_REMARK = re.compile(r"^[ >]*%.*$", re.MULTILINE)
_FORMULAS = re.compile(
    r"^[ \d.)>*+-]*(?:`{3,}|~{3,}) *math\b.*?(?:^[ >]*(?:`{3,}|~{3,}) *$|\Z)", re.MULTILINE | re.DOTALL
)
_FORMULA = re.compile(r"\$\$?[^$]{1,2000}\$\$?")
_UNSHOWN = re.compile(r"\\[hv]?phantom\s*\{[^{}]*\}")
_SIGNS = re.compile(r"[<>&\[\]()!`~]+")


def _without_markup(text: str) -> str:
    """The text without comments, tags with their attributes, images, and where links lead."""
    if not any(sign in text for sign in "<[`~>$%\\"):
        return text
    text = _DEFINITION.sub("", "".join(_uncommented(text)))
    for hidden in (_UNREAD, _INSTRUCTION):
        text = hidden.sub(" ", text)
    for tag in (_TAG, _BROKEN_TAG):
        text = tag.sub(_gap, text)
    for hidden in (_FORMULAS, _REMARK, _UNSHOWN):
        text = hidden.sub(" ", text)
    return without_links(_FENCE.sub(_fence, _FORMULA.sub(_formula, text)))


def _gap(tag: re.Match[str]) -> str:
    text, start, end = tag.string, tag.start(), tag.end()
    within = text[start - 1 : start].isalnum() and text[end : end + 1].isalnum()
    return "" if within and _INLINE.match(tag[0]) else " "


def _fence(line: re.Match[str]) -> str:
    found = _FENCED.match(line[0])
    return found[0] if found else ""


def _formula(found: re.Match[str]) -> str:
    return " " if "\\" in found[0] or "%" in found[0] else found[0]


def _uncommented(text: str) -> list[str]:
    """What stands in no comment; one inside another keeps both closed, and an open one ends with the text."""
    kept, depth = [], 0
    for piece in _COMMENT.split(text):
        if piece == "<!--":
            depth += 1
        elif piece == "-->":
            depth = max(depth - 1, 0)
        elif not depth:
            kept.append(piece)
    return kept


# ------------------------------------------------------------------------------------------------- what stays

_BLANKS = re.compile(r" *\n[ \n]*| {2,}")


def _spaced(text: str) -> str:
    return _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", text).strip(" \n")


def _end(text: str) -> str:
    return text.rstrip(" \n")
