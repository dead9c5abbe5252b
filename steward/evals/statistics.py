"""The statistics of the reports: small, exact where that can be afforded, seeded where it cannot.

Every function here is held against scipy in `tests/unit/evals/test_statistics.py`. What each is for:
`docs/evals.md`, "Statistics".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from statistics import NormalDist, quantiles

from steward.evals.chance import draws

Number = int | float | Fraction
Interval = tuple[float, float]

LEVEL = 0.05
"""Below this a difference is called shown."""

_Z = NormalDist().inv_cdf(1 - LEVEL / 2)
_MOST_EXACT = 16  # differences that are not zero: 65,536 ways to sign them
_SIGNINGS = 20_000
_MOST_RESAMPLES, _FEWEST_RESAMPLES, _MOST_DRAWS = 10_000, 500, 500_000


def wilson(passed: int, of: int) -> Interval | None:
    """Wilson's 95 % interval of a rate of `passed` in `of`; None of nothing."""
    if of == 0:
        return None
    rate, z2 = passed / of, _Z * _Z
    middle = (rate + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z / (1 + z2 / of) * math.sqrt(rate * (1 - rate) / of + z2 / (4 * of * of))
    low = 0.0 if passed == 0 else max(0.0, middle - half)
    return low, 1.0 if passed == of else min(1.0, middle + half)


def quartiles(values: Sequence[Number]) -> Interval | None:
    """The first and the third quartile, by linear interpolation; None of nothing."""
    if not values:
        return None
    if len(values) == 1:
        return float(values[0]), float(values[0])
    first, _, third = quantiles(map(float, values), n=4, method="inclusive")
    return float(first), float(third)


def percentile(values: Sequence[float], percent: float) -> float | None:
    """A percentile by linear interpolation; None of nothing."""
    return _at(sorted(values), percent / 100) if values else None


def _at(ordered: Sequence[float], share: float) -> float:
    at = (len(ordered) - 1) * share
    low = math.floor(at)
    return ordered[low] + (ordered[math.ceil(at)] - ordered[low]) * (at - low)


def bootstrap(values: Sequence[Number], *, seed: int = 0) -> Interval | None:
    """The percentile bootstrap's 95 % interval of a mean over tasks; None for fewer than two.

    Tasks are drawn, not runs: the runs of one task are no independent evidence.
    """
    n = len(values)
    if n < 2:
        return None
    exact = [float(value) for value in values]
    resamples = max(_FEWEST_RESAMPLES, min(_MOST_RESAMPLES, _MOST_DRAWS // n))
    lots = iter(draws(resamples * n, n, seed=seed, purpose="bootstrap"))
    means = sorted(math.fsum(map(exact.__getitem__, islice(lots, n))) / n for _ in range(resamples))
    return _at(means, LEVEL / 2), _at(means, 1 - LEVEL / 2)


def mcnemar(better: int, worse: int) -> float:
    """The exact two-sided p of `better` against `worse` discordant pairs; 1 without any."""
    n = better + worse
    tail = sum(math.comb(n, k) for k in range(min(better, worse) + 1))
    return min(1.0, float(Fraction(2 * tail, 2**n)))


def sign_flip(differences: Sequence[int | Fraction], *, seed: int = 0) -> float | None:
    """The two-sided p that differences lean to one side as much as these by the lot of their signs.

    Exact up to 16 differences that are not zero, else by 20,000 seeded signings; None without any difference
    at all, and 1 when all are zero.
    """
    if not differences:
        return None
    whole = _as_whole(differences)
    if not whole:
        return 1.0
    return _exactly(whole) if len(whole) <= _MOST_EXACT else _by_lot(whole, seed)


def _as_whole(differences: Sequence[int | Fraction]) -> list[int]:
    """The differences that are not zero on a scale on which they are whole: sums of them compare exactly."""
    exact = [Fraction(value) for value in differences if value]
    scale = math.lcm(*(value.denominator for value in exact))
    return [int(value * scale) for value in exact]


def _exactly(whole: list[int]) -> float:
    sums = Counter({0: 1})
    for value in whole:
        following: Counter[int] = Counter()
        for reached, ways in sums.items():
            following[reached + value] += ways
            following[reached - value] += ways
        sums = following
    seen = abs(sum(whole))
    as_far = sum(ways for reached, ways in sums.items() if abs(reached) >= seen)
    return as_far / (1 << len(whole))


def _by_lot(whole: list[int], seed: int) -> float:
    seen, signings = abs(sum(whole)), max(2_000, min(_SIGNINGS, 2 * _MOST_DRAWS // len(whole)))
    lots = iter(draws(signings * len(whole), 2, seed=seed, purpose="sign-flip"))
    as_far = 0
    for _ in range(signings):
        total = sum(value if heads else -value for value, heads in zip(whole, lots, strict=False))
        as_far += abs(total) >= seen
    # The order that was seen is one of the possible ones: p is never 0.
    return (as_far + 1) / (signings + 1)


def weighted_kappa(pairs: Sequence[tuple[int, int]], *, most: int) -> float | None:
    """Cohen's kappa of two raters on 0 to `most`, with quadratic weights; None where it is not defined.

    1 is full agreement, 0 what chance would give. Not defined without pairs, or when both raters gave one
    and the same score throughout.
    """
    if not pairs:
        return None
    weights = Fraction(1, most * most) if most else Fraction(1)
    seen = sum((one - other) ** 2 for one, other in pairs) * weights / len(pairs)
    ones, others = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(
        (one - other) ** 2 * weights * ways * more / len(pairs) ** 2
        for one, ways in ones.items()
        for other, more in others.items()
    )
    return None if not chance else float(1 - Fraction(seen) / Fraction(chance))


def fewest_to_show(level: float = LEVEL) -> int:
    """How many discordant tasks, all to one side, it takes for p below the level: 6 at 0.05."""
    return next(n for n in range(1, 64) if 2 / 2**n < level)
