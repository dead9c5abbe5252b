"""Whole reviews of a pull request, with what they say on lines of the change: what Review Mode asks of GitHub."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from steward.adapters.http import PAGE, Http
from steward.errors import GitHubFailed
from steward.facts import Account
from steward.intake.payload import User
from steward.ports import InlineComment, SubmittedReview

_MOST_PAGES = 20  # 2,000 reviews, or comments
_Row = TypeVar("_Row")


class _Review(msgspec.Struct, frozen=True):
    id: int
    state: str
    body: str | None = None
    user: User | None = None
    commit_id: str | None = None


class _Comment(msgspec.Struct, frozen=True):
    body: str | None = None
    path: str = ""
    pull_request_review_id: int | None = None
    line: int | None = None
    start_line: int | None = None
    side: str | None = None
    in_reply_to_id: int | None = None


class _Assigned(msgspec.Struct, frozen=True):
    assignees: list[User] = []


class Reviews:
    """One repository's reviews, through GitHub's API. Raises as `steward.ports.GitHub` does."""

    def __init__(self, http: Http, *, name: str) -> None:
        self._http = http
        self._root = f"/repos/{name}/pulls"

    def assigned(self, number: int) -> tuple[str, ...]:
        """The logins of the pull request's assignees, as they are now."""
        found, _ = self._http.read_as(_Assigned, f"{self._root}/{number}")
        return tuple(one.login for one in found.assignees)

    def submitted(self, number: int) -> tuple[SubmittedReview, ...]:
        """Every review of a pull request with its inline comments, in GitHub's order."""
        said: dict[int, list[InlineComment]] = {}
        for row in self._pages(f"{self._root}/{number}/comments", list[_Comment]):
            said.setdefault(row.pull_request_review_id or 0, []).append(_inline(row))
        rows = self._pages(f"{self._root}/{number}/reviews", list[_Review])
        return tuple(_review(row, tuple(said.get(row.id, ()))) for row in rows)

    def _pages(self, url: str, kind: type[list[_Row]]) -> Iterator[_Row]:
        for page in range(1, _MOST_PAGES + 1):
            rows, answer = self._http.read_as(kind, url, per_page=PAGE, page=page)
            yield from rows
            if not answer.next_page:
                return
        raise GitHubFailed(f"GET {url} goes on after {_MOST_PAGES} pages", mend="Open a new pull request.")


def _inline(row: _Comment) -> InlineComment:
    # The left side shows the old file, whose lines are counted otherwise.
    placed = row.side != "LEFT"
    return InlineComment(
        body=row.body or "",
        path=row.path,
        line=row.line if placed else None,
        first=row.start_line if placed else None,
        reply=row.in_reply_to_id is not None,
    )


def _review(row: _Review, comments: tuple[InlineComment, ...]) -> SubmittedReview:
    user = row.user
    return SubmittedReview(
        id=row.id,
        account=Account(id=user.id, login=user.login, bot=user.type == "Bot") if user else None,
        state=row.state.upper(),
        head=row.commit_id or "",
        body=row.body or "",
        comments=comments,
    )
