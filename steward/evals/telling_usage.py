"""What calls to a model took, in words."""

from __future__ import annotations

from collections.abc import Iterator

from steward.evals.figures import NONE, counted, number
from steward.evals.page import Heading, Lines, Part
from steward.evals.usage import Usage
from steward.model import Quoted, Words

_STOPPED = "Interrupted: what was done is told here; the next run goes on from it."


def took(usage: Usage | None, *, title: str = "What it took") -> Iterator[Part]:
    """The part on what calls took; none where nothing was paid."""
    if usage:
        yield Heading(title)
        yield Lines(spent(usage))


def closing(usage: Usage | None, *, stopped: bool) -> Iterator[Part]:
    """The parts that a report ends with: what a paid run took, and whether it was interrupted."""
    yield from took(usage)
    if stopped:
        yield Lines(((_STOPPED,),))


def spent(usage: Usage) -> tuple[Words, ...]:
    """Models, calls, tokens, money and time, a sentence each."""
    answered: Words = tuple(Quoted(model) for model in usage.answered) or ("none",)
    usd = "not known: no price for this model" if usage.usd is None else f"${usage.usd}"
    return (
        ("model asked: ", Quoted(usage.asked), "; answered: ", *answered),
        (f"prompt {usage.prompt or NONE}, schema {usage.schema or NONE}, SDK ", Quoted(usage.sdk or NONE)),
        (
            (
                f"{counted(usage.calls, 'call')}, {counted(usage.faults, 'fault')}, {usage.retries} retried, "
                f"{counted(usage.hits, 'answer')} from the cache"
            ),
        ),
        (
            (
                f"tokens: {usage.tokens_in:,} in, {usage.tokens_out:,} out, of them {usage.tokens_thinking:,} "
                f"thinking; {usage.tokens_cached:,} cached"
            ),
        ),
        (f"cost: {usd} (list prices of {usage.prices_as_of})",),
        (f"seconds a call: p50 {number(usage.seconds_p50)}, p95 {number(usage.seconds_p95)}",),
    )
