"""A section that cannot be read costs its own file, says why, and is never an empty change."""

from __future__ import annotations

import pytest

from steward.intake.diff import ParsedDiff, Unreadable
from tests.unit.build import file
from tests.unit.intake.diffs import FILE_THERE, HEADER, INDEX, LABELS, LINK_GONE, edit, read

NO_LINES = "its changed lines are missing: the diff is cut, or was made without them"
LENGTHS = "a hunk has more or fewer lines than its header says: the diff is cut or changed"
CUT_HEADER = "the diff ends in the middle of its header"
RENAMED_OTHERS = "its first line names other files than the lines that say what became what"
PATCH = b"GIT binary patch\n"
BLOCK = b"literal 0\nHcmV?d00001\n\n"
CUT_PATCH = "its binary patch is cut or changed"
OTHER_LABELS = "its --- and +++ lines name another file than its first line, or one is missing"
AFTER = "after its last line comes something that is no part of a git diff"
RENAME = b"diff --git a/a b/c\nsimilarity index 100%\nrename from a\nrename to c\n"

BROKEN = {
    # cut
    "cut in the first word": (b"diff --g", CUT_HEADER),
    "cut in the first line": (b"diff --git a/a b/", CUT_HEADER),
    "cut after the first line": (HEADER, NO_LINES),
    "cut in the extended header": (HEADER + b"index 12345", NO_LINES),
    "cut after the index": (HEADER + INDEX, NO_LINES),
    "cut in the labels": (HEADER + INDEX + b"--- a/a\n", CUT_HEADER),
    "cut after the labels": (
        HEADER + INDEX + LABELS,
        "none of its lines is changed: the diff is cut or changed",
    ),
    "cut in a hunk's header": (
        HEADER + INDEX + LABELS + b"@@ -1 +",
        "the header of a hunk is cut or changed",
    ),
    "cut before a hunk's lines": (HEADER + INDEX + LABELS + b"@@ -1 +1 @@\n", LENGTHS),
    "cut in a hunk": (HEADER + INDEX + LABELS + b"@@ -1 +1 @@\n-old\n", LENGTHS),
    "cut in a hunk's last line": (
        HEADER + INDEX + LABELS + b"@@ -1 +1 @@\n-old\n+ne",
        "the diff ends in the middle of a line",
    ),
    "cut before a mode's other half": (
        HEADER + b"old mode 100644\n",
        "one line of a pair is missing in its header",
    ),
    "cut before a rename's other half": (RENAME[:-12], "one line of a pair is missing in its header"),
    "a rename with changes, cut": (RENAME.replace(b"100%", b"90%"), NO_LINES),
    "an added file, cut": (HEADER + b"new file mode 100644\n", NO_LINES),
    "an added file without lines that is not empty": (
        HEADER + b"new file mode 100644\nindex 0000000..1234567\n",
        NO_LINES,
    ),
    "a deleted file without lines (-D)": (
        HEADER + b"deleted file mode 100644\nindex 1234567..0000000\n",
        NO_LINES,
    ),
    # hunks
    "more lines than the hunk says": (edit(b"a") + b"+more\n", LENGTHS),
    "fewer lines than the hunk says": (edit(b"a").replace(b"-1 +1", b"-1 +1,2"), LENGTHS),
    "other lines than the hunk says": (edit(b"a").replace(b"-old\n", b"+old\n"), LENGTHS),
    "a line that starts with nothing of git's": (edit(b"a").replace(b"-old", b"old"), LENGTHS),
    "kept lines after the hunk": (edit(b"a") + b" kept\nx\n", AFTER),
    "hunks without a changed line": (
        HEADER + INDEX + LABELS + b"@@ -1 +1 @@\n kept\n",
        "none of its lines is changed: the diff is cut or changed",
    ),
    "a hunk twice": (
        edit(b"a") + b"@@ -1 +1 @@\n-old\n+new\n",
        "its hunks are out of order, or one is there twice",
    ),
    "hunks out of order": (
        edit(b"a").replace(b"-1 +1", b"-9 +9") + b"@@ -1 +1 @@\n-old\n+new\n",
        "its hunks are out of order, or one is there twice",
    ),
    "hunks out of order on the old side": (
        edit(b"a").replace(b"-1 +1", b"-9 +1") + b"@@ -1 +9 @@\n-old\n+new\n",
        "its hunks are out of order, or one is there twice",
    ),
    "hunks out of order on the new side": (
        edit(b"a").replace(b"-1 +1", b"-1 +9") + b"@@ -9 +1 @@\n-old\n+new\n",
        "its hunks are out of order, or one is there twice",
    ),
    "a hunk with a number of 5,000 digits": (
        edit(b"a").replace(b"-1 +1", b"-1," + b"9" * 5000 + b" +1"),
        "the header of a hunk is cut or changed",
    ),
    "a hunk without lines": (edit(b"a").replace(b"-1 +1", b"-1,0 +1,0"), LENGTHS),
    "a hunk of an added file that takes lines away": (
        FILE_THERE.replace(b"-0,0 +1,2", b"-1 +1").replace(b"+1\n+2", b"-1\n+2"),
        "a hunk contradicts the header",
    ),
    "a hunk of a deleted file that adds lines": (
        LINK_GONE.replace(b"-1 +0,0", b"-1 +1").replace(b"-target\n", b"-target\n+other\n"),
        "a hunk contradicts the header",
    ),
    "a combined hunk": (
        HEADER + INDEX + LABELS + b"@@@ -1,2 -1,2 +1,3 @@@\n  x\n",
        "none of its lines is changed: the diff is cut or changed",
    ),
    # names
    "another name in ---": (edit(b"a").replace(b"--- a/a", b"--- a/b"), OTHER_LABELS),
    "another name in +++": (edit(b"a").replace(b"+++ b/a", b"+++ b/b"), OTHER_LABELS),
    "/dev/null in the --- of a file that was there": (
        edit(b"a").replace(b"--- a/a", b"--- /dev/null"),
        OTHER_LABELS,
    ),
    "no /dev/null in the --- of an added file": (
        FILE_THERE.replace(b"--- /dev/null", b"--- a/l"),
        OTHER_LABELS,
    ),
    "no /dev/null in the +++ of a deleted file": (
        LINK_GONE.replace(b"+++ /dev/null", b"+++ b/l"),
        OTHER_LABELS,
    ),
    "a time behind the name": (edit(b"a").replace(b"--- a/a", b"--- a/a\t2026-01-01"), OTHER_LABELS),
    "two names and no rename": (
        edit(b"a").replace(b" b/a\n", b" b/b\n", 1),
        "its first line names two files, and no line says that one became the other",
    ),
    "no name at all": (
        HEADER.replace(b"a/a b/a", b"a/ b/") + b"old mode 100644\nnew mode 100755\n",
        "its first line names two files, and no line says that one became the other",
    ),
    "a rename from another file": (RENAME.replace(b"rename from a", b"rename from x"), RENAMED_OTHERS),
    "a rename to another file": (RENAME.replace(b"rename to c", b"rename to x"), RENAMED_OTHERS),
    "a rename to itself": (RENAME.replace(b"/c", b"/a").replace(b"to c", b"to a"), RENAMED_OTHERS),
    "a name that git would have quoted": (
        edit(b'"a'),
        "its first line does not name one file as git would",
    ),
    "a quoted name with a NUL": (
        HEADER.replace(b"a/a b/a", b'"a/\\000" "b/\\000"') + b"old mode 100644\nnew mode 100755\n",
        "its first line does not name one file as git would",
    ),
    "another name in the binary line": (
        HEADER + INDEX + b"Binary files a/a and b/b differ\n",
        "its binary line names another file than its first line",
    ),
    # binary patches
    "a binary patch cut after its name": (HEADER + INDEX + PATCH, CUT_PATCH),
    "a binary patch cut in its size": (HEADER + INDEX + PATCH + b"literal 1", CUT_PATCH),
    "a binary patch cut before its data": (HEADER + INDEX + PATCH + b"literal 0\n", CUT_PATCH),
    "a binary patch in one direction only": (HEADER + INDEX + PATCH + BLOCK, CUT_PATCH),
    "a binary patch cut in the other direction": (HEADER + INDEX + PATCH + BLOCK + BLOCK[:-5], CUT_PATCH),
    "a binary patch with a short line": (
        HEADER + INDEX + PATCH + BLOCK + BLOCK.replace(b"d00001", b"d0000"),
        CUT_PATCH,
    ),
    "a binary patch with a line of another length than its letter says": (
        HEADER + INDEX + PATCH + BLOCK + BLOCK.replace(b"Hc", b"zc"),
        CUT_PATCH,
    ),
    "a binary line without its end": (
        HEADER + INDEX + b"Binary files a/a and b/a\n",
        "its binary line names another file than its first line",
    ),
    # header lines
    "a header line twice": (HEADER + INDEX + INDEX + LABELS, "its header says one thing twice"),
    "added and deleted": (
        HEADER + b"new file mode 100644\ndeleted file mode 100644\nindex 0000000..e69de29\n",
        "its header says more than one kind of change",
    ),
    "added, with an old mode": (
        HEADER + b"old mode 100644\nnew mode 100755\nnew file mode 100644\nindex 0000000..e69de29\n",
        "its header says more than one kind of change",
    ),
    "a similarity without a rename": (
        HEADER + b"similarity index 100%\n",
        "its header is not whole: a rename goes with a similarity, and nothing else does",
    ),
    "a rename without a similarity": (
        RENAME.replace(b"similarity index 100%\n", b""),
        "its header is not whole: a rename goes with a similarity, and nothing else does",
    ),
    "a header line that git does not write": (
        HEADER + b"old mode 644\nnew mode 755\n",
        NO_LINES,
    ),
    "a header line of 100 KB": (
        HEADER + INDEX + b"--- a/" + b"x" * 100_000 + b"\n",
        "one of its header lines is longer than git writes them",
    ),
    "CR LF in the labels alone": (
        edit(b"a").replace(b"--- a/a\n", b"--- a/a\r\n"),
        "its header lines end with CR LF",
    ),
    # what is no section of one file
    "a merge": (
        b"diff --cc a\nindex 1,2..3\n--- a/a\n+++ b/a\n@@@ -1,1 -1,1 +1,1 @@@\n- x\n -y\n++z\n",
        "it is a combined diff of a merge",
    ),
    "a merge conflict": (b"* Unmerged path a\n", "it has merge conflicts"),
    "the log of a submodule": (
        b"Submodule a 1111111..2222222:\n  > a commit\n",
        "it is the log of a submodule, not its change",
    ),
    "a mail's end": (edit(b"a") + b"-- \n2.39.5\n", LENGTHS),
}
PATHS = {
    "cut in the first word": None,
    "cut in the first line": None,
    "two names and no rename": None,
    "no name at all": None,
    "a name that git would have quoted": None,
    "a quoted name with a NUL": None,
    "the log of a submodule": None,
    "a hunk of an added file that takes lines away": "l",
    "a hunk of a deleted file that adds lines": "l",
    "no /dev/null in the --- of an added file": "l",
    "no /dev/null in the +++ of a deleted file": "l",
    "a rename with changes, cut": "c",
    "cut before a rename's other half": None,
    "a rename without a similarity": None,
    "a rename from another file": None,
    "a rename to another file": None,
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_section_costs_its_own_file_and_says_why(case: str) -> None:
    text, why = BROKEN[case]
    before, after = edit(b"before.py"), edit(b"zz.py")
    broken = Unreadable(line=before.count(b"\n") + 1, path=PATHS.get(case, "a"), why=why)
    assert read(before + text) == ParsedDiff(files=(file("before.py", 1, 1),), unreadable=(broken,))
    if text.endswith(b"\n"):
        parsed = read(before + text + after)
        assert parsed.files == (file("before.py", 1, 1), file("zz.py", 1, 1))
        assert [section.path for section in parsed.unreadable] == [broken.path]


def test_a_section_that_is_all_there_is_and_broken_is_no_empty_change() -> None:
    parsed = read(edit(b"a")[:-4])
    assert parsed.files == ()
    assert [section.path for section in parsed.unreadable] == ["a"]
