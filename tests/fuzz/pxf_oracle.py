"""The PXF reader of the `protowire-python` package, asked from a process of its own: some texts end it.

Both readers' answers are brought into one form: a field's name and what it means, protobuf's defaults left out.
None is a text that is refused.
"""

from __future__ import annotations

import base64
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from steward.governance.document import Block, Duration, List, Literal, Name, Timestamp, Value
from steward.governance.pxf import PxfError, parse
from tests.fuzz.pxf_texts import ENUM, MAPS, REPEATED, SINGLE

CRASHED = "crashed"
_BILLION = 10**9


class Refused(Exception):
    """A text that does not fit the message."""


class Oracle:
    """The library behind a pipe."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.pxf_oracle"],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout

    def ask(self, texts: Sequence[bytes]) -> list[Any]:
        """What the library makes of each text; `CRASHED` for the one that ends its process."""
        answers: list[Any] = []
        for text in texts:
            self._input.write(base64.b64encode(text) + b"\n")
            self._input.flush()
            line = self._output.readline()
            answers.append(json.loads(line) if line else CRASHED)
            if not line:
                self.close()
                self._start()
        return answers

    def close(self) -> None:
        """End the process."""
        self._input.close()
        self._output.close()
        self._process.wait()


# ------------------------------------------------------------------------------------- our own answer


def ours(text: bytes) -> Any:
    """What Steward makes of a text, in the form of the library's answer."""
    try:
        return _ours(text)
    except Refused:
        return None


def refusal(text: bytes) -> str:
    """Why Steward refuses a text, without the place; empty when it does not."""
    try:
        _ours(text)
    except Refused as error:
        return str(error)
    return ""


def _ours(text: bytes) -> Any:
    try:
        body = parse(text, path="x").body
    except PxfError as error:
        raise Refused(error.problems[0].split(": ", 1)[1]) from None
    return json.loads(json.dumps(_message(body)))


def _message(block: Block) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for entry in block.entries:
        name = entry.name
        if name in SINGLE:
            _put(fields, name, None if _is_null(entry.value) else _one(name, entry.value))
        elif _is_null(entry.value):
            continue
        elif name in REPEATED:
            fields[name] = fields.get(name, []) + _many(name[1:], entry.value)
        elif name in MAPS and isinstance(entry.value, Block):
            _map(fields.setdefault(name, {}), name, entry.value)
        else:
            raise Refused(name)
    return {name: value for name, value in fields.items() if not _is_default(name, value)}


def _is_default(name: str, value: Any) -> bool:
    if name in ("m", "t", "d"):
        return value is None
    return value in (None, 0, "", [], {}) and str(value) != "-0.0"


def _put(fields: dict[str, Any], name: str, value: Any) -> None:
    if name in fields:
        raise Refused("stands twice")
    fields[name] = value


def _map(entries: dict[str, Any], name: str, block: Block) -> None:
    for entry in block.entries:
        try:
            key = str(int(entry.name)) if name == "mi" else entry.name
        except ValueError:
            raise Refused(name) from None
        _put(entries, key, _one("f", entry.value))


def _many(kind: str, value: Value) -> list[Any]:
    items: Iterable[Value] = value.items if isinstance(value, List) else (value,)
    return [_one(kind, item) for item in items]


def _is_null(value: Value) -> bool:
    return isinstance(value, Literal) and value.value is None


def _one(kind: str, value: Value) -> Any:
    if kind == "m" and isinstance(value, Block):
        return _message(value)
    if kind != "m" and isinstance(value, Literal) and _FITS[kind](value.value):
        return _MEANINGS[kind](value)
    raise Refused(f"no {kind}")


def _is_whole(value: Any, bits: int) -> bool:
    return type(value) is int and -(2 ** (bits - 1)) <= value < 2 ** (bits - 1)


