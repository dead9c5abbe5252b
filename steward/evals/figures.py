"""How the reports write numbers down: two digits, a dash for what is not known."""

from __future__ import annotations

from steward.evals.shape import Pair

NONE = "–"


def number(value: float | None, *, signed: bool = False) -> str:
    """A number in two digits."""
    if value is None:
        return NONE
    text = f"{value:+.2f}" if signed else f"{value:.2f}"
    return text.replace("-", "−")


def whole(value: float | None, *, signed: bool = False) -> str:
    """A score: whole where it is, with its half where the median has one."""
    if value is None:
        return NONE
    return (f"{value:+g}" if signed and value else f"{value:g}").replace("-", "−")


def between(pair: Pair | None, *, signed: bool = False) -> str:
    """An interval."""
    if pair is None:
        return NONE
    return f"{number(pair[0], signed=signed)} to {number(pair[1], signed=signed)}"


def probability(value: float | None) -> str:
    """A p."""
    return NONE if value is None else f"{value:.4f}" if value >= 0.0001 else "< 0.0001"


def counted(n: int, what: str) -> str:
    """So many of something."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"
