"""The repository on this machine, asked through the `git` command: as data, never as code.

A repository can name programs in its settings and attributes (external diff, textconv, filters, a file system
monitor, hooks, a pager, transports). None of them is started: each call gets its own environment and settings
that switch them off, and no setting of the machine or of the person can change the shape of an answer.
`docs/cli.md`, "What is run". Needs git 2.30 or newer.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

from steward.errors import DiffUnreadable
from steward.model import Quoted
from steward.report.markdown import plain

_INHERITED = ("PATH", "TMPDIR", "SYSTEMROOT")
_ENVIRONMENT = {
    "LANG": "C",
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    # A partial clone fetches what is missing, over whatever transport its settings name.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    # GitHub knows neither replacements nor grafts.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
}
_SETTINGS = (
    "core.quotePath=true",
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    "core.bigFileThreshold=512m",
    "color.ui=false",
    "diff.noprefix=false",
    "diff.mnemonicPrefix=false",
    "diff.submodule=short",
    "diff.suppressBlankEmpty=false",
    "diff.renameLimit=1000",
)
_DIFF = (
    "diff-tree",
    "-r",
    "--patch",
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
_SHA = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_ANSWER_SECONDS = 30.0
_DIRTY_SECONDS = 5.0
_STDERR_BYTES = 4096
_OLD_GIT = "update git to 2.38 or newer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
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
        if not revision or revision.startswith("-") or not revision.isprintable():
            return None
        wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        answer = _ask(self.folder, *wanted, accept=(0, 1, 128))
        return answer.strip() or None

    def has_commit(self, sha: str) -> bool:
        """Whether the commit of this full SHA is in the repository."""
        return bool(_SHA.match(sha)) and self.resolve(sha) is not None

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor of two commits, None when the history here shows none."""
        answer = _ask(self.folder, "merge-base", _checked(one), _checked(other), accept=(0, 1))
        return answer.strip() or None

    def current_branch(self) -> str | None:
        """The full name of the branch that is checked out, None for a detached HEAD."""
        return _ask(self.folder, "symbolic-ref", "--quiet", "HEAD", accept=(0, 1)).strip() or None

    def default_branch_ref(self) -> str | None:
        """The full name of the default branch as this repository knows it.

        What `origin/HEAD` points to, else the first there is of origin/main, origin/master, main, master.
        """
        named = _ask(self.folder, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD", accept=(0, 1)).strip()
        usual = ("refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master")
        return next((ref for ref in (named, *usual) if ref and self.resolve(ref)), None)

    def file_exists(self, commit: str, path: str) -> bool:
        """Whether a file stands at the path in the tree of a commit; a folder or a submodule is no file."""
        listing = _ask(self.folder, "ls-tree", "-z", "--full-tree", _checked(commit), "--", path)
        return " blob " in listing.partition("\t")[0]

    def has_uncommitted_changes(self) -> bool:
        """Whether tracked files differ from the last commit. False also where it could not be found out."""
        if self.bare:
            return False
        try:
            filters = _switched_off_filters(self.folder)
            wanted = ("status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all", "--no-renames")
            return bool(_ask(self.folder, *wanted, settings=filters, seconds=_DIRTY_SECONDS))
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
        # A change cannot hide its own lines behind attributes that it brings along (git 2.41 and newer).
        attributes = {"GIT_ATTR_SOURCE": start}
        with _stream(self.folder, (*_DIFF, start, _checked(head)), attributes, self.diff_seconds) as stdout:
            yield stdout


def open_repository(folder: Path, *, diff_seconds: float = 60.0) -> Repository:
    """The repository that a folder belongs to; `DiffUnreadable` when git sees none there, or may not look."""
    if not folder.is_dir():
        raise DiffUnreadable(f"{_shown(str(folder))} is not a folder", mend="name a repository's folder")
    wanted = ("rev-parse", "--is-bare-repository", "--is-shallow-repository")
    bare, shallow = _ask(folder, *wanted).split()
    return Repository(folder=folder, bare=bare == "true", shallow=shallow == "true", diff_seconds=diff_seconds)


def _checked(sha: str) -> str:
    if not _SHA.match(sha):
        raise DiffUnreadable(f"{_shown(sha)} is not a full commit SHA")
    return sha


def _switched_off_filters(folder: Path) -> tuple[str, ...]:
    """Settings under which no clean filter of the repository runs when git compares file contents."""
    names = _ask(folder, "config", "-z", "--name-only", "--get-regexp", r"^filter\.", accept=(0, 1))
    drivers = {name.rpartition(".")[0] for name in names.split("\0") if name}
    if any("=" in driver for driver in drivers):
        raise DiffUnreadable("a filter whose name cannot be overridden")
    return tuple(
        f"{driver}.{setting}"
        for driver in sorted(drivers)
        for setting in ("clean=", "smudge=", "process=", "required=false")
    )


def _command(folder: Path, arguments: tuple[str, ...], settings: tuple[str, ...]) -> list[str]:
    # Only the folder that was named is trusted, not one that git finds above it.
    trusted = f"safe.directory={os.path.realpath(folder)}"
    chosen = [part for setting in (trusted, *_SETTINGS, *settings) for part in ("-c", setting)]
    return ["git", "--no-pager", "-C", os.fspath(folder), *chosen, *arguments]


def _environment(more: dict[str, str] | None = None) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**inherited, **_ENVIRONMENT, **(more or {})}


def _ask(
    folder: Path,
    *arguments: str,
    accept: tuple[int, ...] = (0,),
    settings: tuple[str, ...] = (),
    seconds: float = _ANSWER_SECONDS,
) -> str:
    try:
        done = subprocess.run(
            _command(folder, arguments, settings),
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_slow(arguments[0], seconds) from None
    except OSError as error:
        raise _not_started(error) from None
    if done.returncode not in accept:
        raise _failure(arguments[0], done.stderr, folder)
    return os.fsdecode(done.stdout)


@contextmanager
def _stream(
    folder: Path, arguments: tuple[str, ...], environment: dict[str, str], seconds: float
) -> Iterator[BinaryIO]:
    with tempfile.TemporaryFile() as stderr:
        try:
            process = subprocess.Popen(
                _command(folder, arguments, ()),
                env=_environment(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        except OSError as error:
            raise _not_started(error) from None
        late = threading.Event()
        watch = threading.Timer(seconds, _end, (process, late))
        watch.daemon = True
        watch.start()
        stdout = cast(BinaryIO, process.stdout)
        try:
            yield stdout
        except DiffUnreadable:
            if not _broke_off(process, stdout):
                raise
        finally:
            watch.cancel()
            stdout.close()
            process.kill() if process.poll() is None and not _finished(process) else None
        if late.is_set():
            raise _too_slow(arguments[0], seconds)
        if process.returncode != 0:
            raise _failure(arguments[0], _tail(stderr), folder)
