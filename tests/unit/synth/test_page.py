"""`docs/prose.md` says what the code does."""

from __future__ import annotations

from steward.model import ProseReason
from steward.report.narrative import REASONS
from steward.synth.checks import FIELD_RULES
from tests.unit.synth import wordlists

PAGE = wordlists.PAGE.read_text("utf-8")


def test_the_word_lists_are_those_of_the_code() -> None:
    assert wordlists.written(PAGE) == PAGE


def test_every_rule_has_its_row() -> None:
    assert [rule.name for rule in FIELD_RULES if f"\n| {rule.name} | " not in PAGE] == []


def test_every_reason_has_its_row() -> None:
    assert [one for one in ProseReason if f"| `{one.value}` | {REASONS[one]} |" not in PAGE] == []
