"""A coverage file, Cobertura XML or LCOV, as lines of files: `docs/coverage.md`.

What the file is, its content says. Nothing in it is trusted to be true: a pull request's own tests wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from steward.facts import FileCoverage, Missing
from steward.intake.coverage_paths import Places, normal

MOST_BYTES = 64 * 1024 * 1024
MOST_LINES = 3_000_000

_MEND = "give `coverage-file` the path of a Cobertura XML or LCOV file that the tests have just written"
_RECORD = re.compile(r"[A-Z]{2,8}:")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class CoverageError(ValueError):
    """What is wrong with a coverage file, and in which line when that is known."""

    def __init__(self, what: str, line: int | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.line = line


class Hits:
    """The lines of each file of a report, by the path that the report gives it, and whether they were reached."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[int, bool]] = {}
        self.totals: dict[str, tuple[int, int]] = {}
        self.sources: list[str] = []
        self._count = 0

    def file(self, path: str) -> dict[int, bool]:
        """The lines of one file, to be added to."""
        return self.lines.setdefault(path, {})

    def add(self, lines: dict[int, bool], number: int, reached: bool) -> None:
        """A line that was measured; told several times, it is reached when it was reached once."""
        if number < 1:
            return
        if number not in lines:
            self._count += 1
            if self._count > MOST_LINES:
                raise CoverageError(f"measures more than {MOST_LINES:,} lines")
        lines[number] = reached or lines.get(number, False)


def read(
    data: bytes, *, name: str = "coverage file", workspace: str = "", known: Collection[str] = ()
) -> tuple[FileCoverage, ...] | Missing:
    """The measured files, sorted, by their paths in the repository; or why there are none.

    `name` is what the file is called in the words about it. `workspace` is the folder that the repository stands
    in where the tests ran; `known` are paths of the repository, as many as are known, to settle what the report
    leaves open. Never raises.
    """
    try:
        hits = _hits(data)
        found = tuple(_files(hits, Places(hits.sources, workspace, known)))
        if not found:
            raise CoverageError("measures no line of any file")
    except CoverageError as problem:
        place = f"{name}:{problem.line:,}" if problem.line else name
        return Missing(why=f"{place}: {problem.what}", mend=_MEND)
    return found


def _hits(data: bytes) -> Hits:
    if len(data) > MOST_BYTES:
        raise CoverageError(f"has {len(data):,} bytes, {MOST_BYTES:,} are allowed")
    start = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        raise CoverageError("is empty")
    if start.startswith((b"<", *_UTF16)):
        from steward.intake.cobertura import parse

        return parse(data)
    if _RECORD.match(start.decode("utf-8", "replace")):
        return _lcov(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    raise CoverageError("is neither Cobertura XML nor LCOV", 1)


def _files(hits: Hits, places: Places) -> Iterator[FileCoverage]:
    merged: dict[str, dict[int, bool]] = {}
    totals: dict[str, tuple[int, int]] = {}
    for path, lines in hits.lines.items():
        if lines:
            here = merged.setdefault(_place(places, path), {})
            here.update((number, reached or here.get(number, False)) for number, reached in lines.items())
    for path, (lines_found, lines_hit) in hits.totals.items():
        place = _place(places, path)
        # Totals of several runs cannot be added up: which lines they mean is not told.
        most = totals.get(place, (0, 0))
        totals[place] = max(most, (lines_found, lines_hit))
    for place in sorted({*merged, *totals}):
        by_line = merged.get(place)
        found, hit = (len(by_line), sum(by_line.values())) if by_line else totals[place]
        if found:
            yield FileCoverage(path=place, lines=found, covered=hit)


def _place(places: Places, path: str) -> str:
    found = places.of(path)
    if isinstance(found, str):
        return found
    shown = " or ".join(repr(one) for one in found[:3])
    raise CoverageError(f"names several sources, so that {normal(path)!r} may be {shown}")


# -------------------------------------------------------------------------------------------------- LCOV


def _lcov(text: str) -> Hits:
    records = _Records()
    number = 0
    for number, row in enumerate(text.split("\n"), 1):
        records.row(row.strip(), number)
    if records.path is not None:
        raise CoverageError("ends inside a record: the file was cut off", number)
    return records.hits


class _Records:
    """LCOV's records, row by row; `path` is the file of the open record."""

    def __init__(self) -> None:
        self.hits = Hits()
        self.path: str | None = None
        self._totals: dict[str, int] = {}

    def row(self, row: str, number: int) -> None:
        key, _, value = row.partition(":")
        if key == "SF":
            self._open(value.strip(), number)
        elif key in ("DA", "LF", "LH"):
            if self.path is None:
                raise CoverageError(f"expected SF before {key}", number)
            if key == "DA":
                self.hits.add(self.hits.lines[self.path], *_measured(value, number))
            else:
                self._totals[key] = _whole(value, number)
        elif key == "end_of_record":
            self._close(number)

    def _open(self, path: str, number: int) -> None:
        if self.path is not None:
            raise CoverageError("expected end_of_record before the next SF", number)
        if not path:
            raise CoverageError("expected a path after SF", number)
        self.path, self._totals = path, {}
        self.hits.file(path)

    def _close(self, number: int) -> None:
        found, hit, path = self._totals.get("LF", 0), self._totals.get("LH", 0), self.path
        self.path = None
        if path is None or not found or self.hits.lines[path]:
            return
        if hit > found:
            raise CoverageError(f"says that {hit:,} of {found:,} lines were reached", number)
        self.hits.totals[path] = max(self.hits.totals.get(path, (0, 0)), (found, hit))


def _measured(value: str, number: int) -> tuple[int, bool]:
    parts = value.split(",")
    if len(parts) < 2:
        raise CoverageError("expected DA:LINE,COUNT", number)
    count = parts[1].strip()
    # Some compilers write negative counts where a counter ran over: that line was not shown to be reached.
    negative = count.startswith("-")
    return _whole(parts[0], number), bool(_whole(count.removeprefix("-"), number)) and not negative


def _whole(text: str, number: int) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 25):
        raise CoverageError(f"expected a whole number, found {text[:40]!r}", number)
    return int(text)
