"""What the workflow put into the workspace beside the pull request: files that no pull request can have brought.

A private challenge or rubric is fetched by a step before ours. What the pull request's own commits hold at the same
place is refused: it would let people bring the key that they are judged by.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from steward.adapters.git import Repository, open_repository
from steward.adapters.git_process import ask, shown
from steward.errors import DiffUnreadable, InputInvalid, NotFound
from steward.model import Record

_FETCH = "Check the repository out in a step before, with `fetch-depth: 0`."
_TREE = "040000"

Shared: TypeAlias = Callable[[str, str], str]
"""The newest commit that two branches or commits have in common, by GitHub. Raises as `steward.ports.GitHub`."""


class Clone(msgspec.Struct, frozen=True, kw_only=True):
    """The pull request's repository in the workspace, with the commits that a submission lies between."""

    folder: Path
    base: str
    head: str


def clone_of(workspace: str, record: Record, *, shared: Shared) -> Clone:
    """The pull request's repository in the workspace. Raises `InputInvalid` when it lacks what is needed.

    The base is the default branch as it was fetched, else the base of the pull request, where that is the same
    branch: challenges come from there whatever a pull request is to be merged into. `shared` asks GitHub for the
    commit that a commit has in common with a branch or another commit.
    """
    if not workspace:
        raise InputInvalid(("GITHUB_WORKSPACE is not set",), mend=_FETCH)
    try:
        repository = open_repository(Path(workspace))
        tip = repository.tip(f"refs/remotes/origin/{record.default_branch}")
        stated = record.base.sha if record.base.name == record.default_branch else None
        base = _base(repository, record.default_branch, tip, stated, shared)
        found = repository.has_commit(record.head.sha)
    except DiffUnreadable as error:
        raise InputInvalid(
            (f"the workspace cannot be read as a repository: {error.what}",), mend=_FETCH
        ) from None
    if base is None:
        branch = shown(record.default_branch)
        raise InputInvalid((f"the workspace does not hold the default branch {branch}",), mend=_FETCH)
    if not found:
        what = f"the workspace does not hold the pull request's head {record.head.sha}"
        raise InputInvalid((what,), mend=_FETCH)
    return Clone(folder=Path(workspace), base=base, head=record.head.sha)


def _base(
    repository: Repository, branch: str, tip: str | None, stated: str | None, shared: Shared
) -> str | None:
    """The newer of what was fetched as the default branch and what GitHub stated it to be.

    Where a fork was checked out its owner wrote what stands there under the same name: that is never believed.
    Raises `InputInvalid` when nothing else is left.
    """
    known = stated if stated and repository.has_commit(stated) else None
    if tip is None or tip == stated:
        return known
    try:
        ours = shared(branch, tip) == tip
        behind = ours and stated is not None and shared(tip, stated) == tip
    except NotFound:
        ours, behind = False, False
    if ours and not behind:
        return tip
    if known:
        return known
    raise InputInvalid(
        (f"what the workspace has as origin/{shown(branch)} is not this repository's {shown(branch)}",),
        mend=f"{_FETCH} Check out this repository and not the fork.",
    )


def fetched(workspace: str, path: str, record: Record, *, what: str) -> Path:
    """The file or folder at a path of the workspace. Raises `InputInvalid` when there is none, when it is reached
    through a link, or when the pull request's own commits hold it. `what` is its name in the message."""
    place = Path(workspace) / path
    if not workspace or not os.path.exists(place):
        raise InputInvalid(
            (f"there is no {what} {shown(path)}, neither on the default branch nor in the workspace",),
            mend="Correct the input, or fetch it in a step before.",
        )
    if place.resolve() != Path(workspace).resolve() / path:
        raise InputInvalid(
            (f"the {what} {shown(path)} is reached through a link",), mend="Name the place itself."
        )
    folder = place if place.is_dir() else place.parent
    for above in (folder, *folder.parents):
        if _brought(above, place, record, outermost=above == Path(workspace)):
            raise InputInvalid(
                (f"the {what} {shown(path)} comes from the pull request that is to be judged by it",),
                mend="Put it on the default branch, or fetch it to a path that the repository does not have.",
            )
        if above == Path(workspace):
            break
    return place


def _brought(folder: Path, place: Path, record: Record, *, outermost: bool) -> bool:
    """Whether the repository whose top is this folder is the pull request's, and its commits hold the place."""
    if not (folder / ".git").exists():
        return False
    repository = open_repository(folder)
    head = record.head.sha
    known = repository.has_commit(head) or _is_merge_of(repository, head)
    # A folder below may be another branch of the same repository, which a step chose.
    if not known and not (outermost and _is_clone_of(repository, record)):
        return False
    relative = place.relative_to(folder).parts
    if not relative:
        return True
    return any(_holds(repository, commit, relative) for commit in (record.head.sha, "HEAD"))


def _is_clone_of(repository: Repository, record: Record) -> bool:
    """Whether a clone came from the pull request's repository or its fork, whatever commit it stands at."""
    urls = ask(repository.folder, "config", "--get-all", "remote.origin.url", accept=(0, 1)).split("\n")
    names = [name for name in (record.repository, record.head.repository) if name]
    ends = tuple(f"{mark}{name.casefold()}" for name in names for mark in "/:")
    return any(url.casefold().rstrip("/").removesuffix(".git").endswith(ends) for url in urls)


def _is_merge_of(repository: Repository, head: str) -> bool:
    """Whether `HEAD` merges a commit; a clone of depth one, the usual one of a pull request, does not hold that."""
    sha = repository.resolve("HEAD")
    if sha is None:
        return False
    # In a shallow clone only the commit's own text still names its parents.
    named, _, _ = ask(repository.folder, "cat-file", "commit", sha).partition("\n\n")
    return f"parent {head}" in named.split("\n")


def _holds(repository: Repository, commit: str, parts: tuple[str, ...]) -> bool:
    """Whether a commit has an entry at the place, or something other than a folder on the way to it."""
    paths = ["/".join(parts[: number + 1]) for number in range(len(parts))]
    sha = repository.resolve(commit)
    if sha is None:
        return False
    literal = {"GIT_LITERAL_PATHSPECS": "1"}
    listing = ask(
        repository.folder, "ls-tree", "-t", "-z", "--full-tree", sha, "--", *paths, environment=literal
    )
    rows = dict(_entry(row) for row in listing.split("\0") if row)
    return paths[-1] in rows or any(rows.get(path, _TREE) != _TREE for path in paths)


def _entry(row: str) -> tuple[str, str]:
    head, _, path = row.partition("\t")
    return path, head.split(" ", 1)[0]
