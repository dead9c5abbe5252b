"""PXF's fields, separators, comments and directives: each rule of `docs/governance.md` is a case with a name."""

from __future__ import annotations

from typing import Any

import pytest

from steward.governance.document import Directive, Name
from steward.governance.pxf import parse
from tests.unit.governance.plain import PATH, fields, problems

X, Y = ("x", 1), ("y", 2)


def case(name: str, text: str | bytes, *expected: Any) -> Any:
    return pytest.param(text, list(expected), id=name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        case("nothing", ""),
        case("white space alone", " \t\r\n\n"),
        case("a comment alone", "# nothing"),
        case("a field", "x = 1", X),
        case("no spaces", "x=1", X),
        case("value on another line", "x\n=\n1", X),
        case("a word on another line", "x =\na\ny = 2", ("x", Name("a")), Y),
        case("fields on lines", "x = 1\ny = 2\n", X, Y),
        case("fields on one line", "x = 1 y = 2", X, Y),
        case("line ends of Windows", "x = 1\r\ny = 2\r\n", X, Y),
        case("a carriage return is a space", "x = 1\ry = 2", X, Y),
        case("comma between fields", "x = 1, y = 2", X, Y),
        case("semicolon between fields", "x = 1; y = 2", X, Y),
        case("separator behind the last field", "x = 1;", X),
        case("separator on another line", "x = 1\n, y = 2", X, Y),
        case("block with its own braces", "m { x = 1 y = 2 }", ("m", [X, Y])),
        case("block as a value", "m = { x = 1 }", ("m", [X])),
        case("empty block", "m {}", ("m", [])),
        case("separators in a block", "m { x = 1, y = 2; }", ("m", [X, Y])),
        case("separator behind a block", "m { x = 1 }; y = 2", ("m", [X]), Y),
        case("nothing between block and field", "m{x=1}y=2", ("m", [X]), Y),
        case("blocks in blocks", "a { b { c { x = 1 } } }", ("a", [("b", [("c", [X])])])),
        case("a field again", "x = 1 x = 1", X, X),
        case("a block again", "m {} m {}", ("m", []), ("m", [])),
        case("colon in a block", "m { x: 1 }", ("m", [X])),
        case("string as a key", 'm { "a b": 1 }', ("m", [("a b", 1)])),
        case("key with escapes", r'm { "\x41\n": 1 }', ("m", [("A\n", 1)])),
        case("empty key", 'm { "": 1 }', ("m", [("", 1)])),
        case("integer as a key", "m { 5: 1 -5: 2 }", ("m", [("5", 1), ("-5", 2)])),
        case("block behind a colon", "m { x: { y: 2 } }", ("m", [("x", [Y])])),
        case("both signs in one block", 'm { x = 1, "y": 2 }', ("m", [X, Y])),
        case("list of blocks", "m = [{ x = 1 } { y = 2 }]", ("m", ([X], [Y]))),
        case("list of blocks with commas", "m = [{ x = 1 }, { y = 2 },]", ("m", ([X], [Y]))),
        case("colon in a list's block", "m = [{ x: 1 }]", ("m", ([X],))),
        case("list in a list", "m = [[1] [2]]", ("m", ((1,), (2,)))),
        case("word, then a block in a list", "m = [a {x = 1}]", ("m", (Name("a"), [X]))),
        case("word, then a key", 'm { x: a "y": 2 }', ("m", [("x", Name("a")), Y])),
        case("names with digits and underscores", "_a1_B = 1", ("_a1_B", 1)),
        case("names with dots", "a.b = 1", ("a.b", 1)),
        case("a name that begins with a keyword", "nullable = 1", ("nullable", 1)),
        case("a field of the name type", "type = 1", ("type", 1)),
        case("a field of the name b", 'b = "x"', ("b", "x")),
        case("comment with a hash", "# a\nx = 1 # b\ny = 2", X, Y),
        case("comment with slashes", "// a\nx = 1 // b\ny = 2", X, Y),
        case("comment in stars", "/* a */ x /**/ = /* b\n */ 1 /***/", X),
        case("comments do not nest", "/* a /* b */ x = 1", X),
        case("comment that holds quotes", '# it\'s "\nx = 1 // """\n/* \' */', X),
        case("comment up to the line feed", "# a\r b\nx = 1", X),
        case("comment between values", "m = [1/* */2 # c\n3]", ("m", (1, 2, 3))),
        case("comment behind a timestamp", "x = 1 # 2024-01-01", X),
        case("hash in a string", 'x = "# // /*"', ("x", "# // /*")),
        case("a byte order mark", "\ufeffx = 1", X),
        case("a byte order mark in bytes", b"\xef\xbb\xbfx = 1", X),
        case("a type", "@type a.B\nx = 1", X),
        case("a type on another line", "@type\na.B x = 1", X),
        case("a type, then a field on its line", "@type a.B x = 1", X),
        case("a type and a separator", "@type a.B; x = 1", X),
        case("another directive", "@header a.B\nx = 1", X),
        case("another directive of one word", "@header\nx = 1", X),
        case("another directive with values", '@header a "b" 1.5 5s true b"aGk="\nx = 1', X),
        case("another directive and a separator", "@header a; x = 1", X),
        case("another directive at the end", "@header a"),
        case("directive with a block", "@header a.B { y = 2 } x = 1", X),
        case("directive with a block of lines", '@header {\n y = "}"\n z = [{}] # }\n}\nx = 1', X),
        case("a block that is no PXF inside", "@proto { message A { int32 b = 1; } }\nx = 1", X),
        case("several directives", "@a\n@type a.B\n@b { }\nx = 1", X),
        case("a comment ends no directive", "@header /* a */ a\nx = 1", X),
        case("a comment over lines ends it", "@header /*\n*/ x = 1", X),
    ],
)
def test_a_text_is_read(text: str | bytes, expected: list[tuple[str, Any]]) -> None:
    assert fields(text) == expected


