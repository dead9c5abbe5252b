"""Credits without a database: each charge stands in the comment of its pull request, and the day's sum is theirs.

Amounts are whole hundredths of a credit. Pure; the rules are those of `docs/prose.md`, "Credits".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

CALL = 5
"""What one call of a model costs: 0.05 credits."""

MOST_AMOUNT = 100
"""No single charge is larger; a larger one was not written by us."""

STALE = timedelta(minutes=15)
"""A reservation that is older was left by a run that died."""

_FORM = "%Y-%m-%dT%H:%M:%SZ"
_MOST_ID = 100
_MOST_KEPT = 200


Row: TypeAlias = dict[str, str | int | float | bool | None]
"""A charge as the hidden block of a comment keeps it: flat, so that its depth is bounded."""


class Standing(StrEnum):
    """What became of a charge. A released one is taken out."""

    RESERVED = "reserved"
    CHARGED = "charged"


class Entry(Struct, frozen=True, kw_only=True):
    """One charge: its run's own name for it, when, how much, and what became of it."""

    id: str
    at: datetime
    amount: int
    standing: Standing


class Account(Struct, frozen=True, kw_only=True):
    """What a day's entries come to. `refused` counts those that cannot be ours, and are left out."""

    entries: tuple[Entry, ...] = ()
    refused: int = 0

    @property
    def spent(self) -> int:
        """Reserved and charged together, in hundredths: what may have been paid for counts."""
        return sum(entry.amount for entry in self.entries)

    def holds(self, name: str) -> bool:
        """Whether an entry of that id is there."""
        return any(entry.id == name for entry in self.entries)


def moment(text: str) -> datetime | None:
    """A time as GitHub's `Date` header gives it, or as an entry does; None when it is none."""
    for form in ("%a, %d %b %Y %H:%M:%S GMT", _FORM):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def since(now: datetime) -> str:
    """From when on comments are looked through: 15 minutes before the day began, as the API wants it."""
    return (_midnight(now) - STALE).strftime(_FORM)


def encode(entry: Entry) -> Row:
    """An entry as the hidden block keeps it."""
    return {
        "id": entry.id,
        "at": entry.at.strftime(_FORM),
        "amount": entry.amount,
        "state": entry.standing.value,
    }


def recent(charges: Iterable[Row], now: datetime) -> list[Row]:
    """The charges that may still count, of two days: what is older would fill the comment."""
    since_then = _midnight(now) - timedelta(days=1)
    kept = []
    for charge in charges:
        at = charge.get("at")
        when = moment(at) if isinstance(at, str) else None
        if when is not None and when >= since_then:
            kept.append(charge)
    return kept[-_MOST_KEPT:]


def account(charges: Iterable[Mapping[str, object]], now: datetime) -> Account:
    """The entries of today among the charges of several comments, each id once, the dearer reading of it.

    What cannot be ours is left out and counted: an amount that is none, a time that is none, a time to come.
    """
    found: dict[str, Entry] = {}
    refused = 0
    for charge in charges:
        entry = _entry(charge, now)
        if entry is None:
            refused += 1
        elif entry.at >= _midnight(now):
            known = found.get(entry.id)
            found[entry.id] = entry if known is None or _dearer(entry, known) else known
    return Account(entries=tuple(found[name] for name in sorted(found)), refused=refused)


def _entry(charge: Mapping[str, object], now: datetime) -> Entry | None:
    name, at, amount, state = (charge.get(key) for key in ("id", "at", "amount", "state"))
    if not isinstance(name, str) or not 0 < len(name) <= _MOST_ID:
        return None
    if type(amount) is not int or not 0 < amount <= MOST_AMOUNT or state not in tuple(Standing):
        return None
    when = moment(at) if isinstance(at, str) else None
    # Servers' clocks differ a little; tomorrow's entry was made up.
    if when is None or when > now + STALE:
        return None
    return Entry(id=name, at=when, amount=amount, standing=Standing(str(state)))


def _dearer(one: Entry, other: Entry) -> bool:
    return _price(one) > _price(other)


def _price(entry: Entry) -> tuple[int, bool, datetime]:
    return entry.amount, entry.standing is Standing.CHARGED, entry.at


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
