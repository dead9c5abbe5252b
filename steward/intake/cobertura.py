"""Cobertura's XML as lines of files: `docs/coverage.md`. Imported late, with the XML parser."""

from __future__ import annotations

from typing import Any

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from steward.intake.coverage_file import CoverageError, Hits

_MOST_DEPTH = 40
_OTHERS = {"report": "a JaCoCo report", "testsuites": "a JUnit report", "testsuite": "a JUnit report"}
_CHUNK = 1 << 16


def parse(data: bytes) -> Hits:
    """The lines of every class, merged by file. Raises `CoverageError`."""
    found = _Reading()
    parser = DefusedXMLParser(target=found)
    expat = parser.parser  # the parser lets go of it when it closes
    try:
        for start in range(0, len(data), _CHUNK):
            parser.feed(data[start : start + _CHUNK])
        parser.close()
    except CoverageError as problem:
        raise CoverageError(problem.what, problem.line or expat.CurrentLineNumber) from None
    except ParseError as problem:
        raise CoverageError(
            f"is no well-formed XML ({str(problem).split(':')[0]})", problem.position[0]
        ) from None
    except DefusedXmlException:
        line = expat.CurrentLineNumber
        raise CoverageError("declares entities, which no coverage file needs", line) from None
    except (LookupError, ValueError):
        raise CoverageError("is in an encoding that cannot be read", 1) from None
    if not found.classes:
        raise CoverageError(
            "holds no class with a filename: Cobertura has <packages>, <classes>, <class filename>"
        )
    return found.hits


class _Reading:
    """What the XML parser calls, element by element: no tree is built."""

    def __init__(self) -> None:
        self.hits = Hits()
        self.classes = 0
        self._depth = 0
        self._lines: dict[int, bool] | None = None
        self._source: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise CoverageError(f"is nested more than {_MOST_DEPTH} deep")
        if self._depth == 1 and tag != "coverage":
            what = _OTHERS.get(tag, f"<{tag[:40]}>")
            raise CoverageError(f"is {what}: expected Cobertura's <coverage>")
        if tag == "class":
            self._class(attributes)
        elif tag == "line" and self._lines is not None:
            self._line(self._lines, attributes)
        elif tag == "source":
            self._source = []

    def end(self, tag: str) -> None:
        self._depth -= 1
        if tag == "class":
            self._lines = None
        elif tag == "source" and self._source is not None:
            if source := "".join(self._source).strip():
                self.hits.sources.append(source)
            self._source = None

    def data(self, text: str) -> None:
        if self._source is not None:
            self._source.append(text)

    def close(self) -> Any:
        return None

    def _class(self, attributes: dict[str, str]) -> None:
        path = attributes.get("filename", "").strip()
        if not path:
            raise CoverageError("expected a filename of the class")
        self.classes += 1
        self._lines = self.hits.file(path)

    def _line(self, lines: dict[int, bool], attributes: dict[str, str]) -> None:
        number, hits = attributes.get("number", ""), attributes.get("hits", "")
        for value in (number, hits):
            if not (value.isascii() and value.isdigit() and len(value) <= 25):
                raise CoverageError(f"expected number and hits as whole numbers, found {value[:40]!r}")
        self.hits.add(lines, int(number), int(hits) > 0)
