"""The composition root of the Action: the runner's environment in, an exit code out.

The line of a run: settings, event, facts, judgement, then comment, check, summary, outputs, log. Whatever goes
wrong on the way becomes an evaluation too, and is published like any other (`docs/action.md`, "States").
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from steward import lifecycle, pipeline
from steward.adapters.actions import Log, RunnerFiles
from steward.adapters.clock import Clock
from steward.adapters.collect import collect
from steward.adapters.github import Repository
from steward.adapters.http import Http
from steward.adapters.publish import Published, place_comment, publish_check
from steward.adapters.sticky import Sticky
from steward.adapters.together import Later, start
from steward.errors import InputInvalid, Reason, StewardError, Superseded
from steward.intake.config import Config, Skip
from steward.intake.event import Event, Task, parse_event
from steward.intake.settings import CommentMode, Settings, from_environ
from steward.model import Evaluation, PastVerdict, PullRequest, Record, State
from steward.report import annotations as remarks
from steward.report import check, document, log, outputs, summary
from steward.state import Block, follow

_MOST_MOVES = 3


def main(environ: Mapping[str, str] | None = None) -> int:
    """Run the Action. Returns the job's exit code: 0, 1 for a failing verdict, 2 when Steward could not do it."""
    environ = os.environ if environ is None else environ
    say, settings = Log(), from_environ(environ)
    say.mask(settings.token)
    files = RunnerFiles(environ)
    try:
        return _tell(_run(settings, say), files, settings, say)
    except Exception as error:
        # The last resort: a worded red, never a traceback.
        internal = pipeline.failed(None, _internal(error))
        say.annotate(*log.annotation(internal))
        _tell_quietly(internal, files, settings)
        return internal.decision.exit_code


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a run came to, before the runner's files are written."""

    evaluation: Evaluation
    published: Published = msgspec.field(default_factory=Published)
    history: tuple[PastVerdict, ...] = ()
    job_is_the_verdict: bool = True
    said: str = ""


def _run(settings: Settings, say: Log) -> Outcome:
    """Everything from the event to what GitHub shows."""
    try:
        event = parse_event(
            settings.event_name,
            _read_event(settings.event_path),
            repository=settings.repository,
            number=settings.pull_request,
        )
    except StewardError as error:
        wrong = (
            InputInvalid((*settings.problems, error.what), mend=error.mend) if settings.problems else error
        )
        return Outcome(evaluation=pipeline.failed(None, wrong))
    if event.task is Task.NOTHING:
        return Outcome(evaluation=pipeline.skipped(event.record, Reason.CLOSED), said=event.why_nothing)
    return replace(_Desk(settings, say, event).evaluate(), job_is_the_verdict=event.job_is_the_verdict)


class _Desk:
    """Where one pull request is evaluated and published."""

    def __init__(self, settings: Settings, say: Log, event: Event) -> None:
        self._settings = settings
        self._say = say
        self._event = event
        self._clock = Clock()
        http = Http(token=settings.token, base_url=settings.api_url, clock=self._clock)
        self._github = Repository(http, name=settings.repository, graphql_url=settings.graphql_url)

    def evaluate(self) -> Outcome:
        """Evaluate the pull request, and again when its head moves on meanwhile."""
        record = self._event.record
        try:
            record = self._find(record)
            outcome = self._once(record)
            for _ in range(_MOST_MOVES):
                if outcome.published.moved is None:
                    break
                record = outcome.published.moved
                outcome = self._once(record)
            return outcome
        except Superseded:
            return Outcome(evaluation=pipeline.skipped(record, Reason.SUPERSEDED))
        except StewardError as error:
            return self._give_up(record, error)

    def _find(self, record: Record | None) -> Record:
        if self._settings.problems:
            raise InputInvalid(self._settings.problems, mend="Correct the step's `with:` block.")
        number = self._event.number
        return record or self._github.pull_request(number or 0)

    def _give_up(self, record: Record | None, error: StewardError) -> Outcome:
        """A run that failed before it could read anything: published where there is a head to publish on."""
        evaluation = pipeline.failed(record, error)
        if record is None or not self._settings.token:
            return Outcome(evaluation=evaluation)
        sticky = self._sticky(record)
        return self._publish(evaluation, record, sticky, start(sticky.read), Config())

    def _once(self, record: Record) -> Outcome:
        sticky = self._sticky(record)
        before = start(sticky.read)
        evaluation, config = self._judge(record)
        return self._publish(evaluation, record, sticky, before, config)

    def _sticky(self, record: Record) -> Sticky:
        return Sticky(
            self._github,
            number=record.number,
            author=self._settings.comment_author,
            run=self._settings.run,
            say=self._say.say,
            live=lambda: self._github.pull_request(record.number),
        )

    def _judge(self, record: Record) -> tuple[Evaluation, Config]:
        """Collect and judge; what goes wrong becomes the evaluation."""
        config = Config()
        try:
            pull_request, config = collect(
                self._github,
                record,
                workspace=self._settings.workspace,
                config=self._settings.config,
                fail_on=self._settings.fail_on,
            )
            self._save_facts(pull_request)
            return _skip(record, config) or pipeline.judge(pull_request), config
        except StewardError as error:
            return pipeline.failed(record, error), config
        except Superseded:
            raise
        except Exception as error:
            return pipeline.failed(record, _internal(error)), config

    def _save_facts(self, pull_request: PullRequest) -> None:
        if self._settings.facts_file is not None:
            from steward.intake.facts import encode_facts

            _save(self._settings.facts_file, encode_facts(pull_request))

    def _publish(
        self,
        evaluation: Evaluation,
        record: Record,
        sticky: Sticky,
        before: Later[Block | None],
        config: Config,
    ) -> Outcome:
        self._clock.begin_publishing()
        if evaluation.decision.conclusion is None:
            return Outcome(evaluation=evaluation)
        notes: list[str] = []
        block = self._block(before, notes)
        history = tuple(past.verdict_value() for past in follow(block, record.head.sha))
        mode = _quieter(self._settings.comment, CommentMode(config.comment))
        readable = not notes
        url = ""
        if readable and mode is not CommentMode.OFF and evaluation.decision.state is not State.SKIPPED:
            placed = place_comment(sticky, evaluation, record=record, run=self._settings.run, mode=mode)
            if placed.moved is not None:
                return Outcome(evaluation=evaluation, published=Published(moved=placed.moved))
            url = placed.url
            notes += [placed.note] if placed.note else []
        published = self._check(evaluation, record, history)
        published = replace(published, comment_url=url, notes=(*notes, *published.notes))
        if published.failure is not None:
            evaluation = _without_check(evaluation, published.failure)
        return Outcome(evaluation=evaluation, published=published, history=history)

    def _block(self, before: Later[Block | None], notes: list[str]) -> Block | None:
        """What our comment remembered; when it cannot be read, one could be there, and none is written."""
        try:
            return before.result()
        except StewardError as error:
            notes.append(f"No comment: the comments could not be read. {error.what}.")
            return None

    def _check(self, evaluation: Evaluation, record: Record, history: tuple[PastVerdict, ...]) -> Published:
        run = check.render(
            evaluation,
            name=_check_name(self._settings.check_name, record),
            history=history,
            run=self._settings.run,
            annotations=self._settings.annotations,
        )
        return Published() if run is None else publish_check(self._github, run, self._say.say)