def test_text_and_bytes_are_read_alike() -> None:
    assert fields('x = "é"') == fields('x = "é"'.encode())


def test_directives_are_kept_with_their_places() -> None:
    document = parse("@a x { }\n@type b.C", path=PATH)

    assert document.directives == (Directive("a", "", 0), Directive("type", "b.C", 4))
    assert [document.source.place(one.token) for one in document.directives] == [(1, 1), (2, 1)]


FIELD, END = "expected a field name or the end of the file", "found the end of the file"
FOREIGN = "expected a field, a value or a comment, found"
DURATION = "expected a duration such as 1h30m, with the units h, m, s, ms, us, µs, ns, found"


def utf8(byte: int) -> str:
    return f"expected UTF-8, found the byte 0x{byte:02x} where it begins no character"


def bad(name: str, text: str | bytes, *said: str) -> Any:
    return pytest.param(text, said, id=name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        bad("a value alone", "1", f"1:1: {FIELD}, found '1'"),
        bad("a block alone", "{ x = 1 }", f"1:1: {FIELD}, found '{{'"),
        bad("a keyword as a name", "true = 1", f"1:1: {FIELD}, found 'true'"),
        bad("null as a name", "null { }", f"1:1: {FIELD}, found 'null'"),
        bad("a string as a name", '"x" = 1', f"1:1: {FIELD}, found '\"x\"'"),
        bad("a separator in front", ", x = 1", f"1:1: {FIELD}, found ','"),
        bad("two separators", "x = 1,, y = 2", f"1:7: {FIELD}, found ','"),
        bad("two kinds of separators", "x = 1,; y = 2", f"1:7: {FIELD}, found ';'"),
        bad("two values", "x = 1 2", f"1:7: {FIELD}, found '2'"),
        bad("two strings", 'x = "a" "b"', f"1:9: {FIELD}, found '\"b\"'"),
        bad("a name alone", "x", f"1:2: expected '=' or '{{' after 'x', {END}"),
        bad("no sign", "x 1", "1:3: expected '=' or '{' after 'x', found '1'"),
        bad(
            "colon at the top", "x: 1",
            "1:2: expected '=' or '{' after 'x', found ':' ('name: value' stands only inside braces)",
        ),
        bad("no sign in a block", "m { x 1 }", "1:7: expected '=', ':' or '{' after 'x', found '1'"),
        bad("a key with an equals sign", 'm { "x" = 1 }', "1:9: expected ':' after the key '\"x\"', found '='"),
        bad("a key with a block", "m { 5 { } }", "1:7: expected ':' after the key '5', found '{'"),
        bad("a float as a key", "m { 5.0: 1 }", "1:5: expected a field name or '}', found '5.0'"),
        bad("a keyword as a key", "m { true: 1 }", "1:5: expected a field name or '}', found 'true'"),
        bad("no value", "x =", f"1:4: expected a value after '=', {END}"),
        bad("no value in a block", "m { x = }", "1:9: expected a value after '=', found '}'"),
        bad("no value behind a colon", "m { x: }", "1:8: expected a value after ':', found '}'"),
        bad("two signs", "x = = 1", "1:5: expected a value after '=', found '='"),
        bad("sign and brace swapped", "x { = 1 }", "1:5: expected a field name or '}', found '='"),
        bad(
            "no value before the next field", "x =\ny = 2",
            "2:1: expected a value after '=', found 'y', which begins the next field",
        ),
        bad("a chain", "x = y = 2", f"1:7: {FIELD}, found '='"),
        bad("comma alone in a list", "x = [,]", "1:6: expected a value or ']', found ','"),
        bad("two commas in a list", "x = [1,,2]", "1:8: expected a value, ',' or ']', found ','"),
        bad("semicolon in a list", "x = [1;2]", "1:7: expected a value, ',' or ']', found ';'"),
        bad("equals sign in a list", "x = [a = 1]", "1:8: expected a value, ',' or ']', found '='"),
        bad("a brace too many", "m { } }", f"1:7: {FIELD}, found '}}'"),
        bad("a bracket too many", "x = []]", f"1:7: {FIELD}, found ']'"),
        bad("a brace too few", "m {", f"1:3: expected a '}}' that closes this '{{', {END}"),
        bad("a bracket too few", "x = [1,", f"1:5: expected a ']' that closes this '[', {END}"),
        bad("brackets crossed", "x = [{]}", "1:7: expected '}' to close the '{' at 1:6, found ']'"),
        bad("brackets mixed up", "m { x = 1 ]", "1:11: expected '}' to close the '{' at 1:3, found ']'"),
        bad("an @ alone", "@\nx = 1", "1:1: expected a name right after '@', such as @type"),
        bad("a space behind the @", "@ type a.B", "1:1: expected a name right after '@', such as @type"),
        bad("a digit behind the @", "@1", "1:1: expected a name right after '@', such as @type"),
        bad("no type", "@type", f"1:6: expected the name of a type after @type, {END}"),
        bad("a string for a type", '@type "a.B"', "1:7: expected the name of a type after @type, found '\"a.B\"'"),
        bad("a keyword for a type", "@type null", "1:7: expected the name of a type after @type, found 'null'"),
        bad(
            "two types", "@type a.B\n@type a.B",
            "2:1: expected @type only once, found it a second time (first at 1:1)",
        ),
        bad(
            "a type behind a field", "x = 1\n@type a.B",
            "2:1: expected a field name, found '@type' (directives stand before the first field)",
        ),
        bad(
            "a directive in a block", "m {\n@a\n}",
            "2:1: expected a field name, found '@a' (directives stand before the first field)",
        ),
        bad(
            "a directive like a field", "@header x = 1",
            "1:11: expected a name, a value, a block or the end of the line, found '='",
        ),
        bad(
            "a list behind a directive", "@header [1]",
            "1:9: expected a name, a value, a block or the end of the line, found '['",
        ),
        bad("a block on the next line", "@header a\n{ x = 1 }", f"2:1: {FIELD}, found '{{'"),
        bad("a directive in a directive's block", "@a { @b }", "1:6: expected a field or a value, found '@b'"),
        bad("a directive's block without an end", "@a {", f"1:4: expected a '}}' that closes this '{{', {END}"),
        bad("a directive's value that is none", "@a 5seconds\nx = 1", f"1:4: {DURATION} '5seconds'"),
        bad("a sign of no language behind a directive", "@a $\nx = 1", f"1:4: {FOREIGN} '$'"),
        bad("a sign of no language in its block", "@a { $ }\nx = 1", f"1:6: {FOREIGN} '$'"),
        bad("two byte order marks", "\ufeff\ufeffx = 1", rf"1:1: {FOREIGN} '\ufeff'"),
        bad("a byte order mark inside", "x = 1\n\ufeff", rf"2:1: {FOREIGN} '\ufeff'"),
        bad("a form feed is no space", "x = 1\f", rf"1:6: {FOREIGN} '\x0c'"),
        bad("nor is a vertical tab", "x =\v1", rf"1:4: {FOREIGN} '\x0b'"),
        bad("nor is a wide space", "x\u00a0= 1", rf"1:2: {FOREIGN} '\xa0'"),
        bad("nor is NEL a line end", "x = 1 \u0085", rf"1:7: {FOREIGN} '\x85'"),
        bad("letters beyond ASCII name nothing", "é = 1", f"1:1: {FOREIGN} 'é'"),
        bad("a zero byte", "x = 1\0", rf"1:6: {FOREIGN} '\x00'"),
        bad("no UTF-8", b"x = 1\ny = \xff", f"2:5: {utf8(0xff)}"),
        bad("half of a character", b'x = "\xc3"', f"1:6: {utf8(0xc3)}"),
        bad("a surrogate in UTF-8", b'x = "\xed\xa0\x80"', f"1:6: {utf8(0xed)}"),
        bad("a lone surrogate in text", 'x = "\ud800"', f"1:6: {utf8(0xed)}"),
        bad("UTF-16", "x = 1".encode("utf-16"), f"1:1: {utf8(0xff)}"),
        bad("no UTF-8 behind a mark", b"\xef\xbb\xbf\xff", f"1:1: {utf8(0xff)}"),
    ],
)  # fmt: skip
def test_a_wrong_structure_is_refused_with_its_place(text: str | bytes, said: tuple[str, ...]) -> None:
    assert problems(text) == said


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("x = 1\r\ny = $", "2:5", id="a carriage return before the line feed counts for nothing"),
        pytest.param("x = 1\r\n\r\n$", "3:1", id="empty lines of Windows"),
        pytest.param("x =\r\n", "2:1", id="the end behind a line end"),
        pytest.param("x = 1\r$", "1:7", id="a carriage return alone ends no line"),
        pytest.param('x = "é☃😀" $', "1:11", id="columns count characters, not bytes"),
        pytest.param('x = "e\u0301" $', "1:10", id="a combining accent is a character"),
        pytest.param("\ufeffx = $", "1:5", id="the byte order mark is no column"),
        pytest.param("x =\t$", "1:5", id="a tab is one column"),
        pytest.param('x = """\na\n"""\ny = $', "4:5", id="lines of text count"),
        pytest.param("/*\n\n*/ x = $", "3:8", id="lines of comments count"),
        pytest.param('x = "\u2028\u0085" y = $', "1:14", id="other line separators do not"),
    ],
)
def test_places_are_lines_and_columns(text: str, place: str) -> None:
    assert [problem.split(": ")[0] for problem in problems(text)] == [place]
