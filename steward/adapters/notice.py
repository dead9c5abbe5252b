"""Publishing what a mode beside the evaluation found: a check run and a sticky comment of the mode's own.

The rules are those of an evaluation, and the parts the same (`docs/action.md`, "The sticky comment", "The check
run"): the check run first, exactly one comment, and an older head never over a newer one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from steward.adapters import checks
from steward.adapters.authorship import Authorship, Say
from steward.adapters.checks import Order
from steward.adapters.clock import Clock, Stage
from steward.adapters.purse import Purse
from steward.adapters.sticky import LEFT, Placed, Sticky
from steward.adapters.turn import Turn
from steward.errors import StewardError, Superseded, Unclear
from steward.intake.settings import CommentMode, Settings
from steward.model import Annotation, CheckRun, Conclusion, Record, Run, State, Verdict
from steward.ports import GitHub
from steward.report.check import name_for
from steward.state import Block, Charge, Past, Series, encode

_MOST_ANNOTATIONS = 50
_UNDER_WAY = "### ⏳ Steward is at work\n\nThe report follows."


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be shown. `summary` is for the check run, `body` for the comment, without its marker. `verdict`
    and `points` are what a change is told by, where comments are written for changes only."""

    state: str
    title: str
    conclusion: Conclusion
    verdict: Verdict
    summary: str
    body: str
    points: int | None = None
    annotations: tuple[Annotation, ...] = ()


AT_WORK = Notice(
    state=State.RUNNING.value,
    title="a model is being asked",
    conclusion=Conclusion.NEUTRAL,
    verdict=Verdict.WARN,
    summary="The report follows.",
    body="",
)


