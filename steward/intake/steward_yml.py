"""What `.github/steward.yml` may say: these types read the file, and editors get their JSON Schema from them.

The keys in words: `docs/policy.md`. Imported only when there is such a file.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field

from steward.intake.config import Skip
from steward.model import FailOn, SecurityMatch, TestConventions
from steward.paths import glob_problem


def _glob_problem(pattern: str) -> str | None:
    problem = glob_problem(pattern)
    return f"the glob {pattern!r} {problem}" if problem else None


Glob = Annotated[str, Meta(min_length=1, max_length=500, extra={"check": _glob_problem})]
Globs = Annotated[list[Glob], Meta(max_length=200)]


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """A block of the file: a key that is not known is an error.

    `LATER` are keys that the file will have and that nothing would come of yet; so they are errors too.
    """

    LATER: ClassVar[tuple[str, ...]] = ()


class Security(Block, frozen=True):
    """How sensitive paths are found."""

    match: Annotated[
        SecurityMatch,
        Meta(description="Whether a sensitive term counts anywhere in a path, or only as a word of its own."),
    ] = SecurityMatch.SUBSTRING


class Complexity(Block, frozen=True):
    """What the size of a change is made of."""

    exclude: Annotated[Globs, Meta(description="Paths that are left out of the size.")] = []


class Tests(Block, frozen=True):
    """Which files are tests."""

    conventions: Annotated[
        TestConventions,
        Meta(description="Whether the test names of single languages count, or the documented ones alone."),
    ] = TestConventions.EXTENDED
    globs: Annotated[Globs, Meta(description="Further paths that are tests.")] = []


class Scoring(Block, frozen=True):
    """What the scores count."""

    security: Security = field(default_factory=Security)
    complexity: Complexity = field(default_factory=Complexity)
    tests: Tests = field(default_factory=Tests)


class Prose(Block, frozen=True):
    """Who writes the report's sentences: in this version always the template."""

    LATER: ClassVar[tuple[str, ...]] = ("model", "daily_credits")

    enabled: Annotated[
        bool,
        Meta(
            description="Whether a model writes the report: not in this version.",
            extra_json_schema={"const": False},
            extra={"later": (True,)},
        ),
    ] = False


class Comment(Block, frozen=True):
    """The sticky comment."""

    mode: Annotated[
        Literal["always", "changes", "off"], Meta(description="When the sticky comment is written.")
    ] = "always"


class File(Block, frozen=True):
    """Settings of Steward, read from the default branch. Every key may be left out."""

    LATER: ClassVar[tuple[str, ...]] = ("gates", "waivers")

    version: Annotated[Literal[1], Meta(description="The form of this file.")] = 1
    preset: Annotated[
        Literal["relaxed"],
        Meta(
            description="How strict the rules are where no key says it.",
            extra={"later": ("standard", "strict")},
        ),
    ] = "relaxed"
    fail_on: Annotated[
        FailOn, Meta(description="An overall of that status or a worse one fails the check.")
    ] = FailOn.NEVER
    skip: Annotated[list[Skip], Meta(description="Pull requests that need no evaluation.")] = []
    scoring: Scoring = field(default_factory=Scoring)
    prose: Prose = field(default_factory=Prose)
    comment: Comment = field(default_factory=Comment)
