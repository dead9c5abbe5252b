"""What is no git diff is refused, saying what it seems to be and what to run."""

from __future__ import annotations

import pytest

from steward.errors import DiffUnreadable
from steward.intake.diff import Unreadable
from tests.unit.build import file
from tests.unit.intake.diffs import edit, read

COLOURED = b"\x1b[1mdiff --git a/a b/a\x1b[m\n"
NO_DIFFS = {
    "coloured": (COLOURED, 1, "a coloured diff (git's color.ui or color.diff is 'always')"),
    "UTF-16": (
        edit(b"a").decode().encode("utf-16"),
        1,
        "text in UTF-16 (the > of PowerShell writes it; use git's --output=FILE)",
    ),
    "byte order mark": (
        b"\xef\xbb\xbf" + edit(b"a"),
        1,
        "text with a byte order mark (use git's --output=FILE)",
    ),
    "gzip": (b"\x1f\x8b\x08\x00\x00", 1, "a compressed file"),
    "CR LF": (
        edit(b"a").replace(b"\n", b"\r\n"),
        1,
        "a diff whose line ends became CR LF (use git's --output=FILE)",
    ),
    "HTML": (b"\n<!DOCTYPE html>\n<html>502</html>\n", 2, "an HTML or XML page"),
    "HTML in capitals": (b"  <HTML>\n", 1, "an HTML or XML page"),
    "JSON": (b'{"message": "Sorry, the diff exceeded the maximum"}', 1, "a JSON document"),
    "JSON over lines": (b'{\n  "message": "Not Found"\n}\n', 1, "a JSON document"),
    "JSON list": (b'[{"sha": "1"}]', 1, "a JSON document"),
    "mail": (
        b"From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: A\n\n" + edit(b"a"),
        1,
        "a mail (git format-patch, or a .patch address)",
    ),
    "git show": (
        b"commit 0123456789012345678901234567890123456789\nAuthor: A\n\n    m\n\n" + edit(b"a"),
        1,
        "a commit with its message (git log or git show)",
    ),
    "submodules as logs": (
        b"Submodule sub 1111111..2222222:\n  > a commit\nSubmodule other 1111111..2222222:\n",
        1,
        "a submodule's log (diff.submodule is 'log' or 'diff')",
    ),
    "diff -u": (b"--- a\t2026-01-01\n+++ b\n@@ -1 +1 @@\n-1\n+2\n", 1, "a diff that git did not write"),
    "diff -ru": (b"diff -ru old/a new/a\n--- old/a\n", 1, "a diff that git did not write"),
    "svn": (b"Index: a\n======\n--- a\n", 1, "a diff that git did not write"),
    "a patch fragment": (b"@@ -1 +1 @@\n-1\n+2\n", 1, "hunks without the names of their files"),
    "--raw": (b":100644 100644 1234567 89abcde M\ta\n", 1, "the output of git diff --raw"),
    "--numstat": (b"1\t1\ta\n", 1, "the output of git diff --numstat"),
    "--name-status": (b"R100\ta\tb\n", 1, "the output of git diff --name-status"),
    "--stat": (b" a.py | 2 +-\n 1 file changed\n", 1, "the output of git diff --stat"),
    "an error of git": (b"fatal: not a git repository\n", 1, "an error message"),
    "prose": (b"Hello\n" + edit(b"a"), 1, "text that is no diff"),
    "bytes": (bytes(range(1, 256)), 1, "text that is no diff"),
    "blank lines": (b"\n\n\n", 1, "nothing but blank lines"),
    "no prefixes": (edit(b"a").replace(b"a/", b"").replace(b"b/", b""), 1, "a diff with other prefixes"),
    "no prefixes, in a folder named a": (
        edit(b"x").replace(b" b/", b" a/"),
        1,
        "a diff with other prefixes than a/ and b/ (diff.noprefix or diff.mnemonicPrefix is on)",
    ),
    "mnemonic prefixes": (
        edit(b"x").replace(b" a/", b" i/").replace(b" b/", b" w/"),
        1,
        "a diff with other prefixes",
    ),
    "reversed": (
        edit(b"x").replace(b" a/", b" t/").replace(b" b/", b" a/").replace(b" t/", b" b/"),
        1,
        "a diff with other prefixes",
    ),
    "no prefixes, behind blank lines, with a rename": (
        b"\n\ndiff --git x y\nsimilarity index 100%\nrename from x\nrename to y\n",
        3,
        "a diff with other prefixes",
    ),
}


@pytest.mark.parametrize(("text", "line", "found"), NO_DIFFS.values(), ids=NO_DIFFS)
def test_what_is_no_git_diff_is_named_with_the_line_and_the_command(
    text: bytes, line: int, found: str
) -> None:
    with pytest.raises(DiffUnreadable) as refused:
        read(text)
    assert refused.value.what.startswith(
        f"this is not what git diff prints: at line {line} begins {found}"
    ), refused.value.what
    assert refused.value.mend == (
        "Run: git -c diff.noprefix=false -c diff.mnemonicPrefix=false diff --no-color --no-ext-diff "
        "--submodule=short --find-renames BASE...HEAD"
    )


def test_nothing_of_a_foreign_text_is_repeated() -> None:
    with pytest.raises(DiffUnreadable) as refused:
        read(b"ghp_secret\n::error::x\n")
    assert "secret" not in refused.value.what + refused.value.mend


def test_one_section_with_other_prefixes_is_that_section_s_fault() -> None:
    parsed = read(edit(b"a") + edit(b"x").replace(b" a/", b" i/").replace(b" b/", b" w/"))
    assert parsed.files == (file("a", 1, 1),)
    assert parsed.unreadable == (Unreadable(line=8, path=None, why="its names do not stand under a/ and b/"),)
