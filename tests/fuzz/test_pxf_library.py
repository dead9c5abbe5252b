"""Steward's reader of PXF beside the library's: alike on what both read, and every difference pinned."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from steward.governance.pxf import PxfError, parse
from tests.fuzz.pxf_damage import damage
from tests.fuzz.pxf_oracle import CRASHED, Oracle, ours, refusal
from tests.fuzz.pxf_texts import Writer

TEXTS = 1_500
# What the library lets pass in a text without directives: docs/governance.md, "Beside the library".
STRICTER = (
    "expected UTF-8, found the byte 0x",
    'expected a closing " on the same line',
    "expected a time of day that exists",
    "expected a day that exists",
    "expected a number that a double can hold",
    "expected a field, a value or a comment, found",
    "expected a number such as 10, -1.5 or 2e-3",  # 1.5.5: a number, then whatever follows
    "expected a duration such as",  # 1x = 2: a number, then a field
    "stands twice",
)


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    started = Oracle()
    yield started
    started.close()


def test_what_both_read_they_read_alike(oracle: Oracle) -> None:
    writer = Writer(Random(1), shared=True)
    texts = [writer.text().text.encode() for _ in range(TEXTS)]
    answers = oracle.ask(texts)

    assert None not in answers
    assert CRASHED not in answers
    assert [text for text, answer in zip(texts, answers, strict=True) if ours(text) != answer] == []


def test_damaged_texts_are_read_alike_or_refused_for_a_reason_of_the_page(oracle: Oracle) -> None:
    random = Random(2)
    writer = Writer(random, shared=True)
    valid = [text for text in (writer.text().text for _ in range(2 * TEXTS)) if _is_plain(text.encode())]
    damaged = [damage(random, text, random.choice(valid)) for text in valid for _ in range(2)]
    texts = [text for text in damaged if _is_plain(text)]
    read = [
        (text, answer) for text, answer in zip(texts, oracle.ask(texts), strict=True) if answer is not None
    ]
    unlike = [(text, answer) for text, answer in read if ours(text) != answer]

    assert len(read) - len(unlike) > len(texts) / 20
    assert [(text, answer) for text, answer in unlike if not refusal(text).startswith(STRICTER)] == []


def _is_plain(text: bytes) -> bool:
    """Without what is read differently, not only more strictly: directives, and text in three quotes."""
    return b"@" not in text and b'"""' not in text


def wider(name: str, text: str, here: Any) -> Any:
    """The library refuses, Steward reads."""
    return pytest.param(text, None, here, id=name)


def stricter(name: str, text: str, there: Any) -> Any:
    """The library reads, Steward refuses."""
    return pytest.param(text, there, None, id=name)


def other(name: str, text: str, there: Any, here: Any) -> Any:
    """Both read, and read differently."""
    return pytest.param(text, there, here, id=name)


@pytest.mark.parametrize(
    ("text", "there", "here"),
    [
        wider("comma between fields", "i = 1, f = 2", {"i": 1, "f": 2.0}),
        wider("semicolon between fields", "i = 1; f = 2", {"i": 1, "f": 2.0}),
        wider("comma in a map", "ms = {a: 1, b: 2}", {"ms": {"a": 1.0, "b": 2.0}}),
        wider("a repeated field again and again", "ri = 1 ri = 2", {"ri": [1, 2]}),
        wider("a repeated block again and again", "rm {i = 1} rm {i = 2}", {"rm": [{"i": 1}, {"i": 2}]}),
        wider("colon in a message", "m {i: 1}", {"m": {"i": 1}}),
        wider("string for a name in a message", 'm {"i": 1}', {"m": {"i": 1}}),
        wider("equals sign in a map", "ms = {a = 1}", {"ms": {"a": 1.0}}),
        wider("a map without its equals sign", "ms {a: 1}", {"ms": {"a": 1.0}}),
        wider("a byte order mark", "\ufeffi = 1", {"i": 1}),
        wider("a fraction of a duration", "d = 1.5h", {"d": 5400 * 10**9}),
        wider("a micro sign", "d = 5µs", {"d": 5000}),
        wider("ten digits of a second", "t = 1970-01-01T00:00:00.1234567899Z", {"t": 123_456_789}),
        wider("values behind another directive", '@header "x"\ni = 1', {"i": 1}),
        stricter("a field twice", "i = 1 i = 2", {"i": 2}),
        stricter("a field twice, once null", "i = 1 i = null", {"i": 1}),
        stricter("a block twice", "m {i = 1} m {i = 2}", {"m": {"i": 2}}),
        stricter("a map's key twice", "ms = {a: 1 a: 2}", {"ms": {"a": 2.0}}),
        stricter("two types", "@type t.D\n@type t.D\ni = 1", {"i": 1}),
        stricter("a type in quotes", '@type "t.D"\ni = 1', {"i": 1}),
        stricter("a string over two lines", 's = "a\nb"', {"s": "a\nb"}),
        stricter("beyond a double", "f = 1e400", {"f": float("inf")}),
        stricter("30 February", "t = 2024-02-30T00:00:00Z", {"t": 1_709_251_200 * 10**9}),
        stricter("year 0", "t = 0000-01-01T00:00:00Z", {"t": -62_167_219_200 * 10**9}),
        stricter("an offset of 25 hours", "t = 2024-01-15T10:30:00+25:00", {"t": 1_705_224_600 * 10**9}),
        stricter("a leap second at noon", "t = 2024-01-15T12:00:60Z", {"t": 1_705_320_060 * 10**9}),
        stricter("a number, then a field", "f = 1.5s = null", {"f": 1.5}),
        stricter("an integer, then a field", "i = 1f = 2", {"i": 1, "f": 2.0}),
        stricter("a directive like a field", "@header i = 1", {"i": 1}),
        stricter("a directive's block on the next line", "@header\n{ i = 2 }\ni = 1", {"i": 1}),
        stricter("words of another language in a directive", "@header { a(b) }\ni = 1", {"i": 1}),
        stricter("bytes for a string", 's = b"aGk="', {"s": "hi"}),
        stricter("no UTF-8 in a comment", "# \udcff\ni = 1", {"i": 1}),
        other(
            "a block behind another directive's words",
            "@header\nm {i = 2}\ni = 1",
            {"i": 1},
            {"m": {"i": 2}, "i": 1},
        ),
        other("indent deeper than the closing line's", 's = """\n    a\n  """', {"s": "  a"}, {"s": "  a"}),
        other("a closing line deeper than the text", 's = """\n a\n   """', {"s": " a"}, {"s": "a"}),
        other("closed behind the text", 's = """\n  a\n  b"""', {"s": "  a\n  b"}, {"s": "a\nb"}),
        other("lines of Windows", 's = """\r\n  a\r\n  """', {"s": "\r\na\r"}, {"s": "a"}),
    ],
)
def test_each_difference_is_the_one_of_the_page(oracle: Oracle, text: str, there: Any, here: Any) -> None:
    data = text.encode("utf-8", "surrogateescape")

    assert oracle.ask([data]) == [there]
    assert ours(data) == here


def test_a_deep_nest_ends_the_librarys_process_and_not_ours(oracle: Oracle) -> None:
    deep = b"m{" * 100_000

    assert oracle.ask([deep, b"i = 1"]) == [CRASHED, {"i": 1}]
    with pytest.raises(PxfError):
        parse(deep, path="x")
