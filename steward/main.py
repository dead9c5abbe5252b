"""The composition root of the Action: the runner's environment in, an exit code out.

What is judged and published is told in `steward.action`; here the parts are put together, and what came of a
run is written where the runner and its readers look for it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from steward import action, lifecycle, pipeline
from steward.action import Outcome
from steward.adapters.actions import Log, RunnerFiles
from steward.adapters.clock import Clock
from steward.adapters.github import Repository
from steward.adapters.http import Http
from steward.adapters.people import People
from steward.adapters.publish import Published
from steward.adapters.signals import bounded, listening
from steward.errors import Cancelled, InputInvalid, StewardError
from steward.intake.event import Event, parse_event
from steward.intake.settings import Settings, from_environ
from steward.report import annotations as remarks
from steward.report import document, log, outputs, summary


def main(
    environ: Mapping[str, str] | None = None, *, clock: Clock | None = None, stream: TextIO | None = None
) -> int:
    """Run the Action. Returns the job's exit code: 0, 1 for a failing verdict, 2 when Steward could not do it.

    The process's own environment, clock and standard output, unless a caller brings others.
    """
    environ = os.environ if environ is None else environ
    say, files, settings = Log(stream), RunnerFiles(environ), from_environ(environ)
    say.mask(settings.token)
    say.mask(settings.model_key)
    try:
        with listening():
            event = _event(settings)
            if not settings.mode.judges_the_change:
                return _beside(event, settings, files, say=say, clock=clock or Clock(), environ=environ)
            return _tell(_run(settings, event, say, clock or Clock()), files, settings, say)
    except Cancelled as cancelled:
        say.say(f"cancelled by {cancelled.signal}: nothing more is published; the next run does it all again")
        return cancelled.exit_code
    except Exception as error:  # noqa: BLE001 - the last resort: a worded red, never a traceback
        wrong = error if isinstance(error, StewardError) else action.internal(error)
        return _tell_failed(wrong, files, settings, say)


def _event(settings: Settings) -> Event | StewardError:
    """What started the run; the error when it names nothing to judge."""
    try:
        return parse_event(
            settings.event_name,
            _read_event(settings.event_path),
            repository=settings.repository,
            number=settings.pull_request,
        )
    except StewardError as error:
        problems = (*settings.problems, error.what)
        return InputInvalid(problems, mend=error.mend) if settings.problems else error


def _run(settings: Settings, event: Event | StewardError, say: Log, clock: Clock) -> Outcome:
    """Everything from the event to what GitHub shows."""
    if isinstance(event, StewardError):
        return Outcome(published=Published(evaluation=pipeline.failed(None, event)))
    with bounded(clock):
        http = Http(token=settings.token, base_url=settings.api_url, clock=clock)
        github = Repository(http, name=settings.repository, graphql_url=settings.graphql_url)
        source = People(http, name=settings.repository, graphql_url=settings.graphql_url)
        world = action.World(
            settings=settings, event=event, github=github, source=source, clock=clock, say=say
        )
        return action.evaluate(world)


def _beside(
    event: Event | StewardError,
    settings: Settings,
    files: RunnerFiles,
    *,
    say: Log,
    clock: Clock,
    environ: Mapping[str, str],
) -> int:
    """A mode beside the evaluation: its own judge, the same ways out."""
    from steward import modes  # an evaluation loads none of it

    ending = modes.run(settings, event, clock=clock, say=say, environ=environ)
    saved = _save_report(settings.report_file, ending.report) if ending.report else ()
    files.write_outputs(ending.outputs)
    if ending.summary:
        files.write_summary(ending.summary)
    say.say(*ending.lines, *saved)
    if ending.annotation is not None:
        say.annotate(*ending.annotation)
    if settings.annotations:
        say.annotate_files(ending.remarks)
    return ending.exit_code


def _read_event(path: str) -> bytes:
    try:
        return Path(path).read_bytes() if path else b""
    except OSError:
        return b""  # read as a payload that is no JSON, and worded as one


def _tell(outcome: Outcome, files: RunnerFiles, settings: Settings, say: Log) -> int:
    """Write outputs, summary and log; the exit code is the last word."""
    published, evaluation = outcome.published, outcome.published.evaluation
    report = document.encode(document.document(evaluation))
    notes = (*published.notes, *_save_report(settings.report_file, report))
    urls = {"comment_url": published.comment_url, "check_url": published.check_url}
    files.write_outputs(outputs.collect(evaluation, report=report, **urls))
    if outcome.said:
        say.say(outcome.said)
        return evaluation.decision.exit_code
    files.write_summary(summary.render(evaluation, history=published.history, run=settings.run, notes=notes))
    say.say(*log.lines(evaluation), *notes)
    say.annotate(*log.annotation(evaluation))
    if settings.annotations and not published.check_written:
        say.annotate_files(remarks.collect(evaluation))
    return lifecycle.job_exit(
        evaluation.decision,
        job_is_the_verdict=outcome.job_is_the_verdict,
        check_published=published.check_written,
    )


def _save_report(path: str | None, report: bytes) -> tuple[str, ...]:
    """Write the JSON report where the input says; a note when that cannot be done."""
    if path is None:
        return ()
    try:
        action.save(path, report)
    except InputInvalid as error:
        return (f"No report file: {error.what}.",)
    return ()


def _tell_failed(error: StewardError, files: RunnerFiles, settings: Settings, say: Log) -> int:
    """Say it in the log first; outputs and summary as far as they can still be written."""
    evaluation = pipeline.failed(None, error)
    say.annotate(*log.annotation(evaluation))
    with contextlib.suppress(Exception):
        report = document.encode(document.document(evaluation))
        files.write_outputs(outputs.collect(evaluation, comment_url="", check_url="", report=report))
        files.write_summary(summary.render(evaluation, history=(), run=settings.run, notes=()))
    return evaluation.decision.exit_code
