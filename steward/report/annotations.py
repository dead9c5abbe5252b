"""Remarks on the changed files: untested source, sensitive paths, what gates found.

Plain text, the worst first (`docs/report.md`, "Annotations").
"""

from __future__ import annotations

from collections.abc import Iterable

from steward.model import (
    Annotation,
    CorrectnessEvidence,
    DimensionKey,
    DimensionScore,
    Evaluation,
    GateMode,
    GateOutcome,
    GateResult,
    Kind,
    Level,
    Scorecard,
    SecurityEvidence,
    SensitivePath,
)
from steward.report.markdown import plain, visible
from steward.wording import count

_ORDER = {Level.FAILURE: 0, Level.WARNING: 1, Level.NOTICE: 2}
_BEST_CORRECTNESS = 90
_GREEN = 75


def collect(evaluation: Evaluation) -> tuple[Annotation, ...]:
    """Every remark on a file that can carry one, worst first, then by path."""
    if evaluation.scorecard is None or evaluation.pull_request is None:
        return ()
    files = evaluation.pull_request.change.files
    there = {file.path for file in files if file.kind is not Kind.DELETED and _is_utf8(file.path)}
    found = (
        *_gates(evaluation.gates),
        *_sensitive(evaluation.scorecard),
        *_untested(evaluation.scorecard),
    )
    kept = (annotation for annotation in found if annotation.path in there)
    return tuple(sorted(kept, key=lambda one: (_ORDER[one.level], one.path, one.title)))


def _is_utf8(path: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in path)


def _untested(scorecard: Scorecard) -> Iterable[Annotation]:
    dimension = scorecard[DimensionKey.CORRECTNESS]
    found = dimension.evidence
    if not isinstance(found, CorrectnessEvidence) or (dimension.score or 0) >= _BEST_CORRECTNESS:
        return ()
    counts = f"{count(found.test_files, 'test file')} changed for {count(found.source_files, 'source file')}"
    score = f"correctness {dimension.score} {dimension.status}"
    return (
        Annotation(
            path=path,
            line=1,
            level=_level(dimension),
            title="No test of this name changed",
            message=f"{counts} ({score}); none of them is named after this one.",
        )
        for path in found.untested
    )


def _sensitive(scorecard: Scorecard) -> Iterable[Annotation]:
    dimension = scorecard[DimensionKey.SECURITY]
    found = dimension.evidence
    if not isinstance(found, SecurityEvidence):
        return ()
    tests = f"{count(found.test_files, 'test file')} changed beside it"
    return (
        Annotation(
            path=path.path,
            line=1,
            # With tests the score stays amber: then it is a remark for the reader, no fault.
            level=Level.NOTICE if found.test_files else Level.WARNING,
            title=f"Sensitive path: {', '.join(path.terms)}",
            message=f"{_touched(path)}; {tests} (security {dimension.score} {dimension.status}).",
        )
        for path in found.sensitive_paths
    )


def _touched(path: SensitivePath) -> str:
    lines = "Binary" if path.changed_lines is None else count(path.changed_lines, "changed line").capitalize()
    inside = f", a term only inside {', '.join(map(visible, path.inside))}" if path.inside else ""
    return f"{lines}{inside}"


def _level(dimension: DimensionScore) -> Level:
    return Level.NOTICE if (dimension.score or 0) >= _GREEN else Level.WARNING


def _gates(gates: tuple[GateOutcome, ...]) -> Iterable[Annotation]:
    for gate in gates:
        if gate.result is not GateResult.FAIL or gate.mode not in (GateMode.WARN, GateMode.ENFORCE):
            continue
        for finding in gate.findings:
            measured = (
                f" Measured {visible(finding.measured)}, limit {visible(finding.limit)}."
                if finding.measured
                else ""
            )
            mend = visible(plain(finding.mend, limit=500), 1_000)
            yield Annotation(
                path=finding.where,
                line=finding.line or 1,
                level=Level.FAILURE if gate.mode is GateMode.ENFORCE else Level.WARNING,
                title=f"Gate {gate.name}",
                message=f"{plain(finding.what)}.{measured} {mend}".rstrip(),
            )
