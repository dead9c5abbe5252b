"""A rubric: what a good review of one change finds and decides (`docs/reviews.md`, "Writing a rubric").

The file becomes values here; every mistake is told with its key and its line, all in one pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from math import isnan
from typing import TYPE_CHECKING, Any

import msgspec

from steward.errors import ConfigInvalid

if TYPE_CHECKING:
    from steward.challenge.rubric_file import ExpectedBlock, RubricFile
    from steward.intake.yaml_check import Check

MOST_BYTES = 256 * 1024
MEND = "Correct the rubric; `steward rubric check` shows every mistake."
_MOST_MISTAKES = 50


class Severity(StrEnum):
    """How bad a finding is, the worst first."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Decision(StrEnum):
    """What a review decides."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"
    COMMENT = "comment"


class Reveal(StrEnum):
    """When a person is shown the key."""

    NEVER = "never"
    AFTER_PASS = "after_pass"
    ALWAYS = "always"


class Location(msgspec.Struct, frozen=True, kw_only=True):
    """Where a fault is; `lines` are the first and the last, or None for the whole file."""

    file: str
    lines: tuple[int, int] | None = None


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that a good review makes. `others` are sentences that sound alike and mean something else."""

    id: str
    severity: Severity
    category: str
    required: bool = True
    location: Location | None = None
    evidence: tuple[str, ...] = ()
    acceptable_answers: tuple[str, ...] = ()
    concepts: tuple[tuple[str, ...], ...] = ()
    others: tuple[str, ...] = ()


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What each part counts; together they are the whole, whatever their sum."""

    decision: float = 30
    findings: float = 30
    severity: float = 10
    area: float = 10
    explanation: float = 20


class Rubric(msgspec.Struct, frozen=True, kw_only=True):
    """The key to one change. `penalty` is what a finding costs that matches nothing; `least` is what passes."""

    expected: tuple[Expected, ...]
    decision: Decision
    penalty: float = 5.0
    least: float = 70.0
    reveal: Reveal = Reveal.NEVER
    weights: Weights = Weights()


class RubricReading(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a file: `rubric` is None exactly when there are errors. `places` is where each key stands."""

    rubric: Rubric | None
    errors: tuple[str, ...] = ()
    places: Mapping[str, tuple[int, int]] = {}


def parse_rubric(data: bytes, *, path: str) -> Rubric:
    """The file's bytes as a rubric. Raises `ConfigInvalid` with every mistake, its key and its line."""
    reading = read_rubric(data, path=path)
    if reading.rubric is None:
        raise ConfigInvalid(reading.errors, mend=MEND)
    return reading.rubric


def read_rubric(data: bytes, *, path: str) -> RubricReading:
    """As `parse_rubric`, for those who want to know more; `path` is what messages call the file."""
    if len(data) > MOST_BYTES:
        too_long = f"{path}:1:1: is {len(data):,} bytes long; allowed: {MOST_BYTES:,}"
        return RubricReading(rubric=None, errors=(too_long,))
    # Imported late: PyYAML and the types of files cost every run that has no rubric.
    yaml_file, yaml_check, rubric_file = map(
        import_module,
        ("steward.intake.yaml_file", "steward.intake.yaml_check", "steward.challenge.rubric_file"),
    )
    check = yaml_check.Check()
    try:
        node = yaml_file.compose(data)
        if node is None or yaml_file.is_null(node):
            return RubricReading(
                rubric=None, errors=(f"{path}:1:1: is empty; a rubric has expectedFindings",)
            )
        _words_as_written(node, yaml_file)
        stated = check.value(node, rubric_file.RubricFile)
    except yaml_file.YamlError as error:
        position = ":{}:{}".format(*error.place) if error.place else ""
        return RubricReading(rubric=None, errors=(f"{path}{position}: {error.what[:500]}",))
    mistakes = sorted({*((each.place, each.what) for each in check.mistakes), *_missing(stated, check)})
    if not mistakes:
        file = msgspec.convert(stated, rubric_file.RubricFile)
        mistakes = sorted(_contradictions(file, check))
        if not mistakes:
            return RubricReading(rubric=_rubric(file), places=check.places)
    return RubricReading(rubric=None, errors=_worded(mistakes, path), places=check.places)


_WHOLE = "tag:yaml.org,2002:int"
_WORDY = frozenset(("id", "category", "evidence", "acceptableAnswers", "concepts", "not"))


