"""The merge queue: gates judge the queue's own commits, and what people said of the pull request that it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.contract.gated import SETTINGS as PATH
from tests.contract.gated import Gated, gate, results
from tests.contract.inside import diff_of
from tests.contract.test_gates import ALL_OFF, EVERY_GATE, branches, constitution
from tests.github import builders, queue
from tests.github.commits import noreply, of_bot, signed, unsigned
from tests.github.nouns import CONTRIBUTOR, Commit, PullRequestState, User
from tests.github.runner import Outcome
from tests.github.server import GitHubServer

SETTINGS = "gates: {dco: {mode: enforce}, restricted: {mode: enforce}}\n"
REASON = "the history was agreed on"
NAME = "Steward evaluation"


@pytest.fixture
def make(github: GitHubServer, tmp_path: Path) -> Callable[..., Gated]:
    return lambda **given: Gated(github, tmp_path, **{"settings": SETTINGS, **given})


def enqueue(stage: Gated, style: str) -> tuple[queue.Group, Outcome]:
    group = queue.queue(stage.repository, stage.pull, style=style)
    return group, stage.run_event(stage.events.queued(group))


@pytest.mark.parametrize("style", list(queue.Style))
@pytest.mark.parametrize("sign", [True, False], ids=["signed off", "not signed off"])
def test_the_queue_s_commits_are_judged_by_those_of_their_pull_request(
    make: Callable[..., Gated], style: str, sign: bool
) -> None:
    stage = make(commits=[signed("One"), (signed if sign else unsigned)("Two")])

    group, done = enqueue(stage, style)

    assert gate(done, "dco")["outcome"] == ("pass" if sign else "fail")
    conclusion = "success" if sign else "failure"
    assert [(run.name, run.conclusion) for run in stage.checks(group.head_sha)] == [(NAME, conclusion)]
    assert done.exit_code == (0 if sign else 1)
    assert stage.repository.comments_on(stage.pull.number) == []


@pytest.mark.parametrize("style", list(queue.Style))
def test_a_commit_that_somebody_pushed_past_the_pull_request_is_not_passed_by_it(
    make: Callable[..., Gated], style: str
) -> None:
    """The queue's branch holds one commit more than the queue made of the pull request."""
    stage = make()
    group = queue.queue(stage.repository, stage.pull, style=style)
    smuggled = Commit(
        sha="f" * 40,
        message="Smuggled",
        parents=(group.head_sha,),
        author_email="contributor@example.org",
        author=CONTRIBUTOR,
        committer_email="contributor@example.org",
    )
    change = stage.repository.comparisons[group.base_sha, group.head_sha]
    stage.repository.comparisons[group.base_sha, smuggled.sha] = replace(
        change, commits=(*change.commits, smuggled)
    )

    done = stage.run_event(stage.events.merge_group(group.base_sha, smuggled.sha))

    assert (gate(done, "dco")["outcome"], done.exit_code) == ("fail", 1)


@pytest.mark.parametrize("style", list(queue.Style))
def test_approvals_of_the_queued_head_count(make: Callable[..., Gated], style: str) -> None:
    stage = make(governance=constitution(restricted=True))
    _, done = enqueue(stage, style)
    assert gate(done, "restricted")["outcome"] == "fail"

    stage.approve("maintainer")
    _, done = enqueue(stage, style)

    assert (gate(done, "restricted")["outcome"], done.exit_code) == ("pass", 0)


def test_an_approval_of_an_older_head_does_not_count_in_the_queue_either(make: Callable[..., Gated]) -> None:
    stage = make(governance=constitution(restricted=True))
    stage.approve("maintainer")
    stage.commit(signed("Another change"))

    _, done = enqueue(stage, "merge")

    assert gate(done, "restricted")["outcome"] == "fail"


@pytest.mark.parametrize("keep", ["", "--keep "], ids=["for the head", "kept"])
@pytest.mark.parametrize("style", list(queue.Style))
def test_waivers_of_the_queued_head_count(make: Callable[..., Gated], style: str, keep: str) -> None:
    stage = make(commits=[unsigned()])
    stage.judge()
    stage.command(f"/steward waive dco {keep}{REASON}")

    group, done = enqueue(stage, style)

    assert (gate(done, "dco")["outcome"], done.exit_code) == ("waived", 0)
    assert stage.check(group.head_sha) == ("neutral", "90 green, waived: dco")


