"""Names in a diff: the reader undoes what git does."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.intake.quoting import halves, leading_string, spells, unquote
from tests.fuzz.changes import git
from tests.fuzz.names import quote

# Bytes that mean something to git, to a diff or to a shell come up often.
NAMES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                b" b/",
                b" ",
                b"\t",
                b"\n",
                b'"',
                b"\\",
                b"\\n",
                b"a/",
                b"b/",
                b"\xc3\xa9",
                b"\xff",
                b"\x7f",
                b"x",
            ]
        ),
        st.binary(min_size=1, max_size=3),
    ),
    min_size=1,
    max_size=6,
).map(lambda parts: b"".join(parts).replace(b"\0", b"0"))

NASTY = (
    b"plain.py", b"with space.py", b" leading", b"trailing ", b"tab\tinside", b"line\nfeed", b"cr\rinside",
    b"bell\a", b"back\bspace", b"form\ffeed", b"vertical\vtab", b"\x01", b"\x1f", b"\x7f", b'quo"te',
    b"back\\slash", b"\\n is no line feed", b"\\303\\251", "é".encode(), "日本 語".encode(), b"caf\xe9",
    b"\xff\xfe", b"x b", b"a b c", b"dollar$(x)", b"'single'", b"emoji \xf0\x9f\x98\x80", b"\xc2\x85",
    b"\xe2\x80\xa8", b"100%", b"-dash", b"--- a", b"+++ b", b"{a => b}", b"@@ -1 +1 @@", b"diff --git a",
    b"~", b"#", b"dev", b"null",
)  # fmt: skip


@given(NAMES)
def test_what_is_quoted_is_unquoted(name: bytes) -> None:
    assert unquote(quote(name)) == name
    assert unquote(quote(name, quote_path=False)) == name


@given(NAMES, NAMES)
def test_both_names_of_a_header_are_found(old: bytes, new: bytes) -> None:
    text = quote(b"a/" + old) + b" " + quote(b"b/" + new)
    assert spells(text, b"a/" + old, b" ", b"b/" + new)
    assert not spells(text, b"a/" + old + b"x", b" ", b"b/" + new)
    assert not spells(text, b"a/" + old, b" ", b"b/" + new + b"x")


def test_a_plain_name_that_git_would_have_quoted_is_not_taken_for_the_name() -> None:
    assert not spells(b'a/x"y b/z', b'a/x"y', b" ", b"b/z")


@given(NAMES)
def test_the_one_name_of_a_header_is_found_without_knowing_it(name: bytes) -> None:
    assert halves(quote(b"a/" + name) + b" " + quote(b"b/" + name)) == (b"a/" + name, b"b/" + name)


@given(st.binary(max_size=40))
def test_any_bytes_have_an_answer(text: bytes) -> None:
    name = unquote(text)
    assert name is None or (name and b"\0" not in name)
    assert halves(text) is None or len(text) > 2


@pytest.mark.parametrize("quote_path", [True, False], ids=["quotePath on", "quotePath off"])
def test_git_itself_writes_them_so(tmp_path: Path, quote_path: bool) -> None:
    git(tmp_path, "init", "--quiet", "--bare", ".")
    blob = git(tmp_path, "hash-object", "-w", "--stdin", stdin=b"x\n").strip()
    names = sorted(NASTY + tuple(b"folder b/" + name for name in NASTY))
    index = b"".join(b"100644 %s\t%s\0" % (blob, name) for name in names)
    git(tmp_path, "update-index", "-z", "--index-info", stdin=index)
    setting = f"core.quotePath={str(quote_path).lower()}"
    listed = git(tmp_path, "-c", setting, "ls-files").splitlines()
    assert listed == [quote(name, quote_path=quote_path) for name in names]
    assert [unquote(text) for text in listed] == names


NO_NAMES = {
    "nothing": b"",
    "an empty string": b'""',
    "a string without an end": b'"a',
    "a string and more": b'"a"b',
    "a plain quote": b'a"b',
    "a plain backslash": b"a\\b",
    "a plain tab": b"a\tb",
    "a plain carriage return": b"a\r",
    "an unknown escape": b'"\\x41"',
    "two octal digits": b'"\\01"',
    "an octal number above 255": b'"\\400"',
    "a NUL": b'"a\\000"',
    "a tab within a string": b'"a\tb"',
}


@pytest.mark.parametrize("text", NO_NAMES.values(), ids=NO_NAMES)
def test_what_git_would_not_write_is_no_name(text: bytes) -> None:
    assert unquote(text) is None


NO_HALVES = {
    "names of unequal length": b"a/x b/yy",
    "no space between": b"a/x-b/x",
    "a quoted name alone": b'"a/x"',
    "a quoted name and nothing": b'"a/x" ',
    "a plain name, no space, a quoted name": b'a/x"b/x"',
    "a string without an end first": b'"a/x b/x',
    "an empty line": b"",
}


@pytest.mark.parametrize("text", NO_HALVES.values(), ids=NO_HALVES)
def test_two_names_that_cannot_be_told_apart_are_none(text: bytes) -> None:
    assert halves(text) is None


def test_a_string_is_found_at_the_start_only() -> None:
    assert leading_string(b'"a\\tb" rest') == (b"a\tb", b" rest")
    assert leading_string(b'rest "a"') == (None, b'rest "a"')
