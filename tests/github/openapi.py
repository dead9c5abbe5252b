"""The vendored slice of GitHub's OpenAPI description: which operation a request is, and its schemas.

OpenAPI 3.0 is not JSON Schema. What differs and is used here: `nullable`, request bodies that say nothing
of unknown keys, values of a query that arrive as text, and path parameters that swallow slashes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema_rs

from tests.github.departures import SCHEMA_PATCHES, UNDESCRIBED_ANSWERS, SchemaPatch

SLICE = Path(__file__).parent / "vendor" / "openapi.json"
JSON = "application/json"
_ROOT = "urn:github"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    name: str
    place: str
    required: bool
    schema: Mapping[str, Any]

    def coerce(self, text: str) -> object:
        """The value that the text stands for; other text stays text, for the schema to refuse."""
        kind = self.schema.get("type")
        if kind == "integer" and re.fullmatch(r"-?\d+", text):
            return int(text)
        if kind == "boolean" and text in ("true", "false"):
            return text == "true"
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One row of GitHub's description: `name` is its operationId, such as `issues/create-comment`."""

    name: str
    method: str
    template: str
    pattern: re.Pattern[str]
    parameters: tuple[Parameter, ...]
    raw: Mapping[str, Any]

    def query(self) -> Mapping[str, Parameter]:
        return {parameter.name: parameter for parameter in self.parameters if parameter.place == "query"}

    def path(self) -> Mapping[str, Parameter]:
        return {parameter.name: parameter for parameter in self.parameters if parameter.place == "path"}


def to_json_schema(node: Any, *, closed: bool = False) -> Any:
    """OpenAPI 3.0 to JSON Schema 2020-12. `closed`: an object takes no key that is not described."""
    if isinstance(node, list):
        return [to_json_schema(item, closed=closed) for item in node]
    if not isinstance(node, Mapping):
        return node
    made: dict[str, Any] = {
        key: (
            {name: to_json_schema(value, closed=closed) for name, value in child.items()}
            if key == "properties"
            else to_json_schema(child, closed=closed)
        )
        for key, child in node.items()
        if key != "nullable"
    }
    if "$ref" in made:
        made["$ref"] = made["$ref"].replace("#/", f"{_ROOT}#/")
    if closed and "properties" in made and "additionalProperties" not in made:
        made["additionalProperties"] = False
    return _nullable(made) if node.get("nullable") else made


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "type" not in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    schema["type"] = [schema["type"], "null"]
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    return schema


class Description:
    """The slice, ready to match requests and to hand out validators, each compiled when first asked for."""

    def __init__(
        self, document: Mapping[str, Any], *, patches: Iterable[SchemaPatch] = SCHEMA_PATCHES
    ) -> None:
        self.document = document
        self.version: str = document["info"]["version"]
        self.operations = sorted(self._read(), key=_specific_first)
        schemas = {name: to_json_schema(schema) for name, schema in document["components"]["schemas"].items()}
        for patch in patches:
            patch.apply(schemas)
        self._registry = jsonschema_rs.Registry([(_ROOT, {"components": {"schemas": schemas}})])
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def _read(self) -> Iterator[Operation]:
        for template, item in self.document["paths"].items():
            for method, raw in item.items():
                given = [self._resolve(parameter) for parameter in raw.get("parameters", ())]
                yield Operation(
                    name=raw["operationId"],
                    method=method.upper(),
                    template=template,
                    pattern=_pattern(template, {p["name"] for p in given if p.get("x-multi-segment")}),
                    parameters=tuple(_parameter(parameter) for parameter in given),
                    raw=raw,
                )

    def _resolve(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" not in node:
            return node
        kind, name = node["$ref"].removeprefix("#/components/").split("/")
        found: Mapping[str, Any] = self.document["components"][kind][name]
        return found

    def match(self, method: str, path: str) -> tuple[Operation, Mapping[str, str]] | None:
        """The operation of a request and its path parameters, unquoted; None when none is described."""
        for operation in self.operations:
            if operation.method == method and (found := operation.pattern.fullmatch(path)):
                return operation, {name: unquote(value or "") for name, value in found.groupdict().items()}
        return None

    def problems(self, key: str, schema: Any, value: Any) -> list[str]:
        """What is wrong with the value, one line each: where and why. `key` names the compiled schema."""
        validator = self._validator(key, schema)
        return [f"{_where(error)}: {_shortened(error.message)}" for error in validator.iter_errors(value)]

    def _validator(self, key: str, schema: Any) -> jsonschema_rs.Draft202012Validator:
        if key not in self._validators:
            self._validators[key] = jsonschema_rs.Draft202012Validator(
                schema, registry=self._registry, validate_formats=True
            )
        return self._validators[key]

    def body_problems(self, operation: Operation, body: Any) -> list[str]:
        """What is wrong with a request's body, unknown keys included."""
        described = operation.raw.get("requestBody")
        if described is None:
            return [] if body is None else ["this operation takes no body"]
        if body is None:
            return ["a body is missing"] if described.get("required") else []
        schema = to_json_schema(described["content"][JSON]["schema"], closed=True)
        return self.problems(f"{operation.name} body", schema, body)

    def answer_problems(self, operation: Operation, status: int, media: str, body: Any) -> list[str]:
        """What is wrong with an answer: an undescribed status or media type, or a body of another shape."""
        if (operation.name, status, media) in UNDESCRIBED_ANSWERS or (
            "*",
            status,
            media,
        ) in UNDESCRIBED_ANSWERS:
            return []
        described = operation.raw["responses"].get(str(status))
        if described is None:
            return [f"status {status} is not described"]
        content = self._resolve(described).get("content", {})
        if not content:
            return [] if body is None else [f"status {status} is described without a body"]
        if media not in content:
            return [f"media type {media} is not described for status {status}"]
        if media != JSON:
            return []
        schema = to_json_schema(content[JSON]["schema"])
        return self.problems(f"{operation.name} {status}", schema, body)


def _shortened(message: str) -> str:
    """What is wrong stands at the end of a message, after a value that may be long."""
    return message if len(message) <= 300 else f"{message[:100]} … {message[-190:]}"


def _where(error: jsonschema_rs.ValidationError) -> str:
    return "/".join(str(step) for step in error.instance_path) or "(whole)"


def _parameter(node: Mapping[str, Any]) -> Parameter:
    return Parameter(
        name=node["name"],
        place=node["in"],
        required=bool(node.get("required")),
        schema=to_json_schema(node["schema"]),
    )


def _pattern(template: str, multi: set[str]) -> re.Pattern[str]:
    made = ""
    for literal, name in re.findall(r"([^{]*)(?:\{(\w+)\})?", template):
        made += re.escape(literal)
        if name:
            made += f"(?P<{name}>{'.+?' if name in multi or name in ('base', 'head') else '[^/]+'})"
    # The root of a tree is asked for as `/contents` or `/contents/`.
    made = made.replace(r"/contents/(?P<path>.+?)", r"/contents(?:/(?P<path>.*))?")
    return re.compile(made)


def _specific_first(operation: Operation) -> tuple[int, int]:
    return len(operation.path()), -len(operation.template)


@cache
def description() -> Description:
    """The slice, read once in a process."""
    return Description(json.loads(SLICE.read_text(encoding="utf-8")))
