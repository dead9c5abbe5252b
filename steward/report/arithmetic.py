"""How each number comes about, with the numbers in it, so that nobody has to ask what it means."""

from __future__ import annotations

from steward.model import (
    ComplexityEvidence,
    CorrectnessEvidence,
    DimensionScore,
    DocsEvidence,
    GovernanceEvidence,
    Scorecard,
    SecurityEvidence,
    Why,
)
from steward.report.names import NAMES
from steward.wording import count

THRESHOLDS = "green from 75, amber from 50, red below"


def mean(scorecard: Scorecard) -> str:
    """`(60 + 90 + 45 + 50 + 75) / 5 = 320/5 = 64`, with the rounding where there is any."""
    known = [dimension.score for dimension in scorecard.dimensions if dimension.score is not None]
    exact = scorecard.overall.mean
    if exact is None:
        return "no dimension has a score, so there is no mean"
    if len(known) == 1:
        return f"{known[0]} / 1 = {known[0]}"
    sums = f"({' + '.join(map(str, known))}) / {len(known)} = {sum(known)}/{len(known)}"
    if exact.denominator == 1:
        return f"{sums} = {exact}"
    sign = "=" if (100 * exact).denominator == 1 else "≈"
    return f"{sums} {sign} {float(exact):.2f}".rstrip("0") + f", rounded half up to {scorecard.overall.score}"


def rule(dimension: DimensionScore) -> str:
    """The row of the rules that gave the score, and the other rows beside it."""
    name = NAMES[dimension.key]
    if dimension.score is None:
        reason = "could not be measured" if dimension.why is Why.UNMEASURED else "does not apply"
        return f"{name}: unknown, for it {reason} ({dimension.headline}); left out of the mean"
    return f"{name} {dimension.score}: {_rule(dimension)}"


def _rule(dimension: DimensionScore) -> str:
    match dimension.evidence:
        case CorrectnessEvidence() as found:
            return f"{_ratio(found)} (from 0.33: 90, from 0.20: 75, below: 60, no test: 40)"
        case SecurityEvidence() as found:
            return f"{_paths(found)} (none: 90, with a changed test: 65, without: 35)"
        case ComplexityEvidence() as found:
            return _size(found)
        case DocsEvidence() as found:
            return f"{_docs(found)} (docs changed: 90, none for 1 to 4 source files: 70, for 5 or more: 50)"
        case GovernanceEvidence():
            return "the file is there (there: 75, not there: unknown)"
        case None:
            return dimension.headline


def _ratio(found: CorrectnessEvidence) -> str:
    if not found.test_files:
        return f"no test for {count(found.source_files, 'source file')}"
    return f"{count(found.test_files, 'test')} / {found.source_files} source = {_decimal(found)}"


def _decimal(found: CorrectnessEvidence) -> str:
    # Cut, not rounded: 0.329 must not read as the 0.33 that would have counted.
    hundredths = found.test_files * 100 // found.source_files
    exact = found.test_files * 100 == hundredths * found.source_files
    return f"{hundredths // 100}.{hundredths % 100:02}{'' if exact else '…'}"


def _paths(found: SecurityEvidence) -> str:
    if not found.sensitive_paths:
        return "no sensitive path"
    paths, tests = (
        count(len(found.sensitive_paths), "sensitive path"),
        count(found.test_files, "changed test"),
    )
    return f"{paths}, {tests}"


def _size(found: ComplexityEvidence) -> str:
    lines, files = count(found.lines, "line"), count(found.files, "file")
    off = (
        f", 10 off: over 200 lines, and 10 × {found.deletions:,} < {found.additions:,}"
        if found.lopsided
        else ""
    )
    rows = "over 1,000 lines or 50 files: 30, up to 100 lines: 90, over 400 lines or 20 files: 55, else 75"
    return f"{lines} in {files} is {found.size}{off} ({rows})"


def _docs(found: DocsEvidence) -> str:
    return f"{count(found.docs_files, 'docs file')} for {count(found.source_files, 'source file')}"
