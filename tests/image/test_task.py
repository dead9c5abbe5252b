"""A submission judged in the image, as a container Action runs: root, and a kernel that makes no namespaces.

The program of the submission tries from inside what `tests/contract/test_task_sandbox.py` tries on this machine.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.image.container import IMAGE

MANIFEST = """
version: 1
id: walls
title: Look around
editable: ["src/**"]
checks:
  - {id: look, kind: public, run: [python3, src/look.py]}
"""
LOOK = """
import os, socket

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read(300).decode("latin-1")
    except OSError:
        return None

def connected():
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.connect("/var/run/docker.sock")
            return True
    except OSError:
        return False

paths = ["/github/workflow/event.json", "/github/workspace/hidden/key.txt", "/github/workspace/challenge.yml",
         "/github/file_commands/output", "/github/home/.netrc", "/proc/1/environ", f"/proc/{os.getppid()}/environ"]
status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
print("read:", [path for path in paths if read(path)])
print("root:", os.getuid() == 0)
print("capabilities:", status["CapEff"].strip(), status["CapBnd"].strip())
print("no new privileges:", status["NoNewPrivs"].strip())
print("socket:", connected())
print("token:", "ghs_" in str(os.environ))
raise SystemExit(1)
"""
SECRET = "ghs_0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """The folders that a runner mounts, open to everybody, so that only Steward's walls stand between."""
    files = {
        "workspace/challenge.yml": MANIFEST,
        "workspace/src/look.py": LOOK,
        "workspace/hidden/key.txt": SECRET,
        "workflow/event.json": SECRET,
        "file_commands/output": SECRET,
        "home/.netrc": SECRET,
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "docker.sock").touch()
    return tmp_path


def test_a_submission_in_the_image_reaches_nothing_and_the_report_says_what_is_lacking(runner: Path) -> None:
    mounts = [part for name in ("workspace", "workflow", "file_commands", "home")
              for part in ("-v", f"{runner / name}:/github/{name}")]  # fmt: skip
    docker = {name: value for name, value in os.environ.items() if name.startswith("DOCKER_")}
    code = "from steward.cli import main; raise SystemExit(main())"
    names = {
        "GITHUB_TOKEN": SECRET,
        "GITHUB_EVENT_PATH": "/github/workflow/event.json",
        "HOME": "/github/home",
    }
    options = [part for name in names for part in ("-e", name)]
    done = subprocess.run(
        ["docker", "run", "--rm", "--network", "none", *options, *mounts, "--workdir", "/github/workspace",
         "--entrypoint", "/opt/steward/bin/python", IMAGE, "-Ic", code,
         "task", "--challenge", "/github/workspace", "--submission", "/dev/null", "--seed", "1"],
        env={**docker, **names, "PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 1, done
    lines = [line.strip().removeprefix("| ") for line in done.stdout.splitlines()]
    assert "read: []" in lines, done.stdout
    assert "root: False" in lines
    assert f"capabilities: {'0' * 16} {'0' * 16}" in lines
    assert "no new privileges: 1" in lines
    assert "socket: False" in lines
    assert "token: False" in lines
    assert SECRET not in done.stdout
    assert "Isolation: this machine did not give" in done.stdout
    assert (runner / "workspace").stat().st_mode & 0o055 == 0o055
