"""What the calls to a model took: tokens, money, time, and what was spared (`docs/evals.md`, "The report")."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from steward.evals.prices import AS_OF, dollars, together
from steward.evals.statistics import percentile


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One answered call, or one that failed. `cached` tokens were in the vendor's cache; `hit` is from ours."""

    model: str
    read: int = 0
    written: int = 0
    thinking: int = 0
    cached: int = 0
    seconds: float | None = None
    retries: int = 0
    hit: bool = False
    fault: str = ""


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """All calls of a run together. `usd` and the latencies are None where they are not known."""

    asked: str
    answered: tuple[str, ...]
    prompt: str
    schema: str
    sdk: str
    calls: int
    hits: int
    faults: int
    retries: int
    tokens_in: int
    tokens_out: int
    tokens_thinking: int
    tokens_cached: int
    usd: str | None
    prices_as_of: str
    seconds_p50: float | None
    seconds_p95: float | None


def summed(calls: Sequence[Call], *, asked: str, prompt: str = "", schema: str = "", sdk: str = "") -> Usage:
    """The usage of these calls. Hits cost nothing and took no time: they are counted apart."""
    paid = [call for call in calls if not call.hit]
    fine = [call for call in paid if not call.fault]
    times = [call.seconds for call in fine if call.seconds is not None]
    usd = together(
        dollars(call.model, read=call.read, written=call.written, cached=call.cached) for call in fine
    )
    return Usage(
        asked=asked,
        answered=tuple(sorted({call.model for call in calls if call.model and not call.fault})),
        prompt=prompt,
        schema=schema,
        sdk=sdk,
        calls=len(paid),
        hits=len(calls) - len(paid),
        faults=len(paid) - len(fine),
        retries=sum(call.retries for call in paid),
        tokens_in=sum(call.read for call in fine),
        tokens_out=sum(call.written for call in fine),
        tokens_thinking=sum(call.thinking for call in fine),
        tokens_cached=sum(call.cached for call in fine),
        usd=None if usd is None else f"{usd:.6f}",
        prices_as_of=AS_OF,
        seconds_p50=percentile(times, 50),
        seconds_p95=percentile(times, 95),
    )
