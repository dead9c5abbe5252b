"""100,000 diffs in four parts, the same ones every time; `python -m tests.fuzz.diffs` runs others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.diffs import fuzz

PARTS = 4
DIFFS = 25_000


@pytest.mark.parametrize("seed", range(PARTS))
def test_a_right_answer_or_an_error_in_words(seed: int) -> None:
    """In a process of its own, without the environment that would make coverage watch each of its lines."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.diffs", "--count", str(DIFFS), "--seed", str(seed)],
        cwd=Path(__file__).parents[2],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{DIFFS:,}  diffs, 0 read wrongly (seed {seed})" in done.stdout
    assert f"{DIFFS // 2:,}  valid" in done.stdout


def test_the_same_seed_gives_the_same_diffs() -> None:
    assert fuzz(200, 7).outcomes == fuzz(200, 7).outcomes


def test_every_outcome_comes_up_and_none_is_wrong() -> None:
    tally = fuzz(4_000, 1)
    assert tally.failures == []
    assert tally.outcomes.keys() == {
        "valid",
        "refused in part",
        "refused whole",
        "read, and unharmed",
        "read, and as git apply does",
        "read, though git apply would not",
    }
