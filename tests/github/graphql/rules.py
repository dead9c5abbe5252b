"""A query held against the types: what GitHub would refuse is refused, in its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.github.graphql.text import Field, Fragment, GraphQLError, Json, Query, Variable
from tests.github.graphql.types import ARGUMENTS, FIELDS, POSSIBLE, fits


def variables_of(query: Query, given: object) -> tuple[Mapping[str, Any], list[Json]]:
    """The declared variables with their values, and what is wrong with those that were given."""
    values = given if isinstance(given, Mapping) else {}
    made: dict[str, Any] = {}
    problems = []
    for name, (kind, default) in query.variables.items():
        if name in values or default is ...:
            made[name] = values.get(name)
        else:
            made[name] = default
        if why := fits(kind, made[name]):
            message = f"Variable ${name} of type {kind} was provided invalid value"
            more = {"value": made[name], "problems": [{"path": [], "explanation": why}]}
            problems.append(GraphQLError(message, extensions=more).row)
    return made, problems


def problems_of(query: Query) -> list[Json]:
    """What the types have against a query, variables' values apart."""
    used = set[str]()
    found = list(_below(query, "Query", query.selections, ("query",), used))
    unused = sorted(set(query.variables) - used)
    messages = (f"Variable ${name} is declared by {_title(query)} but not used" for name in unused)
    return found + [_refused("variableNotUsed", message) for message in messages]


def _title(query: Query) -> str:
    return query.name or "anonymous query"


def _refused(
    code: str, message: str, at: tuple[int, int] = (1, 1), path: tuple[str, ...] = ("query",)
) -> Json:
    return GraphQLError(message, at, path=list(path), extensions={"code": code}).row


def _below(
    query: Query, kind: str, selections: tuple[Field | Fragment, ...], path: tuple[str, ...], used: set[str]
) -> Iterator[Json]:
    asked: dict[str, Field] = {}
    for selection in selections:
        if isinstance(selection, Fragment):
            on = selection.on or kind
            if on != kind and on not in POSSIBLE.get(kind, ()) and kind not in POSSIBLE.get(on, ()):
                message = f"Fragment on {on} can't be spread inside {kind}"
                yield _refused("cannotSpreadFragment", message, selection.at, path)
            else:
                yield from _below(query, on, selection.selections, (*path, f"... on {on}"), used)
            continue
        known = asked.setdefault(selection.key, selection)
        if (known.name, known.arguments) != (selection.name, selection.arguments):
            message = f"Field '{selection.key}' has an argument or a field conflict"
            yield _refused("fieldConflict", message, selection.at, path)
        yield from _field(query, kind, selection, (*path, selection.key), used)


def _field(query: Query, kind: str, asked: Field, path: tuple[str, ...], used: set[str]) -> Iterator[Json]:
    result = "String!" if asked.name == "__typename" else FIELDS[kind].get(asked.name)
    if result is None:
        message = f"Field '{asked.name}' doesn't exist on type '{kind}'"
        yield _refused("undefinedField", message, asked.at, path)
        return
    yield from _arguments(query, kind, asked, path, used)
    named = result.strip("[]!")
    if named not in FIELDS and asked.selections:
        message = f"Selections can't be made on scalars (field '{asked.name}' returns {named})"
        yield _refused("selectionMismatch", message, asked.at, path)
    elif named in FIELDS and not asked.selections:
        message = f"Field must have selections (field '{asked.name}' returns {named} but has no selections)"
        yield _refused("selectionMismatch", message, asked.at, path)
    elif named in FIELDS:
        yield from _below(query, named, asked.selections, path, used)


def _arguments(
    query: Query, kind: str, asked: Field, path: tuple[str, ...], used: set[str]
) -> Iterator[Json]:
    described = ARGUMENTS.get((kind, asked.name), {})
    for name, value in asked.arguments.items():
        wanted = described.get(name)
        if wanted is None:
            message = f"Field '{asked.name}' doesn't accept argument '{name}'"
            yield _refused("argumentNotAccepted", message, asked.at, path)
        elif isinstance(value, Variable):
            yield from _variable(query, asked, (name, value.name, wanted), path, used)
        elif fits(wanted, value):
            message = f"Argument '{name}' on Field '{asked.name}' has an invalid value ({value!r})"
            yield _refused(
                "argumentLiteralsIncompatible", f"{message}. Expected type '{wanted}'.", asked.at, path
            )
    missing = [
        name for name, wanted in described.items() if wanted.endswith("!") and name not in asked.arguments
    ]
    if missing:
        message = f"Field '{asked.name}' is missing required arguments: {', '.join(missing)}"
        yield _refused("missingRequiredArguments", message, asked.at, path)


def _variable(
    query: Query, asked: Field, use: tuple[str, str, str], path: tuple[str, ...], used: set[str]
) -> Iterator[Json]:
    argument, name, wanted = use
    used.add(name)
    declared = query.variables.get(name)
    if declared is None:
        message = f"Variable ${name} is used by {_title(query)} but not declared"
        yield _refused("variableNotDefined", message, asked.at, path)
    elif declared[0].rstrip("!") != wanted.rstrip("!") or (
        wanted.endswith("!") and not declared[0].endswith("!") and declared[1] in (..., None)
    ):
        message = f"Type mismatch on variable ${name} and argument {argument} ({declared[0]} / {wanted})"
        yield _refused("variableMismatch", message, asked.at, path)
