"""Golden tasks run with a configuration and without: does the configuration change what an agent does.

The unit is the task, and tasks are paired: only those with a completed run in both arms say something about the
difference. A run that errors says nothing and is listed (`docs/evals.md`, "Golden tasks").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

import msgspec

from steward.evals import statistics
from steward.evals.chance import shuffled
from steward.evals.failure import ModelFailed
from steward.evals.judge import name_of, require_count, told
from steward.evals.patterns import PatternTimeout, find
from steward.evals.tasks import GoldenTask, require_different, shown
from steward.evals.verdict import HALF

MOST_RUNS = 1_000

Agent = Callable[[GoldenTask, str], str]
"""Does a task under a configuration: the task and the configuration in, the output out."""


class Arm(StrEnum):
    """With the configuration, or with the baseline instead."""

    WITH = "with"
    WITHOUT = "without"


class Shown(StrEnum):
    """What the runs show of the configuration."""

    HELPS = "helps"
    HURTS = "hurts"
    NOT_SHOWN = "not shown"


class RunError(msgspec.Struct, frozen=True, kw_only=True):
    """A run that was not completed: `run` counts from 0; the classes are those of `SampleError`, with
    `agent_failed`, `invalid_output` and `pattern_timeout`."""

    run: int
    kind: str
    what: str

    def __str__(self) -> str:
        return f"run {self.run + 1}: {self.kind}: {self.what}"


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """A completed run: whether it passed, and which patterns decided against it."""

    run: int
    passed: bool
    output: str
    missing: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


class ArmResult(msgspec.Struct, frozen=True, kw_only=True):
    """One task in one arm: passed of completed; errors are neither."""

    runs: tuple[Done, ...]
    errors: tuple[RunError, ...]

    @property
    def passed(self) -> int:
        """How many runs passed."""
        return sum(run.passed for run in self.runs)

    @property
    def completed(self) -> int:
        """How many runs there are that say something."""
        return len(self.runs)

    @property
    def rate(self) -> Fraction | None:
        """Passed of completed; None of nothing."""
        return Fraction(self.passed, self.completed) if self.completed else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the rate."""
        return statistics.wilson(self.passed, self.completed)

    @property
    def flaky(self) -> bool:
        """Whether some runs passed and others did not."""
        return 0 < self.passed < self.completed


class TaskResult(msgspec.Struct, frozen=True, kw_only=True):
    """One task in both arms."""

    name: str
    arms: Mapping[Arm, ArmResult]

    @property
    def difference(self) -> Fraction | None:
        """The rate with the configuration less the rate without; None unless both are known."""
        ours, theirs = self.arms[Arm.WITH].rate, self.arms[Arm.WITHOUT].rate
        return None if ours is None or theirs is None else ours - theirs

    @property
    def flaky(self) -> bool:
        """Whether the runs of an arm disagree."""
        return any(arm.flaky for arm in self.arms.values())


class GoldenReport(msgspec.Struct, frozen=True, kw_only=True):
    """What the runs show. `seed` is that of the bootstrap, of the signs and of the order.

    `stopped` says that the run was interrupted and the rest is missing.
    """

    agent: str
    runs: int
    seed: int
    tasks: tuple[TaskResult, ...]
    stopped: bool = False

    def rate(self, arm: Arm | str) -> float | None:
        """The pooled pass rate of an arm's completed runs, `with` or `without`; None when nothing completed."""
        chosen = _arm(arm)
        completed = sum(task.arms[chosen].completed for task in self.tasks)
        return sum(task.arms[chosen].passed for task in self.tasks) / completed if completed else None

    def interval(self, arm: Arm | str) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the pooled rate."""
        chosen = _arm(arm)
        found = [task.arms[chosen] for task in self.tasks]
        return statistics.wilson(sum(each.passed for each in found), sum(each.completed for each in found))

    def differences(self) -> tuple[Fraction, ...]:
        """The difference of each task that completed in both arms."""
        return tuple(task.difference for task in self.tasks if task.difference is not None)

    def delta(self) -> float | None:
        """The mean difference of the tasks that completed in both arms; None without any."""
        found = self.differences()
        return float(sum(found, Fraction(0)) / len(found)) if found else None

    def delta_interval(self) -> tuple[float, float] | None:
        """The bootstrap's 95 % interval of `delta` over tasks; None for fewer than two."""
        return statistics.bootstrap(self.differences(), seed=self.seed)

    def discordant(self) -> tuple[int, int]:
        """Tasks that pass by the majority of their runs only with the configuration, and only without it."""
        pairs = [
            (_mostly(task.arms[Arm.WITH]), _mostly(task.arms[Arm.WITHOUT]))
            for task in self.tasks
            if task.difference is not None
        ]
        return pairs.count((True, False)), pairs.count((False, True))

    def mcnemar(self) -> float | None:
        """The exact p of McNemar's test on majority outcomes; None without a paired task."""
        return statistics.mcnemar(*self.discordant()) if self.differences() else None

    def sign_flip(self) -> float | None:
        """The p of the sign-flip test on the rates; None without a paired task."""
        return statistics.sign_flip(self.differences(), seed=self.seed)

    def shows(self) -> Shown:
        """*Helps* or *hurts* when the sign-flip p is below 0.05, else *not shown*."""
        p, delta = self.sign_flip(), self.delta()
        if p is None or not delta or p >= statistics.LEVEL:
            return Shown.NOT_SHOWN
        return Shown.HELPS if delta > 0 else Shown.HURTS

    def errors(self) -> tuple[tuple[str, Arm, RunError], ...]:
        """Every run that was not completed: the task's name, the arm, and why."""
        return tuple(
            (task.name, arm, error) for task in self.tasks for arm in Arm for error in task.arms[arm].errors
        )


def _arm(arm: Arm | str) -> Arm:
    try:
        return Arm(arm)
    except ValueError:
        raise ValueError(f"an arm is one of {', '.join(Arm)}, not {arm!r}") from None


def _mostly(arm: ArmResult) -> bool:
    return arm.rate is not None and arm.rate > Fraction(1, 2)


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
        output=HALF.sub("\ufffd", output),
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
