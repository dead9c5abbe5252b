"""What a run is going to cost, before its first call (`docs/evals.md`, "Money")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from steward.evals.prices import CREDITS_A_CALL
from steward.evals.tasks import GoldenTask

Charge = Callable[[int], bool]
"""Asked once, before the first call, with the whole plan's price in hundredths of a credit; False refuses it."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """So many calls will be made; so many answers are in the cache and cost nothing."""

    calls: int
    cached: int

    @property
    def price(self) -> int:
        """In hundredths of a credit. A call that is not answered costs nothing, so this is the most."""
        return self.calls * CREDITS_A_CALL

    def __str__(self) -> str:
        price = credits_of(self.price)
        return f"{self.calls:,} calls, at most {price} credits ({self.cached:,} answers in the cache)"


def known_runs(
    knows: Callable[[GoldenTask, str, int], bool], asked: Iterable[tuple[GoldenTask, str]], *, runs: int
) -> list[bool]:
    """Whether each run of these tasks under these configurations has its answer already.

    What is sent alike, by another task or arm, is one more run of the same request, and has its own answer.
    """
    known: list[bool] = []
    before: Counter[tuple[str, str]] = Counter()
    for task, config in asked:
        sent = task.prompt, config if config.strip() else ""
        known += [knows(task, config, before[sent] + run) for run in range(runs)]
        before[sent] += runs
    return known


class NotAffordable(ValueError):
    """The plan costs more than is left."""


def require_affordable(plan: Plan, charge: Charge) -> None:
    """Raises `NotAffordable` when the plan may not be carried out. A plan without calls is always affordable."""
    if plan.calls and not charge(plan.price):
        raise NotAffordable(f"the plan costs more than is left today: {plan}")


def credits_of(hundredths: int) -> str:
    """An amount for people: `1.05`."""
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"
