"""The JSON Schemas that ship with the project, made from the types: `python -m tests.schemas` writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec

from steward.challenge.review_shape import ReviewDocument
from steward.challenge.rubric_check import RubricCheck
from steward.challenge.task_shape import TaskDocument
from steward.evals.comparison import Comparison
from steward.evals.paired import GovernanceDocument
from steward.evals.prose import ProseDocument
from steward.evals.shape import JudgeDocument
from steward.evals.shape_golden import GoldenDocument
from steward.intake.facts import Facts
from steward.intake.steward_yml import File
from steward.report.explain import Explanation
from steward.report.shape import Report
from steward.report.validation import Validation

FOLDER = Path(__file__).parents[1] / "steward" / "schemas"
TYPES: dict[str, type[msgspec.Struct]] = {
    "evals.compare-1": Comparison,
    "evals.golden-1": GoldenDocument,
    "evals.governance-1": GovernanceDocument,
    "evals.judge-1": JudgeDocument,
    "evals.prose-1": ProseDocument,
    "evaluation-1": Report,
    "explain-1": Explanation,
    "facts-1": Facts,
    "review-1": ReviewDocument,
    "rubric-check-1": RubricCheck,
    "steward-yml": File,
    "task-1": TaskDocument,
    "validation-1": Validation,
}
_TITLES = {"steward-yml": ".github/steward.yml"}


def path(name: str) -> Path:
    """Where the schema stands."""
    return FOLDER / f"{name}.schema.json"


def generate(name: str) -> bytes:
    """The schema as the types have it now."""
    schema = msgspec.json.schema(TYPES[name])
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = _TITLES.get(name, f"steward.{'/'.join(name.rsplit('-', 1))}")
    return msgspec.json.format(msgspec.json.encode(_corrected(schema), order="sorted"), indent=2) + b"\n"


def _corrected(schema: Any) -> Any:
    """msgspec keeps its own `type` beside ours: a string that may also be `{"escaped": …}` has two."""
    if isinstance(schema, list):
        return [_corrected(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "string" and "properties" in schema:
        schema = {**schema, "type": ["string", "object"]}
    return {key: _corrected(item) for key, item in schema.items()}


def problems(name: str, data: bytes) -> list[str]:
    """What the committed schema has against a document, each with its place."""
    validator = jsonschema_rs.validator_for(msgspec.json.decode(path(name).read_bytes()))
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"
        for error in validator.iter_errors(msgspec.json.decode(data))
    ]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in TYPES:
        path(each).write_bytes(generate(each))
