"""The hidden block of the sticky comment: what a later run needs to know of the earlier ones.

It is the comment's first line, `<!-- steward:v1 {…} -->`: JSON in which `<`, `>` and `--` are escaped, so that
nothing in it can end the HTML comment. It is read back from a comment that people with write access can edit:
everything is typed and bounded, and what does not fit is treated as absent (`docs/action.md`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec

from steward.model import (
    DimensionKey,
    PastVerdict,
    ProseReason,
    Remembered,
    Run,
    Verdict,
    Waiver,
)

_SUFFIX = " -->"
HISTORY = 20
WAIVERS = 100


class Series(StrEnum):
    """Whose sticky comment: every mode of the Action has one of its own on a pull request."""

    EVALUATION = "steward"
    TASK = "steward-task"
    REVIEW = "steward-review"
    EVAL = "steward-eval"

    @property
    def mark(self) -> str:
        """How a comment of any version begins."""
        return f"<!-- {self}:v"

    @property
    def prefix(self) -> str:
        """How a comment of this version begins."""
        return f"{self.mark}1 "

    @property
    def retired(self) -> str:
        """The first line of a comment of ours that another has replaced: it remembers nothing."""
        return f"{self.prefix}{{}}{_SUFFIX}"


_PAYING = (Series.EVALUATION, Series.EVAL)

_Score = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Sha = Annotated[str, msgspec.Meta(pattern=r"\A(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")]
_Short = Annotated[str, msgspec.Meta(max_length=40)]
_Long = Annotated[str, msgspec.Meta(max_length=2_000)]
_Id = Annotated[int, msgspec.Meta(ge=0, le=10**18)]


class Past(msgspec.Struct, frozen=True, omit_defaults=True):
    """One verdict in the block."""

    head: _Sha
    title: Annotated[str, msgspec.Meta(max_length=300)]
    verdict: Verdict | None = None
    overall: _Score | None = None
    scores: dict[DimensionKey, _Score | None] = {}

    def verdict_value(self) -> PastVerdict:
        """The noun that reports read."""
        return PastVerdict(
            head=self.head, title=self.title, verdict=self.verdict, overall=self.overall, scores=self.scores
        )

    @classmethod
    def from_verdict(cls, past: PastVerdict) -> Past:
        """The block's form of a verdict."""
        return cls(past.head, past.title[:300], past.verdict, past.overall, dict(past.scores))


