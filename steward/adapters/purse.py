"""Paying for a plan of several calls out of the repository's daily credits (`docs/prose.md`, "Credits").

The whole plan is reserved in our comment before the first call, and what was not needed is given back when the
comment is written. A run that dies leaves its reservation, which counts until the day is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec.structs import replace

from steward import ledger, state
from steward.adapters.authorship import Say
from steward.adapters.sticky import Sticky
from steward.errors import StewardError
from steward.ledger import CALL, MOST_AMOUNT, Account, Entry, Standing
from steward.ports import GateSource
from steward.state import Charge

Reserve = Callable[[Sequence[Charge]], None]
"""Writes charges into our comment, which is made where there is none."""


class Purse:
    """What one run may spend. `cap` is the day's, in hundredths of a credit; `name` tells its charges from others'.

    `paid` counts the calls that were answered.
    """

    def __init__(self, source: GateSource, *, cap: int, name: str, say: Say) -> None:
        self._source = source
        self._cap = cap
        self._name = f"{name}.{secrets.token_hex(6)}"
        self._say = say
        self._now: datetime | None = None
        self._entries: tuple[Entry, ...] = ()
        self.paid = 0

    @property
    def charged(self) -> int:
        """What the run has cost, in hundredths of a credit."""
        return self.paid * CALL

    def now(self) -> datetime | None:
        """The moment, by GitHub's clock; None when it does not say. Raises `StewardError`."""
        return ledger.moment(self._source.now())

    def spend(self) -> None:
        """A call was answered."""
        self.paid += 1

    def reserve(self, price: int, sticky: Sticky, write: Reserve) -> bool:
        """Whether the day's credits pay for a plan; then its price is reserved.

        Never raises: without a comment that can be read and written nothing is paid.
        """
        try:
            return self._reserve(price, sticky, write)
        except StewardError as error:
            self._say(f"nothing is paid: {error.what}")
            return False

    def _reserve(self, price: int, sticky: Sticky, write: Reserve) -> bool:
        self._now = now = self.now()
        if now is None or self._account(sticky, now).spent + price > self._cap:
            return False
        self._entries = tuple(self._split(price, now))
        write([ledger.encode(entry) for entry in self._entries])
        account = self._account(sticky, now)
        if account.spent <= self._cap and all(account.holds(entry.id) for entry in self._entries):
            return True
        self._entries = ()
        sticky.enter(lambda block: replace(block, charges=self.kept(block.charges)))
        return False

    def _split(self, price: int, now: datetime) -> list[Entry]:
        """The price in charges that are small enough each to be believed."""
        amounts = [MOST_AMOUNT] * (price // MOST_AMOUNT) + [price % MOST_AMOUNT]
        return [
            Entry(id=f"{self._name}.{number}", at=now, amount=amount, standing=Standing.RESERVED)
            for number, amount in enumerate(amounts)
            if amount
        ]

    def _account(self, sticky: Sticky, now: datetime) -> Account:
        comments = self._source.recent_comments(ledger.since(now))
        ours = (one.body for one in comments if sticky.is_ours(one))
        return ledger.account(state.charges_of(ours), now)

    def kept(self, charges: list[Charge]) -> list[Charge]:
        """What our comment keeps of its charges: those of others, and ours as they ended."""
        if self._now is None:
            return charges
        others = [
            one for one in ledger.recent(charges, self._now) if not str(one.get("id")).startswith(self._name)
        ]
        spent = self._split(self.charged, self._now) if self._entries else []
        return [*others, *(ledger.encode(replace(one, standing=Standing.CHARGED)) for one in spent)]
