"""Rows read out of a diff are the rows that git tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.github.patches import rows_of

DIFFS = Path(__file__).parents[1] / "data" / "diffs"
_STATUS = {"A": "added", "D": "removed", "M": "modified", "R": "renamed", "C": "copied", "T": "changed"}


def _cases() -> list[Any]:
    told = [(path, json.loads(path.read_text(encoding="utf-8"))) for path in sorted(DIFFS.glob("*.json"))]
    return [pytest.param(path, case, id=path.stem) for path, case in told if not case.get("may_refuse")]


def _shown(name: str) -> str:
    """A name as JSON can show it: bytes that are not UTF-8 are lost."""
    return name.encode("utf-8", "surrogateescape").decode(errors="replace")


@pytest.mark.parametrize(("path", "case"), _cases())
def test_a_diff_gives_the_rows_that_git_tells(path: Path, case: dict[str, Any]) -> None:
    told = {
        (
            _shown(row["new"] or row["old"]),
            _STATUS[row["status"]],
            row["additions"] or 0,
            row["deletions"] or 0,
        )
        for row in case["files"]
    }

    rows = rows_of(path.with_suffix(".diff").read_bytes())

    assert {(row.filename, row.status, row.additions, row.deletions) for row in rows} == told
