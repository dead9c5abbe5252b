"""The characters of a field: an allow-list, so that no text that passes is anything but text to GitHub.

Letters, spaces and a few signs in places where they cannot begin a mention, a link, a reference, an emoji or a
list; slots where what they are filled with cannot either (`docs/prose.md`, "What an answer is held to").
"""

from __future__ import annotations

import re

from steward.synth.field import Field

_ALPHABET = re.compile(r"[A-Za-z][A-Za-z ,.;:'()?/\0-]*")
_ABBREVIATIONS = re.compile(r"(?<![A-Za-z.])(?:e\.g|i\.e)(?!\.?[A-Za-z])", re.IGNORECASE)
_REFUSED = re.compile(
    r"(?<![A-Za-z])/|/(?![A-Za-z])"  # a command, a path, two slashes
    r"|[A-Za-z]\.[A-Za-z]"  # an address
    r"|(?<![A-Za-z\0]):|:(?! )"  # an emoji, a scheme
    r"|(?<![ (])\0|\0(?![ ,.;:)?]|\Z)|\0[,.;:)?]+[A-Za-z\0]"  # a figure with something before or behind it
    r"|(?<![A-Za-z])[A-Fa-f]{7,}(?![A-Za-z])"  # a commit
    r"|(?<![A-Za-z])(?:GH|GHSA|CVE)-"  # an issue, an advisory
    r"|(?-i:(?<![A-Za-z])[A-Z][A-Z\d]+-[A-Za-z])"  # a ticket of another tracker
    r"|(?:www|https?|ftp|mailto|xmpp|javascript)[.:]"
    r"|  ",
    re.IGNORECASE,
)


def characters(field: Field) -> bool:
    """Whether every character is allowed where it stands."""
    if not _ALPHABET.fullmatch(field.outside) or "\0" in field.text:
        return False
    return not _REFUSED.search(_ABBREVIATIONS.sub("x", field.outside))
