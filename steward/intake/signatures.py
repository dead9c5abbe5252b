"""The signatures file of an agreement: the JSON that the archived contributor-assistant action wrote.

The file is read as it is: `signedContributors` is a list of objects with `name` and `id`; every other key is
somebody else's and is passed over (`docs/cla.md`, "The signatures file").
"""

from __future__ import annotations

import json
from collections import Counter
from typing import NoReturn

from steward.errors import ConfigInvalid
from steward.facts import Signature

MOST_BYTES = 4 * 1024 * 1024
KEY = "signedContributors"
MEND = "Correct the file on the default branch."
_MOST_MISTAKES = 20
_MOST_SHOWN = 40
_MOST_ID = 2**63 - 1
_KINDS = {str: "a string", bool: "true or false", int: "a number", float: "a number", list: "a list"}


class _Object(dict[str, object]):
    """A JSON object that remembers which keys stand twice: the second would hide the first."""

    twice: tuple[str, ...] = ()


def parse_signatures(data: bytes, *, path: str = "signatures") -> tuple[Signature, ...]:
    """The file's entries, each once, in its order.

    Raises `ConfigInvalid` with every mistake and its place; `path` is what messages call the file.
    """
    entries = _entries(_loaded(data, path), path)
    mistakes: list[str] = []
    found = [_signature(entry, f"{KEY}[{index}]", mistakes) for index, entry in enumerate(entries)]
    if mistakes:
        more = len(mistakes) - _MOST_MISTAKES
        shown = [f"{path}: {mistake}" for mistake in mistakes[:_MOST_MISTAKES]]
        raise ConfigInvalid(
            (*shown, *([f"{path}: and {more:,} more like these"] if more > 0 else [])), mend=MEND
        )
    return tuple(dict.fromkeys(signature for signature in found if signature))


def _loaded(data: bytes, path: str) -> object:
    if len(data) > MOST_BYTES:
        _refuse(f"{path}: is {len(data):,} bytes long; allowed: {MOST_BYTES:,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        _refuse(f"{path}:{line}:{column}: expected UTF-8 text")
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_number, parse_float=_number, parse_constant=_number
        )
    except json.JSONDecodeError as error:
        _refuse(f"{path}:{error.lineno}:{error.colno}: is not JSON: {error.msg}")
    except RecursionError:
        _refuse(f"{path}: lists and objects are nested too deeply")


def _object(pairs: list[tuple[str, object]]) -> _Object:
    made = _Object(pairs)
    if len(made) < len(pairs):
        times = Counter(key for key, _ in pairs)
        made.twice = tuple(key for key in times if times[key] > 1)
    return made


def _number(digits: str) -> int | float:
    """Only ids matter: a number that can be none becomes one that is refused where an id is looked for."""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 20 else -1.0


def _entries(document: object, path: str) -> list[object]:
    if not isinstance(document, _Object):
        _refuse(f"{path}: expected an object with the key {KEY}, found {_kind(document)}")
    if KEY in document.twice:
        _refuse(f"{path}: the key {KEY} stands twice")
    entries = document.get(KEY)
    if not isinstance(entries, list):
        found = _kind(entries) if KEY in document else "no such key"
        _refuse(f"{path}: {KEY}: expected a list, found {found}")
    return entries


def _signature(entry: object, place: str, mistakes: list[str]) -> Signature | None:
    """The entry; a mistake is added instead of raised, so that all are told together."""
    if not isinstance(entry, _Object):
        mistakes.append(f"{place}: expected an object with name and id, found {_kind(entry)}")
        return None
    before = len(mistakes)
    mistakes += [f"{place}: the key {key} stands twice" for key in entry.twice if key in ("name", "id")]
    login, number = entry.get("name"), entry.get("id")
    if number is not None and (type(number) is not int or not 0 < number <= _MOST_ID):
        mistakes.append(f"{place}.id: expected an account's number, found {_kind(number)}")
    if not (isinstance(login, str) and login.strip()) and (login is not None or number is None):
        mistakes.append(f"{place}.name: expected a login, found {_kind(login)}")
    if len(mistakes) > before:
        return None
    return Signature(
        login=login.strip() if isinstance(login, str) else "", id=number if isinstance(number, int) else None
    )


def _kind(value: object) -> str:
    if isinstance(value, str):
        return (
            f'"{value[:_MOST_SHOWN]}{"…" if len(value) > _MOST_SHOWN else ""}"'
            if value.strip()
            else "an empty string"
        )
    if value is None:
        return "nothing"
    return _KINDS.get(type(value), "an object")


def _refuse(mistake: str) -> NoReturn:
    raise ConfigInvalid((mistake,), mend=MEND)
