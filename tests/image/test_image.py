"""The image as the runner uses it: `make image` builds it and runs these.

What a container changes is tested here and nothing else: mounts, owners, paths, signals, what is inside.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.github import builders, faults, objects
from tests.github.events import Events
from tests.github.nouns import Change, PullRequestState
from tests.github.patches import rows_of
from tests.github.runner import Runner
from tests.github.server import GitHubServer
from tests.github.world import Repository, World
from tests.image.container import IMAGE, Container, docker, inside

BEFORE = {"src/limiter.py": "x = 1\n" * 10}
AFTER = {
    "src/limiter.py": "x = 2\n" * 10,
    "src/api.py": "y = 1\n",
    "tests/test_limiter.py": "def test(): ...\n",
}
_STRANGER = 1001  # the runner's own user, who owns the workspace on a hosted runner


@pytest.fixture
def change(world: World, repository: Repository, tmp_path: Path) -> PullRequestState:
    """A pull request of three files, and its git repository at tmp_path/git."""
    return builders.open_pull_of_files(
        world, repository, objects.files(BEFORE), objects.files(AFTER), tmp_path / "git"
    )


@pytest.fixture
def container(runner: Runner) -> Container:
    return Container(runner=runner)


def test_a_run_publishes_and_hands_over_outputs(
    container: Container,
    change: PullRequestState,
    events: Events,
    repository: Repository,
    github: GitHubServer,
) -> None:
    done = container.run(events.pull_request(change, "opened"))
    assert done.exit_code == 0, done.log
    assert done.outputs["state"] == "done"
    assert done.outputs["overall"] == "85"
    assert len(repository.comments) == 1
    assert "85" in done.summary
    assert [str(request) for request in github.writes if "check-runs" in str(request)]


def test_a_failing_verdict_fails_the_step(
    container: Container, world: World, repository: Repository, events: Events, tmp_path: Path
) -> None:
    untested = {"src/auth.py": "x = 1\n"}
    pull = builders.open_pull_of_files(
        world, repository, objects.files(BEFORE), objects.files({**BEFORE, **untested}), tmp_path / "git"
    )
    done = container.run(events.pull_request(pull, "opened"), {"fail-on": "amber"})
    assert done.exit_code == 1, done.log
    assert (done.outputs["verdict"], done.outputs["status"]) == ("fail", "amber")


def test_a_read_only_token_still_gives_a_verdict(
    container: Container, change: PullRequestState, events: Events, world: World, repository: Repository
) -> None:
    world.job.read_only = True
    done = container.run(events.pull_request(change, "opened"))
    assert done.exit_code == 0, done.log
    assert not repository.comments
    assert done.outputs["verdict"] == "pass"
    assert "No comment" in done.log


def test_on_an_enterprise_server_every_request_and_link_goes_there(
    enterprise: GitHubServer, make_runner: Callable[[GitHubServer, Repository], Runner]
) -> None:
    repository = enterprise.world.add_repository("example-org/widgets", files=BEFORE)
    pull = builders.open_pull(enterprise.world, repository)
    diff = Path(__file__).parents[2] / "examples" / "pull-request" / "first-push.diff"
    change = Change(diff=diff.read_bytes(), rows=rows_of(diff.read_bytes()))
    pull.push(head_sha="c0ffee" + "0" * 34, change=change)
    events = Events(payloads=enterprise.payloads(), repository=repository)
    done = Container(runner=make_runner(enterprise, repository)).run(events.pull_request(pull, "opened"))
    assert done.exit_code == 0, done.log
    assert done.outputs["comment-url"].startswith("https://github.example.org/example-org/widgets/pull/")
    asked = [one.request.target for one in enterprise.requests]
    assert asked
    assert [target for target in asked if not target.startswith("/api/v3/")] == []


@pytest.mark.parametrize("folder", ["work space", "naïve ✓", "quote'\"$(touch x)"])
def test_git_in_a_workspace_of_another_owner(
    runner: Runner,
    change: PullRequestState,
    events: Events,
    github: GitHubServer,
    tmp_path: Path,
    folder: str,
) -> None:
    workspace = tmp_path / folder
    subprocess.run(["git", "clone", "-q", "--no-checkout", str(tmp_path / "git"), str(workspace)], check=True)
    for path in (workspace, *workspace.rglob("*")):
        os.lchown(path, _STRANGER, _STRANGER)
    runner.workspace = workspace
    change.diff_too_large = True
    done = Container(runner=runner).run(events.pull_request(change, "opened"))
    assert done.exit_code == 0, done.log
    assert '"read_from":"git"' in done.outputs["report"]
    assert not [str(request) for request in github.requests if "/files" in str(request)]


def test_sigterm_ends_the_run_at_once(
    container: Container, change: PullRequestState, events: Events, github: GitHubServer
) -> None:
    github.before("GET", faults.is_diff, lambda request: container.kill("TERM"))
    github.fault("GET", faults.is_diff, "timeout")
    began = time.monotonic()
    done = container.wait(container.start(events.pull_request(change, "opened")))
    assert done.exit_code == 143, done.log
    assert "cancelled by SIGTERM" in done.log
    assert time.monotonic() - began < 20, "python as the first process heard the signal"
    assert not github.writes


def test_nothing_of_the_workspace_is_imported(
    runner: Runner, change: PullRequestState, events: Events, tmp_path: Path
) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    for name in ("yaml", "github", "msgspec", "sitecustomize", "usercustomize", "steward"):
        (workspace / f"{name}.py").write_text(
            "raise SystemExit('imported from the workspace')\n", encoding="utf-8"
        )
    runner.workspace = workspace
    done = Container(runner=runner).run(events.pull_request(change, "opened"))
    assert done.exit_code == 0, done.log


def test_without_a_network_it_says_so_and_is_red(
    runner: Runner, change: PullRequestState, events: Events
) -> None:
    done = Container(runner=runner, network="none").run(events.pull_request(change, "opened"))
    assert done.exit_code == 2
    assert done.outputs["reason"] == "github_api"
    assert "Traceback" not in done.log


def test_bytecode_is_never_checked_against_its_source() -> None:
    # The fifth byte of a compiled file is 1 when it holds its source's hash and nobody is to look at it.
    checked, compiled = inside(
        "import sysconfig, pathlib; site = pathlib.Path(sysconfig.get_path('purelib'));"
        "found = [path.read_bytes()[4] for path in site.rglob('*.pyc')];"
        "print([sum(flag != 1 for flag in found), len(found)])"
    )
    assert checked == 0
    assert compiled > 500


def test_what_is_inside() -> None:
    found = inside(
        "import os, shutil, importlib.util as u;"
        "print([os.getuid(), shutil.which('git') is not None, not os.path.exists('/usr/lib/git-core'),"
        " u.find_spec('pip') is None,"
        " u.find_spec('steward') is not None, u.find_spec('anthropic') is not None, u.find_spec('pytest') is None])"
    )
    assert found == [0, True, True, True, True, True, True]


def test_the_entrypoint_is_python_itself() -> None:
    entrypoint = docker(
        "image", "inspect", "--format", "{{json .Config.Entrypoint}} {{.Config.User}}|", IMAGE
    )
    assert entrypoint.strip() == '["/opt/steward/bin/python","-I","/opt/steward/entrypoint.py"] |'
