"""Ways to fill a world: a pull request from a git repository or from given bytes, comments, reviews."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from tests.github import localgit, objects
from tests.github.commits import chained
from tests.github.nouns import (
    ANOTHER_APP,
    App,
    Change,
    CheckRun,
    Comment,
    Commit,
    FileRow,
    Inline,
    PullRequestState,
    Review,
    ReviewComment,
    User,
    Viewer,
)
from tests.github.objects import Entry, Files, fake_sha
from tests.github.patches import hunk_until, rows_of
from tests.github.world import Repository, World


def open_pull(
    world: World,
    repository: Repository,
    *,
    number: int = 7,
    diff: bytes = b"",
    rows: Sequence[FileRow] | None = None,
    change: Change | None = None,
    title: str = "Change the widgets",
    body: str | None = "What changes and why.",
    author: User | None = None,
    head_sha: str | None = None,
    base_sha: str | None = None,
    head_ref: str = "topic",
    base_ref: str | None = None,
    fork: Repository | None = None,
    deleted_fork: bool = False,
    draft: bool = False,
) -> PullRequestState:
    """A pull request of the given diff, from a branch of the repository or from a fork of it.

    The rows are read out of the diff unless they are given too.
    """
    base_sha = base_sha or repository.default_sha()
    head_sha = head_sha or fake_sha("head", repository.full_name, number)
    if fork is not None and fork.parent is None:
        fork.parent = repository.full_name
    head_repository = None if deleted_fork else (fork or repository).full_name
    made = PullRequestState(
        number=number,
        title=title,
        body=body,
        author=author or world.user("contributor"),
        head_sha=head_sha,
        head_ref=head_ref,
        head_repository=head_repository,
        base_sha=base_sha,
        base_ref=base_ref or repository.default_branch,
        draft=draft,
        change=change or Change(diff=diff, rows=rows_of(diff) if rows is None else tuple(rows)),
        created_at=world.clock.now(),
        updated_at=world.clock.now(),
        merge_commit_sha=fake_sha("merge", base_sha, head_sha),
    )
    repository.pulls[number] = made
    return made


def adopt_git(repository: Repository, git: Path, base: str = "main") -> str:
    """Let the repository read from a local one; its default branch stands at `base`, whose SHA is given."""
    sha = localgit.resolve(git, base)
    repository.git = git
    repository.branches[repository.default_branch] = sha
    repository.files = dict(localgit.read_files(git, sha))
    return sha


def open_pull_from_git(
    world: World,
    repository: Repository,
    git: Path,
    *,
    base: str = "main",
    head: str = "topic",
    number: int = 7,
    title: str = "Change the widgets",
    body: str | None = "What changes and why.",
    author: User | None = None,
    base_ref: str | None = None,
    fork: Repository | None = None,
    deleted_fork: bool = False,
    draft: bool = False,
) -> PullRequestState:
    """A pull request of what git says lies between two revisions of a local repository."""
    base_sha = localgit.resolve(git, base)
    if repository.git is None:
        adopt_git(repository, git, base)
    head_sha = localgit.resolve(git, head)
    return open_pull(
        world,
        repository,
        number=number,
        change=localgit.read_change(git, base_sha, head_sha),
        title=title,
        body=body,
        author=author,
        head_sha=head_sha,
        base_sha=base_sha,
        base_ref=base_ref,
        fork=fork,
        deleted_fork=deleted_fork,
        draft=draft,
    )


def open_pull_of_files(
    world: World, repository: Repository, before: Files, after: Files, git: Path, *, number: int = 7
) -> PullRequestState:
    """A pull request from one set of files to another, committed to a new git repository at `git`."""
    localgit.write_repository(git, before, after)
    return open_pull_from_git(world, repository, git, number=number)


def push_commits(
    repository: Repository,
    pull: PullRequestState,
    *commits: Commit,
    files: Mapping[str, bytes | str | Entry] | None = None,
) -> tuple[Commit, ...]:
    """Push commits (`commits.signed()`, …) onto a pull request's head; gives them with their SHAs.

    The first push stands on the base and takes the place of the made-up head. The files at the new head are
    `files`, else those of the old head. What the change's diff and rows say stays as it is.
    """
    old_head, before = pull.head_sha, pull.change.commits
    made = chained(commits, onto=old_head if before else pull.base_sha)
    change = replace(pull.change, commits=(*before, *made))
    pull.push(head_sha=made[-1].sha, change=change)
    if files is not None:
        put_files(repository, pull.head_sha, files)
    elif old_head in repository.trees:
        repository.trees[pull.head_sha] = repository.trees[old_head]
    elif repository.git is not None:
        repository.trees[pull.head_sha] = localgit.read_files(repository.git, old_head)
    return made


def put_files(repository: Repository, revision: str, files: Mapping[str, bytes | str | Entry]) -> None:
    """Let a commit or a branch hold these files."""
    repository.trees[revision] = objects.files(files)


def add_comment(
    world: World,
    repository: Repository,
    number: int,
    body: str,
    *,
    user: User | None = None,
    viewer: Viewer | None = None,
    association: str = "NONE",
    at: datetime | None = None,
) -> Comment:
    """A comment that was there before: a person's, or (with `viewer`) one that a token's bot wrote."""
    moment = at or world.clock.now()
    made = Comment(
        id=world.next_id(),
        issue=number,
        body=body,
        user=viewer.user if viewer else user or world.user("bystander"),
        app=viewer.app if viewer else None,
        author_association=association,
        created_at=moment,
        updated_at=moment,
    )
    repository.comments[made.id] = made
    return made


def edit_comment(world: World, comment: Comment, body: str, *, by: User | None = None) -> Comment:
    """Change a comment as its author does, or as somebody else with write access (`by`): REST shows neither."""
    comment.body = body
    comment.editor = by or comment.user
    comment.updated_at = world.clock.now()
    return comment


def delete_comment(repository: Repository, comment: Comment) -> Comment:
    """Take a comment away; it is given back for the event that tells of it."""
    return repository.comments.pop(comment.id)


def add_review(
    world: World,
    pull: PullRequestState,
    user: User | None,
    state: str = "APPROVED",
    *,
    body: str = "",
    commit_id: str | None = None,
    comments: Iterable[Inline] = (),
) -> Review:
    """A review of the present head, or of another commit, with its comments beside the diff.

    The comments are kept in `pull.review_comments`; ValueError for a reply to one that is not there.
    """
    made = Review(
        id=world.next_id(),
        user=user,
        state=state,
        commit_id=commit_id or pull.head_sha,
        body=body,
        submitted_at=world.clock.now(),
    )
    pull.reviews.append(made)
    for inline in comments:
        pull.review_comments.append(_review_comment(world, pull, made, inline))
    return made


def _review_comment(world: World, pull: PullRequestState, review: Review, inline: Inline) -> ReviewComment:
    moment, head = world.clock.now(), review.commit_id or pull.head_sha
    made = ReviewComment(
        id=world.next_id(),
        review_id=review.id,
        user=review.user,
        body=inline.body,
        path=inline.path,
        line=inline.line,
        original_line=inline.line,
        start_line=inline.start_line,
        original_start_line=inline.start_line,
        side=inline.side,
        start_side=None if inline.start_line is None else inline.start_side or inline.side,
        commit_id=head,
        original_commit_id=head,
        diff_hunk=_hunk(pull, inline),
        created_at=moment,
        updated_at=moment,
    )
    return made if inline.in_reply_to is None else _as_reply(made, _thread(pull, inline.in_reply_to))


def _hunk(pull: PullRequestState, inline: Inline) -> str:
    patches = (row.patch for row in pull.change.rows if row.filename == inline.path)
    patch = next(patches, None)
    return hunk_until(patch, inline.side, inline.line) if patch and inline.line else ""


def _thread(pull: PullRequestState, number: int) -> ReviewComment:
    """The comment that started the thread: GitHub knows no replies to replies."""
    known = {comment.id: comment for comment in pull.review_comments}
    if number not in known:
        raise ValueError(f"there is no comment {number} beside the diff to reply to")
    return known.get(known[number].in_reply_to or number, known[number])


def _as_reply(made: ReviewComment, first: ReviewComment) -> ReviewComment:
    return replace(
        first,
        id=made.id,
        review_id=made.review_id,
        user=made.user,
        body=made.body,
        in_reply_to=first.in_reply_to or first.id,
        created_at=made.created_at,
        updated_at=made.updated_at,
    )


def add_check(
    world: World,
    repository: Repository,
    head_sha: str,
    name: str,
    *,
    conclusion: str = "success",
    app: App = ANOTHER_APP,
) -> CheckRun:
    """A completed check run, by another App unless one is given."""
    made = CheckRun(
        id=world.next_id(),
        name=name,
        head_sha=head_sha,
        app=app,
        status="completed",
        conclusion=conclusion,
        started_at=world.clock.now(),
        completed_at=world.clock.now(),
    )
    repository.check_runs[made.id] = made
    return made
