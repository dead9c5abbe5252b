"""One run of the Action on one pull request: find it, judge it, publish the judgement.

Here the pure stages meet the adapters. Whatever goes wrong on the way becomes an evaluation too, and is published
like any other (`docs/action.md`, "States").
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from steward import pipeline
from steward.adapters.actions import Log
from steward.adapters.authorship import Authorship
from steward.adapters.clock import Clock, Stage
from steward.adapters.collect import collect
from steward.adapters.publish import Published, later_run, place_comment, publish_check, without_comment
from steward.adapters.sticky import Placed, Sticky
from steward.adapters.together import Later, start
from steward.errors import GitHubFailed, InputInvalid, NotFound, Reason, StewardError, Superseded
from steward.intake.config import Config, Skip
from steward.intake.event import Event, Head, Task
from steward.intake.settings import CommentMode, Settings
from steward.model import CheckRun, Evaluation, PastVerdict, PullRequest, Record, State
from steward.ports import GitHub
from steward.report import check
from steward.report.markdown import visible
from steward.state import Block, follow

_MOST_MOVES = 3


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a run came to, before the runner's files are written.

    `said` is the one line of a run that was asked for nothing.
    """

    evaluation: Evaluation
    published: Published = msgspec.field(default_factory=Published)
    history: tuple[PastVerdict, ...] = ()
    job_is_the_verdict: bool = True
    said: str = ""


