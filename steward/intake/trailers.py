"""A commit's message becomes what it declares: sign-offs, co-authors, sign-offs given later.

The rules are those of `docs/dco.md`, "Where a sign-off may stand". Any text is a message: what cannot be read
as a declaration is none.
"""

from __future__ import annotations

import re

from msgspec import Struct

from steward.facts import Identity

_LINE_END = re.compile(r"\r\n?")
_TRAILER = re.compile(r"^(signed-off-by|co-authored-by)[ \t]*:(.*)$", re.ASCII | re.IGNORECASE | re.MULTILINE)
# The words may be wrapped, as editors do at 72 columns; the name and the address may not.
_REMEDIATION = re.compile(
    r"^I,([^<>\n]*)<([^<>\s]+)>,?\s+hereby\s+add\s+my\s+Signed-off-by\s+to\s+this\s+commit:"
    r"\s*([0-9a-f]{7,64})\.?[ \t]*$",
    re.ASCII | re.IGNORECASE | re.MULTILINE,
)


class Remediation(Struct, frozen=True, kw_only=True):
    """A sign-off for an earlier commit: who says to give it, and the commit's name or its first digits."""

    by: Identity
    sha: str


class Trailers(Struct, frozen=True, kw_only=True):
    """What a message declares, in its order. `unread` counts sign-off lines that are not `NAME <MAIL>`."""

    sign_offs: tuple[Identity, ...] = ()
    co_authors: tuple[Identity, ...] = ()
    remediations: tuple[Remediation, ...] = ()
    unread: int = 0


def read_trailers(message: str) -> Trailers:
    """The declarations of a message; total, and linear in its length."""
    text = _LINE_END.sub("\n", message)
    sign_offs, co_authors, unread = [], [], 0
    for token, value in _TRAILER.findall(text):
        identity = _identity(value.strip())
        if token[0] in "cC":
            co_authors += [identity] if identity else []
        elif identity and identity.name:
            sign_offs.append(identity)
        else:
            unread += 1
    return Trailers(
        sign_offs=tuple(sign_offs),
        co_authors=tuple(co_authors),
        remediations=tuple(map(_remediation, _REMEDIATION.finditer(text))),
        unread=unread,
    )


def _identity(value: str) -> Identity | None:
    """`NAME <MAIL>`, or None. A name may be missing, an address may not."""
    name, bracket, rest = value.rpartition("<")
    email = rest.removesuffix(">").strip()
    if not bracket or not rest.endswith(">") or not email or len(email.split()) > 1 or ">" in email:
        return None
    return Identity(name=name.strip(), email=email)


def _remediation(found: re.Match[str]) -> Remediation:
    return Remediation(by=Identity(name=found[1].strip(), email=found[2]), sha=found[3].lower())
