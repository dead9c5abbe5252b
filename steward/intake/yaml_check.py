"""YAML against types: plain data that fits them, or every mistake with its place, all in one pass.

The types are msgspec structs (`steward.intake.steward_yml`). A key that is wrong costs that key alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec import inspect

from steward.intake.yaml_file import Node, Place, YamlError, items, pairs, place, plain, switch

_MOST_SHOWN = 100
_LONGEST_NAME = 64  # of those that are looked for among the known ones
_MOST_SEARCHED = 50
_WORDS: Mapping[str, str] = {
    "`str`": "text",
    "`int`": "a whole number",
    "`float`": "a number",
    "`bool`": "true or false",
    "`object`": "a block of keys",
    "`array`": "a list",
    "`null`": "nothing",
    "`date`": "a date",
    "`datetime`": "a date",
}
_KIND = re.compile(r"`[a-z]+`")


class Mistake(msgspec.Struct, frozen=True, order=True):
    """Something that is wrong at a place of the file."""

    place: Place
    what: str


class Check:
    """One pass over a document. `mistakes` are all that were found; `places` is where each key that the file
    states stands, by its path: `scoring.tests.globs`, `scoring.tests.globs[0]`."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []
        self.places: dict[str, Place] = {}

    def value(self, node: Node, kind: Any, path: str = "", at: Place | None = None) -> Any:
        """The data of a node, as far as it fits the type; `at` is where mistakes with it are told."""
        bare, at = _bare(kind), at or place(node)
        if path:
            self.places[path] = at
        if isinstance(bare, type) and issubclass(bare, msgspec.Struct):
            return self._block(node, bare, path, at)
        listed = items(node)
        if get_origin(bare) is list and listed is not None:
            (item,) = get_args(bare)
            parts = [self.value(each, item, f"{path}[{number}]") for number, each in enumerate(listed)]
            self._refuse(at, path, _length_problem(parts, kind))
            return parts
        return self._leaf(node, kind, path, at)

    def _block(self, node: Node, kind: type[msgspec.Struct], path: str, at: Place) -> dict[str, Any]:
        stated, known = pairs(node), {found.encode_name: found.type for found in msgspec.structs.fields(kind)}
        if stated is None:
            found = _found(node)
            self._refuse(at, path, f"expected a block of keys, found {found}; allowed: {', '.join(known)}")
            return {}
        seen: set[str | None] = set()
        data = {}
        for name, key, value in stated:
            problem = self._key_problem(name, kind, seen, list(known))
            self._refuse(place(key), path, problem)
            seen.add(name)
            if name is not None and problem is None:
                data[name] = self.value(value, known[name], f"{path}.{name}" if path else name, place(key))
        return data

    def _key_problem(
        self, name: str | None, kind: Any, seen: set[str | None], known: Sequence[str]
    ) -> str | None:
        allowed = f"; allowed: {', '.join(known)}"
        if name is None:
            return f"expected a key, found something with parts{allowed}"
        if name in seen:
            return f"the key {_shown(name)} stands here a second time"
        if name not in known:
            return f"the key {_shown(name)} is not known{self._nearest(name, known)}{allowed}"
        return None

    def _leaf(self, node: Node, kind: Any, path: str, at: Place) -> Any:
        try:
            value = plain(node)
            if isinstance(value, bool) and _is_text(kind):
                # Old YAML takes `off` for a truth value; here it is a mode.
                value = switch(node) or value
            self._refuse(at, path, _problem(value, kind))
        except YamlError as error:
            value = None
            self._refuse(at, path, error.what)
        return value

    def _refuse(self, at: Place, path: str, problem: str | None) -> None:
        if problem is not None:
            self.mistakes.append(Mistake(at, f"{path}: {problem}" if path else problem))

    def _nearest(self, name: str, known: Sequence[str]) -> str:
        # Of very many mistakes only the first are shown, so only those are worth the search.
        if len(name) > _LONGEST_NAME or len(self.mistakes) > _MOST_SEARCHED:
            return ""
        close = get_close_matches(name, known, 1)
        return f" (did you mean {close[0]!r}?)" if close else ""


def _problem(value: Any, kind: Any) -> str | None:
    """Why a value cannot stand where this type is wanted: msgspec's own judgement, in our words."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        form = _extra(kind).get("form")
        return f"{_worded(str(error), value)}{_allowed(kind)}{f'; write {form}' if form else ''}"
    check = _extra(kind).get("check")
    return check(value) if check else None


def _worded(said: str, value: Any) -> str:
    if said.startswith("Invalid enum value"):
        return f"invalid value {_shown(value)}"
    words = _KIND.sub(lambda found: _WORDS.get(found[0], found[0]), said.replace(", got ", ", found "))
    return f"{words[0].lower()}{words[1:]}"


def _length_problem(parts: list[Any], kind: Any) -> str | None:
    info = _info(kind)
    most = info.max_length if isinstance(info, inspect.ListType) else None
    return None if most is None or len(parts) <= most else f"has {len(parts):,} items; allowed: {most}"


def _allowed(kind: Any) -> str:
    """The values that may stand there; nothing where any text may."""
    info = _info(kind)
    if isinstance(info, inspect.EnumType):
        return f"; allowed: {', '.join(str(member.value) for member in info.cls)}"
    if isinstance(info, inspect.LiteralType):
        return f"; allowed: {', '.join(map(str, info.values))}"
    return ""


def _is_text(kind: Any) -> bool:
    return isinstance(_info(kind), inspect.StrType | inspect.EnumType | inspect.LiteralType)


def _info(kind: Any) -> inspect.Type:
    info = inspect.type_info(kind)
    return info.type if isinstance(info, inspect.Metadata) else info


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _extra(kind: Any) -> Mapping[str, Any]:
    extras = [meta.extra for meta in get_args(kind)[1:] if isinstance(meta, msgspec.Meta) and meta.extra]
    return extras[0] if get_origin(kind) is Annotated and extras else {}


def _found(node: Node) -> str:
    if items(node) is not None:
        return "a list"
    try:
        return "nothing" if plain(node) is None else _shown(plain(node))
    except YamlError:
        return "something else"


def _shown(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
