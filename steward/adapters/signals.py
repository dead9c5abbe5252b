"""Signals: a run that is cancelled, and a run whose time is up, end in words.

The runner cancels with SIGINT, then SIGTERM 7.5 seconds later; the first process of a container ignores both
unless it asks for them. An alarm ends what no timeout of a request can: a server that sends a byte now and then.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from steward.adapters.clock import Clock
from steward.errors import Cancelled, TimedOut


@contextmanager
def listening(clock: Clock) -> Iterator[None]:
    """Turn SIGINT and SIGTERM into `Cancelled`, and the end of the clock's time into `TimedOut`."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread can be interrupted: a caller in another one bounds the run itself
        return
    handlers = {number: signal.signal(number, _cancel) for number in (signal.SIGINT, signal.SIGTERM)}
    handlers[signal.SIGALRM] = signal.signal(signal.SIGALRM, _ring)
    clock.on_change(lambda seconds: signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001)))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _cancel(number: int, frame: FrameType | None) -> None:
    raise Cancelled(signal.Signals(number).name, 128 + number)


def _ring(number: int, frame: FrameType | None) -> None:
    raise TimedOut(
        "the run's time was up", mend="Run the job again; see docs/troubleshooting.md, section timeout."
    )
