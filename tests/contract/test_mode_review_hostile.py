"""Review Mode against reviewers and rubrics that nobody foresaw."""

from __future__ import annotations

from pathlib import Path

import pytest

from steward.state import Series
from tests.contract.clone import Clone
from tests.contract.test_mode_review import FOUND, INPUTS, KEY, RUBRIC, Exercise, line
from tests.github import builders, objects
from tests.github.nouns import Review, User
from tests.github.objects import SUBMODULE, Entry
from tests.github.server import GitHubServer

BOT = User(login="reviews[bot]", id=77, type="Bot")


@pytest.fixture
def exercise(github: GitHubServer, tmp_path: Path) -> Exercise:
    return Exercise(github, tmp_path)


def by_a_bot(exercise: Exercise) -> Review:
    return builders.add_review(exercise.world, exercise.pull, BOT, "COMMENTED", body="I looked at it.")


def test_a_bot_s_review_takes_no_verdict_away(exercise: Exercise) -> None:
    exercise.run_for(exercise.review(comments=[line()]))
    done = exercise.run_for(by_a_bot(exercise))
    assert (done.exit_code, done.outputs["reason"]) == (0, "not_asked"), done.log
    assert [one.conclusion for one in exercise.checks()] == ["success"]
    assert "accepted" in exercise.ours()[0].body.splitlines()[1]


def test_a_bot_s_review_alone_leaves_no_trace(exercise: Exercise) -> None:
    done = exercise.run_for(by_a_bot(exercise))
    assert (done.outputs["reason"], exercise.checks(), exercise.ours()) == ("not_asked", [], []), done.log


def test_another_s_answer_to_the_person_leaves_the_verdict(exercise: Exercise) -> None:
    exercise.run_for(exercise.review(comments=[line()]))
    said = exercise.pull.review_comments[0]
    answer = exercise.review("COMMENTED", login="teacher", comments=[line("Well seen.", in_reply_to=said.id)])
    done = exercise.run_for(answer)
    assert done.outputs["verdict"] == "accepted", done.log
    assert "The review of `student`." in exercise.ours()[0].body


def test_another_s_withdrawn_review_leaves_the_verdict(exercise: Exercise) -> None:
    exercise.run_for(exercise.review(comments=[line()]))
    other = exercise.review("APPROVED", "Fine.", login="teacher")
    assert exercise.run_for(other).outputs["verdict"] == "failed"
    other.state = "DISMISSED"
    assert exercise.run_for(other).outputs["verdict"] == "accepted"


def test_a_review_of_an_account_that_is_gone_is_nobody_s(exercise: Exercise) -> None:
    gone = builders.add_review(exercise.world, exercise.pull, None, "APPROVED", body="Fine.")
    done = exercise.run_for(gone)
    assert (done.exit_code, done.outputs["verdict"], exercise.checks()[0].conclusion) == (
        0,
        "",
        "action_required",
    )


def test_as_many_comments_as_there_can_be_are_looked_at_by_a_person(exercise: Exercise) -> None:
    done = exercise.run_for(exercise.review(comments=[line(f"{FOUND} {number}") for number in range(2_000)]))
    assert (done.exit_code, done.outputs["verdict"]) == (0, "needs_review"), done.log


@pytest.mark.parametrize(
    "content",
    [
        Entry(content=b"\xff\xfe\x00"),
        Entry(content=b"x" * 3_000_000),
        Entry(content=b""),
        Entry(content=b"a" * 40, mode=SUBMODULE),
    ],
    ids=["no text", "too long", "empty", "a submodule"],
)
def test_what_is_no_rubric_is_red(exercise: Exercise, content: Entry) -> None:
    exercise.repository.files["rubric.yml"] = content
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert (done.exit_code, done.outputs["state"], exercise.checks()[0].conclusion) == (
        2,
        "failed",
        "failure",
    )
    assert "rubric.yml" in done.log


@pytest.mark.parametrize("path", ["docs", ".", "x" * 300, "rubric.yml/x", ".git"])
def test_a_place_without_a_rubric_is_told(exercise: Exercise, tmp_path: Path, path: str) -> None:
    exercise.repository.files["docs/x.md"] = objects.as_entry("x\n")
    (tmp_path / "workspace").mkdir()
    exercise.runner.workspace = tmp_path / "workspace"
    done = exercise.run_for(exercise.review(comments=[line()]), {**INPUTS, "rubric": path})
    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid"), done.log


