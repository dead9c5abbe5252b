"""The repository on this machine, asked through the `git` command: as data, never as code.

Nothing that a repository names is started, and no setting can change the shape of an answer
(`steward.adapters.git_process`; `docs/cli.md`, "What is run"). Needs git 2.30 or newer.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from steward.adapters.git_attributes import only_those_of
from steward.adapters.git_process import ask, shown, stream
from steward.errors import DiffUnreadable
from steward.facts import Commit, Identity

# Most of it is what `diff-tree` does unasked; it is said all the same, for the scores hang on it.
_DIFF = (
    "diff-tree",
    "-r",
    "--patch",
    "--full-index",
    "--unified=3",
    "--inter-hunk-context=0",
    "--diff-algorithm=myers",
    "--find-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-relative",
    "--submodule=short",
    "--ignore-submodules=none",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    f"-O{os.devnull}",
)
_USUAL_BRANCHES = (
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)
_STATUS = ("status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all", "--no-renames")
# With the mode of each: a submodule is no file.
_TRACKED = ("ls-files", "-z", "--stage", "--full-name", "--", ":/")
_SUBMODULE = b"160000"
_LISTED_BYTES = 32 * 1024 * 1024
_LOGGED_BYTES = 32 * 1024 * 1024
_COMMIT = "%H%x1f%P%x1f%an%x1f%ae%x1f%cn%x1f%ce%x1f%B"
_SHA = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_DIRTY_SECONDS = 5.0


class Repository(msgspec.Struct, frozen=True, kw_only=True):
    """A repository that git answers for; made by `open_repository`.

    Every method raises `DiffUnreadable`, worded, when git is missing, fails or takes too long. Commits are
    named by their full SHA, as `resolve` gives them; nothing given here can be taken for an option.
    """

    folder: Path
    bare: bool
    shallow: bool
    diff_seconds: float = 60.0

    def resolve(self, revision: str) -> str | None:
        """The SHA of the commit that a revision names, None when it names none here."""
        if not revision or revision.startswith("-") or "\0" in revision:
            return None
        wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        answer = ask(self.folder, *wanted, accept=(0, 1, 128)).strip()
        # A range is answered with both its ends.
        return answer if _SHA.match(answer) else None

    def tip(self, ref: str) -> str | None:
        """The SHA that the ref of this full name stands at, None when there is none.

        Unlike `resolve` no branch or tag whose own name is that of the ref is taken for it.
        """
        answer = ask(self.folder, "show-ref", "--verify", "--hash", ref, accept=(0, 1, 128))
        return self.resolve(answer.strip())

    def has_commit(self, sha: str) -> bool:
        """Whether the commit of this full SHA is in the repository."""
        return bool(_SHA.match(sha)) and self.resolve(sha) is not None

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor of two commits, None when the history here shows none."""
        answer = ask(self.folder, "merge-base", _checked(one), _checked(other), accept=(0, 1))
        return answer.strip() or None

    def commits(self, start: str, head: str) -> tuple[Commit, ...]:
        """The commits that lead from one to the other, oldest first; git knows no accounts."""
        wanted = ("log", "-z", "--reverse", f"--format={_COMMIT}", f"{_checked(start)}..{_checked(head)}")
        with stream(self.folder, wanted, {}, self.diff_seconds) as listing:
            data = listing.read(_LOGGED_BYTES + 1)
        if len(data) > _LOGGED_BYTES:
            raise DiffUnreadable("the commits have more text than is read")
        return tuple(map(_commit, filter(None, data.split(b"\0"))))

    def current_branch(self) -> str | None:
        """The full name of the branch that is checked out, None for a detached HEAD."""
        return self._target("HEAD")

    def default_branch_ref(self) -> str | None:
        """The full name of the default branch as this repository knows it.

        What `origin/HEAD` points to, else the first there is of origin/main, origin/master, main, master.
        """
        named = self._target("refs/remotes/origin/HEAD")
        return next((ref for ref in (named, *_USUAL_BRANCHES) if ref and self.resolve(ref)), None)

    def has_origin(self) -> bool:
        """Whether there is a remote named origin to fetch from."""
        return bool(ask(self.folder, "config", "--get-all", "remote.origin.url", accept=(0, 1)))

    def _target(self, name: str) -> str | None:
        return ask(self.folder, "symbolic-ref", "--quiet", name, accept=(0, 1)).strip() or None

    def file_exists(self, commit: str, path: str) -> bool:
        """Whether a file stands at the path in the tree of a commit; a folder or a submodule is no file."""
        listing = ask(self.folder, "ls-tree", "-z", "--full-tree", _checked(commit), "--", path)
        return " blob " in listing.partition("\t")[0]

    def read_file(self, commit: str, path: str, *, most: int) -> bytes | None:
        """The first `most` + 1 bytes of a file in the tree of a commit; None when no file stands there."""
        listing = ask(self.folder, "ls-tree", "-z", "--full-tree", _checked(commit), "--", path)
        kind, _, name = listing.partition("\t")[0].partition(" blob ")
        if not kind or not name:
            return None
        with stream(self.folder, ("cat-file", "blob", _checked(name.strip())), {}, self.diff_seconds) as blob:
            return blob.read(most + 1)

    def top(self) -> Path | None:
        """The folder at the root of the working tree, None where there is no working tree."""
        answer = ask(self.folder, "rev-parse", "--show-toplevel", accept=(0, 128)).removesuffix("\n")
        return Path(answer) if answer else None

    def tracked_files(self, *, most: int = _LISTED_BYTES) -> tuple[str, ...] | None:
        """The paths of all files in the index, sorted; no submodules. None when their list is over `most` bytes.

        The whole working tree is listed, whatever folder of it was opened.
        """
        with stream(self.folder, _TRACKED, {}, self.diff_seconds) as listing:
            data = listing.read(most + 1)
        if len(data) > most:
            return None
        rows = (row.partition(b"\t") for row in data.split(b"\0"))
        return tuple(sorted({os.fsdecode(path) for kind, _, path in rows if path and kind[:6] != _SUBMODULE}))

    def has_uncommitted_changes(self) -> bool:
        """Whether tracked files differ from the last commit. False also where it could not be found out."""
        if self.bare:
            return False
        try:
            filters = _switched_off_filters(self.folder)
            return bool(ask(self.folder, *_STATUS, settings=filters, seconds=_DIRTY_SECONDS))
        except DiffUnreadable:
            return False

    @contextmanager
    def diff_between(self, base: str, head: str) -> Iterator[BinaryIO]:
        """Stream the diff from the merge base of two commits to the head, as GitHub shows a pull request.

        When git breaks off, its failure is raised on leaving, in place of what a reader made of half a diff.
        """
        start = self.merge_base(base, head)
        if start is None:
            raise DiffUnreadable("the two commits have no common ancestor in this repository")
        # A change cannot hide its own lines behind attributes that it brings along, nor a machine behind its own.
        wanted = (*_DIFF, start, _checked(head))
        with (
            only_those_of(self.folder, start) as (tree, environment),
            stream(self.folder, wanted, environment, self.diff_seconds, at=tree) as stdout,
        ):
            yield stdout


