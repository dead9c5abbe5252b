"""Fixtures over the stand-in. A test that uses one fails when the judge saw a violation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from github import Auth, Github

from tests.github.builders import open_pull
from tests.github.client import Client
from tests.github.events import Events
from tests.github.nouns import PullRequestState
from tests.github.runner import Runner
from tests.github.server import ENTERPRISE, GitHubServer
from tests.github.world import Repository, World


def check(server: GitHubServer) -> None:
    """Fail the test when a request or an answer was not as GitHub describes it."""
    if server.violations:
        pytest.fail("not as GitHub describes it:\n" + "\n".join(f"  {found}" for found in server.violations))


@pytest.fixture
def github() -> Iterator[GitHubServer]:
    """An empty stand-in at github.com's place."""
    with GitHubServer() as server:
        yield server
    check(server)


@pytest.fixture
def enterprise() -> Iterator[GitHubServer]:
    """The same as an Enterprise server, its API below /api/v3."""
    with GitHubServer(prefix=ENTERPRISE, web="https://github.example.org") as server:
        yield server
    check(server)


@pytest.fixture
def world(github: GitHubServer) -> World:
    return github.world


@pytest.fixture
def repository(world: World) -> Repository:
    """`example-org/widgets` with a README on `main`."""
    return world.add_repository("example-org/widgets", files={"README.md": "# Widgets\n"})


@pytest.fixture
def pull(world: World, repository: Repository) -> PullRequestState:
    """Pull request 7 of that repository, without a change."""
    return open_pull(world, repository)


@pytest.fixture
def client(github: GitHubServer) -> Iterator[Client]:
    """Asks that stand-in, with the job's token."""
    made = Client(github)
    yield made
    made.close()


@pytest.fixture
def events(github: GitHubServer, repository: Repository) -> Events:
    return Events(payloads=github.payloads(), repository=repository)


@pytest.fixture
def runner(github: GitHubServer, repository: Repository, tmp_path: Path) -> Runner:
    """Starts the Action's entrypoint on that repository."""
    return Runner(server=github, repository=repository, home=tmp_path / "runner")


@pytest.fixture
def make_runner(tmp_path: Path) -> Callable[[GitHubServer, Repository], Runner]:
    """For a second server or a second repository."""
    return lambda server, repository: Runner(
        server=server, repository=repository, home=tmp_path / f"runner-{repository.id}"
    )


@pytest.fixture
def session() -> Iterator[Callable[[GitHubServer], Github]]:
    """Opens a PyGithub session with the job's token; a second argument is another viewer's token."""
    opened: list[Github] = []

    def connect(server: GitHubServer, token: str | None = None) -> Github:
        made = Github(
            auth=Auth.Token(token or server.world.job.token),
            base_url=server.url,
            per_page=100,
            retry=None,
            seconds_between_requests=0,
            seconds_between_writes=0,
        )
        opened.append(made)
        return made

    yield connect
    for made in opened:
        made.close()
