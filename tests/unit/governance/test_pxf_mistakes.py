"""Many mistakes in one text: each is told once, with its place, and none is made up."""

from __future__ import annotations

from typing import Any

import pytest

from steward.governance.document import MOST_PROBLEMS
from steward.governance.pxf import attempt
from tests.unit.governance.plain import PATH, plain, problems


def case(name: str, text: str, *places: str) -> Any:
    return pytest.param(text, places, id=name)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        case(
            "bad values", 'a = 5seconds\nb = "\\q"\nc = 1e999\nd = 30d\ne = b"?"',
            "1:5", "2:6", "3:5", "4:5", "5:5",
        ),
        case("bad values in one list", 'a = [5seconds, "ok", 30d]', "1:6", "1:22"),
        case("bad values on one line", "a = 5seconds b = 30d", "1:5", "1:18"),
        case("bad keys and values", 'm {\n"\\q": 1\n"k": 30d\n}', "2:2", "3:6"),
        case("structure, at every level", "a 1\nm {\nb 2\nn {\nc 3\n}\n}\nd 4", "1:3", "3:3", "5:3", "8:3"),
        case("structure and values", "a 1\nb = 30d\nc = = 2\nd = 5seconds", "1:3", "2:5", "3:5", "4:5"),
        case("structure in a list of blocks", "m = [\n{\na 1\nb = 1\n}\n{\na 2\n}\n]", "3:3", "7:3"),
        case("a mistake in a list costs its field", "a = [1;2\n3]\nb 1", "1:7", "3:3"),
        case("no value, then a block", "a =\nm {\nb = 30d\n}", "2:1", "3:5"),
        case("a name alone, then a field", "a\nb = 30d", "2:1", "2:5"),
        case("directives and fields", "@\n@type 5\n@a [1]\n@b\nx 1", "1:1", "2:7", "3:4", "5:3"),
        case("a directive behind a field", "x = 1\n@a\ny = 30d", "2:1", "3:5"),
        case("single quotes", "a = 'x'\nb = 'y'\nc = 1", "1:5", "2:5"),
        case("a string without an end in a list", 'a = ["x]\nb = 30d', "1:6", "2:5"),
        case("a string without an end costs no bracket", 'm {\na = "x\n}\nb = 30d', "2:5", "4:5"),
        case("what follows on the line of a bad token is left alone", "a = $ x y z\nb 1", "1:5", "2:3"),
        case("typographic quotes", "a = “x y”\nb = „x”\nc = ”x\nd 1", "1:5", "2:5", "3:5", "4:3"),
        case("fields without a sign, one by one", 'a 1\nb "x"\nc [1]\nd 5', "1:3", "2:3", "3:3", "4:3"),
        case("a value on a line of its own is no field", "a = =\nx\nb = 30d", "1:5", "3:5"),
        case("a value and a separator are no field", "a = =\nx,\nb = 30d", "1:5", "3:5"),
        case("a bracket too few and bad values", "a = 30d\nm {\nb = 5seconds", "1:5", "2:3", "3:5"),
        case("a bracket too many and bad values", "a = 30d\n}\nb = 5seconds", "1:5", "2:1", "3:5"),
        case("a comment without an end hides the rest", "a = 30d\nm { /* }\nb = 5seconds", "1:5", "2:5"),
        case("three quotes without an end hide the rest", 'a = 30d\nm { b = """ }\nc 1', "1:5", "2:9"),
        case("a block as deep as allowed", "a {" * 32 + "x 1" + "}" * 32, "1:99"),
    ],
)  # fmt: skip
def test_each_mistake_is_told_once(text: str, places: tuple[str, ...]) -> None:
    assert tuple(problem.split(": ")[0] for problem in problems(text)) == places


def test_what_can_be_read_is_read() -> None:
    text = "a = 1\nb 2\nm {\nc = 3\nd 4\ne = 5\n}\nf = [1 30d]\ng = 6"
    parsed = attempt(text, path=PATH)

    assert parsed.document is not None
    assert [entry.name for entry in parsed.document.body.entries] == ["a", "m", "f", "g"]
    assert plain(parsed.document.body.entries[1].value) == [("c", 3), ("e", 5)]


def test_a_block_with_a_mistake_in_its_structure_knows_it() -> None:
    parsed = attempt("m {\nx 1\n}\nn {\nx = 30d\n}", path=PATH)

    assert parsed.document is not None
    assert parsed.document.body.whole
    blocks = [entry.value for entry in parsed.document.body.entries]
    assert [getattr(block, "whole", None) for block in blocks] == [False, True]


def test_nothing_is_read_where_brackets_do_not_match() -> None:
    assert attempt("a = 1 }", path=PATH).document is None


def test_of_very_many_mistakes_the_first_are_told() -> None:
    told = problems("x = 30d\n" * (MOST_PROBLEMS + 1_234))

    assert len(told) == MOST_PROBLEMS + 1
    assert told[-2].startswith(f"{MOST_PROBLEMS}:5: ")
    assert told[-1] == " and 1,234 more like these"
