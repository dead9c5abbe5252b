"""Facts in a line: what the tests of the pure stages are made of."""

from __future__ import annotations

from collections.abc import Iterable

from steward.model import (
    Author,
    Branch,
    Change,
    ChangedFile,
    Content,
    FailOn,
    Kind,
    PullRequest,
    Record,
    ScoringRules,
    Totals,
)

HEAD, BASE = "a" * 40, "b" * 40


def file(
    path: str,
    additions: int | None = 1,
    deletions: int | None = 0,
    *,
    kind: Kind = Kind.MODIFIED,
    previous: str | None = None,
    content: Content = Content.CHANGED,
    binary: bool = False,
) -> ChangedFile:
    """A changed file."""
    return ChangedFile(
        path=path,
        kind=kind,
        previous_path=previous,
        additions=None if binary else additions,
        deletions=None if binary else deletions,
        binary=binary,
        content=content,
    )


def change(files: Iterable[ChangedFile]) -> Change:
    """A complete change of these files."""
    files = tuple(sorted(files, key=lambda one: one.path))
    return Change(
        files=files,
        totals=Totals(
            files=len(files),
            additions=sum(one.additions or 0 for one in files),
            deletions=sum(one.deletions or 0 for one in files),
        ),
    )


def incomplete(files: Iterable[ChangedFile], totals: tuple[int, int, int]) -> Change:
    """A change of which only these files could be listed; totals are files, additions, deletions."""
    number, additions, deletions = totals
    return Change(
        files=tuple(files),
        totals=Totals(files=number, additions=additions, deletions=deletions),
        complete=False,
    )


def record(*, title: str = "A title", body: str = "", branch: str = "topic") -> Record:
    """What GitHub says of a pull request."""
    return Record(
        repository="example-org/widgets",
        number=7,
        title=title,
        body=body,
        author=Author(login="contributor"),
        head=Branch(sha=HEAD, name=branch, repository="example-org/widgets"),
        base=Branch(sha=BASE, name="main", repository="example-org/widgets"),
        default_branch="main",
    )


def pull_request(
    *files: ChangedFile | str,
    governance: bool = False,
    rules: ScoringRules | None = None,
    fail_on: FailOn = FailOn.NEVER,
    of: Change | None = None,
) -> PullRequest:
    """The facts of a pull request; a plain path is a file with one added line."""
    made = tuple(one if isinstance(one, ChangedFile) else file(one) for one in files)
    return PullRequest(
        record=record(),
        change=of or change(made),
        governance_present=governance,
        rules=rules or ScoringRules(),
        fail_on=fail_on,
    )
