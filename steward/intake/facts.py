"""All facts of one pull request as a file: saved once, judged again anywhere (`steward.facts/1`).

Saved facts are outside text when they come back: types, ranges and what the facts say of each other are
checked, and every problem is worded with its place. The format: `docs/json-report.md`, "Saved facts".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Any, Literal, NoReturn

import msgspec
from msgspec import Meta

from steward.errors import InputInvalid
from steward.facts import GateFacts
from steward.intake.change import count
from steward.intake.escapes import KEY, BadEscape, escape, unescape
from steward.model import (
    Change,
    ChangedFile,
    Content,
    FailOn,
    Kind,
    PullRequest,
    ReadFrom,
    ScoringRules,
    SecurityMatch,
    TestConventions,
)
from steward.paths import glob_problem
from steward.policy import Constitution, Gates

SCHEMA: Literal["steward.facts/1"] = "steward.facts/1"
MAX_BYTES = 64 * 1024 * 1024

_MOST_PROBLEMS = 20
_MEND = "Save the facts again: steward evaluate --save-facts FILE"
_Text = Annotated[
    str,
    Meta(
        extra_json_schema={
            "properties": {KEY: {"type": "string"}},
            "required": [KEY],
            "additionalProperties": False,
        }
    ),
]
_Lines = Annotated[int, Meta(ge=0, le=2**53 - 1)]
_Number = Annotated[int, Meta(ge=1, le=2**53 - 1)]
_Sha = Annotated[str, Meta(pattern="^([0-9a-f]{40}|[0-9a-f]{64})$")]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every key must be there and no other."""


class FileFacts(_Strict, frozen=True):
    """One changed file."""

    path: Annotated[_Text, Meta(description="Where the file stands now, or stood when it was deleted.")]
    previous_path: Annotated[_Text | None, Meta(description="Where a renamed or copied file came from.")]
    kind: Annotated[Kind, Meta(description="What happened to the file, in git's sense.")]
    additions: Annotated[_Lines | None, Meta(description="Added lines; null for a binary file.")]
    deletions: Annotated[_Lines | None, Meta(description="Deleted lines; null for a binary file.")]
    binary: Annotated[bool, Meta(description="Whether git takes the file for binary.")]
    content: Annotated[
        Content, Meta(description="Whether its bytes changed, or are assumed to have changed.")
    ]


class TotalsFacts(_Strict, frozen=True):
    """The size of a change."""

    files: Annotated[_Lines, Meta(description="Changed files.")]
    additions: Annotated[_Lines, Meta(description="Added lines.")]
    deletions: Annotated[_Lines, Meta(description="Deleted lines.")]


class ChangeFacts(_Strict, frozen=True):
    """The changed files and where they were read."""

    files: Annotated[tuple[FileFacts, ...], Meta(description="Sorted by path; no path twice.")]
    totals: Annotated[TotalsFacts, Meta(description="Of `files` when complete, else what GitHub says.")]
    complete: Annotated[bool, Meta(description="False when `files` is less than the change.")]
    read_from: Annotated[ReadFrom, Meta(description="Where the list came from.")]


class AuthorFacts(_Strict, frozen=True):
    """Who opened the pull request."""

    login: Annotated[_Text, Meta(description="The account's name.")]
    bot: Annotated[bool, Meta(description="Whether GitHub says that the account is a bot.")]


class BranchFacts(_Strict, frozen=True):
    """One end of a pull request."""

    sha: Annotated[_Sha, Meta(description="The commit.")]
    name: Annotated[_Text, Meta(description="The branch.")]
    repository: Annotated[_Text | None, Meta(description="owner/name; null when the fork is deleted.")]


class RecordFacts(_Strict, frozen=True):
    """What GitHub says of the pull request."""

    repository: Annotated[_Text, Meta(description="owner/name of the base.")]
    number: Annotated[_Number | None, Meta(description="Its number; null for a merge queue's group.")]
    title: Annotated[_Text, Meta(description="The title.")]
    body: Annotated[_Text, Meta(description="The description; empty when there is none.")]
    author: Annotated[AuthorFacts, Meta(description="Who opened it.")]
    head: Annotated[BranchFacts, Meta(description="What is to be merged.")]
    base: Annotated[BranchFacts, Meta(description="What it is to be merged into.")]
    default_branch: Annotated[_Text, Meta(description="The repository's default branch.")]
    draft: Annotated[bool, Meta(description="Whether it is a draft.")]
    open: Annotated[bool, Meta(description="Whether it is open.")]
    totals: Annotated[TotalsFacts | None, Meta(description="GitHub's totals; null where it gave none.")]


class RulesFacts(_Strict, frozen=True):
    """The settings under `scoring:` of `.github/steward.yml`."""

    test_conventions: Annotated[TestConventions, Meta(description="`scoring.tests.conventions`.")]
    test_globs: Annotated[tuple[_Text, ...], Meta(description="`scoring.tests.globs`.")]
    security_match: Annotated[SecurityMatch, Meta(description="`scoring.security.match`.")]
    complexity_exclude: Annotated[tuple[_Text, ...], Meta(description="`scoring.complexity.exclude`.")]


