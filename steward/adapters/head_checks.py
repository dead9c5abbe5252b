"""The check runs of a commit as gates read them: our own marks, and one that a setting names; each asked for once.

How many requests that takes: `docs/action.md`, "What gates read".
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from steward.adapters.checks import is_ours
from steward.adapters.together import Later, start
from steward.ports import GitHub, PublishedCheck
from steward.state import decode_mark

_Checks = tuple[PublishedCheck, ...]


class HeadChecks:
    """Gives out the check runs of commits by their names. Threads may share it."""

    def __init__(self, github: GitHub, *, left: Callable[[], float]) -> None:
        self._github = github
        self._left = left
        self._asked: dict[tuple[str, str | None], Later[_Checks | None]] = {}
        self._asking = threading.Lock()

    def named(self, head: str, name: str, *, with_others: bool = False) -> _Checks:
        """The check runs of that name on a commit, oldest first; raises what asking for them raised.

        `with_others` says that another name is asked for too: one list of them all then serves both. Where that
        list goes on after its first page, names are asked for one by one: ours must be found for certain.
        """
        shared = self._once(head, None) if with_others or (head, None) in self._asked else None
        found = self._once(head, name) or () if shared is None else _called(shared, name)
        return tuple(sorted(found, key=lambda one: one.id))

    def _once(self, head: str, name: str | None) -> _Checks | None:
        """What GitHub lists by a name; without one all of them, or None where they are too many for one page."""
        with self._asking:
            if (head, name) not in self._asked:
                read = partial(self._github.all_checks, head) if name is None else None
                self._asked[head, name] = start(read or partial(self._github.checks, head, name or ""))
        return self._asked[head, name].result(within=self._left())


def _called(checks: _Checks, name: str) -> _Checks:
    return tuple(one for one in checks if one.name == name)


def ours(found: _Checks) -> _Checks:
    """Those that a run of Steward made, by the mark it leaves."""
    return tuple(filter(is_ours, found))


def judged_since(found: _Checks) -> str | None:
    """When a commit was last made the head, by our check runs on it: the first, or a later one after a push."""
    started = [one for one in found if one.started]
    first = [one.started for one in started[:1]]
    return max([*first, *(one.started for one in started if decode_mark(one.text).arrived)], default=None)


def counted(found: _Checks) -> frozenset[int]:
    """The comments whose waivers our check runs on a commit have counted."""
    return frozenset(comment for one in found for comment in decode_mark(one.text).waivers)
