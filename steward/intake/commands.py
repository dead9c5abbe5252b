"""A comment's first line becomes a command, or a sentence that says what to write instead (`docs/policy.md`)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from steward.model import DimensionKey

PREFIX = "/steward"
GATE_NAMES = tuple("dco cla complexity cyclomatic coverage restricted amendment dependencies score".split())
LEAST_REASON = 10
MOST_REASON = 500
_KEEP = "--keep"


class Verb(StrEnum):
    """What a command asks for."""

    EVALUATE = "evaluate"
    WAIVE = "waive"
    UNWAIVE = "unwaive"
    DISPUTE = "dispute"
    EXPLAIN = "explain"
    HELP = "help"


class Command(Struct, frozen=True, kw_only=True):
    """A command that can be understood. `subject` is a gate, or a dimension; `keep` binds to the pull request.

    `wrong` is what is the matter with a command that cannot; its verb is then the nearest there is.
    """

    verb: Verb
    subject: str = ""
    reason: str = ""
    keep: bool = False
    wrong: str = ""


def is_command(body: str) -> bool:
    """Whether a comment speaks to Steward at all: by its first line alone."""
    words = _first_line(body).split(None, 1)
    return bool(words) and words[0] == PREFIX


def parse_command(body: str) -> Command | None:
    """The command of a comment's first line; None when it is none."""
    if not is_command(body):
        return None
    words = _first_line(body).split()[1:]
    if not words:
        return Command(verb=Verb.HELP)
    verb = words[0].lower()
    if verb not in tuple(Verb):
        return Command(verb=Verb.HELP, wrong=f"there is no such command; there are {_listed(Verb)}")
    return _PARSERS.get(Verb(verb), _bare)(Verb(verb), words[1:])


def _first_line(body: str) -> str:
    return body.replace("\r", "\n").split("\n", 1)[0]


def _bare(verb: Verb, words: list[str]) -> Command:
    return Command(verb=verb)


def _waive(verb: Verb, words: list[str]) -> Command:
    keep = _KEEP in words
    words = [word for word in words if word != _KEEP]
    gate, reason = _subject(words), " ".join(words[1:])[:MOST_REASON]
    wrong = _gate_problem(gate)
    if not wrong and len(reason) < LEAST_REASON:
        wrong = (
            f"a waiver needs a reason of at least {LEAST_REASON} characters: `{PREFIX} waive {gate} REASON`"
        )
    return Command(verb=verb, subject=gate, reason=reason, keep=keep, wrong=wrong)


def _unwaive(verb: Verb, words: list[str]) -> Command:
    gate = _subject(words)
    return Command(verb=verb, subject=gate, wrong=_gate_problem(gate))


def _dispute(verb: Verb, words: list[str]) -> Command:
    dimension, reason = _subject(words), " ".join(words[1:])[:MOST_REASON]
    wrong = ""
    if dimension not in tuple(DimensionKey):
        wrong = f"name a dimension: {_listed(DimensionKey)}"
    elif len(reason) < LEAST_REASON:
        wrong = f"a dispute needs a reason of at least {LEAST_REASON} characters"
    return Command(verb=verb, subject=dimension, reason=reason, wrong=wrong)


def _subject(words: list[str]) -> str:
    return words[0].lower() if words else ""


def _gate_problem(gate: str) -> str:
    return "" if gate in GATE_NAMES else f"name a gate: {', '.join(GATE_NAMES)}"


def _listed(names: type[StrEnum]) -> str:
    return ", ".join(str(name) for name in names)


_PARSERS = {Verb.WAIVE: _waive, Verb.UNWAIVE: _unwaive, Verb.DISPUTE: _dispute}
