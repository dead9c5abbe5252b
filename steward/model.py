"""The nouns: frozen values that cross the stages of a run.

Nothing here reads the world or decides anything. `None` stands for "does not apply" or "not known", and each
place where it may stand says which. The words are those of `docs/scoring.md` and `docs/action.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from steward.errors import Reason as Reason
from steward.facts import GateFacts
from steward.facts import Waiver as Waiver
from steward.policy import Constitution, Gates
from steward.policy import GateMode as GateMode

# ---------------------------------------------------------------------------------------------- the change


class Kind(StrEnum):
    """What happened to a file, in git's sense."""

    ADDED = "added"
    DELETED = "deleted"
    MODIFIED = "modified"
    RENAMED = "renamed"
    COPIED = "copied"
    TYPE_CHANGED = "type_changed"


class Content(StrEnum):
    """Whether the bytes of a file changed: only then does it count as source, test or docs."""

    CHANGED = "changed"
    SAME = "same"  # a pure rename or copy, a mode change, an added empty file
    ASSUMED = "assumed"  # GitHub gave neither lines nor a patch: counted as changed, and said


class FileClass(StrEnum):
    """The first that holds of a path; a path may be test and docs at once (`steward.paths`)."""

    TEST = "test"
    DOCS = "docs"
    SOURCE = "source"
    OTHER = "other"


class ReadFrom(StrEnum):
    """Where the list of changed files came from."""

    DIFF = "diff"  # GitHub's diff of the pull request
    GIT = "git"  # the repository on this machine
    FILES_API = "files_api"  # GitHub's list of files
    COMPARE = "compare"  # GitHub's comparison of two commits
    FILE = "file"  # a diff given on the command line
    NOTHING = "nothing"  # no list at all, totals only


class ChangedFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file of the change. Paths are text with undecodable bytes as lone surrogates."""

    path: str
    kind: Kind
    previous_path: str | None = None  # of renamed and copied files only
    additions: int | None = 0  # lines; None for a binary file
    deletions: int | None = 0
    binary: bool = False
    content: Content = Content.CHANGED


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """What GitHub itself says of a change: files, added lines, deleted lines."""

    files: int
    additions: int
    deletions: int


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """The changed files, sorted by path, and the totals.

    `complete` is False when `files` is known to be less than the change (`docs/action.md`, "Reading the
    change"); the totals are then GitHub's own and `files` only what could be read.
    """

    files: tuple[ChangedFile, ...]
    totals: Totals
    complete: bool = True
    read_from: ReadFrom = ReadFrom.DIFF

    @property
    def touched(self) -> tuple[str, ...]:
        """Every path that the change touches, sorted: also where renamed files came from."""
        moved = (file.previous_path for file in self.files if file.kind is Kind.RENAMED)
        return tuple(sorted({*(file.path for file in self.files), *(path for path in moved if path)}))


# ------------------------------------------------------------------------------------------ pull request


class Author(msgspec.Struct, frozen=True, kw_only=True):
    """Who opened the pull request. `bot` is GitHub's own account type, never a guess from the name."""

    login: str
    bot: bool = False


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """One end of a pull request. `repository` is None when the fork it was on is deleted."""

    sha: str
    name: str
    repository: str | None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What GitHub says of one pull request, from an event's payload or from the API.

    A group of a merge queue is told as a record too, with `number` None: its head is the group's commit, its
    base the commit it is to be merged onto. `totals` is None where the source has none (merge groups, and
    `pull_request_review` payloads).
    """

    repository: str  # owner/name of the base
    number: int | None
    title: str
    body: str
    author: Author
    head: Branch
    base: Branch
    default_branch: str
    draft: bool = False
    open: bool = True
    totals: Totals | None = None

    @property
    def from_fork(self) -> bool:
        """Whether the head lives in another repository (a deleted fork included)."""
        return self.head.repository != self.repository


class TestConventions(StrEnum):
    """Which file names count as tests beyond the documented patterns."""

    __test__ = False  # not a test class, whatever its name

    EXTENDED = "extended"
    DOCUMENTED = "documented"


class SecurityMatch(StrEnum):
    """Whether a sensitive term counts anywhere in a path or only as a word of its own."""

    SUBSTRING = "substring"
    WORDS = "words"


class FailOn(StrEnum):
    """The overall status at or below which the verdict is `fail`; ordered by strictness."""

    NEVER = "never"
    RED = "red"
    AMBER = "amber"


class ScoringRules(msgspec.Struct, frozen=True, kw_only=True):
    """The settings under `scoring:` of `.github/steward.yml`; the defaults are the documented ones."""

    test_conventions: TestConventions = TestConventions.EXTENDED
    test_globs: tuple[str, ...] = ()
    security_match: SecurityMatch = SecurityMatch.SUBSTRING
    complexity_exclude: tuple[str, ...] = ()


class PullRequest(msgspec.Struct, frozen=True, kw_only=True):
    """All facts of one pull request, collected once; can be saved and replayed (`steward.facts/1`).

    `record` is None for a change that is no pull request (the command line).
    `governance_present` is whether `governance.pxf` stands on the default branch; `constitution` is what it says,
    None where nobody read it. `gates` are the settings of the gates, `beside` the facts that only they look at.
    """

    record: Record | None
    change: Change
    governance_present: bool = False
    rules: ScoringRules = msgspec.field(default_factory=ScoringRules)
    fail_on: FailOn = FailOn.NEVER
    constitution: Constitution | None = None
    gates: Gates = msgspec.field(default_factory=Gates)
    beside: GateFacts = msgspec.field(default_factory=GateFacts)


# ------------------------------------------------------------------------------------------------- words


class Quoted(msgspec.Struct, frozen=True):
    """Text that somebody else wrote (a path, a branch, a title). Every renderer makes it inert."""

    text: str


Words: TypeAlias = tuple[str | Quoted, ...]
"""A sentence of ours with foreign text in marked places: what is not `Quoted` is a literal of this project."""


# ------------------------------------------------------------------------------------------------ scores


class Status(StrEnum):
    """The colour of a score; `unknown` is no score at all."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"
    UNKNOWN = "unknown"


class Why(StrEnum):
    """Why a dimension has no score."""

    NOT_APPLICABLE = "not_applicable"  # the rule does not apply to this change
    UNMEASURED = "unmeasured"  # it would apply, but the facts could not be read


class DimensionKey(StrEnum):
    """The five dimensions in display order; the values are the keys of every report."""

    CORRECTNESS = "correctness"
    SECURITY = "security"
    COMPLEXITY = "complexity"
    DOCS = "docs"
    GOVERNANCE = "governance"


NotCountedWhy: TypeAlias = Literal["renamed only", "copied only", "mode only", "empty", "deleted"]


class NotCounted(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was touched but counts for no class, and why."""

    path: str
    why: NotCountedWhy


class CorrectnessEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """The counts behind correctness. `ratio` is tests / source as "n/d", None without source files."""

    source_files: int
    test_files: int
    ratio: str | None
    tests: tuple[str, ...] = ()
    untested: tuple[str, ...] = ()  # source files without a changed test of a matching name
    not_counted: tuple[NotCounted, ...] = ()
    assumed: tuple[str, ...] = ()  # counted as changed content without GitHub saying so


class SensitivePath(msgspec.Struct, frozen=True, kw_only=True):
    """A path that holds a sensitive term. `inside` names the longer words when no term stands alone."""

    path: str
    previous_path: str | None
    terms: tuple[str, ...]
    inside: tuple[str, ...]
    changed_lines: int | None  # None for a binary file


class SecurityEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """The sensitive paths behind security, and how many changed tests stood beside them."""

    sensitive_paths: tuple[SensitivePath, ...]
    test_files: int
    match: SecurityMatch


class Band(StrEnum):
    """A size, the biggest last."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"


class ComplexityEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """The counts behind complexity delta, after exclusions. `files_band` is None up to 20 files."""

    additions: int
    deletions: int
    lines: int
    files: int
    size: Band
    lines_band: Band
    files_band: Band | None
    lopsided: bool
    generated_files: int = 0
    generated_lines: int = 0
    excluded_files: int = 0
    excluded_lines: int = 0
    complete: bool = True


class DocsEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """The docs files behind docs alignment."""

    source_files: int
    docs_files: int
    docs: tuple[str, ...] = ()


class TouchedDomain(msgspec.Struct, frozen=True, kw_only=True):
    """A domain of the constitution, and how many changed files lie in it."""

    name: str
    files: int
    restricted: bool = False


class GovernanceEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """Whether `governance.pxf` stands on the default branch, and which of its domains the change touches.

    `unmapped` are the changed files in no domain; empty, too, when the constitution has no domains.
    """

    present: bool
    domains: tuple[TouchedDomain, ...] = ()
    unmapped: tuple[str, ...] = ()


Evidence: TypeAlias = (
    CorrectnessEvidence | SecurityEvidence | ComplexityEvidence | DocsEvidence | GovernanceEvidence
)


class DimensionScore(msgspec.Struct, frozen=True, kw_only=True):
    """One dimension's judgement: a score with what made it, or the reason why there is none.

    Exactly one of `score` and `why` is given. `evidence` is None when the facts could not be read, or when
    nothing was changed at all.
    """

    key: DimensionKey
    score: int | None
    status: Status
    headline: str
    evidence: Evidence | None
    why: Why | None = None


class Overall(msgspec.Struct, frozen=True, kw_only=True):
    """The mean of the known dimensions: exact, and rounded half up. No score rests on no dimension."""

    score: int | None
    mean: Fraction | None
    status: Status
    rests_on: int


class Scorecard(msgspec.Struct, frozen=True, kw_only=True):
    """Five dimensions in display order and the overall."""

    overall: Overall
    dimensions: tuple[DimensionScore, ...]

    def __getitem__(self, key: DimensionKey) -> DimensionScore:
        return next(dimension for dimension in self.dimensions if dimension.key == key)


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A change to the change: files added without lines, additions and files taken away."""

    test_files: int = 0
    docs_files: int = 0
    fewer_additions: int = 0
    fewer_files: int = 0


class Raise(msgspec.Struct, frozen=True, kw_only=True):
    """What would raise one dimension. `move` is None when no move of this kind raises it."""

    dimension: DimensionKey
    move: Move | None
    before: int
    after: int
    overall_before: int
    overall_after: int


# ------------------------------------------------------------------------------------------------- gates


class GateResult(StrEnum):
    """What a gate found."""

    PASS = "pass"
    FAIL = "fail"
    WAIVED = "waived"
    NOT_APPLICABLE = "not_applicable"
    UNMEASURED = "unmeasured"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something a contributor can act on: where, what was measured, the limit, the step that mends it.

    `where` is a path, a commit or nothing; `line` is a line of that path in the new version, from 1.
    """

    where: str
    what: Words
    measured: str = ""
    limit: str = ""
    mend: Words = ()
    line: int | None = None


class GateOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """One gate's answer.

    `said` is the answer in words where there is no finding: what was looked at, or why nothing was.
    """

    name: str
    mode: GateMode
    result: GateResult
    findings: tuple[Finding, ...] = ()
    said: Words = ()
    waiver: Waiver | None = None


# ------------------------------------------------------------------------------------------------- prose


class ProseSource(StrEnum):
    """Who wrote the report's sentences."""

    MODEL = "model"
    MIXED = "mixed"
    TEMPLATE = "template"


class ProseReason(StrEnum):
    """Why the report is the template (a closed list, `docs/prose.md`)."""

    NO_KEY = "no_key"
    DISABLED = "disabled"
    BUDGET = "budget"
    GATE_FAILED = "gate_failed"
    READ_ONLY = "read_only"
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    AUTH = "auth"
    BILLING = "billing"
    BAD_REQUEST = "bad_request"
    TOO_LARGE = "too_large"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    INVALID_REPLY = "invalid_reply"
    NETWORK = "network"
    INTERNAL = "internal"
    BUSY = "busy"
    NOT_ASKED = "not_asked"


class Prose(msgspec.Struct, frozen=True, kw_only=True):
    """The report in sentences: a headline, and one paragraph for each dimension that is not Unknown.

    `model` is the one that answered, empty for a template. `replaced` names the fields of a mixed report that are
    the template's ("headline" or a dimension), `failed` the rules that the model's own ones broke.
    """

    source: ProseSource
    reason: ProseReason | None
    headline: Words
    paragraphs: Mapping[DimensionKey, Words]
    model: str = ""
    replaced: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """A model's answer that is kept with the pull request: the same question is not paid for twice.

    `key` is the hash of the request. `fields` are what the model wrote, slots and all, empty where it could not be
    used; `reason` says then why. `failed` are the rules that the other fields broke.
    """

    key: str
    model: str = ""
    fields: Mapping[str, str] = {}
    failed: tuple[str, ...] = ()
    reason: ProseReason | None = None


class Credits(msgspec.Struct, frozen=True, kw_only=True):
    """Money in hundredths of a credit. `known` is whether today's spending was looked up."""

    charged: int = 0
    spent_today: int = 0
    cap: int = 500
    known: bool = False


# -------------------------------------------------------------------------------------------- evaluation


class State(StrEnum):
    """Where an evaluation stands."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


class Verdict(StrEnum):
    """What an evaluation says in one word."""

    PASS = "pass"
    WARN = "warn"
    FAIL = "fail"


class Conclusion(StrEnum):
    """GitHub's conclusions for check runs that Steward uses."""

    SUCCESS = "success"
    NEUTRAL = "neutral"
    FAILURE = "failure"
    ACTION_REQUIRED = "action_required"
    CANCELLED = "cancelled"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a run failed, in words: what happened, every detail, how to mend it."""

    what: str
    details: tuple[str, ...] = ()
    mend: str = ""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the states table applied: all that is shown of a state (`steward.lifecycle`).

    `verdict` is None for a skipped run without one; `conclusion` is None when no check run is published.
    `blocked` names what makes the verdict a failure: gates, and `fail-on`.
    """

    state: State
    reason: Reason | None
    verdict: Verdict | None
    conclusion: Conclusion | None
    title: str
    exit_code: int
    todo: str
    blocked: tuple[str, ...] = ()


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A setting that a new settings file changes: what held before, and what would hold after."""

    key: str
    before: str
    after: str


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What the same change would come to under the policy that it brings itself. It decides nothing.

    `problems` say what is wrong with the new policy, `unread` why it could not be looked at this time: there is
    then nothing else. `changed` are the settings that hold otherwise under it.
    """

    decision: Decision | None = None
    scorecard: Scorecard | None = None
    gates: tuple[GateOutcome, ...] = ()
    problems: tuple[str, ...] = ()
    unread: str = ""
    changed: tuple[Changed, ...] = ()


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """The whole judgement of one pull request, before anything is rendered.

    `pull_request`, `scorecard` and `prose` are None when the run failed before there was one; `record` is
    what is known of the pull request even then.
    """

    record: Record | None
    decision: Decision
    pull_request: PullRequest | None = None
    scorecard: Scorecard | None = None
    raises: tuple[Raise, ...] = ()
    gates: tuple[GateOutcome, ...] = ()
    prose: Prose | None = None
    credits: Credits = msgspec.field(default_factory=Credits)
    problem: Problem | None = None
    preview: Preview | None = None
    remembered: Remembered | None = None


# ------------------------------------------------------------------------------------------- publication


class Level(StrEnum):
    """GitHub's annotation levels."""

    NOTICE = "notice"
    WARNING = "warning"
    FAILURE = "failure"


class Annotation(msgspec.Struct, frozen=True, kw_only=True):
    """A remark on a line of a changed file."""

    path: str
    line: int
    level: Level
    title: str
    message: str


class CheckRun(msgspec.Struct, frozen=True, kw_only=True):
    """A completed check run, as it will be sent. Sizes are GitHub's (`docs/action.md`, "The check run")."""

    name: str
    head_sha: str
    conclusion: Conclusion
    title: str
    summary: str
    text: str
    annotations: tuple[Annotation, ...]
    external_id: str


class PastVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """One earlier verdict on the same pull request, kept in the sticky comment's hidden block."""

    head: str
    title: str
    verdict: Verdict | None
    overall: int | None
    scores: Mapping[DimensionKey, int | None]


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The run of the Action. `order` decides which of two runs for one head is the later.

    `docs` is the address of this version's docs folder on the server the run belongs to; None when unknown.
    """

    id: int
    attempt: int
    url: str | None = None
    docs: str | None = None

    @property
    def order(self) -> tuple[int, int]:
        """Later runs compare greater: GitHub's run ids ascend, attempts count up within one id."""
        return (self.id, self.attempt)
