"""Diffs made with real git: the answer is git's own (`tests/data/diffs/README.md`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from steward.errors import DiffUnreadable
from steward.intake.diff import ParsedDiff, parse_diff
from steward.model import Kind

FOLDER = Path(__file__).parents[2] / "data" / "diffs"
KINDS = {
    "A": Kind.ADDED,
    "D": Kind.DELETED,
    "M": Kind.MODIFIED,
    "R": Kind.RENAMED,
    "C": Kind.COPIED,
    "T": Kind.TYPE_CHANGED,
}
CASES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def parse(number: str) -> ParsedDiff:
    with (FOLDER / f"{number}.diff").open("rb") as stream:
        return parse_diff(stream)


def told(parsed: ParsedDiff) -> list[tuple[Any, ...]]:
    return [
        (file.kind, file.previous_path or file.path, file.path, file.additions, file.deletions, file.binary)
        for file in parsed.files
    ]


def truth(case: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What git says; a binary file that the diff cannot show as one has no lines in it."""
    hidden = case.get("binary_unknown", False)
    return sorted(
        (
            (
                KINDS[file["status"]],
                file["old"],
                file["new"],
                0 if hidden else file["additions"],
                0 if hidden else file["deletions"],
                file["additions"] is None and not hidden,
            )
            for file in case["files"]
        ),
        key=lambda row: row[2],
    )


def test_there_are_cases() -> None:
    assert len(CASES) == 79


@pytest.mark.parametrize("number", [pytest.param(key, id=case["name"]) for key, case in CASES.items()])
def test_the_answer_is_that_of_git(number: str) -> None:
    case = CASES[number]
    try:
        parsed = parse(number)
    except DiffUnreadable as error:
        assert case.get("may_refuse"), error  # noqa: PT017 - either answer is right for these
        assert error.mend.startswith("Run: git ")
        return
    assert parsed.unreadable == ()
    assert told(parsed) == truth(case)


def test_all_cases_in_one_diff_are_read_or_refused_one_by_one() -> None:
    """Every readable file once; a path that comes again in a later case is refused, and no other is lost."""
    readable = [key for key, case in CASES.items() if not case.get("may_refuse")]
    whole = b"".join((FOLDER / f"{key}.diff").read_bytes() for key in readable)
    paths = {file.path for key in readable for file in parse(key).files}
    from io import BytesIO

    parsed = parse_diff(BytesIO(whole))
    assert {file.path for file in parsed.files} == paths
    assert {section.why for section in parsed.unreadable} == {"the diff has a section for this path already"}
