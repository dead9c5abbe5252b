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
    "import sys, steward.main, steward.action, steward.pipeline, steward.cli;"
    f"dear = {tuple(f'{name}.' for name in _DEAR)};"
    "print(*sorted(name for name in sys.modules if f'{name}.'.startswith(dear)))"
)


def test_nothing_of_it_is_loaded_at_start_up() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", _LOADED], check=True, capture_output=True, text=True
    ).stdout

    assert loaded.split() == []
