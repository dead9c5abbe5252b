"""The one place that talks to a model: one call, with its own deadline, whose every end is a value.

What the SDK does by itself is switched off: retries, redirects, its reading of the environment. It is imported in
one function only, for it costs seconds (`docs/prose.md`, "The call").
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from steward.model import ProseReason

MAX_TOKENS = 4_000
_DROPPED = ("ANTHROPIC_LOG", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_BASE_URL", "ANTHROPIC_AUTH_TOKEN")
_REASONS: Mapping[int, ProseReason] = {
    400: ProseReason.BAD_REQUEST,
    401: ProseReason.AUTH,
    402: ProseReason.BILLING,
    403: ProseReason.AUTH,
    404: ProseReason.BAD_REQUEST,
    408: ProseReason.TIMEOUT,
    413: ProseReason.TOO_LARGE,
    422: ProseReason.BAD_REQUEST,
    429: ProseReason.RATE_LIMITED,
    504: ProseReason.TIMEOUT,
    529: ProseReason.OVERLOADED,
}


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One request to a model: the system text, the user's message, and the schema of the answer."""

    model: str
    system: str
    message: str
    schema: Mapping[str, Any]


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """What came back: the texts of the answer's blocks, or a `reason` why there is none.

    `answered` is whether the model's own answer came, usable or not: that is what is paid for.
    """

    reason: ProseReason | None = None
    answered: bool = False
    model: str = ""
    stop_reason: str = ""
    texts: tuple[str, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0


class Claude:
    """A model behind one key. Made early, so that the SDK is imported while GitHub is read."""

    def __init__(self, *, key: str, base_url: str | None, seconds: float) -> None:
        self._key = key
        self._base_url = base_url or "https://api.anthropic.com"
        self._seconds = seconds
        self._connect: Callable[[str, str], Any] | None = None
        self._importing = threading.Thread(target=self._import, daemon=True)
        self._importing.start()

    def ask(self, asked: Asked, *, left: float) -> Answered:
        """Ask once. Every fault becomes a reason; nothing that a server says is printed."""
        seconds = min(self._seconds, left)
        if seconds <= 0:
            return Answered(reason=ProseReason.TIMEOUT)
        end = time.monotonic() + seconds
        self._importing.join(seconds)
        if self._importing.is_alive():
            return Answered(reason=ProseReason.TIMEOUT)
        connect = self._connect
        if connect is None:
            return Answered(reason=ProseReason.INTERNAL)
        answers: list[Answered] = []

        rest = max(end - time.monotonic(), 0.01)

        def call() -> None:
            answers.append(self._call(connect, asked, rest))

        # A thread of its own: a server that drips bytes keeps every timeout of a socket from running out.
        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        thread.join(rest)
        return answers[0] if answers else Answered(reason=ProseReason.TIMEOUT)

    def _import(self) -> None:
        # Whatever the SDK does, the report is written: without it there is nothing to connect with.
        with contextlib.suppress(Exception):
            self._connect = load_sdk()

    def _call(self, connect: Callable[[str, str], Any], asked: Asked, seconds: float) -> Answered:
        try:
            # The SDK warns with what the server said.
            with warnings.catch_warnings(), connect(self._key, self._base_url) as client:
                warnings.simplefilter("ignore")
                answered = _answered(_create(client, asked, seconds))
            # A gateway that sends the key back has it published nowhere.
            return replace(answered, model="") if self._key in answered.model else answered
        except Exception as error:  # noqa: BLE001 - every end is a value
            return _failed(error)


def load_sdk() -> Callable[[str, str], Any]:
    """Import the SDK; returns what makes a client."""
    for name in _DROPPED:
        os.environ.pop(name, None)
    import anthropic

    def connect(key: str, base_url: str) -> Any:
        return anthropic.Anthropic(
            api_key=key,
            base_url=base_url,
            max_retries=0,
            # A proxy of the environment would be handed the key in the clear.
            http_client=anthropic.DefaultHttpxClient(
                follow_redirects=False, trust_env=base_url.startswith("https:")
            ),
        )

    return connect


def _create(client: Any, asked: Asked, seconds: float) -> Any:
    return client.messages.create(
        model=asked.model,
        max_tokens=MAX_TOKENS,
        system=asked.system,
        messages=[{"role": "user", "content": asked.message}],
        output_config={"effort": "low", "format": {"type": "json_schema", "schema": dict(asked.schema)}},
        timeout=seconds,
    )


def _answered(message: Any) -> Answered:
    content = getattr(message, "content", None)
    if not isinstance(content, list):
        # A page of a proxy comes back as text, and half an answer without content.
        return Answered(reason=ProseReason.INVALID_REPLY, answered=True)
    usage = getattr(message, "usage", None)
    texts = tuple(_text(block) for block in content if getattr(block, "type", "") != "thinking")
    return Answered(
        answered=True,
        model=str(getattr(message, "model", "") or "")[:100],
        stop_reason=str(getattr(message, "stop_reason", "") or ""),
        texts=texts,
        input_tokens=_count(getattr(usage, "input_tokens", 0)),
        output_tokens=_count(getattr(usage, "output_tokens", 0)),
    )


def _text(block: Any) -> str:
    text = getattr(block, "text", None) if getattr(block, "type", "") == "text" else None
    return text if isinstance(text, str) else ""


def _count(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 10**9 else 0


def _failed(error: Exception) -> Answered:
    """A reason from the closed list: by status and kind, never by words."""
    status = getattr(error, "status_code", None)
    name = type(error).__name__
    if isinstance(status, int):
        fallback = ProseReason.OVERLOADED if status >= 500 else ProseReason.INTERNAL
        return Answered(reason=_REASONS.get(status, fallback))
    if name == "APITimeoutError":
        return Answered(reason=ProseReason.TIMEOUT)
    if name == "APIConnectionError":
        return Answered(reason=ProseReason.NETWORK)
    if name in ("JSONDecodeError", "APIResponseValidationError", "AttributeError", "TypeError"):
        return Answered(reason=ProseReason.INVALID_REPLY, answered=True)
    return Answered(reason=ProseReason.INTERNAL)
