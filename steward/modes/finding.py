"""What a mode is given, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from steward.adapters.actions import Log
from steward.adapters.clock import Clock
from steward.adapters.http import Http
from steward.adapters.notice import Board
from steward.intake.event import Event
from steward.intake.settings import Settings
from steward.model import Annotation, Conclusion, Record, Verdict
from steward.ports import GitHub
from steward.state import Series


class World(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a mode may ask. `environ` is the process's own, for what is run in it."""

    settings: Settings
    event: Event
    github: GitHub
    http: Http
    clock: Clock
    say: Log
    environ: Mapping[str, str]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What a mode found out about a pull request, in every form in which it is told.

    `verdict` is the mode's own word, empty where it gives none, and `outcome` what it is worth beside others';
    `page` is for the check run, the comment and the summary alike, `lines` for the log, `report` the JSON report.
    """

    verdict: str
    outcome: Verdict
    title: str
    conclusion: Conclusion
    exit_code: int
    page: str
    report: bytes
    lines: tuple[str, ...]
    score: int | None = None
    charged: int = 0
    annotations: tuple[Annotation, ...] = ()


class NothingToJudge(msgspec.Struct, frozen=True, kw_only=True):
    """The run is over with nothing to show, and why, in a sentence."""

    said: str


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One mode: its comment's series, and how it judges.

    With `again` a run that overtook another judges anew before it publishes in its stead; without, the same commit
    gets the same verdict and is only published again. With `slow` judging has a limit of its own, beside the time
    of a run.
    """

    series: Series
    judge: Callable[[World, Record, Board], Finding | NothingToJudge]
    again: bool = False
    slow: bool = False
