"""The report in a model's words: asked for once for a head, within the day's credits, or written by the template.

The steps of the ledger, and why each stands where it does: `docs/prose.md`, "Credits". Nothing here moves a score,
a gate or a conclusion, but for a used-up budget, which turns a success neutral.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime

from msgspec.structs import replace

from steward import ledger, lifecycle
from steward.adapters.authorship import Say
from steward.adapters.claude import Answered, Asked, Claude
from steward.adapters.publish import Publisher
from steward.errors import StewardError, Superseded
from steward.ledger import CALL, Account, Entry, Standing
from steward.model import Credits, Evaluation, ProseReason, Remembered
from steward.policy import ProseRules
from steward.ports import GateSource
from steward.synth import dry, prompt, reply

DEFAULT_MODEL = "claude-haiku-5-5"


class Scribe:
    """Writes the words of one evaluation.

    `model` and `cap` are the inputs; `may_ask` is whether the event may cost a call, `may_write`
    whether a comment is wanted at all; `run` names the run's charge.
    """

    def __init__(
        self,
        claude: Claude,
        source: GateSource,
        publisher: Publisher,
        *,
        model: str | None,
        cap: int | None,
        may_ask: bool,
        may_write: bool,
        run: str,
        left: Callable[[], float],
        say: Say,
    ) -> None:
        self._claude = claude
        self._source = source
        self._publisher = publisher
        self._model = model
        self._cap = cap
        self._may_ask = may_ask
        self._may_write = may_write
        self._run = run
        self._left = left
        self._say = say

    def write(self, evaluation: Evaluation, rules: ProseRules, governance: str) -> Evaluation:
        """The evaluation with its words; raises nothing but `Superseded`, whatever a model or a proxy does.

        `rules` are the default branch's, `governance` is the constitution's text.
        """
        try:
            return self._written(evaluation, rules, governance)
        except _NotAsked as why:
            return _template(evaluation, why.reason)
        except Superseded:
            raise
        except StewardError as error:
            self._say(f"no model is asked: {error.what}")
            self._publisher.charging.release()
            return _template(evaluation, ProseReason.READ_ONLY)
        except Exception as error:  # noqa: BLE001 - words are optional: the verdict is published all the same
            self._say(f"no words of a model: {type(error).__name__}")
            return _template(evaluation, ProseReason.INTERNAL)

    def _written(self, evaluation: Evaluation, rules: ProseRules, governance: str) -> Evaluation:
        facts, card = evaluation.pull_request, evaluation.scorecard
        if facts is None or card is None:
            return evaluation
        _unless(rules.enabled, ProseReason.DISABLED)
        _unless(self._may_write, ProseReason.READ_ONLY)
        _unless(not lifecycle.blocked_by_gate(evaluation.gates), ProseReason.GATE_FAILED)
        model = rules.model or self._model or DEFAULT_MODEL
        request = prompt.build(facts, card, model=model, governance_text=governance)
        return evaluation if request is None else self._within_budget(evaluation, request, rules)

    def _within_budget(
        self, evaluation: Evaluation, request: prompt.Request, rules: ProseRules
    ) -> Evaluation:
        now = ledger.moment(self._source.now())
        _unless(now is not None, ProseReason.READ_ONLY)
        assert now is not None  # noqa: S101 - for the type checker
        first = self._publisher.begin(evaluation, now)
        now = ledger.moment(self._source.now()) or now
        if (again := self._again(evaluation, request)) is not None:
            return again
        _unless(self._may_ask, ProseReason.NOT_ASKED)
        _unless(first is not None, ProseReason.READ_ONLY)
        cap = rules.daily_credits if self._cap is None else min(rules.daily_credits, self._cap)
        spent = self._account(now).spent
        # The comments are fresh now: another run of this head may have asked meanwhile.
        if (again := self._again(evaluation, request)) is not None:
            return again
        if spent + CALL > cap:
            return _used_up(evaluation, spent, cap)
        _unless(bool(first), ProseReason.BUSY)
        _unless(self._publisher.is_live(evaluation), ProseReason.READ_ONLY)
        return self._reserved(evaluation, request, now, cap)

    def _again(self, evaluation: Evaluation, request: prompt.Request) -> Evaluation | None:
        """The same question's answer, paid for before and held to its rules once more; None when there is none."""
        kept = self._publisher.remembered()
        if kept is None or kept.key != request.hash:
            return None
        return replace(evaluation, prose=reply.recheck(_kept(kept), request), remembered=kept)

    def _reserved(
        self, evaluation: Evaluation, request: prompt.Request, now: datetime, cap: int
    ) -> Evaluation:
        entry = Entry(id=self._name(), at=now, amount=CALL, standing=Standing.RESERVED)
        self._publisher.charging.reserve(entry)
        account = self._account(now)
        if account.spent > cap or not account.holds(entry.id):
            self._publisher.charging.release()
            return _used_up(evaluation, min(account.spent, cap), cap)
        return self._asked(
            evaluation, request, entry, Credits(spent_today=account.spent, cap=cap, known=True)
        )

    def _asked(
        self, evaluation: Evaluation, request: prompt.Request, entry: Entry, paid: Credits
    ) -> Evaluation:
        asked = Asked(
            model=request.model, system=request.system, message=request.message, schema=request.schema
        )
        answer = self._claude.ask(asked, left=self._left())
        if not answer.answered:
            self._publisher.charging.release()
            unpaid = replace(paid, spent_today=paid.spent_today - CALL)
            return replace(_template(evaluation, answer.reason or ProseReason.INTERNAL), credits=unpaid)
        self._publisher.charging.settle(replace(entry, standing=Standing.CHARGED))
        stored = _stored(answer, request)
        return replace(
            evaluation,
            prose=reply.recheck(stored, request),
            remembered=_remembered(stored),
            credits=replace(paid, charged=CALL),
        )

    def _account(self, now: datetime) -> Account:
        comments = self._source.recent_comments(ledger.since(now))
        charges = self._publisher.charges_in(comments)
        account = ledger.account(charges, now)
        if account.refused:
            self._say(f"{account.refused} charges in our comments are none of ours, and are left out")
        return account

    def _name(self) -> str:
        # Jobs of one run share its number, and pull requests may share a head.
        return f"{self._run}.{secrets.token_hex(6)}"


