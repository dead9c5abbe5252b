"""What a submission may be: one rejecting test a rule, each with the rule's own message."""

from __future__ import annotations

import pytest

from steward.challenge.patch import read_patch
from tests.unit.challenge.build import manifest, section

LINK = "new file mode 120000\nindex 0000000..1234567"
RENAME = (
    b"diff --git a/tests/a.py b/src/a.py\nsimilarity index 100%\nrename from tests/a.py\nrename to src/a.py\n"
)
COPY = b"diff --git a/tests/a.py b/src/a.py\nsimilarity index 100%\ncopy from tests/a.py\ncopy to src/a.py\n"
BINARY = b"diff --git a/src/a.bin b/src/a.bin\nnew file mode 100644\nindex 0000000..1234567\n"
CHANGED_LINK = b"diff --git a/src/a b/src/a\nindex 1111111..2222222 120000\n--- a/src/a\n+++ b/src/a\n"
CHANGED_LINK += b"@@ -1 +1 @@\n-b\n+c\n"
NO_NEWLINE = (
    b"diff --git a/src/a.py b/src/a.py\nindex 1111111..2222222 100644\n--- a/src/a.py\n+++ b/src/a.py\n"
)
NO_NEWLINE += b"@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n"
QUOTED = (
    b'diff --git "a/src/\\303\\244.py" "b/src/\\303\\244.py"\nnew file mode 100644\nindex 0000000..1234567\n'
)
QUOTED += b'--- /dev/null\n+++ "b/src/\\303\\244.py"\n@@ -0,0 +1 @@\n+x\n'
MODE = b"diff --git a/src/a.py b/src/a.py\nold mode 100644\nnew mode 100755\n"


def rules(patch: bytes, **keys: str) -> dict[str, str]:
    submission, refused = read_patch(patch, manifest(**keys))
    assert (submission is None) == bool(refused)
    return {refusal.rule: refusal.what for refusal in refused}


@pytest.mark.parametrize(
    ("rule", "patch", "said"),
    [
        ("too-large", b"x" * 300_000, "the patch has 300,000 bytes; allowed: 262,144"),
        ("nul", section("src/a.py", "a\0b"), "the patch holds a NUL byte"),
        (
            "too-many-files",
            b"".join(section(f"src/{n}.py") for n in range(21)),
            "changes 21 files; allowed: 20",
        ),
        (
            "outside-editable",
            section("lib/a.py"),
            "lib/a.py is not among the files that a submission may change",
        ),
        ("outside-editable", section("hidden/tests/t.py"), "a path among the hidden files is not among"),
        ("binary", BINARY + b"Binary files /dev/null and b/src/a.bin differ\n", "src/a.bin is binary"),
        (
            "binary",
            BINARY + b"GIT binary patch\nliteral 1\nIcmZPo000310RR91\n\nliteral 0\nHcmV?d00001\n\n",
            "is binary",
        ),
        ("rename", RENAME, "src/a.py is a rename: make the diff with --no-renames"),
        ("copy", COPY, "src/a.py is a copy: make the diff with --no-renames"),
        ("symlink", section("src/a", "/etc/passwd", head=LINK), "src/a is or would become a symbolic link"),
        (
            "symlink",
            CHANGED_LINK,
            "src/a is or would become a symbolic link",
        ),
        (
            "submodule",
            section("src/a", head=LINK.replace("120000", "160000")),
            "src/a is or would become a submodule",
        ),
        (
            "executable",
            section("src/a", head=LINK.replace("120000", "100755")),
            "src/a would become executable",
        ),
        ("executable", MODE, "src/a.py would become executable"),
        (
            "mode",
            section("src/a", head=LINK.replace("120000", "100600")),
            "src/a has a mode that is none of a plain",
        ),
        ("parent-path", section("src/../../a.py"), "src/../../a.py leads out of the challenge through .."),
        ("absolute-path", section("/etc/cron.d/x"), "/etc/cron.d/x is an absolute path"),
        ("absolute-path", section("C:/x"), "C:/x is an absolute path"),
        (
            "absolute-path",
            b"diff --git /etc/x /etc/x\nnew file mode 100644\n--- /dev/null\n+++ /etc/x\n@@ -0,0 +1 @@\n+x\n",
            "/etc/x is an absolute path",
        ),
        ("backslash", section("src\\a.py"), "src\\a.py is written with backslashes"),
        (
            "backslash",
            section("@")
            .replace(b"a/@ b/@", b'"a/src\\\\a.py" "b/src\\\\a.py"')
            .replace(b"b/@", b'"b/src\\\\a.py"'),
            "is written with backslashes",
        ),
        ("git-file", section("src/.gitattributes"), "src/.gitattributes is a file of git's own"),
        ("git-file", section("src/.GIT/hooks/x"), "src/.GIT/hooks/x is a file of git's own"),
        ("git-file", section("src/git~1/config"), "is a file of git's own"),
        ("github", section(".github/workflows/x.yml"), "belongs to the repository's workflows"),
        ("odd-path", section("src/a\u202eyp.py"), "src/aU+202Eyp.py is no plain path"),
        ("odd-path", section("src//a.py"), "src//a.py is no plain path"),
        ("odd-path", section("src/./a.py"), "src/./a.py is no plain path"),
        ("headers", section("src/a.py").replace(b"+++ b/src", b"+++ b/tests"), "lines name another file"),
        ("headers", section("src/a.py").replace(b"+1,1", b"+1,2"), "a hunk has more or fewer lines"),
        ("headers", section("src/a.py") * 2, "the diff has a section for this path already"),
        ("headers", section("src/a.py") + b"--- a/tests/x\n+++ b/tests/x\n@@ -1 +1 @@\n-a\n+b\n", "src/a.py"),
        ("headers", b"--- a/src/x\n+++ b/src/x\n@@ -1 +1 @@\n-a\n+b\n", "it is no git diff"),
        ("headers", b"please accept\n", "it is no git diff"),
    ],
)
def test_what_is_refused(rule: str, patch: bytes, said: str) -> None:
    assert said in rules(patch, editable='["src/**", "**/*.bin"]').get(rule, ""), rules(patch)


