"""Whose a comment is: ours are those that begin with our marker and were written by this token's account.

Anybody can copy the marker, so the author decides (`docs/action.md`, "The sticky comment").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from steward.errors import StewardError
from steward.ports import Account, Comment, GitHub
from steward.state import Block, Series, decode, is_marked

JOB_TOKEN_LOGIN = "github-actions[bot]"

_MOST_NAMED = 3

Say: TypeAlias = Callable[[str], None]


class Ours(msgspec.Struct, frozen=True, kw_only=True):
    """A comment of ours and what it remembers; None when that cannot be read."""

    comment: Comment
    block: Block | None


class Authorship:
    """Finds our comments of one series on one pull request. `login` is the input `comment-author`."""

    def __init__(
        self,
        github: GitHub,
        *,
        number: int,
        read: Callable[[], tuple[Comment, ...]],
        login: str | None,
        say: Say,
        series: Series = Series.EVALUATION,
    ) -> None:
        self._github = github
        self._number = number
        self._read = read
        self._login = login or JOB_TOKEN_LOGIN
        self._ids: frozenset[int] = frozenset()
        self._asked = False
        self._sent = ""
        self._say = say
        self._series = series

    def comments(self) -> tuple[Ours, ...]:
        """Our comments as they stand now, oldest first."""
        return self.among(self._read())

    def among(self, comments: Sequence[Comment]) -> tuple[Ours, ...]:
        """Ours among the comments of the pull request, in their order."""
        marked = [comment for comment in comments if is_marked(comment.body, self._series)]
        ours = self.recognised(marked)
        return tuple(Ours(comment=comment, block=self._decode(comment)) for comment in ours)

    def recognised(self, marked: Sequence[Comment]) -> list[Comment]:
        """Those of some marked comments that are ours; GitHub is asked who we are when none seems to be."""
        ours = list(filter(self.is_mine, marked))
        if marked and not ours:
            self._find_out(marked)
            ours = list(filter(self.is_mine, marked))
        return ours

    def sent(self, body: str) -> None:
        """Remember what is about to be posted: when the answer is lost, it is known by its first line."""
        self._sent = _first_line(body)

    def recognise(self, author: Account | None) -> None:
        """Take the author of our new comment as who we are; an unexpected one is worth a setting."""
        if author is None or self._is_mine(author):
            return
        self._ids |= {author.id}
        self._say(f"this token comments as {author.login}: set the input comment-author to that name")

    def _decode(self, comment: Comment) -> Block | None:
        block = decode(comment.body, self._series)
        if _first_line(comment.body) == self._series.retired:
            return None
        if block is None or block.pr != self._number:
            self._say("the hidden block of our comment cannot be read; what it remembered is lost")
            return None
        return block

    def is_mine(self, comment: Comment) -> bool:
        """Whether this token's account wrote a comment, on whatever pull request."""
        return self._is_mine(comment.author)

    def _is_mine(self, author: Account | None) -> bool:
        if author is None:
            return False
        job_token = self._login == JOB_TOKEN_LOGIN
        named = author.login.lower() == self._login.lower() and (author.bot or not job_token)
        return named or author.id in self._ids

    def _find_out(self, marked: Sequence[Comment]) -> None:
        """Settle whose marked comments by others are: this token's, by its account's number, or left alone."""
        for comment in marked:
            if self._sent and comment.author is not None and _first_line(comment.body) == self._sent:
                self.recognise(comment.author)
                return
        if self._asked:
            return
        self._asked = True
        authors = {comment.author.id: comment.author for comment in marked if comment.author is not None}
        viewer = self._viewer()
        if viewer is None:
            return  # whoever answers the first comment is known by that: until then none of theirs is touched
        if viewer.id in authors:
            self._ids |= {viewer.id}
            return
        for author in tuple(authors.values())[:_MOST_NAMED]:
            self._say(
                f"a comment by {author.login} begins as ours do, and is left alone: if a token used before made "
                f"it, set the input comment-author to {author.login} to go on in it, or delete it"
            )

    def _viewer(self) -> Account | None:
        try:
            return self._github.viewer()
        except StewardError as error:
            self._say(f"marked comments by others were found, and who we are is not known: {error.what}")
            return None


def _first_line(body: str) -> str:
    return body.split("\n", 1)[0].rstrip("\r")
