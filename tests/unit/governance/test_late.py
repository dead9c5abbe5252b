"""A run without policy files pays nothing for what reads them and measures by them."""

from __future__ import annotations

import subprocess
import sys

_DEAR = (
    "steward.governance.constitution",
    "steward.governance.pxf",
    "steward.governance.policy",
    "steward.intake.steward_yml",
    "steward.intake.manifests",
    "pathspec",
    "difflib",
    "lizard",
    "yaml",
    "defusedxml",
    "xml",
)
_LOADED = (
    # What measures coverage in this process was there before, and is not ours.
    "import sys; before = set(sys.modules);"
    "import steward.main, steward.action, steward.pipeline, steward.cli;"
    f"dear = {tuple(f'{name}.' for name in _DEAR)};"
    "print(*sorted(name for name in set(sys.modules) - before if f'{name}.'.startswith(dear)))"
)


def test_nothing_of_it_is_loaded_at_start_up() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", _LOADED], check=True, capture_output=True, text=True
    ).stdout

    assert loaded.split() == []
