"""Publishing: an evaluation becomes one comment and one check run, or a note that says why not.

The check run comes first: a merge waits for it, and a comment must not say what no check run shows. A fault here
never changes a verdict (`docs/faults.md`).
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from steward import lifecycle, state
from steward.adapters import checks
from steward.adapters.authorship import Authorship, Say
from steward.adapters.checks import Made, Order
from steward.adapters.clock import Clock, Stage
from steward.adapters.comments import Comments
from steward.adapters.sticky import Placed, Sticky
from steward.adapters.together import Later, start
from steward.errors import Reason, StewardError
from steward.intake.config import Config
from steward.intake.settings import CommentMode, Settings
from steward.model import CheckRun, Evaluation, PastVerdict, Problem, Record, Run, State, Waiver
from steward.ports import GitHub
from steward.report import check as check_report
from steward.report import comment as comment_report
from steward.report.markdown import visible
from steward.state import Block, Charge, Past

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
    """Publishes what one run finds on one pull request. Reading what stands there begins at once."""

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
    ) -> None:
        self._settings = settings
        self._record = record
        self._run = run
        self._github = github
        self._clock = clock
        self._say = say
        self._comments = comments
        self._sticky = self._open()
        self._before: Later[Block | None] | None = start(self._sticky.read) if self._sticky else None

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
        )

    def bound(self) -> dict[int, str]:
        """The commit that each waiver was counted for before, by its comment's id."""
        try:
            block = self._before.result(within=self._clock.left()) if self._before else None
        except StewardError:
            return {}  # what we remember only takes away
        return {one.comment: one.head for one in block.waivers} if block else {}

    def _confirmed(self, block: Block) -> bool:
        """Whether the later run that a comment tells of has really judged this head.

        Whoever may write can edit our comment, and other workflows write as the same bot: what silences a run has
        to stand in a check run as well.
        """
        name = check_name(self._settings.check_name, self._record)
        try:
            return checks.exists(self._github, block.head, name, block.order)
        except StewardError as error:
            self._say(f"whether a later run has judged this head is not known: {error.what}")
            return False

    def publish(self, evaluation: Evaluation, config: Config | None) -> Published:
        """Publish; `config` is None when the settings file could not be read. Raises `Superseded`."""
        if evaluation.decision.conclusion is None:
            return Published(evaluation=evaluation)
        standing = self._look(failed=evaluation.decision.state is State.FAILED)
        if standing.moved is not None:
            skipped = Evaluation(record=self._record, decision=lifecycle.skipped(Reason.SUPERSEDED))
            return Published(evaluation=skipped, moved=standing.moved)
        check = self._render(evaluation, standing.history)
        if check is None:
            return Published(evaluation=evaluation)
        self._clock.begin(Stage.CHECK)
        made = checks.make(self._github, check, say=self._say, wait=self._clock.wait)
        if made.failure is not None:
            evaluation = _without_check(evaluation, made.failure)
        self._clock.begin(Stage.COMMENT)
        placed = self._place(evaluation, standing.sticky, config)
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
            name=check_name(self._settings.check_name, self._record),
            history=history,
            run=self._run,
            annotations=self._settings.annotations,
        )

    def _place(self, evaluation: Evaluation, sticky: Sticky | None, config: Config | None) -> Placed:
        """Write the comment, if one is wanted; every fault becomes a note."""
        wanted = CommentMode((config or Config()).comment)
        mode = max(self._settings.comment, wanted, key=tuple(CommentMode).index)
        if sticky is None or mode is CommentMode.OFF or evaluation.decision.state is State.SKIPPED:
            return Placed()

        def compose(block: Block | None, charges: list[Charge]) -> str:
            return body(evaluation, record=self._record, run=self._run, block=block, charges=charges)

        try:
            return sticky.place(
                self._record.head.sha,
                compose,
                create=config is not None,
                unless_same=mode is CommentMode.CHANGES,
            )
        except StewardError as error:
            return Placed(note=_without_comment(sticky, error))

    def _settle(self, placed: Placed, made: Made, check: CheckRun, sticky: Sticky | None) -> Order | None:
        """See to it that the latest run's verdict stands, where another run may have come in between."""
        likely = placed.contended or self._clock.passed() > _LONG_SECONDS
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


def body(
    evaluation: Evaluation, *, record: Record, run: Run, block: Block | None, charges: list[Charge]
) -> str:
    """The comment's whole body: the hidden block that carries the past on, then the report."""
    past = state.follow(block, record.head.sha, failed=evaluation.decision.state is State.FAILED)
    history = tuple(one.verdict_value() for one in past)
    marker = state.encode(
        Block(
            pr=record.number or 0,
            head=record.head.sha,
            run=run.id,
            attempt=run.attempt,
            state=lifecycle.literal(evaluation.decision),
            now=Past.from_verdict(verdict_of(evaluation, record)),
            past=past,
            charges=charges,
            waivers=state.bind(block, _waivers(evaluation), record.head.sha),
        )
    )
    return comment_report.render(evaluation, marker=marker, history=history, run=run)


def _waivers(evaluation: Evaluation) -> tuple[Waiver, ...]:
    return evaluation.pull_request.beside.waivers if evaluation.pull_request else ()


def verdict_of(evaluation: Evaluation, record: Record) -> PastVerdict:
    """What a later run remembers of this evaluation."""
    card = evaluation.scorecard
    return PastVerdict(
        head=record.head.sha,
        title=evaluation.decision.title,
        verdict=evaluation.decision.verdict,
        overall=card.overall.score if card else None,
        scores={dimension.key: dimension.score for dimension in card.dimensions} if card else {},
    )


def check_name(name: str, record: Record) -> str:
    """The name of the check run under the base of a pull request."""
    # A verdict under a base with laxer rules must never satisfy the rules of another.
    base = record.base.name
    return name if base == record.default_branch else f"{name} ({visible(base)})"


def _without_check(evaluation: Evaluation, error: StewardError) -> Evaluation:
    """A verdict that GitHub may not show is no verdict: a merge would wait for it."""
    problem = Problem(what=error.what, mend=error.mend)
    return replace(evaluation, decision=lifecycle.failed(error.reason), problem=problem)


def _without_comment(sticky: Sticky, error: StewardError) -> str:
    """Why the comment does not show what was found."""
    missing = "The comment still shows an earlier verdict" if sticky.stands else "No comment"
    return f"{missing}: {error.what}. {error.mend}".strip()