class _Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What was found on the pull request before publishing. Without `sticky` no comment may be written."""

    sticky: Sticky | None = None
    history: tuple[PastVerdict, ...] = ()
    notes: tuple[str, ...] = ()
    moved: Record | None = None


class Action:
    """Evaluates the pull request of one event and publishes what comes of it."""

    def __init__(self, settings: Settings, event: Event, *, github: GitHub, clock: Clock, say: Log) -> None:
        self._settings = settings
        self._run = settings.run
        self._event = event
        self._github = github
        self._clock = clock
        self._say = say

    def run(self) -> Outcome:
        """Evaluate, and again when the head moves on meanwhile. Raises nothing but what no run can foresee."""
        record = self._event.record
        try:
            record = self._find(record)
            if record is None:
                return _nothing("this pull request's own run may write: nothing to publish")
            return self._until_it_rests(record)
        except Superseded:
            return Outcome(evaluation=pipeline.skipped(record, Reason.SUPERSEDED))
        except StewardError as error:
            return self._give_up(record, error)

    def _until_it_rests(self, record: Record) -> Outcome:
        for _ in range(_MOST_MOVES):
            outcome = self._once(record)
            moved, stead = outcome.published.moved, outcome.published.stead
            if moved is None and stead is None:
                return outcome
            record = moved or record
            self._run = replace(self._run, id=stead[0], attempt=stead[1]) if stead else self._run
        raise Superseded  # it moves faster than we judge: the run of the newest head will say it

    # ---------------------------------------------------------------------------------------- find

    def _find(self, record: Record | None) -> Record | None:
        """The pull request of the event; None when there is nothing to publish for it."""
        if self._settings.problems:
            raise InputInvalid(self._settings.problems, mend="Correct the step's `with:` block.")
        if record is not None:
            return record
        if self._event.head is not None:
            return self._find_by_head(self._event.head)
        found = self._github.pull_request(self._event.number or 0)
        if not found.open:
            raise NotFound(f"pull request #{found.number} is closed", mend="Name an open pull request.")
        return found

    def _find_by_head(self, head: Head) -> Record | None:
        """The one open pull request from this branch of this repository, still at this commit.

        Only GitHub's own list counts: what the finished workflow left behind could have been forged.
        """
        listed = self._github.pulls_of(head.owner, head.branch)
        found = [
            one for one in listed if one.head.repository == head.repository and one.head.name == head.branch
        ]
        if not found:
            raise NotFound(
                "no open pull request has the finished workflow's branch", mend="Nothing, if it was closed."
            )
        if len(found) > 1:
            numbers = ", ".join(f"#{one.number}" for one in found)
            raise GitHubFailed(
                f"several open pull requests have the finished workflow's branch: {numbers}",
                mend="Close all but one of them.",
            )
        if found[0].head.sha != head.sha:
            raise Superseded
        if not (found[0].from_fork or found[0].author.bot):
            return None
        # The list has no totals: they are asked for when the change is read, which shows a head that moved on too.
        return found[0]

    # --------------------------------------------------------------------------------------- judge

    def _once(self, record: Record) -> Outcome:
        sticky = self._sticky(record)
        before = start(sticky.read) if sticky else None
        evaluation, config = self._judge(record)
        return self._publish(evaluation, record, sticky, before, config)

    def _judge(self, record: Record) -> tuple[Evaluation, Config | None]:
        """Collect and judge; what goes wrong becomes the evaluation. No settings when they could not be read."""
        config = None
        try:
            found = collect(
                self._github,
                record,
                workspace=self._settings.workspace,
                config=self._settings.config,
                fail_on=self._settings.fail_on,
                left=self._clock.left,
            )
            config = found.config
            if config is not None and (skipped := _skip(record, config)):
                return skipped, config
            if found.pull_request is None:
                return pipeline.failed(record, found.failed or StewardError("nothing was collected")), config
            self._save_facts(found.pull_request)
            return pipeline.judge(found.pull_request), config
        except StewardError as error:
            return pipeline.failed(record, error), config
        except Superseded:
            raise
        except Exception as error:  # noqa: BLE001 - a bug of ours is published as a red, not as a traceback
            return pipeline.failed(record, internal(error)), config

    def _save_facts(self, pull_request: PullRequest) -> None:
        if self._settings.facts_file is not None:
            from steward.intake.facts import encode_facts

            save(self._settings.facts_file, encode_facts(pull_request))

    def _give_up(self, record: Record | None, error: StewardError) -> Outcome:
        """A run that failed before it could read anything: published where there is a head to publish on."""
        evaluation = pipeline.failed(record, error)
        if record is None or not self._settings.token:
            return Outcome(evaluation=evaluation)
        sticky = self._sticky(record)
        return self._publish(evaluation, record, sticky, start(sticky.read) if sticky else None, Config())

    # ------------------------------------------------------------------------------------- publish

    def _sticky(self, record: Record) -> Sticky | None:
        """The pull request's comment; a merge group has none."""
        number = record.number
        if number is None:
            return None
        login, say = self._settings.comment_author, self._say.say
        return Sticky(
            self._github,
            number=number,
            authorship=Authorship(self._github, number=number, login=login, say=say),
            run=self._run,
            say=say,
            live=lambda: self._github.pull_request(number),
            wait=self._clock.wait,
        )

    def _publish(
        self,
        evaluation: Evaluation,
        record: Record,
        sticky: Sticky | None,
        before: Later[Block | None] | None,
        config: Config | None,
    ) -> Outcome:
        if evaluation.decision.conclusion is None:
            return Outcome(evaluation=evaluation)
        standing = self._look(record, sticky, before)
        rendered = self._render_check(evaluation, record, standing.history)
        if standing.moved is not None or rendered is None:
            return Outcome(evaluation=evaluation, published=Published(moved=standing.moved))
        self._clock.begin(Stage.CHECK)
        published = publish_check(self._github, rendered, say=self._say.say, wait=self._clock.wait)
        if published.failure is not None:
            evaluation = _without_check(evaluation, published.failure)
        self._clock.begin(Stage.COMMENT)
        placed = self._place(evaluation, record, standing.sticky, config)
        notes = (*standing.notes, *((placed.note,) if placed.note else ()), *published.notes)
        published = replace(
            published,
            comment_url=placed.url,
            notes=notes,
            moved=placed.moved,
            stead=placed.stead or self._overtaken(placed, published, rendered, standing.sticky),
        )
        return Outcome(evaluation=evaluation, published=published, history=standing.history)

    def _look(self, record: Record, sticky: Sticky | None, before: Later[Block | None] | None) -> _Standing:
        """What stands on the pull request. Raises `Superseded` when it is newer than this run."""
        if sticky is None or before is None:
            return _Standing()
        history = tuple[PastVerdict, ...]()
        try:
            block = before.result(within=self._clock.left())
            history = tuple(past.verdict_value() for past in follow(block, record.head.sha))
            return _Standing(sticky=sticky, history=history, moved=sticky.give_way(record.head.sha))
        except StewardError as error:
            # A comment that is not seen would be doubled, and one that may be newer would be lost.
            return _Standing(history=history, notes=(without_comment(sticky, error),))

    def _place(
        self, evaluation: Evaluation, record: Record, sticky: Sticky | None, config: Config | None
    ) -> Placed:
        """Write the comment, if one is wanted."""
        wanted = CommentMode((config or Config()).comment)
        mode = max(self._settings.comment, wanted, key=tuple(CommentMode).index)
        if sticky is None or mode is CommentMode.OFF or evaluation.decision.state is State.SKIPPED:
            return Placed()
        return place_comment(
            sticky, evaluation, record=record, run=self._run, mode=mode, create=config is not None
        )

    def _overtaken(
        self, placed: Placed, published: Published, check: CheckRun, sticky: Sticky | None
    ) -> tuple[int, int] | None:
        """The later run of the same head whose verdict we have replaced with ours.

        GitHub changes a comment whatever it says meanwhile, so this is seen only afterwards, by the check runs.
        """
        if sticky is None or not placed.rewrote or not published.check_written:
            return None
        try:
            later = later_run(self._github, check, self._run)
            shown = sticky.read() if later is not None else None
        except StewardError as error:
            self._say.say(f"whether a later run was overtaken is not known: {error.what}")
            return None
        return later if later is not None and (shown is None or shown.order < later) else None

    def _render_check(
        self, evaluation: Evaluation, record: Record, history: tuple[PastVerdict, ...]
    ) -> CheckRun | None:
        return check.render(
            evaluation,
            name=_check_name(self._settings.check_name, record),
            history=history,
            run=self._run,
            annotations=self._settings.annotations,
        )


