"""Each folder in `tests/scenarios/` is a test: a run's whole outcome is what the folder expects, to the letter.

`pytest tests/test_scenarios.py --regen` rewrites what is expected; the diff of it is what a reviewer reads.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from steward.state import Series
from tests.github.runner import ROOT, Outcome
from tests.staging.case import read_case
from tests.staging.play import Stage

SCENARIOS = Path(__file__).parent / "scenarios"
FOLDERS = sorted(path.parent for path in SCENARIOS.glob("*/event.yml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_run_leaves_behind_what_is_expected(folder: Path, tmp_path: Path, regen: bool) -> None:
    stage = Stage(read_case(folder), tmp_path)

    done, found = stage.play()

    assert list(_broken(stage, done, found)) == []
    if regen:
        _rewrite(folder / "expected", found)
    assert found == _expected(folder / "expected")


def test_every_folder_is_a_scenario() -> None:
    assert [path.name for path in SCENARIOS.iterdir() if path.is_dir()] != []
    assert sorted(path for path in SCENARIOS.iterdir() if path.is_dir()) == FOLDERS


def _broken(stage: Stage, done: Outcome, found: dict[str, str]) -> list[str]:
    """What no expected file can bless: the promises that hold for every run."""
    bodies = [
        one.body
        for one in stage.repository.comments.values()
        if one.user is not None and one.user.type == "Bot"
    ]
    event = stage.case.story.runs[-1].event
    commands = {command.name for command in done.commands}
    secret = stage.server.world.job.token
    shown = "".join(text for name, text in found.items() if name != "log.txt")
    rules = {
        "GitHub's description was broken": not stage.server.violations,
        "there are two comments of ours": sum(body.startswith(Series.EVALUATION.prefix) for body in bodies)
        <= 1,
        "a traceback is shown": "Traceback" not in done.log,
        "a line of the log is a foreign command": commands <= {"add-mask", "error", "warning", "notice"},
        "the token is shown": secret not in shown and done.log.count(secret) == 1,
        "the step has other outputs than action.yml": list(done.outputs) == _declared_outputs(),
        "the exit code and the verdict differ": done.exit_code in _exits(done, event),
    }
    return [rule for rule, holds in rules.items() if not holds]


def _declared_outputs() -> list[str]:
    text = (ROOT / "action.yml").read_text(encoding="utf-8").partition("\noutputs:\n")[2]
    lines = text.partition("\nruns:\n")[0].splitlines()
    return [line.strip(" :") for line in lines if line.startswith("  ") and line[2] != " "]


def _exits(done: Outcome, event: str) -> set[int]:
    """The exit codes that go with what the outputs say."""
    if done.outputs["state"] == "failed":
        return {2}
    if done.outputs["verdict"] != "fail":
        return {0}
    # The jobs of these events belong to the default branch: there the check run carries the verdict.
    return (
        {0}
        if event in ("workflow_dispatch", "schedule", "issue_comment") and done.outputs["check-url"]
        else {1}
    )


def _expected(folder: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in folder.iterdir()} if folder.exists() else {}


def _rewrite(folder: Path, found: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, text in found.items():
        (folder / name).write_bytes(text.encode())
