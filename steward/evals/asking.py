"""One call to a model: asked once, remembered, counted, and every fault one of a closed list.

The client is the vendor's SDK's or anything with its `messages.create`; nothing of the SDK is imported here.
What goes wrong is a `ModelFailed`, and the words of a server are never repeated (`docs/evals.md`, "Paid judges
and agents").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Protocol, TypedDict

from steward.evals.cache import Cache, Kept, canonical, key
from steward.evals.failure import ModelFailed, failed
from steward.evals.usage import Call
from steward.evals.verdict import writable

MODEL = "claude-haiku-5-5"
MOST_TOKENS = 4_000  # thinking counts

Request = Mapping[str, Any]


class Client(Protocol):
    """What is needed of a client: `messages.create`. `retries`, where there is one, counts calls repeated."""

    @property
    def messages(self) -> Any: ...


class Means(TypedDict, total=False):
    """What a paid judge, agent or writer may be given beside its client; what each is for says `Model`."""

    model: str
    cache: Cache | None
    clock: Callable[[], float] | None
    spend: Callable[[], object]
    sdk: str


class Model:
    """Asks one model, remembers answers, and counts what it took.

    With `several` an answer may have more than one text, which are joined; otherwise exactly one.
    `clock` gives seconds for the latency, `spend` is told of every call that was answered. `calls` are all of
    them, in their order.
    """

    def __init__(
        self,
        *,
        model: str = MODEL,
        client: Client,
        cache: Cache | None = None,
        clock: Callable[[], float] | None = None,
        spend: Callable[[], object] = lambda: None,
        sdk: str = "",
        several: bool = False,
    ) -> None:
        if not str(model or "").strip():
            raise ValueError("a paid judge or agent needs the name of a model")
        if not callable(getattr(getattr(client, "messages", None), "create", None)):
            raise ValueError("a paid judge or agent needs a client with messages.create, such as the SDK's")
        self.name, self.sdk, self._several = model, sdk, several
        self._client, self._cache, self._clock, self._spend = client, cache or Cache(None), clock, spend
        self.calls: list[Call] = []

    def key(self, request: Request, sample: int) -> str:
        """The name under which an answer is kept."""
        base_url = str(getattr(self._client, "base_url", ""))
        return key(request, base_url=base_url, sample=sample)

    def knows(self, request: Request, sample: int) -> bool:
        """Whether the answer is there already and costs nothing."""
        return self._cache.get(self.key(request, sample)) is not None

    def ask(self, request: Request, sample: int, *, usable: Callable[[str], bool] = lambda text: True) -> str:
        """The text of the answer. Raises `ModelFailed`. One that is not `usable` is given back and not kept."""
        name = self.key(request, sample)
        kept = self._cache.get(name)
        if kept is None:
            kept = self._called(request, name)
            if usable(kept.text):
                self._cache.put(kept)
        else:
            self.calls.append(Call(model=kept.model, hit=True))
        return kept.text

    def _called(self, request: Request, name: str) -> Kept:
        began, before = self._now(), self._retries()
        answered = False
        try:
            answer = self._client.messages.create(**request)
            answered = True
            kept = _kept(answer, name, several=self._several)
        except Exception as error:  # noqa: BLE001 - an SDK raises what it likes; Ctrl-C goes through
            fault = failed(error)
            self._count(Call(model=self.name, fault=fault.kind), began, before)
            raise fault from None
        finally:
            if answered:
                self._spend()
        tokens = {field: getattr(kept, field) for field in ("read", "written", "thinking", "cached")}
        self._count(Call(model=kept.model, **tokens), began, before)
        return kept

    def _count(self, call: Call, began: float | None, before: int) -> None:
        now = self._now()
        seconds = now - began if now is not None and began is not None else None
        retries = max(0, self._retries() - before)
        self.calls.append(
            Call(
                model=call.model,
                read=call.read,
                written=call.written,
                thinking=call.thinking,
                cached=call.cached,
                fault=call.fault,
                seconds=seconds,
                retries=retries,
            )
        )

    def _now(self) -> float | None:
        return self._clock() if self._clock else None

    def _retries(self) -> int:
        found = getattr(self._client, "retries", 0)
        return found if isinstance(found, int) else 0


def _kept(answer: Any, name: str, *, several: bool) -> Kept:
    """The text of an answer that ended as it should. Raises `ModelFailed` for any other."""
    stopped = getattr(answer, "stop_reason", None)
    if stopped == "refusal":
        raise ModelFailed("refused")
    if stopped == "max_tokens":
        raise ModelFailed("truncated")
    if stopped == "model_context_window_exceeded":
        raise ModelFailed("too_large")
    content = getattr(answer, "content", None)
    if stopped != "end_turn" or not isinstance(content, list | tuple):
        raise ModelFailed("invalid_reply")
    texts = [getattr(block, "text", None) for block in content if getattr(block, "type", None) == "text"]
    whole = [text for text in texts if isinstance(text, str)]
    if not whole or len(whole) < len(texts) or (len(whole) > 1 and not several):
        raise ModelFailed("invalid_reply")
    usage = getattr(answer, "usage", None)
    details = getattr(usage, "output_tokens_details", None)
    return Kept(
        key=name,
        text=writable("".join(whole)),
        model=writable(str(getattr(answer, "model", "") or "unknown")),
        read=_tokens(usage, "input_tokens") + _tokens(usage, "cache_creation_input_tokens"),
        written=_tokens(usage, "output_tokens"),
        thinking=_tokens(details, "thinking_tokens"),
        cached=_tokens(usage, "cache_read_input_tokens"),
    )


def _tokens(usage: Any, name: str) -> int:
    found = getattr(usage, name, 0)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else 0


def digest(data: Mapping[str, Any]) -> str:
    """A short name for what was sent, so that two reports can be told to have asked the same."""
    return sha256(canonical(data).encode()).hexdigest()[:16]
