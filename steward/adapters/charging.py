"""The one charge of a run that asks a model: reserved in our comment before the call, settled when it is written.

Why each step stands where it does: `docs/prose.md`, "Credits".
"""

from __future__ import annotations

from datetime import datetime

from steward import ledger
from steward.adapters.authorship import Say
from steward.adapters.sticky import Sticky
from steward.errors import Unclear
from steward.ledger import Entry
from steward.model import Record, Run, State
from steward.report.comment import UNDER_WAY
from steward.state import Block, Charge, Past, encode


class Charging:
    """What one run owes. `now` is GitHub's own time, once it is known; without a comment nothing is entered."""

    def __init__(self, sticky: Sticky | None, record: Record, *, run: Run, say: Say) -> None:
        self._sticky = sticky
        self._record = record
        self._run = run
        self._say = say
        self._charge: tuple[str, Entry | None] | None = None
        self.now: datetime | None = None

    @property
    def begun(self) -> bool:
        """Whether something was reserved, whatever became of it."""
        return self._charge is not None

    def reserve(self, entry: Entry) -> None:
        """Enter a reservation in our comment. Whether it is there has to be looked up: an answer may be lost."""
        self._charge = (entry.id, None)
        if self._sticky is None:
            return
        head, charge = self._record.head.sha, ledger.encode(entry)
        block = Block(
            pr=self._record.number or 0,
            head=head,
            run=self._run.id,
            attempt=self._run.attempt,
            state=State.RUNNING.value,
            now=Past(head=head, title="being evaluated"),
            charges=[charge],
        )
        try:
            self._sticky.reserve(head, [charge], f"{encode(block)}\n{UNDER_WAY}")
        except Unclear as error:
            self._say(f"whether the reservation was written is open: {error.what}")

    def release(self) -> None:
        """Nothing is to be paid: the reservation goes when the comment is written."""
        if self._charge is not None:
            self._charge = (self._charge[0], None)

    def settle(self, entry: Entry) -> None:
        """The model answered: the reservation becomes this charge when the comment is written."""
        self._charge = (entry.id, entry)

    def kept(self, charges: list[Charge]) -> list[Charge]:
        """What our comment keeps of its charges: ours as it ended, and those of others that may still count."""
        if self.now is not None:
            charges = ledger.recent(charges, self.now)
        if self._charge is None:
            return charges
        name, entry = self._charge
        kept = [charge for charge in charges if charge.get("id") != name]
        return [*kept, ledger.encode(entry)] if entry is not None else kept
