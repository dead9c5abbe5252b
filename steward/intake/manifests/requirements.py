"""`requirements*.txt`, as pip reads it (`docs/dependencies.md`, "requirements*.txt")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steward.intake.manifests.found import Found, ManifestError
from steward.intake.manifests.python_requirement import stated

_COMMENT = re.compile(r"(?:^|\s)#.*$")
_OPTIONS = re.compile(r"\s--?[A-Za-z].*$", re.DOTALL)
_EDITABLE = re.compile(r"(?:-e\s*|--editable(?:\s+|=))(.+)", re.DOTALL)


def read(text: str) -> list[Found]:
    """Every requirement; other files that are included state their own."""
    found = []
    for line, row in _logical(text):
        editable = _EDITABLE.fullmatch(row)
        if row.startswith("-") and not editable:
            continue
        requirement = _OPTIONS.sub("", " " + (editable[1] if editable else row)).strip()
        one = stated(requirement, line)
        if one is None:
            raise ManifestError(f"expected a requirement, found {requirement[:60]!r}", line)
        found.append(one)
    return found


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """Lines as pip cuts them, which is oftener than anybody numbers them: at U+2028 too, within a comment."""
    for number, line in enumerate(text.split("\n"), 1):
        yield from ((number, row) for row in line.splitlines() or [""])


def _logical(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments, those that end in a backslash joined, with the number of the first."""
    parts: list[str] = []
    first = 1
    for number, row in _rows(text):
        first = first if parts else number
        if row.endswith("\\") and not row.lstrip().startswith("#"):
            parts.append(row[:-1])
            continue
        joined = _COMMENT.sub("", " ".join([*parts, row])).strip()
        parts = []
        if joined:
            yield first, joined
    if parts and (joined := _COMMENT.sub("", " ".join(parts)).strip()):
        yield first, joined
