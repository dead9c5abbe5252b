"""A whole workflow through act: checkout, `uses: ./`, a next step that reads the outputs (`make e2e`)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.github import builders, objects
from tests.github.events import Events
from tests.github.runner import ROOT
from tests.github.server import GitHubServer
from tests.github.world import Repository, World

_ACT = Path(sys.executable).with_name("act")
_SECONDS = 500
# The job's own container: what `run:` steps need is bash, and the base of our image has it.
_RUNNER_IMAGE = os.environ.get("STEWARD_BASE", "python:3.13-slim")


def _copy(folder: Path) -> None:
    """The project as git knows it, uncommitted changes included, as a repository of its own."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for command in (
        ["init", "-q", "-b", "topic"],
        ["add", "-A"],
        ["-c", "user.name=Steward", "-c", "user.email=steward@example.org", "commit", "-qm", "A copy"],
        # act takes the repository's name from here; nothing is ever fetched.
        ["remote", "add", "origin", "https://github.com/example-org/widgets"],
    ):
        subprocess.run(["git", *command], cwd=folder, check=True)


def _act(server: GitHubServer, folder: Path, event: Path) -> subprocess.CompletedProcess[str]:
    settings = {
        "GITHUB_API_URL": server.url,
        "GITHUB_GRAPHQL_URL": server.graphql_url,
        "GITHUB_SERVER_URL": server.web,
    }
    return subprocess.run(
        [
            str(_ACT), "pull_request", "--workflows", "tests/e2e/workflow.yml", "--eventpath", str(event),
            "--platform", f"ubuntu-latest={_RUNNER_IMAGE}", "--pull=false", "--network", "host", "--rm",
            "--secret", f"GITHUB_TOKEN={server.world.job.token}",
            *(part for name, value in settings.items() for part in ("--env", f"{name}={value}")),
        ],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_SECONDS,
        check=False,
    )  # fmt: skip


def test_a_workflow_with_checkout_steward_and_a_step_that_reads_its_outputs(
    github: GitHubServer, world: World, repository: Repository, events: Events, tmp_path: Path
) -> None:
    before = objects.files({"src/limiter.py": "x = 1\n"})
    after = objects.files({"src/limiter.py": "x = 2\n", "tests/test_limiter.py": "def test(): ...\n"})
    pull = builders.open_pull_of_files(world, repository, before, after, tmp_path / "git")
    event = tmp_path / "event.json"
    event.write_text(json.dumps(events.pull_request(pull, "opened").payload), encoding="utf-8")
    copy = tmp_path / "copy"
    copy.mkdir()
    _copy(copy)
    done = _act(github, copy, event)
    assert done.returncode == 0, done.stdout
    assert "read: overall=85 verdict=pass" in done.stdout
    assert len(repository.comments) == 1
    assert [str(request) for request in github.writes if "check-runs" in str(request)]
