"""The mode of each gate: the table of the page cell by cell, and what beats what."""

from __future__ import annotations

from pathlib import Path

import pytest

from steward.gates import GATES
from steward.intake.commands import GATE_NAMES
from steward.intake.config import Config, parse_config
from steward.policy import GateMode, Gates, Preset
from tests.docs.pages import spans, table

POLICY = Path(__file__).parents[3] / "docs" / "policy.md"

TABLE = {
    "dco": ("off", "warn", "enforce"),
    "cla": ("off", "off", "enforce"),
    "complexity": ("observe", "warn", "enforce"),
    "cyclomatic": ("observe", "warn", "enforce"),
    "coverage": ("observe", "warn", "enforce"),
    "restricted": ("observe", "warn", "enforce"),
    "amendment": ("observe", "warn", "enforce"),
    "dependencies": ("observe", "warn", "enforce"),
    "score": ("off", "off", "off"),
}
CELLS = [(gate, preset, TABLE[gate][at]) for gate in TABLE for at, preset in enumerate(Preset)]


def read(text: str) -> Config:
    return parse_config(text.encode(), path="steward.yml")


def modes(gates: Gates) -> dict[str, str]:
    return {name: str(getattr(gates, name).mode) for name in Gates.__struct_fields__}


def test_the_page_says_the_same_table() -> None:
    rows = {spans(row[0])[0]: tuple(row[1:]) for row in table(POLICY, "Presets")}
    assert rows == TABLE


def test_every_gate_has_a_row_a_setting_a_name_and_a_file_in_the_same_order() -> None:
    files = [check.__module__.rpartition(".")[2] for check in GATES]
    named = [spans(row[0])[0] for row in table(POLICY, "Gates")]
    assert list(TABLE) == list(Gates.__struct_fields__) == list(GATE_NAMES) == named == files


@pytest.mark.parametrize(("gate", "preset", "mode"), CELLS)
def test_a_preset_sets_the_mode_of_each_gate_that_no_key_sets(gate: str, preset: Preset, mode: str) -> None:
    assert modes(read(f"preset: {preset}\n").gates)[gate] == mode


@pytest.mark.parametrize("text", ["", "version: 1\n", "preset: relaxed\n", "gates: {}\n"])
def test_without_a_word_it_is_relaxed(text: str) -> None:
    assert read(text).gates == Gates() == Config().gates
    assert modes(Gates()) == {gate: row[0] for gate, row in TABLE.items()}


@pytest.mark.parametrize("gate", TABLE)
@pytest.mark.parametrize("preset", list(Preset))
@pytest.mark.parametrize("mode", list(GateMode))
def test_an_explicit_mode_beats_the_preset_for_its_gate_alone(
    gate: str, preset: Preset, mode: GateMode
) -> None:
    found = modes(read(f"preset: {preset}\ngates: {{{gate}: {{mode: {mode}}}}}\n").gates)
    assert found == {**modes(read(f"preset: {preset}\n").gates), gate: str(mode)}


@pytest.mark.parametrize("preset", list(Preset))
def test_another_setting_of_a_gate_leaves_its_mode_to_the_preset(preset: Preset) -> None:
    found = read(
        f"preset: {preset}\ngates: {{dco: {{exempt_bots: false}}, complexity: {{max_lines: 5}}}}\n"
    ).gates
    assert modes(found) == modes(read(f"preset: {preset}\n").gates)
    assert (found.dco.exempt_bots, found.complexity.max_lines) == (False, 5)


def test_a_mode_that_is_the_default_is_explicit_all_the_same() -> None:
    assert (
        read("preset: strict\ngates: {complexity: {mode: observe}}\n").gates.complexity.mode
        is GateMode.OBSERVE
    )


def test_a_minimum_of_nothing_is_none() -> None:
    found = read("gates: {score: {mode: warn, minimum: {overall: 0, docs: 50}}}\n").gates.score
    assert found.minimum == {"docs": 50}


def test_an_empty_check_is_none() -> None:
    assert read("gates: {cla: {check: ''}}\n").gates.cla.check is None
