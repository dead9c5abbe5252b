"""YAML read safely: plain data only, no aliases, no duplicate keys.

Imported only when there is a YAML file to read, for PyYAML is not on the path of every run.
"""

from __future__ import annotations

from typing import Any

import yaml


class YamlError(ValueError):
    """What is wrong and, when known, where: `line` and `column` count from 1."""

    def __init__(self, what: str, mark: yaml.Mark | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.position = f":{mark.line + 1}:{mark.column + 1}" if mark else ""


class _Loader(yaml.SafeLoader):
    """A safe loader that refuses what no settings file needs."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        # A file of a few kilobytes can stand for billions of nodes when aliases are followed.
        if self.check_event(yaml.AliasEvent):
            raise YamlError("aliases are not allowed here", self.get_mark())
        return super().compose_node(parent, index)

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
        return yaml.load(data.decode("utf-8"), Loader=_Loader)  # noqa: S506 - a SafeLoader, made stricter
    except UnicodeDecodeError:
        raise YamlError("is not UTF-8") from None
    except yaml.MarkedYAMLError as error:
        raise YamlError(error.problem or "is not YAML", error.problem_mark or error.context_mark) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        if isinstance(error, YamlError):
            raise
        raise YamlError("is not YAML that can be read") from None
