"""`.github/steward.yml` becomes rules: types, ranges and names checked, every problem worded.

The file is read from the default branch, never from the pull request. The keys: `docs/policy.md`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from steward.errors import ConfigInvalid
from steward.model import FailOn, ScoringRules, SecurityMatch, TestConventions

MOST_BYTES = 64 * 1024
_MOST_SHOWN = 300

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
        raise _invalid(path, str(error)) from None
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
    # The words of YAML and msgspec quote keys, which may be as long as the file.
    what = what if len(what) <= _MOST_SHOWN else f"{what[:_MOST_SHOWN]}…"
    return ConfigInvalid((f"{where}: {what}",), mend="Correct the file on the default branch.")
