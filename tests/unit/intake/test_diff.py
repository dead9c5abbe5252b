"""What the sections of a git diff mean."""

from __future__ import annotations

import pytest

from steward.intake.diff import ParsedDiff, Unreadable
from steward.intake.hunks import HUNKS_AT_ONCE
from steward.model import ChangedFile, Content, Kind
from tests.unit.build import file
from tests.unit.intake.diffs import FILE_THERE, HEADER, INDEX, LABELS, LINK_GONE, edit, read

BINARY_THERE = (
    b"diff --git a/l b/l\nnew file mode 100644\nindex 0000000..af8a489\n"
    b"Binary files /dev/null and b/l differ\n"
)


def only(text: bytes) -> ChangedFile:
    parsed = read(text)
    assert parsed.unreadable == ()
    (one,) = parsed.files
    return one


def test_an_empty_stream_is_a_change_without_files() -> None:
    assert read(b"") == ParsedDiff(files=(), unreadable=())


def test_files_are_sorted_by_path_whatever_the_order_of_the_diff() -> None:
    assert [one.path for one in read(edit(b"b") + edit(b"a") + edit(b"B")).files] == ["B", "a", "b"]


def test_blank_lines_round_a_section_are_no_part_of_it() -> None:
    assert read(b"\n\n" + edit(b"a") + b"\n" + edit(b"b") + b"\n\n") == read(edit(b"a") + edit(b"b"))


# ---------------------------------------------------------------------------------------- content

CONTENTS = {
    "lines": (edit(b"a"), Content.CHANGED),
    "pure rename": (
        b"diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n",
        Content.SAME,
    ),
    "pure rename with a new mode": (
        (
            b"diff --git a/a b/b\nold mode 100644\nnew mode 100755\nsimilarity index 100%\nrename from a\n"
            b"rename to b\n"
        ),
        Content.SAME,
    ),
    "pure copy": (b"diff --git a/a b/b\nsimilarity index 100%\ncopy from a\ncopy to b\n", Content.SAME),
    "rename with lines": (
        (
            b"diff --git a/a b/b\nsimilarity index 90%\nrename from a\nrename to b\nindex 1234567..89abcde 100644\n"
            b"--- a/a\n+++ b/b\n@@ -1 +1 @@\n-1\n+2\n"
        ),
        Content.CHANGED,
    ),
    "binary rename with a change": (
        (
            b"diff --git a/a b/b\nsimilarity index 90%\nrename from a\nrename to b\nindex 1234567..89abcde 100644\n"
            b"Binary files a/a and b/b differ\n"
        ),
        Content.CHANGED,
    ),
    "mode only": (b"diff --git a/a b/a\nold mode 100644\nnew mode 100755\n", Content.SAME),
    "mode and lines": (
        (
            b"diff --git a/a b/a\nold mode 100644\nnew mode 100755\nindex 1234567..89abcde\n--- a/a\n+++ b/a\n"
            b"@@ -1 +1 @@\n-1\n+2\n"
        ),
        Content.CHANGED,
    ),
    "added empty": (b"diff --git a/a b/a\nnew file mode 100644\nindex 0000000..e69de29\n", Content.SAME),
    "added empty in a repository with SHA-256": (
        b"diff --git a/a b/a\nnew file mode 100644\nindex 0000000..473a0f4\n",
        Content.SAME,
    ),
    "deleted empty": (
        b"diff --git a/a b/a\ndeleted file mode 100644\nindex e69de29..0000000\n",
        Content.CHANGED,
    ),
    "emptied": (
        b"diff --git a/a b/a\nindex 1234567..e69de29 100644\n--- a/a\n+++ b/a\n@@ -1 +0,0 @@\n-1\n",
        Content.CHANGED,
    ),
    "type changed from an empty file": (
        b"diff --git a/l b/l\ndeleted file mode 100644\nindex e69de29..0000000\n"
        + LINK_GONE.replace(b"deleted file mode", b"new file mode")
        .replace(b"3e0bb63..0000000", b"0000000..3e0bb63")
        .replace(b"--- a/l\n+++ /dev/null\n@@ -1 +0,0 @@\n-", b"--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+"),
        Content.CHANGED,
    ),
}


@pytest.mark.parametrize(("text", "content"), CONTENTS.values(), ids=CONTENTS)
def test_content_is_the_same_only_where_no_byte_changed(text: bytes, content: Content) -> None:
    assert only(text).content is content


# ------------------------------------------------------------------------------------- type changes


