"""Independent reads side by side."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from steward.errors import TimedOut

_T = TypeVar("_T")


class Later(Generic[_T]):
    """A call under way in a thread of its own."""

    __slots__ = ("_errors", "_results", "_thread")

    def __init__(self, thread: threading.Thread, results: list[_T], errors: list[BaseException]) -> None:
        self._thread, self._results, self._errors = thread, results, errors

    def result(self, *, within: float) -> _T:
        """What the call returned, or the exception it raised; `TimedOut` when it takes more seconds than this."""
        self._thread.join(within)
        if self._thread.is_alive():
            raise TimedOut("an answer of GitHub did not come in time", mend="Run the job again.")
        if self._errors:
            raise self._errors[0]
        return self._results[0]


def start(call: Callable[[], _T]) -> Later[_T]:
    """Begin a call. The thread is a daemon: a run that is over does not wait for an answer."""
    results: list[_T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:  # noqa: BLE001 - handed to whoever asks for the result
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return Later(thread, results, errors)