class Facts(_Strict, frozen=True):
    """All that a judgement of one change rests on. The same facts give the same report, byte for byte."""

    schema: Annotated[Literal["steward.facts/1"], Meta(description="This format and its version.")]
    record: Annotated[RecordFacts | None, Meta(description="Null for a change that is no pull request.")]
    change: Annotated[ChangeFacts, Meta(description="What was changed.")]
    governance_present: Annotated[
        bool, Meta(description="Whether `governance.pxf` stands on the default branch.")
    ]
    rules: Annotated[RulesFacts, Meta(description="The scoring rules in force.")]
    fail_on: Annotated[FailOn, Meta(description="The overall status at or below which the verdict is fail.")]
    constitution: Annotated[
        Constitution | None, Meta(description="What `governance.pxf` says; null where nobody read it.")
    ]
    gates: Annotated[Gates, Meta(description="The settings of the gates.")]
    beside: Annotated[GateFacts, Meta(description="What only the gates look at.")]


def encode_facts(pull_request: PullRequest) -> bytes:
    """The facts as JSON: sorted keys, UTF-8, a newline at the end; the same facts give the same bytes."""
    value = {"schema": SCHEMA, **msgspec.to_builtins(pull_request)}
    return msgspec.json.format(msgspec.json.encode(escape(value), order="sorted"), indent=1) + b"\n"


def decode_facts(data: bytes) -> PullRequest:
    """The pull request that saved facts tell. Raises `InputInvalid` with every problem and its place."""
    facts = _typed(_parsed(data))
    pull_request = msgspec.convert(facts, PullRequest, from_attributes=True)
    problems = [*_unusable(pull_request.rules), *_contradictions(pull_request.change)]
    if problems:
        more = [f"{len(problems) - _MOST_PROBLEMS:,} more problems"] if len(problems) > _MOST_PROBLEMS else []
        raise InputInvalid((*problems[:_MOST_PROBLEMS], *more), mend=_MEND)
    return pull_request


def _parsed(data: bytes) -> Any:
    if len(data) > MAX_BYTES:
        _refuse(f"the facts are {len(data):,} bytes long; {MAX_BYTES:,} are allowed")
    try:
        value = unescape(msgspec.json.decode(data))
        # The decoder takes the last of two alike, a person who reads the file perhaps the first.
        json.loads(data, object_pairs_hook=_once)
    except msgspec.DecodeError as error:
        _refuse(f"the facts are no JSON: {error}")
    except RecursionError:
        _refuse("the facts are nested too deeply")
    except BadEscape as error:
        _refuse(f'${error.where}: is no string in the form {{"{KEY}": "…"}}')
    except _Twice as error:
        _refuse(f"the key {json.dumps(error.key)} comes twice in one object")
    if not isinstance(value, dict) or "schema" not in value:
        _refuse(f"these are no saved facts: there is no schema {SCHEMA}")
    if value["schema"] != SCHEMA:
        _refuse(f"$.schema: these facts are of another format; this Steward reads {SCHEMA}")
    return value


class _Twice(ValueError):
    """A key that an object holds twice."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _once(pairs: list[tuple[str, object]]) -> None:
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise _Twice(key)
        seen.add(key)


def _typed(value: Any) -> Facts:
    try:
        return msgspec.convert(value, Facts)
    except msgspec.ValidationError as error:
        what, _, where = str(error).rpartition(" - at `")
        _refuse(f"{where.rstrip('`')}: {what}" if what else str(error))


def _refuse(problem: str) -> NoReturn:
    raise InputInvalid((problem,), mend=_MEND)


def _unusable(rules: ScoringRules) -> Iterator[str]:
    """The rules whose globs are no patterns: found here, not in the middle of scoring."""
    for name, patterns in (
        ("test_globs", rules.test_globs),
        ("complexity_exclude", rules.complexity_exclude),
    ):
        for position, pattern in enumerate(patterns):
            problem = glob_problem(pattern)
            if problem:
                yield f"$.rules.{name}[{position}]: {problem}"


def _about_content(file: ChangedFile) -> Iterator[str]:
    """What no way of reading a change says of the lines of a file and of its content together."""
    if file.binary and (file.additions is not None or file.deletions is not None):
        yield ".binary: a binary file has no lines, they are null"
    counted = file.binary or bool(file.additions or file.deletions)
    if file.content is Content.SAME and (counted or file.kind is Kind.DELETED):
        yield ".content: is not the same when lines or a binary changed, or the file was deleted"
    if file.content is Content.ASSUMED and (counted or file.kind is not Kind.MODIFIED):
        yield ".content: is assumed of modified files without lines only"


def _contradictions(change: Change) -> Iterator[str]:
    """What well-typed facts say against each other."""
    where = "$.change.files"
    for position, file in enumerate(change.files):
        yield from (f"{where}[{position}]{problem}" for problem in _about_content(file))
        if not file.path or "\0" in file.path:
            yield f"{where}[{position}].path: is no path"
        if (file.previous_path is None) == (file.kind in (Kind.RENAMED, Kind.COPIED)):
            yield f"{where}[{position}].previous_path: goes with renamed and copied files, and only with them"
        if (file.additions is None) != (file.deletions is None):
            yield f"{where}[{position}]: additions and deletions are both null or neither"
        if file.additions is None and not file.binary:
            yield f"{where}[{position}].additions: null stands for binary files only"
    for position, (file, following) in enumerate(pairwise(change.files), start=1):
        if file.path >= following.path:
            yield f"{where}[{position}].path: comes twice or is not in order"
    if change.complete and count(change.files) != change.totals:
        yield "$.change.totals: are not the sum of the files, though the list is complete"
    if change.read_from is ReadFrom.NOTHING and change.files:
        yield "$.change.read_from: nothing was read, but files are listed"
