"""The shape of the JSON report `steward.evaluation/1`: every key, its type, what it means.

This is the contract with programs; `steward/schemas/evaluation-1.schema.json` is made from it. A key may be
added under this version; none is renamed, removed or given another meaning (`docs/json-report.md`).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from steward.errors import Reason
from steward.model import (
    Band,
    DimensionKey,
    FileClass,
    GateMode,
    GateResult,
    Kind,
    NotCountedWhy,
    ProseReason,
    ProseSource,
    ReadFrom,
    SecurityMatch,
    State,
    Status,
    Verdict,
    Why,
)

_Count = Annotated[int, Meta(ge=0)]
_Number = Annotated[int, Meta(ge=1)]
_Score = Annotated[int, Meta(ge=0, le=100)]
_Fraction = Annotated[str, Meta(pattern="^[0-9]+/[1-9][0-9]*$")]
_Hundredths = Annotated[int, Meta(ge=0, description="In hundredths of a credit.")]
_Path = Annotated[str, Meta(description=r"Bytes that are not UTF-8 are written \xNN.")]


class Engine(Struct, frozen=True, kw_only=True):
    """What wrote the report."""

    name: Annotated[Literal["steward"], Meta(description="The program.")]
    version: Annotated[str, Meta(description="Its version.")]


class Branch(Struct, frozen=True, kw_only=True):
    """One end of the pull request."""

    sha: Annotated[str, Meta(description="The commit.")]
    name: Annotated[str, Meta(description="The branch.")]
    repository: Annotated[str | None, Meta(description="owner/name; null when the fork is deleted.")]


class PullRequest(Struct, frozen=True, kw_only=True):
    """Which pull request was judged."""

    repository: Annotated[str, Meta(description="owner/name of the base.")]
    number: Annotated[_Number | None, Meta(description="Its number; null for a merge queue's group.")]
    head: Annotated[Branch, Meta(description="What is to be merged.")]
    base: Annotated[Branch, Meta(description="What it is to be merged into.")]


class File(Struct, frozen=True, kw_only=True, rename={"class_": "class"}):
    """One changed file."""

    path: Annotated[_Path, Meta(description="Where the file stands now, or stood when it was deleted.")]
    previous_path: Annotated[_Path | None, Meta(description="Where a renamed or copied file came from.")]
    kind: Annotated[Kind, Meta(description="What happened to it, in git's sense.")]
    class_: Annotated[FileClass, Meta(description="The first that holds of test, docs, source, other.")]
    additions: Annotated[_Count | None, Meta(description="Added lines; null for a binary file.")]
    deletions: Annotated[_Count | None, Meta(description="Deleted lines; null for a binary file.")]
    binary: Annotated[bool, Meta(description="Whether git takes it for binary.")]
    domain: Annotated[str | None, Meta(description="Its domain in governance.pxf; null for none.")]


class Change(Struct, frozen=True, kw_only=True):
    """What was changed."""

    files: Annotated[tuple[File, ...], Meta(description="Sorted by path.")]
    additions: Annotated[_Count, Meta(description="Added lines in all.")]
    deletions: Annotated[_Count, Meta(description="Deleted lines in all.")]
    complete: Annotated[bool, Meta(description="False when `files` is known to be less than the change.")]
    read_from: Annotated[ReadFrom, Meta(description="Where the list of files came from.")]


class NotCounted(Struct, frozen=True, kw_only=True):
    """A file that was touched but counts for no class."""

    path: Annotated[_Path, Meta(description="The file.")]
    why: Annotated[NotCountedWhy, Meta(description="Why it does not count.")]


class CorrectnessEvidence(Struct, frozen=True, kw_only=True):
    """The numbers behind correctness."""

    source_files: Annotated[_Count, Meta(description="Changed source files.")]
    test_files: Annotated[_Count, Meta(description="Changed test files.")]
    ratio: Annotated[_Fraction | None, Meta(description='test_files / source_files as "n/d".')]
    tests: Annotated[tuple[_Path, ...], Meta(description="The changed test files.")]
    untested: Annotated[
        tuple[_Path, ...], Meta(description="Source files without a changed test of a matching name.")
    ]
    not_counted: Annotated[tuple[NotCounted, ...], Meta(description="Touched, but not as content.")]
    assumed: Annotated[
        tuple[_Path, ...], Meta(description="Counted as changed content without GitHub saying so.")
    ]


class SensitivePath(Struct, frozen=True, kw_only=True):
    """A path that holds a sensitive term."""

    path: Annotated[_Path, Meta(description="Where the file stands.")]
    previous_path: Annotated[_Path | None, Meta(description="Where a renamed or copied file came from.")]
    terms: Annotated[tuple[str, ...], Meta(description="The terms that matched.")]
    inside: Annotated[tuple[str, ...], Meta(description="The longer words, when no term stands alone.")]
    changed_lines: Annotated[_Count | None, Meta(description="Null for a binary file.")]


class SecurityEvidence(Struct, frozen=True, kw_only=True):
    """The paths behind security."""

    sensitive_paths: Annotated[tuple[SensitivePath, ...], Meta(description="Every sensitive path.")]
    test_files: Annotated[_Count, Meta(description="Changed test files.")]
    match: Annotated[SecurityMatch, Meta(description="The setting `scoring.security.match`.")]


class ComplexityEvidence(Struct, frozen=True, kw_only=True):
    """The numbers behind complexity delta, without what the settings exclude."""

    additions: Annotated[_Count, Meta(description="Added lines.")]
    deletions: Annotated[_Count, Meta(description="Deleted lines.")]
    lines: Annotated[_Count, Meta(description="Both together.")]
    files: Annotated[_Count, Meta(description="Changed files.")]
    size: Annotated[Band, Meta(description="The band that made the score.")]
    lines_band: Annotated[Band, Meta(description="The band by lines alone.")]
    files_band: Annotated[Band | None, Meta(description="The band by files alone; null up to 20 files.")]
    lopsided: Annotated[bool, Meta(description="Whether ten points were taken off.")]
    generated_files: Annotated[_Count, Meta(description="Generated, vendored and lock files; counted.")]
    generated_lines: Annotated[_Count, Meta(description="Their lines; counted.")]
    excluded_files: Annotated[_Count, Meta(description="Files left out by `scoring.complexity.exclude`.")]
    excluded_lines: Annotated[_Count, Meta(description="Their lines; not counted.")]
    complete: Annotated[bool, Meta(description="False when the numbers are GitHub's totals.")]


class DocsEvidence(Struct, frozen=True, kw_only=True):
    """The files behind docs alignment."""

    source_files: Annotated[_Count, Meta(description="Changed source files.")]
    docs_files: Annotated[_Count, Meta(description="Changed docs files.")]
    docs: Annotated[tuple[_Path, ...], Meta(description="The changed docs files.")]


class TouchedDomain(Struct, frozen=True, kw_only=True):
    """A domain of governance.pxf that the change touches."""

    name: Annotated[str, Meta(description="The domain.")]
    files: Annotated[_Count, Meta(description="How many changed files lie in it.")]
    restricted: Annotated[bool, Meta(description="Whether a change to it takes an approval.")]


class GovernanceEvidence(Struct, frozen=True, kw_only=True):
    """What governance alignment rests on, and which domains the change touches."""

    present: Annotated[bool, Meta(description="Whether governance.pxf stands on the default branch.")]
    domains: Annotated[tuple[TouchedDomain, ...], Meta(description="The touched ones, in its order.")]
    unmapped: Annotated[tuple[_Path, ...], Meta(description="Changed files in no domain; sorted.")]


class Dimension(Struct, frozen=True, kw_only=True):
    """What every dimension has."""

    score: Annotated[_Score | None, Meta(description="Null when it is Unknown.")]
    status: Annotated[Status, Meta(description="The colour of the score.")]
    headline: Annotated[str, Meta(description="The score in a line.")]
    why: Annotated[Why | None, Meta(description="Why there is no score; null when there is one.")]


class Correctness(Dimension, frozen=True, kw_only=True):
    """Whether tests changed with the source."""

    evidence: Annotated[CorrectnessEvidence | None, Meta(description="Null when it could not be read.")]


class Security(Dimension, frozen=True, kw_only=True):
    """Whether sensitive paths changed, and with tests."""

    evidence: Annotated[SecurityEvidence | None, Meta(description="Null when it could not be read.")]


class Complexity(Dimension, frozen=True, kw_only=True):
    """How much a reviewer is handed."""

    evidence: Annotated[ComplexityEvidence | None, Meta(description="Null when nothing was changed.")]


class Docs(Dimension, frozen=True, kw_only=True):
    """Whether docs changed with the source."""

    evidence: Annotated[DocsEvidence | None, Meta(description="Null when it could not be read.")]


class Governance(Dimension, frozen=True, kw_only=True):
    """Whether the repository has a constitution."""

    evidence: Annotated[GovernanceEvidence | None, Meta(description="Null when nothing was changed.")]


class Dimensions(Struct, frozen=True, kw_only=True):
    """The five dimensions."""

    correctness: Correctness
    security: Security
    complexity: Complexity
    docs: Docs
    governance: Governance


class Overall(Struct, frozen=True, kw_only=True):
    """The mean of the known dimensions."""

    score: Annotated[_Score | None, Meta(description="The mean, rounded half up; null when none is known.")]
    mean: Annotated[_Fraction | None, Meta(description='The exact mean as "n/d", in lowest terms.')]
    status: Annotated[Status, Meta(description="The colour of the score.")]
    rests_on: Annotated[int, Meta(ge=0, le=5, description="How many dimensions are known.")]


class Scorecard(Struct, frozen=True, kw_only=True):
    """The scores."""

    overall: Annotated[Overall, Meta(description="The one number.")]
    dimensions: Annotated[Dimensions, Meta(description="What it is made of.")]


class Move(Struct, frozen=True, kw_only=True):
    """A change to the change; what is not named stays as it is."""

    test_files: Annotated[int, Meta(ge=1, description="More test files.")] | UnsetType = UNSET
    docs_files: Annotated[int, Meta(ge=1, description="More docs files.")] | UnsetType = UNSET
    additions: Annotated[int, Meta(le=-1, description="Fewer added lines: negative.")] | UnsetType = UNSET
    files: Annotated[int, Meta(le=-1, description="Fewer files: negative.")] | UnsetType = UNSET


class Raise(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """What would raise one dimension."""

    dimension: Annotated[DimensionKey, Meta(description="Which one.")]
    move: Annotated[Move | None, Meta(description="The smallest change that does; null when none helps.")]
    from_: Annotated[_Score, Meta(description="Its score now.")]
    to: Annotated[_Score, Meta(description="Its score after the move.")]
    overall: Annotated[_Score, Meta(description="The overall score after the move.")]


class Finding(Struct, frozen=True, kw_only=True):
    """Something a contributor can act on."""

    where: Annotated[str, Meta(description="The place.")]
    what: Annotated[str, Meta(description="What is wrong.")]
    measured: Annotated[str, Meta(description="What was measured.")]
    limit: Annotated[str, Meta(description="What is allowed.")]
    mend: Annotated[str, Meta(description="The step that mends it.")]
    line: Annotated[_Number | None, Meta(description="A line of the place, when it is a file.")]


class Waiver(Struct, frozen=True, kw_only=True):
    """Who let the gate's failure pass."""

    login: Annotated[str, Meta(description="The account's name.")]
    reason: Annotated[str, Meta(description="Why, in its words.")]
    head: Annotated[str | None, Meta(description="The commit it holds for; null: for every one.")]
    given: Annotated[str | None, Meta(description="When, ISO 8601 in UTC.")]
    url: Annotated[str, Meta(description="The comment that says so.")]