class _NotAsked(Exception):
    """No model is asked, and why."""

    def __init__(self, reason: ProseReason) -> None:
        super().__init__(reason)
        self.reason = reason


def _unless(holds: bool, reason: ProseReason) -> None:
    if not holds:
        raise _NotAsked(reason)


def _template(evaluation: Evaluation, reason: ProseReason) -> Evaluation:
    if evaluation.scorecard is None:
        return evaluation
    return replace(evaluation, prose=dry.write(evaluation.scorecard, reason))


def _used_up(evaluation: Evaluation, spent: int, cap: int) -> Evaluation:
    return replace(
        _template(evaluation, ProseReason.BUDGET),
        decision=lifecycle.budget_exhausted(evaluation.decision),
        credits=Credits(spent_today=spent, cap=cap, known=True),
    )


def _stored(answer: Answered, request: prompt.Request) -> reply.Stored:
    """What may be used of an answer; a body that is no answer is remembered as one that cannot be used."""
    if answer.reason is not None:
        return reply.Stored(request=request.hash, model=answer.model, reason=answer.reason)
    given = reply.Reply(stop_reason=answer.stop_reason, texts=answer.texts, model=answer.model)
    return reply.accept(given, request)


def _remembered(stored: reply.Stored) -> Remembered:
    return Remembered(
        key=stored.request,
        model=stored.model,
        fields=stored.fields,
        failed=stored.failed,
        reason=stored.reason,
    )


def _kept(kept: Remembered) -> reply.Stored:
    return reply.Stored(
        request=kept.key, model=kept.model, fields=kept.fields, failed=kept.failed, reason=kept.reason
    )
