"""What the stand-in GitHub holds. A test reads and changes it freely, between two requests too."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.github import objects
from tests.github.nouns import (
    ACTIONS_APP,
    ACTIONS_BOT,
    CONTRIBUTOR,
    START,
    WEB_FLOW,
    App,
    Change,
    CheckRun,
    Comment,
    Commit,
    Issue,
    PullRequestState,
    QueueEntry,
    TokenKind,
    User,
    Viewer,
    WorkflowRun,
)
from tests.github.objects import Entry, Files

_NOREPLY = re.compile(r"(?:\d+\+)?([^@+]+)@users\.noreply\.github\.com")


@dataclass(slots=True, kw_only=True)
class Clock:
    """GitHub's time, shown in `Date` and in every timestamp. It stands still until a test moves it."""

    at: datetime | None = START

    def now(self) -> datetime:
        return (self.at or datetime.now(UTC)).replace(microsecond=0)

    def set(self, moment: datetime) -> None:
        self.at = moment.astimezone(UTC)

    def advance(self, seconds: float) -> None:
        self.at = self.now() + timedelta(seconds=seconds)

    def follow_real_time(self) -> None:
        self.at = None


@dataclass(slots=True, kw_only=True)
class Repository:
    """`files` is the tree of the default branch; further trees hang in `trees` by branch name or SHA.

    `git` is a local repository to read what the trees do not hold: files, commits, comparisons. `parent` is
    the full name of what a fork was made from: what one of them holds can be read through the other. `queues` are
    the entries of each branch's merge queue.
    `permissions` has roles by login; `custom_roles` the base role of each role of an organization's own.
    """

    id: int
    full_name: str
    owner: User
    default_branch: str = "main"
    private: bool = False
    fork: bool = False
    parent: str | None = None
    files: dict[str, Entry] = field(default_factory=dict)
    trees: dict[str, Files] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    git: Path | None = None
    issues: dict[int, Issue] = field(default_factory=dict)
    pulls: dict[int, PullRequestState] = field(default_factory=dict)
    comments: dict[int, Comment] = field(default_factory=dict)
    check_runs: dict[int, CheckRun] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)
    comparisons: dict[tuple[str, str], Change] = field(default_factory=dict)
    queues: dict[str, list[QueueEntry]] = field(default_factory=dict)
    workflow_runs: dict[int, WorkflowRun] = field(default_factory=dict)
    permissions: dict[str, str] = field(default_factory=dict)
    custom_roles: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.full_name.partition("/")[2]

    def default_sha(self) -> str:
        """The head of the default branch: given, or made from the files so that it moves with them."""
        return self.branches.get(self.default_branch) or objects.fake_sha(
            "head", self.id, objects.tree_sha(self.files)
        )

    def comments_on(self, number: int) -> list[Comment]:
        return [comment for comment in self.comments.values() if comment.issue == number]

    def checks_on(self, sha: str, name: str | None = None) -> list[CheckRun]:
        return [run for run in self.check_runs.values() if run.head_sha == sha and name in (None, run.name)]


@dataclass(slots=True, kw_only=True)
class World:
    """Everything. `lock` is held while an endpoint works: each request is one step.

    `rate_limit` None lets any number of requests pass; a number makes the next one after it a 403.
    """

    clock: Clock = field(default_factory=Clock)
    users: dict[str, User] = field(default_factory=dict)
    emails: dict[str, User] = field(default_factory=dict)
    viewers: dict[str, Viewer] = field(default_factory=dict)
    repositories: dict[str, Repository] = field(default_factory=dict)
    rate_limit: int | None = None
    rate_used: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(9_000_001), repr=False)

    def __post_init__(self) -> None:
        self.add_user(ACTIONS_BOT)
        self.add_user(WEB_FLOW)
        self.add_user(CONTRIBUTOR)
        self.add_viewer("job")

    def next_id(self) -> int:
        return next(self._ids)

    @property
    def job(self) -> Viewer:
        """The token that a workflow's job gets: the GitHub Actions app's."""
        return self.viewer("job")

    def viewer(self, name: str) -> Viewer:
        return next(viewer for viewer in self.viewers.values() if viewer.name == name)

    def add_viewer(
        self,
        name: str,
        *,
        user: User = ACTIONS_BOT,
        kind: TokenKind = TokenKind.INSTALLATION,
        app: App | None = ACTIONS_APP,
        permissions: Mapping[str, str] | None = None,
        read_only: bool = False,
    ) -> Viewer:
        """A further token, for instance a second run's, which tells the two apart in `server.requests`."""
        made = Viewer(
            name=name,
            token=f"stand-in-token-of-{name}",
            user=user,
            kind=kind,
            app=app if kind is TokenKind.INSTALLATION else None,
            permissions=permissions,
            read_only=read_only,
        )
        self.viewers[made.token] = made
        self.add_user(user)
        return made

    def add_user(self, user: User) -> User:
        self.users[user.login.lower()] = user
        return user

    def user(self, login: str, *, type: str = "User") -> User:
        """The user of that login, made when there is none yet."""
        known = self.users.get(login.lower())
        return known or self.add_user(User(login=login, id=500_000 + len(self.users), type=type))

    def account_of(self, email: str) -> User | None:
        """Whose address it is: told in `emails`, one of GitHub's own for an account, or nobody's."""
        if email == "noreply@github.com":
            return WEB_FLOW
        own = _NOREPLY.fullmatch(email.lower())
        return self.emails.get(email.lower()) or (self.users.get(own[1]) if own else None)

    def add_repository(
        self,
        full_name: str,
        *,
        files: Mapping[str, bytes | str | Entry] | None = None,
        default_branch: str = "main",
        private: bool = False,
        fork: bool = False,
        parent: str | None = None,
        git: Path | None = None,
    ) -> Repository:
        made = Repository(
            id=1000 + len(self.repositories),
            full_name=full_name,
            owner=self.user(full_name.partition("/")[0]),
            default_branch=default_branch,
            private=private,
            fork=fork or parent is not None,
            parent=parent,
            files=objects.files(files or {}),
            git=git,
        )
        self.repositories[full_name.lower()] = made
        return made

    def repository(self, full_name: str) -> Repository | None:
        return self.repositories.get(full_name.lower())

    def network(self, repository: Repository) -> list[Repository]:
        """The repository, and after it those that share its commits: its parent and the forks of either."""
        root = (repository.parent or repository.full_name).lower()
        others = (
            other
            for other in self.repositories.values()
            if other is not repository and root in (other.full_name.lower(), (other.parent or "").lower())
        )
        return [repository, *others]

    def repository_by_id(self, number: int) -> Repository | None:
        return next(
            (repository for repository in self.repositories.values() if repository.id == number), None
        )
