"""Hidden cases: an input and what must come out, held here and compared here, out of a submission's reach.

The file is a list of cases, or a block with the one key `cases`: `docs/challenges.md`, "Hidden cases".
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, convert, field

from steward.challenge.manifest import MEND, Block, read_checked, refuse
from steward.errors import ConfigInvalid
from steward.intake.yaml_check import Mistake
from steward.intake.yaml_file import Place

MOST_BYTES = 1024 * 1024
_MOST_CASES = 1000


class Case(Block, frozen=True):
    """One case. `exit` is the exit code that the command must end with; what it prints must be `output`."""

    id: Annotated[str, Meta(max_length=200)] = ""
    input: Annotated[str, Meta(max_length=100_000)] = ""
    output: Annotated[str, Meta(max_length=1_000_000)] = ""
    exit: Annotated[int, Meta(ge=0, le=255)] = 0


class _File(Block, frozen=True):
    cases: Annotated[list[Case], Meta(max_length=_MOST_CASES)] = field(default_factory=list)


def parse_cases(data: bytes, *, path: str) -> tuple[Case, ...]:
    """The cases of a file. Raises `ConfigInvalid` with every mistake: for its owner's eyes, it quotes the file."""
    return placed_cases(data, path=path)[0]


def placed_cases(data: bytes, *, path: str) -> tuple[tuple[Case, ...], tuple[Place, ...]]:
    """The cases of a file, and where each stands in it. Raises as `parse_cases`."""
    if len(data) > MOST_BYTES:
        raise ConfigInvalid((f"{path}: is {len(data):,} bytes long; allowed: {MOST_BYTES:,}",), mend=MEND)
    # A comment or a line break may come first; a list begins with a dash or a bracket.
    lines = [
        line for line in data.lstrip(b"\xef\xbb\xbf").splitlines() if line.strip() and line[:1] not in b"#%"
    ]
    lines = [line for line in lines if line.strip() != b"---"]
    listed = bool(lines) and lines[0].lstrip()[:1] in (b"-", b"[")
    kind = Annotated[list[Case], Meta(max_length=_MOST_CASES)] if listed else _File
    stated, checking = read_checked(data, kind, path)
    cases = stated if listed else (stated or {}).get("cases", [])
    for number in range(len(cases)):
        at = f"[{number}]" if listed else f"cases[{number}]"
        if at in checking.places and f"{at}.output" not in checking.places:
            checking.mistakes.append(Mistake(checking.places[at], f"{at}: the key 'output' is missing"))
        if any("\0" in str(cases[number].get(key) or "") for key in ("input", "output")):
            checking.mistakes.append(Mistake(checking.places[at], f"{at}: holds a NUL character"))
    if not cases and not checking.mistakes:
        checking.mistakes.append(Mistake((1, 1), "there is no case in it"))
    refuse(checking, path)
    at = "[{}]" if listed else "cases[{}]"
    places = tuple(checking.places[at.format(number)] for number in range(len(cases)))
    return tuple(convert(cases, list[Case])), places