class StoredProse(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model's answer, kept so that the same question is not paid for twice."""

    key: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    model: Annotated[str, msgspec.Meta(max_length=100)] = ""
    fields: Annotated[dict[_Short, _Long], msgspec.Meta(max_length=10)] = {}
    failed: Annotated[list[_Short], msgspec.Meta(max_length=50)] = []
    reason: ProseReason | None = None


class BoundWaiver(msgspec.Struct, frozen=True):
    """The comment that gave a waiver, and the commit it was first counted for."""

    comment: _Id
    head: _Sha


Charge: TypeAlias = dict[str, str | int | float | bool | None]
"""One charge, opaque here: the ledger reads it, merging keeps every one. Flat, so that its depth is bounded."""


class Block(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the block holds."""

    pr: _Id
    head: _Sha
    run: _Id
    attempt: _Id
    state: str
    now: Past
    past: Annotated[list[Past], msgspec.Meta(max_length=HISTORY)] = []
    charges: Annotated[list[Charge], msgspec.Meta(max_length=10_000)] = []
    prose: StoredProse | None = None
    waivers: Annotated[list[BoundWaiver], msgspec.Meta(max_length=WAIVERS)] = []

    @property
    def order(self) -> tuple[int, int]:
        """Later runs compare greater."""
        return Run(id=self.run, attempt=self.attempt).order


def encode(block: Block, series: Series = Series.EVALUATION) -> str:
    """The one line that stands first in the comment."""
    return f"{series.prefix}{_escaped(msgspec.to_builtins(block))}{_SUFFIX}"


def _escaped(value: object) -> str:
    # In ASCII, so that nothing hides in the page's source.
    text = json.dumps(value, separators=(",", ":"))
    # Inside JSON these characters stand in strings only, where an escape means the same.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("--", "-\\u002d")


def is_marked(body: str, series: Series = Series.EVALUATION) -> bool:
    """Whether the body begins as a Steward comment of any version does; who wrote it is another question."""
    return body.startswith(series.mark)


def decode(body: str, series: Series = Series.EVALUATION) -> Block | None:
    """The block of a comment's body; None when there is none that can be read."""
    line = body.split("\n", 1)[0].rstrip("\r")
    if not (line.startswith(series.prefix) and line.endswith(_SUFFIX)):
        return None
    try:
        return msgspec.json.decode(line[len(series.prefix) : -len(_SUFFIX)], type=Block)
    except (msgspec.DecodeError, RecursionError):
        return None


def paying(body: str) -> Series | None:
    """The series of a comment that may hold charges; None for any other comment."""
    return next((series for series in _PAYING if is_marked(body, series)), None)


def charges_of(bodies: Iterable[str]) -> list[Charge]:
    """Every charge in the blocks of these comments, of whatever series."""
    blocks = (decode(body, series) for body in bodies if (series := paying(body)) is not None)
    return [charge for block in blocks if block is not None for charge in block.charges]


def follow(old: Block | None, head: str, *, failed: bool = False) -> list[Past]:
    """The past verdicts as a new one for `head` sees them: those of other heads, the last one included.

    A run that failed left no verdict worth remembering; the one that stood before it is remembered on.
    """
    if old is None:
        return []
    known = old.now.verdict is not None and old.now.overall is not None
    past = [*old.past, old.now] if known else list(old.past)
    while past and past[-1].head == head and not failed:
        past.pop()  # what is said anew is no past
    return past[-HISTORY:]


def bind(old: Block | None, waivers: Iterable[Waiver], head: str) -> list[BoundWaiver]:
    """What a new block remembers of waivers: those that were bound before, and those that count now."""
    known = {one.comment: one for one in old.waivers} if old else {}
    for waiver in waivers:
        if waiver.head is not None and waiver.comment not in known:
            known[waiver.comment] = BoundWaiver(waiver.comment, head)
    return list(known.values())[-WAIVERS:]


def keep(old: Block | None, new: Remembered | None) -> StoredProse | None:
    """The answer that a new block keeps: the run's own, else the one that was kept before."""
    if new is None:
        return old.prose if old else None
    return StoredProse(new.key, new.model[:100], dict(new.fields), list(new.failed), new.reason)


def remembered(block: Block | None) -> Remembered | None:
    """The answer that a block keeps, as the noun that the rest reads."""
    if block is None or block.prose is None:
        return None
    kept = block.prose
    return Remembered(
        key=kept.key, model=kept.model, fields=kept.fields, failed=tuple(kept.failed), reason=kept.reason
    )


class Share(msgspec.Struct, frozen=True):
    """How many of a domain's measured lines the tests reached."""

    domain: Annotated[str, msgspec.Meta(max_length=500)]
    covered: _Id
    lines: _Id


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a check run remembers of its commit.

    `waivers` are the comments that asked for a waiver of it, `arrived` is whether a push had just made it the head,
    `coverage` the share of each domain that has a minimum, None where no coverage file was at hand.
    """

    waivers: Annotated[list[_Id], msgspec.Meta(max_length=WAIVERS)] = []
    arrived: bool = False
    coverage: Annotated[list[Share], msgspec.Meta(max_length=200)] | None = None


_MARK_PREFIX = "<!-- steward:counted "


def encode_mark(mark: Mark) -> str:
    """The line that stands first in a check run's text; empty when there is nothing to remember."""
    if mark == Mark():
        return ""
    return f"{_MARK_PREFIX}{_escaped(msgspec.to_builtins(mark))}{_SUFFIX}"


def decode_mark(text: str) -> Mark:
    """What a check run's text remembers; nothing when it cannot be read."""
    line = text.split("\n", 1)[0].rstrip("\r")
    if not (line.startswith(_MARK_PREFIX) and line.endswith(_SUFFIX)):
        return Mark()
    try:
        return msgspec.json.decode(line[len(_MARK_PREFIX) : -len(_SUFFIX)], type=Mark)
    except (msgspec.DecodeError, RecursionError):
        return Mark()


def merge_charges(blocks: Iterable[Block]) -> list[Charge]:
    """Every charge of several blocks, each once."""
    merged: dict[bytes, Charge] = {}
    for block in blocks:
        for charge in block.charges:
            merged.setdefault(msgspec.json.encode(charge, order="sorted"), charge)
    return list(merged.values())


def charged(block: Block, charges: list[Charge]) -> Block:
    """The same block with these charges."""
    return msgspec.structs.replace(block, charges=charges)
