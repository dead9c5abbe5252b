"""Real git repositories on this disk, made for one test."""

from __future__ import annotations

import os
from pathlib import Path

from tests.github.localgit import git

Content = bytes | str


class Clone:
    """A repository with a working tree, or a bare one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def new(cls, folder: Path, *init: str) -> Clone:
        """An empty repository on an unborn branch `main`."""
        folder.mkdir(parents=True)
        git(folder, "init", "--quiet", "--initial-branch=main", *init)
        return cls(folder)

    @classmethod
    def of(cls, source: Clone, folder: Path, *options: str) -> Clone:
        """A clone by way of a transport, so that depth and filter count."""
        address = f"file://{source.folder}"
        git(source.folder.parent, "clone", "--quiet", *options, address, str(folder))
        return cls(folder)

    def git(self, *arguments: str) -> str:
        """What git prints, without the newline at the end."""
        return os.fsdecode(git(self.folder, *arguments)).rstrip("\n")

    def write(self, files: dict[str, Content]) -> None:
        """Write files into the working tree; names may hold any byte."""
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    def commit(self, files: dict[str, Content] | None = None, *, remove: tuple[str, ...] = ()) -> str:
        """Write and remove files, commit all; gives the SHA."""
        self.write(files or {})
        for name in remove:
            (self.folder / name).unlink()
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=a change")
        return self.git("rev-parse", "HEAD")

    def branch(self, name: str) -> None:
        """Start a branch here and check it out."""
        self.git("checkout", "--quiet", "-b", name)


def lines(number: int, word: str = "line") -> str:
    """A text of so many different lines."""
    return "".join(f"{word} {count}\n" for count in range(number))
