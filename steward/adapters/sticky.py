"""The sticky comment: exactly one on a pull request, whatever raced (`docs/action.md`, "The sticky comment").

Other runs write at the same time, and an answer can be lost after the deed. So every step is: list, decide, act,
and list again when the act may have met another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from steward.adapters.authorship import Authorship, Ours, Say
from steward.errors import GitHubFailed, NotFound, StewardError, Superseded, Unclear
from steward.model import Record, Run, State
from steward.ports import Comment, GitHub
from steward.report.comment import comparable
from steward.state import Block, Charge, Series, charged, decode, encode, merge_charges

_PAUSES = (0.5, 1.0, 2.0)

LEFT = "The comment is left to a newer run."
_UNASKED = "No comment: whether one is wanted stands in the settings file, and that could not be read."

Compose: TypeAlias = Callable[[Block | None, list[Charge]], str]
"""Makes the whole body from the block that stood there and the charges to keep."""


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the comment.

    `moved` is the pull request as it is now, when its head went on meanwhile. `contended` says that another run has
    told something of the same head.
    """

    url: str = ""
    note: str = ""
    moved: Record | None = None
    contended: bool = False


class Sticky:
    """The one comment of one pull request, seen by one run."""

    def __init__(
        self,
        github: GitHub,
        *,
        number: int,
        authorship: Authorship,
        run: Run,
        say: Say,
        live: Callable[[], Record],
        confirmed: Callable[[Block], bool],
        wait: Callable[[float], bool],
        fresh: Callable[[], bool] = lambda: False,
        series: Series = Series.EVALUATION,
    ) -> None:
        self._github = github
        self.number = number
        self._authorship = authorship
        self._run = run
        self._say = say
        self._live = live
        self._confirmed = confirmed
        self._wait = wait
        self._fresh = fresh
        self._series = series
        self._listed: tuple[Ours, ...] | None = None
        self._unless_same = False
        self._over_another_head = False
        self._wrote = False
        self._over: set[tuple[str, tuple[int, int]]] = set()
        self.stands = False

    def read(self) -> Block | None:
        """What the newest of our comments remembers; None without one. Raises when comments cannot be read."""
        return _newest(self._look())

    def give_way(self, head: str) -> Record | None:
        """Raise `Superseded` when what was read is newer than this run: before it publishes anything.

        Two of our comments are made one first. Returns the pull request as it is now, when its head went on while
        that was done.
        """
        ours = self._listed or ()
        if not self._is_late(ours, head):
            return None
        if len(ours) > 1:
            moved = self._head_after(self._merge(ours), ours)
            if moved is not None:
                return moved
        raise Superseded

    def see(self, comments: Sequence[Comment]) -> None:
        """Take these comments of the pull request as what stands there: they are newer than what was read."""
        self._listed = self._authorship.among(comments)
        self.stands = bool(self._listed)

    def newest(self) -> Block | None:
        """What the newest of our comments remembers, as far as they were read and are not stale."""
        return _newest(self._listed or ())

    def forget(self) -> None:
        """What was read is stale: before the next deed the comments are read again."""
        self._listed = None

    def reserve(self, head: str, entries: Sequence[Charge], first: str) -> None:
        """Enter charges in our comment, whose words stay; `first` is the body where there is no comment yet.

        Raises `StewardError` when it cannot be written; it may be open whether it was.
        """
        ours, self._wrote = self._listed or (), True
        if not ours:
            self._authorship.sent(first)
            self._authorship.recognise(self._github.create_comment(self.number, first).author)
            return
        block, keep = _newest(ours), ours[0]
        if block is None:
            self._github.update_comment(keep.comment.id, first)
            return
        shown = next(one for one in ours if one.block is block).comment.body.partition("\n")[2]
        self._over = {(one.head, one.order) for one in _blocks(ours)}
        charges = [*merge_charges(_blocks(ours)), *entries]
        # Whose verdict it shows stays as it is: what a newer run puts there meanwhile is seen by that.
        running = replace(block, state=State.RUNNING.value, charges=charges)
        marker = encode(running, self._series)
        self._github.update_comment(keep.comment.id, f"{marker}\n{shown}")

    def enter(self, change: Callable[[Block], Block]) -> None:
        """Change what our comment remembers, and nothing else of it. Raises `StewardError`."""
        ours = self._look()
        block = _newest(ours)
        if block is None:
            return
        shown = next(one for one in ours if one.block is block).comment.body.partition("\n")[2]
        marker = encode(change(charged(block, merge_charges(_blocks(ours)))), self._series)
        self._github.update_comment(ours[0].comment.id, f"{marker}\n{shown}")

    def is_ours(self, comment: Comment) -> bool:
        """Whether this token's account wrote a comment, on whatever pull request."""
        return self._authorship.is_mine(comment)

    def place(self, head: str, compose: Compose, *, create: bool, unless_same: bool = False) -> Placed:
        """Make our comment show this run's verdict for `head`, unless a newer one stands there.

        Only with `create` a first comment is made. With `unless_same`, a comment that shows the same verdict and
        scores already is left as it is. Raises `StewardError` when the comment cannot be written.
        """
        self._unless_same = unless_same
        unclear = "another run was quicker each time"
        for pause in (*_PAUSES, None):
            try:
                placed = self._place(head, compose, create)
            except Superseded:
                return Placed(note=LEFT, contended=True)
            except (Unclear, NotFound) as error:
                # Done or not, or gone meanwhile: look again before doing anything twice.
                placed, unclear = None, error.what
            if placed is not None:
                return placed
            if pause is None or not self._wait(pause):
                break
        raise GitHubFailed(f"it is open whether the comment was written: {unclear}")

    def _look(self) -> tuple[Ours, ...]:
        self._listed = self._authorship.comments()
        self.stands = bool(self._listed)
        return self._listed

    # -------------------------------------------------------------------------------- one at rest

    def _place(self, head: str, compose: Compose, create: bool) -> Placed | None:
        if self._listed is None:
            self._look()
            moved = self.give_way(head)
            if moved is not None:
                return Placed(note=LEFT, moved=moved)
        ours, self._listed = self._listed or (), None  # what was read once is stale by the next round
        if ours:
            return self._update(ours, head, compose)
        return self._create(head, compose) if create else Placed(note=_UNASKED)

    def _update(self, ours: tuple[Ours, ...], head: str, compose: Compose) -> Placed:
        keep, blocks = ours[0], _blocks(ours)
        body = compose(_newest(ours), merge_charges(blocks))
        if len(ours) > 1 or not self._is_same(body, keep, head):
            self._over_another_head |= any(block.head != head for block in blocks)
            self._wrote = True
            self._github.update_comment(keep.comment.id, body)
            self._delete(ours[1:], keep)
        return Placed(
            url=keep.comment.url, moved=self._moved_after(head), contended=self._is_contended(ours, head)
        )

    def _is_same(self, body: str, keep: Ours, head: str) -> bool:
        """Whether writing `body` would tell nothing new, to a reader or to a later run."""
        new, old = decode(body, self._series), keep.block
        if new is None or old is None or new.charges != old.charges:
            return False
        if self._unless_same:
            return _told(new) == _told(old) and self._as_before(body, keep, new, old)
        return old.head == head and comparable(body) == comparable(keep.comment.body)

    def _as_before(self, body: str, keep: Ours, new: Block, old: Block) -> bool:
        """Whether a mode beside the evaluation tells the same, whose verdict and scores are in its words."""
        if self._series is Series.EVALUATION:
            return True
        if self._series is Series.EVAL:
            return comparable(body) == comparable(keep.comment.body)
        return (new.state, new.now.title) == (old.state, old.now.title)

    def _create(self, head: str, compose: Compose) -> Placed | None:
        body = compose(None, [])
        self._authorship.sent(body)
        self._wrote = True
        created = self._github.create_comment(self.number, body)
        self._authorship.recognise(created.author)
        try:
            ours = self._authorship.comments()
        except StewardError as error:
            self._say(f"whether another run made a first comment too is not known: {error.what}")
            return Placed(url=created.url)
        if all(one.comment.id != created.id for one in ours):
            return None  # another run has tidied ours away: the next round updates what is left
        return self._settle(ours, head) if len(ours) > 1 else Placed(url=created.url)

    def _settle(self, ours: tuple[Ours, ...], head: str) -> Placed:
        """Several runs made a first comment at once: the oldest ends with the right body, the others go."""
        winner = self._merge(ours)
        return Placed(
            url=ours[0].comment.url,
            note=LEFT if winner is not None and winner.head != head else "",
            moved=self._head_after(winner, ours),
            contended=self._is_contended(ours, head),
        )

    def _is_contended(self, ours: Sequence[Ours], head: str) -> bool:
        return any(block.head == head and block.order != self._run.order for block in _blocks(ours))

    def _merge(self, ours: tuple[Ours, ...]) -> Block | None:
        """Make several comments of ours one; returns what it shows."""
        keep, winner = ours[0], self._winner(ours)
        body = self._with_charges(winner, ours)
        if body != keep.comment.body:
            self._github.update_comment(keep.comment.id, body)
        self._delete(ours[1:], keep)
        return winner.block

    def _winner(self, ours: tuple[Ours, ...]) -> Ours:
        """The one for the live head, and of several the latest run's."""
        readable = [one for one in ours if one.block is not None] or list(ours)
        if len({block.head for block in _blocks(ours)}) > 1:
            try:
                live = self._live().head.sha
            except StewardError:
                live = ""  # the latest run is the next best guess: pushes come in the order of runs
            readable = [one for one in readable if one.block and one.block.head == live] or readable
        return max(readable, key=lambda one: one.block.order if one.block else (0, 0))

    def _with_charges(self, winner: Ours, ours: Sequence[Ours]) -> str:
        """The winner's body with everybody's charges in its block."""
        if winner.block is None:
            return winner.comment.body
        block = charged(winner.block, merge_charges(_blocks(ours)))
        rest = winner.comment.body.split("\n", 1)
        return "\n".join([encode(block, self._series), *rest[1:]])

    def _head_after(self, shown: Block | None, ours: tuple[Ours, ...]) -> Record | None:
        """The pull request as it is now, when the comment may show another head after heads were merged."""
        if shown is None or len({block.head for block in _blocks(ours)}) < 2:
            return None
        return self._moved(shown.head)

    def _is_late(self, ours: Sequence[Ours], head: str) -> bool:
        later = [one for one in _blocks(ours) if one.head == head and one.order > self._run.order]
        if any(self._confirmed(block) for block in later):
            return True
        if self._wrote and all(self._is_known(block, head) for block in _blocks(ours)):
            return False  # our own words: what has moved since is asked after they are settled
        if not ours and self._run.attempt == 1 and self._fresh():
            return False  # the payload was sent a moment ago, and nobody has judged another head since
        # Asked even when nothing stands there: GitHub's diff is that of the head at the time of reading.
        try:
            return self._moved(head) is not None
        except StewardError as error:
            if any(block.head != head for block in _blocks(ours)):
                raise  # what stands there may be newer
            self._say(f"whether the head has moved on meanwhile is not known: {error.what}")
            return False

    def _is_known(self, block: Block, head: str) -> bool:
        """Whether a block is of our own head, or the one that we entered a charge in."""
        return block.head == head or (block.head, block.order) in self._over

    def _moved_after(self, head: str) -> Record | None:
        """The pull request as it is now, when we replaced another head's verdict and are behind already."""
        if not self._over_another_head:
            return None
        try:
            return self._moved(head)
        except StewardError as error:
            self._say(f"whether the head has moved on meanwhile is not known: {error.what}")
            return None

    def _moved(self, head: str) -> Record | None:
        live = self._live()
        return live if live.head.sha != head else None

    def _delete(self, others: Sequence[Ours], keep: Ours) -> None:
        for one in others:
            try:
                self._github.delete_comment(one.comment.id)
            except StewardError as error:
                self._say(
                    f"a second comment of ours could not be deleted; the next run tries again: {error.what}"
                )
                self._retire(one, keep)

    def _retire(self, one: Ours, keep: Ours) -> None:
        """Make a second comment that cannot be deleted say nothing but where to look."""
        try:
            body = f"{self._series.retired}\n\nReplaced by {keep.comment.url}."
            self._github.update_comment(one.comment.id, body)
        except StewardError as error:
            self._say(f"nor could it be changed: {error.what}")


def _told(block: Block) -> tuple[object, ...]:
    return (block.now.verdict, block.now.overall, block.now.scores)


def _blocks(ours: Sequence[Ours]) -> list[Block]:
    return [one.block for one in ours if one.block is not None]


def _newest(ours: Sequence[Ours]) -> Block | None:
    return max(_blocks(ours), key=lambda block: block.order, default=None)
