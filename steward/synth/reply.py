"""The contract: what a model answered becomes prose only as far as it keeps every rule (`docs/prose.md`).

The answer as a whole is held to `WHOLE_RULES`, each of its fields to `FIELD_RULES`. A field that fails is replaced
by its sentence of the dry report and counted; when more than half fail, or the whole does, all of it is.
What is kept for another run is what was written, with its slots: figures are always put in anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from steward.model import DimensionKey, Prose, ProseReason, ProseSource, Words
from steward.synth import dry
from steward.synth.checks import FIELD_RULES, Rule
from steward.synth.field import Field, measured
from steward.synth.prompt import HEADLINE, MOST_HEADLINE, MOST_PARAGRAPH, Request
from steward.synth.slots import fill

_MOST_ANSWER = 20_000
_MOST_NAME = 48
_MOST_PARTS = 5
_PARTS = re.compile(r"[-.]")
_VERSION = re.compile(r"\d{1,2}|\d{8}", re.ASCII)
_TIERS = frozenset(("haiku", "sonnet", "opus", "latest"))


class Reply(Struct, frozen=True, kw_only=True):
    """What came back: why the model stopped, its text blocks, and the model that answered."""

    stop_reason: str
    texts: tuple[str, ...]
    model: str = ""


class Stored(Struct, frozen=True, kw_only=True):
    """What is remembered of an answer. `fields` are those that kept every rule, as they were written.

    `request` is the hash of what was asked. `reason` is given when nothing of the answer can be used: the same is
    then not asked again.
    """

    request: str
    model: str = ""
    fields: Mapping[str, str] = {}
    failed: tuple[str, ...] = ()
    reason: ProseReason | None = None


class WholeRule(Struct, frozen=True):
    """A rule over the whole answer, and what may be wrong by it; None when it is kept."""

    name: str
    fault: Callable[[Reply, Request], ProseReason | None]


class Rules(Struct, frozen=True, kw_only=True):
    """The contract; only a test has another than `RULES`."""

    whole: tuple[WholeRule, ...]
    fields: tuple[Rule, ...]


# ------------------------------------------------------------------------------------------ the whole answer

_STOPS = {
    "end_turn": None,
    "refusal": ProseReason.REFUSED,
    "max_tokens": ProseReason.TRUNCATED,
    "model_context_window_exceeded": ProseReason.TOO_LARGE,
}


def _stopped(reply: Reply, request: Request) -> ProseReason | None:
    return _STOPS.get(reply.stop_reason, ProseReason.INVALID_REPLY)


def _one_text(reply: Reply, request: Request) -> ProseReason | None:
    return None if len(reply.texts) == 1 else ProseReason.INVALID_REPLY


def _keys(reply: Reply, request: Request) -> ProseReason | None:
    found = _object(reply)
    exact = found is not None and set(found) == set(request.keys)
    texts = found is not None and all(isinstance(value, str) for value in found.values())
    return None if exact and texts else ProseReason.INVALID_REPLY


WHOLE_RULES = (WholeRule("stop", _stopped), WholeRule("one text", _one_text), WholeRule("keys", _keys))
RULES = Rules(whole=WHOLE_RULES, fields=FIELD_RULES)


def _object(reply: Reply) -> Mapping[str, Any] | None:
    """The answer's one JSON object; None when it is none, or names a key twice."""
    text = reply.texts[0] if reply.texts and isinstance(reply.texts[0], str) else ""
    if len(text) > _MOST_ANSWER:
        return None
    try:
        found = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_int=_no_number)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _no_number(digits: str) -> int:
    # Digits by the thousand are refused by Python itself, and no number is of use here.
    return 0


# ------------------------------------------------------------------------------------------------- the fields


def accept(reply: Reply, request: Request, rules: Rules = RULES) -> Stored:
    """What of an answer may be used and remembered."""
    model = _named(reply.model, request.model)
    for rule in rules.whole:
        reason = rule.fault(reply, request)
        if reason is not None:
            return Stored(request=request.hash, model=model, reason=reason)
    written = _object(reply) or {}
    return _checked(Stored(request=request.hash, model=model), written, request, rules.fields)


