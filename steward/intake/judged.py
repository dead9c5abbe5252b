"""Which commits the gates about commits judge (`docs/dco.md`, "Which commits are judged").

All of a pull request's; in a merge queue the group's, except that those which the queue itself made are
replaced by the commits of their pull request.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from steward.facts import Commit, Missing
from steward.intake.committed import by_github
from steward.intake.queued import SHARED, copies
from steward.model import PullRequest

_UNREAD = Missing(
    why="the commits were not read",
    mend="Run the evaluation again on GitHub, with a token that may read contents and pull requests.",
)
_UNNAMED = Missing(
    why="files changed, but no commit was named",
    mend="Run the evaluation again. If it stays so, push the branch once more.",
)
_UNTRACED = Missing(
    why="the merge queue made commits of its own, and those of their pull request were not read",
    mend="Let the job's token read pull requests (permissions: pull-requests: read), and queue it again.",
)


class Judged(Struct, frozen=True, kw_only=True):
    """The commits to judge, each once. `queue` says that they stand in a merge queue."""

    commits: tuple[Commit, ...]
    queue: bool = False

    @property
    def authored(self) -> tuple[Commit, ...]:
        """Without merge commits: "Update branch" makes those, and nobody wrote them."""
        return tuple(commit for commit in self.commits if len(commit.parents) < 2)


def to_judge(pull_request: PullRequest) -> Judged | Missing:
    """The commits to judge, or why that cannot be said and what to provide."""
    commits = pull_request.beside.commits
    if commits is None:
        return _UNREAD
    if isinstance(commits, Missing):
        return commits
    if not commits and pull_request.change.totals.files:
        return _UNNAMED
    if pull_request.record is not None and pull_request.record.number is None:
        return _of_queue(commits, pull_request.beside.queued)
    return Judged(commits=_each_once(commits))


def _of_queue(commits: tuple[Commit, ...], queued: tuple[Commit, ...] | Missing | None) -> Judged | Missing:
    known = queued if isinstance(queued, tuple) else ()
    brought = {commit.sha for commit in known}
    if any(commit.sha in brought for commit in commits):
        # The queue merged: it made nothing but merges, and what GitHub made else was made on a branch.
        return Judged(commits=_each_once(commits), queue=True)
    copied = copies(commits, known)
    made = [one for one in commits if by_github(one) and len(one.parents) < 2 and one.sha not in copied]
    if not (copied or made):
        return Judged(commits=_each_once(commits), queue=True)
    if not known:
        return queued if isinstance(queued, Missing) else _UNTRACED
    if len(made) > 1 or (made and copied):
        return SHARED  # one squash stands for the pull request, beside nothing else that the queue made
    replaced = copied.union(one.sha for one in made)
    return Judged(
        commits=_each_once((*(one for one in commits if one.sha not in replaced), *known)), queue=True
    )


def _each_once(commits: Iterable[Commit]) -> tuple[Commit, ...]:
    return tuple({commit.sha: commit for commit in commits}.values())
