"""`.github/steward.yml` becomes rules: types, ranges and names checked, every problem worded.

The file is read from the default branch, never from the pull request. The keys: `docs/policy.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from steward.errors import ConfigInvalid
from steward.model import FailOn, ScoringRules, SecurityMatch, TestConventions

MOST_BYTES = 64 * 1024
_MOST_SHOWN = 500
# How msgspec says where: "… - at `$.scoring.tests.globs[1]`".
_PLACE = re.compile(r" - at `\$([^`]*)`\Z")
_STEP = re.compile(r"\.([^.\[\]]+)|\[([0-9]+)\]")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`(?: - at |\Z)", re.DOTALL)

_Glob = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
_Globs = Annotated[list[_Glob], msgspec.Meta(max_length=200)]


class Skip(StrEnum):
    """Pull requests that need no evaluation."""

    DRAFT = "draft"
    BOT = "bot"


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A block of the file: a key that is not known is an error."""


class _Security(_Strict, frozen=True):
    match: SecurityMatch = SecurityMatch.SUBSTRING


class _Complexity(_Strict, frozen=True):
    exclude: _Globs = []


class _Tests(_Strict, frozen=True):
    conventions: TestConventions = TestConventions.EXTENDED
    globs: _Globs = []


class _Scoring(_Strict, frozen=True):
    security: _Security = msgspec.field(default_factory=_Security)
    complexity: _Complexity = msgspec.field(default_factory=_Complexity)
    tests: _Tests = msgspec.field(default_factory=_Tests)


class _Comment(_Strict, frozen=True):
    mode: Literal["always", "changes", "off"] = "always"


class _File(_Strict, frozen=True):
    version: Literal[1] = 1
    fail_on: FailOn = FailOn.NEVER
    skip: list[Skip] = []
    scoring: _Scoring = msgspec.field(default_factory=_Scoring)
    comment: _Comment = msgspec.field(default_factory=_Comment)


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """What the file says; the defaults are what holds without one."""

    fail_on: FailOn = FailOn.NEVER
    skip: frozenset[Skip] = frozenset()
    rules: ScoringRules = msgspec.field(default_factory=ScoringRules)
    comment: Literal["always", "changes", "off"] = "always"


def parse_config(data: bytes, *, path: str) -> Config:
    """The file's bytes as rules. Raises `ConfigInvalid` with the position of what is wrong."""
    if len(data) > MOST_BYTES:
        raise _invalid(path, f"is {len(data):,} bytes long; allowed: {MOST_BYTES:,}")
    loaded = _load(data, path)
    try:
        file = msgspec.convert({} if loaded is None else loaded, _File)
    except msgspec.ValidationError as error:
        raise _explained(data, path, str(error).replace("Invalid enum value", "invalid value")) from None
    return Config(
        fail_on=file.fail_on,
        skip=frozenset(file.skip),
        rules=ScoringRules(
            test_conventions=file.scoring.tests.conventions,
            test_globs=_globs(path, file.scoring.tests.globs),
            security_match=file.scoring.security.match,
            complexity_exclude=_globs(path, file.scoring.complexity.exclude),
        ),
        comment=file.comment.mode,
    )


def _load(data: bytes, path: str) -> object:
    # Imported here: most repositories have no such file, and every run would pay for the import.
    from steward.intake.yaml_file import YamlError, load

    try:
        return load(data)
    except YamlError as error:
        raise _invalid(f"{path}{error.position}", error.what) from None


def _explained(data: bytes, path: str, what: str) -> ConfigInvalid:
    """What msgspec found wrong, with its place in the file and what is allowed there."""
    from steward.intake.yaml_file import locate

    found, unknown = _PLACE.search(what), _UNKNOWN.match(what)
    place = found[1] if found else ""
    steps = [int(number) if number else name for name, number in _STEP.findall(place)]
    allowed = ", ".join(_allowed(steps))
    position = locate(data, [*steps, unknown[1]] if unknown else steps)
    text = f"the key {unknown[1]!r} is not known" if unknown else _PLACE.sub("", what)
    said = f"{place.lstrip('.')}: {text}" if place else text
    return _invalid(f"{path}{position}", f"{_short(said)}; allowed: {allowed}" if allowed else said)


def _allowed(steps: Iterable[str | int]) -> tuple[str, ...]:
    """The keys or the values that may stand where the steps lead to; nothing where any text may."""
    from msgspec import inspect

    kind: Any = inspect.type_info(_File)
    for step in steps:
        fields = kind.fields if isinstance(kind, inspect.StructType) else ()
        kind = next((field.type for field in fields if field.encode_name == step), None) or kind.item_type
    if isinstance(kind, inspect.StructType):
        return tuple(field.encode_name for field in kind.fields)
    values = kind.cls if isinstance(kind, inspect.EnumType) else getattr(kind, "values", ())
    return tuple(map(str, values))


def _globs(path: str, patterns: list[str]) -> tuple[str, ...]:
    if not patterns:
        return ()
    from pathspec import GitIgnoreSpec

    for pattern in patterns:
        try:
            GitIgnoreSpec.from_lines([pattern])
        except ValueError:
            raise _invalid(path, f"the glob {pattern!r} is no gitignore pattern") from None
    return tuple(patterns)


def _invalid(where: str, what: str) -> ConfigInvalid:
    return ConfigInvalid((f"{where}: {_short(what)}",), mend="Correct the file on the default branch.")


def _short(what: str) -> str:
    # The words of YAML and msgspec quote keys, which may be as long as the file.
    return what if len(what) <= _MOST_SHOWN else f"{what[:_MOST_SHOWN]}…"
