"""The text of a GraphQL query, read into the fields that are asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_TOKEN = re.compile(
    r"""[\s,\ufeff]+ | \#[^\n\r]*
    | (?P<name>[_A-Za-z][_0-9A-Za-z]*) | (?P<spread>\.\.\.) | (?P<mark>[!$()=:\[\]{}@])
    | (?P<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)
    | (?P<string>"(?:[^"\\\n]|\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt]))*")""",
    re.VERBOSE,
)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Variable:
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field that is asked for, under `key`, its alias or its name."""

    name: str
    key: str
    arguments: Mapping[str, Any]
    selections: tuple[Field | Fragment, ...]
    at: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """Fields of one type only; `on` is empty for any."""

    on: str
    selections: tuple[Field | Fragment, ...]
    at: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """`variables` has the declared types (`String!`) and defaults by name."""

    name: str
    variables: Mapping[str, tuple[str, Any]]
    selections: tuple[Field | Fragment, ...]


class GraphQLError(Exception):
    """What is wrong with a query, as the row of `errors` that says so."""

    def __init__(self, message: str, at: tuple[int, int] = (1, 1), **more: Any) -> None:
        super().__init__(message)
        self.row: Json = {"message": message, "locations": [{"line": at[0], "column": at[1]}], **more}


@dataclass(slots=True)
class _Reader:
    text: str
    tokens: list[tuple[str, str, tuple[int, int]]] = field(default_factory=list)
    at: int = 0

    def __post_init__(self) -> None:
        position = 0
        while position < len(self.text):
            found = _TOKEN.match(self.text, position)
            line = self.text.count("\n", 0, position) + 1
            place = (line, position - (self.text.rfind("\n", 0, position) + 1) + 1)
            if found is None:
                raise GraphQLError(
                    f"Parse error on {self.text[position]!r} at [{place[0]}, {place[1]}]", place
                )
            if found.lastgroup:
                self.tokens.append((found.lastgroup, found[0], place))
            position = found.end()
        self.tokens.append(("end", "", (self.text.count("\n") + 1, 1)))

    @property
    def next(self) -> str:
        return self.tokens[self.at][1]

    @property
    def place(self) -> tuple[int, int]:
        return self.tokens[self.at][2]

    def take(self, expected: str = "") -> str:
        """The next token, which has to be `expected` or of that kind (`name`)."""
        kind, text, place = self.tokens[self.at]
        if expected not in ("", text, kind) or (kind == "end"):
            raise GraphQLError(f"Parse error on {text!r} at [{place[0]}, {place[1]}]", place)
        self.at += 1
        return text

    def takes(self, text: str) -> bool:
        if self.next != text or self.tokens[self.at][0] == "string":
            return False
        self.at += 1
        return True


def parse(text: str) -> Query:
    """The one query of a document; its named fragments are put where they are spread."""
    reader = _Reader(text)
    query: Query | None = None
    fragments: dict[str, Fragment] = {}
    while reader.tokens[reader.at][0] != "end":
        place = reader.place
        if reader.next == "fragment":
            reader.take()
            name = reader.take("name")
            reader.take("on")
            on = reader.take("name")
            fragments[name] = Fragment(on=on, selections=_selections(reader), at=place)
        elif query is None and reader.next in ("query", "{"):
            query = _query(reader)
        else:
            raise GraphQLError(f"The stand-in serves one query, not {reader.next!r}", place)
    if query is None:
        raise GraphQLError("A query has no operation")
    return Query(
        name=query.name, variables=query.variables, selections=_spread(query.selections, fragments, depth=0)
    )


def _query(reader: _Reader) -> Query:
    name, variables = "", dict[str, tuple[str, Any]]()
    if reader.takes("query"):
        if reader.next not in ("{", "("):
            name = reader.take("name")
        if reader.takes("("):
            while not reader.takes(")"):
                reader.take("$")
                variable = reader.take("name")
                reader.take(":")
                kind = _type(reader)
                variables[variable] = (kind, _value(reader) if reader.takes("=") else ...)
    return Query(name=name, variables=variables, selections=_selections(reader))


def _type(reader: _Reader) -> str:
    if reader.takes("["):
        made = f"[{_type(reader)}]"
        reader.take("]")
    else:
        made = reader.take("name")
    return made + ("!" if reader.takes("!") else "")


def _selections(reader: _Reader) -> tuple[Field | Fragment, ...]:
    reader.take("{")
    made: list[Field | Fragment] = []
    while not made or reader.next != "}":
        made.append(_selection(reader))
    reader.take("}")
    return tuple(made)


def _selection(reader: _Reader) -> Field | Fragment:
    place = reader.place
    if reader.takes("..."):
        if reader.next not in ("on", "{"):
            return Fragment(on=f"...{reader.take('name')}", selections=(), at=place)
        on = reader.take("name") if reader.takes("on") else ""
        return Fragment(on=on, selections=_selections(reader), at=place)
    key = name = reader.take("name")
    if reader.takes(":"):
        name = reader.take("name")
    arguments: dict[str, Any] = {}
    if reader.takes("("):
        while not reader.takes(")"):
            argument = reader.take("name")
            reader.take(":")
            arguments[argument] = _value(reader)
    below = _selections(reader) if reader.next == "{" else ()
    return Field(name=name, key=key, arguments=arguments, selections=below, at=place)


def _value(reader: _Reader) -> Any:
    kind = reader.tokens[reader.at][0]
    if reader.takes("$"):
        return Variable(reader.take("name"))
    if reader.takes("["):
        made = []
        while not reader.takes("]"):
            made.append(_value(reader))
        return made
    text = reader.take()
    if kind == "string":
        return re.sub(r"\\(u[0-9A-Fa-f]{4}|.)", _unescaped, text[1:-1])
    if kind == "number":
        return float(text) if re.search(r"[.eE]", text) else int(text)
    return {"true": True, "false": False, "null": None}.get(text, text)


def _unescaped(found: re.Match[str]) -> str:
    letter = found[1]
    return chr(int(letter[1:], 16)) if len(letter) > 1 else _ESCAPES.get(letter, letter)


def _spread(
    selections: tuple[Field | Fragment, ...], fragments: Mapping[str, Fragment], *, depth: int
) -> tuple[Field | Fragment, ...]:
    made: list[Field | Fragment] = []
    for selection in selections:
        if isinstance(selection, Fragment) and selection.on.startswith("..."):
            name = selection.on.removeprefix("...")
            if name not in fragments or depth > len(fragments):
                raise GraphQLError(f"Fragment {name} was used, but not defined", selection.at)
            found = fragments[name]
            below = _spread(found.selections, fragments, depth=depth + 1)
            made.append(Fragment(on=found.on, selections=below, at=selection.at))
        elif isinstance(selection, Field):
            below = _spread(selection.selections, fragments, depth=depth)
            made.append(
                Field(
                    name=selection.name,
                    key=selection.key,
                    arguments=selection.arguments,
                    selections=below,
                    at=selection.at,
                )
            )
        else:
            below = _spread(selection.selections, fragments, depth=depth)
            made.append(Fragment(on=selection.on, selections=below, at=selection.at))
    return tuple(made)
