"""The merge queue: the commits that it makes of pull requests, in each of its three ways.

How GitHub words and signs these commits is told after its documentation and after public histories; it was not
observed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from tests.github.call import files_of
from tests.github.commits import by_web, chained, noreply, unsigned
from tests.github.nouns import Change, Commit, PullRequestState, QueueEntry, User
from tests.github.objects import Entry
from tests.github.world import Repository


class Style(StrEnum):
    MERGE = "merge"
    SQUASH = "squash"
    REBASE = "rebase"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What waits in the queue: `commits` lie between the two SHAs; `number` is the last pull request's."""

    base_sha: str
    head_sha: str
    head_ref: str
    number: int
    commits: tuple[Commit, ...]


def queue(
    repository: Repository,
    *pulls: PullRequestState,
    style: Style | str = Style.MERGE,
    onto: str | None = None,
    by: User | None = None,
) -> Group:
    """Put pull requests into one group on top of the default branch, or of another group's head (`onto`).

    The comparisons of the group and of each pull request's part of it, its branch, its entries in the queue and
    (where the pull requests' files are known) its files become part of the repository. `by` is who queued them, the
    repository's owner when not given.
    """
    base_sha = onto or repository.default_sha()
    commits: tuple[Commit, ...] = ()
    for pull in pulls:
        tip = commits[-1].sha if commits else base_sha
        known = {commit.sha for commit in commits}
        made = tuple(
            commit
            for commit in _made(Style(style), repository, pull, tip, by or repository.owner)
            if commit.sha not in known  # one pull request may stand on another
        )
        _enter(repository, pull, tip, made)
        commits += made
    last = pulls[-1]
    branch = f"gh-readonly-queue/{last.base_ref}/pr-{last.number}-{base_sha}"
    head_sha = commits[-1].sha
    repository.branches[branch] = head_sha
    repository.comparisons[base_sha, head_sha] = Change(
        diff=b"".join(pull.change.diff for pull in pulls),
        rows=tuple({row.filename: row for pull in pulls for row in pull.change.rows}.values()),
        commits=commits,
        merge_base=base_sha,
    )
    _put_files(repository, pulls, base_sha, head_sha)
    return Group(
        base_sha=base_sha,
        head_sha=head_sha,
        head_ref=f"refs/heads/{branch}",
        number=last.number,
        commits=commits,
    )


def _enter(repository: Repository, pull: PullRequestState, tip: str, made: tuple[Commit, ...]) -> None:
    """A pull request stands in the queue once, with what was made of it last."""
    entries = repository.queues.setdefault(pull.base_ref, [])
    entries[:] = [entry for entry in entries if entry.number != pull.number]
    entries.append(QueueEntry(number=pull.number, base_sha=tip, head_sha=made[-1].sha))
    repository.comparisons[tip, made[-1].sha] = replace(pull.change, commits=made, merge_base=tip)


def _own(pull: PullRequestState) -> tuple[Commit, ...]:
    made_up = Commit(sha=pull.head_sha, message="A commit", parents=(pull.base_sha,))
    return pull.change.commits or (made_up,)


def _made(
    style: Style, repository: Repository, pull: PullRequestState, tip: str, by: User
) -> tuple[Commit, ...]:
    own = _own(pull)
    if style is Style.MERGE:
        return (*own, *chained([_merge(repository, pull, by)], onto=tip))
    if style is Style.SQUASH:
        return chained([_squashed(pull, own)], onto=tip)
    # GitHub commits each of them again, later, and cannot sign in another's name; merges are left out.
    again = [
        replace(by_web(commit), verified=False, date=commit.date + timedelta(hours=1))
        for commit in own
        if len(commit.parents) < 2
    ]
    return chained(again, onto=tip)


def _merge(repository: Repository, pull: PullRequestState, by: User) -> Commit:
    owner = (pull.head_repository or repository.full_name).partition("/")[0]
    subject = f"Merge pull request #{pull.number} from {owner}/{pull.head_ref}"
    made = unsigned(subject, body=pull.title, account=by, name=by.login, email=noreply(by))
    return replace(by_web(made), parents=("", pull.head_sha))


def _squashed(pull: PullRequestState, own: Sequence[Commit]) -> Commit:
    """One commit by the pull request's author, whose address is the one that GitHub gives out for them.

    One commit keeps its message; several are listed below the title, and their other authors named.
    """
    author = pull.author
    if len(own) == 1:
        subject, _, body = own[0].message.partition("\n\n")
    else:
        subject = pull.title
        others = {
            f"Co-authored-by: {commit.author_name} <{commit.author_email}>"
            for commit in own
            if commit.author != author
        }
        named = ["---------", "\n".join(sorted(others))] if others else []
        body = "\n\n".join([*(f"* {commit.message}" for commit in own), *named])
    made = unsigned(
        f"{subject} (#{pull.number})", body=body, account=author, name=author.login, email=noreply(author)
    )
    return by_web(made)


def _put_files(
    repository: Repository, pulls: Sequence[PullRequestState], base_sha: str, head_sha: str
) -> None:
    """The base's files with what each pull request made of its own; nothing where they are not known."""
    base = files_of(repository, base_sha)
    heads = [files_of(repository, pull.head_sha) for pull in pulls]
    if base is None or None in heads:
        return
    files: dict[str, Entry] = dict(base)
    for pull, head in zip(pulls, heads, strict=True):
        for row in pull.change.rows:
            files.pop(row.previous_filename or row.filename, None)
            if head is not None and row.filename in head:
                files[row.filename] = head[row.filename]
    repository.trees[head_sha] = files
