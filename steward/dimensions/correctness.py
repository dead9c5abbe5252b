"""Correctness: did tests change with the source? (`docs/scoring.md`, "Correctness")"""

from __future__ import annotations

from fractions import Fraction

from steward.dimensions.measures import Measures, counts, sources, tests
from steward.model import (
    ChangedFile,
    Content,
    CorrectnessEvidence,
    DimensionKey,
    FileClass,
    Kind,
    NotCounted,
    NotCountedWhy,
    PullRequest,
)
from steward.paths import classify, names, subjects
from steward.wording import count

KEY = DimensionKey.CORRECTNESS

_WELL_TESTED = Fraction(33, 100)
_TESTED = Fraction(20, 100)

_SAME_CONTENT: dict[Kind, NotCountedWhy] = {
    Kind.RENAMED: "renamed only",
    Kind.COPIED: "copied only",
    Kind.ADDED: "empty",
}


def score(measures: Measures) -> int | None:
    """0–100, or None when no source file changed."""
    if not measures.source_files:
        return None
    if not measures.test_files:
        return 40
    ratio = Fraction(measures.test_files, measures.source_files)
    if ratio >= _WELL_TESTED:
        return 90
    return 75 if ratio >= _TESTED else 60


def evidence(pull_request: PullRequest) -> CorrectnessEvidence:
    """The counts, the tests, the untested source files, and what was touched without counting."""
    files, rules = pull_request.change.files, pull_request.rules
    source, test = sources(files, rules), tests(files, rules)
    return CorrectnessEvidence(
        source_files=len(source),
        test_files=len(test),
        ratio=f"{len(test)}/{len(source)}" if source else None,
        tests=tuple(file.path for file in test),
        untested=_untested(source, test),
        not_counted=_not_counted(pull_request),
        assumed=tuple(file.path for file in files if file.content is Content.ASSUMED),
    )


def headline(found: CorrectnessEvidence) -> str:
    """One line from the evidence."""
    if not found.source_files:
        return "no source file changed"
    return f"{count(found.test_files, 'test file')} for {count(found.source_files, 'source file')}"


def _untested(source: tuple[ChangedFile, ...], test: tuple[ChangedFile, ...]) -> tuple[str, ...]:
    # A deleted source file needs no test any more.
    tested = {name for file in test for name in subjects(file.path)}
    return tuple(f.path for f in source if f.kind is not Kind.DELETED and tested.isdisjoint(names(f.path)))


def _not_counted(pull_request: PullRequest) -> tuple[NotCounted, ...]:
    found = ((file, _why_not(file, pull_request)) for file in pull_request.change.files)
    return tuple(NotCounted(path=file.path, why=why) for file, why in found if why is not None)


def _why_not(file: ChangedFile, pull_request: PullRequest) -> NotCountedWhy | None:
    kind = classify(file.path, pull_request.rules)
    if kind is FileClass.OTHER:
        return None
    if not counts(file):
        return _SAME_CONTENT.get(file.kind, "mode only")
    deleted = file.kind is Kind.DELETED and kind in (FileClass.TEST, FileClass.DOCS)
    return "deleted" if deleted else None