class Posted(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a notice. `failure`: why a check run may be missing; `stead`: a later run of the same commit
    whose verdict was replaced, which is to be published anew."""

    comment_url: str = ""
    check_url: str = ""
    check_written: bool = False
    notes: tuple[str, ...] = ()
    failure: StewardError | None = None
    stead: Order | None = None


class Board:
    """Where one mode publishes on one pull request.

    `purse` is what it may spend, where it pays for anything; `busy` says that another run of its head was paying.
    """

    def __init__(
        self,
        settings: Settings,
        record: Record,
        *,
        series: Series,
        run: Run,
        github: GitHub,
        clock: Clock,
        say: Say,
    ) -> None:
        self._settings = settings
        self._record = record
        self._series = series
        self.run = run
        self._github = github
        self._clock = clock
        self._say = say
        self.purse: Purse | None = None
        self.busy = False
        self._turn = Turn(github, say=say, wait=clock.wait)
        self.name = name_for(settings.check_name, record)

    def publish(self, notice: Notice, *, late: bool = False) -> Posted:
        """Make the check run, then write the comment. Raises `Superseded` when what stands there is newer.

        A run that is `late` has no time left but for these two: what stands there is looked at after the check run.
        """
        check = self._check(notice)
        sticky, unread = (None, "") if late else self._look_or_close(check)
        self._clock.begin(Stage.CHECK)
        if late or not self._turn.taken:
            made = self._turn.end(check)
            self._clock.begin(Stage.COMMENT)
            if late:
                sticky, unread = self._look()
            placed = self._place(sticky, notice)
        else:
            # While our check run is open, no other run of this head reserves anything in the comment.
            placed = self._place(sticky, notice)
            self._clock.begin(Stage.COMMENT)
            made = self._turn.end(check)
        return Posted(
            comment_url=placed.url,
            check_url=made.url,
            check_written=made.written,
            notes=tuple(filter(None, (unread, placed.note, made.note))),
            failure=made.failure,
            stead=self._settle(check, sticky) if sticky and made.written else None,
        )

    def stands(self) -> bool:
        """Whether there is a comment of ours already. False also where that cannot be seen."""
        sticky, _ = self._look()
        return sticky is not None and sticky.stands

    def reserve(self, price: int) -> bool:
        """Whether the day's credits pay for a plan; then they are reserved in our comment. Raises `Superseded`.

        One run of a head pays at a time: the one whose check run was opened first, and it keeps that open until its
        comment is written. Two that wrote into one comment would undo each other's charges.
        """
        sticky, _ = self._look()
        purse = self.purse
        if sticky is None or purse is None or self._settings.comment is CommentMode.OFF:
            return False
        try:
            if not self._is_first(purse):
                return False
            sticky.read()  # what stood there before may be an earlier run's reservation
        except StewardError as error:
            self._say(f"nothing is paid: {error.what}")
            return False
        head = self._record.head.sha
        now = Past(head=head, title="under way")

        def write(charges: Sequence[Charge]) -> None:
            first = self._block(State.RUNNING.value, now, list(charges))
            body = f"{encode(first, self._series)}\n{_UNDER_WAY}"
            try:
                sticky.reserve(head, charges, body)
            except Unclear as error:
                self._say(f"whether the reservation was written is open: {error.what}")

        return purse.reserve(price, sticky, write)

    def _is_first(self, purse: Purse) -> bool:
        """Open our check run; whether no other run of this head has one open. Raises `StewardError`."""
        now = purse.now()
        first = self._turn.begin(self._check(AT_WORK), now) if now else None
        self.busy = first is False
        return bool(first)

    def step_aside(self) -> None:
        """Complete our open check run with what it says: the run that came first publishes for this one too."""
        self._turn.end(self._check(AT_WORK))

    def close(self) -> None:
        """Close a check run that no verdict will complete any more."""
        self._turn.give_up()

    def _look_or_close(self, check: CheckRun) -> tuple[Sticky | None, str]:
        """As `_look`; our open check run is completed where something newer stands there: it is true of its own."""
        try:
            return self._look()
        except Superseded:
            if self._turn.taken:
                self._turn.end(check)
            raise

    def _look(self) -> tuple[Sticky | None, str]:
        """Our comment, or why it cannot be written. Raises `Superseded`."""
        number, head = self._record.number, self._record.head.sha
        if number is None:
            return None, ""
        sticky = self._sticky(number)
        try:
            sticky.read()
            if sticky.give_way(head) is not None:
                raise Superseded
        except Superseded:
            raise
        except StewardError as error:
            return None, f"No comment: {error.what}. {error.mend}".strip()
        return sticky, ""

    def _sticky(self, number: int) -> Sticky:
        read = partial(self._github.comments, number)
        return Sticky(
            self._github,
            number=number,
            authorship=Authorship(
                self._github,
                number=number,
                read=read,
                login=self._settings.comment_author,
                say=self._say,
                series=self._series,
            ),
            run=self.run,
            say=self._say,
            live=lambda: self._github.pull_request(number),
            confirmed=self._confirmed,
            wait=self._clock.wait,
            series=self._series,
        )

    def _confirmed(self, block: Block) -> bool:
        """Whether the later run that our comment tells of has made its check run: a comment can be edited."""
        try:
            return checks.exists(self._github, block.head, self.name, block.order)
        except StewardError as error:
            self._say(f"whether a later run has judged this head is not known: {error.what}")
            return False

    def _check(self, notice: Notice) -> CheckRun:
        return CheckRun(
            name=self.name,
            head_sha=self._record.head.sha,
            conclusion=notice.conclusion,
            title=notice.title,
            summary=notice.summary,
            text="",
            annotations=notice.annotations[:_MOST_ANNOTATIONS] if self._settings.annotations else (),
            external_id=f"steward:{self.run.id}:{self.run.attempt}",
        )

    def _place(self, sticky: Sticky | None, notice: Notice) -> Placed:
        if sticky is None or self._settings.comment is CommentMode.OFF:
            return Placed()
        try:
            placed = sticky.place(
                self._record.head.sha,
                self._composed(notice),
                create=True,
                unless_same=self._settings.comment is CommentMode.CHANGES,
            )
            if placed.note == LEFT and self.purse is not None:
                # A later run's page stays; what was not needed of our reservation is given back.
                sticky.enter(partial(_settled, self.purse))
            return placed
        except StewardError as error:
            return Placed(note=f"No comment: {error.what}. {error.mend}".strip())

    def _composed(self, notice: Notice) -> Callable[[Block | None, list[Charge]], str]:
        head = self._record.head.sha
        now = Past(head=head, title=notice.title[:300], verdict=notice.verdict, overall=notice.points)

        def compose(block: Block | None, charges: list[Charge]) -> str:
            kept = self.purse.kept(charges) if self.purse else charges
            return f"{encode(self._block(notice.state, now, kept), self._series)}\n{notice.body}"

        return compose

    def _block(self, state: str, now: Past, charges: list[Charge]) -> Block:
        return Block(
            pr=self._record.number or 0,
            head=self._record.head.sha,
            run=self.run.id,
            attempt=self.run.attempt,
            state=state,
            now=now,
            charges=charges,
        )

    def _settle(self, check: CheckRun, sticky: Sticky) -> Order | None:
        """See to it that the latest run's verdict is what stands: these runs are long enough to be overtaken."""
        try:
            return checks.settle(
                self._github, check, run=self.run, shown=sticky.read, say=self._say, wait=self._clock.wait
            )
        except StewardError as error:
            self._say(f"whether another run's verdict was replaced is not known: {error.what}")
            return None


def _settled(purse: Purse, block: Block) -> Block:
    return replace(block, charges=purse.kept(block.charges))
