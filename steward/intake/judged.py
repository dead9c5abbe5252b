"""Which commits the gates about commits judge (`docs/dco.md`, "Which commits are judged").

All of a pull request's; in a merge queue the group's, except that those which the queue itself made are
replaced by the commits of their pull request.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from steward.facts import Commit, Missing
from steward.model import PullRequest

_WEB_FLOW = "web-flow"
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
_FOREIGN = Missing(
    why="the merge queue made commits that are not those of the pull request it names",
    mend="Set the merge queue to merge one pull request at a time (maximum group size 1), and queue it again.",
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
    made = {commit.sha for commit in commits if _by_github(commit) and commit.sha not in brought}
    stayed = tuple(commit for commit in commits if commit.sha not in made or len(commit.parents) > 1)
    if len(stayed) == len(commits):
        return Judged(commits=_each_once(commits), queue=True)
    if not known:
        return queued if isinstance(queued, Missing) else _UNTRACED
    kept = {commit.sha for commit in stayed}
    if not _stand_for(tuple(commit for commit in commits if commit.sha not in kept), known):
        return _FOREIGN
    return Judged(commits=_each_once((*stayed, *known)), queue=True)


def _stand_for(made: tuple[Commit, ...], known: tuple[Commit, ...]) -> bool:
    """Whether the queue's commits can be one pull request's: one squash, or copies with the same subjects."""
    subjects = {_subject(commit) for commit in known}
    return len(made) == 1 or all(_subject(commit) in subjects for commit in made)


def _subject(commit: Commit) -> str:
    return commit.message.strip().partition("\n")[0].strip()


def _by_github(commit: Commit) -> bool:
    """Whether GitHub itself made the commit: anybody can write its name, only GitHub has its key."""
    account = commit.committer_account
    return commit.verified and account is not None and account.login == _WEB_FLOW


def _each_once(commits: Iterable[Commit]) -> tuple[Commit, ...]:
    return tuple({commit.sha: commit for commit in commits}.values())
