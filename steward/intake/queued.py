"""What a merge group is made of: the pull request that it names, whole, or others besides.

A merge queue merges, squashes or rebases. A group may hold several pull requests and names the last one. Which
commits came with which the queue's entries say; what they say is believed where the commits themselves bear it out,
and the rest is not guessed (`docs/policy.md`, "In a merge queue").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from steward.facts import Commit, Missing
from steward.ports import Queued

MOST_HELD = 10
"""How many pull requests of one merge group are looked at."""

SHARED = Missing(
    why="the merge group holds more than the pull request that it names",
    mend="Set the merge queue to merge one pull request at a time (maximum group size 1), and queue it again.",
)


class Link(Struct, frozen=True, kw_only=True):
    """What came with one pull request of a group, as the queue has it: all between two commits."""

    number: int
    base: str
    head: str


def chain(entries: Iterable[Queued], commits: Iterable[Commit], *, base: str, head: str) -> tuple[Link, ...]:
    """The entries that lead from a group's base to its head, first merged first; nothing when none do for certain.

    What the queue makes of one stands, by first parents, on what it made of the one before; only the heads are
    asked for, since what GitHub calls the base of an entry behind others is written nowhere.
    """
    by_head: dict[str, list[int]] = {}
    for entry in entries:
        by_head.setdefault(entry.head, []).append(entry.number)
    below = {commit.sha: commit.parents[0] for commit in commits if commit.parents}
    heads: list[str] = []
    at: str | None = head
    while at is not None and at != base:
        heads += [at] if at in by_head else []
        at = below.pop(at, None)  # each once, even if the facts go in a circle
    numbers = [number for one in heads for number in by_head[one]]
    sure = at == base and heads[:1] == [head] and len(heads) == len(numbers) == len(set(numbers))
    if not sure or len(heads) > MOST_HELD:
        return ()
    links = zip(numbers, [*heads[1:], base], heads, strict=True)
    return tuple(Link(number=number, base=low, head=high) for number, low, high in links)[::-1]


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