def test_a_file_in_place_of_a_link_is_one_file_with_the_lines_of_both() -> None:
    assert only(LINK_GONE + FILE_THERE) == file("l", 2, 1, kind=Kind.TYPE_CHANGED)


BINARY_GONE = (
    b"diff --git a/l b/l\ndeleted file mode 100644\nindex af8a489..0000000\n"
    b"Binary files a/l and /dev/null differ\n"
)
LINK_THERE = FILE_THERE.replace(b"100644", b"120000")


@pytest.mark.parametrize("text", [LINK_GONE + BINARY_THERE, BINARY_GONE + LINK_THERE], ids=["to", "from"])
def test_a_type_change_with_a_binary_half_is_binary(text: bytes) -> None:
    assert only(text) == file("l", binary=True, kind=Kind.TYPE_CHANGED)


TWICE = {
    "edited twice": edit(b"l") * 2,
    "deleted twice": LINK_GONE * 2,
    "added, then deleted": FILE_THERE + LINK_GONE,
    "deleted and added, but of one type": LINK_GONE.replace(b"120000", b"100644") + FILE_THERE,
    "a type change, and edited": LINK_GONE + FILE_THERE + edit(b"l"),
    "a type change twice": (LINK_GONE + FILE_THERE) + FILE_THERE,
}


@pytest.mark.parametrize("text", TWICE.values(), ids=TWICE)
def test_a_path_that_comes_again_is_refused_and_told_of(text: bytes) -> None:
    parsed = read(text)
    line = text[: text.rindex(b"diff --git")].count(b"\n") + 1
    why = "the diff has a section for this path already"
    assert [one.path for one in parsed.files] == ["l"]
    assert parsed.unreadable == (Unreadable(line=line, path="l", why=why),)


# ------------------------------------------------------------------------------------------ hunks


def test_more_hunks_than_one_patch_set_is_given() -> None:
    hunks = 2 * HUNKS_AT_ONCE + 1
    text = b"".join(b"@@ -%d +%d @@\n-a\n+b\n" % (at, at) for at in range(1, 10 * hunks, 10))
    assert only(HEADER + INDEX + LABELS + text) == file("a", hunks, hunks)


def test_hunks_may_overlap_by_their_context() -> None:
    """Git 2.39 writes such with `-W`."""
    text = b"@@ -1,3 +1,3 @@\n-a\n+b\n k\n k\n@@ -3,2 +3,2 @@\n k\n-a\n+b\n"
    assert only(HEADER + INDEX + LABELS + text) == file("a", 2, 2)


def test_hunks_without_context_lie_side_by_side() -> None:
    """`-U0`: an empty side stands after the line that it names."""
    text = b"@@ -0,0 +1 @@\n+n\n@@ -2 +2,0 @@\n-o\n@@ -3,0 +3 @@\n+n\n@@ -5 +5 @@\n-o\n+n\n"
    assert only(HEADER + INDEX + LABELS + text) == file("a", 3, 2)


@pytest.mark.parametrize("size", range(1, 53))
def test_a_line_of_a_binary_patch_may_hold_1_to_52_bytes(size: int) -> None:
    letter = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[size - 1 : size]
    block = b"literal 9\n" + letter + b"0" * (-(-size // 4) * 5) + b"\n\n"
    assert only(HEADER + INDEX + b"GIT binary patch\n" + block * 2) == file("a", binary=True)


def test_a_hunk_longer_than_a_block() -> None:
    body = (b"-" + b"o" * 90 + b"\n") * 5000 + (b"+" + b"n" * 90 + b"\n") * 6000
    assert only(HEADER + INDEX + LABELS + b"@@ -1,5000 +1,6000 @@\n" + body) == file("a", 6000, 5000)


def test_a_line_longer_than_a_block_counts_as_one() -> None:
    text = edit(b"a").replace(b"+new", b"+" + b"new" * 200_000) + edit(b"b")
    assert read(text).files == (file("a", 1, 1), file("b", 1, 1))


def test_the_remark_about_a_missing_newline_may_fall_on_a_block_border() -> None:
    """Wherever the block ends, the answer is the same."""
    for filler in range(131_000 - 300, 131_072 + 40, 7):
        start = HEADER + INDEX + LABELS + b"@@ -1 +1,2 @@\n-old\n\\ No newline at end of file\n+"
        text = start + b"x" * (filler - len(start)) + b"\n+new\n\\ No newline at end of file\n"
        assert read(text + edit(b"b")).files == (file("a", 2, 1), file("b", 1, 1))
