"""What models cost: the vendor's list prices, with the day they were looked up (`docs/evals.md`, "Money")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

import msgspec

AS_OF = "2026-11-30"
CREDITS_A_CALL = 5
"""Hundredths of a credit, flat, whatever a call costs in dollars (`docs/evals.md`, "Money")."""


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """US dollars for a million tokens, in and out; above `up_to` tokens in, the second pair."""

    read: str
    written: str
    up_to: int | None = None
    read_above: str = "0"
    written_above: str = "0"


_PRICES: Mapping[str, Price] = {
    "claude-opus-5-5": Price(read="4", written="20"),
    "claude-sonnet-5-5": Price(read="2", written="10"),
    "claude-haiku-5-5": Price(
        read="0.10", written="0.50", up_to=100_000, read_above="0.50", written_above="2.50"
    ),
    "claude-haiku-4-5": Price(read="1", written="5"),
}
_CACHED = Decimal("0.1")  # of the price of reading, for what the vendor had in its own cache
_MILLION = Decimal(1_000_000)


def dollars(model: str, *, read: int, written: int, cached: int = 0) -> Decimal | None:
    """What a call cost by the table; None for a model that is not in it. `read` leaves the cached out."""
    price = _PRICES.get(model) or next(
        (price for name, price in _PRICES.items() if model.startswith(f"{name}-2")), None
    )
    if price is None:
        return None
    above = price.up_to is not None and read + cached > price.up_to
    a_read, a_written = (price.read_above, price.written_above) if above else (price.read, price.written)
    return (Decimal(a_read) * (read + cached * _CACHED) + Decimal(a_written) * written) / _MILLION


def together(costs: Iterable[Decimal | None]) -> Decimal | None:
    """The sum, None when a part is not known: a sum of some would look like the whole."""
    total = Decimal(0)
    for cost in costs:
        if cost is None:
            return None
        total += cost
    return total
