"""50,000 PXF texts in two parts, the same ones every time; `python -m tests.fuzz.pxf` reads others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.pxf import fuzz

PARTS = 2
TEXTS = 25_000


@pytest.mark.parametrize("seed", range(PARTS))
def test_a_value_or_a_place_with_words(seed: int) -> None:
    """In a process of its own, without the environment that would make coverage watch each of its lines."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.pxf", "--count", str(TEXTS), "--seed", str(seed)],
        cwd=Path(__file__).parents[2],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{TEXTS:,}  texts, 0 read wrongly (seed {seed})" in done.stdout
    assert f"{TEXTS // 4:,}  valid" in done.stdout


def test_the_same_seed_gives_the_same_texts() -> None:
    assert fuzz(200, 7).outcomes == fuzz(200, 7).outcomes


def test_every_outcome_comes_up_and_none_is_wrong() -> None:
    tally = fuzz(1_200, 1)
    assert tally.failures == []
    assert tally.outcomes.keys() == {
        "valid",
        "damaged, read",
        "damaged, refused",
        "soup, read",
        "soup, refused",
    }
    assert tally.outcomes["damaged, read"] + tally.outcomes["damaged, refused"] == 600
