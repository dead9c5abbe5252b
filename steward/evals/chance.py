"""Chance that is the same everywhere: numbers drawn from a seed, equal under every Python.

SHAKE-256 gives as many evenly spread bytes as are asked for; a seed and a purpose name the stream
(`docs/evals.md`, "Statistics").
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import shake_256
from typing import TypeVar

_T = TypeVar("_T")


def draws(count: int, below: int, *, seed: int, purpose: str) -> list[int]:
    """So many whole numbers from 0 up to, not including, `below` (at most 65,536 for an even spread)."""
    stream = shake_256(f"{purpose}:{seed}".encode()).digest(4 * count)
    return [value * below >> 32 for value in struct.unpack(f"<{count}I", stream)]


def shuffled(items: Sequence[_T], *, seed: int, purpose: str) -> list[_T]:
    """The items in an order by lot (Fisher and Yates)."""
    left = list(items)
    lots = draws(len(left), 1 << 31, seed=seed, purpose=purpose)
    for last in range(len(left) - 1, 0, -1):
        other = lots[last] * (last + 1) >> 31
        left[last], left[other] = left[other], left[last]
    return left
