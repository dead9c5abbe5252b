"""Real changes: git makes them, and says itself what is in them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from steward.model import ChangedFile, Content, Kind
from tests.fuzz.history import History

COMMITS = 250
"""How many changes one repository holds, and two calls of git tell."""

_LAYOUTS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    # What `git diff` is given for the text alone, and what for the text and the truth.
    ((), ("-M",)),
    ((), ("-M",)),
    (("--full-index",), ("-M", "-C", "--find-copies-harder")),
    (("--binary",), ("-M",)),
    (("-U0",), ("-M", "--patience")),
    (("-U20", "--no-indent-heuristic"), ("-M", "--histogram")),
    (("-W",), ("-M", "-C")),
    (("--inter-hunk-context=5",), ("--no-renames",)),
    ((), ("-M30%", "-B")),
)
_SETTINGS = ((), ("-c", "core.quotePath=false"), ("-c", "diff.suppressBlankEmpty=true"))
_EMPTY = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
_KINDS = {
    "A": Kind.ADDED,
    "D": Kind.DELETED,
    "M": Kind.MODIFIED,
    "R": Kind.RENAMED,
    "C": Kind.COPIED,
    "T": Kind.TYPE_CHANGED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The text of one `git diff`, and its files by `--raw` and `--numstat`, sorted by path."""

    diff: bytes
    files: tuple[ChangedFile, ...]


def changes(random: Random, count: int) -> Iterator[Change]:
    """`count` changes that are not empty, from as many repositories as needed."""
    while count > 0:
        some = _from_one_repository(random, min(count, COMMITS))
        yield from some
        count -= len(some)


def _from_one_repository(random: Random, count: int) -> list[Change]:
    text, both = random.choice(_LAYOUTS)
    settings = random.choice(_SETTINGS)
    with TemporaryDirectory() as folder:
        path = Path(folder)
        git(path, "init", "--quiet", "--bare", ".")
        git(path, "fast-import", "--quiet", stdin=History(random).stream(count))
        commits = git(path, "rev-list", "--reverse", "main")
        tree = ("diff-tree", "--stdin", "-r", *both)
        diffs = git(path, *settings, *tree, "-p", "--format=%x00%H", *text, stdin=commits)
        facts = git(path, *tree, "--raw", "--numstat", "--no-abbrev", "-z", stdin=commits)
    truths = dict(_truths(facts))
    return [Change(diff=diff, files=truths[commit]) for commit, diff in _diffs(diffs)]


def git(folder: Path, *arguments: str, stdin: bytes = b"", accept: tuple[int, ...] = (0,)) -> bytes:
    """What git prints in `folder`, with no settings but those given."""
    environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)}
    done = subprocess.run(
        ("git", *arguments), cwd=folder, input=stdin, capture_output=True, check=False, env=environment
    )
    if done.returncode not in accept:
        raise RuntimeError(f"git {arguments[0]} failed: {done.stderr.decode(errors='replace')}")
    return done.stdout


def _diffs(output: bytes) -> Iterator[tuple[str, bytes]]:
    for piece in output.split(b"\0")[1:]:
        commit, _, diff = piece.partition(b"\n\n")
        yield commit.decode("ascii"), diff


def _truths(output: bytes) -> Iterator[tuple[str, tuple[ChangedFile, ...]]]:
    words = iter(output.split(b"\0"))
    commit = ""
    raw: dict[bytes, tuple[list[str], bytes]] = {}
    counts: dict[bytes, tuple[int | None, int | None]] = {}
    for word in words:
        if word.startswith(b":"):
            fields = word[1:].decode("ascii").split(" ")
            old = next(words)
            raw[next(words) if fields[4][0] in "RC" else old] = (fields, old)
        elif b"\t" in word:
            added, deleted, path = word.split(b"\t", 2)
            path = path or (next(words), next(words))[1]
            counts[path] = (_number(added), _number(deleted))
        else:
            if raw:
                yield commit, _files(raw, counts)
            commit, raw, counts = word.decode("ascii"), {}, {}


def _number(text: bytes) -> int | None:
    return None if text == b"-" else int(text)


def _files(
    raw: dict[bytes, tuple[list[str], bytes]], counts: dict[bytes, tuple[int | None, int | None]]
) -> tuple[ChangedFile, ...]:
    files = (_file(path, old, fields, counts[path]) for path, (fields, old) in raw.items())
    return tuple(sorted(files, key=lambda file: file.path))


def _file(path: bytes, old: bytes, fields: list[str], counts: tuple[int | None, int | None]) -> ChangedFile:
    _, _, before, after, letter = fields
    kind = _KINDS[letter[0]]
    same = before == after if kind is not Kind.ADDED else after == _EMPTY
    content = Content.SAME if same and kind is not Kind.TYPE_CHANGED else Content.CHANGED
    if before == after and content is Content.SAME:
        counts = (0, 0)  # a diff without a body does not say that the file is binary
    return ChangedFile(
        path=path.decode("utf-8", "surrogateescape"),
        kind=kind,
        previous_path=old.decode("utf-8", "surrogateescape") if letter[0] in "RC" else None,
        additions=counts[0],
        deletions=counts[1],
        binary=counts[0] is None,
        content=content,
    )
