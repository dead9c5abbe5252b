"""Which mode each gate has: what a setting says, and where none does, what the preset says (`docs/policy.md`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

import msgspec

from steward.intake.steward_yml import File, GatesBlock
from steward.policy import Cla, Complexity, Dco, GateMode, Gates, Plain, Preset, Score

_FACTS = ("cyclomatic", "coverage", "restricted", "amendment", "dependencies")

PRESETS: Mapping[Preset, Mapping[str, GateMode]] = MappingProxyType(
    {
        Preset.RELAXED: {
            "dco": GateMode.OFF,
            "cla": GateMode.OFF,
            "complexity": GateMode.OBSERVE,
            **dict.fromkeys(_FACTS, GateMode.OBSERVE),
            "score": GateMode.OFF,
        },
        Preset.STANDARD: {
            "dco": GateMode.WARN,
            "cla": GateMode.OFF,
            "complexity": GateMode.WARN,
            **dict.fromkeys(_FACTS, GateMode.WARN),
            "score": GateMode.OFF,
        },
        Preset.STRICT: {
            "dco": GateMode.ENFORCE,
            "cla": GateMode.ENFORCE,
            "complexity": GateMode.ENFORCE,
            **dict.fromkeys(_FACTS, GateMode.ENFORCE),
            "score": GateMode.OFF,
        },
    }
)
"""The table of the page, a column a preset."""


def gates(file: File, stated: Collection[str]) -> Gates:
    """The settings of every gate. `stated` are the keys of the file: only a stated mode beats the preset."""
    block = file.gates

    def mode(name: str) -> GateMode:
        explicit: GateMode = getattr(block, name).mode
        return explicit if f"gates.{name}.mode" in stated else PRESETS[file.preset][name]

    def plain(name: str) -> Plain:
        return Plain(mode=mode(name))

    return Gates(
        dco=Dco(
            mode=mode("dco"),
            exempt_bots=block.dco.exempt_bots,
            allow_remediation=block.dco.allow_remediation,
        ),
        cla=_cla(block, mode("cla")),
        complexity=Complexity(
            mode=mode("complexity"),
            max_lines=block.complexity.max_lines,
            max_files=block.complexity.max_files,
        ),
        cyclomatic=plain("cyclomatic"),
        coverage=plain("coverage"),
        restricted=plain("restricted"),
        amendment=plain("amendment"),
        dependencies=plain("dependencies"),
        score=Score(mode=mode("score"), minimum=_minimum(block)),
    )


def _cla(block: GatesBlock, mode: GateMode) -> Cla:
    return Cla(
        mode=mode,
        signatures=block.cla.signatures,
        document=block.cla.document,
        sentence=block.cla.sentence,
        check=block.cla.check or None,
        exempt_bots=block.cla.exempt_bots,
    )


def _minimum(block: GatesBlock) -> dict[str, int]:
    stated: dict[str, int] = msgspec.structs.asdict(block.score.minimum)
    return {name: least for name, least in stated.items() if least}
