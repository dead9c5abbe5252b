"""`.github/release.py`, and the last job of `release.yml` with real git and stand-ins for gh and docker.

What a release is, in which order and why: `docs/releasing.md`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / ".github" / "release.py"
WORKFLOWS = ROOT / ".github" / "workflows"
IMAGE = "ghcr.io/example-org/steward"
DIGEST = "sha256:" + "5a" * 32
BASE = "docker.io/library/python:3.13-slim@sha256:" + "b0" * 32
CHANGELOG = """# Changelog

## [1.2.3] - 2026-12-01

### Fixed
- A mended thing.

## [1.2.2] - 2026-11-30

### Fixed
- An older thing.
"""
# What the publishing job asks of them, and a note of it; git is the real one.
GH = """#!/bin/sh
echo "gh $*" >> "$NOTES"
case "$1 $2" in
  "release view") test -e "$NOTES.released" ;;
  "release create") touch "$NOTES.released" ;;
  api*) echo "$IMMUTABLE" ;;
esac
"""
DOCKER = """#!/bin/sh
echo "docker $*" >> "$NOTES"
exit "$REFUSED"
"""


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder: Path, message: str = "A change") -> None:
    who = ["-c", "user.name=Steward", "-c", "user.email=steward@example.org"]
    git(folder, "add", "-A")
    git(folder, *who, "commit", "-q", "-m", message)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of a repository that is fit to be released as 1.2.3; its origin is a bare one beside it."""
    made = tmp_path / "clone"
    (made / "steward").mkdir(parents=True)
    (made / ".github").mkdir()
    shutil.copy(SCRIPT, made / ".github")
    shutil.copy(ROOT / "action.yml", made)
    (made / "steward" / "__init__.py").write_text('"""What it is."""\n\n__version__ = "1.2.3"\n')
    (made / "CHANGELOG.md").write_text(CHANGELOG)
    (made / "README.md").write_text("uses: org/steward@v1\n")
    git(tmp_path, "init", "-q", "--bare", "origin.git")
    git(made, "init", "-q", "-b", "main")
    git(made, "remote", "add", "origin", "../origin.git")
    commit(made)
    git(made, "push", "-q", "origin", "main")
    return made


def release(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", ".github/release.py", *arguments]
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)


def check(
    clone: Path, version: str = "1.2.3", ref: str = "refs/heads/main"
) -> subprocess.CompletedProcess[str]:
    return release(clone, "check", version, "--ref", ref, "--repository", "Example-Org/Steward")


def tag(clone: Path) -> str:
    done = release(clone, "tag", "1.2.3", "--image", IMAGE, "--digest", DIGEST)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().removeprefix("commit=")


def test_a_fit_commit_is_told_the_name_of_its_image_in_lower_case(clone: Path) -> None:
    done = check(clone)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"image={IMAGE}\n", "")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("steward/__init__.py", "1.2.3", "1.2.2", "steward/__init__.py says 1.2.2: set __version__ to 1.2.3"),
        ("CHANGELOG.md", "[1.2.3] - 2026-12-01", "[1.2.3] - Unreleased", "the date 'Unreleased'"),
        ("CHANGELOG.md", "[1.2.3]", "[1.3.0]", "does not begin with a section `## [1.2.3]"),
        ("CHANGELOG.md", "### Fixed\n- A mended thing.\n", "", "says nothing about 1.2.3"),
        ("README.md", "@v1", "@v2", "README.md tells users to follow v2: 1.2.3 moves v1"),
        ("README.md", "@v1", "@main", "README.md tells users to follow none: 1.2.3 moves v1"),
        (
            "action.yml",
            "image: Dockerfile",
            "image: docker://x",
            "does not hold the line `  image: Dockerfile`",
        ),
    ],
)
def test_what_speaks_against_a_release(clone: Path, file: str, old: str, new: str, said: str) -> None:
    text = (clone / file).read_text()
    (clone / file).write_text(text.replace(old, new, 1))
    done = check(clone)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("version", ["1.2", "v1.2.3", "1.2.3-rc1", "01.2.3", "1.2.3\n", "1.2.3 && true", "²"])