def evaluate(settings: Settings, event: Event, *, github: GitHub, clock: Clock, say: Log) -> Outcome:
    """Do what the event asks for."""
    if event.task is Task.NOTHING:
        return _nothing(event.said, record=event.record, why=event.why or Reason.NOT_ASKED)
    outcome = Action(settings, event, github=github, clock=clock, say=say).run()
    return replace(outcome, job_is_the_verdict=event.job_is_the_verdict)


def _nothing(said: str, *, record: Record | None = None, why: Reason = Reason.NOT_ASKED) -> Outcome:
    return Outcome(evaluation=pipeline.skipped(record, why), said=said)


def _check_name(name: str, record: Record) -> str:
    # A verdict under a base with laxer rules must never satisfy the rules of another.
    base = record.base.name
    return name if base == record.default_branch else f"{name} ({visible(base)})"


def _skip(record: Record, config: Config) -> Evaluation | None:
    if Skip.DRAFT in config.skip and record.draft:
        return pipeline.skipped(record, Reason.DRAFT)
    if Skip.BOT in config.skip and record.author.bot and record.number is not None:
        return pipeline.skipped(record, Reason.BOT)
    return None


def _without_check(evaluation: Evaluation, error: StewardError) -> Evaluation:
    """A verdict that GitHub may not show is no verdict: a merge would wait for it."""
    failed = pipeline.failed(evaluation.record, error)
    return replace(evaluation, decision=failed.decision, problem=failed.problem)


def internal(error: Exception) -> StewardError:
    """An error of ours: named by its kind and place, never by its text, which may quote anything."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = (
        f"{Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}" if frame else "an unknown place"
    )
    return StewardError(
        f"Steward itself failed: {type(error).__name__} at {place}",
        mend="Please report it with the facts of the run: see docs/troubleshooting.md, section internal.",
    )


def save(path: str, data: bytes) -> None:
    """Write a file that an input names; `InputInvalid` when that cannot be done."""
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        problem = f"{path} cannot be written: {error.strerror}"
        raise InputInvalid((problem,), mend="Name a file in a folder that exists.") from None
