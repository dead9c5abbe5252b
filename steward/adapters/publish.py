"""Publishing: an evaluation becomes one comment and one check run, or a note that says why not.

The check run comes first: a merge waits for it, and a comment must not say what no check run shows. A fault here
never changes a verdict (`docs/faults.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

import msgspec
from msgspec.structs import replace

from steward import lifecycle, state
from steward.adapters import checks
from steward.adapters.authorship import Authorship, Say
from steward.adapters.charging import Charging
from steward.adapters.checks import Made, Order
from steward.adapters.clock import Clock, Stage
from steward.adapters.comments import Comments
from steward.adapters.sticky import LEFT, Placed, Sticky
from steward.adapters.together import Later, start
from steward.errors import Reason, StewardError, Superseded
from steward.intake.config import Config
from steward.intake.settings import CommentMode, Settings
from steward.model import (
    CheckRun,
    Evaluation,
    PastVerdict,
    Problem,
    Record,
    Remembered,
    Run,
    State,
)
from steward.ports import Comment, GitHub, PublishedCheck
from steward.report import check as check_report
from steward.report import remembering
from steward.state import Block, Charge

_POLL_SECONDS = 2.0
_MOST_POLLS = 20
_LONG_SECONDS = 10.0  # in a shorter run hardly another has time to start and end


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an evaluation. `notes` say why something is missing.

    `moved` is the pull request as it is now, when its head went on meanwhile; `stead` a later run of the same head
    whose verdict was replaced: either is to be judged then.
    """

    evaluation: Evaluation
    comment_url: str = ""
    check_url: str = ""
    check_written: bool = False
    notes: tuple[str, ...] = ()
    history: tuple[PastVerdict, ...] = ()
    moved: Record | None = None
    stead: Order | None = None


