"""What Steward asks of the world: values that come back, and the calls that bring them.

`steward.adapters` implements these; everything else sees only the shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from steward.facts import Account as Account
from steward.facts import Commit
from steward.model import ChangedFile, CheckRun, Record


class Comment(msgspec.Struct, frozen=True, kw_only=True):
    """A comment on a pull request. `author` is None for a deleted account; `created` is ISO 8601 in UTC.

    `number` is the pull request's, 0 where GitHub did not say.
    """

    id: int
    author: Account | None
    body: str
    url: str
    created: str = ""
    edited: bool = False
    number: int = 0


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a folder: `kind` is GitHub's `file`, `dir`, `symlink` or `submodule`."""

    kind: str
    sha: str


class PublishedCheck(msgspec.Struct, frozen=True, kw_only=True):
    """A check run as GitHub lists it; `conclusion` is empty until it is completed, `started` ISO 8601 in UTC, `app`
    the short name of the App that made it."""

    id: int
    external_id: str
    url: str
    status: str
    conclusion: str
    started: str = ""
    text: str = ""
    name: str = ""
    app: str = ""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """One source's answer to "which files changed".

    `unreadable` counts the files it could not tell; `cut` says that it may have left some out.
    """

    files: tuple[ChangedFile, ...]
    unreadable: int = 0
    cut: bool = False


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What one commit has that another has not. `merge_base` is empty when they have no history in common."""

    merge_base: str
    commits: tuple[Commit, ...]


class Queued(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a merge queue: a pull request, and the last commit that the queue made of it."""

    number: int
    head: str


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A review of a pull request: GitHub's state (`APPROVED`, `DISMISSED`, …) and the commit it was given on."""

    id: int
    account: Account | None
    state: str
    head: str


class InlineComment(msgspec.Struct, frozen=True, kw_only=True):
    """A comment on lines of the change, `first` to `line`; both None where the lines are gone or only the old
    file has them. `reply` says that it answers another."""

    body: str
    path: str
    line: int | None = None
    first: int | None = None
    reply: bool = False


class SubmittedReview(Review, frozen=True, kw_only=True):
    """A review with what it says."""

    body: str = ""
    comments: tuple[InlineComment, ...] = ()


class Blob(msgspec.Struct, frozen=True, kw_only=True):
    """A file at a commit. `text` is None when it is no text, or too long for one answer."""

    exists: bool = False
    text: str | None = None


ListFiles = Callable[[], Listing]
"""Reads the list of changed files from one source; raises `StewardError` when it cannot."""


class ReadsFiles(Protocol):
    """Something that gives out a file of a commit."""

    def read_file(self, path: str, ref: str, *, sha: str | None = None) -> bytes:
        """The bytes of a file of a branch or commit; `NotFound` when it is absent."""


class ReadsBlobs(Protocol):
    """Something that gives out many files at once."""

    def blobs(self, wanted: Sequence[tuple[str, str]]) -> tuple[Blob, ...]:
        """Files at commits, each a pair of commit and path, in the same order."""


class GateSource(Protocol):
    """What gates ask of GitHub about one repository. Raises as `GitHub` does."""

    def comparison(self, base: str, head: str) -> Comparison:
        """The commits of a head that a base, a branch or a commit, does not hold."""

    def merge_queue(self, branch: str) -> tuple[Queued, ...]:
        """The first hundred entries of a branch's merge queue that have commits already."""

    def reviews(self, number: int) -> tuple[Review, ...]:
        """Every review of a pull request, oldest first."""

    def permission(self, login: str) -> str:
        """What an account may do: `none`, `read`, `triage`, `write`, `maintain` or `admin`."""

    def now(self) -> str:
        """GitHub's own time at its latest answer, as a `Date` header; empty when it never said."""

    def recent_comments(self, since: str) -> tuple[Comment, ...]:
        """The comments of the whole repository touched since then (ISO 8601, UTC), as they were made."""

    def react(self, comment: int, content: str) -> None:
        """A reaction on a comment."""

    def blobs(self, wanted: Sequence[tuple[str, str]]) -> tuple[Blob, ...]:
        """Files at commits, each a pair of commit and path, in the same order."""


class GitHub(Protocol):
    """What is asked of GitHub about one repository.

    Reads raise `NotFound`, `RateLimited`, `Refused` or `GitHubFailed`; writes may raise `Unclear` as well, and
    are never repeated here after one.
    """

    def pull_request(self, number: int) -> Record:
        """The pull request as it is now."""

    def diff(self, number: int) -> Listing:
        """The changed files by GitHub's diff."""

    def files(self, number: int) -> Listing:
        """The changed files by GitHub's list, every page."""

    def compare(self, base: str, head: str) -> Listing:
        """The changed files between two commits, from their merge base; cut at 300 files."""

    def pulls_of(self, owner: str, branch: str) -> tuple[Record, ...]:
        """The open pull requests from a branch of an account's repositories, without totals."""

    def entries(self, path: str, ref: str) -> Mapping[str, Entry]:
        """What stands in a folder of a branch, by name."""

    def read_file(self, path: str, ref: str, *, sha: str | None = None) -> bytes:
        """The bytes of a file of a branch or commit, checked against its blob SHA; `NotFound` when it is absent.

        `sha` is the blob that it has to be.
        """

    def comments(self, number: int) -> tuple[Comment, ...]:
        """Every comment of the pull request, oldest first."""

    def create_comment(self, number: int, body: str) -> Comment:
        """A new comment."""

    def update_comment(self, comment: int, body: str) -> Comment:
        """The comment with another body."""

    def delete_comment(self, comment: int) -> None:
        """The comment gone; no error when it was gone already."""

    def create_check(self, check: CheckRun) -> PublishedCheck:
        """A completed check run."""

    def open_check(self, check: CheckRun) -> PublishedCheck:
        """A check run that is in progress; of `check`, conclusion and text do not count yet."""

    def complete_check(self, number: int, check: CheckRun) -> PublishedCheck:
        """A check run in progress, completed."""

    def cancel_check(self, number: int) -> None:
        """A check run in progress, closed as cancelled."""

    def checks(self, head_sha: str, name: str) -> tuple[PublishedCheck, ...]:
        """The check runs of that name on a commit, every page."""

    def all_checks(self, head_sha: str) -> tuple[PublishedCheck, ...] | None:
        """Every check run on a commit, or None when they are too many for one page."""

    def viewer(self) -> Account:
        """Whose token this is."""
