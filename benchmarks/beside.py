"""What gates and a model add to a run: requests, and CPU as a multiple of the run without them."""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, measure
from tests.github.builders import open_pull_of_files
from tests.github.events import Events
from tests.github.objects import files
from tests.github.runner import Runner
from tests.github.server import GitHubServer
from tests.model.service import serving, writes

TITLE = "Gates and a model"
ABOUT = (
    "The same entrypoint on a pull request of 20 files, 18 of them Python: as a dry run would judge it, with every "
    "gate that has something to look at (`preset: standard`, a domain with all limits, a manifest), and with a "
    "model that answers at once on this machine. CPU includes the processes that the run starts."
)
_RUNS = 5
_SOURCE = "def part(number):\n    if number > {}:\n        return number\n    return None\n"
_OLD = {f"src/part{n}.py": _SOURCE.format(1) for n in range(18)} | {"requirements.txt": "widgets==1.0\n"}
_NEW = {f"src/part{n}.py": _SOURCE.format(2) for n in range(18)} | {
    "requirements.txt": "widgets==1.1\n",
    "tests/test_part1.py": "def test(): ...\n",
}
_POLICY = {
    ".github/steward.yml": "version: 1\npreset: standard\n",
    "governance.pxf": """version = "1.0"
immune_system { require_pinned_dependencies = true }
domains = [{
  name = "source" path_globs = ["src/**"]
  min_coverage = 0.8 max_cyclomatic_complexity = 10 restricted = true
}]
""",
}


def figures() -> list[Figure]:
    """Measure; the three are taken in turn."""
    with (
        tempfile.TemporaryDirectory() as folder,
        GitHubServer() as server,
        serving(writes(_plainly)) as model,
    ):
        home = Path(folder)
        key = {"anthropic-api-key": "none", "anthropic-base-url": model.url}
        runs = (
            _run(server, home / "dry", {}, {}),
            _run(server, home / "gates", _POLICY, {}),
            _run(server, home / "model", {}, key),
        )
        taken = [[one() for one in runs] for _ in range(_RUNS)]
    dry, gates, words = zip(*taken, strict=True)
    return [
        Figure(what="requests to GitHub, dry", value=_most(dry), most=8),
        Figure(what="requests to GitHub, with gates", value=_most(gates)),
        Figure(what="requests to GitHub, with a model", value=_most(words), most=14),
        Figure(what="CPU with gates, as a multiple of the dry run", value=_ratio(gates, dry), unit=" ×"),
        Figure(what="CPU with a model, as a multiple of the dry run", value=_ratio(words, dry), unit=" ×"),
    ]


def _run(
    server: GitHubServer, home: Path, policy: Mapping[str, str], inputs: Mapping[str, str]
) -> Callable[[], tuple[int, float]]:
    """A run on a repository of its own: its requests to GitHub, and its seconds of CPU."""
    repository = server.world.add_repository(f"example-org/{home.name}", files={})
    before, after = files({**_OLD, **policy}), files({**_NEW, **policy})
    pull = open_pull_of_files(server.world, repository, before, after, home / "git")
    runner = Runner(server=server, repository=repository, home=home / "runner")
    events = Events(payloads=server.payloads(), repository=repository)

    def run() -> tuple[int, float]:
        repository.comments.clear()
        repository.check_runs.clear()
        runner.run_id += 1
        asked = len(server.requests)
        cost = measure(runner.command, runner.environment(events.pull_request(pull, "opened"), inputs))
        (comment,) = repository.comments.values()
        assert ("Written by" in comment.body) == bool(inputs), comment.body
        return len(server.requests) - asked, cost.cpu

    run()
    return run


def _plainly(asked: dict[str, Any]) -> dict[str, str]:
    fields = asked["output_config"]["format"]["schema"]["properties"]
    return dict.fromkeys(fields, "A change to look at from the tests on.")


def _most(runs: tuple[tuple[int, float], ...]) -> int:
    return max(requests for requests, _ in runs)


def _ratio(runs: tuple[tuple[int, float], ...], others: tuple[tuple[int, float], ...]) -> float:
    return statistics.median(one / other for (_, one), (_, other) in zip(runs, others, strict=True))


def main() -> int:
    """Measure and print the rows; 1 when a bound does not hold."""
    found = figures()
    print("\n".join(figure.row() for figure in found))
    return 0 if all(figure.kept for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
