"""The arithmetic: the numbers in it are the numbers of the score."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from steward.model import ChangedFile, DimensionKey
from steward.report.arithmetic import mean, rule
from tests.unit.report import build
from tests.unit.report.build import file


@pytest.mark.parametrize(
    ("scores", "shown"),
    [
        ((60, 90, 45, 50, 75), "(60 + 90 + 45 + 50 + 75) / 5 = 320/5 = 64"),
        ((None, 90, 90, None, None), "(90 + 90) / 2 = 180/2 = 90"),
        ((40, 65, 90, 70, None), "(40 + 65 + 90 + 70) / 4 = 265/4 = 66.25, rounded half up to 66"),
        ((None, 65, None, None, 90), "(65 + 90) / 2 = 155/2 = 77.5, rounded half up to 78"),
        ((40, 90, None, 85, None), "(40 + 90 + 85) / 3 = 215/3 ≈ 71.67, rounded half up to 72"),
        ((None, None, 30, None, None), "30 / 1 = 30"),
        ((None, None, None, None, None), "no dimension has a score, so there is no mean"),
    ],
)
def test_the_mean_is_shown_exactly(scores: tuple[int | None, ...], shown: str) -> None:
    assert mean(build.scorecard(*scores)) == shown


def test_the_mean_that_is_shown_is_the_overall_score() -> None:
    for scores in product((None, 40, 60, 90), (35, 65, 90), (20, 45, 75), (None, 50, 70), (None, 75)):
        card = build.scorecard(*scores)
        shown = mean(card)
        terms = [int(term) for term in re.findall(r"\d+", shown.partition(" / ")[0])]
        assert Fraction(sum(terms), len(terms)) == card.overall.mean
        assert shown.endswith(f" {card.overall.score}")


SOURCE = tuple(file(f"src/{letter}.py") for letter in "abcdef")


@pytest.mark.parametrize(
    ("files", "key", "begins"),
    [
        (SOURCE[:1], DimensionKey.CORRECTNESS, "Correctness 40: no test for 1 source file ("),
        (
            (*SOURCE[:3], file("test_a.py")),
            DimensionKey.CORRECTNESS,
            "Correctness 90: 1 test / 3 source = 0.33… (",
        ),
        (
            (*SOURCE[:5], file("test_a.py")),
            DimensionKey.CORRECTNESS,
            "Correctness 75: 1 test / 5 source = 0.20 (",
        ),
        ((file("a.md"),), DimensionKey.SECURITY, "Security 90: no sensitive path ("),
        ((file("jwt.yml"),), DimensionKey.SECURITY, "Security 35: 1 sensitive path, no changed tests ("),
        ((file("a.md", 3, 1),), DimensionKey.COMPLEXITY, "Complexity delta 90: 4 lines in 1 file is small ("),
        (
            (file("a.md", 600, 20),),
            DimensionKey.COMPLEXITY,
            "Complexity delta 45: 620 lines in 1 file is large, 10 off: over 200 lines, and 10 × 20 < 600 (",
        ),
        (SOURCE, DimensionKey.DOCS, "Docs alignment 50: no docs files for 6 source files ("),
        (
            (file("a.md"),),
            DimensionKey.DOCS,
            "Docs alignment: unknown, for it does not apply (no source file changed); left out of the mean",
        ),
    ],
)
def test_each_score_is_shown_with_its_rule(
    files: tuple[ChangedFile, ...], key: DimensionKey, begins: str
) -> None:
    judged = build.evaluation(*files)
    assert judged.scorecard is not None
    assert rule(judged.scorecard[key]).startswith(begins)


def test_a_ratio_just_below_a_threshold_does_not_read_as_the_threshold() -> None:
    source = [file(f"src/s{number}.py") for number in range(170)]
    tests = [file(f"tests/t{number}.py") for number in range(56)]
    judged = build.evaluation(*source, *tests)
    assert judged.scorecard is not None
    found = judged.scorecard[DimensionKey.CORRECTNESS]
    assert found.score == 75
    assert "56 tests / 170 source = 0.32…" in rule(found)


def test_without_evidence_the_headline_stands_for_it() -> None:
    card = build.scorecard(None, 90, None, None, None)
    assert rule(card[DimensionKey.SECURITY]) == "Security 90: as given"


def test_what_could_not_be_measured_says_so() -> None:
    judged = build.incomplete()
    assert judged.scorecard is not None
    assert rule(judged.scorecard[DimensionKey.SECURITY]) == (
        "Security: unknown, for it could not be measured (file list incomplete: 2 of 3,412); "
        "left out of the mean"
    )
