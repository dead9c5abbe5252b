"""Reading a large diff: CPU beside unidiff alone, peak memory, and whether the cost of a line stays the same."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Cost, Figure, measure
from steward.intake.diff import parse_diff

TITLE = "Reading a diff"
ABOUT = (
    "Diffs of 1,000,000 changed lines from a file, in three shapes. `parse_diff` and "
    "`PatchSet(file, metadata_only=True)` are whole processes, start-up included, in turn. The cost of a line is "
    "CPU in one process."
)
LINES = 1_000_000
_OURS = """
import sys
from steward.intake.diff import parse_diff
with open(sys.argv[1], "rb") as stream:
    assert not parse_diff(stream).unreadable
"""
_UNIDIFF = """
import sys
from unidiff import PatchSet
with open(sys.argv[1], encoding="utf-8", errors="surrogateescape", newline="\\n") as stream:
    PatchSet(stream, metadata_only=True)
"""
_CODE = (
    "    return self._parse(line)", "if not found:", "    # é", "for index, line in enumerate(lines, start=1):",
    "}", "", "\t\tconst value = await response.json();", "-- select", "++ i", "x" * 300,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How the changed lines lie: so many in a hunk on each side, so many hunks in a file."""

    name: str
    changed: int
    hunks: int
    runs: int


SHAPES = (
    Shape(name="long hunks (10,000 lines)", changed=5_000, hunks=1, runs=5),
    Shape(name="small files (3 hunks of 12 lines)", changed=6, hunks=3, runs=3),
    Shape(name="small hunks (2 lines, 1,000 in a file)", changed=1, hunks=1_000, runs=1),
)


def figures() -> list[Figure]:
    """Measure; the pairs are taken in turn."""
    found: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.diff"
        for shape in SHAPES:
            write(path, shape, LINES)
            found += _compared(path, shape)
        found += _linear(path)
    return found


def write(path: Path, shape: Shape, lines: int) -> None:
    """A well-formed git diff with at least `lines` changed lines."""
    pool = [f"{_CODE[number % len(_CODE)]} {number}\n" for number in range(10_000)]
    files = -(-lines // (2 * shape.changed * shape.hunks))
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for number in range(files):
            stream.writelines(_file(f"src/package {number % 7}/part{number}.py", shape, pool, number))


def _file(name: str, shape: Shape, pool: list[str], number: int) -> Iterator[str]:
    yield f"diff --git a/{name} b/{name}\nindex 1234567..89abcde 100644\n--- a/{name}\t\n+++ b/{name}\t\n"
    for hunk in range(shape.hunks):
        start, length = 1 + hunk * (shape.changed + 20), shape.changed + 6
        yield f"@@ -{start},{length} +{start},{length} @@ class Reader:\n"
        for sign, count in ((" ", 3), ("-", shape.changed), ("+", shape.changed), (" ", 3)):
            at = (number * 7_919 + hunk * 31) % (len(pool) - count)
            yield from (sign + line for line in pool[at : at + count])


def _compared(path: Path, shape: Shape) -> Iterator[Figure]:
    ours: list[Cost] = []
    theirs: list[Cost] = []
    for _ in range(shape.runs):
        ours.append(measure((sys.executable, "-I", "-c", _OURS, str(path))))
        theirs.append(measure((sys.executable, "-I", "-c", _UNIDIFF, str(path))))
    ratio = statistics.median(one.cpu / other.cpu for one, other in zip(ours, theirs, strict=True))
    memory = max(one.memory for one in ours)
    yield Figure(what=f"{shape.name}: CPU beside unidiff alone", value=ratio, most=1.6, unit=" ×")
    yield Figure(what=f"{shape.name}: peak memory", value=memory, most=50, unit=" MB")


def _linear(path: Path) -> Iterator[Figure]:
    """What one of 1,000,000 lines costs, beside one of fewer."""
    cost = {lines: _cost_of_a_line(path, lines) for lines in (10_000, 100_000, LINES)}
    for lines in (10_000, 100_000):
        what = f"cost of one of {LINES:,} lines beside one of {lines:,}"
        yield Figure(what=what, value=cost[LINES] / cost[lines], most=1.3, unit=" ×")


def _cost_of_a_line(path: Path, lines: int) -> float:
    write(path, SHAPES[1], lines)
    times = []
    for _ in range(3):
        began = time.process_time()
        for _ in range(LINES // lines):
            with path.open("rb") as stream:
                parse_diff(stream)
        times.append(time.process_time() - began)
    return min(times)


def main() -> int:
    """Measure and print the rows; 1 when a bound does not hold."""
    found = figures()
    print("\n".join(figure.row() for figure in found))
    return 0 if all(figure.kept for figure in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
