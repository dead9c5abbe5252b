"""Every event, through the real entrypoint: what becomes of it, on which commit it shows, and the exit code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from steward import pipeline
from steward.intake.event import SUPPORTED
from steward.intake.facts import decode_facts
from steward.report import document
from steward.report.check import name_for
from tests.github import builders, localgit, objects
from tests.github.events import DEPENDABOT, Event, Events
from tests.github.nouns import ACTIONS_BOT, Change, Issue, PullRequestState, User
from tests.github.objects import fake_sha
from tests.github.patches import rows_of
from tests.github.runner import Outcome, Runner
from tests.github.server import GitHubServer
from tests.github.world import Repository, World
from tests.unit import build

NAME = "Steward evaluation"
PERSON = User(login="bystander", id=1)


def diff_of(*paths: str) -> bytes:
    """New files of one line each."""
    return b"".join(
        b"diff --git a/%(p)b b/%(p)b\nnew file mode 100644\nindex 0000000..d00491f\n--- /dev/null\n+++ b/%(p)b\n"
        b"@@ -0,0 +1 @@\n+1\n" % {b"p": path.encode()}
        for path in paths
    )


AMBER = diff_of("src/a.py")
# Sensitive, untested, undocumented, five source files of more than a thousand lines.
RED = diff_of("src/auth.py", "src/b.py", "src/c.py", "src/d.py") + (
    b"diff --git a/src/e.py b/src/e.py\nnew file mode 100644\nindex 0000000..d00491f\n--- /dev/null\n"
    b"+++ b/src/e.py\n@@ -0,0 +1,2000 @@\n" + b"+1\n" * 2000
)


@pytest.fixture
def pull(world: World, repository: Repository) -> PullRequestState:
    """Pull request 7: a source file without a test, amber."""
    return builders.open_pull(world, repository, diff=AMBER)


@pytest.fixture
def red(world: World, repository: Repository) -> PullRequestState:
    """Pull request 8: a red one."""
    return builders.open_pull(world, repository, diff=RED, number=8, head_ref="red")


def name_under(base: str) -> str:
    made = build.record()
    return name_for(NAME, structs.replace(made, base=structs.replace(made.base, name=base)))


def test_no_two_bases_share_a_name_for() -> None:
    """A pass under one base would otherwise satisfy the rule of another."""
    shown_alike = [
        "rel\u200b",
        "relU+200B",
        "rel\u200b ",
        "rel U+200B",
        "rel\udce9",
        "rel\\xE9",
        "rel\\udce9",
    ]
    long = ["x" * 100 + middle + "x" * 300 for middle in ("a", "b", "…")]
    bases = [*shown_alike, *long, "main", "release", "release/1", "é", "e\u0301"]
    names = [name_under(base) for base in bases]
    assert len(set(names)) == len(bases)
    # What stands for a hidden character can be told from a branch that is really called so.
    hidden = name_under("rel\u200b").removeprefix(f"{NAME} (").removesuffix(")")
    assert name_under(hidden) != name_under("rel\u200b")
    assert all(one.isprintable() and len(one) < 300 for one in names)
    assert name_under("release/1") == f"{NAME} (release/1)"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GITHUB_REPOSITORY", "../x"),
        ("GITHUB_API_URL", "http://x:99999"),
        ("GITHUB_API_URL", "http://a b"),
        ("GITHUB_API_URL", "http://user:secret@127.0.0.1"),
        ("INPUT_GITHUB-TOKEN", "ghs_one two"),
    ],
)
def test_what_no_request_can_be_made_with_is_an_input_error_and_none_is_made(
    github: GitHubServer, runner: Runner, events: Events, pull: PullRequestState, name: str, value: str
) -> None:
    done = runner.run(events.pull_request(pull), extra={name: value})

    assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
    assert name.removeprefix("INPUT_").lower() in worded(done).lower()
    assert asked(github) == []


def asked(github: GitHubServer) -> list[str]:
    return sorted(str(one.request) for one in github.requests)


def checks(repository: Repository) -> list[tuple[str, str, str | None]]:
    return [(run.name, run.head_sha, run.conclusion) for run in repository.check_runs.values()]


def worded(done: Outcome) -> str:
    """What the run says of itself when it failed, in the one annotation of it; no traceback beside it."""
    assert done.exit_code == 2
    assert "Traceback" not in done.log
    assert done.outputs["state"] == "failed"
    assert done.outputs["verdict"] == "fail"
    (error,) = done.annotations("error")
    assert f"failed({done.outputs['reason']})" in done.summary
    return error.data


# -------------------------------------------------------------------------------------- pull requests


def pull_request_event(events: Events, pull: PullRequestState, action: str, name: str) -> Event:
    if action == "title edited":
        return events.title_edited(pull, "before")
    label = "a label" if "labeled" in action else None
    return events.pull_request(pull, action, label=label, name=name)


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ("opened", "pull_request"),
        ("synchronize", "pull_request"),
        ("converted_to_draft", "pull_request"),
        ("unlabeled", "pull_request"),
        ("assigned", "pull_request"),
        ("title edited", "pull_request"),
        ("opened", "pull_request_target"),
    ],
)
def test_a_pull_request_gets_one_comment_and_one_check_on_its_head(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState, action: str, name: str
) -> None:
    done = runner.run(pull_request_event(events, pull, action, name))

    assert (done.exit_code, done.outputs["state"], done.outputs["verdict"]) == (0, "done", "warn")
    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]
    (comment,) = repository.comments_on(7)
    assert done.outputs["comment-url"].endswith(f"#issuecomment-{comment.id}")


@pytest.mark.parametrize("name", ["pull_request", "pull_request_target"])
def test_a_closed_pull_request_is_left_alone(
    github: GitHubServer, runner: Runner, events: Events, pull: PullRequestState, name: str
) -> None:
    pull.state = "closed"

    done = runner.run(events.pull_request(pull, "closed", name=name))

    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (0, "skipped", "closed")
    assert done.outputs["verdict"] == ""
    assert asked(github) == []
    assert "pull request #7 is closed: nothing to evaluate" in done.log


def test_a_base_that_changed_is_judged_under_a_name_of_its_own(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    runner.run(events.pull_request(pull))
    before, pull.base_ref = pull.base_ref, "release/1"
    pull.base_sha = fake_sha("release")

    runner.run_id += 1
    runner.run(events.base_edited(pull, before, fake_sha("main")))

    assert checks(repository) == [
        (NAME, pull.head_sha, "neutral"),
        (f"{NAME} (release/1)", pull.head_sha, "neutral"),
    ]
    assert len(repository.comments_on(7)) == 1


def test_a_title_that_changed_changes_the_comment_and_not_the_scores(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    first = runner.run(events.pull_request(pull))
    before, pull.title = pull.title, "Another title"

    runner.run_id += 1
    second = runner.run(events.title_edited(pull, before))

    assert "`Another title`" in repository.comments_on(7)[0].body
    names = [name for name in first.outputs if name not in ("report", "check-url")]
    assert {name: second.outputs[name] for name in names} == {name: first.outputs[name] for name in names}


@pytest.mark.parametrize(
    "make",
    [
        pytest.param({"body": None}, id="null body"),
        pytest.param({"deleted_fork": True}, id="deleted fork"),
        pytest.param({"draft": True}, id="draft"),
        pytest.param({"author": DEPENDABOT}, id="bot"),
        pytest.param({"author": User(login="ghost", id=10137)}, id="ghost"),
    ],
)
def test_an_unusual_pull_request_is_evaluated_as_any_other(
    world: World, runner: Runner, events: Events, repository: Repository, make: dict[str, Any]
) -> None:
    pull = builders.open_pull(world, repository, diff=AMBER, **make)

    done = runner.run(events.pull_request(pull))

    assert (done.exit_code, done.outputs["verdict"]) == (0, "warn")
    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]


@pytest.mark.parametrize(
    ("make", "kind", "shown"),
    [
        ({"draft": True}, "draft", []),
        ({"author": DEPENDABOT}, "bot", [(NAME, "neutral", "skipped: opened by a bot")]),
    ],
)
def test_what_the_settings_skip_is_skipped(
    world: World,
    runner: Runner,
    events: Events,
    repository: Repository,
    make: dict[str, Any],
    kind: str,
    shown: list[tuple[str, str, str]],
) -> None:
    repository.files[".github/steward.yml"] = objects.as_entry("skip: [draft, bot]")
    pull = builders.open_pull(world, repository, diff=AMBER, **make)

    done = runner.run(events.pull_request(pull))

    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (0, "skipped", kind)
    assert [(run.name, run.conclusion, run.title) for run in repository.check_runs.values()] == shown
    assert repository.comments_on(7) == []


# ------------------------------------------------------------------------------------------- reviews


@pytest.mark.parametrize("action", ["submitted", "edited", "dismissed"])
def test_a_review_s_payload_lacks_the_totals_so_they_are_asked_for(
    github: GitHubServer,
    world: World,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    action: str,
) -> None:
    event = events.review(pull, builders.add_review(world, pull, world.user("reviewer")), action)
    assert "additions" not in event.payload["pull_request"]

    done = runner.run(event)

    assert (done.exit_code, done.outputs["verdict"]) == (0, "warn")
    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]
    # Once for the totals, and once to see that the head has not moved on meanwhile.
    assert asked(github).count("GET /repos/example-org/widgets/pulls/7") == 1


def test_a_review_whose_totals_cannot_be_asked_for_is_a_failure_on_the_head(
    github: GitHubServer,
    world: World,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
) -> None:
    github.fault(
        "GET",
        lambda request: request.path.endswith("pulls/7") and not request.wants_diff,
        "403",
        times="always",
    )

    done = runner.run(events.review(pull, builders.add_review(world, pull, world.user("reviewer"))))

    assert worded(done)
    assert checks(repository) == [(NAME, pull.head_sha, "failure")]


# ------------------------------------------------------------------------------------------- comments


@pytest.mark.parametrize(
    ("where", "user", "body", "reason"),
    [
        ("pull request", PERSON, "Looks good", "not_asked"),
        ("pull request", PERSON, "Please:\n/steward evaluate", "not_asked"),
        ("pull request", PERSON, "```\n/steward evaluate\n```", "not_asked"),
        ("issue", PERSON, "/steward evaluate", "not_asked"),
        ("pull request", ACTIONS_BOT, '<!-- steward:v1 {"pr":7} -->\n/steward rerun', "self"),
        ("issue", PERSON, "Looks bad", "not_asked"),
        ("issue", DEPENDABOT, "/steward rerun", "self"),
    ],
    ids=[
        "a person",
        "a second line",
        "a block of code",
        "a command on an issue",
        "ours",
        "a person, on an issue",
        "a bot, on an issue",
    ],
)
def test_a_comment_is_silence(
    github: GitHubServer,
    world: World,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    where: str,
    user: User,
    body: str,
    reason: str,
) -> None:
    issue = repository.issues.setdefault(3, Issue(number=3, title="An issue", author=world.user("reporter")))
    place = pull if where == "pull request" else issue
    comment = builders.add_comment(world, repository, place.number, body, user=user)

    done = runner.run(events.comment(place, comment), {"fail-on": "not a status"})

    assert (done.exit_code, done.outputs["state"], done.outputs["reason"]) == (0, "skipped", reason)
    assert asked(github) == []
    assert [command.name for command in done.commands] == ["add-mask"]
    assert len(done.log.splitlines()) == 2
    assert done.summary == ""


# ---------------------------------------------------------------------------------------- merge queue


def queue(repository: Repository, events: Events, git: Path, number_of_files: int) -> Event:
    """A group of the merge queue that adds so many files."""
    before = objects.files({"README.md": "# Widgets\n"})
    after = {
        **before,
        **objects.files({f"src/f{number:03}.py": "x = 1\n" for number in range(number_of_files)}),
    }
    base, head = localgit.write_repository(git, before, after)
    builders.adopt_git(repository, git)
    return events.merge_group(base, head)


def test_a_merge_group_is_judged_on_its_own_head_under_the_same_name(
    github: GitHubServer,
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    tmp_path: Path,
) -> None:
    runner.run(events.pull_request(pull))
    asked_before = len(github.requests)
    event = queue(repository, events, tmp_path / "git", 1)
    group = event.payload["merge_group"]

    done = runner.run(event)

    (of_the_pull_request, of_the_group) = checks(repository)
    assert of_the_pull_request == (NAME, pull.head_sha, "neutral")
    assert of_the_group == (NAME, group["head_sha"], "neutral")
    assert (done.exit_code, done.outputs["comment-url"]) == (0, "")
    assert sorted(str(one.request).split("?")[0] for one in github.requests[asked_before:]) == [
        f"GET /repos/example-org/widgets/compare/{group['base_sha']}...{group['head_sha']}",
        "GET /repos/example-org/widgets/contents/",
        # Waivers and approvals are those of the pull request that the group holds.
        "GET /repos/example-org/widgets/issues/7/comments",
        "GET /repos/example-org/widgets/pulls/7",
        "POST /repos/example-org/widgets/check-runs",
    ]


@pytest.mark.parametrize(
    ("files", "checkout", "source", "complete"),
    [
        (299, False, "compare", True),
        (300, True, "git", True),
        (301, True, "git", True),
        (301, False, "compare", False),
    ],
)
def test_a_merge_group_is_read_by_comparing_then_by_git_else_it_is_said_to_be_incomplete(
    runner: Runner,
    events: Events,
    repository: Repository,
    tmp_path: Path,
    files: int,
    checkout: bool,
    source: str,
    complete: bool,
) -> None:
    git = tmp_path / "git"
    event = queue(repository, events, git, files)
    runner.workspace = git if checkout else None

    done = runner.run(event)

    assert f'"read_from":"{source}"' in done.outputs["report"].replace(": ", ":")
    (check,) = repository.check_runs.values()
    assert (check.title == "file list incomplete: 300 of more") is not complete
    assert (done.outputs["correctness"] == "unknown") is not complete
    assert done.exit_code == 0


def test_the_facts_of_a_merge_group_can_be_saved_and_judged_again(
    runner: Runner, events: Events, repository: Repository, tmp_path: Path
) -> None:
    file = tmp_path / "facts.json"

    done = runner.run(queue(repository, events, tmp_path / "git", 1), {"facts-file": str(file)})

    again = pipeline.judge(decode_facts(file.read_bytes()))
    assert document.encode(document.document(again)).decode() == done.outputs["report"]


def test_an_incomplete_merge_group_does_not_pass_a_check_that_may_fail(
    runner: Runner, events: Events, repository: Repository, tmp_path: Path
) -> None:
    done = runner.run(queue(repository, events, tmp_path / "git", 301), {"fail-on": "red"})

    assert [run.conclusion for run in repository.check_runs.values()] == ["failure"]
    assert done.exit_code == 1


def test_a_merge_group_for_another_branch_has_that_branch_in_the_name(
    runner: Runner, events: Events, repository: Repository, tmp_path: Path
) -> None:
    event = queue(repository, events, tmp_path / "git", 1)
    group = {**event.payload["merge_group"], "base_ref": "refs/heads/release"}

    runner.run(replace(event, payload={**event.payload, "merge_group": group}))

    assert [run.name for run in repository.check_runs.values()] == [f"{NAME} (release)"]


def test_a_merge_group_that_is_gone_is_left_alone(
    github: GitHubServer, runner: Runner, events: Events
) -> None:
    done = runner.run(events.merge_group(fake_sha("base"), fake_sha("head"), action="destroyed"))

    assert (done.exit_code, done.outputs["reason"]) == (0, "closed")
    assert asked(github) == []


# ------------------------------------------------------------------------------- on the default branch


def by_number(events: Events, name: str) -> Event:
    return events.schedule() if name == "schedule" else events.workflow_dispatch({"number": "7"})


@pytest.mark.parametrize("name", ["workflow_dispatch", "schedule"])
def test_a_pull_request_named_by_its_number_gets_its_check_on_its_head(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState, name: str
) -> None:
    event = by_number(events, name)

    done = runner.run(event, {"pull-request": "7"})

    assert (done.exit_code, done.outputs["verdict"]) == (0, "warn")
    assert checks(repository) == [(NAME, pull.head_sha, "neutral")]
    assert event.sha != pull.head_sha


@pytest.mark.parametrize("name", ["workflow_dispatch", "schedule"])
def test_without_a_number_the_words_to_use_are_said(
    github: GitHubServer, runner: Runner, events: Events, pull: PullRequestState, name: str
) -> None:
    done = runner.run(by_number(events, name))

    assert "with: {pull-request: 123}" in worded(done)
    assert done.outputs["reason"] == "event_unsupported"
    assert asked(github) == []


@pytest.mark.parametrize(
    ("number", "reason", "said"),
    [
        ("99", "not_found", "GitHub found nothing at GET /repos/example-org/widgets/pulls/99"),
        ("7", "not_found", "pull request #7 is closed"),
        ("seven", "input_invalid", "input pull-request is 'seven'; allowed: the number of a pull request"),
    ],
    ids=["unknown", "closed", "no number"],
)
def test_a_number_that_names_no_open_pull_request_is_said(
    runner: Runner,
    events: Events,
    repository: Repository,
    pull: PullRequestState,
    number: str,
    reason: str,
    said: str,
) -> None:
    pull.state = "closed"

    done = runner.run(events.workflow_dispatch(), {"pull-request": number})

    assert said in worded(done)
    assert done.outputs["reason"] == reason
    assert checks(repository) == []


@pytest.mark.parametrize(
    ("name", "exit_code"), [("pull_request", 1), ("workflow_dispatch", 0), ("schedule", 0)]
)
def test_a_failing_verdict_is_the_job_s_only_where_the_job_shows_on_the_pull_request(
    runner: Runner, events: Events, repository: Repository, red: PullRequestState, name: str, exit_code: int
) -> None:
    event = events.pull_request(red) if name == "pull_request" else by_number(events, name)

    done = runner.run(event, {"pull-request": "8", "fail-on": "red"})

    assert checks(repository) == [(NAME, red.head_sha, "failure")]
    assert (done.outputs["verdict"], done.exit_code) == ("fail", exit_code)


def test_a_failing_verdict_that_no_check_carries_is_the_job_s_everywhere(
    github: GitHubServer, runner: Runner, events: Events, red: PullRequestState
) -> None:
    github.fault("POST", "checks/create", "403", times="always")

    done = runner.run(events.workflow_dispatch(), {"pull-request": "8", "fail-on": "red"})

    assert (done.outputs["verdict"], done.exit_code) == ("fail", 1)


# ------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize("name", ["push", "check_run", "release", "pull_request_review_comment"])
def test_any_other_event_is_refused_with_the_ones_that_are_not(
    github: GitHubServer, runner: Runner, events: Events, name: str
) -> None:
    done = runner.run(replace(events.push(), name=name))

    said = worded(done)
    assert f"the event {name} is not supported" in said
    assert all(supported in said for supported in SUPPORTED)
    assert done.outputs["reason"] == "event_unsupported"
    assert asked(github) == []


@pytest.mark.parametrize(
    "payload",
    [
        b"<html>Bad Gateway</html>",
        b'{"action": "opened", "pull_request": null}',
        b'{"action": "opened", "pull_request": {"number": 7, "head": {"sha": "HEAD", "ref": "x"}}}',
        b'{"pull_request": ' + b"[" * 1_000_000,
        b'{"action": "op',
    ],
    ids=["html", "null", "no sha", "deep", "cut"],
)
def test_a_payload_that_is_none_is_refused_in_words(
    github: GitHubServer,
    runner: Runner,
    events: Events,
    pull: PullRequestState,
    payload: bytes,
    tmp_path: Path,
) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(payload)

    done = runner.run(events.pull_request(pull), extra={"GITHUB_EVENT_PATH": str(file)})

    assert worded(done).startswith("the payload of the event pull_request ")
    assert done.outputs["reason"] == "event_unsupported"
    assert asked(github) == []


@pytest.mark.parametrize(
    ("path", "reason", "said"),
    [
        ("", "input_invalid", "GITHUB_EVENT_PATH is not set"),
        (
            "/nowhere/event.json",
            "event_unsupported",
            "The file at GITHUB_EVENT_PATH must hold the event's JSON",
        ),
        ("/", "event_unsupported", "The file at GITHUB_EVENT_PATH must hold the event's JSON"),
    ],
    ids=["not set", "not there", "a folder"],
)
def test_a_missing_payload_is_said(
    runner: Runner, events: Events, pull: PullRequestState, path: str, reason: str, said: str
) -> None:
    done = runner.run(events.pull_request(pull), extra={"GITHUB_EVENT_PATH": path})

    assert said in worded(done)
    assert done.outputs["reason"] == reason


def test_a_payload_of_many_megabytes_is_read(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    pull.body = "😀" * 5_000_000

    done = runner.run(events.pull_request(pull))

    assert (done.exit_code, done.outputs["verdict"]) == (0, "warn")
    assert len(repository.comments_on(7)[0].body) < 60_000


def test_a_change_of_no_file_is_nothing_to_score(
    world: World, runner: Runner, events: Events, repository: Repository
) -> None:
    pull = builders.open_pull(world, repository, change=Change(diff=b"", rows=rows_of(b"")))

    done = runner.run(events.pull_request(pull))

    assert [(run.conclusion, run.title) for run in repository.check_runs.values()] == [
        ("neutral", "nothing to score")
    ]
    assert done.exit_code == 0
