"""A change read from a real local git repository, as GitHub would show it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from tests.github.nouns import START, Change, Commit, FileRow
from tests.github.objects import DIRECTORY, SUBMODULE, Entry, Files
from tests.github.patches import patch_of, sections

_STATUS = {"A": "added", "D": "removed", "M": "modified", "R": "renamed", "C": "copied", "T": "changed"}
_DIFF = (
    "diff",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--find-renames",
    "--src-prefix=a/",
    "--dst-prefix=b/",
)
_IDENTITY = ("AUTHOR", "COMMITTER")


def git(repository: Path, *arguments: str, given: bytes | None = None) -> bytes:
    """What git prints, run without any configuration but the repository's own."""
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(repository),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
    }
    for who in _IDENTITY:
        environment |= {
            f"GIT_{who}_NAME": "A. Author",
            f"GIT_{who}_EMAIL": "author@example.org",
            f"GIT_{who}_DATE": START.isoformat(),
        }
    done = subprocess.run(
        ("git", "-C", str(repository), *arguments),
        input=given,
        env=environment,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"git {' '.join(arguments)}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def resolve(repository: Path, revision: str) -> str:
    return git(repository, "rev-parse", "--verify", f"{revision}^{{commit}}").decode().strip()


def read_change(repository: Path, base: str, head: str) -> Change:
    """The change from the merge base of the two to the head: diff, rows, commits."""
    merge_base = git(repository, "merge-base", base, head).decode().strip()
    diff = git(repository, *_DIFF, merge_base, head)
    return Change(
        diff=diff,
        rows=tuple(_rows(repository, merge_base, head, diff)),
        commits=read_commits(repository, f"{base}..{head}"),
        merge_base=merge_base,
    )


def _rows(repository: Path, base: str, head: str, diff: bytes) -> Iterator[FileRow]:
    counts = _counts(git(repository, *_DIFF, "--numstat", "-z", base, head))
    pieces = iter(sections(diff))
    words = iter(git(repository, *_DIFF, "--raw", "--no-abbrev", "-z", base, head).split(b"\0"))
    for word in words:
        if not word:
            continue
        _, _, before, after, letter = word.decode().split(" ")
        old = next(words)
        new = next(words) if letter[0] in "RC" else old
        section = next(pieces)
        if letter[0] == "T":
            next(pieces)  # a type change is two sections of a diff and one row
        additions, deletions = counts[new]
        yield FileRow(
            filename=new.decode(errors="replace"),
            status=_STATUS[letter[0]],
            additions=additions,
            deletions=deletions,
            patch=None if letter[0] == "T" else patch_of(section),
            previous_filename=old.decode(errors="replace") if new != old else None,
            sha=before if letter[0] == "D" else after,
        )


def _counts(numstat: bytes) -> Mapping[bytes, tuple[int, int]]:
    found: dict[bytes, tuple[int, int]] = {}
    words = iter(numstat.split(b"\0"))
    for word in words:
        if not word:
            continue
        added, deleted, path = word.split(b"\t", 2)
        if not path:
            next(words)
            path = next(words)
        found[path] = (0, 0) if added == b"-" else (int(added), int(deleted))
    return found


def read_commits(repository: Path, revisions: str) -> tuple[Commit, ...]:
    """The commits of a range, oldest first."""
    form = "%H%x00%P%x00%T%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%B%x00%x00"
    text = git(repository, "log", "--reverse", f"--format={form}", revisions).decode(errors="replace")
    records = [record.lstrip("\n").split("\0") for record in text.split("\0\0\n") if record.strip("\0\n")]
    return tuple(
        Commit(
            sha=sha,
            parents=tuple(parents.split()),
            tree=tree,
            author_name=author,
            author_email=author_email,
            date=datetime.fromisoformat(date).astimezone(UTC),
            committer_name=committer,
            committer_email=committer_email,
            message="\0".join(message).rstrip("\n"),
        )
        for sha, parents, tree, author, author_email, date, committer, committer_email, *message in records
    )


def read_files(repository: Path, revision: str) -> Files:
    """Every file of a commit, with its content."""
    listed: list[tuple[str, str, str]] = []
    for row in git(repository, "ls-tree", "-r", "-z", "--full-tree", revision).split(b"\0"):
        if row:
            meta, _, path = row.partition(b"\t")
            mode, _, sha = meta.decode().split(" ")
            listed.append((path.decode(errors="replace"), mode, sha))
    asked = "".join(f"{sha}\n" for _, mode, sha in listed if mode != SUBMODULE).encode()
    contents = _batch(git(repository, "cat-file", "--batch", given=asked))
    return {
        path: Entry(content=sha.encode() if mode == SUBMODULE else contents[sha], mode=mode)
        for path, mode, sha in listed
        if mode != DIRECTORY
    }


def _batch(output: bytes) -> Mapping[str, bytes]:
    found: dict[str, bytes] = {}
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        sha, _, size = output[at:end].decode().split(" ")
        found[sha] = output[end + 1 : end + 1 + int(size)]
        at = end + 2 + int(size)
    return found


def write_repository(target: Path, *snapshots: Files, messages: tuple[str, ...] = ()) -> list[str]:
    """A new repository whose commits, each on the one before, hold these trees. Gives their SHAs.

    A branch `main` stands at the first commit and `topic` at the last, which is checked out.
    """
    target.mkdir(parents=True, exist_ok=True)
    git(target, "init", "--quiet", "--initial-branch=main")
    stream = b"".join(_snapshot(index, files, messages) for index, files in enumerate(snapshots))
    git(target, "fast-import", "--quiet", "--date-format=raw", given=stream)
    git(target, "checkout", "--quiet", "--force", "topic")
    return git(target, "rev-list", "--reverse", "topic").decode().split()


def _snapshot(index: int, files: Files, messages: tuple[str, ...]) -> bytes:
    message = (messages[index] if index < len(messages) else f"Commit {index}").encode()
    who = f"A. Author <author@example.org> {int(START.timestamp()) + index} +0000"
    branch = b"refs/heads/topic" if index else b"refs/heads/main"
    parts = [
        b"commit %s\nmark :%d\ncommitter %s\ndata %d\n%s\n"
        % (branch, index + 1, who.encode(), len(message), message)
    ]
    if index:
        parts.append(b"from :%d\ndeleteall\n" % index)
    for path, entry in files.items():
        name = b'"%s"' % path.encode().replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
        if entry.mode == SUBMODULE:
            parts.append(b"M 160000 %s %s\n" % (entry.content, name))
        else:
            parts.append(
                b"M %s inline %s\ndata %d\n%s\n"
                % (entry.mode.encode(), name, len(entry.content), entry.content)
            )
    if not index:
        parts.append(b"reset refs/heads/topic\nfrom :1\n")
    return b"".join(parts)