@pytest.mark.parametrize(
    "wrong",
    [
        "SECRET 12:30:11\n",
        "SECRET: SECRET: 1:2\n",
        "expectedFindings: SECRET\nmergeDecision: approve\n",
        RUBRIC + "SECRET: 1\n",
        RUBRIC + "? [SECRET]\n: 1\n",
        RUBRIC.replace("critical", "'SECRET:1:2'"),
        RUBRIC.replace("request_changes", "SECRET:1:2"),
        RUBRIC.replace('["The', '["SECRET 1:2 \\q The'),
    ],
)
def test_no_mistake_in_a_rubric_brings_its_words_out(
    github: GitHubServer, tmp_path: Path, wrong: str
) -> None:
    exercise = Exercise(github, tmp_path, rubric=wrong)
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert (done.exit_code, done.outputs["reason"]) == (2, "config_invalid"), done.log
    told = exercise.everything(done)
    assert not [word for word in ("SECRET", *KEY) if word in told]


@pytest.mark.parametrize("reveal", ["never", "after_pass"])
@pytest.mark.parametrize("body", ["nit: the name", "Fine.", FOUND])
def test_nothing_that_anybody_reads_holds_the_key(
    github: GitHubServer, tmp_path: Path, reveal: str, body: str
) -> None:
    exercise = Exercise(github, tmp_path, rubric=f"{RUBRIC}reveal: {reveal}\n")
    done = exercise.run_for(exercise.review("COMMENTED", body=body))
    assert done.outputs["verdict"] != "accepted"
    assert not [word for word in KEY if word in exercise.everything(done)]
    assert exercise.ours()[0].body.startswith(Series.REVIEW.prefix)


def test_a_rubric_of_the_pull_request_s_own_is_refused_in_a_shallow_clone_of_the_merge(
    github: GitHubServer, tmp_path: Path
) -> None:
    exercise = Exercise(github, tmp_path, rubric=None)
    source = Clone.new(tmp_path / "source")
    source.commit({"README.md": "# Widgets\n"})
    source.branch("topic")
    exercise.pull.push(head_sha=source.commit({"rubric.yml": RUBRIC}))
    source.git("checkout", "--quiet", "main")
    source.git("merge", "--quiet", "--no-ff", "--message=as GitHub merges", "topic")
    exercise.runner.workspace = Clone.of(source, tmp_path / "workspace", "--depth=1").folder
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid"), done.log
    assert "comes from the pull request" in done.log


@pytest.mark.parametrize(
    "origin", ["https://github.com/Example-Org/Widgets", "git@github.com:example-org/widgets.git"]
)
def test_a_rubric_at_any_commit_of_the_pull_request_s_repository_is_refused(
    github: GitHubServer, tmp_path: Path, origin: str
) -> None:
    exercise = Exercise(github, tmp_path, rubric=None)
    clone = Clone.new(tmp_path / "workspace")
    clone.commit({"rubric.yml": RUBRIC})
    clone.git("remote", "add", "origin", origin)
    exercise.runner.workspace = clone.folder
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid"), done.log


def test_a_rubric_of_another_repository_at_the_workspace_s_top_is_taken(
    github: GitHubServer, tmp_path: Path
) -> None:
    exercise = Exercise(github, tmp_path, rubric=None)
    private = Clone.new(tmp_path / "workspace")
    private.commit({"rubric.yml": RUBRIC})
    exercise.runner.workspace = private.folder
    done = exercise.run_for(exercise.review(comments=[line()]))
    assert done.outputs["verdict"] == "accepted", done.log


def test_a_rubric_on_a_branch_that_a_step_chose_is_taken(github: GitHubServer, tmp_path: Path) -> None:
    exercise = Exercise(github, tmp_path, rubric=None)
    outer = Clone.new(tmp_path / "workspace")
    outer.commit({"README.md": "# Widgets\n"})
    inner = Clone.new(outer.folder / "keys")
    inner.commit({"rubric.yml": RUBRIC})
    for clone in (outer, inner):
        clone.git("remote", "add", "origin", "https://github.com/example-org/widgets")
    exercise.runner.workspace = outer.folder
    review = exercise.review(comments=[line()])
    done = exercise.run_for(review, {**INPUTS, "rubric": "keys/rubric.yml"})
    assert done.outputs["verdict"] == "accepted", done.log
