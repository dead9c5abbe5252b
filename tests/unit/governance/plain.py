"""A document as plain Python data, and a text as one: what the tests compare."""

from __future__ import annotations

from typing import Any

import pytest

from steward.governance.document import Block, List, Literal, Value
from steward.governance.pxf import PxfError, parse

PATH = "governance.pxf"


def fields(text: str | bytes) -> list[tuple[str, Any]]:
    """The fields of a text in its order; blocks are such lists too, lists are tuples."""
    return [(entry.name, plain(entry.value)) for entry in parse(text, path=PATH).body.entries]


def plain(value: Value) -> Any:
    """A value without its places."""
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, List):
        return tuple(plain(item) for item in value.items)
    assert isinstance(value, Block)
    return [(entry.name, plain(entry.value)) for entry in value.entries]


def problems(text: str | bytes) -> tuple[str, ...]:
    """What is wrong with a text, without the file's name."""
    with pytest.raises(PxfError) as refused:
        parse(text, path=PATH)
    assert refused.value.mend == "Correct the file on the default branch."
    assert all(problem.startswith(f"{PATH}:") for problem in refused.value.problems)
    return tuple(problem.removeprefix(f"{PATH}:") for problem in refused.value.problems)
