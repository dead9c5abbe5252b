"""The shape of the JSON report `steward.review/1`: every key, its type, what it means.

This is the contract with programs; `steward/schemas/review-1.schema.json` is made from it. A key may be added
under this version; none is renamed, removed or given another meaning (`docs/reviews.md`, "What the person sees").
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from steward.challenge.review_points import Verdict
from steward.challenge.rubric import Decision, Severity

_Count = Annotated[int, Meta(ge=0)]
_Number = Annotated[int, Meta(ge=1, description="A comment of the review, counted from 1.")]
_Points = Annotated[float, Meta(ge=0)]
_Score = Annotated[int, Meta(ge=0, le=100)]


class Part(Struct, frozen=True, kw_only=True):
    """A part of the score."""

    name: Literal["decision", "findings", "severity", "area", "explanation"]
    points: _Points
    most: _Points


class Matched(Struct, frozen=True, kw_only=True):
    """A comment that counted, and what it was worth."""

    comment: _Number
    sure: Annotated[bool, Meta(description="False: it comes near, and a person must look.")]
    severity: Literal["exact", "near", "off", "unstated"]
    area: Annotated[bool, Meta(description="Whether its category or its place is right.")]
    evidence: bool
    impact: bool
    fix: bool


class Missing(Struct, frozen=True, kw_only=True):
    """How many required findings are missing that show a skill; never which."""

    skill: Literal["implementation", "testing", "judgement"]
    count: Annotated[int, Meta(ge=1)]


class Penalty(Struct, frozen=True, kw_only=True):
    """Points taken off, and why."""

    why: str
    points: _Points


class Expected(Struct, frozen=True, kw_only=True):
    """One expectation of the key."""

    id: str
    severity: Severity
    category: str
    required: bool
    evidence: tuple[str, ...]
    comment: Annotated[_Number | None, Meta(description="The comment that found it; null when none did.")]


class Key(Struct, frozen=True, kw_only=True):
    """The key, where the rubric's `reveal` shows it."""

    decision: Decision
    findings: tuple[Expected, ...]


class ReviewDocument(Struct, frozen=True, kw_only=True, rename={"least": "pass"}):
    """The report on one review. The same review gives the same bytes."""

    schema: Literal["steward.review/1"] = "steward.review/1"
    score: _Score
    most: Annotated[_Score, Meta(description="The score if every unsure match counted.")]
    least: Annotated[_Points, Meta(description="The score that passes.")]
    verdict: Verdict
    parts: tuple[Part, ...]
    matched: tuple[Matched, ...]
    unmatched: Annotated[tuple[_Number, ...], Meta(description="Comments that match nothing.")]
    missing: tuple[Missing, ...]
    penalties: tuple[Penalty, ...]
    caps: Annotated[tuple[str, ...], Meta(description="What the score was held down for.")]
    looks: Annotated[tuple[str, ...], Meta(description="Why a person must look; empty when none must.")]
    key: Annotated[Key | UnsetType, Meta(description="There only when the rubric reveals it.")] = UNSET
