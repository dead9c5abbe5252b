"""What a runner reads out of a job's log and files: workflow commands in both grammars, outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

_DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
_PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))
_LEGACY = (("%3B", ";"), ("%0D", "\r"), ("%0A", "\n"), ("%5D", "]"), ("%25", "%"))
# The commands that a runner acts on; a line with another name is plain text.
KNOWN = frozenset(
    "add-mask add-matcher add-path debug echo endgroup error group notice remove-matcher save-state set-env "
    "set-output stop-commands warning".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """`name` in lower case, properties and data unescaped. `line` is the number of its line, from 1."""

    name: str
    data: str
    properties: Mapping[str, str] = field(default_factory=dict)
    line: int = 0
    legacy: bool = False


def parse_commands(log: str) -> list[Command]:
    """Every command that a runner would act on, honouring `stop-commands`."""
    return list(_commands(log))


def _commands(log: str) -> Iterator[Command]:
    token: str | None = None
    for number, line in enumerate(re.split(r"\r\n|\n|\r", log), start=1):
        known = KNOWN if token is None else KNOWN | {token}
        found = _modern(line, known) or _old(line, known)
        if found is None:
            continue
        if token is not None:
            # Stopped: nothing but the token works, and it works once.
            token = None if found.name == token else token
            continue
        if found.name == "stop-commands":
            token = found.data.lower()
        yield replace(found, line=number)


def _modern(line: str, known: frozenset[str]) -> Command | None:
    """`::name key=value,key=value::data`, after white space only."""
    text = line.lstrip()
    if not text.startswith("::"):
        return None
    head, mark, data = text[2:].partition("::")
    name, _, properties = head.partition(" ")
    if not mark or name.lower() not in known:
        return None
    pairs = _properties(properties.strip(), ",", _PROPERTY)
    return Command(name=name.lower(), data=_unescape(data, _DATA), properties=pairs)


def _old(line: str, known: frozenset[str]) -> Command | None:
    """`##[name key=value;key=value]data`, anywhere in a line."""
    _, mark, rest = line.partition("##[")
    head, bracket, data = rest.partition("]")
    name, _, properties = head.partition(" ")
    if not mark or not bracket or name.lower() not in known:
        return None
    pairs = _properties(properties, ";", _LEGACY)
    return Command(name=name.lower(), data=_unescape(data, _LEGACY), properties=pairs, legacy=True)


def _properties(text: str, separator: str, escapes: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    pairs = (piece.partition("=") for piece in text.split(separator))
    return {key: _unescape(value, escapes) for key, _, value in pairs if key and value}


def _unescape(text: str, escapes: tuple[tuple[str, str], ...]) -> str:
    for code, letter in escapes:
        text = text.replace(code, letter)
    return text


class BrokenFile(Exception):
    """A file that makes the runner fail the step."""


def parse_outputs(text: str) -> dict[str, str]:
    """GITHUB_OUTPUT (or GITHUB_STATE, GITHUB_ENV) as a runner reads it; a later key wins.

    On Linux a line ends at a line feed only: a carriage return belongs to the value, or to the delimiter.
    """
    found: dict[str, str] = {}
    lines = iter(text.split("\n"))
    for line in lines:
        if not line:
            continue
        equals, heredoc = line.find("="), line.find("<<")
        if equals >= 0 and (heredoc < 0 or equals < heredoc):
            key, _, value = line.partition("=")
        elif heredoc >= 0:
            key, _, delimiter = line.partition("<<")
            if not key or not delimiter:
                raise BrokenFile(f"Invalid format '{line}'. Name and delimiter must not be empty")
            value = _until(lines, delimiter)
        else:
            raise BrokenFile(f"Invalid format '{line}'")
        if not key:
            raise BrokenFile(f"Invalid format '{line}'. Name must not be empty")
        found[key] = value
    return found


def _until(lines: Iterator[str], delimiter: str) -> str:
    taken: list[str] = []
    for line in lines:
        if line == delimiter:
            return "\n".join(taken)
        taken.append(line)
    raise BrokenFile(f"Invalid value. Matching delimiter not found '{delimiter}'")
