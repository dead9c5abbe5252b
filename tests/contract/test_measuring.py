"""Functions measured in a process that can be stopped."""

from __future__ import annotations

import pytest

from steward.adapters.measuring import measure
from steward.intake import functions

TEXT = b"def f(a):\n    if a:\n        return 1\n"


@pytest.mark.parametrize("path", ["a.py", "a.dart", "a b/\udcff.py", "-c.py"])
def test_a_process_answers_as_the_function_does(path: str) -> None:
    for before, after in ((None, TEXT), (TEXT, None), (TEXT, b"\0"), (None, b"int f() {" * 1000)):
        assert measure(path, before, after) == functions.measure(path, before, after)


def test_what_does_not_end_is_stopped_and_said() -> None:
    found = measure("a.lua", None, b"[" * 1_000_000, seconds=1)
    assert found.missing is not None
    assert "longer than 1 seconds" in found.missing.why
    assert found.missing.mend


def test_a_process_that_cannot_start_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    assert measure("a.py", None, TEXT).missing is not None
