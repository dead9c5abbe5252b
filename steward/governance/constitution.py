"""`governance.pxf` becomes a policy: typed, range-checked, all mistakes told together. No I/O.

What each field means and whether anything comes of it: `docs/governance.md`.
"""

from __future__ import annotations

import re

from msgspec import Struct

from steward.errors import ConfigInvalid
from steward.governance.document import Document
from steward.governance.notes import Notes
from steward.governance.policy import (
    TYPE,
    Amendments,
    AnomalyQuarantine,
    Domain,
    Founder,
    ImmuneSystem,
    Manifesto,
    Policy,
    Sarif,
    Stated,
)
from steward.governance.pxf import MEND, attempt
from steward.governance.sections import Section
from steward.governance.stating import state
from steward.governance.tokens import shown

_VERSION = re.compile(r"1(?:\.[0-9]+)*")
_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9]|[-_](?=[A-Za-z0-9])){0,38}")
# Their fields are of no use here: any block is fine.
_UNREAD = ("escrow", "decay", "slashing", "alternatives", "triage", "precedent")


class Reading(Struct, frozen=True, kw_only=True):
    """What came of a constitution. `policy` is None exactly when there are errors.

    `errors` and `warnings` read `FILE:LINE:COLUMN: …` in the order of the file. `stated` is every value that
    the file states, in its order, for `steward explain`.
    """

    policy: Policy | None
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    stated: tuple[Stated, ...] = ()

    def usable(self) -> Policy:
        """The policy. Raises `ConfigInvalid` with every error when there is none."""
        if self.policy is None:
            raise ConfigInvalid(self.errors, mend=MEND)
        return self.policy


def read(data: bytes, *, path: str) -> Reading:
    """The policy in a file's bytes; `path` is what messages call the file."""
    parsed = attempt(data, path=path)
    document, source = parsed.document, parsed.source
    if document is None:
        return Reading(policy=None, errors=source.worded(parsed.problems))
    notes = Notes(source)
    notes.errors.extend(parsed.problems)
    _check_directives(document, notes)
    policy = _policy(Section(notes, document.body), whole=not parsed.problems)
    return Reading(
        policy=None if notes.errors else policy,
        errors=source.worded(notes.errors),
        warnings=source.worded(notes.warnings),
        stated=tuple(state(document)),
    )


def _check_directives(document: Document, notes: Notes) -> None:
    for directive in document.directives:
        if directive.name != "type":
            hint = notes.nearest(directive.name, ["type"])
            notes.warning(
                directive.token, f"{shown('@' + directive.name)} is not known here and skipped{hint}"
            )
        elif directive.argument != TYPE:
            notes.error(directive.token + 1, f"@type: expected {TYPE}, found {shown(directive.argument)}")


def _policy(section: Section, *, whole: bool) -> Policy:
    domains = tuple(_domain(block) for block in section.sections("domains"))
    _check_names(domains)
    policy = Policy(
        version=_version(section),
        manifesto=_manifesto(section.section("manifesto")),
        domains=tuple(domain for _, domain in domains),
        immune_system=_immune_system(section.section("immune_system")),
        amendments=_amendments(section.section("amendments")),
        # Which names are unknown can be said only when every name was read.
        founders=_founders(section, {domain.name: None for _, domain in domains} if whole else None),
        sarif=_sarif(section.section("sarif")),
    )
    for name in _UNREAD:
        section.section(name)
    section.close()
    return policy


def _version(section: Section) -> str:
    version = section.text("version")
    if not version:
        section.remark("version", "is not given; the file is read as version 1")
    elif not _VERSION.fullmatch(version):
        section.remark(
            "version", f"is {shown(version)}; the file is read as version 1, which is all that is known"
        )
    return version


def _manifesto(section: Section) -> Manifesto:
    manifesto = Manifesto(
        mission=section.text("mission"),
        mission_drift_gate=section.flag("mission_drift_gate"),
        blocked_module_globs=section.globs("blocked_module_globs"),
        max_perf_regression_percent=section.number_or_none("max_perf_regression_percent"),
    )
    section.close()
    return manifesto


def _domain(section: Section) -> tuple[Section, Domain]:
    domain = Domain(
        name=section.needed_text("name"),
        path_globs=section.globs("path_globs"),
        min_coverage=section.number("min_coverage", most=1),
        max_cyclomatic_complexity=section.whole("max_cyclomatic_complexity"),
        approval_threshold=section.number("approval_threshold"),
        supermajority_ratio=section.number("supermajority_ratio", most=1),
        criticality_multiplier=section.number("criticality_multiplier"),
        restricted=section.flag("restricted"),
        ignored_sarif_rules=section.texts("ignored_sarif_rules"),
    )
    if not domain.path_globs and section.block.whole:
        section.remark("path_globs", "is empty, so no file belongs to this domain")
    section.close()
    return section, domain


def _check_names(domains: tuple[tuple[Section, Domain], ...]) -> None:
    seen: set[str] = set()
    for block, domain in domains:
        if domain.name and domain.name in seen:
            block.refuse("name", f"expected a name of its own, found {shown(domain.name)} a second time")
        seen.add(domain.name)


def _immune_system(section: Section) -> ImmuneSystem:
    quarantine = section.section("anomaly_quarantine")
    system = ImmuneSystem(
        require_pinned_dependencies=section.flag("require_pinned_dependencies"),
        allowed_licenses=section.texts("allowed_licenses"),
        anomaly_quarantine=AnomalyQuarantine(
            documentation_concentration=quarantine.number("documentation_concentration", most=1),
            sensitive_path_globs=quarantine.globs("sensitive_path_globs"),
            timelock=quarantine.duration("timelock"),
        ),
    )
    quarantine.close()
    section.close()
    return system


def _amendments(section: Section) -> Amendments:
    amendments = Amendments(
        supermajority_ratio=section.number("supermajority_ratio", most=1),
        top_n_holders=section.whole("top_n_holders"),
        voting_period=section.duration("voting_period"),
        amendment_path_globs=section.globs("amendment_path_globs"),
    )
    section.close()
    return amendments


def _founders(section: Section, domains: dict[str, None] | None) -> tuple[Founder, ...]:
    founders: list[Founder] = []
    handles: set[str] = set()
    for block in section.sections("founders"):
        handle = block.needed_text("handle").removeprefix("@")
        if handle and not _LOGIN.fullmatch(handle):
            block.remark("handle", f"{shown(handle)} is no login on GitHub, so nobody approves by it")
        if handle and handle.lower() in handles:
            block.remark("handle", f"{shown(handle)} stands here a second time")
        handles.add(handle.lower())
        seeds = {}
        for entry, number in block.numbers("reputation_seed"):
            seeds[entry.name] = number
            if domains is not None and entry.name not in domains:
                hint = block.notes.nearest(entry.name, domains)
                block.notes.warning(entry.token, f"reputation_seed: {shown(entry.name)} is no domain{hint}")
        block.close()
        founders.append(Founder(handle=handle, reputation_seed=seeds))
    return tuple(founders)


def _sarif(section: Section) -> Sarif:
    sarif = Sarif(enabled=section.flag("enabled"), artifact_glob=section.text("artifact_glob"))
    section.close()
    return sarif