class Dispute(Struct, frozen=True, kw_only=True):
    """Somebody disagrees with a score. It moves nothing."""

    dimension: Annotated[str, Meta(description="Which score.")]
    login: Annotated[str, Meta(description="The account's name.")]
    reason: Annotated[str, Meta(description="Why, in its words.")]
    url: Annotated[str, Meta(description="The comment that says so.")]


class Gate(Struct, frozen=True, kw_only=True):
    """One gate's answer."""

    name: Annotated[str, Meta(description="The gate.")]
    mode: Annotated[GateMode, Meta(description="What its failure does.")]
    outcome: Annotated[GateResult, Meta(description="What it found.")]
    findings: Annotated[tuple[Finding, ...], Meta(description="What to act on.")]
    said: Annotated[str, Meta(description="The outcome in words, where there is nothing to act on.")]
    waiver: Annotated[Waiver | None, Meta(description="Null unless the outcome is `waived`.")]


class Prose(Struct, frozen=True, kw_only=True):
    """The report in sentences."""

    source: Annotated[ProseSource, Meta(description="Who wrote it.")]
    reason: Annotated[ProseReason | None, Meta(description="Why it is the template.")]
    headline: Annotated[str, Meta(description="The whole in a line.")]
    paragraphs: Annotated[dict[DimensionKey, str], Meta(description="One for each known dimension.")]


