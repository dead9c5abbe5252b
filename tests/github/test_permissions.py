"""What a token may do is checked call by call."""

from __future__ import annotations

from typing import Any

import pytest

from tests.github.builders import add_comment
from tests.github.client import Client
from tests.github.nouns import Issue, PullRequestState, TokenKind, User, Viewer
from tests.github.permissions import WORKFLOW_PERMISSIONS
from tests.github.server import GitHubServer
from tests.github.world import Repository, World

REPOSITORY = "/repos/example-org/widgets"
CHECK = {"name": "Steward evaluation", "conclusion": "success"}


@pytest.fixture
def comment_id(world: World, repository: Repository, pull: PullRequestState) -> int:
    return add_comment(world, repository, pull.number, "ours", viewer=world.job).id


@pytest.fixture
def writes(pull: PullRequestState, comment_id: int) -> dict[str, tuple[str, str, Any]]:
    """Every write that the slice knows, by its operation's name."""
    comment = f"{REPOSITORY}/issues/comments/{comment_id}"
    return {
        "create comment": ("POST", f"{REPOSITORY}/issues/7/comments", {"body": "b"}),
        "update comment": ("PATCH", comment, {"body": "b"}),
        "react": ("POST", f"{comment}/reactions", {"content": "+1"}),
        "create check": ("POST", f"{REPOSITORY}/check-runs", CHECK | {"head_sha": pull.head_sha}),
        "delete comment": ("DELETE", comment, None),
    }


def test_a_read_only_token_reads_and_writes_nothing(
    github: GitHubServer, client: Client, writes: dict[str, tuple[str, str, Any]]
) -> None:
    github.world.job.read_only = True

    answers = {name: client.ask(*request) for name, request in writes.items()}

    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(writes, 403)
    assert answers["react"].json()["message"] == "Resource not accessible by integration"
    assert client.get(f"{REPOSITORY}/pulls/7").status_code == 200


def test_the_documented_block_of_permissions_is_enough_for_a_run(
    github: GitHubServer, client: Client, repository: Repository, writes: dict[str, tuple[str, str, Any]]
) -> None:
    repository.private = True
    github.world.job.permissions = WORKFLOW_PERMISSIONS
    reads = [
        "pulls/7",
        "pulls/7/files",
        "pulls/7/comments",
        "issues/7/comments",
        "issues/comments",
        "contents/",
        "pulls/7/commits",
    ]

    assert {path: client.get(f"{REPOSITORY}/{path}").status_code for path in reads} == dict.fromkeys(
        reads, 200
    )
    assert {client.ask(*request).status_code // 100 for request in writes.values()} == {2}


@pytest.mark.parametrize(
    ("scope", "refused"),
    [
        ("pull-requests", {"create comment", "update comment", "react", "delete comment"}),
        ("checks", {"create check"}),
    ],
)
def test_each_missing_permission_refuses_its_own_writes(
    github: GitHubServer,
    client: Client,
    writes: dict[str, tuple[str, str, Any]],
    scope: str,
    refused: set[str],
) -> None:
    github.world.job.permissions = {**WORKFLOW_PERMISSIONS, scope: "read"}

    assert {name for name, request in writes.items() if client.ask(*request).status_code == 403} == refused


@pytest.mark.parametrize("permissions", [{"pull-requests": "write"}, {"issues": "write"}])
def test_either_scope_reaches_a_comment_on_a_pull_request(
    github: GitHubServer, client: Client, pull: PullRequestState, permissions: dict[str, str]
) -> None:
    github.world.job.permissions = permissions

    assert client.post(f"{REPOSITORY}/issues/7/comments", {"body": "b"}).status_code == 201


def test_a_comment_on_an_issue_needs_the_scope_of_issues(
    github: GitHubServer, client: Client, repository: Repository, world: World
) -> None:
    repository.issues[3] = Issue(number=3, title="An issue", author=world.user("bystander"))
    github.world.job.permissions = {"pull-requests": "write"}

    assert client.post(f"{REPOSITORY}/issues/3/comments", {"body": "b"}).status_code == 403


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("contents/", "contents"),
        ("pulls/7", "pull-requests"),
        ("pulls/7/comments", "pull-requests"),
        ("issues/comments", "issues"),
        ("commits/main/check-runs", "checks"),
    ],
)
@pytest.mark.usefixtures("pull")
def test_a_private_repository_is_read_with_the_scope_only(
    github: GitHubServer, client: Client, repository: Repository, path: str, scope: str
) -> None:
    github.world.job.permissions = {}
    public = client.get(f"{REPOSITORY}/{path}").status_code
    repository.private = True
    without = client.get(f"{REPOSITORY}/{path}").status_code
    github.world.job.permissions = {scope: "read"}

    assert (public, without, client.get(f"{REPOSITORY}/{path}").status_code) == (200, 403, 200)


@pytest.fixture
def person(world: World) -> Viewer:
    return world.add_viewer("person", user=User(login="maintainer", id=77), kind=TokenKind.USER)


