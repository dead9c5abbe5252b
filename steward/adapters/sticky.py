"""The sticky comment: exactly one on a pull request, whatever raced (`docs/action.md`, "The sticky comment").

Other runs write at the same time, and an answer can be lost after the deed. So every step is: list, decide, act,
and list again when the act may have met another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from steward.errors import GitHubFailed, NotFound, Refused, StewardError, Superseded, Unclear
from steward.model import Record, Run
from steward.ports import Account, Comment, GitHub
from steward.report.comment import comparable
from steward.state import Block, charged, decode, encode, is_marked, merge_charges

JOB_TOKEN_LOGIN = "github-actions[bot]"

_ROUNDS = 5

Compose: TypeAlias = Callable[[Block | None, list[dict[str, object]]], str]
"""Makes the whole body from the block that stood there and the charges to keep."""

Say: TypeAlias = Callable[[str], None]


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the comment. `moved` is the pull request as it is now, when its head went on meanwhile."""

    url: str = ""
    note: str = ""
    moved: Record | None = None


class _Ours(msgspec.Struct, frozen=True, kw_only=True):
    """A comment of ours and what it remembers."""

    comment: Comment
    block: Block | None


class Sticky:
    """The one comment of one pull request, seen by one run."""

    def __init__(
        self,
        github: GitHub,
        *,
        number: int,
        author: str | None,
        run: Run,
        say: Say,
        live: Callable[[], Record],
    ) -> None:
        self._github = github
        self.number = number
        self._login = author or JOB_TOKEN_LOGIN
        self._login_given = author is not None
        self._identity: int | None = None
        self._run = run
        self._say = say
        self._live = live
        self._listed: tuple[_Ours, ...] | None = None
        self._unless_same = False

    def read(self) -> Block | None:
        """What the newest of our comments remembers; None without one. Raises when comments cannot be read."""
        self._listed = self._list()
        blocks = [ours.block for ours in self._listed if ours.block is not None]
        return max(blocks, key=lambda block: block.order, default=None)

    def place(self, head: str, compose: Compose, *, unless_same: bool = False) -> Placed:
        """Make our comment show this run's verdict for `head`, unless a newer one stands there.

        With `unless_same`, a comment that shows the same verdict and scores already is left as it is.

        Raises `Superseded` when a newer head or a later run has taken over. A token that may not write gives a
        note instead of a comment; any other fault is a `StewardError`.
        """
        self._unless_same = unless_same
        try:
            return self._place(head, compose)
        except Refused as error:
            return Placed(note=f"No comment: {error.what}. {error.mend}".strip())

    def _place(self, head: str, compose: Compose) -> Placed:
        for _ in range(_ROUNDS):
            ours = self._listed if self._listed is not None else self._list()
            self._listed = None  # what was read once may be stale by the next round
            try:
                placed = self._update(ours, head, compose) if ours else self._create(head, compose)
            except (Unclear, NotFound):
                continue  # done or not, or gone meanwhile: look again before doing anything twice
            if placed is not None:
                return placed
        raise GitHubFailed("the comment could not be written: every answer left open whether it was")

    # -------------------------------------------------------------------------------- one at rest

    def _update(self, ours: tuple[_Ours, ...], head: str, compose: Compose) -> Placed:
        self._give_way(ours, head)
        keep = ours[0]
        body = compose(_newest(ours), merge_charges([one.block for one in ours if one.block]))
        others_head = keep.block is not None and keep.block.head != head
        if len(ours) == 1 and self._is_same(body, keep, others_head):
            return Placed(url=keep.comment.url)
        url = self._github.update_comment(keep.comment.id, body).url
        self._delete(ours[1:])
        moved = self._moved(head) if others_head else None
        return Placed(url=url, moved=moved)

    def _is_same(self, body: str, keep: _Ours, others_head: bool) -> bool:
        """Whether writing `body` would tell a reader nothing new."""
        if self._unless_same and keep.block is not None:
            block = decode(body)
            return block is not None and _told(block) == _told(keep.block)
        return not others_head and comparable(body) == comparable(keep.comment.body)

    def _create(self, head: str, compose: Compose) -> Placed | None:
        if self._run.attempt > 1 and self._moved(head) is not None:
            raise Superseded  # a repeated run keeps its old payload
        created = self._github.create_comment(self.number, compose(None, []))
        self._recognise(created.author)
        ours = self._list()
        if all(one.comment.id != created.id for one in ours):
            return None  # another run has tidied ours away: the next round updates what is left
        if len(ours) > 1:
            self._settle(ours, head)
        return Placed(url=ours[0].comment.url)

    def _settle(self, ours: tuple[_Ours, ...], head: str) -> None:
        """Several runs made a first comment at once: the oldest ends with the right body, the others go."""
        keep, winner = ours[0], self._winner(ours)
        if winner is not keep:
            self._github.update_comment(keep.comment.id, _with_charges(winner, ours))
        self._delete(ours[1:])
        if winner.block is not None and self._is_later(winner.block, head):
            raise Superseded

    def _winner(self, ours: tuple[_Ours, ...]) -> _Ours:
        readable = [one for one in ours if one.block is not None] or list(ours)
        heads = {one.block.head for one in readable if one.block}
        if len(heads) > 1:
            live = self._live().head.sha
            readable = [one for one in readable if one.block and one.block.head == live] or readable
        return max(readable, key=lambda one: one.block.order if one.block else (0, 0))

    def _give_way(self, ours: Sequence[_Ours], head: str) -> None:
        """Raise `Superseded` when what stands there is newer than this run."""
        blocks = [one.block for one in ours if one.block is not None]
        if any(block.head == head and block.order > self._run.order for block in blocks):
            raise Superseded
        if any(block.head != head for block in blocks) and self._moved(head) is not None:
            raise Superseded

    def _is_later(self, block: Block, head: str) -> bool:
        return block.head != head or block.order > self._run.order

    def _moved(self, head: str) -> Record | None:
        live = self._live()
        return live if live.head.sha != head else None

    def _delete(self, others: Sequence[_Ours]) -> None:
        for one in others:
            try:
                self._github.delete_comment(one.comment.id)
            except StewardError as error:
                self._say(
                    f"a second comment of ours could not be deleted; the next run tries again: {error.what}"
                )

    # ------------------------------------------------------------------------------------- whose

    def _list(self) -> tuple[_Ours, ...]:
        """Our comments, oldest first: the marker, and the author."""
        marked = [comment for comment in self._github.comments(self.number) if is_marked(comment.body)]
        ours = [comment for comment in marked if self._is_mine(comment.author)]
        if marked and not ours and self._identity is None and not self._login_given:
            self._ask_who_we_are()
            ours = [comment for comment in marked if self._is_mine(comment.author)]
        return tuple(_Ours(comment=comment, block=self._decode(comment)) for comment in ours)

    def _decode(self, comment: Comment) -> Block | None:
        block = decode(comment.body)
        if block is None or block.pr != self.number:
            self._say("the hidden block of our comment cannot be read; what it remembered is lost")
            return None
        return block

    def _is_mine(self, author: Account | None) -> bool:
        if author is None:
            return False
        if self._identity is not None:
            return author.id == self._identity
        job_token = self._login == JOB_TOKEN_LOGIN
        return author.login.lower() == self._login.lower() and (author.bot or not job_token)

    def _ask_who_we_are(self) -> None:
        try:
            self._identity = self._github.viewer().id
        except StewardError as error:
            self._say(f"marked comments by others were found, and who we are is not known: {error.what}")

    def _recognise(self, author: Account | None) -> None:
        """Take the author of our new comment as who we are; an unexpected one is worth a setting."""
        if author is None or self._is_mine(author):
            return
        self._identity = author.id
        self._say(f"this token comments as {author.login}: set the input comment-author to that name")


def _told(block: Block) -> tuple[object, ...]:
    return (block.now.verdict, block.now.overall, block.now.scores)


def _newest(ours: Sequence[_Ours]) -> Block | None:
    blocks = [one.block for one in ours if one.block is not None]
    return max(blocks, key=lambda block: block.order, default=None)


def _with_charges(winner: _Ours, ours: Sequence[_Ours]) -> str:
    """The winner's body with everybody's charges in its block."""
    if winner.block is None:
        return winner.comment.body
    charges = merge_charges([one.block for one in ours if one.block])
    rest = winner.comment.body.split("\n", 1)
    return "\n".join([encode(charged(winner.block, charges)), *rest[1:]])
