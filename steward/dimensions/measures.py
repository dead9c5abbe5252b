"""The numbers the five rules read, counted once from a change.

The rules see nothing but these numbers, so that "what would raise it" can ask them again over other numbers
(`docs/scoring.md`).
"""

from __future__ import annotations

import msgspec

from steward.model import ChangedFile, Content, Kind, PullRequest, ScoringRules, SensitivePath
from steward.paths import globs, is_docs, is_source, is_test, sensitive_terms


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of one change. `additions`, `deletions` and `files` are what complexity counts.

    `listed` is False when the list of files is incomplete: only complexity and governance can then be scored.
    `empty` is True when nothing was changed at all.
    """

    source_files: int
    test_files: int
    docs_files: int
    sensitive_paths: int
    additions: int
    deletions: int
    files: int
    governance_present: bool
    listed: bool = True
    empty: bool = False

    @property
    def lines(self) -> int:
        """Changed lines: additions and deletions."""
        return self.additions + self.deletions


def counts(file: ChangedFile) -> bool:
    """Whether the file counts for a class at all: its content changed."""
    return file.content is not Content.SAME


def tests(files: tuple[ChangedFile, ...], rules: ScoringRules) -> tuple[ChangedFile, ...]:
    """The changed test files; a deleted one is no test."""
    return tuple(f for f in files if counts(f) and f.kind is not Kind.DELETED and is_test(f.path, rules))


def docs(files: tuple[ChangedFile, ...]) -> tuple[ChangedFile, ...]:
    """The changed docs files; a deleted one is no docs."""
    return tuple(f for f in files if counts(f) and f.kind is not Kind.DELETED and is_docs(f.path))


def sources(files: tuple[ChangedFile, ...], rules: ScoringRules) -> tuple[ChangedFile, ...]:
    """The changed source files, deleted ones too."""
    return tuple(f for f in files if counts(f) and is_source(f.path, rules))


def sensitive(files: tuple[ChangedFile, ...], rules: ScoringRules) -> tuple[SensitivePath, ...]:
    """Every file with a sensitive term in its path or, when renamed or copied, in its previous one."""
    found = (_sensitive(file, rules) for file in files)
    return tuple(path for path in found if path is not None)


def _sensitive(file: ChangedFile, rules: ScoringRules) -> SensitivePath | None:
    pairs = [sensitive_terms(path, rules.security_match) for path in (file.path, file.previous_path) if path]
    alone = [pair for pair in pairs if pair[0] and not pair[1]]
    pairs = alone or pairs
    terms = tuple(dict.fromkeys(term for pair in pairs for term in pair[0]))
    if not terms:
        return None
    return SensitivePath(
        path=file.path,
        previous_path=file.previous_path,
        terms=terms,
        inside=tuple(dict.fromkeys(word for pair in pairs for word in pair[1])),
        changed_lines=None if file.additions is None else file.additions + (file.deletions or 0),
    )


def included(files: tuple[ChangedFile, ...], rules: ScoringRules) -> tuple[ChangedFile, ...]:
    """The files that complexity counts: all but those the settings leave out."""
    excluded = globs(rules.complexity_exclude)
    return tuple(file for file in files if not excluded(file.path))


def measure(pull_request: PullRequest) -> Measures:
    """Count everything the rules need. An incomplete list counts by GitHub's totals alone."""
    change, rules = pull_request.change, pull_request.rules
    if not change.complete:
        return _by_totals(pull_request)
    counted = included(change.files, rules)
    return Measures(
        source_files=len(sources(change.files, rules)),
        test_files=len(tests(change.files, rules)),
        docs_files=len(docs(change.files)),
        sensitive_paths=len(sensitive(change.files, rules)),
        additions=sum(file.additions or 0 for file in counted),
        deletions=sum(file.deletions or 0 for file in counted),
        files=len(counted),
        governance_present=pull_request.governance_present,
        empty=not change.files,
    )


def _by_totals(pull_request: PullRequest) -> Measures:
    totals = pull_request.change.totals
    return Measures(
        source_files=0,
        test_files=0,
        docs_files=0,
        sensitive_paths=0,
        additions=totals.additions,
        deletions=totals.deletions,
        files=totals.files,
        governance_present=pull_request.governance_present,
        listed=False,
        empty=totals.files == 0,
    )
