"""Every value that a constitution states, with its place: what `steward explain` shows."""

from __future__ import annotations

from collections.abc import Iterator

from steward.governance.document import Block, Document, List, Literal, Value
from steward.governance.policy import NOT_ENFORCED, Stated
from steward.governance.tokens import shown

_REPEATED = ("domains", "founders")


def state(document: Document) -> Iterator[Stated]:
    """The values in the order of the file: `domains[0].restricted`, `true`; lists of plain values as one."""
    yield from _fields(document, document.body, "", "")


def _fields(document: Document, block: Block, path: str, kind: str) -> Iterator[Stated]:
    count: dict[str, int] = {}
    for entry in block.entries:
        name, known = f"{path}{entry.name}", f"{kind}{entry.name}"
        for value in _blocks(entry.value, known):
            if value is entry.value and known not in _REPEATED:
                yield from _value(document, value, name, known)
                continue
            number = count.get(name, 0)
            count[name] = number + 1
            yield from _value(document, value, f"{name}[{number}]", f"{known}[]")


def _blocks(value: Value, known: str) -> tuple[Value, ...]:
    """The parts of a list that holds blocks; anything else is one part."""
    several = isinstance(value, List) and any(isinstance(item, Block) for item in value.items)
    return value.items if several and isinstance(value, List) else (value,)


def _value(document: Document, value: Value, name: str, known: str) -> Iterator[Stated]:
    if isinstance(value, Block):
        yield from _fields(document, value, f"{name}.", f"{known}.")
        return
    line, column = document.source.place(value.token)
    yield Stated(name=name, value=_shown(value), line=line, column=column, not_enforced=_reason(known))


def _reason(known: str) -> str | None:
    parts = known.split(".")
    prefixes = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
    return next((NOT_ENFORCED[prefix] for prefix in prefixes if prefix in NOT_ENFORCED), None)


def _shown(value: Value) -> str:
    if isinstance(value, Literal):
        return value.text if value.text.isprintable() else shown(str(value.value))
    items = value.items if isinstance(value, List) else ()
    return f"[{', '.join(_shown(item) for item in items)}]"
