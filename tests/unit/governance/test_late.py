"""A run without a constitution pays nothing for it."""

from __future__ import annotations

import subprocess
import sys

_LOADED = (
    "import sys, steward.main, steward.action, steward.pipeline, steward.cli;"
    "print(*sorted(name for name in sys.modules if name.startswith(('steward.governance', 'pathspec', 'difflib'))))"
)


def test_nothing_of_it_is_loaded_at_start_up() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", _LOADED], check=True, capture_output=True, text=True
    ).stdout

    assert loaded.split() == []
