"""What a comment says to Steward: by its first line alone, and any text has an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.gates import GATES
from steward.intake.commands import (
    GATE_NAMES,
    LEAST_REASON,
    MOST_REASON,
    Command,
    Verb,
    is_command,
    parse_command,
)
from steward.model import DimensionKey

WHY = "it must be so"


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ("/steward evaluate", Command(verb=Verb.EVALUATE)),
        ("/steward evaluate please", Command(verb=Verb.EVALUATE)),
        ("/steward EVALUATE", Command(verb=Verb.EVALUATE)),
        ("  /steward\tevaluate  ", Command(verb=Verb.EVALUATE)),
        ("/steward help", Command(verb=Verb.HELP)),
        ("/steward", Command(verb=Verb.HELP)),
        ("/steward explain", Command(verb=Verb.EXPLAIN)),
        (f"/steward waive dco {WHY}", Command(verb=Verb.WAIVE, subject="dco", reason=WHY)),
        (f"/steward waive DCO {WHY}", Command(verb=Verb.WAIVE, subject="dco", reason=WHY)),
        (f"/steward waive dco {WHY}\nand more", Command(verb=Verb.WAIVE, subject="dco", reason=WHY)),
        (f"/steward waive dco {WHY}\r\nand more", Command(verb=Verb.WAIVE, subject="dco", reason=WHY)),
        (f"/steward waive dco {WHY}\rand more", Command(verb=Verb.WAIVE, subject="dco", reason=WHY)),
        (f"/steward waive dco --keep {WHY}", Command(verb=Verb.WAIVE, subject="dco", reason=WHY, keep=True)),
        (f"/steward waive --keep dco {WHY}", Command(verb=Verb.WAIVE, subject="dco", reason=WHY, keep=True)),
        (f"/steward waive dco {WHY} --keep", Command(verb=Verb.WAIVE, subject="dco", reason=WHY, keep=True)),
        (
            f"/steward waive dco --keeper {WHY}",
            Command(verb=Verb.WAIVE, subject="dco", reason=f"--keeper {WHY}"),
        ),
        ("/steward unwaive dco", Command(verb=Verb.UNWAIVE, subject="dco")),
        ("/steward unwaive dco now", Command(verb=Verb.UNWAIVE, subject="dco")),
        (f"/steward dispute Docs {WHY}", Command(verb=Verb.DISPUTE, subject="docs", reason=WHY)),
    ],
)
def test_a_command_is_read(body: str, command: Command) -> None:
    assert parse_command(body) == command


@pytest.mark.parametrize(
    "body",
    [
        "",
        "\n/steward help",
        "Please /steward help",
        "/stewardhelp",
        "/Steward help",
        "> /steward help",
        "`/steward help`",
        "```\n/steward help\n```",
        "- /steward help",
        "/ steward help",
        "//steward help",
        "\u200b/steward help",
        "/steward\u200b help",
        "<!-- /steward help -->",
    ],
    ids=ascii,
)
def test_everything_else_is_none(body: str) -> None:
    assert parse_command(body) is None
    assert not is_command(body)


@pytest.mark.parametrize(
    ("body", "verb", "wrong"),
    [
        ("/steward weive dco x", Verb.HELP, "there is no such command; there are evaluate, waive, unwaive, "),
        ("/steward waive", Verb.WAIVE, "name a gate: dco, cla, "),
        (f"/steward waive dcos {WHY}", Verb.WAIVE, "name a gate: dco, cla, "),
        (f"/steward waive fail-on {WHY}", Verb.WAIVE, "name a gate: dco, cla, "),
        (f"/steward waive all {WHY}", Verb.WAIVE, "name a gate: dco, cla, "),
        ("/steward waive dco", Verb.WAIVE, "a waiver needs a reason of at least 10 characters"),
        ("/steward waive dco 123456789", Verb.WAIVE, "a waiver needs a reason of at least 10 characters"),
        ("/steward waive dco a         b", Verb.WAIVE, "a waiver needs a reason of at least 10 characters"),
        ("/steward waive dco --keep --keep --keep", Verb.WAIVE, "a waiver needs a reason of at least 10"),
        ("/steward unwaive", Verb.UNWAIVE, "name a gate: dco, cla, "),
        ("/steward dispute", Verb.DISPUTE, "name a dimension: correctness, security, complexity, docs, gov"),
        (f"/steward dispute dco {WHY}", Verb.DISPUTE, "name a dimension: "),
        ("/steward dispute docs no", Verb.DISPUTE, "a dispute needs a reason of at least 10 characters"),
    ],
)
def test_what_is_wrong_says_what_to_write(body: str, verb: Verb, wrong: str) -> None:
    command = parse_command(body)
    assert command is not None
    assert (command.verb, command.wrong.startswith(wrong)) == (verb, True), command.wrong


def test_a_reason_of_just_enough_is_enough() -> None:
    command = parse_command(f"/steward waive dco {'x' * LEAST_REASON}")
    assert command is not None
    assert (command.wrong, len(command.reason)) == ("", LEAST_REASON)


def test_a_reason_without_end_is_cut() -> None:
    command = parse_command("/steward waive dco " + "x" * 60_000)
    assert command is not None
    assert len(command.reason) == MOST_REASON


def test_every_gate_and_every_dimension_can_be_named() -> None:
    assert {check.__module__.rpartition(".")[2] for check in GATES} == set(GATE_NAMES)
    for gate in GATE_NAMES:
        assert parse_command(f"/steward waive {gate} {WHY}") == Command(
            verb=Verb.WAIVE, subject=gate, reason=WHY
        )
    for key in DimensionKey:
        command = parse_command(f"/steward dispute {key} {WHY}")
        assert command is not None
        assert command.wrong == ""


_WORDS = st.sampled_from(
    ["/steward", "waive", "unwaive", "dispute", "evaluate", "dco", "docs", "--keep", " ", "\n", "\r", "\t",
     "x" * 12, "\x00", "\u2028", "\x85", "\u202e", "é", "@x", "<!--", "`", "```"]
)  # fmt: skip


@given(st.lists(_WORDS).map(" ".join) | st.lists(_WORDS).map("".join) | st.text())
def test_any_text_has_an_answer(body: str) -> None:
    command = parse_command(body)
    assert (command is None) == (not is_command(body))
    if command is None or command.wrong:
        return
    if command.verb in (Verb.WAIVE, Verb.UNWAIVE):
        assert command.subject in GATE_NAMES
    if command.verb in (Verb.WAIVE, Verb.DISPUTE):
        assert LEAST_REASON <= len(command.reason) <= MOST_REASON
        assert "\n" not in command.reason


@given(st.text(), st.text(alphabet=st.characters(exclude_characters="\r\n")))
def test_only_the_first_line_speaks(rest: str, first: str) -> None:
    assert parse_command(f"{first}\n{rest}") == parse_command(first)
