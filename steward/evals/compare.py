"""Changed instruction files, base against head: what each version scores, and what golden tasks show.

Pure; `mode: eval` reads the files and publishes what `compare_page` makes of this. Report-only: nothing here
changes what becomes of a pull request (`docs/evals.md`, "In the Action").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from steward.evals.comparison import Comparison, FilePart, ScorePart
from steward.evals.dimension import INSTRUCTIONS
from steward.evals.failure import ModelFailed
from steward.evals.golden import MOST_RUNS, Agent, echo_agent, run_golden_tasks
from steward.evals.instructions import InstructionFile, Version
from steward.evals.judge import (
    MOST_SAMPLES,
    DimensionReport,
    JudgeReport,
    judge_document,
    name_of,
    require_count,
    rubric_judge,
)
from steward.evals.plan import Charge, NotAffordable, Plan, known_runs, require_affordable
from steward.evals.request import Judge, request
from steward.evals.shape import Engine, Fault
from steward.evals.shape_golden import GoldenDocument, golden_document
from steward.evals.tasks import GoldenTask
from steward.evals.usage import Usage
from steward.report.markdown import visible

MOST_FILES = 20
"""More are named by their number alone: a pull request that changes so many is not read file by file."""

_MOST_PATH = 500


def compare_files(
    files: Iterable[InstructionFile],
    *,
    judge: Judge = rubric_judge,
    samples: int = 1,
    tasks: Sequence[GoldenTask] = (),
    agent: Agent = echo_agent,
    runs: int = 1,
    seed: int = 0,
    charge: Charge = lambda price: False,
    in_time: Callable[[], bool] = lambda: True,
    remarks: Iterable[str] = (),
) -> Comparison:
    """Judge both versions of every file, and do the tasks under both.

    `charge` is asked once, before the first call, with the price of the whole plan in hundredths of a credit, and
    not at all when nothing is paid. When it says no, the free judge and the free agent take over and a remark
    says so. Once `in_time` says no, what is left becomes errors of class `timeout`. `remarks` are the caller's,
    sentences of ours. Raises `ValueError` for a mistake in the call; whatever a judge does is part of the report.
    """
    require_count(samples, "samples", MOST_SAMPLES)
    require_count(runs, "runs", MOST_RUNS)
    given = sorted(files, key=lambda file: nearness(file.path))
    listed, said = given[:MOST_FILES], list(remarks)
    asked = plan(listed, judge=judge, samples=samples, tasks=tasks, agent=agent, runs=runs)
    try:
        require_affordable(asked, charge)
    except NotAffordable as why:
        said.append(f"{str(why).capitalize()}; the free judge and the free agent took over.")
        judge, agent = rubric_judge, echo_agent
    work = _Work(
        judge=_InTime(judge, in_time),
        agent=_InTime(agent, in_time),
        samples=samples,
        tasks=tuple(tasks),
        runs=runs,
        seed=seed,
    )
    return Comparison(
        steward=Engine(),
        judge=name_of(judge),
        samples=samples,
        agent=name_of(agent) if tasks else None,
        runs=runs,
        files=tuple(work.each(listed)),
        left_out=len(given) - len(listed),
        remarks=tuple(said),
        judge_usage=_usage(judge),
        agent_usage=_usage(agent) if tasks else None,
        stopped=work.stopped,
    )


def nearness(path: str) -> tuple[int, str]:
    """What files are sorted by, those nearest to the root first: of too many the first are compared."""
    return path.count("/"), path


def plan(
    files: Sequence[InstructionFile],
    *,
    judge: Judge,
    samples: int,
    tasks: Sequence[GoldenTask],
    agent: Agent,
    runs: int,
) -> Plan:
    """What the comparison would pay for: calls of judges and agents that have a `knows`, each text once."""
    known: list[bool] = []
    if knows := getattr(judge, "knows", None):
        texts = dict.fromkeys(side.text for file in files for side in (file.base, file.head))
        known += [
            knows(request(dimension, text, sample=sample))
            for text in texts
            if text is not None
            for dimension in INSTRUCTIONS
            for sample in range(samples)
        ]
    if knows := getattr(agent, "knows", None):
        pairs = dict.fromkeys(filter(None, map(_pair, files)))
        asked = ((task, config) for pair in pairs for task in tasks for config in pair)
        known += known_runs(knows, asked, runs=runs)
    return Plan(calls=known.count(False), cached=known.count(True))


def _pair(file: InstructionFile) -> tuple[str, str] | None:
    """What the agent is given in its two arms; None when they say the same, or one cannot be read."""
    head, base = file.head.text or "", file.base.text or ""
    return None if file.head.note or file.base.note or head == base else (head, base)


def _usage(asked: object) -> Usage | None:
    usage = getattr(asked, "usage", None)
    return usage() if callable(usage) else None


class _InTime:
    """A judge or an agent that fails at once when the time is used up, so that a report is still made."""

    def __init__(self, asked: Callable[..., str], in_time: Callable[[], bool]) -> None:
        self._asked, self._in_time = asked, in_time
        self.name, self.strict = name_of(asked), getattr(asked, "strict", False) is True

    def __call__(self, *given: Any) -> str:
        if not self._in_time():
            raise ModelFailed("timeout", "the time of this run is used up")
        return self._asked(*given)


class _Work:
    """The comparison under way: a text that several files share is judged once."""

    def __init__(
        self,
        *,
        judge: _InTime,
        agent: _InTime,
        samples: int,
        tasks: tuple[GoldenTask, ...],
        runs: int,
        seed: int,
    ) -> None:
        self._judge, self._agent, self._samples = judge, agent, samples
        self._tasks, self._runs, self._seed = tasks, runs, seed
        self._judged: dict[str, JudgeReport] = {}
        self._done: dict[tuple[str, str], GoldenDocument] = {}
        self.stopped = False

    def each(self, files: Iterable[InstructionFile]) -> Iterator[FilePart]:
        """The files, up to where the run was interrupted."""
        for file in files:
            if self.stopped:
                return
            base, head = (self._report(side) for side in (file.base, file.head))
            yield FilePart(
                path=visible(file.path, _MOST_PATH),
                change="added" if not file.base.exists else "changed" if file.head.exists else "deleted",
                notes=tuple(
                    f"the {side} version {found.note}"
                    for side, found in (("base", file.base), ("head", file.head))
                    if found.note
                ),
                scores=tuple(_scores(base, head)),
                golden=self._golden(_pair(file)),
            )

    def _report(self, side: Version) -> JudgeReport | None:
        if side.text is None or self.stopped:
            return None
        if side.text not in self._judged:
            found = judge_document(side.text, judge=self._judge, samples=self._samples)
            self._judged[side.text], self.stopped = found, found.stopped
        return self._judged[side.text]

    def _golden(self, pair: tuple[str, str] | None) -> GoldenDocument | None:
        if pair is None or not self._tasks or self.stopped:
            return None
        if pair not in self._done:
            config, baseline = pair
            found = run_golden_tasks(
                self._tasks,
                agent=self._agent,
                config=config,
                baseline=baseline,
                runs=self._runs,
                seed=self._seed,
                shuffle=True,
            )
            self._done[pair] = golden_document(found, config=config, baseline=baseline)
            self.stopped = found.stopped
        return self._done[pair]


def _scores(base: JudgeReport | None, head: JudgeReport | None) -> Iterator[ScorePart]:
    for dimension in INSTRUCTIONS if base or head else ():
        ours, theirs = (side.scores[dimension.name] if side else None for side in (head, base))
        known = [side for side in (ours, theirs) if side is not None]
        scores = [side.score for side in known if side.score is not None]
        yield ScorePart(
            dimension=dimension.name,
            max_score=dimension.max_score,
            base=theirs.score if theirs else None,
            head=ours.score if ours else None,
            difference=scores[0] - scores[1] if len(scores) == 2 else None,
            spread=max((side.spread for side in known if side.spread is not None), default=None),
            deductions=ours.deductions if ours else (),
            reasoning=ours.reasoning if ours and head and head.judge != rubric_judge.__name__ else "",
            errors=tuple(fault for side in known for fault in _faults(side)),
        )


def _faults(side: DimensionReport) -> Iterator[Fault]:
    for error in side.errors:
        yield Fault(number=error.sample, kind=error.kind, what=error.what)