def test_a_version_is_three_numbers(clone: Path, version: str) -> None:
    done = check(clone, version)
    assert done.returncode == 1
    assert "is no version: write three numbers" in done.stderr


def test_all_that_is_wrong_is_said_together(clone: Path) -> None:
    git(clone, "tag", "v1.2.4")
    done = check(clone, "1.2.4", "refs/heads/topic")
    assert [line.removeprefix("release.py: ").split(":")[0] for line in done.stderr.splitlines()] == [
        "started on refs/heads/topic",
        "steward/__init__.py says 1.2.3",
        "CHANGELOG.md does not begin with a section `## [1.2.4] - YYYY-MM-DD`",
        "the tag v1.2.4 exists",
    ]


def test_the_release_commit_differs_from_main_in_one_line(clone: Path) -> None:
    made = tag(clone)
    assert git(clone, "rev-parse", "v1.2.3", f"{made}^") == f"{made}\n{git(clone, 'rev-parse', 'main')}"
    changed = git(clone, "diff", "--unified=0", "main", "v1.2.3").splitlines()
    assert [line for line in changed if line[0] in "+-"] == [
        "--- a/action.yml",
        "+++ b/action.yml",
        "-  image: Dockerfile",
        f"+  image: docker://{IMAGE}@{DIGEST}",
    ]


def test_the_clone_stays_as_it_was(clone: Path) -> None:
    tag(clone)
    assert git(clone, "status", "--porcelain", "--branch") == "## main"


def test_the_same_job_run_again_makes_the_same_commit(clone: Path) -> None:
    made = tag(clone)
    assert tag(clone) == made
    when = git(clone, "show", "--no-patch", "--format=%aI %cI", "main")
    assert git(clone, "show", "--no-patch", "--format=%aI %cI", made) == when


@pytest.mark.parametrize("digest", ["", "sha256:1234", "latest", DIGEST.upper(), DIGEST + "0"])
def test_no_commit_without_a_digest(clone: Path, digest: str) -> None:
    done = release(clone, "tag", "1.2.3", "--image", IMAGE, "--digest", digest)
    assert done.returncode == 1
    assert "is no digest" in done.stderr
    assert not git(clone, "tag")


def test_the_notes_say_what_changed_and_what_it_is_made_of(clone: Path) -> None:
    made = tag(clone)
    options = ["--image", IMAGE, "--digest", DIGEST, "--base", BASE, "--repository", "example-org/steward"]
    notes = release(clone, "notes", "1.2.3", *options).stdout
    assert notes.startswith("### Fixed\n- A mended thing.\n")
    assert "An older thing" not in notes
    for part in (
        f"example-org/steward@{made} # v1.2.3",
        f"{IMAGE}@{DIGEST}",
        BASE,
        git(clone, "rev-parse", "main"),
    ):
        assert f"`{part}`" in notes or f" {part} |" in notes or f"uses: {part}" in notes


@pytest.mark.parametrize(
    ("version", "released", "follow", "latest"),
    [
        ("0.1.0", "", ["v0", "v0.1"], True),
        ("1.2.3", "v1.2.2 v1 v1.2", ["v1", "v1.2"], True),
        ("1.2.3", "v1.2.3", ["v1", "v1.2"], True),
        ("1.2.4", "v1.2.3 v1.3.0", ["v1.2"], False),
        ("1.10.0", "v1.9.9 v1.2.3", ["v1", "v1.10"], True),
        ("1.2.4", "v1.2.3 v2.0.0 v10.0.0 v1.20.0", ["v1.2"], False),
        ("1.21.0", "v1.20.0 v2.0.0", ["v1", "v1.21"], False),
        ("1.2.2", "v1.2.3", [], False),
        ("1.2.3", "v1.2.3-rc1 v1.x vendor", ["v1", "v1.2"], True),
    ],
)
def test_the_tags_that_follow_a_version(version: str, released: str, follow: list[str], latest: bool) -> None:
    assert script().moving(version, released.split()) == follow
    assert script().newest(version, released.split()) is latest


# --- the job that publishes -----------------------------------------------------


def steps(job: str) -> list[dict[str, Any]]:
    workflow = yaml.safe_load((WORKFLOWS / "release.yml").read_text())
    found: list[dict[str, Any]] = workflow["jobs"][job]["steps"]
    return [step for step in found if "run" in step]


