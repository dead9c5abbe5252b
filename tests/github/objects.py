"""Git's objects without git: names of blobs and trees, and the files of a commit as plain data."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

FILE, EXECUTABLE, SYMLINK, SUBMODULE, DIRECTORY = "100644", "100755", "120000", "160000", "040000"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One path of a tree. A symlink's content is its target; a submodule's is the SHA of its commit."""

    content: bytes
    mode: str = FILE

    @property
    def sha(self) -> str:
        return self.content.decode() if self.mode == SUBMODULE else object_sha("blob", self.content)


Files = Mapping[str, Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A row of a directory's listing."""

    name: str
    path: str
    mode: str
    sha: str
    size: int


def files(given: Mapping[str, bytes | str | Entry]) -> dict[str, Entry]:
    """Paths with their content as text, bytes or an Entry, made into entries."""
    return {path: as_entry(content) for path, content in given.items()}


def as_entry(content: bytes | str | Entry) -> Entry:
    if isinstance(content, Entry):
        return content
    return Entry(content=content.encode() if isinstance(content, str) else content)


def object_sha(kind: str, content: bytes) -> str:
    """The name that `git hash-object -t KIND` gives."""
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content, usedforsecurity=False).hexdigest()


def children(tree: Files, directory: str = "") -> list[Child]:
    """The rows of one directory, in git's order: directories sort as if their names ended in a slash."""
    found: list[Child] = []
    below: dict[str, dict[str, Entry]] = {}
    prefix = f"{directory}/" if directory else ""
    for path, entry in tree.items():
        if not path.startswith(prefix):
            continue
        name, slash, rest = path[len(prefix) :].partition("/")
        if slash:
            below.setdefault(name, {})[rest] = entry
        else:
            size = 0 if entry.mode == SUBMODULE else len(entry.content)
            found.append(Child(name=name, path=prefix + name, mode=entry.mode, sha=entry.sha, size=size))
    for name, files_below in below.items():
        sha = tree_sha(files_below)
        found.append(Child(name=name, path=prefix + name, mode=DIRECTORY, sha=sha, size=0))
    return sorted(found, key=lambda child: (child.name + "/" * (child.mode == DIRECTORY)).encode())


def tree_sha(tree: Files) -> str:
    """The name of the tree object that holds these files, as git computes it."""
    rows = (
        f"{child.mode.lstrip('0')} {child.name}\0".encode() + bytes.fromhex(child.sha)
        for child in children(tree)
    )
    return object_sha("tree", b"".join(rows))


def fake_sha(*parts: object) -> str:
    """A stable, made-up commit name for things that no repository holds."""
    return object_sha("commit", "\0".join(str(part) for part in parts).encode())
