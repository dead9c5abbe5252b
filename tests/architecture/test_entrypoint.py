"""The entrypoint in a broken installation: words and exit 2, never a traceback and never a verdict's exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.github.runner import ROOT


def test_a_missing_part_is_named_and_ends_with_two(tmp_path: Path) -> None:
    # -S leaves out the installed packages, Steward's own among them.
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(ROOT / "entrypoint.py")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert (
        done.stdout == "::error title=Steward::Steward is not installed as it should be: steward is missing\n"
    )
    assert "Traceback" not in done.stderr
