"""Reports in words written anew from saved facts: by the template, or by a model as the Action asks one.

What is sent and what becomes of the answer is `steward.synth`'s, word for word (`docs/prose.md`); an answer that
breaks the contract is replaced by the template's words here as there (`docs/evals.md`, "Steward's own prose").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Unpack

import msgspec

from steward.dimensions.scorecard import scorecard
from steward.evals.asking import MOST_TOKENS, Client, Means, Model, digest
from steward.evals.failure import ModelFailed
from steward.evals.prose import Case, Unwritten, case
from steward.evals.usage import Usage, summed
from steward.model import Prose, ProseReason, PullRequest
from steward.synth import dry, prompt, reply


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A report to be written: its name, its facts, and the text of the constitution where one is at hand."""

    name: str
    facts: PullRequest
    governance_text: str = ""


class AnthropicWriter:
    """A writer that makes one call a report, the same request as the Action's.

    `lines` are what was asked and answered, for a transcript.
    """

    name = "anthropic"

    def __init__(self, model: Model) -> None:
        self.model = model
        self.lines: list[Mapping[str, object]] = []
        self._schemas: set[str] = set()

    def request(self, draft: Draft) -> prompt.Request | None:
        """What is asked; None when there is nothing to explain and the template writes."""
        card = scorecard(draft.facts)
        return prompt.build(draft.facts, card, model=self.model.name, governance_text=draft.governance_text)

    def knows(self, draft: Draft) -> bool:
        """Whether the report costs nothing: its answer is kept already, or no model is needed."""
        asked = self.request(draft)
        return asked is None or self.model.knows(body(asked), 0)

    def __call__(self, asked: prompt.Request) -> Prose:
        """The report as readers would see it. Raises `ModelFailed`."""
        self._schemas.add(digest(asked.schema))
        line = {"kind": "report", "system": asked.system, "prompt": asked.message}
        try:
            text = self.model.ask(body(asked), 0)
        except ModelFailed as error:
            self.lines.append({**line, "error": error.kind})
            raise
        self.lines.append({**line, "reply": text})
        return reply.check_reply(reply.Reply(stop_reason="end_turn", texts=(text,), model=asked.model), asked)

    def forget(self) -> None:
        """Begin to count and to record anew: what was looked up for a plan is no part of the run."""
        self.model.calls.clear()
        self.lines.clear()
        self._schemas.clear()

    def usage(self) -> Usage:
        """What the calls so far took."""
        sent = digest({"version": prompt.VERSION, "system": prompt.SYSTEM})
        schema = digest({"schemas": sorted(self._schemas)})
        return summed(self.model.calls, asked=self.model.name, prompt=sent, schema=schema, sdk=self.model.sdk)


def body(asked: prompt.Request) -> dict[str, Any]:
    """A request as it is sent; `tests/contract/test_eval_prose.py` holds it against the Action's."""
    return {
        "model": asked.model,
        "max_tokens": MOST_TOKENS,
        "system": asked.system,
        "messages": [{"role": "user", "content": asked.message}],
        "output_config": {
            "effort": "low",
            "format": {"type": "json_schema", "schema": dict(asked.schema)},
        },
    }


def anthropic_writer(*, client: Client, **means: Unpack[Means]) -> AnthropicWriter:
    """A writer that pays for every report that is not in the cache. Raises `ValueError` for a mistake."""
    return AnthropicWriter(Model(client=client, **means))


def write(draft: Draft, writer: AnthropicWriter | None = None) -> Case:
    """The report of one pull request; the template's without a writer. Raises `ModelFailed`."""
    card = scorecard(draft.facts)
    asked = writer.request(draft) if writer else None
    if writer is None or asked is None:
        return case(draft.name, card, dry.write(card, ProseReason.NO_KEY))
    return case(draft.name, card, writer(asked), slots=asked.slots.values())


def write_all(
    drafts: Iterable[Draft],
    writer: AnthropicWriter | None = None,
    *,
    progress: Callable[[], object] = lambda: None,
) -> tuple[tuple[Case, ...], tuple[Unwritten, ...], bool]:
    """The reports, those that no answer came for, and whether Ctrl-C ended it before the last."""
    cases: list[Case] = []
    unwritten: list[Unwritten] = []
    try:
        for draft in drafts:
            try:
                cases.append(write(draft, writer))
            except ModelFailed as error:
                unwritten.append(Unwritten(name=draft.name, kind=error.kind, what=error.what))
            progress()
    except KeyboardInterrupt:
        return tuple(cases), tuple(unwritten), True
    return tuple(cases), tuple(unwritten), False
