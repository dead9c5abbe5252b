"""Several runs, and what people do meanwhile, one step at a time in an order that a seed decides.

A step is one request of one run, or one deed of somebody else. Nobody takes one before every run that still goes
waits with its next request, so an order can be told again by its seed, as far as a run's own threads allow.

Half of the seeds draw every step by lot. The other half give each run a rank and let the first in rank go on, but
for a few moments at which it falls back to the last place: so one run does all its work between two requests of
another, which lots hardly ever bring about, and which most races need.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from tests.contract.inside import Stage, StillClock, run
from tests.github.exchange import Request
from tests.github.runner import Outcome

PATIENCE_SECONDS = 60.0
_FALLS = (2, 22)  # between which steps: two runs take about so many
_DEED = ""

Deed = Callable[[], object]


class Interleaving:
    """Runs and deeds over one stage. `order` is what happened, in a reader's words.

    Each run is told that it has gone on for `passed` seconds already.
    """

    def __init__(self, stage: Stage, seed: int, *, passed: float = 0.0) -> None:
        self.stage = stage
        self.passed = passed
        self.chance = random.Random(seed)
        self._by_lot = seed % 2 == 0
        self._ranks: dict[str, float] = {}
        self._falls = {self.chance.randrange(*_FALLS) for _ in range(self.chance.randint(1, 3))}
        self.order: list[str] = []
        self.ended: dict[str, Outcome] = {}
        self._deeds: list[tuple[str, Deed]] = []
        self._going: set[str] = set()
        self._threads: list[threading.Thread] = []
        self._waiting: Counter[str] = Counter()
        self._turn: str | None = None
        self._serving = 0
        self._started = False
        self._change = threading.Condition()
        stage.github.before("*", self._concerns, self._wait, times="always")
        stage.github.after("*", self._concerns, self._served, times="always")

    def run(
        self, name: str, environment: Mapping[str, str], *, dies: type[BaseException] | None = None
    ) -> None:
        """A run that starts now. Its token is that of the viewer of the same name; with `dies` it may end so."""
        thread = threading.Thread(target=self._run, args=(name, environment, dies), daemon=True)
        with self._change:
            self._going.add(name)
            self._threads.append(thread)
        thread.start()

    def deed(self, name: str, deed: Deed) -> None:
        """Something that happens at any moment; deeds keep their order among each other."""
        self._deeds.append((name, deed))

    def play(self) -> None:
        """Let everything happen. Raises when a run does not end."""
        with self._change:
            self._started = True
            self._choose()
            ended = self._change.wait_for(lambda: not self._going and not self._deeds, PATIENCE_SECONDS)
        assert ended, f"no end after: {self.told}"
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
        self.stage.github.mend()

    @property
    def told(self) -> str:
        """The order, for a message of a failing test."""
        return "\n  ".join(["", *self.order])

    def _run(self, name: str, environment: Mapping[str, str], dies: type[BaseException] | None) -> None:
        try:
            self.ended[name] = run(environment, StillClock(passed=self.passed))
        except BaseException as end:
            if dies is None or not isinstance(end, dies):
                raise
            self.order.append(f"{name} has died")
        finally:
            with self._change:
                self._going.discard(name)
                self.order.append(f"{name} has ended")
                self._choose()
                self._change.notify_all()

    def _concerns(self, request: Request) -> bool:
        return request.viewer is not None and request.viewer.name in self._going

    def _wait(self, request: Request) -> None:
        name = request.viewer.name if request.viewer else ""
        with self._change:
            self._waiting[name] += 1
            self._choose()
            self._change.wait_for(lambda: self._turn == name, PATIENCE_SECONDS)
            self._waiting[name] -= 1
            self._turn = None
            self._serving += 1
            self.order.append(f"{name}: {request}")

    def _served(self, request: Request) -> None:
        with self._change:
            self._serving -= 1
            self._choose()

    def _choose(self) -> None:
        """Whose step is next, once everybody who still goes is waiting for one."""
        while self._started and not self._serving and self._turn is None:
            if not all(self._waiting[name] for name in self._going):
                return
            choices = [*sorted(self._going), *([_DEED] if self._deeds else [])]
            if not choices:
                return
            chosen = self._draw(choices)
            if chosen == _DEED:
                name, deed = self._deeds.pop(0)
                self.order.append(name)
                deed()
            else:
                self._turn = chosen
            self._change.notify_all()

    def _draw(self, choices: Sequence[str]) -> str:
        if self._by_lot:
            return self.chance.choice(choices)
        for name in choices:
            self._ranks.setdefault(name, self.chance.random())
        first = max(choices, key=self._ranks.__getitem__)
        if len(self.order) in self._falls:
            self._ranks[first] = min(self._ranks.values()) - 1
            first = max(choices, key=self._ranks.__getitem__)
        return first
