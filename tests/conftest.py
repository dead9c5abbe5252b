"""Fixtures for every test: the stand-in GitHub and the runner's environment."""

from __future__ import annotations

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
