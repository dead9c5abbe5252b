"""Review Mode in the Action: the last review of the person whom the exercise is for, and no word of the key."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from steward.state import Series, decode
from tests.contract import awake
from tests.contract.clone import Clone
from tests.contract.inside import StillClock, run
from tests.github import builders
from tests.github.events import Event, Events
from tests.github.nouns import CheckRun, Comment, Inline, Review
from tests.github.runner import Outcome, Runner
from tests.github.server import GitHubServer

RUBRIC = """\
expectedFindings:
  - id: ownership-unchecked
    severity: critical
    category: security
    location: {file: src/widgets.py, lines: [1, 3]}
    evidence: ["The handler updates shared records without verifying who owns them."]
    acceptableAnswers: ["missing authorization", "no permission check", "anyone can modify another user's record"]
mergeDecision: request_changes
"""
INPUTS = {"mode": "review", "rubric": "rubric.yml"}
FOUND = (
    "issue (security, critical): there is no permission check before `update()`, so any user can change the record "
    "of another user. Compare the owner with the caller first."
)
KEY = ("ownership-unchecked", "verifying who owns them", "anyone can modify another")


class Exercise:
    """A repository with a rubric on its default branch, and a pull request that people review."""

    def __init__(self, github: GitHubServer, home: Path, *, rubric: str | None = RUBRIC) -> None:
        self.github, self.world = github, github.world
        files = {"README.md": "# Widgets\n"} | ({"rubric.yml": rubric} if rubric is not None else {})
        self.repository = self.world.add_repository("example-org/widgets", files=files)
        self.pull = builders.open_pull(self.world, self.repository)
        self.runner = Runner(server=github, repository=self.repository, home=home)
        self.student = self.world.user("student")
        self.patience = 30.0  # seconds that a socket may keep silent

    @property
    def events(self) -> Events:
        return Events(payloads=self.github.payloads(), repository=self.repository)

    def review(
        self,
        state: str = "CHANGES_REQUESTED",
        body: str = "",
        *,
        login: str = "student",
        comments: Sequence[Inline] = (),
    ) -> Review:
        self.world.clock.advance(60)
        return builders.add_review(
            self.world, self.pull, self.world.user(login), state, body=body, comments=comments
        )

    def run_for(self, review: Review, inputs: Mapping[str, str] = INPUTS) -> Outcome:
        return self.run_event(self.events.review(self.pull, review), inputs)

    def run_event(self, event: Event, inputs: Mapping[str, str] = INPUTS) -> Outcome:
        self.runner.run_id += 1
        return run(self.runner.environment(event, inputs), StillClock(self.patience))

    def checks(self) -> list[CheckRun]:
        return list(self.repository.checks_on(self.pull.head_sha))

    def ours(self) -> list[Comment]:
        found = self.repository.comments_on(self.pull.number)
        return [one for one in found if one.body.startswith(Series.REVIEW.mark)]

    def everything(self, done: Outcome) -> str:
        told = [done.log, done.output_file, done.summary, *(one.body for one in self.ours())]
        return "\n".join([*told, *(f"{one.title}\n{one.summary}\n{one.text}" for one in self.checks())])


def line(body: str = FOUND, number: int | None = 2, **more: int | str) -> Inline:
    return Inline(path="src/widgets.py", line=number, body=body, **more)  # type: ignore[arg-type]


@pytest.fixture
def exercise(github: GitHubServer, tmp_path: Path) -> Exercise:
    return Exercise(github, tmp_path)


def test_a_good_review_is_accepted_everywhere(exercise: Exercise) -> None:
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert (done.exit_code, done.outputs["state"], done.outputs["verdict"]) == (0, "done", "accepted"), (
        done.log
    )
    (check,), (comment,) = exercise.checks(), exercise.ours()
    assert (check.name, check.conclusion) == ("Steward review", "success")
    assert check.title == f"Review: accepted, {done.outputs['score']} of 100 points"
    block = decode(comment.body, Series.REVIEW)
    assert block is not None
    assert block.now.overall == int(done.outputs["score"])
    assert "The review of `student`." in comment.body
    assert "<!-- steward:footer -->" in comment.body
    assert json.loads(done.outputs["report"])["schema"] == "steward.review/1"
    assert not [word for word in KEY if word in exercise.everything(done)]


def test_what_a_person_writes_stays_text(exercise: Exercise) -> None:
    hostile = "@all <img src=x> [x](https://evil.example) | #1 there is no permission check\n::error::x"
    done = exercise.run_for(exercise.review(body=hostile, comments=[line(hostile)]))
    assert done.outputs["state"] == "done", done.log
    ours = (exercise.github.web,)
    pages = (exercise.ours()[0].body, done.summary, exercise.checks()[0].summary or "")
    sections = ("Points", "Your comments", "What is missing", "Taken off", "To raise the score")
    headings = (f"## {exercise.checks()[0].title}", *(f"### {one}" for one in sections))
    assert [found for page in pages for found in awake.on_page(page, links=ours, headings=headings)] == []
    assert awake.in_log(done.log) == []


def test_an_approval_fails_and_the_job_says_so(exercise: Exercise) -> None:
    done = exercise.run_for(exercise.review("APPROVED", "Looks good to me."))
    assert (done.exit_code, done.outputs["verdict"], exercise.checks()[0].conclusion) == (
        1,
        "failed",
        "failure",
    )
    assert not [word for word in KEY if word in exercise.everything(done)]


def test_a_later_review_replaces_an_earlier_one_in_one_comment(exercise: Exercise) -> None:
    exercise.run_for(exercise.review("APPROVED", "Looks good to me."))
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert done.outputs["verdict"] == "accepted"
    assert [one.conclusion for one in exercise.checks()] == ["failure", "success"]
    (comment,) = exercise.ours()
    assert "accepted" in comment.body.splitlines()[1]


def test_an_answer_in_a_conversation_is_no_review(exercise: Exercise) -> None:
    first = exercise.review(comments=[line()])
    said = exercise.pull.review_comments[0]
    answer = exercise.review("COMMENTED", comments=[line("Yes, exactly there.", in_reply_to=said.id)])
    done = exercise.run_for(answer)
    assert done.outputs["verdict"] == "accepted", done.log
    assert first.id < answer.id


def test_a_dismissed_review_counts_no_longer(exercise: Exercise) -> None:
    review = exercise.review(comments=[line()])
    exercise.run_for(review)
    review.state = "DISMISSED"
    done = exercise.run_event(exercise.events.review(exercise.pull, review, action="dismissed"))
    assert (done.exit_code, done.outputs["verdict"]) == (0, "")
    assert [one.conclusion for one in exercise.checks()] == ["success", "action_required"]
    assert "no review to score" in exercise.ours()[0].body


@pytest.mark.parametrize(
    ("assigned", "login", "said"),
    [
        ([], "contributor", "others than its author"),
        (["student"], "teacher", "the pull request's assignees"),
    ],
)
def test_a_review_by_somebody_else_is_left_alone(
    exercise: Exercise, assigned: list[str], login: str, said: str
) -> None:
    exercise.pull.assignees = [exercise.world.user(one) for one in assigned]
    who = exercise.pull.author.login if login == "contributor" else login
    done = exercise.run_for(exercise.review("COMMENTED", "Please look again.", login=who))
    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (0, "skipped", "not_asked")
    assert said in done.log
    assert not exercise.checks()
    assert not exercise.ours()


def test_the_review_of_an_assignee_counts_beside_others(exercise: Exercise) -> None:
    exercise.pull.assignees = [exercise.student]
    exercise.review(comments=[line()])
    exercise.review("APPROVED", "Fine.", login="teacher")
    event = exercise.events.workflow_dispatch()
    done = exercise.run_event(event, {**INPUTS, "pull-request": str(exercise.pull.number)})
    assert done.outputs["verdict"] == "accepted", done.log


def test_lines_of_the_old_file_and_lines_that_are_gone_have_no_number(exercise: Exercise) -> None:
    done = exercise.run_for(exercise.review(comments=[line(number=2, side="LEFT")]))
    assert done.outputs["verdict"] == "accepted", done.log


def test_a_rubric_that_a_step_fetched_is_read_from_the_workspace(
    github: GitHubServer, tmp_path: Path
) -> None:
    exercise = Exercise(github, tmp_path, rubric=None)
    exercise.runner.workspace = tmp_path / "workspace"
    private = tmp_path / "workspace" / ".private"
    private.mkdir(parents=True)
    (private / "rubric.yml").write_text(RUBRIC)
    inputs = {"mode": "review", "rubric": ".private/rubric.yml"}
    done = exercise.run_for(exercise.review(comments=[line()]), inputs)
    assert done.outputs["verdict"] == "accepted", done.log


def test_a_rubric_of_the_pull_request_s_own_is_refused(github: GitHubServer, tmp_path: Path) -> None:
    exercise = Exercise(github, tmp_path, rubric=None)
    clone = Clone.new(tmp_path / "workspace")
    exercise.pull.push(head_sha=clone.commit({"rubric.yml": RUBRIC}))
    exercise.runner.workspace = clone.folder
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
    assert "comes from the pull request" in done.log


def test_a_rubric_with_mistakes_is_told_by_place_and_key_alone(github: GitHubServer, tmp_path: Path) -> None:
    secret = "the secret of the key"
    wrong = RUBRIC.replace("critical", f'"{secret}"').replace(
        "mergeDecision: request_changes", f"{secret}: x"
    )
    exercise = Exercise(github, tmp_path, rubric=wrong)
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert (done.exit_code, done.outputs["reason"]) == (2, "config_invalid")
    assert exercise.checks()[0].title == "review failed: configuration invalid"
    told = exercise.everything(done)
    assert "rubric.yml:3:5: expectedFindings[0].severity cannot be used" in done.log
    assert "secret of the key" not in told


def test_a_dispatch_without_a_number_says_what_is_missing(exercise: Exercise) -> None:
    done = exercise.run_event(exercise.events.workflow_dispatch())
    assert (done.exit_code, done.outputs["reason"]) == (2, "event_unsupported")
    assert "review failed: event not supported" in done.log
    assert "pull-request: 123" in done.summary


def test_inputs_that_do_not_fit_are_told_together(exercise: Exercise) -> None:
    review = exercise.review(comments=[line()])
    done = exercise.run_for(review, {"mode": "review", "challenge": "x", "comment": "loud"})
    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
    for said in (
        "mode review needs the input rubric",
        "challenge is for mode task",
        "input comment is 'loud'",
    ):
        assert said in (exercise.checks()[0].summary or "")
