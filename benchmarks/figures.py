"""What a benchmark gives back, and how whole processes are measured."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured number beside the bound that it promises to keep; `unit` follows the number."""

    what: str
    value: float
    most: float | None = None
    unit: str = ""

    @property
    def kept(self) -> bool:
        """Whether the bound holds, where there is one."""
        return self.most is None or self.value <= self.most

    def row(self) -> str:
        """A row of a Markdown table."""
        bound = "" if self.most is None else f"at most {_number(self.most)}{self.unit}"
        return f"| {self.what} | {_number(self.value)}{self.unit} | {bound} |"


def _number(value: float) -> str:
    return f"{value:,.2f}" if value < 10 and not float(value).is_integer() else f"{value:,.0f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a finished process took: seconds of CPU and of time, and its peak memory in MB."""

    cpu: float
    wall: float
    memory: float


def measure(
    command: Sequence[str], environment: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Cost:
    """Run a command to its end and ask the operating system what it took. Its output goes nowhere."""
    began = time.perf_counter()
    pid = os.posix_spawn(
        command[0],
        list(command),
        dict(os.environ if environment is None else environment),
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ],
    )
    _, _, usage = os.wait4(pid, 0)
    return Cost(
        cpu=usage.ru_utime + usage.ru_stime, wall=time.perf_counter() - began, memory=usage.ru_maxrss / 1024
    )


def ratio(
    one: Callable[[], Cost], other: Callable[[], Cost], of: Callable[[Cost], float], runs: int = 9
) -> float:
    """The median of pairwise ratios, the two in turn, so that a drifting machine changes both alike."""
    one(), other()
    return statistics.median(of(one()) / of(other()) for _ in range(runs))
