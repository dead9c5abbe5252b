"""One Python requirement, as lists of them in `requirements.txt` and `pyproject.toml` state it (PEP 508)."""

from __future__ import annotations

import re

from steward.intake.manifests.found import Found, is_sha

_NAMED = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)", re.DOTALL)
_EXACT = re.compile(r"(?:===\s*\S+|==\s*[0-9A-Za-z][0-9A-Za-z.!+_-]*)")
_COMMIT = re.compile(r"@([^@#/]+)(?:#.*)?$", re.DOTALL)
_HASH = re.compile(r"[#&](?:sha256|sha384|sha512)=[0-9a-fA-F]{64,128}(?:&|$)")
_EGG = re.compile(r"[#&]egg=([A-Za-z0-9._-]+)")
_URL = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def stated(text: str, line: int) -> Found | None:
    """What one requirement states; None where the text is none."""
    text = text.strip()
    if _is_place(text):
        egg = _EGG.search(text)
        return Found(name=egg[1] if egg else text, version=text, pinned=_is_fixed(text), line=line)
    named = _NAMED.fullmatch(text)
    if named is None:
        return None
    rest = named[2]
    if rest.startswith("@"):
        # A marker follows a space: a semicolon may be part of the address.
        url = rest[1:].strip().split(" ;", 1)[0].strip()
        return Found(name=named[1], version=url, pinned=_is_fixed(url), line=line)
    version = rest.split(";", 1)[0].strip().strip("()").strip()
    if version and version[0] not in "=<>!~":
        return None
    pinned = any(_EXACT.fullmatch(one.strip()) for one in version.split(","))
    return Found(name=named[1], version=version, pinned=pinned, line=line)


def _is_place(text: str) -> bool:
    return text.startswith((".", "/", "~")) or bool(_URL.match(text))


def _is_fixed(url: str) -> bool:
    """Whether an address leads to one content: a folder, a commit, or a file with its hash."""
    if not _URL.match(url) or url.lower().startswith("file:"):
        return True
    commit = _COMMIT.search(url)
    return bool(_HASH.search(url)) or (url.lower().startswith("git+") and bool(commit) and is_sha(commit[1]))  # type: ignore[index]