def _check_name(name: str, record: Record) -> str:
    # A verdict under a base with laxer rules must never satisfy the rules of another.
    base = record.base.name
    return name if base == record.default_branch else f"{name} ({base})"


def _quieter(*modes: CommentMode) -> CommentMode:
    return max(modes, key=tuple(CommentMode).index)


def _skip(record: Record, config: Config) -> Evaluation | None:
    if Skip.DRAFT in config.skip and record.draft:
        return pipeline.skipped(record, Reason.DRAFT)
    if Skip.BOT in config.skip and record.author.bot:
        return pipeline.skipped(record, Reason.BOT)
    return None


def _without_check(evaluation: Evaluation, error: StewardError) -> Evaluation:
    """A verdict that GitHub may not show is no verdict: a merge would wait for it."""
    failed = pipeline.failed(evaluation.record, error)
    return replace(evaluation, decision=failed.decision, problem=failed.problem)


def _internal(error: Exception) -> StewardError:
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


def _read_event(path: str) -> bytes:
    try:
        return Path(path).read_bytes() if path else b""
    except OSError:
        return b""


def _save(path: str | None, data: bytes) -> None:
    if path is None:
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise InputInvalid(
            (f"{path} cannot be written: {error.strerror}",), mend="Name a file in a folder that exists."
        ) from None


def _tell_quietly(evaluation: Evaluation, files: RunnerFiles, settings: Settings) -> None:
    """Outputs and summary as far as they can still be written: the log has said it already."""
    report = document.encode(document.document(evaluation))
    with contextlib.suppress(Exception):
        files.write_outputs(outputs.collect(evaluation, comment_url="", check_url="", report=report))
        files.write_summary(summary.render(evaluation, history=(), run=settings.run, notes=()))


def _tell(outcome: Outcome, files: RunnerFiles, settings: Settings, say: Log) -> int:
    """Write summary, outputs and log; the exit code is the last word."""
    evaluation, published = outcome.evaluation, outcome.published
    report = document.encode(document.document(evaluation))
    notes = published.notes
    try:
        _save(settings.report_file, report)
    except InputInvalid as error:
        notes = (*notes, f"No report file: {error.what}.")
    files.write_outputs(
        outputs.collect(
            evaluation, comment_url=published.comment_url, check_url=published.check_url, report=report
        )
    )
    files.write_summary(summary.render(evaluation, history=outcome.history, run=settings.run, notes=notes))
    say.say(*([outcome.said] if outcome.said else log.lines(evaluation)), *notes)
    say.annotate(*log.annotation(evaluation))
    if settings.annotations and not published.check_written:
        say.annotate_files(remarks.collect(evaluation))
    return lifecycle.job_exit(
        evaluation.decision,
        job_is_the_verdict=outcome.job_is_the_verdict,
        check_published=published.check_written,
    )
