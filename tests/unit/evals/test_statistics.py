"""Every statistic against scipy or numpy over generated cases, and the exact values that reports rest on."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]

from steward.evals import statistics as ours

COUNTS = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
RATES = st.builds(Fraction, st.integers(-12, 12), st.just(12))


@given(COUNTS)
def test_wilson_is_scipys(counts: tuple[int, int]) -> None:
    passed, of = counts
    expected = stats.binomtest(passed, of).proportion_ci(confidence_level=0.95, method="wilson")

    assert ours.wilson(passed, of) == pytest.approx((expected.low, expected.high), abs=1e-12)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_scipys_exact_binomial(better: int, worse: int) -> None:
    expected = stats.binomtest(better, better + worse, 0.5).pvalue if better + worse else 1.0

    assert ours.mcnemar(better, worse) == pytest.approx(expected, rel=1e-9)


@settings(max_examples=30)
@given(st.lists(RATES, min_size=2, max_size=9))
def test_the_exact_sign_flip_is_scipys(differences: list[Fraction]) -> None:
    # scipy compares sums of binary fractions: whole numbers of twelfths are exact in both.
    sample = np.array([int(value * 12) for value in differences], dtype=float)
    found = stats.permutation_test(
        (sample,), np.sum, permutation_type="samples", n_resamples=np.inf, alternative="two-sided"
    )

    assert ours.sign_flip(differences) == pytest.approx(min(1.0, found.pvalue), abs=1e-12)


@settings(max_examples=15, deadline=None)
@given(st.lists(RATES.filter(bool), min_size=17, max_size=24), st.integers(0, 5))
def test_the_sign_flip_by_lot_is_near_the_exact_one(differences: list[Fraction], seed: int) -> None:
    whole = [int(value * 12) for value in differences]

    assert ours.sign_flip(differences, seed=seed) == pytest.approx(ours._exactly(whole), abs=0.02)


@settings(max_examples=10, deadline=None)
@given(st.lists(RATES, min_size=5, max_size=40).filter(lambda values: len(set(values)) > 2))
def test_the_bootstrap_is_near_scipys(differences: list[Fraction]) -> None:
    sample = np.array([float(value) for value in differences])
    found = stats.bootstrap(
        (sample,), np.mean, method="percentile", n_resamples=5_000, rng=np.random.default_rng(0)
    ).confidence_interval

    interval = ours.bootstrap(differences)
    assert interval == pytest.approx((found.low, found.high), abs=0.25 * sample.std() + 0.01)


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), min_size=1, max_size=40))
def test_weighted_kappa_is_the_concordance_of_the_two_raters(pairs: list[tuple[int, int]]) -> None:
    one, other = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    apart = one.var() + other.var() + (one.mean() - other.mean()) ** 2
    found = ours.weighted_kappa(pairs, most=15)

    if apart == 0:
        assert found is None
    else:
        expected = 2 * ((one - one.mean()) * (other - other.mean())).mean() / apart
        assert found == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.integers(0, 15), min_size=1, max_size=40))
def test_quartiles_and_percentiles_are_numpys(values: list[int]) -> None:
    assert ours.quartiles(values) == pytest.approx(tuple(np.percentile(values, [25, 75])))
    first, third = ours.quartiles(values) or (0, 0)
    assert third - first == pytest.approx(stats.iqr(values))
    assert ours.percentile(values, 95) == pytest.approx(np.percentile(values, 95))


def test_nothing_is_not_available() -> None:
    assert ours.wilson(0, 0) is None
    assert ours.quartiles([]) is None
    assert ours.percentile([], 50) is None
    assert ours.bootstrap([]) is None
    assert ours.bootstrap([Fraction(1)]) is None
    assert ours.sign_flip([]) is None
    assert ours.weighted_kappa([], most=15) is None


def test_ends_are_ends() -> None:
    assert (ours.wilson(0, 5) or (9, 9))[0] == 0.0
    assert (ours.wilson(5, 5) or (9, 9))[1] == 1.0
    assert ours.mcnemar(0, 0) == 1.0
    assert ours.sign_flip([0, 0, 0]) == 1.0
    assert ours.weighted_kappa([(3, 3), (9, 9)], most=15) == 1.0
    assert ours.weighted_kappa([(0, 15), (15, 0)], most=15) == -1.0


def test_it_takes_six_discordant_tasks() -> None:
    assert ours.fewest_to_show() == 6
    assert ours.mcnemar(5, 0) == pytest.approx(0.0625)
    assert ours.sign_flip([1] * 5) == pytest.approx(0.0625)
    assert ours.mcnemar(6, 0) == pytest.approx(0.03125)
    assert ours.sign_flip([1] * 6) == pytest.approx(0.03125)


def test_chance_is_the_same_everywhere() -> None:
    from steward.evals.chance import draws, shuffled

    # Written down once: other numbers here would mean that old reports cannot be made again.
    assert draws(6, 100, seed=0, purpose="bootstrap") == [10, 56, 17, 5, 87, 78]
    assert shuffled(range(6), seed=1, purpose="order 0") == [1, 4, 2, 3, 0, 5]
    assert sorted(shuffled(range(50), seed=3, purpose="x")) == list(range(50))
    assert shuffled([], seed=3, purpose="x") == []
    counts = np.bincount(draws(30_000, 3, seed=1, purpose="even"), minlength=3)
    assert stats.chisquare(counts).pvalue > 0.001


@given(st.integers(0, 2**31), st.integers(1, 1000))
def test_another_seed_gives_other_numbers(seed: int, below: int) -> None:
    from steward.evals.chance import draws

    found = draws(20, below, seed=seed, purpose="x")
    assert all(0 <= value < below for value in found)
    assert found == draws(20, below, seed=seed, purpose="x")


def test_a_thousand_tasks_are_bounded_work() -> None:
    many = [Fraction(number % 7 - 2, 12) for number in range(2_000)]
    interval = ours.bootstrap(many)

    assert interval is not None
    assert interval[0] < float(sum(many) / len(many)) < interval[1]
    assert math.isclose(ours.sign_flip(many) or 0, 1 / 2_001)
