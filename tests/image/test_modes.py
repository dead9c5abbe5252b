"""The modes beside the evaluation in the image: what they load is inside, and what they run stays in its walls."""

from __future__ import annotations

import os
from pathlib import Path

from tests.contract.test_mode_eval import measured
from tests.contract.test_mode_review import INPUTS as REVIEW
from tests.contract.test_mode_review import Exercise, line
from tests.contract.test_mode_task import INPUTS as TASK
from tests.contract.test_mode_task import SOLVED, Course
from tests.github.server import GitHubServer
from tests.image.container import Container

_STRANGER = 1001  # the runner's own user, who owns the workspace on a hosted runner
# What a submission might look for: the token, the event, what later steps are told.
PRYING = """\
cat /proc/1/environ /proc/$PPID/environ /github/workflow/event.json /github/file_commands/* 2>/dev/null
cat /github/workspace/.git/config /github/workspace/exercise/hidden/cases.yml 2>/dev/null
[ -z "$(env | grep -i token)" ] && echo $(( $1 * 2 ))
"""


def test_a_submission_is_judged_in_a_workspace_of_another_owner(github: GitHubServer, tmp_path: Path) -> None:
    course = Course(github, tmp_path, after={"exercise/src/double.sh": SOLVED})
    for path in (course.workspace, *course.workspace.rglob("*")):
        os.lchown(path, _STRANGER, _STRANGER)
    done = Container(runner=course.runner).run(course.events.pull_request(course.pull), TASK)
    assert (done.exit_code, done.outputs["verdict"]) == (0, "accepted"), done.log
    assert [one.conclusion for one in course.checks()] == ["success"]
    assert "did not give" in course.comments()[0].body


def test_a_submission_that_pries_finds_nothing(github: GitHubServer, tmp_path: Path) -> None:
    course = Course(github, tmp_path, after={"exercise/src/double.sh": PRYING})
    done = Container(runner=course.runner).run(course.events.pull_request(course.pull), TASK)
    # Whatever it could read would stand before the number, and would fail the cases.
    assert (done.exit_code, done.outputs["verdict"]) == (0, "accepted"), done.log


def test_a_review_is_scored(github: GitHubServer, tmp_path: Path) -> None:
    exercise = Exercise(github, tmp_path)
    review = exercise.review(comments=[line()])
    done = Container(runner=exercise.runner).run(exercise.events.review(exercise.pull, review), REVIEW)
    assert (done.exit_code, done.outputs["verdict"]) == (0, "accepted"), done.log


def test_instruction_files_are_compared(github: GitHubServer, tmp_path: Path) -> None:
    stage = measured(github, tmp_path)
    event = stage.events.pull_request(stage.pull)
    done = Container(runner=stage.runner).run(event, {"mode": "eval"})
    assert (done.exit_code, done.outputs["state"]) == (0, "done"), done.log
    assert (stage.checks()[0].title or "").startswith("actionability 0 → 15")
