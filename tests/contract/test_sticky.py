"""One comment, whose it is, and what is never touched."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from steward.state import decode
from tests.contract.inside import AMBER, GREEN, MARKER, Stage, run
from tests.github import builders
from tests.github.exchange import Recorded
from tests.github.nouns import ACTIONS_BOT, Comment, TokenKind, User
from tests.github.runner import Outcome
from tests.github.server import GitHubServer

ROBOT = User(login="my-bot", id=4711)
MOST_REQUESTS = 8
SETTINGS = {".github/steward.yml": "version: 1\n", "governance.pxf": 'version = "1"\n'}


@pytest.fixture
def stage(github: GitHubServer, tmp_path: Path) -> Stage:
    return Stage(github, tmp_path, files=SETTINGS)


def comment_writes(stage: Stage, since: int = 0) -> list[str]:
    return [
        _short(one)
        for one in stage.github.requests[since:]
        if one.request.is_write and "/comments" in str(one)
    ]


def _short(one: Recorded) -> str:
    return f"{one.request.method} {one.status}"


def others(stage: Stage, number: int) -> list[Comment]:
    """So many comments by somebody else."""
    stage_world, repository, pull = stage.world, stage.repository, stage.pull.number
    return [builders.add_comment(stage_world, repository, pull, f"remark {count}") for count in range(number)]


def said(done: Outcome, words: str) -> bool:
    return any(words in line for line in done.log.splitlines())


def forged(
    stage: Stage, *, run: int = 999_999_999, head: str | None = None, user: User | None = None
) -> Comment:
    """Somebody's comment that begins as ours do and remembers what suits them."""
    sha = head or stage.pull.head_sha
    state = (
        f'{{"pr":7,"head":"{sha}","run":{run},"attempt":1,"state":"done",'
        f'"now":{{"head":"{sha}","title":"100 green","verdict":"pass","overall":100}},'
        '"charges":[{"id":"a gift","amount":-500}]}'
    )
    body = f"{MARKER}{state} -->\n\n### 🟢 100 green\n"
    return builders.add_comment(stage.world, stage.repository, stage.pull.number, body, user=user)


# --------------------------------------------------------------------------------------------- where


@pytest.mark.parametrize(("before", "after"), [(32, 2), (200, 4)], ids=["33rd of 35", "201st of 205"])
def test_our_comment_is_found_among_many(stage: Stage, before: int, after: int) -> None:
    others(stage, before)
    stage.run()
    others(stage, after)
    stage.push("next", AMBER)
    asked = len(stage.github.requests)

    stage.run()

    assert comment_writes(stage, asked) == ["PATCH 200"]
    assert len(stage.repository.comments_on(stage.pull.number)) == before + 1 + after
    pages = [
        one.request.query for one in stage.github.requests if one.request.operation == "issues/list-comments"
    ]
    assert {query["per_page"] for query in pages} == {"100"}


def test_ten_pushes_leave_one_comment_with_their_history(stage: Stage) -> None:
    for number in range(10):
        stage.push(number, AMBER if number % 2 else GREEN)
        assert stage.run().exit_code == 0

    (comment,) = stage.ours()
    assert comment_writes(stage) == ["POST 201"] + ["PATCH 200"] * 9
    block = decode(comment.body)
    assert block is not None
    assert len(block.past) == 9


def test_nothing_is_written_when_a_reader_would_see_nothing_new(stage: Stage) -> None:
    stage.run()
    before = stage.ours()[0].body
    asked = len(stage.github.requests)

    for _ in range(3):
        assert stage.run().exit_code == 0

    assert comment_writes(stage, asked) == []
    assert stage.ours()[0].body == before


# --------------------------------------------------------------------------------------------- whose


def test_a_stranger_s_marker_and_state_are_ignored(stage: Stage) -> None:
    planted = forged(stage)
    text = planted.body

    done = stage.run()

    assert done.outputs["state"] == "done"
    assert planted.body == text
    (comment,) = stage.ours()
    block = decode(comment.body)
    assert block is not None
    assert (block.charges, block.past) == ([], [])


def test_a_stranger_s_marker_changes_nothing_once_ours_is_there(stage: Stage) -> None:
    stage.run()
    planted = forged(stage)
    text = planted.body
    stage.push("next", AMBER)
    asked = len(stage.github.requests)

    stage.run()

    assert comment_writes(stage, asked) == ["PATCH 200"]
    assert planted.body == text
    assert "73 amber" in stage.ours()[0].body


