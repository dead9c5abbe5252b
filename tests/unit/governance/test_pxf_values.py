"""PXF's values: each rule of `docs/governance.md`, "Values", is a case with a name."""

from __future__ import annotations

from typing import Any

import pytest

from steward.governance.document import Duration, Name, Timestamp
from tests.unit.governance.plain import fields, problems

H, M, S = 3_600_000_000_000, 60_000_000_000, 1_000_000_000


def case(name: str, text: str, value: Any) -> Any:
    return pytest.param(text, value, id=name)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        case("empty string", '""', ""),
        case("plain string", '"a b"', "a b"),
        case("characters beyond ASCII", '"é ☃ 😀"', "é ☃ 😀"),
        case("a tab in a string", '"a\tb"', "a\tb"),
        case("brackets and marks in a string", '"{[=:,;]} # // /* @"', "{[=:,;]} # // /* @"),
        case("escaped newline", r'"\n"', "\n"),
        case("escaped tab", r'"\t"', "\t"),
        case("escaped quote", r'"\""', '"'),
        case("escaped backslash", r'"\\"', "\\"),
        case("C's other letters", r'"\a\b\f\r\v\'\?"', "\a\b\f\r\v'?"),
        case("two hexadecimal digits", r'"\x41\x7e"', "A~"),
        case("three octal digits", r'"\101\000\177"', "A\0\x7f"),
        case("bytes that are UTF-8", r'"\xc3\xa9 \303\251"', "é é"),
        case("a byte of an escape beside a character", r'"é\xc3\xa9é"', "ééé"),
        case("four digits", r'"\u00e9\u2603"', "é☃"),
        case("eight digits", r'"\U0001F600\U0010ffff"', "😀\U0010ffff"),
        case("hexadecimal digits in any case", r'"\xAf"'.replace("A", "4"), "O"),
        case("a digit after an escape is its own", r'"\x411\1011"', "A1A1"),
        case("an escape before the end", r'"a\\"', "a\\"),
        case("three quotes", '"""a"""', "a"),
        case("three quotes, empty", '""""""', ""),
        case("three quotes know no escapes", r'"""\n\q\x"""', r"\n\q\x"),
        case("quotes between three quotes", '"""a"b""c"""', 'a"b""c'),
        case("the first newline falls away", '"""\na"""', "a"),
        case("only the first newline does", '"""\n\na"""', "\na"),
        case("a newline and nothing else", '"""\n"""', ""),
        case("the closing line is no text", '"""\n  a\n  """', "a"),
        case("the common indent falls away", '"""\n    a\n      b\n    """', "a\n  b"),
        case("the closing line's indent counts", '"""\n    a\n      b\n  """', "  a\n    b"),
        case("a deeper closing line takes no more", '"""\n  a\n  b\n      """', "a\nb"),
        case("closed behind the last line", '"""\n  a\n   b"""', "a\n b"),
        case("text on the opening line counts", '"""  a\n   b\n   """', "a\n b"),
        case("no indent on the opening line", '"""a\n  b\n  """', "a\n  b"),
        case("blank lines do not count", '"""\n  a\n\n \n  b\n  """', "a\n\n \nb"),
        case("tabs and spaces are not alike", '"""\n\ta\n  b\n"""', "\ta\n  b"),
        case("nor is a tab as good as a space", '"""\n\ta\n b"""', "\ta\n b"),
        case("tabs in common", '"""\n\ta\n\t\tb\n\t"""', "a\n\tb"),
        case("line ends of Windows", '"""\r\n  a\r\n  b\r\n  """', "a\nb"),
        case("zero", "0", 0),
        case("integer", "42", 42),
        case("negative integer", "-42", -42),
        case("leading zeros", "007", 7),
        case("an integer beyond 64 bits", "9" * 30, int("9" * 30)),
        case("an integer of 4,096 digits", "7" * 4096, int("7" * 4096)),
        case("float", "1.5", 1.5),
        case("negative float", "-1.5", -1.5),
        case("no digit behind the point", "1.", 1.0),
        case("exponent", "2e3", 2000.0),
        case("negative exponent", "2e-3", 0.002),
        case("positive exponent", "2E+3", 2000.0),
        case("point and exponent", "1.5e2", 150.0),
        case("bare point and exponent", "1.e2", 100.0),
        case("so small that it is zero", "1e-400", 0.0),
        case("a float of 4,096 digits", f"0.{'3' * 4095}", 1 / 3),
        case("true", "true", True),
        case("false", "false", False),
        case("null", "null", None),
        case("a word", "STATUS_OK", Name("STATUS_OK")),
        case("a word with dots", "a.b.C", Name("a.b.C")),
        case("a word that begins with a keyword", "trueish", Name("trueish")),
        case("keywords are lower case", "True", Name("True")),
        case("a word that begins with b", "base", Name("base")),
        case("the word b", "b", Name("b")),
        case("no bytes", 'b""', b""),
        case("bytes", 'b"aGk="', b"hi"),
        case("bytes without padding", 'b"aGk"', b"hi"),
        case("bytes of the whole alphabet", 'b"+/+/"', b"\xfb\xff\xbf"),
        case("timestamp", "2024-01-15T10:30:00Z", Timestamp(1_705_314_600, 0)),
        case("timestamp in small letters", "2024-01-15t10:30:00z", Timestamp(1_705_314_600, 0)),
        case("timestamp ahead of UTC", "2024-01-15T12:30:00+02:00", Timestamp(1_705_314_600, 0)),
        case("timestamp behind UTC", "2024-01-15T00:30:00-10:00", Timestamp(1_705_314_600, 0)),
        case("unknown offset", "2024-01-15T10:30:00-00:00", Timestamp(1_705_314_600, 0)),
        case("fraction", "2024-01-15T10:30:00.5Z", Timestamp(1_705_314_600, 500_000_000)),
        case("nanoseconds", "2024-01-15T10:30:00.123456789Z", Timestamp(1_705_314_600, 123_456_789)),
        case("less falls away", "2024-01-15T10:30:00.1234567899Z", Timestamp(1_705_314_600, 123_456_789)),
        case("leap day", "2024-02-29T00:00:00Z", Timestamp(1_709_164_800, 0)),
        case("leap second", "2016-12-31T23:59:60Z", Timestamp(1_483_228_800, 0)),
        case("leap second elsewhere", "2017-01-01T00:59:60+01:00", Timestamp(1_483_228_800, 0)),
        case("before 1970", "1969-12-31T23:59:59.25Z", Timestamp(-1, 250_000_000)),
        case("first year", "0001-01-01T00:00:00Z", Timestamp(-62_135_596_800, 0)),
        case("hours", "720h", Duration(720 * H)),
        case("minutes", "5m", Duration(5 * M)),
        case("seconds", "5s", Duration(5 * S)),
        case("milliseconds", "5ms", Duration(5_000_000)),
        case("microseconds", "5us", Duration(5_000)),
        case("microseconds with a micro sign", "5\u00b5s", Duration(5_000)),
        case("microseconds with a Greek letter", "5\u03bcs", Duration(5_000)),
        case("nanoseconds", "5ns", Duration(5)),
        case("several units", "1h30m5s", Duration(H + 30 * M + 5 * S)),
        case("units in any order, twice", "1s2h1s", Duration(2 * H + 2 * S)),
        case("fractions", "1.5h0.25s", Duration(H + 30 * M + S // 4)),
        case("negative duration", "-1h30m", Duration(-H - 30 * M)),
        case("less than a nanosecond falls away", "1.9999999999s", Duration(1_999_999_999)),
        case("the longest duration", "9223372036854775807ns", Duration(2**63 - 1)),
        case("empty list", "[]", ()),
        case("list with commas", "[1, 2, 3]", (1, 2, 3)),
        case("list without commas", "[1 2\n3]", (1, 2, 3)),
        case("list with a last comma", "[1, 2,]", (1, 2)),
        case("list of all sorts", '[1 "a" b [true] {x = 1}]', (1, "a", Name("b"), (True,), [("x", 1)])),
        case("numbers that touch", "[1-2]", (1, -2)),
        case("strings that touch", '["a""b"]', ("a", "b")),
        case("empty block", "{}", []),
        case("block", "{x = 1 y = 2}", [("x", 1), ("y", 2)]),
    ],
)
def test_a_value_is_read(text: str, value: Any) -> None:
    assert fields(f"v = {text}") == [("v", value)]
    assert type(fields(f"v = {text}")[0][1]) is type(value)


