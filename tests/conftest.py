"""Fixtures for every test: the stand-in GitHub and the runner's environment; and the option `--regen`."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.github.fixtures import (
    client,
    enterprise,
    events,
    github,
    make_runner,
    pull,
    repository,
    runner,
    session,
    world,
)

# How long an example takes depends on what else the machine does: speed is measured in benchmarks/.
settings.register_profile("any-machine", deadline=None)
settings.load_profile("any-machine")

__all__ = [
    "client",
    "enterprise",
    "events",
    "github",
    "make_runner",
    "pull",
    "repository",
    "runner",
    "session",
    "world",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regen", action="store_true", help="rewrite what the scenarios expect")


@pytest.fixture
def regen(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--regen"))
