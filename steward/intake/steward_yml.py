"""What `.github/steward.yml` may say: these types read the file, and editors get their JSON Schema from them.

The keys in words: `docs/policy.md`. Imported only when there is such a file.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from steward.intake.config import Skip
from steward.intake.inputs import MODEL_NAME
from steward.model import FailOn, SecurityMatch, TestConventions
from steward.paths import glob_problem
from steward.policy import Cla, GateMode, Permission, Preset


def _glob_problem(pattern: str) -> str | None:
    problem = glob_problem(pattern)
    return f"the glob {pattern!r} {problem}" if problem else None


def _path_problem(path: str) -> str | None:
    inside = not path.startswith("/") and ".." not in path.split("/") and path.isprintable()
    return None if inside else f"{path!r} is no path inside the repository"


def _tasks_problem(path: str) -> str | None:
    return _path_problem(path) if path else None


def _line_problem(text: str) -> str | None:
    return None if text.isprintable() else f"{text!r} holds a line break, or a character that cannot be seen"


Glob = Annotated[str, Meta(min_length=1, max_length=500, extra={"check": _glob_problem})]
Globs = Annotated[list[Glob], Meta(max_length=200)]


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """A block of the file: a key that is not known is an error."""


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


_MODE = Meta(description="What its failure does; where it is not said, the preset says it.")
Mode = Annotated[GateMode, _MODE]
_Limit = Annotated[int, Meta(ge=0, le=10**9)]
_Least = Annotated[int, Meta(ge=0, le=100, description="The least that this score may be; 0 asks nothing.")]
_Line = Annotated[str, Meta(max_length=300, extra={"check": _line_problem})]
_Path = Annotated[str, Meta(min_length=1, max_length=500, extra={"check": _path_problem})]


class PlainGate(Block, frozen=True):
    """A gate that has nothing else to set."""

    mode: Mode = GateMode.OBSERVE


class DcoGate(Block, frozen=True):
    """Commits are signed off."""

    mode: Mode = GateMode.OFF
    exempt_bots: Annotated[bool, Meta(description="Whether commits by bot accounts need no sign-off.")] = True
    allow_remediation: Annotated[
        bool, Meta(description="Whether a later commit of the same person may sign earlier ones off.")
    ] = True


class ClaGate(Block, frozen=True):
    """Authors have signed the contributor licence agreement."""

    mode: Mode = GateMode.OFF
    signatures: Annotated[_Path, Meta(description="The file of signatures on the default branch.")] = (
        Cla().signatures
    )
    document: Annotated[_Line, Meta(description="Where the agreement stands: a path or an address.")] = (
        Cla().document
    )
    sentence: Annotated[
        str, Meta(min_length=10, max_length=300, description="What a comment says to sign it.")
    ] = Cla().sentence
    check: Annotated[_Line, Meta(description="A check run whose success says it too; empty: none.")] = ""
    exempt_bots: Annotated[bool, Meta(description="Whether bot accounts need not sign.")] = True


class ComplexityGate(Block, frozen=True):
    """The size of a change."""

    mode: Mode = GateMode.OBSERVE
    max_lines: Annotated[_Limit, Meta(description="How many changed lines are allowed.")] = 1000
    max_files: Annotated[_Limit, Meta(description="How many changed files are allowed.")] = 50


class Minimum(Block, frozen=True):
    """The least that each score may be."""

    overall: _Least = 0
    correctness: _Least = 0
    security: _Least = 0
    complexity: _Least = 0
    docs: _Least = 0
    governance: _Least = 0


class ScoreGate(Block, frozen=True):
    """Scores reach a minimum."""

    mode: Mode = GateMode.OFF
    minimum: Minimum = field(default_factory=Minimum)


class GatesBlock(Block, frozen=True):
    """The gates, each with its mode."""

    dco: DcoGate = field(default_factory=DcoGate)
    cla: ClaGate = field(default_factory=ClaGate)
    complexity: ComplexityGate = field(default_factory=ComplexityGate)
    cyclomatic: PlainGate = field(default_factory=PlainGate)
    coverage: PlainGate = field(default_factory=PlainGate)
    restricted: PlainGate = field(default_factory=PlainGate)
    amendment: PlainGate = field(default_factory=PlainGate)
    dependencies: PlainGate = field(default_factory=PlainGate)
    score: ScoreGate = field(default_factory=ScoreGate)


class WaiversBlock(Block, frozen=True):
    """Who may let a gate's failure pass."""

    allow_author: Annotated[
        bool, Meta(description="Whether the author of a pull request may waive its gates.")
    ] = False
    permission: Annotated[
        Permission, Meta(description="The least permission on the repository that a waiver takes.")
    ] = "write"


def _model_problem(name: str) -> str | None:
    return None if not name or MODEL_NAME.fullmatch(name) else f"{name!r} is no model's name"


def _credits_problem(amount: float) -> str | None:
    exact = round(amount * 100)
    return None if abs(amount * 100 - exact) < 1e-6 else f"{amount!r} has more than two decimals"


class Prose(Block, frozen=True):
    """Who writes the report's sentences: a model, when the workflow gives a key, or the template."""

    model: Annotated[
        str,
        Meta(max_length=100, description="Which model; empty: the default.", extra={"check": _model_problem}),
    ] = ""
    daily_credits: Annotated[
        float,
        Meta(
            ge=0,
            le=10_000,
            description="The most that a day may cost, in credits; a call is 0.05.",
            extra={"check": _credits_problem},
        ),
    ] = 5.0
    enabled: Annotated[bool, Meta(description="Whether a model may write the report.")] = True


class Comment(Block, frozen=True):
    """The sticky comment."""

    mode: Annotated[
        Literal["always", "changes", "off"], Meta(description="When the sticky comment is written.")
    ] = "always"


_Times = Annotated[int, Meta(ge=1, le=100)]


class Evals(Block, frozen=True):
    """How `mode: eval` measures instruction files that a pull request changes."""

    judge: Annotated[
        Literal["rubric", "anthropic"], Meta(description="Who scores them; a paid judge takes a key.")
    ] = "rubric"
    samples: Annotated[_Times, Meta(description="How often the judge is asked, for each dimension.")] = 1
    tasks: Annotated[
        str,
        Meta(
            max_length=500,
            description="The file of golden tasks; empty: evals/golden_tasks.json or .yml where it is found.",
            extra={"check": _tasks_problem},
        ),
    ] = ""
    agent: Annotated[
        Literal["echo", "anthropic"], Meta(description="Who does the tasks; a paid agent takes a key.")
    ] = "echo"
    runs: Annotated[_Times, Meta(description="How often each task is done with either version.")] = 1


class File(Block, frozen=True):
    """Settings of Steward, read from the default branch. Every key may be left out."""

    version: Annotated[Literal[1], Meta(description="The form of this file.")] = 1
    preset: Annotated[Preset, Meta(description="The mode of each gate that no key sets.")] = Preset.RELAXED
    fail_on: Annotated[
        FailOn, Meta(description="An overall of that status or a worse one fails the check.")
    ] = FailOn.NEVER
    skip: Annotated[list[Skip], Meta(description="Pull requests that need no evaluation.")] = []
    scoring: Scoring = field(default_factory=Scoring)
    gates: GatesBlock = field(default_factory=GatesBlock)
    waivers: WaiversBlock = field(default_factory=WaiversBlock)
    prose: Prose = field(default_factory=Prose)
    comment: Comment = field(default_factory=Comment)
    evals: Evals = field(default_factory=Evals)
