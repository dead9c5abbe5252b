"""Evaluations to render, built from plain values by the same pure steps as in a run."""

from __future__ import annotations

from functools import cache

from steward import pipeline
from steward.dimensions.scorecard import overall, status
from steward.errors import StewardError
from steward.gates import Gate
from steward.lifecycle import budget_exhausted
from steward.model import (
    Author,
    Branch,
    Change,
    ChangedFile,
    DimensionKey,
    DimensionScore,
    Evaluation,
    GateOutcome,
    Kind,
    PastVerdict,
    PullRequest,
    Record,
    Run,
    Scorecard,
    ScoringRules,
    Totals,
    Verdict,
    Why,
)

HEAD = "1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b"
BEFORE = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c"
MARKER = "<!-- steward:v1 {} -->"
RUN = Run(
    id=77,
    attempt=1,
    url="https://github.example/org/repo/actions/runs/77",
    docs="https://github.example/org/steward/blob/v1/docs",
)


def file(
    path: str,
    added: int | None = 10,
    removed: int | None = 2,
    kind: Kind = Kind.MODIFIED,
    previous: str | None = None,
    **more: object,
) -> ChangedFile:
    """A changed file; binary where the lines are None."""
    return ChangedFile(
        path=path,
        kind=kind,
        previous_path=previous,
        additions=added,
        deletions=removed,
        binary=added is None,
        **more,  # type: ignore[arg-type]
    )


def record(title: str = "Let people log in", **more: object) -> Record:
    """A pull request of the repository itself."""
    values: dict[str, object] = {
        "repository": "org/repo",
        "number": 12,
        "title": title,
        "body": "",
        "author": Author(login="mona"),
        "head": Branch(sha=HEAD, name="login", repository="org/repo"),
        "base": Branch(sha=BEFORE, name="main", repository="org/repo"),
        "default_branch": "main",
    }
    return Record(**{**values, **more})  # type: ignore[arg-type]


def change(*files: ChangedFile, totals: Totals | None = None, complete: bool = True) -> Change:
    """A change of these files; the totals are theirs unless given."""
    counted = Totals(
        files=len(files),
        additions=sum(one.additions or 0 for one in files),
        deletions=sum(one.deletions or 0 for one in files),
    )
    ordered = tuple(sorted(files, key=lambda one: one.path))
    return Change(files=ordered, totals=totals or counted, complete=complete)


def evaluation(
    *files: ChangedFile,
    governance: bool = False,
    gates: tuple[GateOutcome, ...] = (),
    of: Record | None = None,
    rules: ScoringRules | None = None,
    totals: Totals | None = None,
    complete: bool = True,
) -> Evaluation:
    """A judged pull request."""
    facts = PullRequest(
        record=of or record(),
        change=change(*files, totals=totals, complete=complete),
        governance_present=governance,
        rules=rules or ScoringRules(),
    )
    return pipeline.judge(facts, gates=tuple(map(_always, gates)))


def _always(outcome: GateOutcome) -> Gate:
    return lambda _facts, _card: outcome


def past(overall: int = 58, head: str = BEFORE, **scores: int) -> PastVerdict:
    """An earlier verdict."""
    return PastVerdict(
        head=head,
        title=f"{overall} amber",
        verdict=Verdict.WARN,
        overall=overall,
        scores={DimensionKey(key): score for key, score in scores.items()},
    )


def good() -> Evaluation:
    """A small change with tests and docs: green."""
    return evaluation(
        file("src/report.py", 40, 8),
        file("src/cells.py", 12, 2),
        file("tests/test_report.py", 20, 0),
        file("docs/report.md", 5, 3),
    )


def login() -> Evaluation:
    """The login rewrite: sensitive, untested for the most part, without docs, lopsided: amber."""
    return evaluation(
        file("src/auth/login.py", 400, 5),
        file("src/authors.py", 20, 4),
        file("src/session.py", 150, 5),
        file("src/mail.py"),
        file("src/main.py"),
        file("src/text.py"),
        file("tests/test_login.py", 16, 2),
        governance=True,
    )


def bare() -> Evaluation:
    """A source file and nothing beside it: amber."""
    return evaluation(file("src/auth/login.go", 10, 2))


def docs_only() -> Evaluation:
    """Words only: green from 2 of 5."""
    return evaluation(file("docs/guide.md", 5, 5))


def incomplete() -> Evaluation:
    """GitHub listed 2 of 3,412 files."""
    return evaluation(
        file("a.py"),
        file("b.py"),
        totals=Totals(files=3_412, additions=90_000, deletions=400),
        complete=False,
    )


def nothing() -> Evaluation:
    """A pull request without a changed file."""
    return evaluation()


def out_of_credits() -> Evaluation:
    """A judged pull request whose prose was skipped."""
    judged = good()
    return Evaluation(
        record=judged.record,
        decision=budget_exhausted(judged.decision),
        pull_request=judged.pull_request,
        scorecard=judged.scorecard,
        prose=judged.prose,
    )


def failed(error: StewardError, of: Record | None = None) -> Evaluation:
    """A run that could not do its job."""
    return pipeline.failed(of or record(), error)


@cache
def many(letter: str, number: int = 3_000, length: int = 200) -> Evaluation:
    """So many files, each path so many characters: source, sensitive, renamed."""
    paths = (f"auth/{position:05}/".ljust(length - 3, letter) + ".py" for position in range(number))
    return evaluation(*(file(path, kind=Kind.RENAMED, previous=f"{path[:-3]}.go") for path in paths))


def scorecard(*scores: int | None) -> Scorecard:
    """Five scores without evidence, for arithmetic alone."""
    found = dict(zip(DimensionKey, scores, strict=True))
    return Scorecard(
        overall=overall(found),
        dimensions=tuple(
            DimensionScore(
                key=key,
                score=score,
                status=status(score),
                headline="as given",
                evidence=None,
                why=Why.NOT_APPLICABLE if score is None else None,
            )
            for key, score in found.items()
        ),
    )
