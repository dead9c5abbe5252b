"""Time: how long a run has, and how long it may wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from enum import Enum

ANSWER_SECONDS = 14.0
"""How long one answer may keep silent: four times, and the pauses between, are within the waiting of a run."""

WAIT_SECONDS = 60.0
"""All waiting of a run together, whatever GitHub asks for (`docs/action.md`, "Requests")."""

_IMPATIENT_SECONDS = 3.0


class Stage(Enum):
    """What a run is at, and the second by which that must be over: 180 with what is around it.

    Each later stage has time of its own, so that a server that hangs in one cannot cost the next: most of all
    the check run, for a merge waits for it.
    """

    JUDGING = 150.0
    CHECK = 162.0
    COMMENT = 172.0


class Clock:
    """One run's time. Safe to share between threads.

    `sleep` and `monotonic` are the system's unless a test brings its own; `pace` makes every bound as much
    shorter, `answer` is how long a socket may keep silent.
    """

    def __init__(
        self,
        *,
        sleep: Callable[[float], object] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        pace: float = 1.0,
        answer: float = ANSWER_SECONDS,
    ) -> None:
        self._sleep, self._monotonic, self._pace, self._answer = sleep, monotonic, pace, answer
        self._start = monotonic()
        self._end = Stage.JUDGING.value * pace
        self._waited = 0.0
        self._changed: Callable[[float], object] = lambda seconds: None
        self._lock = threading.Lock()

    def passed(self) -> float:
        """Seconds since the run began."""
        return self._monotonic() - self._start

    def left(self) -> float:
        """Seconds until this stage must be over; never negative."""
        return max(self._end - self.passed(), 0.0)

    def answer_within(self) -> float:
        """Seconds that the next answer may take; few when the run has waited for too long already."""
        patience = self._answer if self._waited < WAIT_SECONDS else min(self._answer, _IMPATIENT_SECONDS)
        return max(min(patience, self.left()), 0.01)

    def begin(self, stage: Stage) -> None:
        """From here on the time kept back for this stage may be used."""
        self._end = stage.value * self._pace
        self._changed(self.left())

    def begin_anew(self) -> None:
        """Start from zero: what went before had a limit of its own."""
        self._start = self._monotonic()
        self._waited = 0.0
        self.begin(Stage.JUDGING)

    def on_change(self, call: Callable[[float], object]) -> None:
        """Call with the seconds that are left: now, and whenever the end moves."""
        self._changed = call
        call(self.left())

    def wait(self, seconds: float) -> bool:
        """Sleep, if the run's waiting and time allow it; False, at once, when they do not."""
        with self._lock:
            allowed = self._waited + seconds <= WAIT_SECONDS and seconds < self.left()
            if allowed:
                self._waited += seconds
        if allowed:
            self._sleep(seconds)
        return allowed

    def hung(self, seconds: float) -> None:
        """Count time spent on an answer that never came: it was waiting too."""
        with self._lock:
            self._waited += seconds

    @staticmethod
    def now() -> float:
        """Seconds since the epoch: for GitHub's rate-limit resets, which are given so."""
        return time.time()
