"""Golden tasks: what they are, and how a file of them is read, with every mistake worded.

Everything that is wrong is a `ValueError`, before anything runs (`docs/evals.md`, "Golden tasks").
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from steward.evals.patterns import problem
from steward.intake.yaml_file import YamlError, compose, items, pairs, plain

MOST_BYTES = 4 * 1024 * 1024
MOST_TASKS = 2_000
FOLDERS = ("misc/docs", "docs", ".")
NAMES = ("golden_tasks.json", "golden_tasks.yml")
PLACES = tuple(f"{folder}/evals/{name}".removeprefix("./") for folder in FOLDERS for name in NAMES)
"""Where a repository's tasks are looked for, in this order."""

_KEYS: Mapping[str, object] = {"name": None, "prompt": None, "expect": (), "forbid": ()}
_MOST_SHOWN = 60
HALF = re.compile("[\ud800-\udfff]")  # no file can hold it


class GoldenTask(msgspec.Struct, frozen=True):
    """A prompt, and what its answer must and must not hold: patterns, each searched for line by line.

    The lists are kept as tuples. Raises `ValueError` when it is made wrongly.
    """

    name: str
    prompt: str
    expect: Sequence[str] = ()
    forbid: Sequence[str] = ()

    def __post_init__(self) -> None:
        _require_text(self.name, "a task", "name")
        where = f"task {shown(self.name)}"
        _require_text(self.prompt, where, "prompt")
        for key in ("expect", "forbid"):
            force_setattr(self, key, tuple(_patterns(getattr(self, key), f"{where}: {key}")))


def _require_text(value: object, where: str, key: str) -> None:
    if value is None or (isinstance(value, str) and not value.strip()):
        raise ValueError(f"{where} has no {key}")
    if not isinstance(value, str):
        raise ValueError(f"{where}: {key} is text, not {shown(value)}; put it in quotes")
    if HALF.search(value):
        raise ValueError(f"{where}: {key} holds half of a character")


def _patterns(value: object, where: str) -> Iterator[str]:
    if isinstance(value, str):
        raise ValueError(
            f"{where} is a list of patterns, not the text {shown(value)}; write [{shown(value)}]"
        )
    if not isinstance(value, list | tuple):
        raise ValueError(f"{where} is a list of patterns, not {shown(value)}")
    for number, pattern in enumerate(value):
        if not isinstance(pattern, str):
            raise ValueError(f"{where}[{number}] is a pattern, not {shown(pattern)}; put it in quotes")
        wrong = "holds half of a character" if HALF.search(pattern) else problem(pattern)
        if wrong:
            raise ValueError(f"{where}[{number}]: the pattern {shown(pattern)} {wrong}")
        yield pattern


def shown(value: object) -> str:
    """A value in a message, cut to a bearable length."""
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def require_different(tasks: Iterable[GoldenTask]) -> None:
    """Raises `ValueError` when two tasks have one name."""
    seen: set[str] = set()
    for task in tasks:
        if task.name in seen:
            raise ValueError(f"two tasks have the name {shown(task.name)}; results are told by name")
        seen.add(task.name)


def golden_tasks_path(root: str | Path = ".") -> Path | None:
    """`evals/golden_tasks.json` or `.yml` under `misc/docs`, `docs` or the root itself, the first there is."""
    return next((path for place in PLACES if (path := Path(root, place)).is_file()), None)


def load_golden_tasks(path: str | Path) -> tuple[GoldenTask, ...]:
    """The tasks of a JSON or YAML file, which holds a list of them. Raises `ValueError`, naming file and task."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    return parse_golden_tasks(data, str(path))


def parse_golden_tasks(data: bytes, path: str) -> tuple[GoldenTask, ...]:
    """The same of a file's bytes; `path` tells JSON from YAML, and messages call it so. Raises `ValueError`."""
    try:
        listed = _listed(data, path)
        if not isinstance(listed, list):
            raise ValueError(f"must hold a list of tasks, not {shown(listed)}")
        if len(listed) > MOST_TASKS:
            raise ValueError(f"holds {len(listed):,} tasks; allowed: {MOST_TASKS:,}")
        tasks = tuple(_task(number, given) for number, given in enumerate(listed, 1))
        require_different(tasks)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return tasks


def _task(number: int, given: Any) -> GoldenTask:
    try:
        if not isinstance(given, dict):
            raise ValueError(f"is a block of keys, not {shown(given)}")
        unknown = [key for key in given if key not in _KEYS]
        if unknown:
            name = f"task {shown(given['name'])}: " if isinstance(given.get("name"), str) else ""
            raise ValueError(f"{name}the key {shown(unknown[0])} is not known; allowed: {', '.join(_KEYS)}")
        # Whatever stands there: the task itself says what is wrong.
        parts: tuple[Any, ...] = tuple(given.get(key, default) for key, default in _KEYS.items())
        return GoldenTask(*parts)
    except ValueError as error:
        raise ValueError(f"task {number}: {error}") from None


# ------------------------------------------------------------------------------------------------- the file


def _listed(data: bytes, path: str) -> Any:
    if len(data) > MOST_BYTES:
        raise ValueError(f"has more than {MOST_BYTES:,} bytes")
    return _json(data) if path.lower().endswith(".json") else _yaml(data)


def _json(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise ValueError("is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise ValueError("is nested too deep") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(pairs)
    if len(seen) < len(pairs):
        twice = next(key for number, (key, _) in enumerate(pairs) if key in dict(pairs[:number]))
        raise ValueError(f"task {shown(seen.get('name'))}: the key {shown(twice)} stands twice")
    return seen


def _yaml(data: bytes) -> Any:
    try:
        node = compose(data.removeprefix(b"\xef\xbb\xbf"))
        return None if node is None else _plain(node)
    except YamlError as error:
        place = f" (line {error.place[0]}, column {error.place[1]})" if error.place else ""
        raise ValueError(f"{error.what}{place}") from None


def _plain(node: Any) -> Any:
    listed, stated = items(node), pairs(node)
    if listed is not None:
        return [_plain(item) for item in listed]
    if stated is not None:
        return _once([(name if name is not None else "", _plain(value)) for name, _, value in stated])
    return plain(node)
