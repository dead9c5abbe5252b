"""One field of a model's answer, beside everything that the contract holds it to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

import msgspec

from steward.model import (
    Band,
    ComplexityEvidence,
    CorrectnessEvidence,
    DimensionKey,
    DocsEvidence,
    GovernanceEvidence,
    Quoted,
    Scorecard,
    SecurityEvidence,
    Status,
)
from steward.synth.slots import SLOT, Slots

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u201c\u201d\u201e\u201f\u2032", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    }
)
_SENTENCE_END = re.compile(r"[.?;]+(?:\s+|$)")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e)\b\.?", re.IGNORECASE)
_HELD = re.compile(r"(?<=\w)[-'](?=\w)")


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What was counted, for the table of what may not be said. None where nothing was counted."""

    test_files: int | None = None
    untested: int | None = None
    docs_files: int | None = None
    sensitive: int | None = None
    bands: tuple[Band, ...] = ()
    lopsided: bool = False
    additions: int | None = None
    deletions: int | None = None
    generated: int | None = None
    excluded: int | None = None
    domains: frozenset[str] | None = None  # the slots of the domains that the change touches
    restricted: frozenset[str] = frozenset()  # of those, the restricted ones
    unmapped: int | None = None


def measured(scorecard: Scorecard, slots: Slots) -> Measured:
    """The counts of the known dimensions; `slots` tell which slot is which domain."""
    found: dict[str, object] = {}
    for dimension in scorecard.dimensions:
        match dimension.evidence if dimension.score is not None else None:
            case CorrectnessEvidence() as tests:
                found |= {"test_files": tests.test_files, "untested": len(tests.untested)}
            case SecurityEvidence() as paths:
                found |= {"sensitive": len(paths.sensitive_paths)}
                found.setdefault("test_files", paths.test_files)
            case ComplexityEvidence() as size:
                found |= _size(size)
            case DocsEvidence() as docs:
                found |= {"docs_files": docs.docs_files}
            case GovernanceEvidence() as rules:
                found |= _rules(rules, slots)
            case _:
                pass
    return msgspec.convert(found, Measured)


def _size(found: ComplexityEvidence) -> dict[str, object]:
    bands = {found.size, found.lines_band, *((found.files_band,) if found.files_band else ())}
    return {
        "bands": tuple(bands),
        "lopsided": found.lopsided,
        "additions": found.additions,
        "deletions": found.deletions,
        "generated": found.generated_files,
        "excluded": found.excluded_files,
    }


def _rules(found: GovernanceEvidence, slots: Slots) -> dict[str, object]:
    touched = frozenset(name.removesuffix("_files") for name in slots if _DOMAIN_FILES.fullmatch(name))
    restricted = [Quoted(domain.name) for domain in found.domains if domain.restricted]
    return {
        "domains": touched,
        "restricted": frozenset(name for name in touched if slots[name] in restricted),
        "unmapped": len(found.unmapped),
    }


_DOMAIN_FILES = re.compile(r"domain_\d+_files", re.ASCII)


class Field:
    """A field as it was written. `key` is None for the headline; `text` has plain quotes and dashes."""

    def __init__(
        self,
        *,
        key: DimensionKey | None,
        text: str,
        most: int,
        slots: Slots,
        status: Status,
        unknown: Sequence[DimensionKey],
        measured: Measured,
    ) -> None:
        self.key = key
        self.text = text.translate(_PLAIN)
        self.most = most
        self.slots = slots
        self.status = status
        self.unknown = unknown
        self.measured = measured

    @cached_property
    def named(self) -> list[str]:
        """The names in braces, known or not."""
        return SLOT.findall(self.text)

    @cached_property
    def outside(self) -> str:
        """The text with a NUL for each slot."""
        return SLOT.sub("\0", self.text)

    @cached_property
    def sentences(self) -> list[str]:
        """Lower-case, hyphens as spaces, one space between words; slots stay as they are, in braces.

        Without `e.g.` and `i.e.`, whose stops end nothing.
        """
        text = _ABBREVIATION.sub(" ", self.text).lower().replace("-", " ")
        found = _SENTENCE_END.split(" ".join(text.split()))
        return [sentence for sentence in found if sentence]

    @cached_property
    def plain_sentences(self) -> list[str]:
        """The sentences as words alone; a slot is left out."""
        return [" ".join(re.sub(r"[^a-z]+", " ", SLOT.sub(" ", one)).split()) for one in self.sentences]

    @cached_property
    def readings(self) -> tuple[str, ...]:
        """The words alone, in the two ways in which a word with a hyphen or an apostrophe can be read.

        A slot is read as the word "slot", so that what stands on its two sides is not read together.
        """
        words = SLOT.sub(" slot ", _ABBREVIATION.sub(" ", self.text)).lower()
        apart = re.sub(r"[^a-z]+", " ", words)
        together = re.sub(r"[^a-z]+", " ", _HELD.sub("", words))
        return (apart,) if apart == together else (apart, together)
