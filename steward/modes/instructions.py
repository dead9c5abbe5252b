"""Evals in the Action: instruction files before and after a change (`docs/evals.md`, "In the Action").

Report-only. Settings and tasks are the default branch's; texts are read through the API and never run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

import msgspec

from steward.adapters.collect import read
from steward.adapters.messages import BASE_URL, open_client
from steward.adapters.notice import AT_WORK, Board
from steward.adapters.people import People
from steward.adapters.policy import read_policy
from steward.adapters.purse import Purse
from steward.adapters.together import start
from steward.adapters.versions import merge_base
from steward.errors import ConfigInvalid, NoPlainFile, NotFound
from steward.evals.asking import MODEL
from steward.evals.compare import MOST_FILES, compare_files, nearness
from steward.evals.compare_page import conclusion, document, markdown, text, title
from steward.evals.comparison import Comparison
from steward.evals.golden import Agent, echo_agent
from steward.evals.instructions import InstructionFile, Version, is_instruction_file, version
from steward.evals.judge import rubric_judge
from steward.evals.paid import anthropic_agent, anthropic_judge
from steward.evals.plan import credits_of
from steward.evals.request import Judge
from steward.evals.tasks import HALF, PLACES, GoldenTask, parse_golden_tasks, shown
from steward.intake.config import Config
from steward.model import Change, ChangedFile, Conclusion, Record, Verdict
from steward.model import Kind as FileKind
from steward.modes.finding import Finding, Kind, NothingToJudge, World
from steward.policy import EvalRules
from steward.report.markdown import visible
from steward.state import Series

_ENOUGH_SECONDS = 25.0  # for the call that is under way, before the report has to be made
_NO_KEY = "No key of a model is given: the free judge and the free agent took over."
_T = TypeVar("_T")


def _judge(world: World, record: Record, board: Board) -> Finding | NothingToJudge:
    """Compare the instruction files that the pull request changes. Raises a `StewardError` when it cannot."""
    settings = world.settings
    config = read_policy(world.github, record.default_branch, settings.config, left=world.clock.left).config
    change = read(world.github, record, settings.workspace)
    touched = sorted(_touched(change.files), key=lambda file: nearness(file.path))
    if not touched and not board.stands():
        return NothingToJudge(said="no instruction file is changed: nothing to compare")
    tasks = _tasks(world, record, config.evals)
    files = tuple(_versions(world, record, touched[:MOST_FILES])) if touched else ()
    left_out = tuple(InstructionFile(path=file.path) for file in touched[MOST_FILES:])
    with ExitStack() as stack:
        asked = _Asked(world, board, config, stack)
        try:
            compared = compare_files(
                (*files, *left_out),
                judge=asked.judge,
                samples=config.evals.samples,
                tasks=tasks,
                agent=asked.agent,
                runs=config.evals.runs,
                charge=partial(_charge, world, board),
                in_time=lambda: world.clock.left() > _ENOUGH_SECONDS,
                remarks=(*asked.remarks, *_incomplete(change)),
            )
        except _Busy:
            board.step_aside()
            return NothingToJudge(said=f"{AT_WORK.title} by another run of this commit: its report stands")
    return _finding(compared, charged=board.purse.charged if board.purse else 0)


class _Busy(Exception):
    """Another run of the same commit is asking a model."""


def _charge(world: World, board: Board, price: int) -> bool:
    """Whether the plan is paid for. Raises `_Busy`: a free report would take the place of the paid one."""
    world.say.say(f"the plan of calls to a model costs at most {credits_of(price)} credits")
    paid = board.reserve(price)
    if board.busy:
        raise _Busy
    return paid


EVAL = Kind(series=Series.EVAL, judge=_judge)


class _Asked:
    """Who judges and who does the tasks, as the default branch wants it and as far as there is a key."""

    def __init__(self, world: World, board: Board, config: Config, stack: ExitStack) -> None:
        self.judge: Judge = rubric_judge
        self.agent: Agent = echo_agent
        self.remarks: tuple[str, ...] = ()
        rules, settings = config.evals, world.settings
        if rules.judge == "rubric" and rules.agent == "echo":
            return
        if not settings.model_key:
            self.remarks = (_NO_KEY,)
            return
        caps = [config.prose.daily_credits, settings.daily_credits]
        purse = Purse(
            People(world.http, name=settings.repository, graphql_url=settings.graphql_url),
            cap=min(cap for cap in caps if cap is not None),
            name=f"{settings.run.id}.{settings.run.attempt}",
            say=world.say.say,
        )
        board.purse = purse
        client = open_client(
            key=settings.model_key,
            base_url=settings.model_url or BASE_URL,
            seconds=settings.model_seconds,
            sleep=world.clock.wait,
        )
        stack.callback(client.close)
        model = settings.model or MODEL
        if rules.judge == "anthropic":
            self.judge = anthropic_judge(model=model, client=client, spend=purse.spend, sdk=client.sdk)
        if rules.agent == "anthropic":
            self.agent = anthropic_agent(model=model, client=client, spend=purse.spend, sdk=client.sdk)


class _Touched(msgspec.Struct, frozen=True, kw_only=True):
    """An instruction file, and where its versions are; None where that side has no instruction file."""

    path: str
    before: str | None
    after: str | None


def _touched(files: Iterable[ChangedFile]) -> Iterator[_Touched]:
    """The instruction files of a change: one that gets such a name is new, one that loses it is gone."""
    for file in files:
        was = (file.previous_path or file.path) if file.kind is FileKind.RENAMED else file.path
        before, after = (path if is_instruction_file(path) else None for path in (was, file.path))
        if path := after or before:
            yield _Touched(path=path, before=before, after=after)


def _versions(world: World, record: Record, files: list[_Touched]) -> Iterator[InstructionFile]:
    """Both versions of the files, read side by side."""
    base = merge_base(world.http, name=world.settings.repository, base=record.base.sha, head=record.head.sha)
    read_at = [
        (
            file,
            start(partial(_version, world, file.before, base)),
            start(partial(_version, world, file.after, record.head.sha)),
        )
        for file in files
    ]
    for file, before, after in read_at:
        yield InstructionFile(
            path=file.path,
            base=before.result(within=world.clock.left()),
            head=after.result(within=world.clock.left()),
        )


def _version(world: World, path: str | None, commit: str) -> Version:
    if path is None:
        return Version()
    if HALF.search(path):
        return Version(note="has a path that is not UTF-8, which GitHub cannot be asked for")
    try:
        return version(world.github.read_file(path, commit))
    except NotFound:
        return Version()
    except NoPlainFile:
        return Version(note="is no plain file, or is longer than GitHub gives out")


def _tasks(world: World, record: Record, rules: EvalRules) -> tuple[GoldenTask, ...]:
    """The golden tasks of the default branch: of the file that is named, else of the first usual place."""
    if rules.tasks is not None:
        return _parsed(_named(world, rules.tasks, record.default_branch), rules.tasks)
    people = People(world.http, name=world.settings.repository, graphql_url=world.settings.graphql_url)
    found = people.blobs([(record.default_branch, place) for place in PLACES])
    for place, blob in zip(PLACES, found, strict=True):
        if blob.exists:
            return _parsed(world.github.read_file(place, record.default_branch), place)
    return ()


def _named(world: World, path: str, branch: str) -> bytes:
    """The file that the settings name, which has to be there."""
    try:
        return world.github.read_file(path, branch)
    except (NotFound, NoPlainFile):
        problem = f"evals.tasks: {shown(path)} is no file on the default branch {visible(branch)}"
        raise ConfigInvalid((problem,), mend="Correct the settings file, or add the tasks.") from None


def _parsed(data: bytes, path: str) -> tuple[GoldenTask, ...]:
    try:
        return parse_golden_tasks(data, path)
    except ValueError as error:
        raise ConfigInvalid((str(error),), mend="Correct the file on the default branch.") from None


def _incomplete(change: Change) -> tuple[str, ...]:
    if change.complete:
        return ()
    return ("The list of changed files is incomplete: an instruction file may be missing here.",)


def _finding(compared: Comparison, *, charged: int) -> Finding:
    return Finding(
        verdict="",
        outcome=Verdict.PASS,
        title=title(compared),
        conclusion=Conclusion(conclusion(compared)),
        exit_code=0,
        page=markdown(compared),
        report=document(compared),
        lines=tuple(text(compared).splitlines()),
        charged=charged,
    )