def test_a_run_id_beyond_reason_does_not_silence_the_runs_after_it(stage: Stage) -> None:
    """Whoever may write can edit our comment; only a check run shows that a later run has really judged."""
    stage.run()
    comment = stage.ours()[0]
    comment.body = re.sub(r'"run":\d+', '"run":999999999999', comment.body, count=1)
    before = len(stage.checks())

    done = stage.run()

    assert done.outputs["state"] == "done"
    assert len(stage.checks()) == before + 1


def test_another_comment_of_the_same_bot_is_not_touched(stage: Stage) -> None:
    stage.run()
    other = builders.add_comment(
        stage.world, stage.repository, stage.pull.number, "Coverage: 80 %", viewer=stage.world.job
    )
    stage.push("next")

    stage.run()

    assert other.body == "Coverage: 80 %"
    assert len(stage.ours()) == 1


def test_a_marker_that_is_not_first_is_no_marker(stage: Stage) -> None:
    text = "quoted:\n" + MARKER + "{} -->"
    quoting = builders.add_comment(stage.world, stage.repository, 7, text, viewer=stage.world.job)

    stage.run()

    assert quoting.body == text
    assert len(stage.ours()) == 1


@pytest.mark.parametrize("kind", list(TokenKind), ids=lambda kind: kind.value)
def test_an_account_of_one_s_own_has_one_comment(stage: Stage, kind: TokenKind) -> None:
    stage.runner.viewer = stage.world.add_viewer("robot", user=ROBOT, kind=kind)

    first = stage.run()
    stage.push("next", AMBER)
    stage.run()
    stage.push("third", GREEN)
    stage.run()

    assert [one.user for one in stage.ours()] == [ROBOT]
    assert said(first, "this token comments as my-bot: set the input comment-author to that name")


def test_with_its_name_given_nothing_is_asked(stage: Stage) -> None:
    stage.runner.viewer = stage.world.add_viewer("robot", user=ROBOT)
    inputs = {"comment-author": "My-Bot"}

    done = stage.run(inputs)
    stage.push("next", AMBER)
    again = stage.run(inputs)

    assert [one.user for one in stage.ours()] == [ROBOT]
    assert "graphql" not in {one.request.operation for one in stage.github.requests}
    assert not said(done, "comment-author")
    assert not said(again, "comment-author")


def test_a_name_that_is_not_this_token_s_is_said_and_still_leaves_one_comment(stage: Stage) -> None:
    inputs = {"comment-author": "somebody-else"}

    done = stage.run(inputs)
    stage.push("next", AMBER)
    stage.run(inputs)

    assert len(stage.ours()) == 1
    assert said(done, "this token comments as github-actions[bot]")


def after_the_token_was_changed(stage: Stage) -> Comment:
    """The comment of a robot's token, which is not the job's any more; the head has moved on since."""
    stage.repository.permissions["my-bot"] = "admin"
    stage.runner.viewer = stage.world.add_viewer("robot", user=ROBOT)
    stage.run()
    stage.push("next", AMBER)
    stage.runner.viewer = None
    return stage.ours()[0]


def test_the_comment_of_a_token_used_before_is_left_alone_and_the_way_to_go_on_in_it_is_said(
    stage: Stage,
) -> None:
    before = after_the_token_was_changed(stage)
    text = before.body

    done = stage.run()
    again = stage.run()

    assert before.body == text
    ours = [one for one in stage.repository.comments_on(stage.pull.number) if one is not before]
    assert [(one.user, "73 amber" in one.body) for one in ours] == [(ACTIONS_BOT, True)]
    assert said(done, "a comment by my-bot begins as ours do, and is left alone")
    assert said(done, "set the input comment-author to my-bot to go on in it, or delete it")
    assert not said(again, "my-bot")


def test_with_its_name_given_the_comment_of_a_token_used_before_is_gone_on_in(stage: Stage) -> None:
    after_the_token_was_changed(stage)

    stage.run({"comment-author": "my-bot"})

    (comment,) = stage.repository.comments_on(stage.pull.number)
    assert (comment.user, "73 amber" in comment.body) == (ROBOT, True)


