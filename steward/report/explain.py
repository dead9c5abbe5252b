"""What holds in a repository, and why: every setting and every field of the constitution with its origin.

`docs/cli.md`, "Settings".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TypeVar

import msgspec
from msgspec import Struct

from steward.errors import ConfigInvalid
from steward.governance import constitution
from steward.governance.constitution import Reading
from steward.governance.policy import ENFORCED, NOT_ENFORCED, Domain, Stated
from steward.intake.config import ConfigReading, read_config
from steward.intake.policy_file import PolicyFile, PolicyFiles
from steward.intake.presets import PRESETS
from steward.intake.settings import CommentMode
from steward.intake.steward_yml import Block, File
from steward.model import FailOn
from steward.report.markdown import visible

DEFAULT = "default"
_MEND = "steward validate tells the mistakes of the working tree, or of the files it is given."
_MOST_SHOWN = 60
_INPUTS = {
    "fail_on": "fail-on",
    "comment.mode": "comment",
    "prose.model": "model",
    "prose.daily_credits": "daily-credits",
}
_NUMBER = re.compile(r"\[[0-9]+\]")
_GATE_MODE = re.compile(r"gates\.([a-z]+)\.mode")

_Read = TypeVar("_Read", ConfigReading, Reading)


class Setting(Struct, frozen=True, kw_only=True):
    """One key of the settings file: what holds, and where that comes from.

    That is `default`, `FILE:LINE`, `preset NAME, FILE:LINE`, an option or an input.
    """

    key: str
    value: bool | int | float | str | list[str]
    origin: str


class Field(Struct, frozen=True, kw_only=True):
    """One field that the constitution states, and what it is used for, or why nothing comes of it here."""

    name: str
    value: str
    origin: str
    used_for: str | None
    not_enforced: str | None


class DomainRules(Struct, frozen=True, kw_only=True):
    """One domain with its measures as they hold, stated or not; 0 is exempt."""

    name: str
    path_globs: tuple[str, ...]
    min_coverage: float
    max_cyclomatic_complexity: int
    restricted: bool


class Constitution(Struct, frozen=True, kw_only=True):
    """What `governance.pxf` says. `not_stated` are the known fields that it leaves out: empty, 0 or false."""

    file: str
    fields: tuple[Field, ...]
    not_stated: tuple[str, ...]
    domains: tuple[DomainRules, ...]
    warnings: tuple[str, ...]


class Explanation(Struct, frozen=True, kw_only=True):
    """All that `steward explain` says. The file is None when there is none; so is the constitution."""

    schema: str = "steward.explain/1"
    read_from: str
    settings_file: str | None
    settings: tuple[Setting, ...]
    governance: Constitution | None


class Given(Struct, frozen=True, kw_only=True):
    """What a workflow's inputs, or an option, say of settings; None where they say nothing.

    `by` is how one is called, with `{}` for its name. `daily_credits` are hundredths of a credit.
    """

    by: str = "--{}"
    fail_on: FailOn | None = None
    comment: CommentMode | None = None
    model: str | None = None
    daily_credits: int | None = None


def explain(files: PolicyFiles, *, given: Given | None = None) -> Explanation:
    """What holds under the files and what is given beside them. Raises `ConfigInvalid` with their mistakes."""
    settings = _read(files.settings, read_config)
    rules = _read(files.governance, constitution.read)
    problems = (*(settings.errors if settings else ()), *(rules.errors if rules else ()))
    if problems:
        raise ConfigInvalid(problems, mend=_MEND)
    settings_path = files.settings.path if files.settings else ""
    return Explanation(
        read_from=files.read_from,
        settings_file=settings_path if settings else None,
        settings=tuple(_settings(settings, settings_path, given or Given())),
        governance=_constitution(rules, files.governance.path) if rules and files.governance else None,
    )


def _read(file: PolicyFile | None, read: Callable[..., _Read]) -> _Read | None:
    return None if file is None or file.data is None else read(file.data, path=file.path)


def _settings(reading: ConfigReading | None, path: str, given: Given) -> Iterator[Setting]:
    places = reading.places if reading else {}
    file = (reading and reading.file) or File()
    preset = f"preset {file.preset}, {path}:{places['preset'][0]}" if "preset" in places else DEFAULT
    for key, value in _leaves(file):
        gate = _GATE_MODE.fullmatch(key)
        if key in places:
            setting = Setting(key=key, value=value, origin=f"{path}:{places[key][0]}")
        elif gate:
            setting = Setting(key=key, value=str(PRESETS[file.preset][gate[1]]), origin=preset)
        else:
            setting = Setting(key=key, value=value, origin=DEFAULT)
        yield _under(setting, given)


def _leaves(block: Block, before: str = "") -> Iterator[tuple[str, bool | int | float | str | list[str]]]:
    for name in block.__struct_fields__:
        value = getattr(block, name)
        if isinstance(value, Block):
            yield from _leaves(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", msgspec.to_builtins(value)


def _under(setting: Setting, given: Given) -> Setting:
    """Of what is given and the file the stricter holds, of a model what the file names; else the file's."""
    value: str | float | None = None
    match setting.key:
        case "fail_on" if given.fail_on and _is_later(FailOn, given.fail_on, setting.value):
            value = str(given.fail_on)
        case "comment.mode" if given.comment and _is_later(CommentMode, given.comment, setting.value):
            value = str(given.comment)
        case "prose.model" if given.model and not setting.value:
            value = given.model
        case "prose.daily_credits" if given.daily_credits is not None and isinstance(
            setting.value, int | float
        ):
            less = given.daily_credits / 100
            value = less if less < setting.value else None
    if value is None:
        return setting
    return Setting(key=setting.key, value=value, origin=given.by.format(_INPUTS[setting.key]))


