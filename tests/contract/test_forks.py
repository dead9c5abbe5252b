"""Forks and Dependabot: a run that may not write says everything elsewhere, and the publisher writes for it.

The publisher believes nothing that the first run, or whoever started it, could have forged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from steward.intake.event import Head
from tests.contract.gated import Gated, gate
from tests.contract.test_events import AMBER, NAME, RED, asked, checks, diff_of
from tests.contract.test_gates import COBERTURA, constitution
from tests.contract.test_waivers import WAIVE
from tests.docs.pages import workflows
from tests.github import builders
from tests.github.commits import signed, unsigned
from tests.github.events import DEPENDABOT, Event, Events
from tests.github.exchange import Request
from tests.github.nouns import Change, PullRequestState, WorkflowRun
from tests.github.objects import fake_sha
from tests.github.patches import rows_of
from tests.github.runner import ROOT, Outcome, Runner
from tests.github.server import GitHubServer
from tests.github.world import Repository, World

WORKFLOWS = ROOT / "examples" / "workflows"


@pytest.fixture
def fork(world: World) -> Repository:
    return world.add_repository("stranger/widgets", fork=True)


@pytest.fixture
def pull(world: World, repository: Repository, fork: Repository) -> PullRequestState:
    """Pull request 7 from the branch `topic` of a stranger's fork."""
    return builders.open_pull(world, repository, diff=AMBER, fork=fork, author=world.user("stranger"))


def finished(events: Events, pull: PullRequestState, **changed: Any) -> Event:
    """The first workflow has ended on this pull request; `changed` is what its payload says instead."""
    run = WorkflowRun(
        id=5,
        head_sha=pull.head_sha,
        head_branch=pull.head_ref,
        head_repository=pull.head_repository or events.repository.full_name,
        actor=pull.author,
    )
    event = events.workflow_run(run)
    return replace(
        event, payload={**event.payload, "workflow_run": {**event.payload["workflow_run"], **changed}}
    )


def repository_of(full_name: str) -> dict[str, Any]:
    return {"full_name": full_name, "owner": {"login": full_name.partition("/")[0], "id": 1, "type": "User"}}


def wrote_nothing(github: GitHubServer, repository: Repository) -> bool:
    writes = [one for one in github.requests if one.request.is_write]
    return not (writes or repository.comments or repository.check_runs)


def verdict(done: Outcome) -> dict[str, str]:
    """The outputs that do not depend on where the run could write."""
    return {name: text for name, text in done.outputs.items() if name not in ("comment-url", "check-url")}


# ----------------------------------------------------------------------------------- the first run


def test_where_a_run_may_not_write_everything_else_carries_its_verdict(
    world: World, runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    pull.change = Change(
        diff=(many := diff_of(*(f"src/f{number:02}.py" for number in range(15)))), rows=rows_of(many)
    )
    world.job.read_only = True

    done = runner.run(events.pull_request(pull))

    assert (repository.comments, repository.check_runs) == ({}, {})
    assert (done.exit_code, done.outputs["verdict"], done.outputs["overall"]) == (0, "warn", "68")
    assert (done.outputs["comment-url"], done.outputs["check-url"]) == ("", "")
    assert len(done.annotations("warning")) == 10
    assert {one.properties["file"] for one in done.annotations("warning") if "file" in one.properties} < {
        f"src/f{number:02}.py" for number in range(15)
    }
    assert all(part in done.summary for part in ("68 amber", "#### What would raise it", "`src/f14.py`"))
    assert done.log.count("No comment: ") == 1
    assert "with 403. The token may not do this" in done.log


@pytest.mark.parametrize(("fail_on", "exit_code"), [("never", 0), ("red", 1)])
def test_where_a_run_may_not_write_its_exit_code_is_the_verdict(
    world: World, runner: Runner, events: Events, pull: PullRequestState, fail_on: str, exit_code: int
) -> None:
    pull.change = Change(diff=RED, rows=rows_of(RED))
    world.job.read_only = True

    done = runner.run(events.pull_request(pull), {"fail-on": fail_on})

    assert done.exit_code == exit_code
    assert [len(done.annotations("error")), "blocked: fail-on" in done.summary] == [
        exit_code,
        bool(exit_code),
    ]


def test_a_run_on_a_fork_that_may_write_does(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    runner.run(events.pull_request(pull))

    assert len(repository.comments_on(7)) == 1
    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]


# ------------------------------------------------------------------------------------- the publisher


def test_the_publisher_writes_what_the_first_run_could_not(
    github: GitHubServer,
    world: World,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
) -> None:
    world.job.read_only = True
    first = runner.run(events.pull_request(pull))
    world.job.read_only = False
    before = len(github.requests)

    runner.run_id += 1
    second = runner.run(finished(events, pull))

    assert verdict(second) == verdict(first)
    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]
    (comment,) = repository.comments_on(7)
    assert "73 amber" in comment.body
    assert not any("/actions/" in str(one) for one in github.requests[before:])


