"""What is folded away: the evidence, the arithmetic, the files."""

from __future__ import annotations

from collections import Counter

from steward.governance.mapping import Domains
from steward.model import (
    ChangedFile,
    Content,
    DimensionScore,
    Evaluation,
    FileClass,
    Kind,
    PullRequest,
    ReadFrom,
    Record,
    Scorecard,
)
from steward.paths import classify
from steward.report.arithmetic import THRESHOLDS, mean, rule
from steward.report.evidence import evidence_details
from steward.report.layout import Block
from steward.report.markdown import code, render
from steward.report.names import NAMES, short
from steward.wording import count

_END = "\n</details>"
_HEAD = "| File | Class | Change | Lines |\n|:--|:--|:--|--:|"
_HEAD_WITH_DOMAINS = "| File | Class | Domain | Change | Lines |\n|:--|:--|:--|:--|--:|"

_READ_FROM = {
    ReadFrom.DIFF: "GitHub's diff",
    ReadFrom.GIT: "git in the checkout",
    ReadFrom.FILES_API: "GitHub's list of files",
    ReadFrom.COMPARE: "GitHub's comparison of two commits",
    ReadFrom.FILE: "a diff file",
    ReadFrom.NOTHING: "GitHub's totals alone",
}

_KINDS = {
    Kind.ADDED: "added",
    Kind.DELETED: "deleted",
    Kind.MODIFIED: "modified",
    Kind.RENAMED: "renamed",
    Kind.COPIED: "copied",
    Kind.TYPE_CHANGED: "type changed",
}


def details(evaluation: Evaluation) -> tuple[Block, ...]:
    """Each part behind one line that says what is in it; nothing without scores."""
    if evaluation.scorecard is None:
        return ()
    facts = evaluation.pull_request
    return (
        _arithmetic(evaluation.scorecard),
        *_evidence(evaluation.scorecard),
        *(() if facts is None else _files(facts)),
    )


def _fold(summary: str) -> str:
    return f"<details><summary>{summary}</summary>\n"


def _arithmetic(scorecard: Scorecard) -> Block:
    score = scorecard.overall.score
    title = "Why there is no score" if score is None else f"How {score} comes about"
    rows = "\n".join(f"- {rule(dimension)}" for dimension in scorecard.dimensions)
    about = f"The mean of the known scores, each weighing the same; {THRESHOLDS}."
    return Block(opening=f"{_fold(title)}\n{about}\n\n~~~text\n{mean(scorecard)}\n~~~\n\n{rows}\n{_END}")


def _evidence(scorecard: Scorecard) -> tuple[Block, ...]:
    rows = tuple(row for dimension in scorecard.dimensions for row in _evidence_of(dimension))
    return (Block(opening=_fold("Evidence, line by line"), rows=rows, closing=_END),) if rows else ()


def _evidence_of(dimension: DimensionScore) -> tuple[str, ...]:
    first, *more = evidence_details(dimension) or ((f"{dimension.headline}",),)
    return f"- **{NAMES[dimension.key]}:** {render(first)}", *(f"  - {render(words)}" for words in more)


def _files(facts: PullRequest) -> tuple[Block, ...]:
    files = facts.change.files
    about = _about(facts.record, facts)
    stated = facts.constitution.domains if facts.constitution else ()
    domains = Domains(stated) if stated else None
    head = _HEAD_WITH_DOMAINS if stated else _HEAD
    table = f"\n\n{head}" if files else ""
    return (
        Block(
            opening=f"{_fold(_counts(facts))}\n{about}{table}",
            rows=tuple(_row(file, facts, domains) for file in files),
            closing=_END,
            left_out="| … and {} more files, left out for length |" + " |" * (4 if stated else 3),
        ),
    )


def _counts(facts: PullRequest) -> str:
    counted = Counter(classify(file.path, facts.rules) for file in facts.change.files)
    classes = ", ".join(f"{counted[one]:,} {one}" for one in FileClass if counted[one])
    title = f"Changed files: {len(facts.change.files):,}"
    return f"{title} ({classes})" if classes else title


def _about(record: Record | None, facts: PullRequest) -> str:
    read = f"Read from {_READ_FROM[facts.change.read_from]}."
    if not facts.change.complete:
        listed, files = len(facts.change.files), facts.change.totals.files
        read += (
            f" The list is incomplete: {listed:,} of {count(files, 'file') if files > listed else 'more'}."
        )
    if record is None:
        return read
    ends = f"{code(record.head.name)} at {code(short(record.head.sha))} into {code(record.base.name)}"
    return f"{code(record.title)} by {code(record.author.login)}, {ends}. {read}"


def _row(file: ChangedFile, facts: PullRequest, domains: Domains | None) -> str:
    before = f" from {code(file.previous_path, cell=True)}" if file.previous_path else ""
    kind = classify(file.path, facts.rules)
    cells = [f"{code(file.path, cell=True)}{before}", str(kind), _KINDS[file.kind]]
    if domains is not None:
        domain = domains.of(file.path)
        cells.insert(2, code(domain.name, cell=True) if domain else "none")
    return f"| {' | '.join(cells)} | {_lines(file)} |"


def _lines(file: ChangedFile) -> str:
    if file.binary or file.additions is None:
        return "binary"
    if file.content is Content.ASSUMED:
        return "not given"
    return f"+{file.additions:,} −{file.deletions or 0:,}"
