"""TOML as tables, with a line for what is wrong. `tomllib` is imported late: few changes touch a manifest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from steward.intake.manifests.found import ManifestError

_LINE = re.compile(r"\(at line (\d+)")
_MOST_DEPTH = 40

Table: TypeAlias = Mapping[str, object]


def parse(text: str) -> Table:
    """The document. Raises `ManifestError`."""
    import tomllib

    if any(_depth(row) > _MOST_DEPTH for row in text.split("\n")):
        raise ManifestError(f"is nested more than {_MOST_DEPTH} deep")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        place = _LINE.search(str(problem))
        what = str(problem).split(" (at ", 1)[0]
        line = int(place[1]) if place else text.count("\n") + 1
        raise ManifestError(f"is no TOML ({what[:100]})", line) from None
    except (ValueError, RecursionError, OverflowError):
        raise ManifestError("holds a value that cannot be read") from None


def table(document: Table, *keys: str) -> Table:
    """The table at a path of keys; an empty one where there is none."""
    found: object = document
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _depth(row: str) -> int:
    # A dotted key makes tables within tables too.
    key = row.split("=", 1)[0]
    return max(row.count("["), row.count("{"), key.count("."))
