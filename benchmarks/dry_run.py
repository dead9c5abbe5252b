"""A run without a model: requests, CPU and time against `import github`, memory."""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import Cost, Figure, measure
from tests.github.builders import open_pull_of_files
from tests.github.events import Events
from tests.github.objects import files
from tests.github.runner import Runner
from tests.github.server import GitHubServer
from tests.github.world import Repository

TITLE = "A dry run"
ABOUT = (
    "The Action's entrypoint, as the runner starts it, on a pull request of 20 files against a stand-in GitHub on "
    "this machine; beside it `python -c 'import github'`, in turn."
)
_RUNS = 11
_BEFORE = {f"src/part{n}.py": "x = 1\n" * 20 for n in range(18)} | {"governance.pxf": 'version = "1.0"\n'}
_AFTER = (
    _BEFORE
    | {f"src/part{n}.py": "x = 2\n" * 20 for n in range(18)}
    | {
        "tests/test_part1.py": "def test(): ...\n",
        ".github/keep": "\n",
    }
)


@contextmanager
def _server() -> Iterator[tuple[GitHubServer, Repository, Runner, Events, Path]]:
    with tempfile.TemporaryDirectory() as folder, GitHubServer() as server:
        home = Path(folder)
        repository = server.world.add_repository("example-org/widgets", files={})
        open_pull_of_files(server.world, repository, files(_BEFORE), files(_AFTER), home / "git")
        runner = Runner(server=server, repository=repository, home=home / "runner")
        yield server, repository, runner, Events(payloads=server.payloads(), repository=repository), home


def figures() -> list[Figure]:
    """Measure; the pairs are taken in turn."""
    with _server() as (server, repository, runner, events, _):
        pull = repository.pulls[7]

        def dry_run() -> Cost:
            repository.comments.clear()
            runner.run_id += 1
            return measure(runner.command, runner.environment(events.pull_request(pull, "opened")))

        def imported() -> Cost:
            environment = runner.environment(events.pull_request(pull, "opened"))
            return measure((sys.executable, "-I", "-c", "import github"), environment)

        dry_run(), imported()
        before = len(server.requests)
        pairs = [(dry_run(), imported()) for _ in range(_RUNS)]
        requests = (len(server.requests) - before) / _RUNS
    return [
        Figure(what="requests to GitHub", value=requests, most=8),
        Figure(
            what="CPU, as a multiple of `import github`",
            value=statistics.median(run.cpu / other.cpu for run, other in pairs),
            most=1.2,
            unit=" ×",
        ),
        Figure(
            what="time, as a multiple of `import github`",
            value=statistics.median(run.wall / other.wall for run, other in pairs),
            most=1.2,
            unit=" ×",
        ),
        Figure(what="peak memory", value=max(run.memory for run, _ in pairs), most=60, unit=" MB"),
    ]