def test_a_waiver_of_an_older_head_does_not_count_in_the_queue_either(make: Callable[..., Gated]) -> None:
    stage = make(commits=[unsigned()])
    stage.judge()
    stage.command(f"/steward waive dco {REASON}")
    stage.commit(unsigned("Another change"))

    _, done = enqueue(stage, "squash")

    assert (gate(done, "dco")["outcome"], done.exit_code) == ("fail", 1)


def test_a_waiver_s_permission_is_asked_anew_in_the_queue(make: Callable[..., Gated]) -> None:
    stage = make(commits=[unsigned()])
    stage.judge()
    stage.command(f"/steward waive dco {REASON}")
    stage.repository.permissions["maintainer"] = "read"

    _, done = enqueue(stage, "squash")

    assert gate(done, "dco")["outcome"] == "fail"


def test_the_author_of_a_squashed_commit_is_not_the_queue(make: Callable[..., Gated]) -> None:
    """GitHub writes its own address for who squashes: the pull request's commits tell who wrote it."""
    stage = make(settings="gates: {cla: {mode: enforce}}\n", commits=[signed()])
    stage.say("I have read the CLA Document and I hereby sign the CLA", "contributor")

    _, done = enqueue(stage, "squash")

    assert gate(done, "cla")["outcome"] == "pass"


def test_a_bot_s_pull_request_passes_the_queue(make: Callable[..., Gated]) -> None:
    robot = User(login="robot[bot]", id=9, type="Bot")
    stage = make(commits=[of_bot(robot)])
    stage.world.emails[noreply(robot)] = robot

    for style in queue.Style:
        _, done = enqueue(stage, style)
        assert gate(done, "dco")["outcome"] == "pass", style


@pytest.mark.parametrize("name", ["cyclomatic", "dependencies"])
def test_what_is_measured_is_measured_on_the_group_s_head(make: Callable[..., Gated], name: str) -> None:
    stage = make(
        settings=f"gates: {{{name}: {{mode: enforce}}}}\n",
        governance=constitution(complexity=5),
        after={"src/a.py": branches(9), "requirements.txt": "requests>=2\n"},
    )

    _, done = enqueue(stage, "squash")

    assert (gate(done, name)["outcome"], done.exit_code) == ("fail", 1)


def test_a_group_whose_pull_request_is_not_known_leaves_people_s_gates_unmeasured(
    make: Callable[..., Gated], github: GitHubServer
) -> None:
    stage = make(governance=constitution(restricted=True), commits=[unsigned()])
    group = queue.queue(stage.repository, stage.pull, style="squash")
    github.fault("GET", "pulls/get", "404", times="always")

    done = stage.run_event(stage.events.queued(group))

    assert (results(done)["restricted"][1], results(done)["dco"][1]) == ("unmeasured", "unmeasured")
    assert (done.exit_code, stage.check(group.head_sha)[0]) == (1, "failure")


def test_two_pull_requests_in_a_group_are_both_judged(make: Callable[..., Gated]) -> None:
    """The group is named after the last one: what the first brings is not passed by it."""
    stage = make(commits=[signed()])
    other = builders.open_pull(
        stage.world, stage.repository, number=8, head_ref="other", diff=diff_of("lib/other.py")
    )
    files = {"README.md": "# Widgets\n", "lib/other.py": "x = 1\n"}
    builders.push_commits(stage.repository, other, unsigned("Unsigned, in the other one"), files=files)
    group = queue.queue(stage.repository, other, stage.pull, style="merge")

    done = stage.run_event(stage.events.queued(group))

    assert gate(done, "dco")["outcome"] == "fail"


def beside(stage: Gated, number: int = 8) -> PullRequestState:
    """Another pull request, unsigned and unapproved, that touches the restricted domain."""
    other = builders.open_pull(
        stage.world, stage.repository, number=number, head_ref="other", diff=diff_of("src/other.py")
    )
    files = {"README.md": "# Widgets\n", "src/other.py": "x = 1\n"}
    builders.push_commits(stage.repository, other, unsigned("Unsigned, in the other one"), files=files)
    return other


def reviewed(make: Callable[..., Gated]) -> Gated:
    """A pull request that lacks a sign-off, whose failing gate is waived, and which is approved."""
    stage = make(governance=constitution(restricted=True), commits=[unsigned()])
    stage.approve("maintainer")
    stage.judge()
    _, done = stage.command(f"/steward waive dco --keep {REASON}")
    assert {name: results(done)[name][1] for name in ("dco", "restricted")} == {
        "dco": "waived",
        "restricted": "pass",
    }
    return stage


