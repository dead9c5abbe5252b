"""Golden tasks run with a configuration and without: does the configuration change what an agent does.

A run that errors says nothing of it and is listed (`docs/evals.md`, "Golden tasks").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from steward.evals.arms import Arm, ArmResult, Done, GoldenReport, RunError, TaskResult
from steward.evals.chance import shuffled
from steward.evals.failure import ModelFailed
from steward.evals.judge import name_of, require_count, told
from steward.evals.patterns import PatternTimeout, find
from steward.evals.tasks import GoldenTask, require_different, shown
from steward.evals.verdict import writable

MOST_RUNS = 1_000

Agent = Callable[[GoldenTask, str], str]
"""Does a task under a configuration: the task and the configuration in, the output out."""


def echo_agent(task: GoldenTask, config: str) -> str:
    """The default agent: free; its output is its configuration.

    A configuration that states the convention passes, an empty one does not: it exercises tasks and harness.
    """
    return config


Heard = Callable[[int, int], object]


def run_golden_tasks(
    tasks: Iterable[GoldenTask],
    *,
    agent: Agent = echo_agent,
    config: str,
    baseline: str = "",
    runs: int = 1,
    seed: int = 0,
    shuffle: bool = False,
    progress: Heard = lambda done, of: None,
) -> GoldenReport:
    """Do every task `runs` times with `config` and as often with `baseline`.

    With `shuffle` the order is by lot of the seed, so that an agent that drifts does so in both arms alike.
    `progress` hears how many runs are done, of how many. Raises `ValueError` for a mistake in the call;
    whatever an agent does is part of the report. After Ctrl-C the report holds what was done.
    """
    listed = _checked(tasks)
    require_count(runs, "runs", MOST_RUNS)
    require_seed(seed)
    configs = {Arm.WITH: config, Arm.WITHOUT: baseline}
    _require_right(config, baseline, agent)
    order = _order(listed, runs, seed=seed if shuffle else None)
    kept: dict[tuple[str, Arm], list[Done | RunError]] = {}
    stopped = False
    try:
        for done, (task, arm, run) in enumerate(order, 1):
            kept.setdefault((task.name, arm), []).append(_run(agent, task, configs[arm], run))
            progress(done, len(order))
    except KeyboardInterrupt:
        stopped = True
    results = tuple(_result(task, kept) for task in listed)
    return GoldenReport(agent=name_of(agent), runs=runs, seed=seed, tasks=results, stopped=stopped)


def require_seed(seed: object) -> None:
    """Raises `ValueError` unless it is a whole number."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError(f"seed is a whole number, not {seed!r}")


def _require_right(config: object, baseline: object, agent: object) -> None:
    if not isinstance(config, str) or not isinstance(baseline, str):
        raise ValueError("config and baseline are text")
    if not callable(agent):
        raise ValueError("an agent is a function from a task and a config to an output")


def _checked(tasks: object) -> tuple[GoldenTask, ...]:
    if not isinstance(tasks, Iterable) or isinstance(tasks, str | bytes):
        raise ValueError("tasks is a list of GoldenTask")
    listed = tuple(tasks)
    strange = [task for task in listed if not isinstance(task, GoldenTask)]
    if strange:
        raise ValueError(f"tasks is a list of GoldenTask; {shown(strange[0])} is none")
    require_different(listed)
    return listed


_Place: TypeAlias = tuple[GoldenTask, Arm, int]


def _order(tasks: tuple[GoldenTask, ...], runs: int, *, seed: int | None) -> list[_Place]:
    """Run by run, so that whoever stops early has all tasks in equal parts; within a run as given, or by lot."""
    order: list[_Place] = []
    for run in range(runs):
        part = [(task, arm, run) for task in tasks for arm in Arm]
        order += part if seed is None else shuffled(part, seed=seed, purpose=f"order {run}")
    return order


def _run(agent: Agent, task: GoldenTask, config: str, run: int) -> Done | RunError:
    try:
        output = agent(task, config)
    except ModelFailed as error:
        return RunError(run=run, kind=error.kind, what=error.what)
    except Exception as error:  # noqa: BLE001 - an agent is anybody's code, and a run that fails is data
        return RunError(run=run, kind="agent_failed", what=told(error))
    return _matched(task, output, run)


def _matched(task: GoldenTask, output: object, run: int) -> Done | RunError:
    if not isinstance(output, str):
        return RunError(run=run, kind="invalid_output", what=f"no text but {type(output).__name__}")
    try:
        missing = tuple(pattern for pattern in task.expect if not find(pattern, output))
        forbidden = tuple(pattern for pattern in task.forbid if find(pattern, output))
    except PatternTimeout as timeout:
        what = f"the pattern {shown(str(timeout))} was still looking when its time was up"
        return RunError(run=run, kind="pattern_timeout", what=what)
    return Done(
        run=run,
        passed=not missing and not forbidden,
        output=writable(output),
        missing=missing,
        forbidden=forbidden,
    )


def _result(task: GoldenTask, kept: Mapping[tuple[str, Arm], list[Done | RunError]]) -> TaskResult:
    arms = {}
    for arm in Arm:
        found = kept.get((task.name, arm), [])
        arms[arm] = ArmResult(
            runs=tuple(one for one in found if isinstance(one, Done)),
            errors=tuple(one for one in found if isinstance(one, RunError)),
        )
    return TaskResult(name=task.name, arms=arms)