@pytest.mark.parametrize(
    "user",
    [
        User(login="other[bot]", id=2, type="Bot"),
        User(login="github-actions", id=3, type="Bot"),
        User(login="example-org", id=4),
        User(login="my-bot", id=5),
    ],
    ids=["another bot", "a bot of nearly our name", "an owner", "an account of our name's past"],
)
@pytest.mark.parametrize("own_token", [False, True], ids=["the job's token", "a token of one's own"])
def test_a_comment_by_another_author_is_never_edited_whatever_it_begins_with(
    stage: Stage, user: User, own_token: bool
) -> None:
    stage.repository.permissions[user.login] = "admin"
    if own_token:
        stage.runner.viewer = stage.world.add_viewer("robot", user=ROBOT)
    planted = forged(stage, user=user)
    text = planted.body

    stage.run()
    stage.push("next", AMBER)
    stage.run()

    assert planted.body == text
    ours = [one for one in stage.repository.comments_on(stage.pull.number) if one is not planted]
    assert [(one.user, "73 amber" in one.body) for one in ours] == [
        (ROBOT if own_token else ACTIONS_BOT, True)
    ]
    assert "repos/get-collaborator-permission-level" not in {
        one.request.operation for one in stage.github.requests
    }


def test_an_unknown_account_that_cannot_be_asked_for_has_one_comment_after_five_runs(stage: Stage) -> None:
    stage.runner.viewer = stage.world.add_viewer("robot", user=ROBOT)
    stage.github.fault("POST", "graphql", "403", times="always")
    planted = forged(stage, user=User(login="other[bot]", id=2, type="Bot"))
    text = planted.body
    for number in range(5):
        stage.push(number, AMBER if number % 2 else GREEN)
        done = stage.run()

        (comment,) = [one for one in stage.repository.comments_on(stage.pull.number) if one is not planted]
        assert comment.user == ROBOT
        assert f'"head":"{stage.pull.head_sha}"' in comment.body
        assert said(done, "this token comments as my-bot: set the input comment-author to that name")
    assert planted.body == text


def test_the_job_s_comment_is_taken_over_by_a_token_of_one_s_own(stage: Stage) -> None:
    stage.run()
    stage.push("next", AMBER)
    stage.runner.viewer = stage.world.add_viewer("robot", user=ROBOT)

    stage.run()

    (comment,) = stage.repository.comments_on(stage.pull.number)
    assert (comment.user, "73 amber" in comment.body) == (ACTIONS_BOT, True)


def test_a_token_that_cannot_tell_who_it_is_has_one_comment_after_five_runs(stage: Stage) -> None:
    stage.github.fault("POST", "graphql", "403", times="always")
    for number in range(5):
        stage.push(number, AMBER if number % 2 else GREEN)
        stage.run()

    assert len(stage.ours()) == 1
    assert "users/get-authenticated" not in {one.request.operation for one in stage.github.requests}


def test_a_lost_answer_to_the_first_comment_of_an_unknown_account_is_known_by_its_words(stage: Stage) -> None:
    stage.runner.viewer = stage.world.add_viewer("robot", user=ROBOT)
    stage.github.fault("POST", "graphql", "403", times="always")
    stage.github.fault("POST", "issues/create-comment", "stored-then-502")

    stage.run()

    assert [one.user for one in stage.repository.comments_on(stage.pull.number)] == [ROBOT]


def test_an_author_whose_account_is_gone_is_nobody(stage: Stage) -> None:
    ghost = User(login="ghost", id=10137)
    planted = forged(stage, user=ghost)

    stage.run()

    assert len(stage.ours()) == 1
    assert "100 green" in planted.body


# -------------------------------------------------------------------------------------- what it holds


@pytest.mark.parametrize(
    "spoil",
    [
        lambda body: body.replace('"pr":7', '"pr":8', 1),
        lambda body: body.replace('"head":"', '"head":"../', 1),
        lambda body: body.replace(" -->", "", 1),
        lambda body: f"{MARKER}{{not json}} -->\n" + body.split("\n", 1)[1],
        lambda body: f"{MARKER}{'[' * 5000} -->\n" + body.split("\n", 1)[1],
    ],
    ids=["another pull request", "no SHA", "no end", "no JSON", "too deep"],
)
def test_a_block_that_cannot_be_read_is_taken_for_absent_and_said_and_mended(
    stage: Stage, spoil: Callable[[str], str]
) -> None:
    stage.run()
    comment = stage.ours()[0]
    comment.body = spoil(comment.body)

    done = stage.run()
    again = stage.run()

    (comment,) = stage.ours()
    assert decode(comment.body) is not None
    assert said(done, "the hidden block of our comment cannot be read; what it remembered is lost")
    assert not said(again, "cannot be read")