_FITS: dict[str, Callable[[Any], bool]] = {
    "s": lambda value: isinstance(value, str),
    "i": lambda value: _is_whole(value, 64),
    "f": lambda value: type(value) in (int, float),
    "b": lambda value: isinstance(value, bool),
    "y": lambda value: isinstance(value, bytes | str),
    "t": lambda value: isinstance(value, Timestamp),
    "d": lambda value: isinstance(value, Duration),
    "e": lambda value: _is_whole(value, 32) or (isinstance(value, Name) and value.text in ENUM),
}
_MEANINGS: dict[str, Callable[[Any], Any]] = {
    "s": lambda literal: literal.value,
    "i": lambda literal: literal.value,
    "f": lambda literal: float(literal.text),  # from its text, for a whole number has no -0
    "b": lambda literal: literal.value,
    "y": lambda literal: _base64(literal.value),
    "t": lambda literal: literal.value.seconds * _BILLION + literal.value.nanos,
    "d": lambda literal: literal.value.nanos,
    "e": lambda literal: ENUM[literal.value.text] if isinstance(literal.value, Name) else literal.value,
}


def _base64(value: bytes | str) -> str:
    return base64.b64encode(value.encode() if isinstance(value, str) else value).decode()


# ------------------------------------------------------------------------------------ in the process


def _message_class() -> Any:
    """The message that the texts are of."""
    from google.protobuf import (  # type: ignore[import-untyped]
        descriptor_pb2,
        descriptor_pool,
        duration_pb2,
        message_factory,
        timestamp_pb2,
    )

    file = descriptor_pb2.FileDescriptorProto(name="t.proto", package="t", syntax="proto3")
    message = file.message_type.add(name="D")
    kinds = {"s": 9, "i": 3, "f": 1, "b": 8, "y": 12, "t": 11, "d": 11, "e": 14, "m": 11}
    types = {"t": ".google.protobuf.Timestamp", "d": ".google.protobuf.Duration", "e": ".t.D.E", "m": ".t.D"}
    for name in SINGLE + REPEATED:
        number, label = len(message.field) + 1, 3 if name in REPEATED else 1
        kind = name[-1]
        message.field.add(name=name, number=number, type=kinds[kind], label=label, type_name=types.get(kind))
    for name, key in (("ms", 9), ("mi", 3)):
        entry = message.nested_type.add(name=f"{name.capitalize()}Entry")
        entry.options.map_entry = True
        entry.field.add(name="key", number=1, type=key, label=1)
        entry.field.add(name="value", number=2, type=1, label=1)
        number = len(message.field) + 1
        message.field.add(name=name, number=number, type=11, label=3, type_name=f".t.D.{entry.name}")
    enum = message.enum_type.add(name="E")
    for member, value in ENUM.items():
        enum.value.add(name=member, number=value)
    pool = descriptor_pool.DescriptorPool()
    for known in (duration_pb2, timestamp_pb2):
        copy = descriptor_pb2.FileDescriptorProto()
        known.DESCRIPTOR.CopyToProto(copy)
        pool.Add(copy)
        file.dependency.append(copy.name)
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("t.D"))


def _told(message: Any) -> dict[str, Any]:
    """A message in the common form."""
    told: dict[str, Any] = {}
    for field, value in message.ListFields():
        name = field.name
        if name in MAPS:
            told[name] = {str(key): number for key, number in value.items()}
        elif name in REPEATED:
            told[name] = [_told_one(name[1:], item) for item in value]
        else:
            told[name] = _told_one(name, value)
    return told


def _told_one(kind: str, value: Any) -> Any:
    if kind == "m":
        return _told(value)
    if kind in "td":
        return value.seconds * _BILLION + value.nanos
    return _base64(value) if kind == "y" else value


def main() -> None:
    """Answer one line for each line that comes in."""
    from protowire import pxf

    # A crash is an answer, not a file to leave behind.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    kind = _message_class()
    for line in sys.stdin.buffer:
        message = kind()
        try:
            pxf.unmarshal(base64.b64decode(line), message)
            answer: Any = _told(message)
        except Exception:  # noqa: BLE001 - every refusal is the same to us
            answer = None
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
