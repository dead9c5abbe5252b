"""The facts of one pull request as plain data for a model: every text cleaned and cut, and each cut told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from steward.model import (
    ComplexityEvidence,
    CorrectnessEvidence,
    DimensionKey,
    DimensionScore,
    DocsEvidence,
    Evidence,
    GovernanceEvidence,
    PullRequest,
    Quoted,
    Scorecard,
    SecurityEvidence,
)
from steward.policy import Constitution, Domain
from steward.synth.cleaning import clean
from steward.synth.slots import MOST_PATHS, Slots
from steward.synth.words import VOCABULARY


class Limits(Struct, frozen=True, kw_only=True):
    """How much of each text is sent, in characters, and how many globs of a domain."""

    title: int = 256
    body: int = 4_000
    text: int = 4_000
    mission: int = 1_000
    name: int = 100
    path: int = 200
    globs: int = 8

    def shrunk(self, times: int) -> Limits:
        """Every limit halved so many times."""
        return Limits(**{name: getattr(self, name) >> times for name in self.__struct_fields__})


class Cuts(Struct, kw_only=True):
    """What was left out, in words for the message."""

    said: list[str] = field(default_factory=list)

    def text(self, what: str, text: str, limit: int) -> str:
        """The cleaned text; a cut is noted under `what`."""
        cleaned = clean(text, limit)
        if cleaned.cut:
            self.said.append(f"{what}: the first {len(cleaned.text):,} of {cleaned.of:,} characters")
        return cleaned.text

    def listed(self, what: str, shown: int, of: int) -> None:
        """Note that a list is not whole."""
        if shown < of:
            self.said.append(f"{what}: {shown:,} of {of:,} listed")


def facts(
    pull_request: PullRequest,
    scorecard: Scorecard,
    own: Mapping[DimensionKey, Slots],
    domains: Mapping[str, Domain],
    governance_text: str,
    *,
    limits: Limits,
    cuts: Cuts,
) -> dict[str, Any]:
    """Everything that is told of a pull request; an Unknown dimension only by that word."""
    record = pull_request.record
    return {
        "title": cuts.text("title", record.title, limits.title) if record else "",
        "body": cuts.text("body", record.body, limits.body) if record else "",
        "overall": {
            "status": scorecard.overall.status.value,
            "score": scorecard.overall.score,
            "from_dimensions": scorecard.overall.rests_on,
        },
        "dimensions": {
            one.key.value: "unknown" if one.score is None else _dimension(one, own[one.key], limits, cuts)
            for one in scorecard.dimensions
        },
        "avoid": avoided(scorecard),
        "governance": _governance(pull_request, domains, governance_text, limits, cuts),
    }


def avoided(scorecard: Scorecard) -> list[str]:
    """The vocabulary of the Unknown dimensions."""
    return [word for one in scorecard.dimensions if one.score is None for word in VOCABULARY[one.key]]


def _dimension(one: DimensionScore, slots: Slots, limits: Limits, cuts: Cuts) -> dict[str, Any]:
    if one.evidence is not None:
        for what, of in _lists(one.evidence):
            cuts.listed(f"{one.key.value}: {what}", min(of, MOST_PATHS), of)
    return {
        "status": one.status.value,
        "score": one.score,
        "slots": {name: _slot(name, slot, limits, cuts) for name, slot in slots.items()},
        **(_beside(one.evidence, limits, cuts) if one.evidence is not None else {}),
    }


def _slot(name: str, slot: int | Quoted, limits: Limits, cuts: Cuts) -> int | str:
    return cuts.text(name, slot.text, limits.path) if isinstance(slot, Quoted) else slot


def _lists(found: Evidence) -> list[tuple[str, int]]:
    match found:
        case CorrectnessEvidence():
            return [
                ("test files", len(found.tests)),
                ("untested files", len(found.untested)),
                ("files not counted", len(found.not_counted)),
            ]
        case SecurityEvidence():
            return [("sensitive paths", len(found.sensitive_paths))]
        case DocsEvidence():
            return [("docs files", len(found.docs))]
        case GovernanceEvidence():
            return [("files in no domain", len(found.unmapped))]
        case ComplexityEvidence():
            return []


def _beside(found: Evidence, limits: Limits, cuts: Cuts) -> dict[str, Any]:
    """What of the evidence is neither a figure nor a path, and may be said in words."""
    match found:
        case CorrectnessEvidence():
            shown = found.not_counted[:MOST_PATHS]
            return {"not_counted_because": {f"not_counted_{n}": one.why for n, one in enumerate(shown, 1)}}
        case SecurityEvidence():
            return {"matches": _matches(found, limits, cuts)}
        case ComplexityEvidence():
            return {
                "size": found.size.value,
                "size_by_lines_alone": found.lines_band.value,
                "size_by_files_alone": found.files_band.value if found.files_band else None,
                "nearly_all_additions": found.lopsided,
                "list_of_files_complete": found.complete,
            }
        case DocsEvidence() | GovernanceEvidence():
            return {}


def _matches(found: SecurityEvidence, limits: Limits, cuts: Cuts) -> dict[str, Any]:
    return {
        f"path_{number}": {
            "terms": list(path.terms),
            "inside_a_longer_word": [cuts.text("word", word, limits.name) for word in path.inside],
            "binary": path.changed_lines is None,
        }
        for number, path in enumerate(found.sensitive_paths[:MOST_PATHS], start=1)
    }


def _governance(
    pull_request: PullRequest, domains: Mapping[str, Domain], text: str, limits: Limits, cuts: Cuts
) -> Any:
    if not pull_request.governance_present:
        return "absent"
    rules = pull_request.constitution or Constitution()
    cuts.listed("domains", len(domains), len(rules.domains))
    return {
        "mission": cuts.text("mission", rules.mission, limits.mission),
        "domains": {slot: _domain(slot, domain, limits, cuts) for slot, domain in domains.items()},
        "text": cuts.text("governance text", text, limits.text),
    }


def _domain(slot: str, domain: Domain, limits: Limits, cuts: Cuts) -> dict[str, Any]:
    cuts.listed(f"{slot}: globs", min(len(domain.globs), limits.globs), len(domain.globs))
    return {
        "name": cuts.text(f"{slot}: name", domain.name, limits.name),
        "covers": _texts(domain.globs[: limits.globs], limits, cuts),
        "min_coverage": domain.min_coverage,
        "max_cyclomatic": domain.max_cyclomatic,
        "restricted": domain.restricted,
    }


def _texts(texts: Sequence[str], limits: Limits, cuts: Cuts) -> list[str]:
    return [cuts.text("glob", text, limits.name) for text in texts]
