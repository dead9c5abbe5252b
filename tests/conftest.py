"""Fixtures for every test: the stand-in GitHub and the runner's environment; and the option `--regen`."""

from __future__ import annotations

import pytest

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
