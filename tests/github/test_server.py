"""The server: what it records, an Enterprise server's addresses, connections, and turns."""

from __future__ import annotations

import threading

import pytest
import requests

from tests.github.builders import add_comment, open_pull
from tests.github.client import Client
from tests.github.exchange import Request
from tests.github.nouns import PullRequestState
from tests.github.runner import Runner
from tests.github.server import GitHubServer
from tests.github.turns import Turns
from tests.github.world import Repository, World

COMMENTS = "/repos/example-org/widgets/issues/7/comments"


@pytest.mark.usefixtures("pull")
def test_every_request_is_recorded_with_its_body_its_headers_and_its_status(
    github: GitHubServer, client: Client
) -> None:
    client.session.headers["X-GitHub-Api-Version"] = "2022-11-28"
    client.post(COMMENTS, {"body": "hello"})
    client.get(f"{COMMENTS}?per_page=100")

    assert [str(seen) for seen in github.requests] == [
        f"POST {COMMENTS} → 201",
        f"GET {COMMENTS}?per_page=100 → 200",
    ]
    (write,) = github.writes
    assert (write.request.body, write.request.operation) == ({"body": "hello"}, "issues/create-comment")
    assert write.request.headers["x-github-api-version"] == "2022-11-28"
    assert "authorization" not in write.request.headers


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("User-Agent", "", 403),
        ("X-GitHub-Api-Version", "1999-12-31", 400),
        ("X-GitHub-Api-Version", "2022-11-28", 200),
    ],
)
@pytest.mark.usefixtures("pull")
def test_a_request_says_who_asks_and_which_version(
    client: Client, name: str, value: str, status: int
) -> None:
    client.session.headers[name] = value

    assert client.get(COMMENTS).status_code == status


def test_a_repository_is_found_by_its_id_too(client: Client, repository: Repository) -> None:
    assert client.get(f"/repositories/{repository.id}").json()["full_name"] == "example-org/widgets"


def test_a_connection_is_kept(github: GitHubServer, client: Client, repository: Repository) -> None:
    versions = {client.get("/rate_limit", timeout=5).raw.version for _ in range(3)}

    assert versions == {11}
    assert github.connections() == 1


def test_an_enterprise_server_answers_below_its_prefix_only(
    enterprise: GitHubServer, tmp_path: object
) -> None:
    world = enterprise.world
    repository = world.add_repository("example-org/widgets")
    for number in range(31):
        add_comment(world, repository, open_pull(world, repository).number, f"{number}")
    client = Client(enterprise)

    page = client.get(COMMENTS)
    viewer = requests.post(
        enterprise.graphql_url,
        json={"query": "{ viewer { login } }"},
        headers={"Authorization": f"Bearer {world.job.token}"},
        timeout=5,
    )
    outside = client.get(enterprise.url.replace("/api/v3", "") + COMMENTS)
    client.close()

    assert enterprise.url.endswith("/api/v3")
    assert page.links["next"]["url"].startswith(f"{enterprise.url}/repositories/1000/issues/7/comments")
    assert page.json()[0]["url"].startswith(f"{enterprise.url}/repos/example-org/widgets/")
    assert page.json()[0]["html_url"].startswith("https://github.example.org/example-org/widgets/pull/7")
    assert enterprise.graphql_url.endswith("/api/graphql")
    assert viewer.json() == {"data": {"viewer": {"login": "github-actions[bot]"}}}
    assert (outside.status_code, len(enterprise.violations)) == (404, 1)
    enterprise.violations.clear()


def test_two_servers_know_nothing_of_each_other(github: GitHubServer, enterprise: GitHubServer) -> None:
    github.world.add_repository("example-org/widgets")
    client = Client(enterprise)

    assert client.get("/repos/example-org/widgets").status_code == 404
    client.close()
    assert github.requests == []


def race(github: GitHubServer, names: set[str], seed: int) -> list[str]:
    """Each of the names reads the comments and then writes one; gives the order in which they were served."""
    turns = Turns.over(github, names, seed)

    def run(name: str) -> None:
        client = Client(github)
        for method, body in (("GET", None), ("POST", {"body": name})):
            client.ask(method, COMMENTS, body, viewer=github.world.viewer(name))
        client.close()
        turns.done(name)

    threads = [threading.Thread(target=run, args=(name,)) for name in sorted(names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return turns.order


@pytest.fixture
def names(world: World, pull: PullRequestState) -> set[str]:
    made = {"run-1", "run-2", "run-3"}
    for name in sorted(made):
        world.add_viewer(name)
    return made


@pytest.mark.parametrize("seed", range(4))
def test_turns_give_each_run_its_requests_in_an_order_that_the_seed_decides(
    github: GitHubServer, names: set[str], seed: int
) -> None:
    order = race(github, set(names), seed)
    served = [seen.request.viewer.name for seen in github.writes if seen.request.viewer]
    github.mend()

    assert sorted(order) == sorted([*names, *names])
    assert order == race(github, set(names), seed)
    assert len(served) == 3


def test_different_seeds_tell_different_stories(github: GitHubServer, names: set[str]) -> None:
    stories = set()
    for seed in range(6):
        stories.add(tuple(race(github, set(names), seed)))
        github.mend()

    assert len(stories) > 1


def test_turns_serve_one_request_at_a_time_even_when_a_run_sends_two_at_once(
    github: GitHubServer, names: set[str]
) -> None:
    overlaps: list[int] = []
    being_served: list[str] = []
    late = threading.Thread(target=ask, args=(github, "run-1"))

    def begin(request: Request) -> None:
        being_served.append(str(request))
        overlaps.append(len(being_served))
        if late.ident is None:
            # While this one is being served, the same run sends another.
            late.start()
            late.join(0.2)

    github.after("GET", "issues/list-comments", lambda _: being_served.pop(), times="always")
    turns = Turns.over(github, {"run-1", "run-2"}, seed=1)
    github.before("GET", "issues/list-comments", begin, times="always")

    def run(name: str) -> None:
        ask(github, name)
        if name == "run-1":
            late.join()
        turns.done(name)

    threads = [threading.Thread(target=run, args=(name,)) for name in ("run-1", "run-2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert overlaps == [1, 1, 1]


def ask(github: GitHubServer, name: str) -> None:
    client = Client(github)
    client.ask("GET", COMMENTS, viewer=github.world.viewer(name))
    client.close()


def test_a_runner_of_another_server_is_made_on_demand(make_runner: object, enterprise: GitHubServer) -> None:
    repository = enterprise.world.add_repository("example-org/gadgets")
    assert callable(make_runner)

    made = make_runner(enterprise, repository)

    assert isinstance(made, Runner)
    assert made.server is enterprise
