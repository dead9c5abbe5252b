"""The shape of the JSON report `steward.task/1`: every key, its type, what it means.

This is the contract with programs; `steward/schemas/task-1.schema.json` is made from it. A key may be added under
this version; none is renamed, removed or given another meaning (`docs/challenges.md`, "The JSON report").
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from steward.challenge.findings import Group
from steward.challenge.task import Basis, Outcome, Verdict

_Count = Annotated[int, Meta(ge=0)]
_Rule = Annotated[str, Meta(pattern=r"^(?:patch|check|hardcoded|bypass)\.[A-Za-z0-9_.-]+$")]


class Stage(StrEnum):
    """The kinds of what is checked, in their order: the patch's own rules come first."""

    PATCH = "patch"
    INSTALL = "install"
    LINT = "lint"
    TYPECHECK = "typecheck"
    EXISTING = "existing"
    PUBLIC = "public"
    HIDDEN = "hidden"
    BEHAVIOUR = "behaviour"


class Skill(StrEnum):
    """What a failure shows."""

    CARE = "care with what stands"
    IMPLEMENTATION = "implementation"
    JUDGEMENT = "judgement"


class Tests(Struct, frozen=True, kw_only=True):
    """How many tests or cases there were."""

    ran: Annotated[_Count, Meta(description="All but the skipped ones.")]
    failed: Annotated[_Count, Meta(description="Of those that ran.")]
    skipped: _Count
    base: Annotated[
        _Count | None, Meta(description="How many run without the submission; null where nobody asked.")
    ]


class Check(Struct, frozen=True, kw_only=True):
    """One check, or a kind of checks that the challenge does not have."""

    id: Annotated[str | None, Meta(description="Its name; null for a kind that is not configured.")]
    kind: Annotated[Stage, Meta(description="Checks stand in the order of their kinds, the patch's first.")]
    required: Annotated[bool, Meta(description="Whether its failure fails the submission.")]
    outcome: Outcome
    basis: Annotated[Basis | None, Meta(description="What the outcome rests on; null when nothing was run.")]
    weaker: Annotated[
        bool, Meta(description="Hidden tests in one process with the submission, which could forge them.")
    ]
    reasons: Annotated[tuple[_Rule, ...], Meta(description="The names of docs/challenges.md.")]
    why: Annotated[str | None, Meta(description="A clause about a failure.")]
    skill: Annotated[Skill | None, Meta(description="The skill that a failure shows.")]
    tests: Annotated[Tests | None, Meta(description="Null where nothing can be counted.")]


class Shortcut(Struct, frozen=True, kw_only=True):
    """What looks like a way round the tests."""

    group: Group
    rule: _Rule
    file: str
    line: Annotated[int, Meta(ge=1)]
    reason: Annotated[str, Meta(description="A clause; it quotes no hidden test.")]
    certain: Annotated[bool, Meta(description="False: could well be honest, and only asks for a person.")]
    skill: Skill


class TaskDocument(Struct, frozen=True, kw_only=True):
    """The report on one submission. The same submission with the same seed gives the same bytes on a machine."""

    schema: Literal["steward.task/1"] = "steward.task/1"
    verdict: Verdict
    seed: Annotated[_Count, Meta(description="What {seed} stood for.")]
    checks: tuple[Check, ...]
    shortcuts: Annotated[tuple[Shortcut, ...], Meta(description="By file and line.")]
    lacking: Annotated[
        tuple[str, ...], Meta(description="What of the isolation the machine did not give, in words.")
    ]
