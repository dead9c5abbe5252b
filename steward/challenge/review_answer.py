"""An answer from a file: YAML or JSON with `mergeDecision` and `findings`, or Markdown like a review's body."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from steward.challenge.review_reading import Remark, Review, read_remarks, read_review, stated_decision
from steward.challenge.rubric import Decision, Severity
from steward.errors import InputInvalid
from steward.intake.steward_yml import Block

MOST_BYTES = 2 * 1024 * 1024
MEND = "An answer has mergeDecision and findings, or is Markdown; docs/reviews.md shows both."
_STRUCTURED = re.compile(
    r"\A(?:\s*(?:#[^\n]*)?\n|---[ \t]*\n)*\s*(?:\{|(?:\"?(?:mergeDecision|findings)\"?)\s*:)"
)
_PAIR = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_MARKDOWN = (".md", ".markdown")
_DATA = (".yml", ".yaml", ".json")
_MOST_SHOWN = 50
_OPTIONAL = ("severity", "category", "file", "line")

_Text = Annotated[str, Meta(min_length=1, max_length=20_000)]
_Line = Annotated[int, Meta(ge=1, le=10**7)]


class FindingBlock(Block, frozen=True):
    """One finding of an answer."""

    text: _Text = ""
    severity: Severity = Severity.LOW
    category: Annotated[str, Meta(max_length=100)] = ""
    file: Annotated[str, Meta(max_length=1000)] = ""
    line: _Line = 0


class AnswerFile(Block, frozen=True, rename="camel"):
    """The whole answer."""

    merge_decision: Decision = Decision.COMMENT
    findings: Annotated[list[FindingBlock], Meta(max_length=1000)] = field(default_factory=list)


def parse_answer(data: bytes, *, path: str) -> Review:
    """The answer as a review. Raises `InputInvalid` with every mistake, its key and its line."""
    if len(data) > MOST_BYTES:
        raise InputInvalid((f"{path}: is {len(data):,} bytes long; allowed: {MOST_BYTES:,}",), mend=MEND)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputInvalid((f"{path}:{line}: is not UTF-8",), mend=MEND) from None
    lower = path.lower()
    if lower.endswith(_DATA) or (not lower.endswith(_MARKDOWN) and _STRUCTURED.match(text)):
        return _structured(text, path)
    return read_review(stated_decision(text), text)


def _structured(text: str, path: str) -> Review:
    # Imported late: PyYAML is not needed for Markdown.
    yaml_file, yaml_check = map(import_module, ("steward.intake.yaml_file", "steward.intake.yaml_check"))
    check = yaml_check.Check()
    try:
        node = yaml_file.compose(_PAIR.sub(_joined, text).encode())
        _leave_out_nulls(node, yaml_file)
        stated = {} if node is None or yaml_file.is_null(node) else check.value(node, AnswerFile)
    except yaml_file.YamlError as error:
        position = ":{}:{}".format(*error.place) if error.place else ""
        raise InputInvalid((f"{path}{position}: {error.what[:500]}",), mend=MEND) from None
    mistakes = sorted({(each.place, each.what) for each in check.mistakes} | _missing(stated, check.places))
    if mistakes:
        told = [f"{path}:{line}:{column}: {what[:500]}" for (line, column), what in mistakes[:_MOST_SHOWN]]
        raise InputInvalid(tuple(told), mend=MEND)
    return _review(msgspec.convert(stated, AnswerFile), check.places)


def _leave_out_nulls(node: Any, yaml_file: Any) -> None:
    """Programs write null for what a finding does not state; its text must be there."""
    stated = yaml_file.pairs(node) or ()
    lists = [value for name, _, value in stated if name == "findings"]
    for finding in (each for found in lists for each in yaml_file.items(found) or ()):
        told = yaml_file.pairs(finding)
        if told is not None:
            kept = (each for each in told if each[0] not in _OPTIONAL or not yaml_file.is_null(each[2]))
            finding.value = [(key, value) for _, key, value in kept]


def _joined(found: re.Match[str]) -> str:
    """JSON writes a character beyond U+FFFF as two halves, which YAML does not know."""
    high, low = int(found[1], 16), int(found[2], 16)
    return f"\\U{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):08x}"


def _missing(stated: Any, places: dict[str, tuple[int, int]]) -> set[tuple[tuple[int, int], str]]:
    found = stated.get("findings") if isinstance(stated, dict) else None
    numbers = range(len(found) if isinstance(found, list) else 0)
    missing = {
        (places.get(f"findings[{number}]", (1, 1)), f"findings[{number}].text: is missing")
        for number in numbers
        if f"findings[{number}].text" not in places
    }
    return missing | {
        ((1, 1), f"{key}: is missing") for key in ("mergeDecision", "findings") if key not in places
    }


def _review(file: AnswerFile, places: dict[str, tuple[int, int]]) -> Review:
    return read_remarks(
        file.merge_decision,
        (
            Remark(
                text=each.text,
                severity=each.severity if f"findings[{number}].severity" in places else None,
                category=each.category,
                file=each.file.removeprefix("./"),
                line=each.line or None,
            )
            for number, each in enumerate(file.findings)
        ),
    )
