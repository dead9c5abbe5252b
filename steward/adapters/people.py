"""What gates ask of GitHub: commits and who wrote them, reviews, permissions, files at a commit.

The requests and what each fault means: `docs/action.md`, "What gates read".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

import msgspec

from steward.adapters.github import CommentRow, comment_of
from steward.adapters.http import PAGE, Http
from steward.adapters.merge_queue import read_queue
from steward.errors import GitHubFailed, NotFound
from steward.facts import Account, Commit, Identity
from steward.intake.payload import Sha, User
from steward.ports import Blob, Comment, Comparison, Queued, Review

_MOST_PAGES = 50  # 5,000 commits, or reviews
_MOST_IN_A_QUERY = 101  # both versions of fifty manifests, and the signatures file
_MOST_LEDGER_PAGES = 20
_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}", re.ASCII)


class _Parent(msgspec.Struct, frozen=True):
    sha: Sha


class _Identity(msgspec.Struct, frozen=True):
    name: str | None = None
    email: str | None = None


class _Verification(msgspec.Struct, frozen=True):
    verified: bool = False


class _CommitText(msgspec.Struct, frozen=True):
    message: str
    author: _Identity | None = None
    committer: _Identity | None = None
    verification: _Verification | None = None


class _Nobody(msgspec.Struct, frozen=True):
    """GitHub's `{}` where it knows no account."""

    login: str | None = None
    id: int = 0
    type: str = "User"


class _Commit(msgspec.Struct, frozen=True):
    sha: Sha
    commit: _CommitText
    parents: list[_Parent]
    author: _Nobody | None = None
    committer: _Nobody | None = None


class _Comparison(msgspec.Struct, frozen=True):
    total_commits: int
    commits: list[_Commit]
    merge_base_commit: _Parent | None = None


class _Review(msgspec.Struct, frozen=True):
    id: int
    state: str
    commit_id: str | None = None
    user: User | None = None


class _Permission(msgspec.Struct, frozen=True):
    permission: str
    role_name: str = ""


class _Blob(msgspec.Struct, frozen=True):
    text: str | None = None
    isBinary: bool | None = None  # noqa: N815 - GitHub's name
    isTruncated: bool = False  # noqa: N815


class _Objects(msgspec.Struct, frozen=True):
    repository: Mapping[str, _Blob | None]


class _ObjectsAnswer(msgspec.Struct, frozen=True):
    data: _Objects
    errors: list[Mapping[str, object]] = []


