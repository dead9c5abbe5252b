"""Whatever GitHub answers to whichever request, a run ends in words, in time, and without saying what is not so.

The cells are those of `tests/contract/matrix.py`; what each came to stands in `docs/faults.md`.
"""

from __future__ import annotations

import random
import tempfile
import threading
from functools import cache
from pathlib import Path

import pytest

from steward.adapters.clock import WAIT_SECONDS
from tests.contract import matrix
from tests.contract.inside import Stage
from tests.contract.matrix import CASES, FAULTS, PAGE, Case, Cell, Fault
from tests.github.server import GitHubServer

RUN_SECONDS = 180
PASSING = ("success", "neutral")


@cache
def usual(key: str) -> tuple[str, int, str]:
    """Title, exit code and conclusion of a case's run that nothing happens to."""
    case = next(case for case in CASES if case.key == key)
    with tempfile.TemporaryDirectory() as home, GitHubServer() as server:
        cell = matrix.play(server, Path(home), case, None)
    (check,) = cell.checks
    return check.title or "", cell.done.exit_code, check.conclusion or ""


@cache
def page() -> matrix.Table:
    return matrix.parse(PAGE.read_text(encoding="utf-8"))


def nothing_false(cell: Cell, case: Case) -> None:
    """No verdict but the right one, and the same one everywhere."""
    title, code, conclusion = usual(case.key)
    done = cell.done
    if cell.state == "done":
        verdict = code if cell.checks else int(done.outputs["verdict"] == "fail")
        assert done.exit_code == verdict
        assert {(one.title, one.conclusion) for one in cell.checks} <= {(title, conclusion)}
    else:
        assert done.outputs["state"] == "failed"
        assert done.exit_code == 2
        assert not [one for one in cell.checks if one.conclusion in PASSING]
    if cell.comment is not None:
        marker, _, heading, *_ = cell.comment.body.split("\n")
        assert f'"state":"{cell.state}"' in marker
        assert all(heading.endswith(one.title or "") for one in cell.checks)


def nothing_unsaid(cell: Cell) -> None:
    """Whatever is missing is said where a person looks, and a missing check run fails the run unless refused."""
    said = " ".join((*cell.notes, cell.problem))
    if not cell.checks:
        assert cell.done.exit_code == 2 or "No check run" in said
    if cell.comment is None and cell.checks and cell.case.head == "":
        assert "No comment" in said or "The comment still shows an earlier verdict" in said
    if cell.state != "done":
        assert cell.problem
        assert cell.done.annotations("error")
    assert "Traceback" not in cell.done.log + cell.done.summary


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_a_fault_ends_as_the_page_says(
    github: GitHubServer, tmp_path: Path, case: Case, fault: Fault, regen: bool
) -> None:
    cell = matrix.play(github, tmp_path, case, fault)

    nothing_false(cell, case)
    nothing_unsaid(cell)
    assert len(cell.reports) <= 1
    assert cell.clock.slept <= WAIT_SECONDS
    assert cell.clock.passed() <= RUN_SECONDS
    assert regen or cell.outcome() == page()[case.what, fault.name]


def test_the_page_holds_every_cell_and_nothing_else(tmp_path: Path, regen: bool) -> None:
    if regen:
        PAGE.write_text(matrix.render(dict(_played(tmp_path))), encoding="utf-8")

    assert matrix.render(matrix.parse(PAGE.read_text(encoding="utf-8"))) == PAGE.read_text(encoding="utf-8")


def test_an_answer_that_a_busy_machine_gives_late_is_no_fault(
    github: GitHubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays a cell is patient when it was not the fault that kept silent."""
    monkeypatch.setattr(matrix, "HANGING_SECONDS", 0.05)
    monkeypatch.setattr(matrix, "PATIENT_SECONDS", 2.0)
    case = next(case for case in CASES if case.key == "head-before")
    fault = next(fault for fault in FAULTS if fault.name == "done, then no answer")
    late = threading.Event()
    github.before("POST", "checks/create", lambda request: bool(late.wait(0.2)), times=2)

    cell = matrix.play(github, tmp_path, case, fault)

    nothing_unsaid(cell)
    assert cell.outcome() == page()[case.what, fault.name]


@pytest.mark.parametrize("seed", range(60))
def test_a_storm_of_faults_leaves_nothing_false_and_nothing_unsaid(
    github: GitHubServer, tmp_path: Path, seed: int
) -> None:
    """A third of all requests fail, each in a way of its own."""
    chance = random.Random(seed)
    case = chance.choice(CASES)

    cell = matrix.play(github, tmp_path, case, None, lambda stage: _storm(github, chance))

    if any((one.title or "").startswith("file list incomplete: ") for one in cell.checks):
        # Half a diff, and no list either: something was read, and it says of itself that it is not all.
        assert not [one for one in cell.checks if one.conclusion == "success"]
    else:
        nothing_false(cell, case)
    nothing_unsaid(cell)
    assert len(cell.reports) <= (2 if case.key == "delete" else 1)
    assert cell.clock.slept <= WAIT_SECONDS
    assert cell.clock.passed() <= RUN_SECONDS


def _storm(github: GitHubServer, chance: random.Random) -> None:
    kinds = [fault.kind for fault in FAULTS if not fault.kind.endswith("timeout")]
    for skip in range(40):
        if chance.random() < 1 / 3:
            # One rule lets so many pass and takes one: the requests are counted by each rule for itself.
            github.fault("*", lambda request: True, chance.choice(kinds), skip=skip)


def _played(home: Path) -> list[tuple[tuple[str, str], matrix.Outcome]]:
    rows = []
    for case in CASES:
        for fault in FAULTS:
            with GitHubServer() as server:
                cell = matrix.play(server, home / case.key / fault.kind / str(fault.times), case, fault)
            rows.append(((case.what, fault.name), cell.outcome()))
    return rows


@pytest.mark.parametrize(
    ("key", "kind", "code"),
    [
        ("settings", "401", 2),
        ("comment", "stored-then-502", 0),
        ("check", "primary-limit", 2),
        ("diff", "html", 1),
    ],
)
def test_a_process_of_its_own_ends_alike(
    github: GitHubServer, tmp_path: Path, key: str, kind: str, code: int
) -> None:
    case = next(case for case in CASES if case.key == key)
    stage = Stage(github, tmp_path, files=case.files, diff=case.diff)
    github.fault(case.method, case.route, kind)

    done = stage.runner.run(case.event(stage))

    assert done.exit_code == code
    assert (done.outputs["state"] == "failed") == (code == 2)
    assert "Traceback" not in done.log
    assert len(stage.ours()) == (key != "settings")
