"""Diffs made with real git: the answer is git's own (`tests/data/diffs/README.md`)."""

from __future__ import annotations

import json
from io import BytesIO
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


def case_id(number: str) -> str:
    return str(CASES[number]["name"])


REFUSED = [number for number, case in CASES.items() if case.get("may_refuse")]


@pytest.mark.parametrize("number", [number for number in CASES if number not in REFUSED], ids=case_id)
def test_the_answer_is_that_of_git(number: str) -> None:
    parsed = parse(number)
    assert parsed.unreadable == ()
    assert told(parsed) == truth(CASES[number])


@pytest.mark.parametrize("number", REFUSED, ids=case_id)
def test_a_diff_made_under_unusual_settings_is_refused_with_the_command_to_run(number: str) -> None:
    with pytest.raises(DiffUnreadable) as refused:
        parse(number)
    assert refused.value.mend.startswith("Run: git ")


def test_all_cases_in_one_diff_are_read_or_refused_one_by_one() -> None:
    """Every readable file once; a path that comes again in a later case is refused, and no other is lost."""
    readable = [number for number in CASES if number not in REFUSED]
    whole = b"".join((FOLDER / f"{number}.diff").read_bytes() for number in readable)
    parsed = parse_diff(BytesIO(whole))
    assert {file.path for file in parsed.files} == {
        file.path for number in readable for file in parse(number).files
    }
    assert {section.why for section in parsed.unreadable} == {"the diff has a section for this path already"}
