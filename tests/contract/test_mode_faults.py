"""What the modes beside the evaluation do when GitHub does not answer as it should, and when runs meet.

Review Mode stands for all three: they publish by the same way, and its judgement needs nothing but requests.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from steward.errors import StewardError
from steward.state import Series, decode
from tests.contract.inside import StillClock, run
from tests.contract.test_mode_review import FOUND, INPUTS, Exercise, line
from tests.contract.test_mode_task import INPUTS as TASK_INPUTS
from tests.contract.test_mode_task import SOLVED, Course
from tests.github.runner import Outcome
from tests.github.server import GitHubServer

CHECKS, COMMENTS = "checks/create", "issues/create-comment"
STORED = ("stored-then-502", "stored-then-timeout", "stored-then-reset")


@pytest.fixture
def exercise(github: GitHubServer, tmp_path: Path) -> Exercise:
    exercise = Exercise(github, tmp_path)
    exercise.patience = 0.5
    return exercise


def good(exercise: Exercise, **inputs: str) -> Outcome:
    return exercise.run_for(exercise.review(comments=[line()]), {**INPUTS, **inputs})


def test_a_token_that_may_not_write_leaves_summary_outputs_and_exit_code(exercise: Exercise) -> None:
    exercise.world.job.read_only = True
    done = exercise.run_for(exercise.review("APPROVED", "Fine."))
    assert (done.exit_code, done.outputs["verdict"], done.outputs["check-url"]) == (1, "failed", "")
    assert "No check run" in done.summary
    assert "No comment" in done.summary
    assert "Review: failed" in done.summary


@pytest.mark.parametrize("kind", ["500", "502", "timeout", "reset", *STORED])
def test_a_check_run_whose_answer_is_lost_is_there_once(exercise: Exercise, kind: str) -> None:
    exercise.github.fault("POST", CHECKS, kind)
    done = good(exercise)
    assert (done.exit_code, [one.conclusion for one in exercise.checks()]) == (0, ["success"]), done.log


@pytest.mark.parametrize("kind", ["500", "502", "timeout", "reset", *STORED])
def test_a_comment_whose_answer_is_lost_is_there_once(exercise: Exercise, kind: str) -> None:
    exercise.github.fault("POST", COMMENTS, kind)
    done = good(exercise)
    assert (done.exit_code, len(exercise.ours())) == (0, 1), done.log


def test_a_check_run_that_may_be_missing_is_exit_2(exercise: Exercise) -> None:
    exercise.github.fault("POST", CHECKS, "502", times="always")
    done = good(exercise)
    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (2, "failed", "github_api")


@pytest.mark.parametrize("kind", ["403", "500", "timeout", "html", "secondary-limit"])
@pytest.mark.parametrize(
    "route", ["pulls/list-reviews", "pulls/list-review-comments", "repos/get-content", "pulls/get"]
)
def test_what_cannot_be_read_is_red_and_never_a_score(exercise: Exercise, route: str, kind: str) -> None:
    exercise.github.fault("GET", route, kind, times="always")
    done = good(exercise)
    assert (done.exit_code, done.outputs["state"]) == (2, "failed"), done.log
    assert done.outputs["reason"] in ("github_api", "rate_limited")
    assert {one.conclusion for one in exercise.checks()} <= {"failure"}
    assert exercise.checks() or route == "pulls/get"


def test_comments_that_cannot_be_read_are_not_written(exercise: Exercise) -> None:
    exercise.github.fault("GET", "issues/list-comments", "500", times="always")
    done = good(exercise)
    assert (done.exit_code, exercise.ours()) == (0, [])
    assert [one.conclusion for one in exercise.checks()] == ["success"]
    assert "No comment" in done.summary


def test_an_internal_error_is_red_on_the_pull_request(
    exercise: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("steward.modes.review.score_review", broken)
    done = good(exercise)
    assert (done.exit_code, done.outputs["reason"]) == (2, "internal")
    assert [one.conclusion for one in exercise.checks()] == ["failure"]
    assert "RuntimeError at" in done.log
    assert "secret" not in done.log


class TestComments:
    def test_off_writes_none(self, exercise: Exercise) -> None:
        done = good(exercise, comment="off")
        assert (done.exit_code, exercise.ours(), len(exercise.checks())) == (0, [], 1)

    def test_changes_leaves_the_same_verdict_alone(self, exercise: Exercise) -> None:
        good(exercise, comment="changes")
        before = exercise.ours()[0].body
        good(exercise, comment="changes")
        assert exercise.ours()[0].body == before
        exercise.run_for(exercise.review("APPROVED", "Fine."), {**INPUTS, "comment": "changes"})
        assert "failed" in exercise.ours()[0].body.splitlines()[1]

    def test_the_evaluation_s_comment_is_another(self, exercise: Exercise) -> None:
        evaluate = exercise.events.pull_request(exercise.pull)
        exercise.run_event(evaluate, {})
        good(exercise)
        exercise.run_event(evaluate, {})
        bodies = [one.body for one in exercise.repository.comments_on(exercise.pull.number)]
        assert sorted(body.split("{")[0] for body in bodies) == [
            Series.REVIEW.prefix,
            Series.EVALUATION.prefix,
        ]
        names = {one.name for one in exercise.checks()}
        assert names == {"Steward evaluation", "Steward review"}

    def test_a_marker_by_somebody_else_is_left_alone(self, exercise: Exercise) -> None:
        good(exercise)
        copied = exercise.ours()[0]
        copied.user, copied.app = exercise.world.user("stranger"), None
        before = copied.body
        good(exercise)
        assert copied.body == before
        assert len(exercise.ours()) == 2


def test_another_base_has_another_check_run(exercise: Exercise) -> None:
    exercise.pull.base_ref = "lax"
    good(exercise)
    assert [one.name for one in exercise.checks()] == ["Steward review (lax)"]


def test_an_older_head_publishes_nothing_over_a_newer_one(exercise: Exercise) -> None:
    review = exercise.review(comments=[line()])
    event = exercise.events.review(exercise.pull, review)
    old = exercise.pull.head_sha
    exercise.repository.commits.setdefault(old, exercise.repository.commits.get(old))  # type: ignore[arg-type]
    exercise.pull.push(head_sha="b" * 40)
    done = exercise.run_event(event)
    assert (done.exit_code, done.outputs["reason"]) == (0, "superseded"), done.log
    assert not exercise.ours()


@pytest.mark.parametrize("late", ["checks/create", "issues/create-comment", "issues/list-comments"])
def test_the_last_review_s_verdict_stands_whichever_run_ends_last(exercise: Exercise, late: str) -> None:
    """The first run is held at a request until the second one, for a later review, has ended."""
    first = exercise.events.review(exercise.pull, exercise.review("APPROVED", "Fine."))
    exercise.runner.run_id += 1
    environment = exercise.runner.environment(first, INPUTS)
    held, free = threading.Event(), threading.Event()

    def hold(_: object) -> None:
        held.set()
        assert free.wait(30)

    exercise.github.before("*", late, hold)
    outcome: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcome.append(run(environment)))
    thread.start()
    assert held.wait(30)
    second = good(exercise)
    free.set()
    thread.join(60)
    assert second.outputs["verdict"] == "accepted"
    newest = max(exercise.checks(), key=lambda one: one.id)
    assert newest.conclusion == "success", [one.conclusion for one in exercise.checks()]
    (comment,) = exercise.ours()
    block = decode(comment.body, Series.REVIEW)
    assert block is not None
    assert "accepted" in block.now.title


def test_two_first_comments_at_once_become_one(exercise: Exercise) -> None:
    events: list[Callable[[], Outcome]] = []
    barrier = threading.Barrier(2)
    exercise.github.before("POST", COMMENTS, lambda _: barrier.wait(30), times=2)
    for _ in range(2):
        review = exercise.review(comments=[line(FOUND)])
        exercise.runner.run_id += 1
        environment = exercise.runner.environment(exercise.events.review(exercise.pull, review), INPUTS)
        events.append(lambda environment=environment: run(environment))  # type: ignore[misc]
    threads = [threading.Thread(target=each) for each in events]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(exercise.ours()) == 1


class TestTime:
    @pytest.mark.parametrize("late", ["pulls/get", "pulls/list-reviews"])
    def test_a_run_whose_time_is_up_says_so_on_the_pull_request(self, exercise: Exercise, late: str) -> None:
        good(exercise)
        review = exercise.events.review(exercise.pull, exercise.review(comments=[line()]))
        exercise.runner.run_id += 1
        clock = StillClock()
        exercise.github.before("GET", late, lambda _: clock.go_on(151))
        done = run(exercise.runner.environment(review, INPUTS), clock)
        assert (done.exit_code, done.outputs["reason"]) == (2, "timeout"), done.log
        newest = max(exercise.checks(), key=lambda one: one.id)
        assert newest.title == "review failed: out of time"
        assert "review failed: out of time" in exercise.ours()[0].body

    @pytest.mark.parametrize("error", [StewardError("The walls fell"), RuntimeError("The walls fell")])
    def test_a_submission_that_could_not_be_judged_after_a_long_time_is_told(
        self, github: GitHubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        course = Course(github, tmp_path, after={"exercise/src/double.sh": SOLVED})
        clock = StillClock()

        def late(*_: object, **__: object) -> None:
            clock.go_on(400)
            raise error

        monkeypatch.setattr("steward.modes.task.run_task", late)
        event = course.events.pull_request(course.pull)
        done = run(course.runner.environment(event, TASK_INPUTS), clock)
        assert (done.exit_code, done.outputs["state"]) == (2, "failed")
        assert [one.conclusion for one in course.checks()] == ["failure"], done.log
        assert "task failed" in course.comments()[0].body
