"""Agreement of a judge with people: a frozen set of texts that people have scored (`docs/evals.md`, "Labels")."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from steward.evals.dimension import About, chosen
from steward.evals.judge import judge_document
from steward.evals.request import Judge
from steward.evals.statistics import weighted_kappa
from steward.evals.tasks import MOST_BYTES, shown


class Label(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text and the scores that people gave it, by dimension."""

    content: str
    scores: Mapping[str, int]


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """One dimension: of `labelled` texts so many were `judged`. `kappa` is quadratically weighted; None where it
    is not defined."""

    dimension: str
    labelled: int
    judged: int
    kappa: float | None


def load_labels(path: str | Path, about: About = About.INSTRUCTIONS) -> tuple[Label, ...]:
    """A JSON list of `{"content": …, "scores": {"actionability": 12}}`. Raises `ValueError`."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(f"has more than {MOST_BYTES:,} bytes")
        labels = tuple(msgspec.json.decode(data, type=list[Label]))
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise ValueError(f"{path}: is no list of labels: {error}") from None
    for number, label in enumerate(labels, 1):
        _require_in_range(label, f"{path}: label {number}", about)
    return labels


def _require_in_range(label: Label, where: str, about: About) -> None:
    try:
        dimensions = chosen(tuple(label.scores), about)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    for dimension in dimensions:
        given = label.scores[dimension.name]
        if not 0 <= given <= dimension.max_score:
            raise ValueError(
                f"{where}: {dimension.name} is from 0 to {dimension.max_score}, not {shown(given)}"
            )


def agreement(
    labels: Sequence[Label],
    *,
    judge: Judge,
    samples: int = 1,
    about: About = About.INSTRUCTIONS,
    stopped: Callable[[], object] = lambda: None,
) -> tuple[Agreement, ...]:
    """Judge every labelled text and compare the medians, halves rounded up, with what people said.

    `stopped` is called when Ctrl-C ends it before the last.
    """
    pairs: dict[str, list[tuple[int, int]]] = {}
    labelled: dict[str, int] = {}
    most: dict[str, int] = {}
    for label in labels:
        report = judge_document(
            label.content, judge=judge, dimensions=tuple(label.scores), samples=samples, about=about
        )
        for name, found in report.scores.items():
            labelled[name] = labelled.get(name, 0) + 1
            most[name] = found.max_score
            if found.score is not None:
                pairs.setdefault(name, []).append((math.floor(found.score + 0.5), label.scores[name]))
        if report.stopped:
            stopped()
            break
    return tuple(
        Agreement(
            dimension=name,
            labelled=labelled[name],
            judged=len(pairs.get(name, [])),
            kappa=weighted_kappa(pairs.get(name, []), most=most[name]),
        )
        for name in labelled
    )