def _words_as_written(node: Any, yaml_file: Any) -> None:
    """YAML takes a bare `no` for false and `null` for nothing; among the words of a finding they are words."""
    stated = yaml_file.pairs(node) or ()
    lists = [value for name, _, value in stated if name == "expectedFindings"]
    for finding in (each for found in lists for each in yaml_file.items(found) or ()):
        for name, _, value in yaml_file.pairs(finding) or ():
            if name in _WORDY:
                _as_text(value, yaml_file)
            elif name == "location":
                _as_list(value, yaml_file)


def _as_list(location: Any, yaml_file: Any) -> None:
    """`lines: 18` is `lines: [18]`."""
    location.value = [
        (key, yaml_file.listed(value) if name == "lines" and value.tag == _WHOLE else value)
        for name, key, value in yaml_file.pairs(location) or ()
    ] or location.value


def _as_text(node: Any, yaml_file: Any) -> None:
    parts = yaml_file.items(node)
    for part in parts or ():
        _as_text(part, yaml_file)
    if parts is None and yaml_file.pairs(node) is None and node.value:
        node.tag = "tag:yaml.org,2002:str"


_Mistake = tuple[tuple[int, int], str]


def _missing(stated: Any, check: Check) -> Iterator[_Mistake]:
    for key in ("expectedFindings", "mergeDecision"):
        if key not in check.places:
            yield (1, 1), f"{key}: is missing"
    found = stated.get("expectedFindings") if isinstance(stated, dict) else None
    for number, _ in enumerate(found if isinstance(found, list) else ()):
        path = f"expectedFindings[{number}]"
        place = check.places.get(path, (1, 1))
        yield from (
            (place, f"{path}.{key}: is missing")
            for key in ("id", "severity", "category")
            if f"{path}.{key}" not in check.places
        )
        ways = ("evidence", "acceptableAnswers", "concepts")
        if not any(f"{path}.{key}" in check.places for key in ways):
            yield (
                place,
                f"{path}: says nothing that could match; give evidence, acceptableAnswers or concepts",
            )
        if f"{path}.location" in check.places and f"{path}.location.file" not in check.places:
            yield check.places[f"{path}.location"], f"{path}.location.file: is missing"


def _contradictions(file: RubricFile, check: Check) -> Iterator[_Mistake]:
    """What is wrong between keys that are each right."""
    seen: set[str] = set()
    for number, each in enumerate(file.expected_findings):
        path = f"expectedFindings[{number}]"
        if each.id in seen:
            yield check.places[f"{path}.id"], f"{path}.id: {each.id!r} stands here a second time"
        seen.add(each.id)
        lines = each.location.lines
        if lines and lines[0] > lines[-1]:
            place = check.places[f"{path}.location.lines"]
            yield place, f"{path}.location.lines: {lines[0]} comes after {lines[-1]}"
        for group, words in enumerate(each.concepts):
            if not words:
                key = f"{path}.concepts[{group}]"
                yield check.places.get(key, check.places[path]), f"{key}: has no word"
        if not (each.evidence or each.acceptable_answers or each.concepts):
            yield check.places[path], f"{path}: says nothing that could match"
    if isnan(file.least):
        yield check.places["pass"], "pass: expected a number from 0 to 100"
    if not sum(msgspec.structs.astuple(file.weights)) > 0:
        yield check.places.get("weights", (1, 1)), "weights: one part must count more than 0"


def _worded(mistakes: list[_Mistake], path: str) -> tuple[str, ...]:
    shown = [f"{path}:{line}:{column}: {what[:500]}" for (line, column), what in mistakes[:_MOST_MISTAKES]]
    more = len(mistakes) - _MOST_MISTAKES
    return (*shown, f"{path}: and {more:,} more like these") if more > 0 else tuple(shown)


def _rubric(file: RubricFile) -> Rubric:
    stated = file.false_positive_penalty
    levels: Mapping[str, float] = import_module("steward.challenge.rubric_file").LEVELS
    return Rubric(
        expected=tuple(map(_expected, file.expected_findings)),
        decision=file.merge_decision,
        penalty=levels[stated] if isinstance(stated, str) else float(stated),
        least=file.least,
        reveal=file.reveal,
        weights=Weights(**msgspec.structs.asdict(file.weights)),
    )


def _expected(block: ExpectedBlock) -> Expected:
    at = block.location
    lines = (at.lines[0], at.lines[-1]) if at.lines else None
    return Expected(
        id=block.id,
        severity=block.severity,
        category=block.category,
        required=block.required,
        location=Location(file=at.file.removeprefix("./"), lines=lines) if at.file else None,
        evidence=tuple(block.evidence),
        acceptable_answers=tuple(block.acceptable_answers),
        concepts=tuple(map(tuple, block.concepts)),
        others=tuple(block.others),
    )