class Credits(Struct, frozen=True, kw_only=True):
    """What the prose cost."""

    charged: Annotated[_Hundredths, Meta(description="By this run, in hundredths of a credit.")]
    spent_today: Annotated[_Hundredths, Meta(description="By the repository today, in hundredths.")]
    cap: Annotated[_Hundredths, Meta(description="The most for a day, in hundredths.")]


class Changed(Struct, frozen=True, kw_only=True):
    """A setting that the change alters."""

    key: Annotated[str, Meta(description="As in the settings file: `gates.dco.mode`.")]
    before: Annotated[str, Meta(description="What holds on the default branch.")]
    after: Annotated[str, Meta(description="What would hold.")]


class Preview(Struct, frozen=True, kw_only=True):
    """What the change would come to under the policy that it brings itself."""

    title: Annotated[str | None, Meta(description="Null when the new policy cannot be used.")]
    verdict: Annotated[Verdict | None, Meta(description="The same.")]
    overall: Annotated[_Score | None, Meta(description="Null when no dimension is known.")]
    scores: Annotated[dict[DimensionKey, _Score | None], Meta(description="Null where it is Unknown.")]
    gates: Annotated[tuple[Gate, ...], Meta(description="Its gates that are not off.")]
    problems: Annotated[tuple[str, ...], Meta(description="What is wrong with it, each with its place.")]
    unread: Annotated[str, Meta(description="Why it could not be looked at this time; else empty.")]
    changed: Annotated[tuple[Changed, ...], Meta(description="The settings that it changes.")]


