"""The functions of a file, as lizard tells them, and the texts that would keep it busy for ever."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steward.intake.functions import MOST_BYTES, is_measurable, measure

BRANCHES = {
    "a.py": b"def f(a, b):\n    if a and b:\n        return 1\n    return 2\n",
    "a.pyi": b"def f(a, b):\n    if a and b:\n        return 1\n    return 2\n",
    "a.go": b"func f(a, b bool) int {\n if a && b { return 1 }\n return 2 }\n",
    "a.js": b"function f(a, b) {\n if (a && b) { return 1 }\n return 2 }\n",
    "a.mts": b"function f(a: boolean, b: boolean) {\n if (a && b) { return 1 }\n return 2 }\n",
    "a.java": b"class A { int f(boolean a, boolean b) {\n if (a && b) { return 1; }\n return 2; } }\n",
    "a.rs": b"fn f(a: bool, b: bool) -> i32 {\n if a && b { return 1; }\n 2 }\n",
    "a.cs": b"class A { int f(bool a, bool b) {\n if (a && b) { return 1; }\n return 2; } }\n",
    "a.CPP": b"int f(bool a, bool b) {\n if (a && b) { return 1; }\n return 2; }\n",
    "a.swift": b"func f(a: Bool, b: Bool) -> Int {\n if a && b { return 1 }\n return 2 }\n",
    "a.kt": b"fun f(a: Boolean, b: Boolean): Int {\n if (a && b) { return 1 }\n return 2 }\n",
    "a.rb": b"def f(a, b)\n  if a && b\n    return 1\n  end\n  2\nend\n",
}


@pytest.mark.parametrize("path", BRANCHES)
def test_a_condition_of_two_makes_three_paths_in_every_language(path: str) -> None:
    (one,) = measure(path, None, BRANCHES[path]).after
    assert (one.name.rpartition("::")[2], one.complexity, one.line) == ("f", 3, 1)


def test_both_sides_are_measured_and_a_missing_one_has_no_functions() -> None:
    both = measure("a.py", b"def f():\n    pass\n", b"def f():\n    if 1: pass\n")
    assert (both.before[0].complexity, both.after[0].complexity) == (1, 2)
    assert measure("a.py", None, b"def f():\n    pass\n").before == ()
    assert measure("a.py", b"def f():\n    pass\n", None).after == ()


def test_the_old_side_of_a_renamed_file_is_read_in_its_own_language() -> None:
    found = measure("a.ts", BRANCHES["a.py"], BRANCHES["a.js"], "a.py")
    assert [one.complexity for one in (*found.before, *found.after)] == [3, 3]


@pytest.mark.parametrize("path", ["a.dart", "Makefile", "a", "a.md", "py", ".gitignore", "a.py/b"])
def test_what_lizard_cannot_read_is_not_known(path: str) -> None:
    assert not is_measurable(path)
    assert measure(path, None, b"int f() { if (a) {} }").known is False


def test_a_line_break_in_a_path_does_not_hide_its_language() -> None:
    assert is_measurable("a\nb.py")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "# lizard forgives\ndef f(a):\n    # lizard forgives\n    if a: pass\n"),
        ("a.js", "/* #lizard forgive global */ function f(a) { /* GENERATED CODE */ if (a) {} }"),
        ("a.c", "// GENERATED CODE\nint f(int a) { // #lizard forgives\n if (a) {} }"),
    ],
)
def test_a_comment_hides_no_function(path: str, text: str) -> None:
    assert [one.complexity for one in measure(path, None, text.encode()).after] == [2]


def test_a_function_that_never_ends_is_one() -> None:
    (one,) = measure("a.c", None, b"int f(int a) { if (a) { if (a) {").after
    assert (one.name, one.complexity) == ("f", 3)


def test_windows_lines_marks_and_odd_bytes_change_nothing() -> None:
    plain = measure("a.py", None, BRANCHES["a.py"]).after
    assert measure("a.py", None, BRANCHES["a.py"].replace(b"\n", b"\r\n")).after == plain
    assert measure("a.py", None, b"\xef\xbb\xbf" + BRANCHES["a.py"]).after == plain
    assert measure("a.py", None, BRANCHES["a.py"].decode().encode("utf-16")).after == plain
    assert measure("a.py", None, BRANCHES["a.py"] + b"# \xff\xfe\n").after == plain


def _nested(depth: int) -> bytes:
    return "".join(" " * at + "def f():\n" for at in range(depth)).encode() + b" " * depth + b"pass\n"


def test_names_of_nested_functions_stay_short() -> None:
    found = measure("a.py", None, _nested(60)).after
    assert len(found) == 60
    assert max(len(one.name) for one in found) <= 200


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        pytest.param("a.py", b"#" * (MOST_BYTES + 1), "bytes", id="too large"),
        pytest.param("a.c", b"int f() {\0}", "NUL", id="NUL"),
        pytest.param("a.c", b"int f() {" + b"{" * 500_000, "deep", id="deep braces"),
        pytest.param("a.js", b"function f(){" * 50_000, "cannot read", id="deep functions"),
        pytest.param("a.java", b"class A<" + b"extends" * 40 + b"?! >{}", "extends", id="doubling"),
        pytest.param("a.py", b'x = """' + rb"\a" * 50, "three quotes", id="doubling in a string"),
        pytest.param("a.c", b"/* " * 300_000, "never end", id="comments without an end"),
        pytest.param("a.c", b"<" + b"?" * 400_000, "question marks", id="question marks"),
    ],
)
def test_what_would_keep_lizard_busy_is_missing_with_a_reason(path: str, text: bytes, words: str) -> None:
    found = measure(path, None, text)
    assert found.missing is not None
    assert words in found.missing.why
    assert found.missing.mend
    assert found.after == ()
    old = measure(path, text, None).missing
    assert old is not None
    assert "old version" in old.why


def test_a_long_line_is_read() -> None:
    text = b"function f() { return " + b"a ? b : " * 20_000 + b"c }"
    assert measure("a.js", None, text).after[0].complexity > 20_000


_PIECES = st.lists(
    st.sampled_from(
        ["def f(a):", "\n", "  ", "if ", "{", "}", "(", ")", "function ", "=>", "'", '"', "/*", "#"]
    ),
    max_size=40,
).map("".join)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(BRANCHES)), st.one_of(st.binary(max_size=60), _PIECES.map(str.encode)))
def test_any_bytes_are_measured_or_missing(path: str, data: bytes) -> None:
    found = measure(path, data, data)
    assert found.known
    assert found.before == found.after
    assert all(one.line >= 1 for one in found.after)


def test_lizard_is_imported_when_a_file_is_measured_and_not_before() -> None:
    code = "import sys, steward.gates.cyclomatic; print([m for m in sys.modules if m.startswith('lizard')])"
    # lizard's own front door puts a folder of its choice on the path: it stays shut.
    later = "from steward.intake.functions import measure; measure('a.py', None, b'')"
    later += "; print('lizard' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{later}"], capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[:2] == ["[]", "False"]