def _named(answered: str, asked: str) -> str:
    """The model that answered, where it is one of the family of the one asked; else the one asked.

    A gateway can answer with any name, and the name is shown: only words and versions known beforehand pass.
    """
    if len(answered) > _MOST_NAME:
        return asked
    first, *rest = _PARTS.split(answered)
    family, *parts = _PARTS.split(asked)
    known = _TIERS | {part for part in parts if part.isalpha()}
    fits = first == family and all(part in known or _VERSION.fullmatch(part) for part in rest)
    return answered if fits and len(rest) <= _MOST_PARTS else asked


def _checked(stored: Stored, written: Mapping[str, Any], request: Request, rules: Sequence[Rule]) -> Stored:
    kept, failed = {}, set(stored.failed)
    for key in request.keys:
        text = written.get(key)
        broken = None if not isinstance(text, str) else broken_rule(text, key, request, rules)
        if isinstance(text, str) and broken is None:
            kept[key] = text
        elif broken is not None:
            failed.add(broken)
    if 2 * (len(request.keys) - len(kept)) > len(request.keys):
        return replace(stored, fields={}, failed=tuple(sorted(failed)), reason=ProseReason.INVALID_REPLY)
    return replace(stored, fields=kept, failed=tuple(sorted(failed)))


def broken_rule(text: str, key: str, request: Request, rules: Sequence[Rule] = FIELD_RULES) -> str | None:
    """The name of the first rule that a field breaks; None when it keeps them all."""
    field = _field(text, key, request)
    return next((rule.name for rule in rules if not rule.keeps(field)), None)


def _field(text: str, key: str, request: Request) -> Field:
    card, own = request.scorecard, None if key == HEADLINE else DimensionKey(key)
    return Field(
        key=own,
        text=text,
        most=MOST_HEADLINE if own is None else MOST_PARAGRAPH,
        slots=request.slots[key],
        status=card.overall.status if own is None else card[own].status,
        unknown=tuple(one.key for one in card.dimensions if one.score is None),
        measured=measured(card, request.slots[HEADLINE]),
    )


# -------------------------------------------------------------------------------------------------- the prose


def check_reply(reply: Reply, request: Request, rules: Rules = RULES) -> Prose:
    """The prose that an answer comes to: the model's, mixed, or the dry report with the reason."""
    return _prose(accept(reply, request, rules), request)


def recheck(stored: Stored, request: Request) -> Prose | None:
    """The prose of an earlier answer to the same question, held to the contract again; None for another one."""
    if stored.request != request.hash:
        return None
    if stored.reason is not None:
        return _prose(Stored(request=request.hash, reason=stored.reason), request)
    model = _named(stored.model, request.model)
    failed = tuple(name for name in stored.failed if name in _NAMES)
    again = Stored(request=request.hash, model=model, failed=failed)
    return _prose(_checked(again, stored.fields, request, FIELD_RULES), request)


_NAMES = frozenset(rule.name for rule in FIELD_RULES)


def _prose(stored: Stored, request: Request) -> Prose:
    if stored.reason is not None:
        return dry.write(request.scorecard, stored.reason)
    template = dry.write(request.scorecard, ProseReason.INVALID_REPLY)
    written = {key: _filled(text, key, request) for key, text in stored.fields.items()}
    replaced = tuple(key for key in request.keys if key not in written)
    return Prose(
        source=ProseSource.MIXED if replaced else ProseSource.MODEL,
        reason=None,
        headline=written.get(HEADLINE, template.headline),
        paragraphs={key: written.get(key.value, dull) for key, dull in template.paragraphs.items()},
        model=stored.model,
        replaced=replaced,
        failed=stored.failed,
    )


def _filled(text: str, key: str, request: Request) -> Words:
    return fill(_field(text, key, request).text, request.slots[key])
