"""The image: how large it is, and how long a whole `docker run` takes beside one that does nothing."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.figures import Figure
from tests.github.builders import open_pull_of_files
from tests.github.events import Events
from tests.github.objects import files
from tests.github.runner import Runner
from tests.github.server import GitHubServer
from tests.image.container import IMAGE, Container, docker

TITLE = "The image"
ABOUT = (
    "The image that `make image` builds, run as GitHub's runner runs it, on a pull request of 20 files against the "
    "stand-in; beside it `python -c pass` in the same image, in turn. Measured only where Docker answers."
)
_RUNS = 7
_BEFORE = {f"src/part{n}.py": "x = 1\n" * 20 for n in range(20)}
_AFTER = {f"src/part{n}.py": "x = 2\n" * 20 for n in range(20)}
_BASE = os.environ.get("STEWARD_BASE", "python:3.13-slim")
_NOTHING = ("docker", "run", "--rm", "--network", "host", "--entrypoint", "/opt/steward/bin/python", IMAGE)


def figures() -> list[Figure]:
    """Measure; nothing where no engine answers."""
    if subprocess.run(["docker", "info"], capture_output=True, check=False).returncode:
        return []
    size, base = _size(IMAGE), _size(_BASE)
    return [
        Figure(what="size", value=size / 1e6, most=300, unit=" MB"),
        Figure(what="size, as a multiple of its base", value=size / base, most=3, unit=" ×"),
        Figure(
            what="`docker run` to its exit, as a multiple of `python -c pass`",
            value=_ratio(),
            most=3,
            unit=" ×",
        ),
    ]


def _size(image: str) -> int:
    return int(docker("image", "inspect", "--format", "{{.Size}}", image))


def _ratio() -> float:
    """The median of pairs in turn: the whole run beside one that only starts Python."""
    with tempfile.TemporaryDirectory() as folder, GitHubServer() as server:
        home = Path(folder)
        repository = server.world.add_repository("example-org/widgets", files={})
        pull = open_pull_of_files(server.world, repository, files(_BEFORE), files(_AFTER), home / "git")
        runner = Runner(server=server, repository=repository, home=home / "runner")
        events = Events(payloads=server.payloads(), repository=repository)
        container = Container(runner=runner, name="steward-bench")

        def run() -> float:
            repository.comments.clear()
            runner.run_id += 1
            began = time.perf_counter()
            done = container.run(events.pull_request(pull, "opened"))
            assert done.exit_code == 0, done.log
            return time.perf_counter() - began

        def nothing() -> float:
            began = time.perf_counter()
            subprocess.run([*_NOTHING, "-c", "pass"], check=True, capture_output=True)
            return time.perf_counter() - began

        run(), nothing()
        return statistics.median(run() / nothing() for _ in range(_RUNS))