def test_our_comment_deleted_meanwhile_is_made_again(stage: Stage) -> None:
    stage.run()
    stage.push("next", AMBER)
    stage.github.before("PATCH", "issues/update-comment", lambda request: stage.repository.comments.clear())

    done = stage.run()

    assert done.exit_code == 0
    assert ["73 amber" in one.body for one in stage.ours()] == [True]


def test_a_late_run_for_an_older_head_writes_nothing(stage: Stage) -> None:
    late = stage.environment()
    stage.push("next", AMBER)
    stage.run()
    old, asked = stage.ours()[0].body, len(stage.github.requests)

    done = run(late)

    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (0, "skipped", "superseded")
    assert done.outputs["verdict"] == ""
    assert stage.ours()[0].body == old
    assert [one for one in stage.github.requests[asked:] if one.request.is_write] == []


def test_an_earlier_run_of_the_same_head_writes_nothing(stage: Stage) -> None:
    late = stage.environment()
    stage.run()
    asked = len(stage.github.requests)

    done = run(late)

    assert (done.exit_code, done.outputs["reason"]) == (0, "superseded")
    assert [one for one in stage.github.requests[asked:] if one.request.is_write] == []


def test_a_push_while_the_comment_is_replaced_is_judged_too(stage: Stage) -> None:
    stage.run()
    stage.push("next", AMBER)
    stage.github.before("PATCH", "issues/update-comment", lambda request: stage.push("after that", GREEN))

    done = stage.run()

    (comment,) = stage.ours()
    assert f'"head":"{stage.pull.head_sha}"' in comment.body
    assert [one.title for one in stage.checks()] == ["87 green"]
    assert done.outputs["overall"] == "87"


def test_a_head_that_moves_at_every_look_is_left_to_its_own_run(stage: Stage) -> None:
    stage.run()
    stage.push("next", AMBER)
    numbers = iter(range(100))
    stage.github.before(
        "PATCH", "issues/update-comment", lambda request: stage.push(next(numbers)), times="always"
    )

    done = stage.run()

    assert done.exit_code == 0
    assert len(stage.ours()) == 1


def test_a_locked_conversation_is_said_and_the_verdict_stands(stage: Stage) -> None:
    stage.pull.locked = True

    done = stage.run()

    assert (done.exit_code, len(stage.ours()), len(stage.checks())) == (0, 0, 1)
    assert "No comment: GitHub refused" in done.summary


# ------------------------------------------------------------------------------------------ how much


@pytest.mark.parametrize("case", ["first run", "push"])
def test_a_run_makes_as_many_requests_as_its_page_says(stage: Stage, case: str) -> None:
    """Six, and one for each policy file that is there; one more over another head's verdict (docs/action.md)."""
    made = []
    for name in ("", *sorted(SETTINGS)):
        stage.repository.files.pop(name, None)
        if case == "push":
            stage.run()
            stage.push(name, AMBER)
        asked = len(stage.github.requests)
        stage.run()
        made.append(len(stage.github.requests) - asked)
        stage.repository.comments.clear()
    assert made == ([9, 8, 7] if case == "push" else [8, 7, 6])


@pytest.mark.parametrize("case", ["first run", "push", "re-run", "re-run of the same run"])
@pytest.mark.parametrize("absent", sorted(SETTINGS))
def test_a_run_makes_few_requests_and_two_writes_at_most(stage: Stage, case: str, absent: str) -> None:
    del stage.repository.files[absent]
    if case != "first run":
        stage.run()
    if case == "push":
        stage.push("next", AMBER)
    if case == "re-run of the same run":
        stage.runner.run_id -= 1
        stage.runner.run_attempt = 2
    asked = len(stage.github.requests)

    stage.run()

    made = stage.github.requests[asked:]
    assert len(made) <= MOST_REQUESTS, "\n".join(map(str, made))
    assert len(comment_writes(stage, asked)) <= 1
    assert len([one for one in made if one.request.operation == "checks/create"]) == 1
