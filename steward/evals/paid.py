"""Judges and agents that pay: one call to a model each time, through a client that is given.

The client is the vendor's SDK's or anything with its `messages.create`; nothing of the SDK is imported here.
What goes wrong is a `ModelFailed` of a closed list, and the words of a server are never repeated
(`docs/evals.md`, "Paid judges and agents").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Protocol

from steward.evals.cache import Cache, Kept, canonical, key
from steward.evals.failure import ModelFailed, failed
from steward.evals.request import PROMPT_VERSION, JudgeRequest, reply_schema
from steward.evals.tasks import GoldenTask
from steward.evals.usage import Call, Usage, summed

MODEL = "claude-haiku-5-5"
MOST_TOKENS = 4_000  # thinking counts

Request = Mapping[str, Any]


class Client(Protocol):
    """What is needed of a client: `messages.create`. `retries`, where there is one, counts calls repeated."""

    @property
    def messages(self) -> Any: ...


class Model:
    """Asks one model, remembers answers, and counts what it took.

    With `several` an answer may have more than one text, which are joined; otherwise exactly one.
    `clock` gives seconds for the latency, `spend` is told of every call that was answered. `calls` are all of
    them, in their order.
    """

    def __init__(
        self,
        *,
        model: str,
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

    def ask(self, request: Request, sample: int) -> str:
        """The text of the answer. Raises `ModelFailed`."""
        name = self.key(request, sample)
        kept = self._cache.get(name)
        if kept is None:
            kept = self._called(request, name)
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
        text="".join(whole),
        model=str(getattr(answer, "model", "") or "unknown"),
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


class AnthropicJudge:
    """A judge that makes one call a sample. The reply is asked for by schema and read strictly."""

    name = "anthropic"
    strict = True

    def __init__(self, model: Model) -> None:
        self.model = model
        self._asked: dict[str, str] = {}

    def __call__(self, asked: JudgeRequest) -> str:
        """The raw reply. Raises `ModelFailed`."""
        self._asked["prompt"] = digest({"version": PROMPT_VERSION, "system": asked.system})
        self._asked["schema"] = digest(reply_schema(asked.max_score))
        return self.model.ask(self.request(asked), asked.sample)

    def request(self, asked: JudgeRequest) -> Request:
        """What is sent: the document is data in the user message, the rest is fixed."""
        return {
            "model": self.model.name,
            "max_tokens": MOST_TOKENS,
            "system": asked.system,
            "messages": [{"role": "user", "content": asked.prompt}],
            "output_config": {
                "effort": "low",
                "format": {"type": "json_schema", "schema": reply_schema(asked.max_score)},
            },
        }

    def knows(self, asked: JudgeRequest) -> bool:
        """Whether the answer is kept already."""
        return self.model.knows(self.request(asked), asked.sample)

    def usage(self) -> Usage:
        """What the calls so far took."""
        return summed(self.model.calls, asked=self.model.name, sdk=self.model.sdk, **self._asked)


class AnthropicAgent:
    """An agent that makes one call a run, the configuration as system prompt."""

    name = "anthropic"

    def __init__(self, model: Model) -> None:
        self.model = model
        self._runs: Counter[str] = Counter()
        self._configs: set[str] = set()

    def __call__(self, task: GoldenTask, config: str) -> str:
        """The model's answer. Raises `ModelFailed`.

        The runs of one request are told apart by their number, so that each is kept as its own.
        """
        request = self.request(task, config)
        self._configs.add(config)
        name = self.model.key(request, 0)
        run = self._runs[name]
        self._runs[name] += 1
        return self.model.ask(request, run)

    def request(self, task: GoldenTask, config: str) -> Request:
        """What is sent. An empty configuration is no system prompt at all."""
        request: dict[str, Any] = {
            "model": self.model.name,
            "max_tokens": MOST_TOKENS,
            "messages": [{"role": "user", "content": task.prompt}],
            "output_config": {"effort": "low"},
        }
        return {**request, "system": config} if config.strip() else request

    def knows(self, task: GoldenTask, config: str, run: int) -> bool:
        """Whether the answer of that run is kept already."""
        return self.model.knows(self.request(task, config), run)

    def usage(self) -> Usage:
        """What the calls so far took."""
        prompt = digest({"systems": sorted(self._configs)})
        return summed(self.model.calls, asked=self.model.name, prompt=prompt, sdk=self.model.sdk)


def anthropic_judge(
    *,
    model: str = MODEL,
    client: Client,
    cache: Cache | None = None,
    clock: Callable[[], float] | None = None,
    spend: Callable[[], object] = lambda: None,
    sdk: str = "",
) -> AnthropicJudge:
    """A judge that pays for every sample that is not in the cache. Raises `ValueError` for a mistake."""
    return AnthropicJudge(Model(model=model, client=client, cache=cache, clock=clock, spend=spend, sdk=sdk))


def anthropic_agent(
    *,
    model: str = MODEL,
    client: Client,
    cache: Cache | None = None,
    clock: Callable[[], float] | None = None,
    spend: Callable[[], object] = lambda: None,
    sdk: str = "",
) -> AnthropicAgent:
    """An agent that pays for every run that is not in the cache. Raises `ValueError` for a mistake."""
    asked = Model(model=model, client=client, cache=cache, clock=clock, spend=spend, sdk=sdk, several=True)
    return AnthropicAgent(asked)
