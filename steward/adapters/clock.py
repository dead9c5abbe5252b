"""Time: how long a run has, and how long it may wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

RUN_SECONDS = 150.0
"""Judging must be over by then; what is left of 180 seconds is for publishing."""

PUBLISH_SECONDS = 170.0
"""Publishing must be over by then."""

WAIT_SECONDS = 60.0
"""All waiting of a run together, whatever GitHub asks for (`docs/action.md`, "Requests")."""


class Clock:
    """One run's time. Safe to share between threads."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._end = RUN_SECONDS
        self._waited = 0.0
        self._changed: Callable[[float], object] = lambda seconds: None
        self._lock = threading.Lock()

    def passed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._start

    def left(self) -> float:
        """Seconds until the run must be over; may be negative."""
        return self._end - self.passed()

    def begin_publishing(self) -> None:
        """From here on the time kept back for publishing may be used."""
        self._end = PUBLISH_SECONDS
        self._changed(self.left())

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
            time.sleep(seconds)
        return allowed

    def hung(self, seconds: float) -> None:
        """Count time spent on an answer that never came: it was waiting too."""
        with self._lock:
            self._waited += seconds

    @staticmethod
    def now() -> float:
        """Seconds since the epoch: for GitHub's rate-limit resets, which are given so."""
        return time.time()
