"""Diffs in a line, for the tests of what reads them."""

from __future__ import annotations

from io import BytesIO

from steward.intake.diff import ParsedDiff, parse_diff

HEADER = b"diff --git a/a b/a\n"
INDEX = b"index 1234567..89abcde 100644\n"
LABELS = b"--- a/a\n+++ b/a\n"
LINK_GONE = (
    b"diff --git a/l b/l\ndeleted file mode 120000\nindex 3e0bb63..0000000\n--- a/l\n+++ /dev/null\n"
    b"@@ -1 +0,0 @@\n-target\n\\ No newline at end of file\n"
)
FILE_THERE = (
    b"diff --git a/l b/l\nnew file mode 100644\nindex 0000000..af8a489\n--- /dev/null\n+++ b/l\n"
    b"@@ -0,0 +1,2 @@\n+1\n+2\n"
)


def edit(name: bytes) -> bytes:
    """One line of the file taken away and one put there."""
    labels = b"--- a/%s\n+++ b/%s\n" % (name, name)
    return b"diff --git a/%s b/%s\n%s%s@@ -1 +1 @@\n-old\n+new\n" % (name, name, INDEX, labels)


def read(text: bytes) -> ParsedDiff:
    """The files of a diff given whole."""
    return parse_diff(BytesIO(text))