def publish(clone: Path, **world: str) -> tuple[int, str, list[str]]:
    """Run the publishing job's steps in the clone, as the runner does. Returns exit code, log and commands."""
    folder = clone.parent
    (folder / "bin").mkdir(exist_ok=True)
    for name, text in {"gh": GH, "docker": DOCKER}.items():
        (folder / "bin" / name).write_text(text)
        (folder / "bin" / name).chmod(0o755)
    environment: Mapping[str, str] = {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "RUNNER_TEMP": str(folder),
        "GITHUB_REPOSITORY": "example-org/steward",
        "NOTES": str(folder / "commands"),
        "VERSION": "1.2.3",
        "IMAGE": IMAGE,
        "DIGEST": DIGEST,
        "BASE": BASE,
        "IMMUTABLE": "true",
        "REFUSED": "0",
        **world,
    }
    log = ""
    code = 0
    for step in steps("publish"):
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(shell, cwd=clone, env=environment, capture_output=True, text=True, check=False)
        log += done.stdout + done.stderr
        code = done.returncode
        if code:
            break
    return code, log, (folder / "commands").read_text().splitlines()


def published(clone: Path) -> dict[str, str]:
    lines = git(clone, "ls-remote", "--tags", "origin").splitlines()
    return {name.removeprefix("refs/tags/"): sha for sha, name in (line.split("\t") for line in lines)}


def test_the_version_and_the_moving_tags_name_the_release_commit(clone: Path) -> None:
    git(clone, "push", "-q", "origin", "main:refs/tags/v1", "main:refs/tags/v1.1")
    before = git(clone, "rev-parse", "main")
    code, log, commands = publish(clone)
    assert code == 0, log
    made = git(clone, "rev-parse", "v1.2.3")
    assert made != before
    assert published(clone) == {"v1.2.3": made, "v1": made, "v1.2": made, "v1.1": before}
    assert f"docker pull --quiet {IMAGE}@{DIGEST}" in commands
    assert [line for line in commands if "release create" in line] == [
        f"gh release create v1.2.3 --verify-tag --title v1.2.3 --notes-file {clone.parent}/notes.md --latest=true"
    ]


def test_run_again_it_changes_nothing(clone: Path) -> None:
    publish(clone)
    before = published(clone)
    code, log, commands = publish(clone)
    assert code == 0, log
    assert published(clone) == before
    assert len([line for line in commands if "release create" in line]) == 1


def test_an_image_that_nobody_can_pull_is_never_tagged(clone: Path) -> None:
    code, log, _ = publish(clone, REFUSED="1")
    assert code == 1
    assert "make the package public" in log
    assert published(clone) == {}


def test_a_release_that_could_still_change_does_not_become_v1(clone: Path) -> None:
    code, log, _ = publish(clone, IMMUTABLE="false")
    assert code == 1
    assert "turn on immutable releases" in log
    assert list(published(clone)) == ["v1.2.3"]


def test_a_version_that_names_another_commit_is_not_moved(clone: Path) -> None:
    git(clone, "push", "-q", "origin", "main:refs/tags/v1.2.3")
    before = published(clone)
    code, _, commands = publish(clone)
    assert code != 0
    assert published(clone) == before
    assert not [line for line in commands if "release create" in line]


# --- the workflow -----------------------------------------------------------------


def test_only_github_s_own_actions_are_used() -> None:
    used = [
        step["uses"]
        for file in WORKFLOWS.glob("*.yml")
        for job in yaml.safe_load(file.read_text())["jobs"].values()
        for step in job["steps"]
        if "uses" in step
    ]
    assert used
    assert [name for name in used if not name.startswith("actions/")] == []


def test_no_job_holds_more_than_it_needs() -> None:
    jobs = yaml.safe_load((WORKFLOWS / "release.yml").read_text())["jobs"]
    assert {
        name: sorted(k for k, v in job["permissions"].items() if v == "write") for name, job in jobs.items()
    } == {
        "check": [],
        "build": ["packages"],
        "join": ["artifact-metadata", "attestations", "id-token", "packages"],
        "publish": ["contents"],
    }
