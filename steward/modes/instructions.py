"""Evals in the Action: instruction files before and after a change (`docs/evals.md`, "In the Action")."""

from __future__ import annotations

from steward.adapters.notice import Board
from steward.model import Record
from steward.modes.finding import Finding, Kind, NothingToJudge, World
from steward.state import Series


def _judge(world: World, record: Record, board: Board) -> Finding | NothingToJudge:
    raise NotImplementedError


EVAL = Kind(series=Series.EVAL, judge=_judge)
