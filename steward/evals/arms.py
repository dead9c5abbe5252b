"""What golden tasks come to: runs, arms, tasks, and what they show together.

The unit is the task, and tasks are paired: only those with a completed run in both arms say something about the
difference (`docs/evals.md`, "Statistics").
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from steward.evals import statistics


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
