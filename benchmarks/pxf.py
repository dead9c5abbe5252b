"""Reading a constitution: CPU for the largest text, beside the library on a real one, and for hostile ones."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure
from steward.governance.constitution import read
from steward.governance.document import Block, List, Literal, Value
from steward.governance.pxf import MOST_BYTES, attempt, parse

TITLE = "Reading a constitution"
ABOUT = (
    "CPU in one process. The largest text is the public example's domains again and again up to 64 KiB. "
    "`protowire-python` unmarshals the example into a message with the same fields, in turn with `parse`; it "
    "builds its schema anew each time, so a text of one field stands beside it."
)
EXAMPLE = Path(__file__).parents[1] / "tests" / "data" / "governance" / "protowire.governance.pxf"
RUNS = 41
_HOSTILE = {
    "numbers in a list": ("a=[", "1,", "]"),
    "short fields": ("", "a=1;", ""),
    "empty blocks": ("", "a{}", ""),
    "mistakes": ("", "a 1\n", ""),
}


def figures() -> list[Figure]:
    """Measure; the pairs are taken in turn."""
    example = EXAMPLE.read_bytes()
    largest = _largest(example.decode()).encode()
    found = [
        Figure(
            what=f"`parse`, {len(largest):,} bytes",
            value=_cpu(lambda: parse(largest, path="x")),
            most=50,
            unit=" ms",
        ),
        Figure(
            what=f"`read`, {len(largest):,} bytes", value=_cpu(lambda: read(largest, path="x")), unit=" ms"
        ),
    ]
    for name, (before, piece, after) in _HOSTILE.items():
        text = before + piece * ((MOST_BYTES - len(before + after)) // len(piece)) + after
        found.append(
            Figure(what=f"64 KiB of {name}", value=_cpu(partial(attempt, text, path="x")), unit=" ms")
        )
    return [*found, *_beside_the_library(example)]


def _largest(example: str) -> str:
    """A text as large as may be, of the example's domains."""
    begin = example.index("  {\n", example.index("domains = ["))
    end = example.index("\n]", begin) + 1
    rest = example[:begin] + example[end:]
    domains = example[begin:end]
    return (
        example[:begin]
        + domains * ((MOST_BYTES - len(rest.encode())) // len(domains.encode()))
        + example[end:]
    )


def _cpu(job: Callable[[], object]) -> float:
    """Milliseconds of CPU, the median of several runs."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        job()
        times.append(time.process_time() - began)
    return statistics.median(times) * 1000


def _beside_the_library(example: bytes) -> list[Figure]:
    from protowire import pxf

    schema = _schema(parse(example, path="x").body)

    def theirs() -> object:
        return pxf.unmarshal_bytes(example, schema, "g.Governance")

    def theirs_small() -> object:
        return pxf.unmarshal_bytes(b'version = "1"', schema, "g.Governance")

    ours = _ratio(lambda: parse(example, path="x"), theirs)
    fixed = _ratio(theirs_small, theirs)
    return [
        Figure(what="the example: `parse` beside protowire-python", value=ours, unit=" ×"),
        Figure(what="one field: protowire-python beside itself on the example", value=fixed, unit=" ×"),
    ]


def _ratio(one: Callable[[], object], other: Callable[[], object]) -> float:
    def cost(job: Callable[[], object]) -> float:
        began = time.process_time()
        for _ in range(20):
            job()
        return time.process_time() - began

    return statistics.median(cost(one) / cost(other) for _ in range(RUNS))


def _schema(body: Block) -> bytes:
    """A schema for the fields that a document has, as a serialised set of files."""
    from google.protobuf import descriptor_pb2, duration_pb2  # type: ignore[import-untyped]

    files = descriptor_pb2.FileDescriptorSet()
    duration_pb2.DESCRIPTOR.CopyToProto(files.file.add())
    file = files.file.add(name="g.proto", package="g", syntax="proto3")
    file.dependency.append("google/protobuf/duration.proto")
    _describe(file.message_type.add(name="Governance"), "g.Governance", [body])
    return bytes(files.SerializeToString())


def _describe(message: Any, path: str, blocks: list[Block]) -> None:
    fields: dict[str, list[Value]] = {}
    for block in blocks:
        for entry in block.entries:
            fields.setdefault(entry.name, []).append(entry.value)
    for number, (name, values) in enumerate(fields.items(), 1):
        several = isinstance(values[0], List)
        parts = [part for value in values for part in (value.items if isinstance(value, List) else (value,))]
        field = message.field.add(name=name, number=number, label=3 if several else 1)
        inner = [part for part in parts if isinstance(part, Block)]
        if not inner:
            field.type = _kind(parts[0] if parts else None)
            if field.type == 11:
                field.type_name = ".google.protobuf.Duration"
            continue
        nested = message.nested_type.add(name=f"{name.title().replace('_', '')}Entry")
        field.type, field.type_name = 11, f".{path}.{nested.name}"
        if all(entry.name.replace("_", "").isalnum() for block in inner for entry in block.entries):
            _describe(nested, f"{path}.{nested.name}", inner)
        else:
            # Names that no field can have: a map.
            field.label, nested.options.map_entry = 3, True
            nested.field.add(name="key", number=1, type=9, label=1)
            nested.field.add(name="value", number=2, type=1, label=1)


def _kind(value: Value | None) -> int:
    """The number of a plain value's type: bool, double, string, or a message, which is a duration."""
    found = value.value if isinstance(value, Literal) else ""
    if isinstance(found, bool):
        return 8
    if isinstance(found, int | float):
        return 1
    return 9 if isinstance(found, str) else 11


def main() -> int:
    """Measure and print the rows; 1 when a bound does not hold."""
    found = figures()
    print("\n".join(figure.row() for figure in found))
    return 0 if all(figure.kept for figure in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