class People:
    """One repository's history and people, through GitHub's API (`steward.ports.GateSource`)."""

    def __init__(self, http: Http, *, name: str, graphql_url: str) -> None:
        self._http = http
        self._name = name
        self._root = f"/repos/{name}"
        self._graphql_url = graphql_url

    def comparison(self, base: str, head: str) -> Comparison:
        """The commits of `head` that `base`, a branch or a commit, does not hold; every page."""
        url = f"{self._root}/compare/{quote(base, safe='')}...{head}"
        commits: list[Commit] = []
        merge_base = ""
        total = 0
        # Between two commits nothing ever changes; a branch moves.
        read = self._http.read_fixed_as if _SHA.fullmatch(base) else self._http.read_as
        for page in range(1, _MOST_PAGES + 1):
            found, answer = read(_Comparison, url, per_page=PAGE, page=page)
            merge_base = merge_base or (found.merge_base_commit.sha if found.merge_base_commit else "")
            total = found.total_commits
            commits += map(_commit, found.commits)
            if len(commits) >= total or not answer.next_page:
                break
        if len({commit.sha for commit in commits}) != total:
            raise GitHubFailed(
                f"{len(commits):,} of {total:,} commits could be read", mend="Split the change, or squash it."
            )
        return Comparison(merge_base=merge_base, commits=tuple(commits))

    def merge_queue(self, branch: str) -> tuple[Queued, ...]:
        """The first hundred entries of a branch's merge queue that have commits already."""
        return read_queue(self._http, self._graphql_url, name=self._name, branch=branch)

    def reviews(self, number: int) -> tuple[Review, ...]:
        """Every review of a pull request, oldest first."""
        url = f"{self._root}/pulls/{number}/reviews"
        reviews: list[Review] = []
        for page in range(1, _MOST_PAGES + 1):
            rows, answer = self._http.read_as(list[_Review], url, per_page=PAGE, page=page)
            reviews += map(_review, rows)
            if not answer.next_page:
                return tuple(sorted(reviews, key=lambda review: review.id))
        raise GitHubFailed("there are too many reviews to read", mend="Open a new pull request.")

    def permission(self, login: str) -> str:
        """What an account may do here: `none`, `read`, `triage`, `write`, `maintain` or `admin`."""
        url = f"{self._root}/collaborators/{quote(login, safe='')}/permission"
        try:
            found, _ = self._http.read_as(_Permission, url)
        except NotFound:
            return "none"
        known = ("none", "read", "triage", "write", "maintain", "admin")
        # A role of an organization's own making is as good as the permission it builds on.
        return found.role_name if found.role_name in known else found.permission

    def now(self) -> str:
        """GitHub's own time at its latest answer, as its `Date` header has it; empty when it never said."""
        return self._http.date

    def recent_comments(self, since: str) -> tuple[Comment, ...]:
        """The comments of the whole repository that were touched since then, in the order they were made."""
        url = f"{self._root}/issues/comments"
        found: list[Comment] = []
        for page in range(1, _MOST_LEDGER_PAGES + 1):
            rows, answer = self._http.read_as(
                list[CommentRow],
                url,
                since=since,
                sort="created",
                direction="asc",
                per_page=PAGE,
                page=page,
            )
            found += map(comment_of, rows)
            if not answer.next_page:
                return tuple(found)
        raise GitHubFailed("too many comments were touched today to add up the credits")

    def react(self, comment: int, content: str) -> None:
        """A reaction on a comment; given twice it is there once."""
        self._http.write("POST", f"{self._root}/issues/comments/{comment}/reactions", {"content": content})

    def blobs(self, wanted: Sequence[tuple[str, str]]) -> tuple[Blob, ...]:
        """Files at commits, each a pair of commit and path, in the same order; one request for a hundred."""
        found: list[Blob] = []
        for start in range(0, len(wanted), _MOST_IN_A_QUERY):
            found += self._query(wanted[start : start + _MOST_IN_A_QUERY])
        return tuple(found)

    def _query(self, wanted: Sequence[tuple[str, str]]) -> list[Blob]:
        owner, name = self._name.split("/", 1)
        names = range(len(wanted))
        declared = " ".join(f", $e{number}: String!" for number in names)
        asked = " ".join(
            f"b{number}: object(expression: $e{number}) {{ ... on Blob {{ text isBinary isTruncated }} }}"
            for number in names
        )
        query = (
            f"query($owner: String!, $name: String!{declared}) "
            f"{{ repository(owner: $owner, name: $name) {{ {asked} }} }}"
        )
        variables = {"owner": owner, "name": name}
        variables |= {f"e{number}": f"{sha}:{path}" for number, (sha, path) in enumerate(wanted)}
        answer = self._http.query_as(_ObjectsAnswer, self._graphql_url, query, variables)
        if answer.errors:
            # Half an answer has null where a file is: read as absent it would hide what the file adds.
            raise GitHubFailed("GitHub gave a part of the files only", mend="Run the job again.")
        return [_blob(answer.data.repository, f"b{number}") for number in names]


def _blob(objects: Mapping[str, _Blob | None], alias: str) -> Blob:
    if alias not in objects:
        raise GitHubFailed("GitHub left a file out of its answer", mend="Run the job again.")
    found = objects[alias]
    if found is None:
        return Blob()
    whole = found.text is not None and not found.isTruncated and not found.isBinary
    return Blob(exists=True, text=found.text if whole else None)


def _commit(row: _Commit) -> Commit:
    return Commit(
        sha=row.sha,
        parents=tuple(parent.sha for parent in row.parents),
        author=_identity(row.commit.author),
        committer=_identity(row.commit.committer),
        message=row.commit.message,
        author_account=_account(row.author),
        committer_account=_account(row.committer),
        verified=row.commit.verification is not None and row.commit.verification.verified,
    )


def _identity(found: _Identity | None) -> Identity:
    return Identity(name=(found and found.name) or "", email=(found and found.email) or "")


def _account(found: _Nobody | User | None) -> Account | None:
    if found is None or not found.login:
        return None
    return Account(id=found.id, login=found.login, bot=found.type == "Bot")


def _review(row: _Review) -> Review:
    return Review(id=row.id, account=_account(row.user), state=row.state.upper(), head=row.commit_id or "")
