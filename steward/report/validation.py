"""What is wrong with the two policy files, and how they fit the files that are there: `docs/cli.md`, "Settings"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from steward.governance import constitution
from steward.governance.enforced import enforced
from steward.governance.mapping import Domains
from steward.governance.policy import Policy, Stated
from steward.intake.config import ConfigReading, read_config
from steward.intake.policy_file import PolicyFile, PolicyFiles, Tracked
from steward.paths import globs
from steward.report.markdown import visible
from steward.wording import count

_MOST_LISTED = 100
_MOST_PRINTED = 10
_SETTING_GLOB = re.compile(r"scoring\.(tests\.globs|complexity\.exclude)\[([0-9]+)\]")
_PLACE = re.compile(r"(?<=:)[0-9]+:[0-9]+: ")


class FileCheck(Struct, frozen=True, kw_only=True):
    """One file: `errors` make it unusable, `warnings` do not. Each reads `FILE:LINE:COLUMN: …`."""

    file: str
    present: bool
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Coverage(Struct, frozen=True, kw_only=True):
    """How much of the tracked files the domains take in; of those in none the first hundred by name."""

    tracked: int
    in_no_domain: int
    unmapped: tuple[str, ...]


class Validation(Struct, frozen=True, kw_only=True):
    """All that `steward validate` says. `domains` is None when nothing could be held against the tree."""

    schema: str = "steward.validation/1"
    read_from: str
    files: tuple[FileCheck, ...]
    domains: Coverage | None = None
    notes: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether no file has an error."""
        return not any(file.errors for file in self.files)


def validate(files: PolicyFiles, tracked: Tracked) -> Validation:
    """What is wrong with the files that were asked for, and how they fit the tracked files."""
    checks = []
    domains, note = None, ""
    if files.settings is not None:
        checks.append(_check_settings(files.settings, tracked.paths or ()))
    if files.governance is not None:
        check, policy = _check_governance(files.governance, tracked.paths or ())
        checks.append(check)
        domains = None if policy is None or tracked.paths is None else _coverage(policy, tracked.paths)
    if tracked.paths is None:
        note = f"globs were not held against the tracked files: {tracked.why}"
    elif any(check.errors for check in checks):
        note = "the globs of a file with mistakes were not held against the tracked files"
    return Validation(
        read_from=files.read_from, files=tuple(checks), domains=domains, notes=(note,) if note else ()
    )


def _check_settings(file: PolicyFile, tracked: Sequence[str]) -> FileCheck:
    if file.data is None:
        return FileCheck(file=file.path, present=False)
    reading = read_config(file.data, path=file.path)
    dead = tuple(_dead_settings(reading, tracked, file.path)) if tracked else ()
    return FileCheck(file=file.path, present=True, errors=reading.errors, warnings=dead)


def _check_governance(file: PolicyFile, tracked: Sequence[str]) -> tuple[FileCheck, Policy | None]:
    if file.data is None:
        return FileCheck(file=file.path, present=False), None
    reading = constitution.read(file.data, path=file.path)
    dead: tuple[str, ...] = ()
    if tracked and reading.policy is not None:
        dead = tuple(_dead_domains(reading.policy, reading.stated, tracked, file.path))
    warnings = (*reading.warnings, *dead)
    return FileCheck(file=file.path, present=True, errors=reading.errors, warnings=warnings), reading.policy


def _coverage(policy: Policy, tracked: Sequence[str]) -> Coverage:
    unmapped = Domains(enforced(policy).domains).unmapped(tracked)
    shown = tuple(visible(path, 4096) for path in unmapped[:_MOST_LISTED])
    return Coverage(tracked=len(tracked), in_no_domain=len(unmapped), unmapped=shown)


def _dead_settings(reading: ConfigReading, tracked: Sequence[str], path: str) -> Iterator[str]:
    if reading.file is None:
        return
    scoring = reading.file.scoring
    listed: Mapping[str, list[str]] = {
        "tests.globs": scoring.tests.globs,
        "complexity.exclude": scoring.complexity.exclude,
    }
    for key, (line, column) in reading.places.items():
        found = _SETTING_GLOB.fullmatch(key)
        glob = listed[found[1]][int(found[2])] if found else "!"
        # A pattern with ! takes away from those before it.
        if not glob.startswith("!") and not any(map(globs((glob,)), tracked)):
            yield f"{path}:{line}:{column}: {key}: no tracked file matches {visible(glob)!r}"
    tasks = reading.file.evals.tasks
    if tasks and tasks not in tracked:
        line, column = reading.places["evals.tasks"]
        yield f"{path}:{line}:{column}: evals.tasks: no tracked file is called {visible(tasks)!r}"


def _dead_domains(
    policy: Policy, stated: Sequence[Stated], tracked: Sequence[str], path: str
) -> Iterator[str]:
    numbers = {domain.name: number for number, domain in enumerate(policy.domains)}
    for dead in Domains(enforced(policy).domains).dead_globs(tracked):
        name = f"domains[{numbers[dead.domain]}].path_globs"
        # A list may be stated in parts.
        parts = [one for one in stated if one.name == name]
        part = next((one for one in parts if f'"{dead.glob}"' in one.value), parts[0])
        what = f"domain {visible(dead.domain)!r}: no tracked file matches {visible(dead.glob)!r}"
        yield f"{path}:{part.line}:{part.column}: {what}"


# -------------------------------------------------------------------------------------------------- as text


def render(validation: Validation) -> str:
    """Plain text: a problem a line, as compilers print them, then what was looked at."""
    lines = [*_problems(validation.files), *map(_summary, validation.files)]
    lines += _covered(validation.domains) if validation.domains else ()
    return "\n".join((*lines, *validation.notes)) + "\n"


def _problems(files: Sequence[FileCheck]) -> Iterator[str]:
    for file in files:
        yield from file.errors
        yield from (_PLACE.sub(lambda place: f"{place[0]}warning: ", each, count=1) for each in file.warnings)


def _summary(file: FileCheck) -> str:
    if not file.present:
        return f"{file.file}: not there"
    errors = count(len(file.errors), "mistake") if file.errors else "no mistake"
    warnings = f", {count(len(file.warnings), 'warning')}" if file.warnings else ""
    return f"{file.file}: {errors}{warnings}"


def _covered(domains: Coverage) -> Iterator[str]:
    inside = domains.tracked - domains.in_no_domain
    yield f"{inside:,} of {count(domains.tracked, 'tracked file')} in a domain, {domains.in_no_domain:,} in none"
    yield from (f"  {path}" for path in domains.unmapped[:_MOST_PRINTED])
    more = domains.in_no_domain - min(len(domains.unmapped), _MOST_PRINTED)
    if more:
        yield f"  … and {more:,} more"