def test_the_publisher_s_own_job_is_green_when_the_check_it_made_is_red(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    pull.change = Change(diff=RED, rows=rows_of(RED))

    done = runner.run(finished(events, pull), {"fail-on": "red", "mode": "publish"})

    assert checks(repository) == [(NAME, pull.head_sha, "failure")]
    assert (done.outputs["verdict"], done.exit_code) == ("fail", 0)


def test_dependabot_works_in_the_repository_itself_and_is_published(
    world: World, runner: Runner, events: Events, repository: Repository
) -> None:
    pull = builders.open_pull(
        world, repository, diff=AMBER, author=DEPENDABOT, head_ref="dependabot/pip/x-1.2"
    )

    done = runner.run(finished(events, pull))

    assert done.outputs["verdict"] == "warn"
    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]
    assert len(repository.comments_on(7)) == 1


def test_a_person_s_branch_of_the_repository_itself_is_left_to_its_own_run(
    github: GitHubServer, world: World, runner: Runner, events: Events, repository: Repository
) -> None:
    pull = builders.open_pull(world, repository, diff=AMBER)

    done = runner.run(finished(events, pull))

    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (0, "skipped", "not_asked")
    assert "this pull request's own run may write: nothing to publish" in done.log
    assert wrote_nothing(github, repository)


def test_another_bot_s_branch_is_left_to_its_own_run_which_may_write(
    github: GitHubServer, world: World, runner: Runner, events: Events, repository: Repository
) -> None:
    pull = builders.open_pull(
        world, repository, diff=AMBER, author=world.user("renovate[bot]", type="Bot"), head_ref="renovate/x"
    )

    done = runner.run(finished(events, pull))

    assert done.outputs["reason"] == "not_asked"
    assert "this pull request's own run may write: nothing to publish" in done.log
    assert wrote_nothing(github, repository)


def test_a_bot_is_one_by_github_s_word_and_not_by_its_name(
    github: GitHubServer, world: World, runner: Runner, events: Events, repository: Repository
) -> None:
    pull = builders.open_pull(
        world, repository, diff=AMBER, author=world.user("dependabot[bot]", type="User")
    )

    done = runner.run(finished(events, pull))

    assert done.outputs["reason"] == "not_asked"
    assert wrote_nothing(github, repository)


@pytest.mark.parametrize(
    "started_by", ["push", "schedule", "workflow_dispatch", "pull_request_target", "merge_group"]
)
def test_a_workflow_that_ran_on_something_else_is_left_alone(
    github: GitHubServer, runner: Runner, events: Events, pull: PullRequestState, started_by: str
) -> None:
    done = runner.run(finished(events, pull, event=started_by))

    assert (done.exit_code, done.outputs["reason"]) == (0, "not_asked")
    assert asked(github) == []