def test_line_breaks_of_windows_in_the_headers_are_no_paths_from_the_root() -> None:
    assert rules(section("src/a.py").replace(b"\n", b"\r\n")).keys() == {"headers"}


@pytest.mark.parametrize(
    "patch",
    [
        section("src/a.py", "x = 1\r", "y = 2\r"),
        b"diff --git a/src/__init__.py b/src/__init__.py\nnew file mode 100644\nindex 0000000..e69de29\n",
        b"diff --git a/src/a.py b/src/a.py\ndeleted file mode 100644\nindex e69de29..0000000\n",
        NO_NEWLINE,
        b"diff --git a/src/a.sh b/src/a.sh\nold mode 100755\nnew mode 100644\n",
        section("src/a b/src/a b.py"),
        section("src/a.py", "diff --git a/tests/t.py b/tests/t.py", "--- a/tests/t.py", "GIT binary patch"),
        QUOTED,
    ],
    ids=["CRLF", "an empty file", "an empty file goes", "no last line break", "no longer executable", "spaces",
         "a diff in the lines", "a quoted name"],
)  # fmt: skip
def test_what_git_writes_of_plain_files_is_taken(patch: bytes) -> None:
    assert rules(patch) == {}


def test_hidden_paths_are_nobodys_whatever_editable_says() -> None:
    assert rules(section("hidden/tests/extra.py"), editable='["**"]').keys() == {"outside-editable"}


def test_a_hidden_path_is_not_repeated() -> None:
    assert "t.py" not in " ".join(rules(section("hidden/tests/t.py")).values())


def test_all_rules_are_told_together() -> None:
    told = rules(section("lib/a.py") + section("src/.gitmodules") + section("src/b", head=LINK))
    assert told.keys() == {"outside-editable", "git-file", "symlink"}


def test_paths_outside_of_the_challenges_folder_are_refused() -> None:
    submission, refused = read_patch(b"", manifest(), ("other/a.py",))
    assert submission is None
    assert [refusal.rule for refusal in refused] == ["outside-editable"]


def test_an_exclamation_mark_takes_back_what_a_pattern_gave() -> None:
    assert "outside-editable" in rules(section("src/fixed.py"), editable='["src/**", "!src/fixed.py"]')


def test_an_empty_patch_changes_nothing() -> None:
    submission, refused = read_patch(b"\n", manifest())
    assert submission is not None
    assert (submission.paths, refused) == ((), ())


def test_the_lines_of_a_submission_are_known_by_their_numbers() -> None:
    change = (
        b"diff --git a/src/b c.py b/src/b c.py\nindex 1111111..2222222 100644\n"
        b"--- a/src/b c.py\t\n+++ b/src/b c.py\t\n"
        b"@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n@@ -9,2 +9,3 @@\n nine\n+nine and a half\n ten\n"
    )
    submission, _ = read_patch(section("src/a.py", "a", "b") + change, manifest())
    assert submission is not None
    assert submission.lines == {
        "src/a.py": {1: "a", 2: "b"},
        "src/b c.py": {2: "zwei", 10: "nine and a half"},
    }
    assert submission.removed == {"src/b c.py": ("two",)}
