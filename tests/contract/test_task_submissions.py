"""Submissions to the example challenges end as they must, with the reason named, and no hidden word is shown.

Everything is real: git, the walls, pytest, ruff, node. Each folder of tests/challenges is a case.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from steward.challenge import task_report
from tests import schemas
from tests.challenges import case
from tests.challenges.toolchain import toolchain


@pytest.fixture(scope="module")
def tools() -> Iterator[dict[str, str]]:
    """An environment in which the challenges' commands can be started."""
    with toolchain() as environment:
        yield environment


@pytest.mark.parametrize("name", case.names())
def test_a_submission_ends_as_it_must_and_no_hidden_word_is_shown(
    name: str, tools: dict[str, str], tmp_path: Path
) -> None:
    expected = case.read(name)
    _require(expected.challenge, tools)
    patch = (case.HERE / name / "submission.patch").read_bytes()
    repository = case.repository(expected.challenge, tmp_path / "challenge", expected.changes)
    report = case.judged(repository, patch, tools)
    shown = case.everything_shown(report)
    assert report.verdict == expected.verdict, f"{expected.about}\n{shown}"
    assert set(expected.reasons) <= set(report.reasons), f"{expected.about}\n{shown}"
    assert expected.verdict != "accepted" or not report.reasons, shown
    assert not schemas.problems("task-1", task_report.document(report))
    assert not {word for word in case.secrets(expected.challenge, patch) if word in shown}, shown


@pytest.mark.parametrize("challenge", ["durations", "csv-line"])
def test_the_reference_is_accepted_and_the_starter_is_not(
    challenge: str, tools: dict[str, str], tmp_path: Path
) -> None:
    _require(challenge, tools)
    repository = case.repository(challenge, tmp_path / "challenge")
    reference = (repository / "hidden" / "reference.patch").read_bytes()
    assert case.judged(repository, reference, tools).verdict == "accepted"
    assert case.judged(repository, b"", tools).verdict == "failed"


def test_there_are_enough_cheats_and_they_have_something_to_give_away() -> None:
    cases = [case.read(name) for name in case.names()]
    cheats = [each for each in cases if each.verdict != "accepted"]
    assert len(cheats) >= 25
    assert 2 * sum(each.written == "page" for each in cheats) >= 25
    assert {each.written for each in cases if each.verdict == "accepted"} == {"code", "page"}
    for challenge in ("durations", "csv-line"):
        assert len(case.secrets(challenge, b"")) > 5


def _require(challenge: str, tools: dict[str, str]) -> None:
    command = {"durations": "python", "csv-line": "node"}[challenge]
    found = shutil.which(command, path=tools["PATH"])
    assert found, (
        f"{challenge} cannot be judged on this machine: its checks need {command}, which is not installed"
    )
