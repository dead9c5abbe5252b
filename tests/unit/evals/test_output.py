"""Progress on a terminal, and nowhere else."""

from __future__ import annotations

import io
import sys

import pytest

from steward.commands.eval_output import progress


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_how_far_a_run_is_and_then_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress("runs") as line:
        for done in range(1, 1_001):
            line(done, 1_000)
    shown = terminal.getvalue()

    assert "\rruns: 500 of 1,000" in shown
    assert shown.endswith("\r\x1b[K")
    assert shown.count("\r") <= 102


@pytest.mark.parametrize("stderr", [io.StringIO(), None])
def test_where_there_is_no_terminal_there_is_no_progress(
    monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO | None
) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    with progress("runs") as line:
        line(1, 1)

    assert stderr is None or stderr.getvalue() == ""
