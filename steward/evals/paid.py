"""Judges and agents that pay: one call to a model each time, through a client that is given.

`docs/evals.md`, "Paid judges and agents".
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Unpack

from steward.evals.asking import MOST_TOKENS, Client, Means, Model, Request, digest
from steward.evals.request import PROMPT_VERSION, JudgeRequest, reply_schema
from steward.evals.tasks import GoldenTask
from steward.evals.usage import Usage, summed
from steward.evals.verdict import is_verdict


class AnthropicJudge:
    """A judge that makes one call a sample. The reply is asked for by schema and read strictly."""

    name = "anthropic"
    strict = True

    def __init__(self, model: Model) -> None:
        self.model = model
        self._systems: set[str] = set()
        self._schemas: set[str] = set()

    def __call__(self, asked: JudgeRequest) -> str:
        """The raw reply. Raises `ModelFailed`."""
        self._systems.add(asked.system)
        self._schemas.add(digest(reply_schema(asked.max_score)))
        return self.model.ask(
            self.request(asked), asked.sample, usable=lambda text: is_verdict(text, max_score=asked.max_score)
        )

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
        return summed(
            self.model.calls,
            asked=self.model.name,
            prompt=digest({"version": PROMPT_VERSION, "systems": sorted(self._systems)}),
            schema=digest({"schemas": sorted(self._schemas)}),
            sdk=self.model.sdk,
        )


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


def anthropic_judge(*, client: Client, **means: Unpack[Means]) -> AnthropicJudge:
    """A judge that pays for every sample that is not in the cache. Raises `ValueError` for a mistake."""
    return AnthropicJudge(Model(client=client, **means))


def anthropic_agent(*, client: Client, **means: Unpack[Means]) -> AnthropicAgent:
    """An agent that pays for every run that is not in the cache. Raises `ValueError` for a mistake."""
    asked = Model(client=client, several=True, **means)
    return AnthropicAgent(asked)
