"""Evals: what the harness adds to the agent's own time, and how fast a verdict is found in a long reply."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.figures import Figure
from steward.evals import GoldenTask, judge_document, load_golden_tasks, parse_verdict, run_golden_tasks
from steward.evals.shape import encode
from steward.evals.shape_golden import golden_document

TITLE = "Evals"
ABOUT = (
    "CPU in one process, with the free agent and the free judge: all of it is the harness. The thousand runs are "
    "ten of the worked example's tasks and conventions, loaded, run in both arms and reported with every statistic."
)
EXAMPLE = Path(__file__).parents[1] / "examples" / "evals"
RUNS = 5


def figures() -> list[Figure]:
    """Measure; each the median of a few."""
    config = (EXAMPLE / "AGENTS.md").read_text(encoding="utf-8")
    thousand = _cpu(lambda: _thousand(config))
    reply = "x {" * 300_000 + '{"score": 9}' + "}" * 300_000
    return [
        Figure(
            what="1,000 echo runs, from the file to the JSON report", value=thousand / 1000, most=3, unit=" s"
        ),
        Figure(what="the harness beside the agent, a run", value=thousand / 1000, most=2, unit=" ms"),
        Figure(
            what="a document judged in two dimensions", value=_cpu(lambda: judge_document(config)), unit=" ms"
        ),
        Figure(
            what="a verdict looked for in 1.2 MB of brackets", value=_cpu(lambda: _attempt(reply)), unit=" ms"
        ),
    ]


def _thousand(config: str) -> None:
    tasks = load_golden_tasks(EXAMPLE / "golden_tasks.yml")
    own = [GoldenTask(f"own-{number}", "p", [f"convention {number}"]) for number in range(2)]
    report = run_golden_tasks([*tasks, *own], config=config, runs=50, shuffle=True)
    encode(golden_document(report, config=config, baseline=""))


def _attempt(reply: str) -> None:
    try:
        parse_verdict(reply, max_score=15)
    except ValueError:
        return


def _cpu(job: Callable[[], object]) -> float:
    """Milliseconds of CPU, the median of several."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        job()
        times.append(time.process_time() - began)
    return statistics.median(times) * 1000