class _Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What stood on the pull request before. Without `sticky` no comment may be written."""

    sticky: Sticky | None = None
    history: tuple[PastVerdict, ...] = ()
    notes: tuple[str, ...] = ()
    moved: Record | None = None


class Publisher:
    """Publishes what one run finds on one pull request. Reading what stands there begins at once.

    `fresh` is whether the event was sent a moment ago, so that nobody can have judged another head since.
    `charging` is what becomes of a call of a model that the run pays for.
    """

    def __init__(
        self,
        settings: Settings,
        record: Record,
        *,
        run: Run,
        github: GitHub,
        clock: Clock,
        say: Say,
        comments: Comments | None = None,
        fresh: Callable[[], bool] = lambda: False,
    ) -> None:
        self._settings = settings
        self._record = record
        self._run = run
        self._github = github
        self._clock = clock
        self._say = say
        self._comments = comments
        self._fresh = fresh
        self._sticky = self._open()
        self._before: Later[Block | None] | None = start(self._sticky.read) if self._sticky else None
        self._standing: _Standing | None = None
        self._opened: PublishedCheck | None = None
        self._opening: CheckRun | None = None
        self.charging = Charging(self._sticky, record, run=run, say=say)

    def _open(self) -> Sticky | None:
        """The pull request's comment; a merge group has none."""
        number = self._record.number
        if number is None:
            return None
        login = self._settings.comment_author
        read = self._comments.now if self._comments else partial(self._github.comments, number)
        return Sticky(
            self._github,
            number=number,
            authorship=Authorship(self._github, number=number, read=read, login=login, say=self._say),
            run=self._run,
            say=self._say,
            live=lambda: self._github.pull_request(number),
            confirmed=self._confirmed,
            wait=self._clock.wait,
            fresh=lambda: self._fresh() and self._clock.passed() < _LONG_SECONDS,
        )

    # ------------------------------------------------------------------------- before a model is asked

    def begin(self, evaluation: Evaluation, now: datetime) -> bool | None:
        """Open the check run and wait for our turn; returns whether it came. None: nothing may be written.

        Every run that could ask a model opens one, keeps it open until its comment is written, and lets those of
        the same head that came before go first: so neither overwrites what the other has entered, and an answer
        is paid for once. A run that takes too long is not waited for.
        """
        sticky, self.charging.now = self._sticky, now
        if sticky is None or not self._readable():
            return None
        check = self._render(evaluation, ())
        if check is None:
            return None
        check = replace(
            check, title="the report is being written", summary="The verdict follows.", annotations=()
        )
        self._opening = check
        self._opened = checks.begin(self._github, check, say=self._say)
        if self._opened is None:
            return None
        first = self._is_our_turn(self._opened, check, now)
        sticky.forget()
        return first

    def _readable(self) -> bool:
        """Whether our comment could be read: where it could not, none is written."""
        try:
            if self._before is not None:
                self._before.result(within=self._clock.left())
            return True
        except StewardError:
            return False

    def _is_our_turn(self, opened: PublishedCheck, check: CheckRun, now: datetime) -> bool:
        for _ in range(_MOST_POLLS):
            if checks.is_first(self._github, opened, check, now):
                return True
            if not self._clock.wait(_POLL_SECONDS):
                break
        return False

    def is_live(self, evaluation: Evaluation) -> bool:
        """Whether what stands on the pull request is no newer than this run, and its head still the one judged.

        Raises `Superseded`.
        """
        self._standing = self._look_or_close(evaluation)
        return self._standing.sticky is not None and self._standing.moved is None

    def remembered(self) -> Remembered | None:
        """The answer of a model that is kept with the pull request."""
        fresh = self._sticky.newest() if self._sticky else None
        return state.remembered(fresh or self._block())

    def charges_in(self, comments: Sequence[Comment]) -> list[Charge]:
        """Every charge in our comments among those of the repository, ours on this pull request included."""
        sticky = self._sticky
        if sticky is None:
            return []
        ours = [one for one in comments if state.paying(one.body) and sticky.is_ours(one)]
        seen = {one.id: one for one in (self._comments.seen() if self._comments else ())}
        seen |= {one.id: one for one in ours if one.number == self._record.number}
        sticky.see(tuple(seen[number] for number in sorted(seen)))
        return state.charges_of(one.body for one in ours)

    def _paid(self, evaluation: Evaluation, block: Block) -> Block:
        """A later run's block with what we paid, and with the answer where it has none."""
        prose = block.prose or state.keep(None, evaluation.remembered)
        return replace(block, charges=self.charging.kept(block.charges), prose=prose)

    def cancel(self) -> None:
        """Close an open check run: the run is being stopped."""
        opened, self._opened = self._opened, None
        if opened is None and self._opening is not None:
            # Stopped while it was being opened: it may be there all the same.
            opened = checks.find_open(self._github, self._opening, say=self._say)
        if opened is not None:
            checks.cancel(self._github, opened, say=self._say)

    # ------------------------------------------------------------------------------------------- publish

    def _block(self) -> Block | None:
        try:
            return self._before.result(within=self._clock.left()) if self._before else None
        except StewardError:
            return None

    def shown(self) -> str | None:
        """The commit that our comment's verdict was on when the run began; None without one."""
        block = self._block()
        return block.now.head if block and block.now.verdict is not None else None

    def bound(self) -> dict[int, str]:
        """The commit that each waiver was counted for before, by its comment's id."""
        block = self._block()  # what we remember only takes away
        return {one.comment: one.head for one in block.waivers} if block else {}

    def _confirmed(self, block: Block) -> bool:
        """Whether the later run that a comment tells of has really judged this head.

        Whoever may write can edit our comment, and other workflows write as the same bot: what silences a run has
        to stand in a check run as well.
        """
        name = check_report.name_for(self._settings.check_name, self._record)
        try:
            return checks.exists(self._github, block.head, name, block.order)
        except StewardError as error:
            self._say(f"whether a later run has judged this head is not known: {error.what}")
            return False

    def publish(self, evaluation: Evaluation, config: Config | None) -> Published:
        """Publish; `config` is None when the settings file could not be read. Raises `Superseded`."""
        if evaluation.decision.conclusion is None:
            return Published(evaluation=evaluation)
        standing = self._standing or self._look_or_close(evaluation)
        if standing.moved is not None:
            if self._opened is not None and (old := self._render(evaluation, standing.history)) is not None:
                self._complete(self._opened, old)
            skipped = Evaluation(record=self._record, decision=lifecycle.skipped(Reason.SUPERSEDED))
            return Published(evaluation=skipped, moved=standing.moved)
        check = self._render(evaluation, standing.history)
        if check is None:
            return Published(evaluation=evaluation)
        if self._opened is None:
            self._clock.begin(Stage.CHECK)
            made = checks.make(self._github, check, say=self._say, wait=self._clock.wait)
            if made.failure is not None:
                evaluation = _without_check(evaluation, made.failure)
            self._clock.begin(Stage.COMMENT)
            placed = self._place(evaluation, standing.sticky, config)
        else:
            # While our check run is open, no other run of this head asks a model. Those of others may have.
            if self._sticky is not None:
                self._sticky.forget()
            self._clock.begin(Stage.CHECK)
            placed = self._place(evaluation, standing.sticky, config)
            self._clock.begin(Stage.COMMENT)
            made = self._complete(self._opened, check)
            if made.failure is not None:
                evaluation = _without_check(evaluation, made.failure)
        return Published(
            evaluation=evaluation,
            comment_url=placed.url,
            check_url=made.url,
            check_written=made.written,
            notes=(*standing.notes, *filter(None, (placed.note, made.note))),
            history=standing.history,
            moved=placed.moved,
            stead=self._settle(placed, made, check, standing.sticky),
        )

    def _complete(self, opened: PublishedCheck, check: CheckRun) -> Made:
        self._opened = None
        return checks.complete(self._github, opened, check, say=self._say, wait=self._clock.wait)

    def _look_or_close(self, evaluation: Evaluation) -> _Standing:
        """What stands there. Raises `Superseded`; an open check run is completed first: it is true of its own."""
        try:
            return self._look(failed=evaluation.decision.state is State.FAILED)
        except Superseded:
            if (check := self._render(evaluation, ())) is not None and self._opened is not None:
                self._complete(self._opened, check)
            raise

    def _look(self, *, failed: bool) -> _Standing:
        """What stands on the pull request. Raises `Superseded` when it is newer than this run."""
        sticky, head = self._sticky, self._record.head.sha
        if sticky is None or self._before is None:
            return _Standing()
        history = tuple[PastVerdict, ...]()
        try:
            block = self._before.result(within=self._clock.left())
            history = tuple(past.verdict_value() for past in state.follow(block, head, failed=failed))
            return _Standing(sticky=sticky, history=history, moved=sticky.give_way(head))
        except StewardError as error:
            # A comment that is not seen would be doubled, and one that may be newer would be lost.
            return _Standing(history=history, notes=(_without_comment(sticky, error),))

    def _render(self, evaluation: Evaluation, history: tuple[PastVerdict, ...]) -> CheckRun | None:
        return check_report.render(
            evaluation,
            name=check_report.name_for(self._settings.check_name, self._record),
            history=history,
            run=self._run,
            annotations=self._settings.annotations,
        )

    def _place(self, evaluation: Evaluation, sticky: Sticky | None, config: Config | None) -> Placed:
        """Write the comment, if one is wanted; every fault becomes a note."""
        wanted = CommentMode((config or Config()).comment)
        mode = max(self._settings.comment, wanted, key=tuple(CommentMode).index)
        # Nothing was looked at: but a run without credits has looked at everything.
        unseen = evaluation.decision.state is State.SKIPPED and evaluation.scorecard is None
        if sticky is None or mode is CommentMode.OFF or unseen:
            return Placed()

        def compose(block: Block | None, charges: list[Charge]) -> str:
            kept = self.charging.kept(charges)
            return remembering.body(evaluation, record=self._record, run=self._run, block=block, charges=kept)

        try:
            placed = sticky.place(
                self._record.head.sha,
                compose,
                create=config is not None,
                unless_same=mode is CommentMode.CHANGES,
            )
            if placed.note == LEFT and self.charging.begun:
                sticky.enter(
                    partial(self._paid, evaluation)
                )  # a later run's page stays; we paid for an answer
            return placed
        except StewardError as error:
            return Placed(note=_without_comment(sticky, error))

    def _settle(self, placed: Placed, made: Made, check: CheckRun, sticky: Sticky | None) -> Order | None:
        """See to it that the latest run's verdict stands, where another run may have come in between."""
        # Runs that open a check run take turns: a long one has not been overtaken unseen.
        long = self._opening is None and self._clock.passed() > _LONG_SECONDS
        likely = placed.contended or long
        if sticky is None or not made.written or not likely:
            return None
        try:
            return checks.settle(
                self._github,
                check,
                run=self._run,
                shown=sticky.read,
                say=self._say,
                wait=self._clock.wait,
            )
        except StewardError as error:
            self._say(f"whether another run's verdict was replaced is not known: {error.what}")
            return None


def _without_check(evaluation: Evaluation, error: StewardError) -> Evaluation:
    """A verdict that GitHub may not show is no verdict: a merge would wait for it."""
    problem = Problem(what=error.what, mend=error.mend)
    return replace(evaluation, decision=lifecycle.failed(error.reason), problem=problem)


def _without_comment(sticky: Sticky, error: StewardError) -> str:
    """Why the comment does not show what was found."""
    missing = "The comment still shows an earlier verdict" if sticky.stands else "No comment"
    return f"{missing}: {error.what}. {error.mend}".strip()
