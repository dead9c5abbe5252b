"""GitHub's JSON becomes our nouns: the few fields we read, typed; the rest is ignored.

The same shapes serve event payloads and answers of the API.
"""

from __future__ import annotations

import msgspec

from steward.model import Author, Branch, Record, Totals


class User(msgspec.Struct, frozen=True):
    """An account."""

    login: str
    id: int = 0
    type: str = "User"


class Repository(msgspec.Struct, frozen=True):
    """A repository, as far as a pull request names it."""

    full_name: str
    default_branch: str = ""


class Ref(msgspec.Struct, frozen=True):
    """One end of a pull request; `repo` is null for a deleted fork."""

    sha: str
    ref: str
    repo: Repository | None = None


class PullRequestPayload(msgspec.Struct, frozen=True):
    """A pull request. The totals are missing from some events' payloads."""

    number: int
    head: Ref
    base: Ref
    title: str = ""
    body: str | None = None
    user: User | None = None
    draft: bool = False
    state: str = "open"
    changed_files: int | None = None
    additions: int | None = None
    deletions: int | None = None

    def record(self, repository: str, default_branch: str) -> Record:
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
            default_branch=self._default_branch(default_branch),
            draft=self.draft,
            open=self.state == "open",
            totals=self._totals(),
        )

    def _default_branch(self, given: str) -> str:
        if given:
            return given
        return (self.base.repo.default_branch if self.base.repo else "") or self.base.ref

    def _totals(self) -> Totals | None:
        if self.changed_files is None or self.additions is None or self.deletions is None:
            return None
        return Totals(files=self.changed_files, additions=self.additions, deletions=self.deletions)


def _branch(ref: Ref) -> Branch:
    return Branch(sha=ref.sha, name=ref.ref, repository=ref.repo.full_name if ref.repo else None)
