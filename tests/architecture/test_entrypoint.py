"""The entrypoint before the Action begins: words and an exit code of its own, never a traceback."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_run_that_is_cancelled_while_it_imports_ends_in_words(
    tmp_path: Path, number: signal.Signals
) -> None:
    # Every import is told on standard error. The pipe holds so little that the imports wait until it is read on.
    process = subprocess.Popen(
        [sys.executable, "-I", "-X", "importtime", str(ROOT / "entrypoint.py")],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    fcntl.fcntl(process.stderr, fcntl.F_SETPIPE_SZ, os.sysconf("SC_PAGESIZE"))
    told = b""
    while b"steward.errors" not in told:
        told += (line := process.stderr.read(256) or b"")
        assert line, told.decode(errors="replace")
    process.send_signal(number)
    said, told = process.communicate(timeout=60)

    assert process.returncode == 128 + number
    assert (
        said.decode() == f"steward: cancelled by {number.name}: nothing was begun; the next run does it all\n"
    )
    assert b"Traceback" not in told
