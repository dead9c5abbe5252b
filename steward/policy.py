"""What the default branch asks of a change: the constitution and the gates' settings, as far as they are enforced.

`steward.governance` and `steward.intake` make these from the two policy files (`docs/policy.md`); everything
that judges reads them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct, field


class GateMode(StrEnum):
    """What a gate's failure does; ordered by strictness."""

    OFF = "off"
    OBSERVE = "observe"
    WARN = "warn"
    ENFORCE = "enforce"


class Preset(StrEnum):
    """A column of the table of gates: the mode of each gate that no setting names."""

    RELAXED = "relaxed"
    STANDARD = "standard"
    STRICT = "strict"


# ----------------------------------------------------------------------------------------- the constitution


class Domain(Struct, frozen=True, kw_only=True):
    """A part of the tree. `min_coverage` is from 0 to 1; 0 is exempt, for both limits."""

    name: str
    globs: tuple[str, ...] = ()
    min_coverage: float = 0
    max_cyclomatic: int = 0
    restricted: bool = False


class Constitution(Struct, frozen=True, kw_only=True):
    """What of `governance.pxf` has a consequence here.

    `blocked_modules` is empty when the drift gate is off; `founders` are logins without `@`.
    """

    mission: str = ""
    blocked_modules: tuple[str, ...] = ()
    require_pinned: bool = False
    domains: tuple[Domain, ...] = ()
    amendment_globs: tuple[str, ...] = ()
    founders: tuple[str, ...] = ()


# ---------------------------------------------------------------------------------------- gates' settings


class Plain(Struct, frozen=True, kw_only=True):
    """A gate that has a mode and nothing else to set."""

    mode: GateMode = GateMode.OFF


class Dco(Struct, frozen=True, kw_only=True):
    """How commits are signed off."""

    mode: GateMode = GateMode.OFF
    exempt_bots: bool = True
    allow_remediation: bool = True


class Cla(Struct, frozen=True, kw_only=True):
    """Where signatures of the agreement stand. `check` is a check run that says it instead, by its name."""

    mode: GateMode = GateMode.OFF
    signatures: str = ".github/cla.json"
    document: str = "CLA.md"
    sentence: str = "I have read the CLA Document and I hereby sign the CLA"
    check: str | None = None
    exempt_bots: bool = True


class Complexity(Struct, frozen=True, kw_only=True):
    """How large a change may be."""

    mode: GateMode = GateMode.OBSERVE
    max_lines: int = 1000
    max_files: int = 50


class Score(Struct, frozen=True, kw_only=True):
    """The least that scores may be, by the keys of the dimensions and `overall`."""

    mode: GateMode = GateMode.OFF
    minimum: Mapping[str, int] = {}


class Gates(Struct, frozen=True, kw_only=True):
    """The settings of every gate, in display order; the defaults are the preset `relaxed`."""

    dco: Dco = field(default_factory=Dco)
    cla: Cla = field(default_factory=Cla)
    complexity: Complexity = field(default_factory=Complexity)
    cyclomatic: Plain = Plain(mode=GateMode.OBSERVE)
    coverage: Plain = Plain(mode=GateMode.OBSERVE)
    restricted: Plain = Plain(mode=GateMode.OBSERVE)
    amendment: Plain = Plain(mode=GateMode.OBSERVE)
    dependencies: Plain = Plain(mode=GateMode.OBSERVE)
    score: Score = field(default_factory=Score)


Permission: TypeAlias = Literal["triage", "write", "maintain", "admin"]


class Waivers(Struct, frozen=True, kw_only=True):
    """Who may waive a gate."""

    allow_author: bool = False
    permission: Permission = "write"


class ProseRules(Struct, frozen=True, kw_only=True):
    """Whether a model may write the report, which one, and what a day may cost in hundredths of a credit."""

    enabled: bool = True
    model: str | None = None
    daily_credits: int = 500


class EvalRules(Struct, frozen=True, kw_only=True):
    """How `mode: eval` measures changed instruction files. `tasks` is a path on the default branch, None one of
    the usual places."""

    judge: Literal["rubric", "anthropic"] = "rubric"
    samples: int = 1
    tasks: str | None = None
    agent: Literal["echo", "anthropic"] = "echo"
    runs: int = 1
