"""The judge: a document scored in dimensions, in several samples, and how far the samples can be trusted.

Free and deterministic unless another judge is given. A bad sample is data, never a crash (`docs/evals.md`, "The
judge").
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from statistics import median

import msgspec

from steward.evals import rubric, statistics
from steward.evals.dimension import About, Dimension, chosen
from steward.evals.failure import ModelFailed
from steward.evals.request import Judge, JudgeRequest, request
from steward.evals.verdict import parse_strictly, parse_verdict, writable

MOST_SAMPLES = 1000


class SampleError(msgspec.Struct, frozen=True, kw_only=True):
    """A sample that gave no verdict: its number from 0, a class, and what happened.

    Classes: `invalid_reply`, `judge_failed` for an exception of the judge's own, or one of `ModelFailed`.
    """

    sample: int
    kind: str
    what: str

    def __str__(self) -> str:
        return f"sample {self.sample + 1}: {self.kind}: {self.what}"


class DimensionReport(msgspec.Struct, frozen=True, kw_only=True):
    """What the samples of one dimension say together.

    `score` is the median of the valid samples, None without any; `samples` are their scores in the order they
    were asked for, `asked` how many were; `spread` is the largest minus the smallest. `reasoning` is that of the
    sample nearest to the median. `rubric_score` is Steward's own, None where it has no rule.
    """

    dimension: str
    score: float | None
    max_score: int
    rubric_score: int | None
    asked: int
    samples: tuple[int, ...]
    quartiles: tuple[float, float] | None
    spread: int | None
    reasoning: str
    errors: tuple[SampleError, ...]
    deductions: tuple[rubric.Deduction, ...]

    @property
    def valid(self) -> int:
        """How many samples gave a verdict."""
        return len(self.samples)

    @property
    def iqr(self) -> float | None:
        """The distance of the quartiles; None without a valid sample."""
        return None if self.quartiles is None else self.quartiles[1] - self.quartiles[0]


class JudgeReport(msgspec.Struct, frozen=True, kw_only=True):
    """The dimensions in the order they were asked for, by name. `stopped` says that it was interrupted."""

    about: About
    judge: str
    asked: int
    scores: Mapping[str, DimensionReport]
    stopped: bool = False


def rubric_judge(asked: JudgeRequest) -> str:
    """The default judge: free, deterministic, the rubric's own score as a reply.

    It is there to exercise the harness and to anchor the scale. Raises `ValueError` where the rubric has no
    rule: a dimension of your own, or faithfulness without facts.
    """
    found = rubric.score(asked.definition, asked.content, asked.facts)
    if found is None:
        needs = ": it takes prose and its facts" if asked.dimension == "faithfulness" else ""
        raise ValueError(f"the rubric has no rule for {asked.dimension} here{needs}; name another judge")
    return json.dumps({"reasoning": found.reasoning, "score": found.score})


def judge_document(
    content: str,
    *,
    judge: Judge = rubric_judge,
    dimensions: Iterable[str | Dimension] | None = None,
    samples: int = 1,
    about: About | str = About.INSTRUCTIONS,
    facts: str = "",
    progress: Callable[[int, int], object] = lambda done, of: None,
) -> JudgeReport:
    """Ask a judge `samples` times in each dimension.

    `dimensions` are names, or definitions of your own; all of the kind of text by default. `facts` are what
    a report in words is compared with. `progress` hears how many samples are done, of how many. Raises
    `ValueError` for a mistake in the call; whatever a judge does is part of the report.
    """
    if not isinstance(content, str):
        raise ValueError(f"the document is text, not {type(content).__name__}")
    require_count(samples, "samples", MOST_SAMPLES)
    if not callable(judge):
        raise ValueError("a judge is a function from a JudgeRequest to a reply")
    kind = _kind(about)
    wanted = chosen(dimensions, kind)
    gathered = {dimension.name: _Gathered() for dimension in wanted}
    questions = [(dimension, sample) for dimension in wanted for sample in range(samples)]
    stopped = False
    try:
        for done, (dimension, sample) in enumerate(questions, 1):
            asked = request(dimension, content, facts=facts, sample=sample)
            gathered[dimension.name].add(_sample(judge, asked))
            progress(done, len(questions))
    except KeyboardInterrupt:
        stopped = True
    scores = {
        dimension.name: _report(dimension, (content, facts), samples, gathered[dimension.name])
        for dimension in wanted
    }
    return JudgeReport(about=kind, judge=name_of(judge), asked=samples, scores=scores, stopped=stopped)


class _Gathered:
    """The samples of one dimension so far."""

    def __init__(self) -> None:
        self.verdicts: list[tuple[int, str]] = []
        self.errors: list[SampleError] = []

    def add(self, found: tuple[int, str] | SampleError) -> None:
        if isinstance(found, SampleError):
            self.errors.append(found)
        else:
            self.verdicts.append(found)


def require_count(value: object, name: str, most: int) -> None:
    """Raises `ValueError` unless the value is a whole number from 1 to `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError(f"{name} is a whole number from 1 to {most:,}, not {value!r}")


def name_of(function: object) -> str:
    """What a judge or an agent is called in a report."""
    return str(getattr(function, "name", None) or getattr(function, "__name__", None) or "custom")


def _kind(about: About | str) -> About:
    try:
        return About(about)
    except ValueError:
        raise ValueError(f"about is one of {', '.join(About)}, not {about!r}") from None


def _sample(judge: Judge, asked: JudgeRequest) -> tuple[int, str] | SampleError:
    parse = parse_strictly if getattr(judge, "strict", False) is True else parse_verdict
    try:
        reply = judge(asked)
    except ModelFailed as error:
        return SampleError(sample=asked.sample, kind=error.kind, what=error.what)
    except Exception as error:  # noqa: BLE001 - a judge is anybody's code, and a bad sample is data
        return SampleError(sample=asked.sample, kind="judge_failed", what=told(error))
    try:
        return parse(reply, max_score=asked.max_score)
    except ValueError as error:
        return SampleError(sample=asked.sample, kind="invalid_reply", what=str(error))


def told(error: Exception) -> str:
    """An exception of somebody else's code in a line: its class, and its own words when it is a `ValueError`."""
    name = type(error).__name__
    if not isinstance(error, ValueError):
        return name
    try:
        return writable(f"{name}: {str(error)[:200]}")
    except Exception:  # noqa: BLE001 - its words are somebody else's code too
        return name


def _report(
    dimension: Dimension, document: tuple[str, str], asked: int, gathered: _Gathered
) -> DimensionReport:
    scores = tuple(score for score, _ in gathered.verdicts)
    middle = median(scores) if scores else None
    nearest = min(gathered.verdicts, key=lambda verdict: abs(verdict[0] - (middle or 0)), default=(0, ""))
    own = rubric.score(dimension, *document)
    return DimensionReport(
        dimension=dimension.name,
        score=middle,
        max_score=dimension.max_score,
        rubric_score=own.score if own else None,
        asked=asked,
        samples=scores,
        quartiles=statistics.quartiles(scores),
        spread=max(scores) - min(scores) if scores else None,
        reasoning=nearest[1],
        errors=tuple(gathered.errors),
        deductions=own.deductions if own else (),
    )
