"""The five dimensions in display order, each a file with `KEY`, `score`, `evidence` and `headline`.

`score(measures)` reads numbers only; `evidence(pull_request)` collects what made them; `headline(evidence)`
says it in a line. `scorecard.py` puts the five together, `raises.py` asks them what would raise a score.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from steward.dimensions import complexity, correctness, docs, governance, security
from steward.dimensions.measures import Measures
from steward.model import DimensionKey, Evidence, PullRequest


class Dimension(msgspec.Struct, frozen=True, kw_only=True):
    """One dimension's three functions. `needs_files`: it cannot judge an incomplete list."""

    key: DimensionKey
    score: Callable[[Measures], int | None]
    evidence: Callable[[PullRequest], Evidence]
    headline: Callable[[Any], str]  # each takes its own kind of evidence
    needs_files: bool = True


DIMENSIONS: tuple[Dimension, ...] = (
    Dimension(
        key=correctness.KEY,
        score=correctness.score,
        evidence=correctness.evidence,
        headline=correctness.headline,
    ),
    Dimension(key=security.KEY, score=security.score, evidence=security.evidence, headline=security.headline),
    Dimension(
        key=complexity.KEY,
        score=complexity.score,
        evidence=complexity.evidence,
        headline=complexity.headline,
        needs_files=False,
    ),
    Dimension(key=docs.KEY, score=docs.score, evidence=docs.evidence, headline=docs.headline),
    Dimension(
        key=governance.KEY,
        score=governance.score,
        evidence=governance.evidence,
        headline=governance.headline,
        needs_files=False,
    ),
)
