"""What a commander is answered: the table of commands, the settings, or why not; whatever they hold, inert."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.intake.commands import GATE_NAMES, Verb, parse_command
from steward.report import replies
from tests.docs.pages import spans, table

POLICY = Path(__file__).parents[3] / "docs" / "policy.md"


def test_help_names_every_command_and_every_gate() -> None:
    text = replies.help_text("")
    assert all(f"`/steward {verb}" in text for verb in Verb)
    assert all(f"`{gate}`" in text for gate in GATE_NAMES)


def test_the_page_and_the_help_show_the_same_commands() -> None:
    documented = {spans(row[0])[0] for row in table(POLICY, "Commands")}
    shown = {line.split("`")[1] for line in replies.help_text("").splitlines() if line.startswith("| `/")}
    assert shown == documented


def test_what_was_wrong_comes_first() -> None:
    command = parse_command("/steward weive")
    assert command is not None
    assert replies.help_text(command.wrong).startswith("There is no such command")


def test_a_refusal_says_why_and_where_to_look() -> None:
    text = replies.refusal("that takes the permission write")
    assert text.startswith("The command came to nothing: that takes the permission write.")
    assert "`/steward help`" in text


@pytest.mark.parametrize("text", ["```", "````\n```", "~~~", "`" * 20])
def test_no_settings_end_their_block(text: str) -> None:
    answer = replies.explanation(text)
    fence = answer.split("text\n")[0].splitlines()[-1]
    assert fence not in text
    assert answer.endswith(f"\n{fence}")


def test_settings_without_end_are_cut() -> None:
    answer = replies.explanation("x" * 100_000)
    assert len(answer) < 51_000
    assert "steward explain" in answer


@given(st.lists(st.text(max_size=700), max_size=60))
def test_mistakes_are_a_list_and_nothing_else(problems: list[str]) -> None:
    head, *rows = replies.mistakes(problems).split("\n- ")
    assert head.strip() == "The policy on the default branch cannot be used:"
    assert len(rows) == min(len(problems), 50)
    assert all(row.startswith("`") and "\n" not in row for row in rows)
