"""Several runs, one request at a time, in an order that a seed decides: races that can be told again."""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import dataclass, field

from tests.github.exchange import Request
from tests.github.server import GitHubServer

PATIENCE_SECONDS = 5.0


@dataclass(slots=True)
class Turns:
    """Holds every request back until each run that is still going waits with one, then lets one of them pass.

    A run is known by its viewer's name (`world.add_viewer("run-2")`). Call `done` when a run has ended. A run
    that computes or sleeps for longer than PATIENCE_SECONDS is not waited for.
    """

    names: set[str]
    chance: random.Random
    order: list[str] = field(default_factory=list)
    _waiting: Counter[str] = field(default_factory=Counter)
    _chosen: str | None = None
    _served: int = 0
    _change: threading.Condition = field(default_factory=threading.Condition)

    @classmethod
    def over(cls, server: GitHubServer, names: set[str], seed: int) -> Turns:
        """Take turns on this server from now on."""
        made = cls(set(names), random.Random(seed))
        server.before("*", made._concerns, made._wait, times="always")
        server.after("*", made._concerns, made._pass_on, times="always")
        return made

    def done(self, name: str) -> None:
        """That run has ended, and what it may still send is not held back."""
        with self._change:
            self.names.discard(name)
            self._change.notify_all()
            self._choose()

    def _concerns(self, request: Request) -> bool:
        return request.viewer is not None and request.viewer.name in self.names

    def _wait(self, request: Request) -> None:
        name = request.viewer.name if request.viewer else ""
        with self._change:
            self._waiting[name] += 1
            self._choose()
            self._change.wait_for(lambda: self._chosen == name or name not in self.names, PATIENCE_SECONDS)
            self._waiting[name] -= 1
            if self._chosen == name:
                self._chosen = None
            self.order.append(name)
            self._served += 1

    def _pass_on(self, request: Request) -> None:
        with self._change:
            self._served -= 1
            self._choose()

    def _choose(self) -> None:
        """Choose who passes, once everybody who still runs is waiting."""
        ready = sorted(name for name in self.names if self._waiting[name] > 0)
        if not self._served and self._chosen is None and ready and len(ready) == len(self.names):
            self._chosen = self.chance.choice(ready)
            self._change.notify_all()
