"""The step outputs, in the order of `action.yml` (`docs/action.md`, "Outputs")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from steward.model import DimensionKey, Evaluation
from steward.report.names import money

MOST_REPORT = 100_000
"""Bytes of the `report` output; the JSON report itself may be longer."""


def collect(evaluation: Evaluation, *, comment_url: str, check_url: str, report: bytes) -> dict[str, str]:
    """Every output by name; an empty string where there is nothing to say."""
    decision, scorecard, prose = evaluation.decision, evaluation.scorecard, evaluation.prose
    overall = scorecard.overall if scorecard else None
    return {
        "state": decision.state,
        "reason": decision.reason or "",
        "verdict": decision.verdict or "",
        "overall": _score(overall.score) if overall else "",
        "status": overall.status if overall else "",
        **{key.value: _score(scorecard[key].score) if scorecard else "" for key in DimensionKey},
        "score": "",
        "prose": prose.source if prose else "",
        "credits-charged": money(evaluation.credits.charged),
        "comment-url": comment_url,
        "check-url": check_url,
        "report": cut(report).decode(),
    }


NAMES = (
    "state", "reason", "verdict", "overall", "status", *(key.value for key in DimensionKey), "score", "prose",
    "credits-charged", "comment-url", "check-url", "report",
)  # fmt: skip
"""Every output, in the order of `action.yml`."""


def named(values: Mapping[str, str]) -> dict[str, str]:
    """Every output, empty but for these."""
    return dict.fromkeys(NAMES, "") | dict(values)


def _score(score: int | None) -> str:
    return "unknown" if score is None else str(score)


def cut(report: bytes, most: int = MOST_REPORT) -> bytes:
    """The JSON report within so many bytes: paths only, then shorter lists, with `"cut": true`."""
    if len(report) <= most:
        return report
    document = msgspec.json.decode(report, type=dict[str, Any])
    document["cut"] = True
    change = document.get("change") or {}
    if "files" in change:
        document["change"] = {**change, "files": [{"path": file["path"]} for file in change["files"]]}
    return _within(document, most)


def _within(document: Mapping[str, Any], most: int) -> bytes:
    """The document with every list cut to the longest length at which it fits."""
    whole = _encode(document)
    if len(whole) <= most:
        return whole
    fits, too_long = 0, len(whole)
    while too_long - fits > 1:
        length = (fits + too_long) // 2
        if len(_encode(_shortened(document, length))) <= most:
            fits = length
        else:
            too_long = length
    return _encode(_shortened(document, fits))


def _shortened(value: Any, length: int) -> Any:
    if isinstance(value, Mapping):
        return {key: _shortened(inner, length) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shortened(inner, length) for inner in value[:length]]
    return value


def _encode(document: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(document, order="sorted")
