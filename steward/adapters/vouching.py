"""Who may vouch for a change: permissions, each asked for once in a run, and the approvals of a pull request.

How many requests that takes: `docs/action.md`, "What gates read".
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from steward.adapters.measured import or_missing
from steward.adapters.together import Later, start
from steward.errors import StewardError, Superseded, TimedOut
from steward.facts import Approval, Missing
from steward.intake.reviews import approving, to_ask
from steward.model import Record
from steward.ports import GateSource

_WRITES = ("write", "maintain", "admin")


class Vouching:
    """Gives out what people may do, and who of them approved. Threads may share it."""

    def __init__(self, source: GateSource, *, left: Callable[[], float]) -> None:
        self._source = source
        self._left = left
        self._permissions: dict[str, Later[str]] = {}
        self._approved: dict[int, tuple[Approval, ...] | Missing] = {}
        self._asking = threading.Lock()

    def permission(self, login: str) -> str:
        """What somebody may do now; raises what asking for it raised."""
        name = login.casefold()
        with self._asking:
            if name not in self._permissions:
                self._permissions[name] = start(lambda: self._source.permission(login))
        return self._permissions[name].result(within=self._left())

    def known_permission(self, login: str) -> str | None:
        """The same, or None where it cannot be seen; a run out of time stays one."""
        try:
            return self.permission(login)
        except (TimedOut, Superseded):
            raise
        except StewardError:
            return None

    def approvals(self, record: Record) -> tuple[Approval, ...] | Missing:
        """The approvals of a pull request, with what may be said of those who gave them, read once."""
        number, head = record.number or 0, record.head.sha
        if number not in self._approved:
            self._approved[number] = or_missing(
                lambda: self._read(number, head, record.author.login), "the approvals"
            )
        return self._approved[number]

    def _read(self, number: int, head: str, author: str) -> tuple[Approval, ...]:
        found = approving(self._source.reviews(number))
        asked = to_ask(found, head=head, author=author)
        return tuple(
            Approval(
                account=one.account,
                head=one.head,
                may_write=one.account.login.casefold() in asked
                and self.permission(one.account.login) in _WRITES,
            )
            for one in found
            if one.account is not None
        )