def test_a_pull_request_that_was_closed_meanwhile_is_left_alone(
    github: GitHubServer, runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    event = finished(events, pull)
    pull.state = "closed"

    done = runner.run(event)

    assert (done.exit_code, done.outputs["reason"]) == (0, "closed")
    assert wrote_nothing(github, repository)


def test_a_fork_that_is_gone_is_left_alone(
    github: GitHubServer, runner: Runner, events: Events, pull: PullRequestState
) -> None:
    done = runner.run(finished(events, pull, head_repository=None))

    assert (done.exit_code, done.outputs["reason"]) == (0, "closed")
    assert asked(github) == []


# ----------------------------------------------------------------------------- gates of a fork's change


class Forked(Gated):
    """A pull request of a fork, whose own runs may only read."""

    def __init__(self, github: GitHubServer, home: Path, **given: Any) -> None:
        super().__init__(github, home, **given)
        fork = self.world.add_repository("stranger/widgets", fork=True, parent="example-org/widgets")
        self.pull.head_repository = fork.full_name
        self.runner.workspace = home / "workspace"
        self.runner.workspace.mkdir()

    def of_its_own(self, hits: int | None = None, event: Event | None = None) -> Outcome:
        """The pull request's own run, with a coverage file of ten lines or without one."""
        inputs = {}
        if hits is not None and self.runner.workspace is not None:
            lines = "".join(f'<line number="{at}" hits="{int(at <= hits)}"/>' for at in range(1, 11))
            (self.runner.workspace / "coverage.xml").write_text(COBERTURA.format(lines=lines))
            inputs = {"coverage-file": "coverage.xml"}
        self.world.job.read_only = True
        done = self.run_event(event or self.events.pull_request(self.pull), inputs)
        self.world.job.read_only = False
        return done

    def published(self, after: Outcome, **changed: Any) -> Outcome:
        """The publisher's run, which the end of that one starts."""
        ended = {"conclusion": "failure" if after.exit_code else "success", **changed}
        return self.run_event(finished(self.events, self.pull, **ended))


COVERED = """gates: {coverage: {mode: enforce}, dco: {mode: enforce}}"""


@pytest.fixture
def forked(github: GitHubServer, tmp_path: Path) -> Callable[..., Forked]:
    return lambda **given: Forked(
        github, tmp_path, **{"settings": COVERED, "governance": constitution(coverage=0.8), **given}
    )


def test_coverage_that_passed_in_the_gate_run_is_not_judged_twice(forked: Callable[..., Forked]) -> None:
    stage = forked()
    own = stage.of_its_own(8)
    assert (gate(own, "coverage")["outcome"], own.exit_code, stage.checks()) == ("pass", 0, [])

    done = stage.published(own)

    found = gate(done, "coverage")
    assert (found["outcome"], found["said"]) == ("not_applicable", "measured in the gate run")
    assert stage.check()[0] == "success"
    assert "| coverage | enforce | ➖ not applicable | Measured in the gate run |" in stage.comment()


@pytest.mark.parametrize("conclusion", ["failure", "cancelled", "timed_out", None])
def test_a_gate_run_that_did_not_succeed_is_not_taken_for_one_that_measured(
    forked: Callable[..., Forked], conclusion: str | None
) -> None:
    stage = forked()
    own = stage.of_its_own(7)
    assert (gate(own, "coverage")["outcome"], own.exit_code) == ("fail", 1)

    done = stage.published(own, conclusion=conclusion)

    assert gate(done, "coverage")["outcome"] == "unmeasured"
    assert stage.check() == ("failure", "87 green, blocked: coverage")
    assert "the gate run, which has the coverage file, did not succeed" in stage.comment()
    assert "Mend what that run says, or waive it" in stage.comment()


@pytest.mark.parametrize("passed", [True, False])
def test_later_runs_know_how_the_gate_run_ended(forked: Callable[..., Forked], passed: bool) -> None:
    stage = forked()
    stage.published(stage.of_its_own(8 if passed else 7))

    _, done = stage.command("/steward evaluate")
    assert gate(done, "coverage")["outcome"] == ("not_applicable" if passed else "unmeasured")
    assert stage.check()[0] == ("success" if passed else "failure")

    review = stage.events.review(stage.pull, stage.approve("maintainer"))
    own = stage.of_its_own(event=review)
    assert own.exit_code == (0 if passed else 1)

    stage.published(own, event="pull_request_review")
    assert stage.check()[0] == ("success" if passed else "failure")


def test_what_a_commit_s_gate_run_measured_says_nothing_of_the_next_one(
    forked: Callable[..., Forked],
) -> None:
    stage = forked()
    stage.published(stage.of_its_own(8))
    stage.commit(signed("Another change"))

    _, done = stage.command("/steward evaluate")

    assert (gate(done, "coverage")["outcome"], stage.check()[0]) == ("unmeasured", "failure")


def test_a_waiver_turns_what_was_published_and_the_next_gate_run(forked: Callable[..., Forked]) -> None:
    stage = forked(commits=[unsigned()])
    own = stage.of_its_own(8)
    stage.published(own)
    assert stage.check() == ("failure", "87 green, blocked: dco, coverage")

    _, done = stage.command(WAIVE)
    assert gate(done, "dco")["outcome"] == "waived"
    assert stage.check() == ("failure", "87 green, blocked: coverage")

    again = stage.of_its_own(8)
    assert (gate(again, "dco")["outcome"], again.exit_code) == ("waived", 0)

    stage.published(again)
    assert stage.check() == ("neutral", "87 green, waived: dco")


def test_a_waiver_that_nobody_has_counted_yet_is_counted_by_no_publisher(
    forked: Callable[..., Forked],
) -> None:
    """Where our comment does not show which commit was judged last, only the run that a waiver starts binds it."""
    stage = forked(commits=[unsigned()], settings="gates: {dco: {mode: enforce}}\ncomment: {mode: changes}\n")
    stage.published(stage.of_its_own())
    stage.say(WAIVE)

    assert gate(stage.published(stage.of_its_own()), "dco")["outcome"] == "fail"


def test_waivers_of_both_gates_open_a_fork_s_change(forked: Callable[..., Forked]) -> None:
    stage = forked(commits=[unsigned()])
    stage.published(stage.of_its_own(7))
    stage.command(WAIVE)

    stage.command("/steward waive coverage the tests of this part come next")

    assert stage.check() == ("neutral", "87 green, waived: dco, coverage")
    again = stage.of_its_own(7)
    assert again.exit_code == 0
    stage.published(again)
    assert stage.check() == ("neutral", "87 green, waived: dco, coverage")


def test_where_no_run_measured_anything_a_waiver_says_what_is_missing(forked: Callable[..., Forked]) -> None:
    stage = forked()
    stage.published(stage.of_its_own())

    _, done = stage.command("/steward waive coverage the tests of this part come next")

    found = gate(done, "coverage")
    assert (found["outcome"], found["findings"][0]["what"]) == ("waived", "no coverage file is given")


def test_a_gate_run_that_a_waiver_let_pass_measured_nothing_for_good(forked: Callable[..., Forked]) -> None:
    stage = forked()
    stage.published(stage.of_its_own(7))
    stage.command("/steward waive coverage the tests of this part come next")
    stage.published(stage.of_its_own(7))

    stage.command("/steward unwaive coverage")

    assert stage.check() == ("failure", "87 green, blocked: coverage")


# ------------------------------------------------------------------------------ a head that moves


def test_a_head_that_moved_before_is_left_to_its_own_run(
    github: GitHubServer, runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    event = finished(events, pull)
    pull.push(head_sha=fake_sha("next"))

    done = runner.run(event)

    assert (done.exit_code, done.outputs["reason"]) == (0, "superseded")
    assert wrote_nothing(github, repository)


def test_a_head_that_moves_between_two_questions_is_left_to_its_own_run(
    github: GitHubServer, runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    def push(request: Request) -> None:
        pull.push(head_sha=fake_sha("next"))

    github.after("GET", "pulls/list", push)

    done = runner.run(finished(events, pull))

    assert (done.exit_code, done.outputs["reason"]) == (0, "superseded")
    assert wrote_nothing(github, repository)


# --------------------------------------------------------------------------- forged and ambiguous


@pytest.fixture
def victim(world: World, repository: Repository) -> PullRequestState:
    """Pull request 1: somebody else's, from a fork of their own."""
    theirs = world.add_repository("victim/widgets", fork=True)
    return builders.open_pull(
        world, repository, diff=RED, number=1, fork=theirs, author=world.user("victim"), head_ref="feature"
    )


def test_a_run_that_claims_somebody_else_s_branch_publishes_nothing(
    github: GitHubServer,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    victim: PullRequestState,
) -> None:
    claim = {"head_repository": repository_of("victim/widgets"), "head_branch": "feature"}

    done = runner.run(finished(events, pull, **claim))

    assert (done.exit_code, done.outputs["reason"]) == (0, "superseded")
    assert wrote_nothing(github, repository)


def test_a_run_that_claims_somebody_else_s_head_too_gets_that_head_s_own_verdict(
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    victim: PullRequestState,
) -> None:
    claim = {
        "head_repository": repository_of("victim/widgets"),
        "head_branch": "feature",
        "head_sha": victim.head_sha,
    }

    done = runner.run(finished(events, pull, **claim))

    assert done.outputs["status"] == "red"
    assert [(name, sha) for name, sha, _ in checks(repository)] == [(NAME, victim.head_sha)]
    assert [comment.issue for comment in repository.comments.values()] == [1]


def test_the_list_of_pull_requests_in_the_payload_is_not_believed(
    github: GitHubServer,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    victim: PullRequestState,
) -> None:
    forged = [{"number": 1, "head": {"sha": pull.head_sha, "ref": "topic"}, "base": {"ref": "main"}}]

    runner.run(finished(events, pull, pull_requests=forged, display_title="#1", check_suite_id=1))

    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]
    assert not any("/1/" in line or "pulls/1" in line for line in asked(github))


@pytest.mark.parametrize(
    "claim",
    [
        {"head_branch": "no-such-branch"},
        {"head_repository": repository_of("stranger/other")},
        {"head_repository": {**repository_of("stranger/widgets"), "owner": {"login": "victim"}}},
        {"head_branch": "topic&head=victim:feature&state=all"},
        {"head_branch": "topic#?x=1"},
    ],
    ids=["branch", "repository", "owner", "query", "fragment"],
)
def test_a_branch_that_no_open_pull_request_has_publishes_nothing(
    github: GitHubServer,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    victim: PullRequestState,
    claim: Mapping[str, Any],
) -> None:
    done = runner.run(finished(events, pull, **claim))

    assert "no open pull request has the finished workflow's branch: nothing to publish" in done.log
    assert (done.exit_code, done.outputs["reason"]) == (0, "closed")
    assert wrote_nothing(github, repository)
    (listed,) = [one.request for one in github.requests if one.request.operation == "pulls/list"]
    assert listed.query["state"] == "open"
    assert listed.query["head"].partition(":")[2] == claim.get("head_branch", "topic")


def test_two_pull_requests_from_one_branch_are_told_apart_by_nobody(
    github: GitHubServer,
    world: World,
    runner: Runner,
    events: Events,
    repository: Repository,
    fork: Repository,
    pull: PullRequestState,
) -> None:
    builders.open_pull(
        world, repository, diff=AMBER, number=8, fork=fork, head_sha=pull.head_sha, base_ref="release"
    )

    done = runner.run(finished(events, pull))

    assert (done.exit_code, done.outputs["reason"]) == (2, "github_api")
    assert "several open pull requests have the finished workflow's branch: #" in done.log
    assert wrote_nothing(github, repository)


def test_a_wrong_type_in_the_payload_is_refused(
    github: GitHubServer, runner: Runner, events: Events, pull: PullRequestState
) -> None:
    done = runner.run(finished(events, pull, head_sha="HEAD"))

    assert (done.exit_code, done.outputs["reason"]) == (2, "event_unsupported")
    assert asked(github) == []


def test_an_event_names_a_head_and_nothing_that_could_be_asked_for_directly() -> None:
    assert Head.__struct_fields__ == ("owner", "repository", "branch", "sha")


# ------------------------------------------------------------------ the examples, call by call


def permissions(workflow: str) -> dict[str, str]:
    """The permissions of the one job of an example workflow."""
    document = yaml.load((WORKFLOWS / workflow).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
    assert document["permissions"] == {}
    (job,) = document["jobs"].values()
    return dict(job["permissions"])


def run_as(workflow: str, runner: Runner, events: Events, pull: PullRequestState) -> Outcome:
    if workflow == "steward.yml":
        return runner.run(events.pull_request(pull))
    return runner.run(finished(events, pull))


@pytest.mark.parametrize(
    ("workflow", "page"),
    [("steward.yml", ROOT / "README.md"), ("steward-publish.yml", ROOT / "docs" / "action.md")],
)
def test_the_example_is_the_one_that_the_page_shows(workflow: str, page: Path) -> None:
    (shown,) = [text for text, _ in workflows(page)]

    assert (WORKFLOWS / workflow).read_text(encoding="utf-8") == shown


def test_the_publisher_waits_for_the_first_workflow_by_its_name() -> None:
    first, second = (
        yaml.load((WORKFLOWS / name).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
        for name in ("steward.yml", "steward-publish.yml")
    )

    assert second["on"]["workflow_run"]["workflows"] == [first["name"]]
    assert [step["uses"] for step in second["jobs"]["publish"]["steps"]] == ["org/steward@v1"]


@pytest.mark.parametrize("workflow", ["steward.yml", "steward-publish.yml"])
def test_the_permissions_of_the_example_are_enough_in_a_private_repository(
    github: GitHubServer,
    world: World,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    workflow: str,
) -> None:
    repository.private = True
    world.job.permissions = permissions(workflow)

    done = run_as(workflow, runner, events, pull)

    assert [str(one) for one in github.requests if one.status >= 400] == []
    assert done.exit_code == 0
    assert len(repository.comments_on(7)) == 1
    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]


@pytest.mark.parametrize("workflow", ["steward.yml", "steward-publish.yml"])
@pytest.mark.parametrize(
    ("scope", "outcome"),
    [("contents", (2, "failed")), ("pull-requests", (2, "failed")), ("checks", (0, "done"))],
)
def test_each_permission_of_the_example_is_needed_and_its_absence_is_said_and_never_green(
    world: World,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    workflow: str,
    scope: str,
    outcome: tuple[int, str],
) -> None:
    repository.private = True
    granted = permissions(workflow)
    world.job.permissions = {name: level for name, level in granted.items() if name != scope}

    done = run_as(workflow, runner, events, pull)

    assert set(granted) == {"contents", "pull-requests", "checks"}
    assert (done.exit_code, done.outputs["state"]) == outcome
    assert "with 403" in done.log
    assert {run.conclusion for run in repository.check_runs.values()} <= {"failure"}
