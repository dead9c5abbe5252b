"""GitHub's JSON becomes our nouns: the few fields we read, typed; the rest is ignored.

The same shapes serve event payloads and answers of the API.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from steward.model import Author, Branch, Record, Totals

Sha = Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")]
"""A commit's full name: it becomes part of addresses and of git's arguments."""

Name = Annotated[str, Meta(min_length=1)]
_Number = Annotated[int, Meta(ge=1, le=10**18)]
_Count = Annotated[int, Meta(ge=0, le=10**18)]


class User(msgspec.Struct, frozen=True):
    """An account."""

    login: str
    id: int = 0
    type: str = "User"


class Repository(msgspec.Struct, frozen=True):
    """The repository that the run belongs to. Its default branch says what holds, so it is never guessed."""

    full_name: str
    default_branch: Name


class HeadRepository(msgspec.Struct, frozen=True):
    """The repository that a change comes from."""

    full_name: str


class Head(msgspec.Struct, frozen=True):
    """What is to be merged; `repo` is null for a deleted fork."""

    sha: Sha
    ref: Name
    repo: HeadRepository | None = None


class Base(msgspec.Struct, frozen=True):
    """What it is to be merged into."""

    sha: Sha
    ref: Name
    repo: Repository


class PullRequestPayload(msgspec.Struct, frozen=True):
    """A pull request. The totals are missing from some events' payloads."""

    number: _Number
    head: Head
    base: Base
    title: str = ""
    body: str | None = None
    user: User | None = None
    draft: bool = False
    state: str = "open"
    changed_files: _Count | None = None
    additions: _Count | None = None
    deletions: _Count | None = None
    updated_at: str = ""

    def record(self, repository: str) -> Record:
        """The noun. `repository` is the one asked for: a payload may not move a run to another."""
        user = self.user or User(login="ghost")
        return Record(
            repository=repository,
            number=self.number,
            title=self.title,
            body=self.body or "",
            author=Author(login=user.login, bot=user.type == "Bot"),
            head=_branch(self.head),
            base=_branch(self.base),
            default_branch=self.base.repo.default_branch,
            draft=self.draft,
            open=self.state == "open",
            totals=self._totals(),
        )

    def _totals(self) -> Totals | None:
        if self.changed_files is None or self.additions is None or self.deletions is None:
            return None
        return Totals(files=self.changed_files, additions=self.additions, deletions=self.deletions)


def _branch(ref: Head | Base) -> Branch:
    return Branch(sha=ref.sha, name=ref.ref, repository=ref.repo.full_name if ref.repo else None)
