"""What the Action does beside evaluating: judging a submission, scoring a review, comparing instruction files.

Each mode finds something out about one pull request and publishes it the same way: one sticky comment of its own,
one check run, summary, outputs (`docs/action.md`, "Modes").
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from steward.action.ends import Outcome, internal
from steward.action.finding import find
from steward.adapters.actions import Log
from steward.adapters.checks import Order
from steward.adapters.clock import Clock, Stage
from steward.adapters.github import Repository
from steward.adapters.http import Http
from steward.adapters.notice import Board, Notice, Posted
from steward.adapters.signals import bounded
from steward.errors import Cancelled, Reason, StewardError, Superseded
from steward.intake.event import Event, Task
from steward.intake.settings import Mode, Settings
from steward.model import Record, Run
from steward.modes.ending import Ending, ended, failed, quiet, signed
from steward.modes.finding import Finding, Kind, NothingToJudge, World

_MOST_TIMES = 3


def run(
    settings: Settings,
    event: Event | StewardError,
    *,
    clock: Clock,
    say: Log,
    environ: Mapping[str, str],
) -> Ending:
    """One run of a mode beside the evaluation, from its event, or what is wrong with it, to what GitHub shows.

    Raises nothing but `Cancelled`, and what no run can foresee.
    """
    if isinstance(event, StewardError):
        finding = failed(event, settings.mode, None, settings.run)
        return ended(finding, Posted(), reason=event.reason, job_is_the_verdict=True)
    if event.task is Task.NOTHING:
        return quiet(event.said, event.why or Reason.NOT_ASKED)
    http = Http(token=settings.token, base_url=settings.api_url, clock=clock)
    github = Repository(http, name=settings.repository, graphql_url=settings.graphql_url)
    world = World(
        settings=settings, event=event, github=github, http=http, clock=clock, say=say, environ=environ
    )
    return _Run(world, _kind(settings.mode)).end()


def _kind(mode: Mode) -> Kind:
    """The mode's own module: no run loads another's."""
    if mode is Mode.TASK:
        from steward.modes.task import TASK

        return TASK
    if mode is Mode.REVIEW:
        from steward.modes.review import REVIEW

        return REVIEW
    from steward.modes.instructions import EVAL

    return EVAL


class _Run:
    """One run of one mode."""

    def __init__(self, world: World, kind: Kind) -> None:
        self._world = world
        self._settings = world.settings
        self._kind = kind
        self._run: Run = world.settings.run
        self._stands: Board | None = None

    def end(self) -> Ending:
        record = self._world.event.record
        try:
            with bounded(self._world.clock):
                found = find(self._settings, self._world.event, self._world.github)
            if isinstance(found, Outcome):
                return quiet(found.said, Reason.NOT_ASKED)
            record = found
            return self._judged(record)
        except Superseded:
            return quiet("a newer run has taken over: nothing is published", Reason.SUPERSEDED)
        except Cancelled:
            if self._stands is not None:
                self._stands.close()
            raise
        except Exception as error:  # noqa: BLE001 - an error of ours is red on the pull request too
            wrong = error if isinstance(error, StewardError) else internal(error)
            return self._given_up(record, wrong)

    def _judged(self, record: Record) -> Ending:
        """Judge and publish, and again where a later run's verdict was replaced by ours."""
        finding, posted = self._find(record), Posted()
        for _ in range(_MOST_TIMES):
            if isinstance(finding, NothingToJudge):
                return quiet(finding.said, Reason.NOT_ASKED)
            posted = self._publish(finding, record)
            if posted.failure is not None:
                wrong = failed(posted.failure, self._settings.mode, record, self._run)
                return self._ended(wrong, posted, posted.failure)
            if posted.stead is None:
                break
            self._stand_in(posted.stead)
            finding = self._find(record) if self._kind.again else finding
        if isinstance(finding, NothingToJudge):
            return quiet(finding.said, Reason.NOT_ASKED)
        return self._ended(finding, posted, None)

    def _stand_in(self, order: Order) -> None:
        """From here on publish as the run whose verdict was replaced."""
        self._run = replace(self._run, id=order[0], attempt=order[1])
        if self._stands is not None:
            self._stands.run = self._run

    def _find(self, record: Record) -> Finding | NothingToJudge:
        board = self._board(record)
        if not self._kind.slow:
            with bounded(self._world.clock):
                return self._kind.judge(self._world, record, board)
        try:
            return self._kind.judge(self._world, record, board)
        finally:
            self._world.clock.begin_anew()

    def _publish(self, finding: Finding, record: Record, reason: Reason | None = None) -> Posted:
        state = f"failed({reason})" if reason else "done"
        notice = Notice(
            state=state,
            title=finding.title,
            conclusion=finding.conclusion,
            verdict=finding.outcome,
            summary=finding.page,
            body=signed(finding.page, record, self._run),
            points=finding.score,
            annotations=finding.annotations,
        )
        board, clock = self._board(record), self._world.clock
        late = clock.left() <= 0
        if late:
            # The alarm of what is over would end what still can be done.
            clock.begin(Stage.CHECK)
        with bounded(clock):
            return board.publish(notice, late=late)

    def _given_up(self, record: Record | None, error: StewardError) -> Ending:
        """A run that could not do it: published where there is a head to publish on."""
        finding, posted = failed(error, self._settings.mode, record, self._run), Posted()
        if record is not None and self._settings.can_ask:
            try:
                posted = self._publish(finding, record, error.reason)
            except Superseded:
                return quiet("a newer run has taken over: nothing is published", Reason.SUPERSEDED)
            except StewardError as why:
                self._board(record).close()
                posted = Posted(notes=(f"Nothing could be published: {why.what}.",))
        return self._ended(finding, posted, error)

    def _ended(self, finding: Finding, posted: Posted, error: StewardError | None) -> Ending:
        return ended(
            finding,
            posted,
            reason=error.reason if error else None,
            job_is_the_verdict=self._world.event.job_is_the_verdict,
        )

    def _board(self, record: Record) -> Board:
        """Where this run publishes: one for all it does, for what it reserves there it has to give back."""
        if self._stands is None:
            self._stands = Board(
                self._settings,
                record,
                series=self._kind.series,
                run=self._run,
                github=self._world.github,
                clock=self._world.clock,
                say=self._world.say.say,
            )
        return self._stands