def _is_later(kind: type[StrEnum], one: str, other: object) -> bool:
    order = [str(each) for each in kind]
    return order.index(one) > order.index(str(other))


def _constitution(reading: Reading, path: str) -> Constitution:
    kinds = {_NUMBER.sub("[]", one.name) for one in reading.stated}
    known = (*ENFORCED, *NOT_ENFORCED)
    return Constitution(
        file=path,
        fields=tuple(_field(one, path) for one in reading.stated),
        not_stated=tuple(
            name for name in known if not any(f"{kind}.".startswith(f"{name}.") for kind in kinds)
        ),
        domains=tuple(_domain(domain) for domain in reading.usable().domains),
        warnings=reading.warnings,
    )


def _field(stated: Stated, path: str) -> Field:
    kind = _NUMBER.sub("[]", stated.name)
    use = ENFORCED.get(kind)
    why = stated.not_enforced or (None if use else "the field is not known here")
    return Field(
        name=visible(stated.name),
        value=visible(stated.value, 2000),
        origin=f"{path}:{stated.line}",
        used_for=None if why else use,
        not_enforced=why,
    )


def _domain(domain: Domain) -> DomainRules:
    return DomainRules(
        name=visible(domain.name),
        path_globs=tuple(visible(glob, 500) for glob in domain.path_globs),
        min_coverage=domain.min_coverage,
        max_cyclomatic_complexity=domain.max_cyclomatic_complexity,
        restricted=domain.restricted,
    )


# -------------------------------------------------------------------------------------------------- as text


def render(explanation: Explanation) -> str:
    """Plain text: a value a line, in columns, with an empty line between two parts."""
    rows = [(setting.key, _said(setting.value), setting.origin) for setting in explanation.settings]
    title = f"Settings ({explanation.settings_file or 'no settings file'})"
    parts = [
        f"read from {explanation.read_from}",
        "\n".join((title, *_table(rows))),
        *_rendered(explanation.governance),
    ]
    return "\n\n".join(parts) + "\n"


def _rendered(constitution: Constitution | None) -> Iterator[str]:
    if constitution is None:
        yield "Constitution (no governance.pxf)"
        return
    rows = [
        (field.name, visible(field.value, _MOST_SHOWN), field.origin, _use(field))
        for field in constitution.fields
    ]
    yield "\n".join((f"Constitution ({constitution.file})", *_table(rows)))
    if constitution.not_stated:
        yield "\n".join(
            ("Not stated, so empty, 0 or false", *(f"  {name}" for name in constitution.not_stated))
        )
    if constitution.domains:
        yield "\n".join(
            ("Domains and their measures", *_table([_measures(domain) for domain in constitution.domains]))
        )
    if constitution.warnings:
        yield "\n".join(("Warnings", *(f"  {warning}" for warning in constitution.warnings)))


def _use(field: Field) -> str:
    return f"not enforced here: {field.not_enforced}" if field.not_enforced else f"used: {field.used_for}"


def _measures(domain: DomainRules) -> tuple[str, ...]:
    coverage = f"coverage {domain.min_coverage:g} or more" if domain.min_coverage else "coverage exempt"
    limit = domain.max_cyclomatic_complexity
    complexity = f"complexity {limit} or less" if limit else "complexity exempt"
    restricted = "restricted" if domain.restricted else "open"
    return domain.name, ", ".join(domain.path_globs) or "no globs", coverage, complexity, restricted


def _said(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(visible(item, 500) for item in value)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """The rows in columns as wide as their widest cell; the last one is not filled up."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)]
        yield "  " + "  ".join((*cells, row[-1])).rstrip()
