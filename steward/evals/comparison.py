"""The shape of `steward.evals.compare/1`: the instruction files of a pull request, base against head.

The contract with programs is that of `steward.evals.shape` (`docs/evals.md`, "In the Action").
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from steward.evals.rubric import Deduction
from steward.evals.shape import Engine, Fault
from steward.evals.shape_golden import GoldenDocument
from steward.evals.usage import Usage


class ScorePart(msgspec.Struct, frozen=True, kw_only=True):
    """One dimension of one file. `deductions` are the rubric's, of the head; `reasoning` is a paid judge's."""

    dimension: str
    max_score: int
    base: Annotated[float | None, Meta(description="Null without a base version, or a valid sample of it.")]
    head: Annotated[float | None, Meta(description="Null without a head version, or a valid sample of it.")]
    difference: Annotated[float | None, Meta(description="Head less base; null unless both are known.")]
    spread: Annotated[int | None, Meta(description="The wider of the two versions' samples.")]
    deductions: tuple[Deduction, ...]
    reasoning: str
    errors: tuple[Fault, ...]


class FilePart(msgspec.Struct, frozen=True, kw_only=True):
    """One file. `golden` has the head in the arm `with` and the base in the arm `without`."""

    path: Annotated[str, Meta(description="Characters that cannot be seen as U+XXXX.")]
    change: Literal["added", "changed", "deleted"]
    notes: Annotated[tuple[str, ...], Meta(description="Why a version is not judged.")]
    scores: tuple[ScorePart, ...]
    golden: GoldenDocument | None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The instruction files of a pull request, base against head."""

    schema: Literal["steward.evals.compare/1"] = "steward.evals.compare/1"
    steward: Engine
    judge: str
    samples: int
    agent: Annotated[str | None, Meta(description="Null when there are no golden tasks.")]
    runs: int
    files: tuple[FilePart, ...]
    left_out: Annotated[int, Meta(ge=0, description="Files beyond the most that are compared.")]
    remarks: tuple[str, ...]
    judge_usage: Usage | None
    agent_usage: Usage | None
    stopped: Annotated[bool, Meta(description="Whether it was interrupted: the rest is missing.")]
