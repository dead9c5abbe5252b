"""Five dimensions put together: the scorecard and the overall score (`docs/scoring.md`, "Overall")."""

from __future__ import annotations

from fractions import Fraction

from steward.dimensions import DIMENSIONS, Dimension
from steward.dimensions.measures import Measures, measure
from steward.model import DimensionKey, DimensionScore, Overall, PullRequest, Scorecard, Status, Why


def status(score: int | None) -> Status:
    """The colour of a score."""
    if score is None:
        return Status.UNKNOWN
    if score >= 75:
        return Status.GREEN
    return Status.AMBER if score >= 50 else Status.RED


def scores(measures: Measures) -> dict[DimensionKey, int | None]:
    """Every dimension's score for these numbers; all None when nothing was changed."""
    return {dimension.key: _score(dimension, measures) for dimension in DIMENSIONS}


def _score(dimension: Dimension, measures: Measures) -> int | None:
    if measures.empty or (dimension.needs_files and not measures.listed):
        return None
    return dimension.score(measures)


def overall(found: dict[DimensionKey, int | None]) -> Overall:
    """The unweighted mean of the known scores, exact, and rounded half up."""
    known = [score for score in found.values() if score is not None]
    if not known:
        return Overall(score=None, mean=None, status=Status.UNKNOWN, rests_on=0)
    mean = Fraction(sum(known), len(known))
    rounded = (2 * mean.numerator + mean.denominator) // (2 * mean.denominator)
    return Overall(score=rounded, mean=mean, status=status(rounded), rests_on=len(known))


def scorecard(pull_request: PullRequest) -> Scorecard:
    """Judge all five dimensions and the whole."""
    measures = measure(pull_request)
    found = scores(measures)
    return Scorecard(
        overall=overall(found),
        dimensions=tuple(
            _dimension(dimension, found[dimension.key], pull_request, measures) for dimension in DIMENSIONS
        ),
    )


def _dimension(
    dimension: Dimension, score: int | None, pull_request: PullRequest, measures: Measures
) -> DimensionScore:
    if dimension.needs_files and not measures.listed:
        return _unmeasured(dimension, pull_request)
    evidence = None if measures.empty else dimension.evidence(pull_request)
    return DimensionScore(
        key=dimension.key,
        score=score,
        status=status(score),
        headline="nothing to score" if evidence is None else dimension.headline(evidence),
        evidence=evidence,
        why=Why.NOT_APPLICABLE if score is None else None,
    )


def _unmeasured(dimension: Dimension, pull_request: PullRequest) -> DimensionScore:
    listed, files = len(pull_request.change.files), pull_request.change.totals.files
    return DimensionScore(
        key=dimension.key,
        score=None,
        status=Status.UNKNOWN,
        headline=f"file list incomplete: {listed:,} of {f'{files:,}' if files > listed else 'more'}",
        evidence=None,
        why=Why.UNMEASURED,
    )
