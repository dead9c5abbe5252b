"""What a merge group is made of: the pull request that it names, whole, or something else besides.

A merge queue merges, squashes or rebases. A group may hold several pull requests and names the last one; which
commit of the queue's came with which is told nowhere that a job may read for certain. So what the commits tell is
told, and the rest is not guessed (`docs/policy.md`, "In a merge queue").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from steward.facts import Commit, Missing

SHARED = Missing(
    why="the merge group holds more than the pull request that it names",
    mend="Set the merge queue to merge one pull request at a time (maximum group size 1), and queue it again.",
)


def brought_by(commits: Sequence[Commit], *, base: str, head: str) -> tuple[Commit, ...] | None:
    """The commits that a group merged, when it is one merge of a pull request's head onto its base.

    Whatever such a merge brings is reachable from that head. None when the group is anything else.
    """
    merges = [one for one in commits if one.parents == (base, head)]
    if len(merges) != 1 or any(merges[0].sha in one.parents for one in commits):
        return None
    return tuple(one for one in commits if one.sha != merges[0].sha)


def holds_only(commits: Sequence[Commit], own: Iterable[Commit], *, base: str) -> bool:
    """Whether a group that is no merge is one pull request, squashed or rebased; `own` are its commits."""
    squashed = len(commits) == 1 and commits[0].parents == (base,)
    return squashed or (bool(commits) and len(copies(commits, own)) == len(commits))


def copies(commits: Iterable[Commit], own: Iterable[Commit]) -> frozenset[str]:
    """Which commits are a rebase's copies of a pull request's own: message and author are the same.

    Each of its commits is copied once: what is there twice came twice.
    """
    left = Counter(_written(one) for one in own if len(one.parents) < 2)
    found = []
    for commit in commits:
        if len(commit.parents) < 2 and left[_written(commit)] > 0:
            left[_written(commit)] -= 1
            found.append(commit.sha)
    return frozenset(found)


def _written(commit: Commit) -> tuple[str, str, str]:
    lines = (line.rstrip() for line in commit.message.strip().splitlines())
    return "\n".join(lines), commit.author.name, commit.author.email.lower()
