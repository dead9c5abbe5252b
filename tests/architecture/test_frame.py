"""What `pyproject.toml` promises of the code's shape holds for the code that is there."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from steward.dimensions import DIMENSIONS

ROOT = Path(__file__).parents[2]


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_each_dimension_is_held_apart_from_the_others() -> None:
    contracts = project()["tool"]["importlinter"]["contracts"]
    held_apart = next(c["modules"] for c in contracts if c["name"] == "Dimensions do not know each other")

    assert held_apart == [f"steward.dimensions.{dimension.key}" for dimension in DIMENSIONS]


def test_each_dimension_is_an_output_of_the_action() -> None:
    outputs = (ROOT / "action.yml").read_text().partition("\noutputs:\n")[2]

    assert [d.key for d in DIMENSIONS if f"\n  {d.key}:\n" not in outputs] == []


def test_the_package_asks_for_what_is_pinned() -> None:
    wanted = [
        line
        for line in (ROOT / "requirements.in").read_text().splitlines()
        if line and not line.startswith("#")
    ]

    assert project()["project"]["dependencies"] == wanted
