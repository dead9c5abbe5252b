"""Texts that are meant to hurt: each is read or refused with a place, and soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from steward.governance.pxf import MOST_BYTES, attempt, parse
from tests.unit.governance.plain import PATH, fields, problems

DATA = Path(__file__).parents[2] / "data" / "governance"
FULL = MOST_BYTES
DEEP = "expected at most 32 levels of brackets, found one more"


def filled(piece: str, before: str = "", after: str = "") -> str:
    """The piece again and again, up to the largest text that is read."""
    room = FULL - len((before + after).encode())
    return before + piece * (room // len(piece.encode())) + after


UNENDED = ('"', '"""', 'b"', "'", "/*", "{", "[", "@", "\\", '"\\', '"\\x', '"\\u00', '"a\\"')
PIECES = (
    ("-",), (".",), ("+-.",), ("-a",), ("1.",), ("1e",), ("1e+",), ("2024-",), ('"',), ('"""',), ('""',),
    ('"\\',), ('"a\n',), ("'",), ("'\\",), ('b"',), ('"a" ',), ("/*",), ("/* ",), ("*", "/*"), ("/",),
    ("/ ",), ("//\n",), ("#\n",), ("@",), ("@a\n",), ("@a {}\n",), ("@type a\n",), ("@a a ",), ("é",),
    ("\0",), ("\\",), ("}",), ("]",), ("=", "a"), (",", "a=1"), (",",), ("a ",), ("a\n",), ("a=\n",),
    ("a=1 ",), ("a=1\n",), ("a{}\n",), ("a{\n}\n",), ("a 1\n",), ("a{b 1\n}\n",), ("1,", "a=[", "]"),
    ("[],", "a=[", "]"), ("{},", "a=[", "]"), ("{a 1},\n", "a=[", "]"), ("a", "", " = 1"),
    ("a.", "", " = 1"), ("7", "a = "), ("1h", "a = "), ("\\n", 'a = "', '"'), ("\\x41", 'a = "', '"'),
    ("\\q", 'a = "', '"'), ("\n ", 'a = """', '"""'), (" ", 'a = """\n', '"""'), ("A", 'a = b"', '"'),
    ("a: 1 ", "m {", "}"), ('"": 1 ', "m {", "}"), ("\r",), ("\r\n",), ("a\r\n",), ("\ufeff",), ("\u2028",),
)  # fmt: skip
"""What fills a text again and again; where there are more, what stands before and behind."""


def test_100_000_levels_are_too_large_a_text() -> None:
    assert problems("a{" * 100_000) == ("1:1: expected at most 65,536 bytes, found 200,000",)
    assert problems("[" * 100_000) == ("1:1: expected at most 65,536 bytes, found 100,000",)


def test_the_largest_text_is_read_and_one_byte_more_is_not() -> None:
    assert fields("#" * FULL) == []
    assert fields(b"\xef\xbb\xbf" + b" " * (FULL - 3)) == []
    assert problems("#" * (FULL + 1)) == ("1:1: expected at most 65,536 bytes, found 65,537",)
    assert problems("é" * (FULL // 2 + 1)) == ("1:1: expected at most 65,536 bytes, found 65,538",)


@pytest.mark.parametrize(
    ("opener", "closer"), [("a {", "}"), ("a = {", "}"), ("a = [[", "]]")], ids=["block", "value", "lists"]
)
def test_32_levels_are_read_and_33_are_not(opener: str, closer: str) -> None:
    levels = opener.count("{") + opener.count("[")
    inner = "[" if "[" in opener else "a {"
    text = opener + (" " + inner) * (32 - levels) + closer[0] * (32 - levels) + closer
    assert len(fields(text)) == 1
    deeper = opener + (" " + inner) * (33 - levels) + closer[0] * (33 - levels) + closer
    assert [problem.split(": ")[1] for problem in problems(deeper)] == [DEEP]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param(filled("a{"), "1:66", id="blocks"),
        pytest.param(filled("[", "a="), "1:35", id="lists"),
        pytest.param(filled("{", "a="), "1:35", id="braces alone"),
        pytest.param(filled("a=[{"), "1:67", id="in turn"),
        pytest.param(filled("{", "@a "), "1:36", id="in a directive"),
        pytest.param(filled("[", 'x = "\na='), "2:35", id="behind a string without an end"),
    ],
)
def test_a_deep_nest_is_refused_at_the_33rd_level(text: str, place: str) -> None:
    assert f"{place}: {DEEP}" in problems(text)


def test_4_097_digits_are_refused_as_a_key_too() -> None:
    text = f"m {{ {'9' * 4_097}: 1 }}"

    assert problems(text) == (f"1:5: expected a number of at most 4,096 digits, found '{'9' * 40}…'",)


def test_5_000_digits_are_refused() -> None:
    for number in ("9" * 5_000, "-" + "9" * 5_000, "0." + "9" * 5_000, "9" * 5_000 + "s", "1e" + "9" * 5_000):
        (problem,) = problems(f"a = {number}")
        assert problem.startswith("1:5: expected a number of at most 4,096 digits, found '")
        assert len(problem) < 120


@pytest.mark.parametrize("number", [0xD800, 0xDBFF, 0xDC00, 0xDFFF], ids=hex)
def test_half_a_character_is_refused_wherever_it_stands(number: int) -> None:
    half = chr(number)
    for text in (half, f'"{half}"', f"# {half}", f"a{half} = 1", f'"""{half}"""'):
        assert [problem.split(": ")[1] for problem in problems(text)] == [
            "expected UTF-8, found the byte 0xed where it begins no character"
        ]


def test_a_zero_is_refused_as_a_word_and_kept_as_text() -> None:
    assert problems("\0") == (r"1:1: expected a field, a value or a comment, found '\x00'",)
    assert fields('a = "\0" # \0') == [("a", "\0")]


@pytest.mark.parametrize(
    "text", ['"', '"""', 'b"', "'", "/*", "{", "[", "@", "\\", '"\\', '"\\x', '"\\u00', '"a\\"']
)
@pytest.mark.parametrize("before", ["", "a = ", "a {", "a = [", "@a ", "@a {", "@type "])
def test_what_has_no_end_is_refused(before: str, text: str) -> None:
    assert all(problem.split(":")[0] == "1" for problem in problems(before + text))


@pytest.mark.parametrize("pieces", PIECES, ids=ascii)
def test_a_full_text_of_one_thing_is_read_or_refused(pieces: tuple[str, ...]) -> None:
    """No text makes the reader look at one character again and again: all of these end at once."""
    text = filled(*pieces)
    parsed = attempt(text, path=PATH)
    assert parsed.document is not None or parsed.problems
    assert all(0 <= problem.offset <= len(text) for problem in parsed.problems)


def test_the_public_example_is_read() -> None:
    document = parse((DATA / "protowire.governance.pxf").read_bytes(), path=PATH)
    assert [entry.name for entry in document.body.entries] == (
        "version manifesto domains escrow decay immune_system amendments slashing founders alternatives "
        "sarif triage precedent"
    ).split()
