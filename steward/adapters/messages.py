"""A client of the Messages API for evals: bounded in time, with few retries that are counted.

Made when a paid judge or agent is named, for the SDK costs seconds to import (`docs/evals.md`, "Paid judges and
agents").
"""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from steward.adapters.claude import load_sdk

BASE_URL = "https://api.anthropic.com"
SECONDS = 120.0
"""How long one answer may take, however slowly it drips, the tries that failed before it counted in."""

_RETRIED = (408, 409, 429)
_PAUSES = (1.0, 4.0)


class AnswerTimeout(Exception):
    """An answer that was not there in time."""


class MessagesClient:
    """`messages.create` of an SDK's client, with a deadline and up to two retries, which `retries` counts."""

    def __init__(
        self,
        create: Callable[..., Any],
        *,
        base_url: str,
        sdk: str,
        seconds: float = SECONDS,
        sleep: Callable[[float], object] = time.sleep,
        now: Callable[[], float] = time.monotonic,
        close: Callable[[], object] = lambda: None,
    ) -> None:
        self._create, self._seconds, self._sleep, self._now = create, seconds, sleep, now
        self.close = close
        self.base_url, self.sdk, self.retries = base_url, sdk, 0

    @property
    def messages(self) -> MessagesClient:
        """Itself: it has what is asked of `client.messages`."""
        return self

    def create(self, **request: Any) -> Any:
        """The answer to one request. Raises what the SDK raises, or `AnswerTimeout`."""
        ends = self._now() + self._seconds
        for pause in _PAUSES:
            try:
                return self._in_time(request, ends - self._now())
            except Exception as error:
                if not _passing(error) or ends - self._now() <= pause:
                    raise
            self._sleep(pause)
            self.retries += 1
        return self._in_time(request, ends - self._now())

    def _in_time(self, request: dict[str, Any], seconds: float) -> Any:
        """The SDK's own timeout starts anew with every byte; a thread that is left behind does not."""
        answers: list[Any] = []
        faults: list[BaseException] = []

        def call() -> None:
            try:
                answers.append(self._create(**request))
            except BaseException as error:  # noqa: BLE001 - handed on to the thread that waits
                faults.append(error)

        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        thread.join(max(0.0, seconds))
        if faults:
            raise faults[0]
        if not answers:
            raise AnswerTimeout
        return answers[0]


def _passing(error: Exception) -> bool:
    """Whether the same call may well be answered a little later."""
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return status in _RETRIED or status >= 500
    return "Connection" in type(error).__name__


def open_client(
    *,
    key: str,
    base_url: str,
    seconds: float = SECONDS,
    sleep: Callable[[float], object] = time.sleep,
) -> MessagesClient:
    """A client with this key for this server, redirects off. Nothing is sent yet; `close` it in the end."""
    client = load_sdk()(key, base_url)

    def create(**request: Any) -> Any:
        # The SDK warns with what the server said.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return client.messages.create(timeout=seconds, **request)

    return MessagesClient(
        create,
        base_url=base_url,
        sdk=version("anthropic"),
        seconds=seconds,
        sleep=sleep,
        close=client.close,
    )
