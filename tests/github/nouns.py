"""The nouns of GitHub that the stand-in knows, as plain data that a test may read and change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from tests.github.objects import fake_sha

START = datetime(2026, 11, 17, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    login: str
    id: int
    type: str = "User"


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    id: int
    slug: str
    name: str


ACTIONS_BOT = User(login="github-actions[bot]", id=41898282, type="Bot")
ACTIONS_APP = App(id=15368, slug="github-actions", name="GitHub Actions")
ANOTHER_APP = App(id=4711, slug="another", name="Another")
WEB_FLOW = User(login="web-flow", id=19864447)
CONTRIBUTOR = User(login="contributor", id=501)
GHOST = User(login="ghost", id=10137)


class TokenKind(StrEnum):
    INSTALLATION = "installation"
    USER = "user"


@dataclass(slots=True, kw_only=True)
class Viewer:
    """Who a token is. `permissions` None means all; a map grants what it lists (`{"checks": "write"}`)."""

    name: str
    token: str = field(repr=False)
    user: User = ACTIONS_BOT
    kind: TokenKind = TokenKind.INSTALLATION
    app: App | None = ACTIONS_APP
    permissions: Mapping[str, str] | None = None
    read_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A row of `pulls/N/files`. `patch` is None for a binary and for a file too large to show."""

    filename: str
    status: str = "modified"
    additions: int = 0
    deletions: int = 0
    patch: str | None = None
    previous_filename: str | None = None
    sha: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """`author` and `committer` are GitHub's accounts of the two e-mail addresses.

    None: whoever the world knows by that address (`World.account_of`), and nobody when it knows none.
    `date` is the author's; `committed` the committer's, None when they are the same.
    """

    sha: str
    message: str
    author_name: str = "A. Author"
    author_email: str = "author@example.org"
    author: User | None = None
    committer_name: str = "A. Author"
    committer_email: str = "author@example.org"
    committer: User | None = None
    date: datetime = START
    committed: datetime | None = None
    parents: tuple[str, ...] = ()
    tree: str = ""
    verified: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What lies between a base and a head: the diff as GitHub shows it, its rows and its commits."""

    diff: bytes = b""
    rows: tuple[FileRow, ...] = ()
    commits: tuple[Commit, ...] = ()
    merge_base: str = ""

    @property
    def additions(self) -> int:
        return sum(row.additions for row in self.rows)

    @property
    def deletions(self) -> int:
        return sum(row.deletions for row in self.rows)


@dataclass(slots=True, kw_only=True)
class QueueEntry:
    """A pull request in a merge queue: what the queue made of it lies between the two SHAs, when it has."""

    number: int | None
    base_sha: str | None
    head_sha: str | None


@dataclass(slots=True, kw_only=True)
class Reaction:
    id: int
    content: str
    user: User
    created_at: datetime


@dataclass(slots=True, kw_only=True)
class Comment:
    id: int
    issue: int
    body: str
    user: User | None  # None: the account was deleted
    created_at: datetime
    updated_at: datetime
    app: App | None = None
    author_association: str = "NONE"
    editor: User | None = None  # who edited it last; REST does not tell
    reactions: list[Reaction] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class CheckRun:
    id: int
    name: str
    head_sha: str
    app: App
    status: str = "queued"
    conclusion: str | None = None
    external_id: str = ""
    details_url: str = ""
    started_at: datetime | None = None
    completed_at: datetime | None = None
    title: str | None = None
    summary: str | None = None
    text: str | None = None
    annotations: list[dict[str, object]] = field(default_factory=list)
    of_a_job: bool = False  # made by GitHub Actions itself for a job: nobody else may turn it


@dataclass(slots=True, kw_only=True)
class Review:
    """`state` as GitHub spells it: APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED, PENDING.

    `user` is None for a deleted account, `commit_id` None for a commit that is gone.
    """

    id: int
    user: User | None
    state: str
    commit_id: str | None
    body: str = ""
    submitted_at: datetime = START
    author_association: str = "MEMBER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inline:
    """What a reviewer writes beside the diff. Without a `line` it is about the whole file.

    `in_reply_to` is the id of a comment; a reply lies where its thread does, whatever is said here.
    """

    path: str
    line: int | None
    body: str
    start_line: int | None = None
    side: str = "RIGHT"
    start_side: str | None = None  # None: the same as `side`, if there is a `start_line`
    in_reply_to: int | None = None


@dataclass(slots=True, kw_only=True)
class ReviewComment:
    """A comment beside the diff. `line` (and `start_line`) become None when a push makes it outdated.

    `original_line` is None for a comment on a whole file, `review_id` for one whose review is gone.
    """

    id: int
    review_id: int | None
    user: User | None
    body: str
    path: str
    line: int | None
    original_line: int | None
    start_line: int | None = None
    original_start_line: int | None = None
    side: str = "RIGHT"
    start_side: str | None = None
    in_reply_to: int | None = None
    commit_id: str
    original_commit_id: str
    diff_hunk: str = ""
    created_at: datetime
    updated_at: datetime
    author_association: str = "MEMBER"


@dataclass(slots=True, kw_only=True)
class Issue:
    """An issue that is not a pull request."""

    number: int
    title: str
    author: User
    body: str | None = None
    state: str = "open"
    locked: bool = False
    created_at: datetime = START


@dataclass(slots=True, kw_only=True)
class Totals:
    """What a pull request says of its size, when a test wants it to differ from its rows."""

    changed_files: int
    additions: int
    deletions: int
    commits: int = 1


@dataclass(slots=True, kw_only=True)
class PullRequestState:
    """`head_repository` is a full name, None for a deleted fork; `diff_too_large` None: by the limits."""

    number: int
    title: str
    author: User
    head_sha: str
    base_sha: str
    head_ref: str = "topic"
    base_ref: str = "main"
    head_repository: str | None
    body: str | None = "What changes and why."
    state: str = "open"
    draft: bool = False
    merged: bool = False
    locked: bool = False
    labels: list[str] = field(default_factory=list)
    assignees: list[User] = field(default_factory=list)
    author_association: str = "CONTRIBUTOR"
    change: Change = field(default_factory=Change)
    totals: Totals | None = None
    diff_too_large: bool | None = None
    reviews: list[Review] = field(default_factory=list)
    review_comments: list[ReviewComment] = field(default_factory=list)
    created_at: datetime = START
    updated_at: datetime = START
    merge_commit_sha: str | None = None

    def size(self) -> Totals:
        change = self.change
        return self.totals or Totals(
            changed_files=len(change.rows),
            additions=change.additions,
            deletions=change.deletions,
            commits=len(change.commits) or 1,
        )

    def submitted_comments(self) -> list[ReviewComment]:
        """The comments beside the diff without those of reviews that are not submitted."""
        pending = {review.id for review in self.reviews if review.state == "PENDING"}
        return [comment for comment in self.review_comments if comment.review_id not in pending]

    def push(self, *, head_sha: str, change: Change | None = None) -> None:
        """Move the head, as a push does."""
        self.head_sha = head_sha
        self.merge_commit_sha = fake_sha("merge", self.base_sha, head_sha)
        if change is not None:
            self.change = change


@dataclass(slots=True, kw_only=True)
class WorkflowRun:
    id: int
    name: str = "Steward"
    event: str = "pull_request"
    status: str = "completed"
    conclusion: str | None = "success"
    head_sha: str = ""
    head_branch: str = "topic"
    head_repository: str
    run_number: int = 1
    run_attempt: int = 1
    actor: User = ACTIONS_BOT
