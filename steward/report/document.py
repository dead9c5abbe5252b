"""The JSON report, `steward.evaluation/1`: the whole judgement as data, the same bytes for the same facts.

Sorted keys, UTF-8, one line, no clock, no run id. The shape and what each key means: `steward.report.shape`
and `docs/json-report.md`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import msgspec

from steward import __version__
from steward.governance.mapping import Domains
from steward.lifecycle import literal
from steward.model import (
    ChangedFile,
    DimensionKey,
    Evaluation,
    GateOutcome,
    Move,
    Preview,
    Prose,
    PullRequest,
    Raise,
    Record,
    Scorecard,
    ScoringRules,
    Waiver,
)
from steward.paths import classify
from steward.report import shape
from steward.report.markdown import plain

_DIMENSIONS: dict[DimensionKey, type[shape.Dimension]] = {
    DimensionKey.CORRECTNESS: shape.Correctness,
    DimensionKey.SECURITY: shape.Security,
    DimensionKey.COMPLEXITY: shape.Complexity,
    DimensionKey.DOCS: shape.Docs,
    DimensionKey.GOVERNANCE: shape.Governance,
}
_SURROGATE = re.compile("[\ud800-\udfff]")


def document(evaluation: Evaluation) -> shape.Report:
    """The report on an evaluation, whatever its state."""
    decision = evaluation.decision
    return shape.Report(
        schema="steward.evaluation/1",
        engine=shape.Engine(name="steward", version=__version__),
        pull_request=_pull_request(evaluation.record),
        state=decision.state,
        reason=decision.reason,
        literal=literal(decision),
        verdict=decision.verdict,
        change=_change(evaluation.pull_request),
        scorecard=_scorecard(evaluation.scorecard),
        raises=tuple(_raise(found) for found in evaluation.raises),
        gates=tuple(_gate(outcome) for outcome in evaluation.gates),
        disputes=_disputes(evaluation.pull_request),
        preview=_preview(evaluation.preview),
        prose=_prose(evaluation.prose),
        credits=msgspec.convert(evaluation.credits, shape.Credits, from_attributes=True),
    )


def encode(report: shape.Report) -> bytes:
    """The report's canonical bytes, with a newline at the end."""
    value = msgspec.to_builtins(report)
    try:
        return msgspec.json.encode(value, order="sorted") + b"\n"
    except UnicodeEncodeError:
        return msgspec.json.encode(_encodable(value), order="sorted") + b"\n"


def _encodable(value: Any) -> Any:
    """The value with what UTF-8 cannot hold written out: undecodable bytes as `\\xNN`."""
    if isinstance(value, str):
        return _SURROGATE.sub(_written_out, value)
    if isinstance(value, dict):
        return {key: _encodable(item) for key, item in value.items()}
    return [_encodable(item) for item in value] if isinstance(value, list | tuple) else value


def _written_out(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number - 0xDC00:02X}" if 0xDC80 <= number <= 0xDCFF else f"U+{number:04X}"


def _pull_request(record: Record | None) -> shape.PullRequest | None:
    return None if record is None else msgspec.convert(record, shape.PullRequest, from_attributes=True)


def _change(facts: PullRequest | None) -> shape.Change | None:
    if facts is None:
        return None
    change = facts.change
    domains = Domains(facts.constitution.domains if facts.constitution else ())
    return shape.Change(
        files=tuple(
            _file(file, facts.rules, domains) for file in sorted(change.files, key=lambda file: file.path)
        ),
        additions=change.totals.additions,
        deletions=change.totals.deletions,
        complete=change.complete,
        read_from=change.read_from,
    )


def _file(file: ChangedFile, rules: ScoringRules, domains: Domains) -> shape.File:
    domain = domains.of(file.path)
    return shape.File(
        path=file.path,
        previous_path=file.previous_path,
        kind=file.kind,
        class_=classify(file.path, rules),
        additions=None if file.binary else file.additions,
        deletions=None if file.binary else file.deletions,
        binary=file.binary,
        domain=domain.name if domain else None,
    )


def _scorecard(card: Scorecard | None) -> shape.Scorecard | None:
    if card is None:
        return None
    dimensions = {
        str(dimension.key): msgspec.convert(dimension, _DIMENSIONS[dimension.key], from_attributes=True)
        for dimension in card.dimensions
    }
    return shape.Scorecard(
        overall=shape.Overall(
            score=card.overall.score,
            mean=_exact(card.overall.mean),
            status=card.overall.status,
            rests_on=card.overall.rests_on,
        ),
        dimensions=msgspec.convert(dimensions, shape.Dimensions),
    )


def _exact(mean: Fraction | None) -> str | None:
    return None if mean is None else f"{mean.numerator}/{mean.denominator}"


def _raise(found: Raise) -> shape.Raise:
    return shape.Raise(
        dimension=found.dimension,
        move=None if found.move is None else _move(found.move),
        from_=found.before,
        to=found.after,
        overall=found.overall_after,
    )


def _move(move: Move) -> shape.Move:
    return shape.Move(
        test_files=move.test_files or msgspec.UNSET,
        docs_files=move.docs_files or msgspec.UNSET,
        additions=-move.fewer_additions or msgspec.UNSET,
        files=-move.fewer_files or msgspec.UNSET,
    )


def _gate(outcome: GateOutcome) -> shape.Gate:
    return shape.Gate(
        name=outcome.name,
        mode=outcome.mode,
        outcome=outcome.result,
        findings=tuple(
            shape.Finding(
                where=finding.where,
                what=plain(finding.what),
                measured=finding.measured,
                limit=finding.limit,
                mend=plain(finding.mend),
                line=finding.line,
            )
            for finding in outcome.findings
        ),
        said=plain(outcome.said),
        waiver=_waiver(outcome.waiver),
    )


def _preview(preview: Preview | None) -> shape.Preview | None:
    if preview is None:
        return None
    card, decision = preview.scorecard, preview.decision
    return shape.Preview(
        title=decision.title if decision else None,
        verdict=decision.verdict if decision else None,
        overall=card.overall.score if card else None,
        scores={one.key: one.score for one in card.dimensions} if card else {},
        gates=tuple(_gate(outcome) for outcome in preview.gates),
        problems=preview.problems,
        unread=preview.unread,
        changed=tuple(
            shape.Changed(key=one.key, before=one.before, after=one.after) for one in preview.changed
        ),
    )


def _waiver(waiver: Waiver | None) -> shape.Waiver | None:
    if waiver is None:
        return None
    return shape.Waiver(
        login=waiver.login,
        reason=waiver.reason,
        head=waiver.head,
        given=waiver.given or None,
        url=waiver.url,
    )


def _disputes(facts: PullRequest | None) -> tuple[shape.Dispute, ...]:
    disputes = facts.beside.disputes if facts else ()
    return tuple(msgspec.convert(one, shape.Dispute, from_attributes=True) for one in disputes)


def _prose(prose: Prose | None) -> shape.Prose | None:
    if prose is None:
        return None
    return shape.Prose(
        source=prose.source,
        reason=prose.reason,
        headline=plain(prose.headline),
        paragraphs={key: plain(words) for key, words in prose.paragraphs.items()},
    )
