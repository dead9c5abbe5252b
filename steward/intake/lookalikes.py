"""What a text that is no `git diff` seems to be, so that the person who gave it knows what to do."""

from __future__ import annotations

import re

from steward.errors import DiffUnreadable

MEND = (
    "Run: git -c diff.noprefix=false -c diff.mnemonicPrefix=false diff --no-color --no-ext-diff "
    "--submodule=short --find-renames BASE...HEAD"
)

_KINDS = (
    (rb"\x1b", "a coloured diff (git's color.ui or color.diff is 'always')"),
    (rb"\xff\xfe|\xfe\xff", "text in UTF-16 (the > of PowerShell writes it; use git's --output=FILE)"),
    (rb"\xef\xbb\xbf", "text with a byte order mark (use git's --output=FILE)"),
    (rb"\x1f\x8b|PK\x03\x04|BZh|\xfd7zXZ", "a compressed file"),
    (rb"(?i)\s*<(!doctype|html|\?xml|head|body|!--)", "an HTML or XML page"),
    (rb"\s*[{\[]\s*([\"{\[\]}]|$)", "a JSON document"),
    (rb"From [0-9a-f]{40,64} |From: |Subject: ", "a mail (git format-patch, or a .patch address)"),
    (rb"commit [0-9a-f]{7,64}", "a commit with its message (git log or git show)"),
    (rb"diff -|--- |Only in |Index: |\*\*\* ", "a diff that git did not write (diff -u, svn or another)"),
    (rb"@@ -", "hunks without the names of their files"),
    (rb":\d{6} \d{6} ", "the output of git diff --raw"),
    (rb"(\d+|-)\t(\d+|-)\t", "the output of git diff --numstat"),
    (rb"[ACDMRTU]\d*\t", "the output of git diff --name-status"),
    (rb" .*\| +(\d+|Bin)", "the output of git diff --stat"),
    (rb"(fatal|error|usage|warning): ", "an error message"),
)
_PATTERNS = tuple((re.compile(pattern), words) for pattern, words in _KINDS)


def no_diff(first: bytes, number: int) -> DiffUnreadable:
    """The error for a text whose first line that is not blank is `first`, at line `number`."""
    if not first:
        return unreadable(1, "nothing but blank lines")
    found = next((words for pattern, words in _PATTERNS if pattern.match(first)), "text that is no diff")
    return unreadable(number, found)


def unreadable(number: int, found: str) -> DiffUnreadable:
    """The error that says what begins at line `number` in place of a git diff, and what to run."""
    return DiffUnreadable(f"this is not what git diff prints: at line {number} begins {found}", mend=MEND)
