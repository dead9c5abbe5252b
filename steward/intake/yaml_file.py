"""YAML read safely: plain data only; no aliases, tags, duplicate keys, or depth beyond what settings need.

Imported only when there is a YAML file to read, for PyYAML is not on the path of every run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml

_MOST_DEPTH = 20
# An escape such as \ud800 can write what no file can hold.
_HALVES = re.compile("[\ud800-\udfff]")


class YamlError(ValueError):
    """What is wrong and, when known, where: `position` is `:LINE:COLUMN`, counted from 1, or empty."""

    def __init__(self, what: str, mark: Any = None) -> None:
        super().__init__(what)
        self.what = what
        self.position = f":{mark.line + 1}:{mark.column + 1}" if mark else ""


class _Loader(yaml.SafeLoader):
    """A safe loader that refuses what no settings file needs."""

    _depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        self._check(self.peek_event())  # type: ignore[no-untyped-call]
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node

    def _check(self, event: Any) -> None:
        # A file of a few kilobytes can stand for billions of nodes when aliases are followed.
        if isinstance(event, yaml.AliasEvent):
            raise YamlError("aliases are not allowed here", event.start_mark)
        # PyYAML trips over values that are not what their tag says.
        if event.tag is not None:
            raise YamlError("tags are not allowed here", event.start_mark)
        if isinstance(event, yaml.ScalarEvent) and _HALVES.search(event.value):
            raise YamlError("half of a character is not allowed here", event.start_mark)
        if self._depth >= _MOST_DEPTH:
            raise YamlError(f"is nested more than {_MOST_DEPTH} deep", event.start_mark)

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        seen: set[Any] = set()
        for key, _ in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else None
            if name is not None and name in seen:
                raise YamlError(f"the key {name!r} stands here a second time", key.start_mark)
            seen.add(name)
        return super().construct_mapping(node, deep)


def load(data: bytes) -> Any:
    """The document as plain Python data; None when it is empty. Raises `YamlError`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise YamlError("is not UTF-8", _After(data[: error.start].decode())) from None
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 - a SafeLoader, made stricter
    except YamlError:
        raise
    except yaml.reader.ReaderError as error:
        what = f"holds the character U+{error.character:04X}, which YAML does not allow"
        raise YamlError(what, _After(text[: error.position])) from None
    except yaml.MarkedYAMLError as error:
        raise YamlError(error.problem or "is not YAML", error.problem_mark or error.context_mark) from None
    except ValueError:
        # A number or a date that is written as one and is none, such as 2026-99-99.
        raise YamlError("holds a value that cannot be read") from None


def locate(data: bytes, steps: Iterable[str | int]) -> str:
    """The position of what the steps lead to in a document that `load` could read: of its key, or of its place
    in a list. Steps that lead nowhere are not taken."""
    node: Any = yaml.compose(data.decode("utf-8"), Loader=_Loader)
    place = node
    for step in steps:
        found = _step(node, step)
        if found is None:
            break
        place, node = found
    return YamlError("", place.start_mark).position


def _step(node: Any, step: str | int) -> tuple[Any, Any] | None:
    """The key and the value, or the item twice."""
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
        return node.value[step], node.value[step]
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next(((key, value) for key, value in pairs if key.value == step), None)


class _After:
    """The place that follows a text, as one of PyYAML's marks."""

    def __init__(self, text: str) -> None:
        self.line = text.count("\n")
        self.column = len(text) - (text.rfind("\n") + 1)