def open_repository(folder: Path, *, diff_seconds: float = 60.0) -> Repository:
    """The repository that a folder belongs to; `DiffUnreadable` when git sees none there, or may not look."""
    if not folder.is_dir():
        raise DiffUnreadable(f"{shown(str(folder))} is not a folder", mend="Name a repository's folder.")
    answer = ask(folder, "rev-parse", "--is-bare-repository", "--is-shallow-repository")
    bare, shallow = (line == "true" for line in answer.split())
    return Repository(folder=folder, bare=bare, shallow=shallow, diff_seconds=diff_seconds)


def _commit(row: bytes) -> Commit:
    sha, parents, author, author_mail, committer, committer_mail, message = row.decode(
        "utf-8", "replace"
    ).split("\x1f", 6)
    return Commit(
        sha=sha,
        parents=tuple(parents.split()),
        author=Identity(name=author, email=author_mail),
        committer=Identity(name=committer, email=committer_mail),
        message=message,
    )


def _checked(sha: str) -> str:
    if not _SHA.match(sha):
        raise DiffUnreadable(f"{shown(sha)} is not a full commit SHA")
    return sha


def _switched_off_filters(folder: Path) -> tuple[str, ...]:
    """Settings under which no clean filter of the repository runs when git compares file contents."""
    names = ask(folder, "config", "-z", "--name-only", "--get-regexp", r"^filter\.", accept=(0, 1))
    drivers = {name.rpartition(".")[0] for name in names.split("\0") if name}
    if any("=" in driver for driver in drivers):
        raise DiffUnreadable("a filter whose name cannot be overridden")
    return tuple(
        f"{driver}.{setting}"
        for driver in sorted(drivers)
        for setting in ("clean=", "smudge=", "process=", "required=false")
    )
