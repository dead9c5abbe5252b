"""What a rubric's YAML may say: these types read the file. The keys in words: `docs/reviews.md`.

The defaults of keys that must be stated never come to bear: a key that is missing is an error.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from steward.challenge.rubric import Decision, Reveal, Severity
from steward.intake.steward_yml import Block

LEVELS = {"none": 0.0, "low": 2.0, "medium": 5.0, "high": 10.0}
MOST_PENALTY = 20.0


def _path_problem(path: str) -> str | None:
    within = not path.startswith("/") and ".." not in path.split("/") and path.isprintable()
    return None if within and "\\" not in path else f"{path!r} is no path inside the repository"


def _penalty_problem(value: Any) -> str | None:
    if isinstance(value, str) and value in LEVELS:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_PENALTY:
        return None
    return f"expected {', '.join(LEVELS)} or a number from 0 to {MOST_PENALTY:.0f}, found {value!r}"


def _text_problem(text: str) -> str | None:
    return None if text.strip() else "is empty"


_Id = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z")]
_Text = Annotated[str, Meta(max_length=500, extra={"check": _text_problem})]
_Word = Annotated[str, Meta(max_length=60, extra={"check": _text_problem})]
_Texts = Annotated[list[_Text], Meta(max_length=50, extra={"form": '["a sentence", "another one"]'})]
_Group = Annotated[
    list[_Word], Meta(max_length=40, extra={"form": "groups, such as [[missing, no], [check]]"})
]
_Line = Annotated[int, Meta(ge=1, le=10**7)]
_Points = Annotated[float, Meta(ge=0, le=100)]


class LocationBlock(Block, frozen=True):
    """Where the fault is."""

    file: Annotated[str, Meta(min_length=1, max_length=500, extra={"check": _path_problem})] = ""
    lines: Annotated[list[_Line], Meta(max_length=2, extra={"form": "18 or [40, 58]"})] = field(
        default_factory=list
    )


class ExpectedBlock(Block, frozen=True, rename="camel"):
    """One finding that a good review makes."""

    id: _Id = ""
    severity: Severity = Severity.LOW
    category: _Word = ""
    required: bool = True
    location: LocationBlock = field(default_factory=LocationBlock)
    evidence: _Texts = field(default_factory=list)
    acceptable_answers: _Texts = field(default_factory=list)
    concepts: Annotated[
        list[_Group], Meta(max_length=10, extra={"form": "groups, such as [[missing, no], [check]]"})
    ] = field(default_factory=list)
    others: _Texts = field(default_factory=list, name="not")


class WeightsBlock(Block, frozen=True):
    """What each part counts."""

    decision: _Points = 30.0
    findings: _Points = 30.0
    severity: _Points = 10.0
    area: _Points = 10.0
    explanation: _Points = 20.0


class RubricFile(Block, frozen=True, rename="camel"):
    """The whole file."""

    expected_findings: Annotated[list[ExpectedBlock], Meta(max_length=50)] = field(default_factory=list)
    merge_decision: Decision = Decision.COMMENT
    false_positive_penalty: Annotated[Any, Meta(extra={"check": _penalty_problem})] = "medium"
    least: _Points = field(default=70.0, name="pass")
    reveal: Reveal = Reveal.NEVER
    weights: WeightsBlock = field(default_factory=WeightsBlock)