@pytest.mark.parametrize("style", list(queue.Style))
def test_where_the_queue_does_not_tell_what_was_said_of_one_pull_request_passes_nothing_of_another(
    make: Callable[..., Gated], style: str
) -> None:
    stage = reviewed(make)
    group = queue.queue(stage.repository, beside(stage), stage.pull, style=style)
    stage.repository.queues.clear()

    done = stage.run_event(stage.events.queued(group))

    assert results(done)["restricted"][1] == "unmeasured"
    assert results(done)["dco"][1] == ("unmeasured" if style == "squash" else "fail")
    assert "maximum group size 1" in gate(done, "restricted")["findings"][0]["mend"]
    assert (
        "No waiver counts here: the merge group holds more than the pull request that it names"
        in done.summary
    )
    assert (done.exit_code, stage.check(group.head_sha)[0]) == (1, "failure")


@pytest.mark.parametrize("style", list(queue.Style))
def test_a_group_on_top_of_another_one_s_holds_one_pull_request(
    make: Callable[..., Gated], style: str
) -> None:
    stage = reviewed(make)
    ahead = queue.queue(stage.repository, beside(stage), style=style)
    group = queue.queue(stage.repository, stage.pull, style=style, onto=ahead.head_sha)

    done = stage.run_event(stage.events.queued(group))

    assert {name: results(done)[name][1] for name in ("dco", "restricted")} == {
        "dco": "waived",
        "restricted": "pass",
    }
    assert done.exit_code == 0


@pytest.mark.parametrize("style", list(queue.Style))
def test_a_pull_request_of_several_commits_is_one(make: Callable[..., Gated], style: str) -> None:
    stage = reviewed(make)
    stage.commit(signed("One"), unsigned("Two"), signed("Three"))
    stage.approve("maintainer")

    _, done = enqueue(stage, style)

    assert {name: results(done)[name][1] for name in ("dco", "restricted")} == {
        "dco": "waived",
        "restricted": "pass",
    }


def test_commits_that_cannot_be_read_tell_nothing_of_whom_the_group_holds(
    make: Callable[..., Gated], github: GitHubServer
) -> None:
    """The group's own are read with its files; the pull request's, which they are copies of, are not."""
    stage = reviewed(make)
    stage.commit(signed("One"), unsigned("Two"))
    stage.approve("maintainer")
    github.fault("GET", "repos/compare-commits", "502", times="always", skip=1)

    _, done = enqueue(stage, "rebase")

    assert {name: results(done)[name][1] for name in ("dco", "restricted")} == {
        "dco": "fail",
        "restricted": "unmeasured",
    }
    assert done.exit_code == 1


@pytest.mark.parametrize(("style", "more"), [("merge", 4), ("squash", 5), ("rebase", 5)])
def test_gates_in_the_queue_ask_for_little_more(make: Callable[..., Gated], style: str, more: int) -> None:
    """What is squashed or rebased is held against the pull request's own commits, and the named check is on the
    group's head, ours on the one that was judged."""
    changed = {"src/widgets.py": "x = 1\n", "requirements.txt": "a==1\n"}
    stage = make(
        settings=EVERY_GATE, governance=constitution(restricted=True), after=changed, commits=[unsigned()]
    )
    stage.approve("maintainer")
    stage.judge()
    stage.set_policy(PATH, ALL_OFF)
    free = len(asked_for(stage, style))
    stage.set_policy(PATH, EVERY_GATE)
    stage.command(f"/steward waive dco {REASON}")

    made = asked_for(stage, style)

    assert len([one for one in made if "/permission" not in one]) == free + more, "\n".join(made)


def asked_for(stage: Gated, style: str) -> list[str]:
    asked = len(stage.github.requests)
    enqueue(stage, style)
    return [str(one.request) for one in stage.github.requests[asked:]]


def test_no_model_and_no_comment_and_few_requests(make: Callable[..., Gated], github: GitHubServer) -> None:
    stage = make(commits=[signed()])
    asked = len(github.requests)

    enqueue(stage, "squash")

    made = [str(one.request).split("?")[0] for one in github.requests[asked:]]
    assert len(made) <= 9, made
    assert [one for one in made if one.startswith(("POST", "PATCH", "DELETE"))] == [
        "POST /repos/example-org/widgets/check-runs"
    ]
