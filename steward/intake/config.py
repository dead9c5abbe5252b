"""`.github/steward.yml` becomes rules: types, ranges and names checked, every mistake told with its place.

The file is read from the default branch, never from the pull request. The keys: `docs/policy.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

import msgspec

from steward.errors import ConfigInvalid
from steward.model import FailOn, ScoringRules
from steward.policy import EvalRules, Gates, ProseRules, Waivers

if TYPE_CHECKING:
    from steward.intake.steward_yml import File
    from steward.intake.yaml_check import Check

MOST_BYTES = 64 * 1024
MEND = "Correct the file on the default branch."
_MOST_MISTAKES = 50
_MOST_SHOWN = 500


class Skip(StrEnum):
    """Pull requests that need no evaluation."""

    DRAFT = "draft"
    BOT = "bot"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """What the file says; the defaults are what holds without one."""

    fail_on: FailOn = FailOn.NEVER
    skip: frozenset[Skip] = frozenset()
    rules: ScoringRules = msgspec.field(default_factory=ScoringRules)
    comment: Literal["always", "changes", "off"] = "always"
    gates: Gates = msgspec.field(default_factory=Gates)
    waivers: Waivers = msgspec.field(default_factory=Waivers)
    prose: ProseRules = msgspec.field(default_factory=ProseRules)
    evals: EvalRules = msgspec.field(default_factory=EvalRules)


class ConfigReading(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a settings file. `config` is None exactly when there are errors.

    `errors` read `FILE:LINE:COLUMN: …` in the order of the file. `places` is the line and the column of each
    key that the file states, by its path: `scoring.security.match`. `file` is every key with its value.
    """

    config: Config | None
    file: File | None = None
    errors: tuple[str, ...] = ()
    places: Mapping[str, tuple[int, int]] = {}

    def usable(self) -> Config:
        """The settings. Raises `ConfigInvalid` with every error when there are none."""
        if self.config is None:
            raise ConfigInvalid(self.errors, mend=MEND)
        return self.config


def parse_config(data: bytes, *, path: str) -> Config:
    """The file's bytes as rules. Raises `ConfigInvalid` with every mistake and its position."""
    return read_config(data, path=path).usable()


def read_config(data: bytes, *, path: str) -> ConfigReading:
    """As `parse_config`, for those who want to know more; `path` is what messages call the file."""
    if len(data) > MOST_BYTES:
        too_long = f"{path}:1:1: is {len(data):,} bytes long; allowed: {MOST_BYTES:,}"
        return ConfigReading(config=None, errors=(too_long,))
    # Imported here: most repositories have no such file, and every run would pay for the import.
    from steward.intake.steward_yml import File
    from steward.intake.yaml_check import Check
    from steward.intake.yaml_file import YamlError, compose, is_null

    check = Check()
    try:
        node = compose(data)
        stated = {} if node is None or is_null(node) else check.value(node, File)
    except YamlError as error:
        position = ":{}:{}".format(*error.place) if error.place else ""
        return ConfigReading(config=None, errors=(f"{path}{position}: {_short(error.what)}",))
    if check.mistakes:
        return ConfigReading(config=None, errors=_worded(check, path), places=check.places)
    file = msgspec.convert(stated, File)
    return ConfigReading(config=_config(file, check.places), file=file, places=check.places)


def _config(file: File, places: Mapping[str, tuple[int, int]]) -> Config:
    from steward.intake.presets import gates

    return Config(
        fail_on=file.fail_on,
        skip=frozenset(file.skip),
        rules=ScoringRules(
            test_conventions=file.scoring.tests.conventions,
            test_globs=tuple(file.scoring.tests.globs),
            security_match=file.scoring.security.match,
            complexity_exclude=tuple(file.scoring.complexity.exclude),
        ),
        comment=file.comment.mode,
        gates=gates(file, places),
        prose=ProseRules(
            enabled=file.prose.enabled,
            model=file.prose.model or None,
            daily_credits=round(file.prose.daily_credits * 100),
        ),
        evals=EvalRules(
            judge=file.evals.judge,
            samples=file.evals.samples,
            tasks=file.evals.tasks or None,
            agent=file.evals.agent,
            runs=file.evals.runs,
        ),
        waivers=Waivers(allow_author=file.waivers.allow_author, permission=file.waivers.permission),
    )


def _worded(check: Check, path: str) -> tuple[str, ...]:
    """The mistakes in the order of the file; of very many the first."""
    found = sorted(set(check.mistakes))
    words = [
        f"{path}:{mistake.place[0]}:{mistake.place[1]}: {_short(mistake.what)}"
        for mistake in found[:_MOST_MISTAKES]
    ]
    more = len(found) - _MOST_MISTAKES
    return (*words, f"{path}: and {more:,} more like these") if more > 0 else tuple(words)


def _short(what: str) -> str:
    # The words of YAML quote keys, which may be as long as the file.
    return what if len(what) <= _MOST_SHOWN else f"{what[:_MOST_SHOWN]}…"
