"""What others wrote, made fit to be shown to a model: nothing hidden in it, and nothing secret.

A reader of the page on GitHub sees less than its text holds: comments, attributes, titles of links, characters
without a shape. A model would read all of it, so it goes first (`docs/prose.md`, "What is sent").
"""

from __future__ import annotations

import html
import re
import unicodedata

from msgspec import Struct

REDACTED = "[redacted]"

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
        before, shown = shown, _without_markup(_visible(shown))
        if shown == before:
            # Signs of no markup any more; what they kept apart is looked at once more.
            shown = shown.replace("<", " ").replace(">", " ")
        if shown == before:
            break
    else:
        # Markup that keeps uncovering more markup was made to deceive: none of its signs is left.
        shown = _visible(_SIGNS.sub(" ", shown))
    shown = _spaced(_redacted(shown))
    return Cleaned(_end(shown[:limit]), len(shown) + missing)


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
_FENCE = re.compile(r"^([ >*+-]*(?:`{3,}|~{3,}))[^`\n]*$", re.MULTILINE)
_DEFINITION = re.compile(r"^[ \d.>*+-]*\[[^\[\]\n]+\]:.*(?:\n[^\n]*\S[^\n]*)*", re.MULTILINE)
_IMAGE = re.compile(r"!\[[^\[\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])?")
_LINK = re.compile(r"\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])")
_SIGNS = re.compile(r"[<>&\[\]()!`~]+")


def _without_markup(text: str) -> str:
    """The text without comments, tags with their attributes, images, and where links lead."""
    if not any(sign in text for sign in "<[`~>"):
        return text
    text = _DEFINITION.sub("", "".join(_uncommented(text)))
    for hidden in (_UNREAD, _INSTRUCTION, _TAG, _BROKEN_TAG):
        text = hidden.sub(" ", text)
    return _LINK.sub(r"\1", _IMAGE.sub(" ", _FENCE.sub(r"\1", text)))


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


# -------------------------------------------------------------------------------------------- what is secret

_SECRETS = re.compile(
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z0-9 ]*-----.*?(?:-----END [A-Z0-9 ]*-----|\Z)"
    r"|\bgh[a-z]_[A-Za-z0-9_]{16,}|\bgithub_pat_[A-Za-z0-9_]{16,}|\bgl[a-z]{2,6}-[\w-]{16,}"
    r"|\b(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)[A-Z0-9]{12,}"
    r"|\bxox[a-z](?:\.xox[a-z])?-[\w-]{8,}|\bxapp-[\w-]{8,}|\bhooks\.slack\.com/\S+"
    r"|\b[srp]k[-_](?:ant|proj|live|test|or|svcacct)?[-_]?[A-Za-z0-9_-]{16,}"
    r"|\bAIza[\w-]{30,}|\bya29\.[\w-]{16,}|\bnpm_[A-Za-z0-9]{20,}|\bpypi-[\w-]{16,}|\bhf_[A-Za-z0-9]{16,}"
    r"|\bdckr_pat_[\w-]{16,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bglsa_\w{16,}|\bdop_v1_\w{16,}"
    r"|\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?",
    re.DOTALL | re.ASCII,
)
_NAMED = re.compile(
    r"(?P<name>[\w.-]{0,40}(?:key|token|secret|passw(?:or)?d|passphrase|pwd|credentials?|bearer|basic|signature)"
    r"""[\w-]{0,40}["']?\s{0,4}(?:[:=]{1,3}>?|\s)\s{0,4}["'`]?)(?P<value>[^\s"'`,;]{8,})""",
    re.IGNORECASE | re.ASCII,
)
_IN_ADDRESS = re.compile(r"(://[^\s/:@]{0,100}:)[^\s/@]{1,200}@")
_LONG = re.compile(
    r"(?<![A-Za-z0-9+])[A-Za-z0-9+]{32,}={0,2}|(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])"
)


def _redacted(text: str) -> str:
    text = _SECRETS.sub(REDACTED, text)
    text = _IN_ADDRESS.sub(rf"\1{REDACTED}@", text)
    text = _NAMED.sub(_value, text)
    return _LONG.sub(_run, text)


def _value(found: re.Match[str]) -> str:
    """A value beside a telling name; a word of letters beside it, as in "password handling", is none."""
    value, assigned = found["value"], found["name"].rstrip("\"'` ")[-1] in ":=>"
    mixed = _kinds(value) >= 2 and any(map(str.isdigit, value))
    return f"{found['name']}{REDACTED}" if mixed or (assigned and not value.isalpha()) else found[0]


def _run(found: re.Match[str]) -> str:
    """A long run of letters and digits without a break; the 40 of a cloud key may hold slashes, as paths do."""
    run = found[0]
    mixed = any(map(str.isdigit, run)) and _kinds(run) >= (3 if "/" in run else 2)
    return REDACTED if mixed else run


def _kinds(text: str) -> int:
    return sum(map(any, ((map(str.islower, text)), map(str.isupper, text), map(str.isdigit, text))))


# ------------------------------------------------------------------------------------------------- what stays

_BLANKS = re.compile(r" *\n[ \n]*| {2,}")


def _spaced(text: str) -> str:
    return _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", text).strip(" \n")


def _end(text: str) -> str:
    return text.rstrip(" \n")
