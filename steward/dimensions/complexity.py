"""Complexity delta: how much is a reviewer handed? (`docs/scoring.md`, "Complexity delta")"""

from __future__ import annotations

from steward.dimensions.measures import Measures, included, measure
from steward.model import Band, ChangedFile, ComplexityEvidence, DimensionKey, PullRequest
from steward.paths import is_generated
from steward.wording import count

KEY = DimensionKey.COMPLEXITY

_SCORES = {Band.SMALL: 90, Band.MEDIUM: 75, Band.LARGE: 55, Band.HUGE: 30}
_LOPSIDED_COST = 10


def size(lines: int, files: int) -> Band:
    """The first row that holds; a small number of lines outweighs up to 50 files."""
    if lines > 1000 or files > 50:
        return Band.HUGE
    if lines <= 100:
        return Band.SMALL
    return Band.LARGE if lines > 400 or files > 20 else Band.MEDIUM


def files_band(files: int) -> Band | None:
    """What the number of files alone says; None where it says nothing."""
    if files > 50:
        return Band.HUGE
    return Band.LARGE if files > 20 else None


def lopsided(additions: int, deletions: int) -> bool:
    """Over 200 changed lines of which less than a tenth of the additions is deletions."""
    return 10 * deletions < additions and additions + deletions > 200


def score(measures: Measures) -> int | None:
    """One of 90, 75, 65, 55, 45, 30, 20; never None for a change with files."""
    found = _SCORES[size(measures.lines, measures.files)]
    return found - _LOPSIDED_COST if lopsided(measures.additions, measures.deletions) else found


def evidence(pull_request: PullRequest) -> ComplexityEvidence:
    """Lines, files and bands, with what was left out and what looks generated."""
    change, measures = pull_request.change, measure(pull_request)
    counted = included(change.files, pull_request.rules) if change.complete else ()
    kept = {file.path for file in counted}
    left_out = tuple(f for f in change.files if f.path not in kept) if change.complete else ()
    generated = tuple(file for file in counted if is_generated(file.path))
    return ComplexityEvidence(
        additions=measures.additions,
        deletions=measures.deletions,
        lines=measures.lines,
        files=measures.files,
        size=size(measures.lines, measures.files),
        lines_band=size(measures.lines, 0),
        files_band=files_band(measures.files),
        lopsided=lopsided(measures.additions, measures.deletions),
        generated_files=len(generated),
        generated_lines=_lines(generated),
        excluded_files=len(left_out),
        excluded_lines=_lines(left_out),
        complete=change.complete,
    )


def headline(found: ComplexityEvidence) -> str:
    """One line from the evidence."""
    lopsided_words = ", nearly all additions" if found.lopsided else ""
    lines, files = count(found.lines, "changed line"), count(found.files, "file")
    return f"{found.size}: {lines} in {files}{lopsided_words}"


def _lines(files: tuple[ChangedFile, ...]) -> int:
    return sum((file.additions or 0) + (file.deletions or 0) for file in files)