def bad(name: str, text: str, said: str, column: int = 5) -> Any:
    return pytest.param(text, f"1:{column}: {said}", id=name)


def none(name: str, text: str, expected: str) -> Any:
    """A value that is none as a whole."""
    found = repr(text if len(text) <= 40 else f"{text[:40]}…")
    return pytest.param(text, f"1:5: {expected}, found {found}", id=name)


UNCLOSED = 'expected a closing " on the same line (text of several lines stands between """ and """)'
DURATION = "expected a duration such as 1h30m, with the units h, m, s, ms, us, µs, ns"
DAYS = "expected a duration in hours or smaller units, such as 720h for 30 days"
NUMBER = "expected a number such as 10, -1.5 or 2e-3"
TIMESTAMP = "expected a timestamp such as 2026-03-01T09:30:00Z"
TIME = "expected a time of day that exists"
DIGIT = "expected a digit before the point"
DIGITS = "expected a number of at most 4,096 digits"
DOUBLE = "expected a number that a double can hold (at most about 1.8e308)"
DAY = "expected a day that exists"
LONG = "expected a duration of at most 292 years"
BASE64 = "expected base64 between the quotes"
HALF = "one half of a surrogate pair (write the character itself, or \\U and eight digits)"
BYTES = "expected bytes that are UTF-8, found others written as \\x or octal escapes"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        bad("string without an end", '"abc', UNCLOSED),
        bad("string that goes on", '"abc\ndef"', UNCLOSED),
        bad("one quote", '"', UNCLOSED),
        bad("only its end is escaped", r'"abc\"', UNCLOSED),
        bad("backslash at the end", '"abc\\', UNCLOSED),
        bad("backslash before a line end", '"abc\\\n"', UNCLOSED),
        bad("three quotes without an end", '"""abc', 'expected a closing """'),
        bad("three quotes and one", '"""a', 'expected a closing """'),
        bad("five quotes", '"""""', 'expected a closing """'),
        bad("unknown escape", r'"ab\q"', r"""expected an escape such as \n, \t, \" or \\, found '\\q'""", 8),
        bad("one hexadecimal digit", r'"\x4"', r"expected two hexadecimal digits after \x", 6),
        bad("no hexadecimal digits", r'"\xzz"', r"expected two hexadecimal digits after \x", 6),
        bad("two octal digits", r'"\12"', r"expected three octal digits, at most \377", 6),
        bad("one octal digit", r'"\0"', r"expected three octal digits, at most \377", 6),
        bad("too large an octal", r'"\400"', r"expected three octal digits, at most \377", 6),
        bad("three digits", r'"a\u123"', r"expected four hexadecimal digits after \u", 7),
        bad("seven digits", r'"\U0001F60"', r"expected eight hexadecimal digits after \U", 6),
        bad("high surrogate", r'"\ud83d"', rf"expected a character, found \ud83d, {HALF}", 6),
        bad("low surrogate", r'"a\uDE00"', rf"expected a character, found \uDE00, {HALF}", 7),
        bad("surrogate pair", r'"\ud83d\ude00"', rf"expected a character, found \ud83d, {HALF}", 6),
        bad("surrogate in eight digits", r'"\U0000d83d"', rf"expected a character, found \U0000d83d, {HALF}", 6),
        bad(
            "beyond Unicode", r'"\U00110000"',
            r"expected a character up to \U0010FFFF, found \U00110000", 6,
        ),
        bad("a byte that is no UTF-8", r'"ab\xff"', BYTES, 8),
        bad("half of a character", r'"é\xc3é"', BYTES, 7),
        bad("an octal that is no UTF-8", r'"\303\101"', BYTES, 6),
        none("float without a digit in front", ".5", DIGIT),
        none("negative, without a digit in front", "-.5", DIGIT),
        bad("plus sign", "+5", "expected a number without a plus sign, found '+5'"),
        none("two signs", "--5", NUMBER),
        bad("hexadecimal", "0x1F", "expected a decimal number, found '0x1F'"),
        none("underscores", "1_000", NUMBER),
        none("two points", "1.5.5", NUMBER),
        none("exponent without digits", "1e", DURATION),
        none("exponent with a sign alone", "1e+", NUMBER),
        none("exponent, then a hyphen", "123e-", NUMBER),
        none("letters behind", "12abc", DURATION),
        none("a float too large", "1e400", DOUBLE),
        none("a float too small", "-1e400", DOUBLE),
        none("4,097 digits", "7" * 4097, DIGITS),
        none("4,097 digits of a float", f"-1.{'7' * 4096}", DIGITS),
        none("forty characters are shown whole", f"1{'a' * 39}", DURATION),
        none("a long word, unlike a long number", f"1{'a' * 5000}", DURATION),
        none("a unit written out", "5seconds", DURATION),
        none("days", "30d", DAYS),
        none("days written out", "30days", DAYS),
        none("capital unit", "5H", DURATION),
        none("unit, then a bare number", "1h30", NUMBER),
        none("no digit in front of a fraction", ".5s", DIGIT),
        none("no digit behind a fraction's point", "1.s", DURATION),
        none("longer than 292 years", "9223372036854775808ns", LONG),
        none("a day alone", "2024-01-15", TIMESTAMP),
        none("no seconds", "2024-01-15T10:30Z", TIMESTAMP),
        none("no offset", "2024-01-15T10:30:00", TIMESTAMP),
        none("offset without a colon", "2024-01-15T10:30:00+0200", TIMESTAMP),
        none("point without a fraction", "2024-01-15T10:30:00.Z", TIMESTAMP),
        none("day that does not exist", "2024-02-30T00:00:00Z", DAY),
        none("no leap year", "2023-02-29T00:00:00Z", DAY),
        none("month 13", "2024-13-01T00:00:00Z", DAY),
        none("year 0", "0000-01-01T00:00:00Z", DAY),
        none("hour 24", "2024-01-15T24:00:00Z", TIME),
        none("minute 60", "2024-01-15T10:60:00Z", TIME),
        none("second 61", "2024-01-15T23:59:61Z", TIME),
        none("a leap second at noon", "2024-01-15T12:00:60Z", TIME),
        none("offset of 24 hours", "2024-01-15T10:30:00+24:00", TIME),
        none("offset of 60 minutes", "2024-01-15T10:30:00+01:60", TIME),
        bad("one digit of base64", 'b"a"', f"{BASE64}, found 'a'"),
        bad("too little padding", 'b"aA="', f"{BASE64}, found 'aA='"),
        bad("too much padding", 'b"aGk=="', f"{BASE64}, found 'aGk=='"),
        bad("padding inside", 'b"aG=k"', f"{BASE64}, found 'aG=k'"),
        bad("padding alone", 'b"===="', f"{BASE64}, found '===='"),
        bad("a space in base64", 'b"aG k="', f"{BASE64}, found 'aG k='"),
        bad("the alphabet of URLs", 'b"-_8="', f"{BASE64}, found '-_8='"),
        bad("bits left over", 'b"aGl="', f"{BASE64}, found 'aGl='"),
        bad("an escape in base64", r'b"\x41"', f"{BASE64}, found '\\\\x41'"),
        bad("bytes without an end", 'b"aGk=', 'expected a closing " on the same line'),
        bad("bytes that begin and end", 'b"', 'expected a closing " on the same line'),
        bad("bytes on two lines", 'b"aG\nk="', 'expected a closing " on the same line'),
        bad("single quotes", "'abc'", """expected a string in straight double quotes ("), found "'abc'\""""),
        bad("typographic quotes", "“", """expected a string in straight double quotes ("), found '“'"""),
        bad("a sign that is no value", "$", "expected a field, a value or a comment, found '$'"),
        none("a lone hyphen", "-", NUMBER),
        bad("a hyphen before a space", "- 1", f"{NUMBER}, found '-'"),
        none("points", "...", NUMBER),
        bad("a lone slash", "/", "expected // or /* to begin a comment, found '/'"),
        bad("comment without an end", "/* abc", "expected a closing */"),
    ],
)  # fmt: skip
def test_a_value_that_is_none_is_refused_with_its_place(text: str, said: str) -> None:
    assert problems(f"v = {text}")[0] == said
