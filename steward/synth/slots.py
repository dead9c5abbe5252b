"""Slots: the names a model writes where a figure or a path belongs, and what Steward puts there.

A dimension's slots are the names in its evidence; those of the constitution's domains may stand anywhere
(`docs/prose.md`, "What it must answer").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from steward.model import (
    ComplexityEvidence,
    CorrectnessEvidence,
    DimensionKey,
    DimensionScore,
    DocsEvidence,
    Evidence,
    GovernanceEvidence,
    Quoted,
    SecurityEvidence,
    SensitivePath,
    Words,
)
from steward.policy import Domain

MOST_PATHS = 8
"""So many paths of each list have a slot; the number of all of them has one of its own."""

MOST_DOMAINS = 40

Slot: TypeAlias = int | Quoted
Slots: TypeAlias = Mapping[str, Slot]

SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")

_SHOWN = 200  # as the renderer cuts it


def slots(dimension: DimensionScore, domains: Mapping[str, Domain]) -> Slots:
    """The slots of one dimension, in the order in which a reader would want them. None for an Unknown one."""
    return _slots(dimension.evidence, domains) if dimension.score is not None else {}


def _slots(found: Evidence | None, domains: Mapping[str, Domain]) -> Slots:
    made: Slots = {}
    match found:
        case CorrectnessEvidence():
            made = _correctness(found)
        case SecurityEvidence():
            made = _security(found)
        case ComplexityEvidence():
            made = _complexity(found)
        case DocsEvidence():
            made = _docs(found)
        case GovernanceEvidence():
            made = _governance(found, domains)
    return made


def _correctness(found: CorrectnessEvidence) -> Slots:
    return {
        "source_files": found.source_files,
        "test_files": found.test_files,
        **_paths("test", found.tests),
        "untested_files": len(found.untested),
        **_paths("untested", found.untested),
        "not_counted_files": len(found.not_counted),
        **_paths("not_counted", [one.path for one in found.not_counted]),
    }


def _security(found: SecurityEvidence) -> Slots:
    paths = found.sensitive_paths
    made: dict[str, Slot] = {"sensitive_paths": len(paths), "test_files": found.test_files}
    for number, path in enumerate(paths[:MOST_PATHS], start=1):
        made |= _sensitive(path, number, alone=len(paths) == 1)
    return made


def _sensitive(path: SensitivePath, number: int, *, alone: bool) -> Slots:
    made: dict[str, Slot] = {f"path_{number}": Quoted(path.path)}
    if path.previous_path is not None:
        made[f"previous_path_{number}"] = Quoted(path.previous_path)
    if path.changed_lines is not None:
        # Without a number only where no other path could be meant.
        made["changed_lines" if alone else f"changed_lines_{number}"] = path.changed_lines
    return made


def _complexity(found: ComplexityEvidence) -> Slots:
    return {
        "lines": found.lines,
        "files": found.files,
        "additions": found.additions,
        "deletions": found.deletions,
        "generated_files": found.generated_files,
        "generated_lines": found.generated_lines,
        "excluded_files": found.excluded_files,
        "excluded_lines": found.excluded_lines,
    }


def _docs(found: DocsEvidence) -> Slots:
    counts = {"source_files": found.source_files, "docs_files": found.docs_files}
    return {**counts, **_paths("doc", found.docs)}


def _governance(found: GovernanceEvidence, domains: Mapping[str, Domain]) -> Slots:
    files = {domain.name: domain.files for domain in found.domains}
    made: dict[str, Slot] = {"governance_file": Quoted("governance.pxf")}
    made |= {f"{slot}_files": files[one.name] for slot, one in domains.items() if one.name in files}
    if domains:
        made |= {"unmapped_files": len(found.unmapped), **_paths("unmapped", found.unmapped)}
    return made


def _paths(name: str, paths: Sequence[str]) -> Slots:
    return {f"{name}_{number}": Quoted(path) for number, path in enumerate(paths[:MOST_PATHS], start=1)}


def domain_slots(domains: Sequence[Domain], touched: Iterable[str]) -> Mapping[str, Domain]:
    """`domain_1`, `domain_2` …: the domains that the change touches first, then the others, in their order."""
    names = frozenset(touched)
    ordered = sorted(domains, key=lambda domain: domain.name not in names)
    return {f"domain_{number}": domain for number, domain in enumerate(ordered[:MOST_DOMAINS], start=1)}


def allowed(
    key: DimensionKey | None, of: Mapping[DimensionKey, Slots], domains: Mapping[str, Domain]
) -> Slots:
    """What may stand in a paragraph: its own slots and the domains; in the headline (None) those of all."""
    own = of[key] if key is not None else {name: slot for each in of.values() for name, slot in each.items()}
    return {**own, **{name: Quoted(domain.name) for name, domain in domains.items()}}


def fill(text: str, known: Slots) -> Words:
    """The text as words: numbers put in as digits, names as quoted text; an unknown slot stays as it is."""
    words: list[str | Quoted] = [""]
    for position, piece in enumerate(SLOT.split(text)):
        slot = known.get(piece, Quoted(f"{{{piece}}}")) if position % 2 else piece
        if isinstance(slot, Quoted):
            words += [slot, ""]
        else:
            words[-1] = f"{words[-1]}{slot:,}" if isinstance(slot, int) else f"{words[-1]}{slot}"
    return tuple(word for word in words if word != "")


def length(words: Words) -> int:
    """How many characters are shown at most: an unseen one is shown by its number."""
    return sum(len(word) if isinstance(word, str) else _shown(word.text) for word in words)


def _shown(text: str) -> int:
    plain = text.isascii() and text.isprintable()
    return min(_SHOWN, len(text) if plain else 8 * len(text))
