"""What one commit has that another has not: given, a pull request's, git's own, or told by the parents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.github import localgit
from tests.github.call import Call
from tests.github.nouns import Change, Commit, PullRequestState


def between(call: Call, base: str, head: str) -> Change | None:
    """The change from the merge base of two commits to the second; None when they have nothing in common."""
    if (base, head) in call.repository.comparisons:
        return whole(call, call.repository.comparisons[base, head], base, head)
    pulls = [pull for pull in call.repository.pulls.values() if pull.head_sha == head]
    for pull in pulls:
        if pull.base_sha == base:
            return whole(call, pull.change, base, head)
    return _from_git(call, base, head) or _of_moved_base(call, pulls, base) or _from_parents(call, base, head)


def whole(call: Call, change: Change, base: str, head: str) -> Change:
    """The change with a merge base, and with the head's commit when no commit was described."""
    commits = change.commits
    if not commits and base != head:
        only = call.commit(head)
        commits = (only if only.parents else replace(only, parents=(base,)),)
    return replace(change, merge_base=change.merge_base or base, commits=commits)


def _from_git(call: Call, base: str, head: str) -> Change | None:
    if call.repository.git is None:
        return None
    try:
        return localgit.read_change(call.repository.git, base, head)
    except RuntimeError:
        return None


def _of_moved_base(call: Call, pulls: list[PullRequestState], base: str) -> Change | None:
    """A pull request's change, seen from where its base's branch has gone since."""
    for pull in pulls:
        if call.resolve(pull.base_ref) == base:
            return whole(call, pull.change, pull.base_sha, pull.head_sha)
    return None


def _from_parents(call: Call, base: str, head: str) -> Change | None:
    """The commits alone, by walking up from both; files are told where a test has given them only."""
    known = call.described_commits()
    behind = set(_ancestors(known, base))
    commits = {sha: known[sha] for sha in _ancestors(known, head) if sha in known and sha not in behind}
    shared = next((sha for sha in _ancestors(known, head) if sha in behind), None)
    if shared is None:
        return None
    return Change(commits=tuple(reversed(_newest_first(commits, head))), merge_base=shared)


def _ancestors(known: dict[str, Commit], sha: str) -> Iterator[str]:
    """The commit and what it comes from, nearest first."""
    seen, waiting = {sha}, [sha]
    for at in waiting:
        yield at
        parents = known[at].parents if at in known else ()
        fresh = [parent for parent in dict.fromkeys(parents) if parent not in seen]
        seen.update(fresh)
        waiting.extend(fresh)


def _newest_first(commits: dict[str, Commit], head: str) -> list[Commit]:
    """Each commit before its parents."""
    left = dict.fromkeys(commits, 0)
    for commit in commits.values():
        for parent in commit.parents:
            left[parent] = left.get(parent, 0) + 1
    ready, ordered = [sha for sha in commits if not left[sha]], list[Commit]()
    while ready:
        commit = commits[ready.pop()]
        ordered.append(commit)
        for parent in commit.parents:
            left[parent] -= 1
            if not left[parent] and parent in commits:
                ready.append(parent)
    return ordered
