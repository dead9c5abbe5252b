"""`Package.swift`, read as text (`docs/dependencies.md`, "Package.swift")."""

from __future__ import annotations

import re

from steward.intake.manifests.found import Found, ManifestError, Offsets, is_exact, is_sha
from steward.intake.manifests.source_text import without_comments

_PACKAGE = re.compile(r"(?:\.|\bPackage\.Dependency\.)package\s*\(")
_PARENTHESES = re.compile(r"""[()]|"(?:\\.|[^"\\\n])*\"""")
_NAMED = re.compile(r"""\b(url|id|path)\s*:\s*"([^"\n]*)\"""")
_EXACT = re.compile(r"""\bexact\s*(?::|\()\s*(?:Version\(\s*)?(?:stringLiteral:\s*)?"([^"\n]*)\"""")
_REVISION = re.compile(r"""\brevision\s*(?::|\()\s*"([^"\n]*)\"""")
_SCHEME = re.compile(r"^(?:[a-z+]+://)?(?:[^@/]*@)?", re.IGNORECASE)
_LONGEST = 4_000


def read(text: str) -> list[Found]:
    """Every package that is asked for by address, by identity or by folder."""
    text = without_comments(text)
    offsets = Offsets(text)
    found = []
    for opening in _PACKAGE.finditer(text):
        line = offsets.line(opening.start())
        inside = _inside(text, opening.end(), line)
        named = _NAMED.search(inside)
        if named is None:
            raise ManifestError("expected url:, id: or path: with a text in quotes", line)
        found.append(_stated(named, inside, line))
    return found


def _inside(text: str, start: int, line: int) -> str:
    depth = 1
    for mark in _PARENTHESES.finditer(text, start, start + _LONGEST):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return text[start : mark.start()]
    raise ManifestError("expected the package's closing parenthesis", line)


def _stated(named: re.Match[str], inside: str, line: int) -> Found:
    kind, place = named[1], named[2]
    rest = inside[named.end() :].strip(" ,\n\t")
    exact, revision = _EXACT.search(rest), _REVISION.search(rest)
    if kind == "path":
        return Found(name=place, version="", pinned=True, line=line)
    if exact:
        version, pinned = exact[1], is_exact(exact[1])
    elif revision:
        version, pinned = revision[1], is_sha(revision[1])
    else:
        version, pinned = " ".join(rest.split()), False
    name = _SCHEME.sub("", place).removesuffix("/").removesuffix(".git") if kind == "url" else place
    return Found(
        name=name.replace(":", "/") if kind == "url" else name, version=version, pinned=pinned, line=line
    )
