"""Task Mode in the Action: the pull request is a submission to a challenge (`docs/challenges.md`, "In the Action").

The challenge comes from the default branch, or from a folder that a step before fetched; never from the pull
request.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec.structs import replace

from steward import lifecycle
from steward.adapters.challenge_files import Source, committed_source, open_source, submitted
from steward.adapters.notice import Board
from steward.adapters.sandbox_refusal import require_safe
from steward.adapters.signals import bounded
from steward.adapters.versions import merge_base
from steward.adapters.workspace import Clone, clone_of, fetched
from steward.challenge import task_report
from steward.challenge.task import TaskReport
from steward.commands.tasking import fresh_seed, manifest_of, run_task
from steward.errors import InputInvalid
from steward.model import Annotation, Level, Record
from steward.modes.finding import Finding, Kind, World
from steward.state import Series


def _judge(world: World, record: Record, board: Board) -> Finding:
    """Run the challenge's checks on what the pull request changes. Raises a `StewardError` when it cannot."""
    require_safe(world.environ)
    shared = partial(merge_base, world.http, name=world.settings.repository)
    with bounded(world.clock):
        clone = clone_of(
            world.settings.workspace, record, shared=lambda one, other: shared(base=one, head=other)
        )
    source, patch, outside = _submission(world.settings.challenge or "", clone, record)
    seed = fresh_seed()
    report = run_task(source, manifest_of(source), patch, seed=seed, environ=world.environ, outside=outside)
    return _finding(report, source)


TASK = Kind(series=Series.TASK, judge=_judge, slow=True)


def _submission(path: str, clone: Clone, record: Record) -> tuple[Source, bytes, tuple[str, ...]]:
    """The challenge, the change as a patch of it, and the paths that the change has outside of it."""
    try:
        source = committed_source(clone.folder, clone.base, path)
    except InputInvalid:
        place = fetched(str(clone.folder), path, record, what="challenge")
        source = open_source(place)
        if source.repository is None or _is_same(source.repository, clone.folder):
            raise InputInvalid(
                (f"the folder of the challenge {path!r} is no repository of its own",),
                mend="Fetch it with actions/checkout, into a folder that the pull request does not have.",
            ) from None
        # The whole of the pull request's repository is the submission to it.
        whole = replace(source, repository=clone.folder, prefix="", commit=clone.base)
        return source, *submitted(whole, clone.head)
    return source, *submitted(source, clone.head)


def _is_same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _finding(report: TaskReport, source: Source) -> Finding:
    outcome, conclusion, exit_code = lifecycle.CHALLENGES[report.verdict]
    return Finding(
        verdict=report.verdict.value,
        outcome=outcome,
        title=task_report.title(report),
        conclusion=conclusion,
        exit_code=exit_code,
        page=task_report.summary(report),
        report=task_report.document(report),
        lines=tuple(task_report.text(report).splitlines()),
        annotations=tuple(_annotations(report, source)),
    )


def _annotations(report: TaskReport, source: Source) -> list[Annotation]:
    below = f"{source.prefix}/" if source.prefix and not source.from_disk else ""
    return [
        Annotation(
            path=f"{below}{finding.path}",
            line=finding.line,
            level=Level.WARNING,
            title=f"{finding.group}.{finding.rule}",
            message=finding.reason,
        )
        for finding in report.shortcuts
    ]