def test_a_person_s_token_comments_as_the_person_and_writes_no_check_runs(
    client: Client, pull: PullRequestState, person: Viewer
) -> None:
    made = client.post(f"{REPOSITORY}/issues/7/comments", {"body": "b"}, viewer=person)
    refused = client.post(f"{REPOSITORY}/check-runs", CHECK | {"head_sha": pull.head_sha}, viewer=person)

    assert (made.json()["user"]["login"], made.json()["performed_via_github_app"]) == ("maintainer", None)
    assert (refused.status_code, refused.json()["message"]) == (
        403,
        "You must authenticate via a GitHub App.",
    )


def test_a_token_says_who_it_is(client: Client, person: Viewer) -> None:
    query = {"query": "query { viewer { login databaseId id } }"}

    assert client.get("/user", viewer=person).json()["login"] == "maintainer"
    assert client.get("/user").status_code == 403
    assert client.post("/graphql", query).json() == {
        "data": {"viewer": {"login": "github-actions[bot]", "databaseId": 41898282, "id": "U_41898282"}}
    }
    assert client.post("/graphql", query, viewer=person).json()["data"]["viewer"]["databaseId"] == 77


def test_another_graphql_query_is_refused(github: GitHubServer, client: Client) -> None:
    answer = client.post("/graphql", {"query": "{ viewer { email } }"})

    assert (answer.status_code, answer.json()["errors"][0]["message"]) == (
        200,
        "Field 'email' doesn't exist on type 'User'",
    )
    assert client.post("/graphql", {"ask": "who"}).status_code == 422
    assert [found.problem for found in github.violations] == [
        "GraphQL: Field 'email' doesn't exist on type 'User'",
        "a GraphQL request is an object with a query",
    ]
    github.violations.clear()


@pytest.mark.usefixtures("pull")
def test_an_unknown_token_is_refused_and_its_value_recorded_nowhere(
    github: GitHubServer, client: Client
) -> None:
    stranger = Viewer(name="stranger", token="a-token-of-nobody")

    answer = client.get(f"{REPOSITORY}/pulls/7", viewer=stranger)

    assert (answer.status_code, answer.json()["message"]) == (401, "Bad credentials")
    assert "a-token-of-nobody" not in repr(github.requests)
    assert github.world.job.token not in repr(github.requests)


@pytest.mark.parametrize(
    ("role", "permission"),
    [("admin", "admin"), ("maintain", "write"), ("write", "write"), ("triage", "read"), ("read", "read")],
)
def test_a_collaborator_s_role_is_told_in_four_words(
    client: Client, world: World, repository: Repository, role: str, permission: str
) -> None:
    repository.permissions[world.user("somebody").login] = role

    shown = client.get(f"{REPOSITORY}/collaborators/somebody/permission").json()

    assert (shown["permission"], shown["role_name"]) == (permission, role)
    assert shown["user"]["permissions"]["push"] is (permission in ("admin", "write"))


def test_a_stranger_may_read_what_is_public(client: Client, world: World, repository: Repository) -> None:
    world.user("stranger")
    public = client.get(f"{REPOSITORY}/collaborators/stranger/permission").json()["permission"]
    repository.private = True

    assert (public, client.get(f"{REPOSITORY}/collaborators/stranger/permission").json()["permission"]) == (
        "read",
        "none",
    )
    assert client.get(f"{REPOSITORY}/collaborators/nobody-at-all/permission").status_code == 404


def test_the_hour_s_requests_run_out(github: GitHubServer, client: Client, repository: Repository) -> None:
    github.world.rate_limit = 2

    answers = [client.get(REPOSITORY) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 403]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]


def test_a_role_of_an_organization_s_own_is_told_by_name_and_by_what_it_builds_on(
    client: Client, world: World, repository: Repository
) -> None:
    repository.permissions[world.user("somebody").login] = "release-manager"
    repository.custom_roles["release-manager"] = "write"

    shown = client.get(f"{REPOSITORY}/collaborators/SomeBody/permission").json()

    assert (shown["permission"], shown["role_name"]) == ("write", "release-manager")
    assert shown["user"]["permissions"] == {
        "pull": True,
        "triage": True,
        "push": True,
        "maintain": False,
        "admin": False,
    }


def test_a_bot_is_no_user_to_ask_for(client: Client, repository: Repository) -> None:
    answer = client.get(f"{REPOSITORY}/collaborators/github-actions[bot]/permission")

    assert (answer.status_code, answer.json()["message"]) == (404, "github-actions[bot] is not a user")


def test_a_person_has_to_push_to_ask_what_others_may_do(
    client: Client, repository: Repository, person: Viewer
) -> None:
    path = f"{REPOSITORY}/collaborators/contributor/permission"
    refused = client.get(path, viewer=person)
    repository.permissions["maintainer"] = "write"

    assert (refused.status_code, client.get(path, viewer=person).status_code) == (403, 200)
    assert refused.json()["message"] == "Must have push access to view collaborator permission."
