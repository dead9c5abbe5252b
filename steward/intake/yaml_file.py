"""YAML read safely: plain data only; no aliases, tags, or depth beyond what settings need.

Imported only when there is a YAML file to read, for PyYAML is not on the path of every run.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import yaml
from yaml.constructor import SafeConstructor

_MOST_DEPTH = 20
# An escape such as \ud800 can write what no file can hold.
_HALVES = re.compile("[\ud800-\udfff]")

Node: TypeAlias = yaml.Node
Place: TypeAlias = tuple[int, int]
"""A line and a column, counted from 1."""


class YamlError(ValueError):
    """What is wrong, and where when that is known."""

    def __init__(self, what: str, mark: Any = None) -> None:
        super().__init__(what)
        self.what = what
        self.place: Place | None = (mark.line + 1, mark.column + 1) if mark else None


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


def compose(data: bytes) -> Node | None:
    """The document as nodes that know their places; None when it is empty. Raises `YamlError`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise YamlError("is not UTF-8", _After(data[: error.start].decode())) from None
    try:
        return yaml.compose(text, Loader=_Loader)
    except YamlError:
        raise
    except yaml.reader.ReaderError as error:
        what = f"holds the character U+{error.character:04X}, which YAML does not allow"
        raise YamlError(what, _After(text[: error.position])) from None
    except yaml.MarkedYAMLError as error:
        raise YamlError(error.problem or "is not YAML", error.problem_mark or error.context_mark) from None
    except (ValueError, OverflowError):
        # An escape of a character that does not exist, such as \Uffffffff.
        raise YamlError("holds a value that cannot be read") from None


def is_null(node: Node) -> bool:
    """Whether nothing stands there: `~`, `null`, or no text at all."""
    return bool(node.tag == "tag:yaml.org,2002:null")


def place(node: Node) -> Place:
    """Where a node begins."""
    return node.start_mark.line + 1, node.start_mark.column + 1


def pairs(node: Node) -> list[tuple[str | None, Node, Node]] | None:
    """Each key as text with its node and its value's; a key with parts is None. None when it is no mapping."""
    if not isinstance(node, yaml.MappingNode):
        return None
    return [
        (key.value if isinstance(key, yaml.ScalarNode) else None, key, value) for key, value in node.value
    ]


def items(node: Node) -> list[Node] | None:
    """The nodes of a list; None when it is none."""
    return node.value if isinstance(node, yaml.SequenceNode) else None


def listed(node: Node) -> Node:
    """A list of this one node."""
    return yaml.SequenceNode("tag:yaml.org,2002:seq", [node], node.start_mark, node.end_mark)


def plain(node: Node) -> Any:
    """A value without parts as Python has it; an empty list or mapping for one with parts. Raises `YamlError`."""
    if not isinstance(node, yaml.ScalarNode):
        return [] if isinstance(node, yaml.SequenceNode) else {}
    try:
        return SafeConstructor().construct_object(node)
    except (ValueError, OverflowError, yaml.YAMLError):
        # A number or a date that is written as one and is none, such as 2026-99-99.
        raise YamlError("holds a value that cannot be read", node.start_mark) from None


def switch(node: Node) -> str | None:
    """The word of a truth value that is written as one: `on`, `off`, `yes`, `no`; None for `true` and `false`."""
    word = str(node.value)
    return None if word.lower() in ("true", "false") else word


class _After:
    """The place that follows a text, as one of PyYAML's marks."""

    def __init__(self, text: str) -> None:
        self.line = text.count("\n")
        self.column = len(text) - (text.rfind("\n") + 1)
