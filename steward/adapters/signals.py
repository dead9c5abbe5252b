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

_AGAIN_SECONDS = 2.0
_CANCELLING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def listening() -> Iterator[None]:
    """Turn SIGINT and SIGTERM into `Cancelled`, once: what is left to do then is to say so."""
    if not _can_listen():
        yield
        return
    handlers = {number: signal.signal(number, _cancel) for number in _CANCELLING}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            if signal.getsignal(number) is _cancel:  # once cancelled, nothing more is heard
                signal.signal(number, handler)


@contextmanager
def bounded(clock: Clock) -> Iterator[None]:
    """Turn the end of each stage's time into `TimedOut`.

    The alarm rings again while the end is past: a library may swallow what it raises.
    """
    if not _can_listen():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        if clock.left() <= 0:
            raise TimedOut(
                "the run's time was up",
                mend="Run the job again; see docs/troubleshooting.md, section timeout.",
            )

    handler = signal.signal(signal.SIGALRM, ring)
    clock.on_change(lambda seconds: signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), _AGAIN_SECONDS))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def _can_listen() -> bool:
    # Only the main thread can be interrupted: a caller in another one bounds the run itself.
    return threading.current_thread() is threading.main_thread()


def _cancel(number: int, frame: FrameType | None) -> None:
    for one in _CANCELLING:
        signal.signal(one, _unheard)
    raise Cancelled(signal.Signals(number).name, 128 + number)


def _unheard(number: int, frame: FrameType | None) -> None:
    """The run is ending already. Python complains of SIG_IGN for a signal that has come and was not told yet."""
