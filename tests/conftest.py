"""Fixtures for every test: the stand-in GitHub and the runner's environment."""

from __future__ import annotations

from tests.github.fixtures import enterprise, events, github, make_runner, repository, runner, session, world

__all__ = ["enterprise", "events", "github", "make_runner", "repository", "runner", "session", "world"]