Schema: TypeAlias = Literal["steward.evaluation/1"]


class Report(Struct, frozen=True, kw_only=True):
    """The whole judgement of one change. The same facts give the same report, byte for byte.

    This is the report as the command line and the input `report-file` write it. An output `report` of the Action
    that would pass 100 KB is cut: it has `"cut": true`, its files have their `path` alone and its lists may be
    shorter, so it does not fit this schema.
    """

    schema: Annotated[Schema, Meta(description="This format and its version.")]
    engine: Annotated[Engine, Meta(description="What wrote it.")]
    pull_request: Annotated[PullRequest | None, Meta(description="Null for a change that is none.")]
    state: Annotated[State, Meta(description="Where the evaluation stands.")]
    reason: Annotated[Reason | None, Meta(description="Why it failed or was skipped.")]
    literal: Annotated[str, Meta(description="State and reason in one, as in `failed(rate_limited)`.")]
    verdict: Annotated[Verdict | None, Meta(description="Null for a skipped run without one.")]
    change: Annotated[Change | None, Meta(description="Null when it could not be read.")]
    scorecard: Annotated[Scorecard | None, Meta(description="Null when nothing was scored.")]
    raises: Annotated[tuple[Raise, ...], Meta(description="What would raise the scores.")]
    gates: Annotated[tuple[Gate, ...], Meta(description="The gates that are not off.")]
    disputes: Annotated[tuple[Dispute, ...], Meta(description="Who disagrees with which score.")]
    preview: Annotated[Preview | None, Meta(description="Null when the change brings no policy.")]
    prose: Annotated[Prose | None, Meta(description="Null when nothing was written.")]
    credits: Annotated[Credits, Meta(description="What the prose cost.")]
