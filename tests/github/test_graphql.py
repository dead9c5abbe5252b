"""GraphQL: files of any commit under any number of names, and refusals in GitHub's words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.github import commits, objects
from tests.github.builders import add_comment, edit_comment, open_pull, push_commits, put_files
from tests.github.client import Client
from tests.github.endpoints.graphql import MAX_TEXT
from tests.github.nouns import PullRequestState
from tests.github.objects import SUBMODULE, SYMLINK, Entry
from tests.github.server import GitHubServer
from tests.github.world import Repository, World

PLACE = {"owner": "example-org", "name": "widgets"}
BLOB = "... on Blob { text isTruncated isBinary oid byteSize }"


def ask(client: Client, query: str, **variables: Any) -> dict[str, Any]:
    answer = client.post("/graphql", {"query": query, "variables": variables})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def objects_of(client: Client, *expressions: str, fields: str = BLOB) -> list[Any]:
    """What each expression names, asked for as `b0`, `b1`, … in one query."""
    declared = "".join(f", $e{n}: String!" for n in range(len(expressions)))
    asked = " ".join(f"b{n}: object(expression: $e{n}) {{ {fields} }}" for n in range(len(expressions)))
    head = f"query($owner: String!, $name: String!{declared})"
    query = f"{head} {{ repository(owner: $owner, name: $name) {{ {asked} }} }}"
    found = ask(client, query, **PLACE, **{f"e{n}": one for n, one in enumerate(expressions)})
    assert "errors" not in found
    return list(found["data"]["repository"].values())


def test_a_file_is_read_at_both_ends_of_a_pull_request(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    put_files(repository, pull.head_sha, {"a.py": "x = 2\n"})
    repository.files |= objects.files({"a.py": "x = 1\n"})
    pull.base_sha = repository.default_sha()

    before, after = objects_of(client, f"{pull.base_sha}:a.py", f"{pull.head_sha}:a.py")

    assert (before["text"], after["text"]) == ("x = 1\n", "x = 2\n")
    assert after == {
        "text": "x = 2\n",
        "isTruncated": False,
        "isBinary": False,
        "oid": objects.object_sha("blob", b"x = 2\n"),
        "byteSize": 6,
    }


def test_eighty_names_are_answered_in_the_order_they_were_asked(
    client: Client, repository: Repository
) -> None:
    repository.files |= objects.files({f"dir/{number}.py": f"{number}" for number in range(80)})

    found = objects_of(client, *(f"main:dir/{number}.py" for number in range(80)))

    assert [blob["text"] for blob in found] == [f"{number}" for number in range(80)]


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("main:absent", None),
        ("main:folder", {}),
        ("main:module", None),
        ("main:", {}),
        (f"{'0' * 40}:README.md", None),
        ("main:link", {"text": "README.md", "isBinary": False}),
        ("main:folder/ünicode file", {"text": "ü", "isBinary": False}),
        ("HEAD:folder/binary", {"text": None, "isBinary": True}),
        ("refs/heads/main:folder/latin", {"text": "caf\ufffd", "isBinary": False}),
    ],
)
def test_what_is_no_file_has_no_text(
    client: Client, repository: Repository, expression: str, found: dict[str, Any] | None
) -> None:
    repository.files |= objects.files(
        {
            "folder/binary": b"a\0b",
            "folder/latin": b"caf\xe9",
            "folder/ünicode file": "ü",
            "link": Entry(content=b"README.md", mode=SYMLINK),
            "module": Entry(content=b"a" * 40, mode=SUBMODULE),
        }
    )

    assert objects_of(client, expression, fields="... on Blob { text isBinary }") == [found]


def test_a_long_file_is_cut_and_says_so(client: Client, repository: Repository) -> None:
    repository.files |= objects.files({"just": "x" * MAX_TEXT, "over": "x" * (MAX_TEXT + 1)})

    just, over = objects_of(client, "main:just", "main:over")

    assert (just["isTruncated"], over["isTruncated"]) == (False, True)
    assert (len(over["text"]), over["byteSize"]) == (MAX_TEXT, MAX_TEXT + 1)


def test_a_fork_s_head_is_read_through_the_repository_and_through_the_fork(
    client: Client, world: World, repository: Repository
) -> None:
    fork = world.add_repository("contributor/widgets", fork=True)
    pull = open_pull(world, repository, fork=fork)
    push_commits(repository, pull, commits.signed(), files={"a.py": "x = 2\n"})

    for revision in (pull.head_sha, "pull/7/head", "refs/pull/7/head"):
        assert objects_of(client, f"{revision}:a.py")[0]["text"] == "x = 2\n"
    for name in ("example-org/widgets", "contributor/widgets"):
        answer = client.get(f"/repos/{name}/contents/a.py?ref={pull.head_sha}")
        assert (answer.status_code, answer.json()["size"]) == (200, 6)


def test_a_tree_and_a_commit_are_told_by_their_type(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    push_commits(repository, pull, commits.signed("Explain"), files={"docs/a.md": "", "b": ""})
    fields = "__typename ... on Tree { entries { name type mode } } ... on Commit { message }"

    root, folder, commit = objects_of(
        client, f"{pull.head_sha}:", f"{pull.head_sha}:docs", pull.head_sha, fields=fields
    )

    assert [row["name"] for row in root["entries"]] == ["b", "docs"]
    assert folder["entries"] == [{"name": "a.md", "type": "blob", "mode": 0o100644}]
    assert (commit["__typename"], commit["message"].splitlines()[0]) == ("Commit", "Explain")


@pytest.mark.parametrize(
    ("query", "variables", "message"),
    [
        ("{ viewer { login }", {}, "Parse error on '' at [1, 1]"),
        ("mutation { x }", {}, "The stand-in serves one query, not 'mutation'"),
        ("{ viewer }", {}, "Field must have selections (field 'viewer' returns User but has no selections)"),
        (
            "{ viewer { login { x } } }",
            {},
            "Selections can't be made on scalars (field 'login' returns String)",
        ),
        (
            'query A { repository(owner: "a") { id } }',
            {},
            "Field 'repository' is missing required arguments: name",
        ),
        (
            "{ repository(owner: 1, name: $n) { id } }",
            {},
            "Argument 'owner' on Field 'repository' has an invalid value (1). Expected type 'String!'.",
        ),
        (
            "query A($o: String!) { viewer { login } }",
            {"o": "x"},
            "Variable $o is declared by A but not used",
        ),
        (
            'query($o: String!) { repository(owner: $o, name: "b") { id } }',
            {"o": 1},
            "Variable $o of type String! was provided invalid value",
        ),
        (
            "query($i: [ID!]!) { nodes(ids: $i) { id } }",
            {"i": [True]},
            "Variable $i of type [ID!]! was provided invalid value",
        ),
        (
            'query($o: String!) { repository(owner: $o, name: "b") { id } }',
            {},
            "Variable $o of type String! was provided invalid value",
        ),
        (
            'query($o: String) { repository(owner: $o, name: "b") { id } }',
            {"o": "a"},
            "Type mismatch on variable $o and argument owner (String / String!)",
        ),
        (
            'query($o: Int!) { repository(owner: $o, name: "b") { id } }',
            {"o": 1},
            "Type mismatch on variable $o and argument owner (Int! / String!)",
        ),
        (
            'query { repository(owner: "a", name: "b") { object(path: "c") { id } } }',
            {},
            "Field 'object' doesn't accept argument 'path'",
        ),
        (
            'query { repository(owner: "a", name: "b") { object(expression: "c") { text } } }',
            {},
            "Field 'text' doesn't exist on type 'GitObject'",
        ),
        (
            'query { repository(owner: "a", name: "b") { ... on Blob { text } } }',
            {},
            "Fragment on Blob can't be spread inside Repository",
        ),
        ("{ a: viewer { login } a: viewer { id } ...F }", {}, "Fragment F was used, but not defined"),
        (
            '{ repository(owner: "a", name: "b") { o: object(oid: "c") { id } o: object(oid: "d") { id } } }',
            {},
            "Field 'o' has an argument or a field conflict",
        ),
    ],
)
def test_a_query_that_github_refuses_is_refused_and_fails_the_test(
    client: Client, github: GitHubServer, query: str, variables: dict[str, Any], message: str
) -> None:
    found = ask(client, query, **variables)

    assert [row["message"] for row in found["errors"]][:1] == [message]
    assert "data" not in found
    assert f"GraphQL: {message}" in [violation.problem for violation in github.violations]
    github.violations.clear()


@pytest.mark.usefixtures("repository")
def test_fragments_defaults_and_comments_are_read(client: Client) -> None:
    query = """
        # who, and what
        query Names($owner: String! = "example-org", $name: String! = "widgets") {
          repository(owner: $owner, name: $name) { ...R object(expression: "main:README.md") { ...B } }
        }
        fragment R on Repository { nameWithOwner, databaseId }
        fragment B on Blob { text }
    """

    assert ask(client, query) == {
        "data": {
            "repository": {
                "nameWithOwner": "example-org/widgets",
                "databaseId": 1000,
                "object": {"text": "# Widgets\n"},
            }
        }
    }


def test_a_repository_that_is_not_there_is_null_and_said(client: Client) -> None:
    found = ask(client, '{ repository(owner: "a", name: "b") { id } }')

    assert found["data"] == {"repository": None}
    assert (found["errors"][0]["type"], found["errors"][0]["path"]) == ("NOT_FOUND", ["repository"])


def test_a_private_repository_s_files_need_the_scope(
    client: Client, github: GitHubServer, repository: Repository
) -> None:
    asked = 'name b: object(expression: "main:README.md") { id }'
    query = f'{{ repository(owner: "example-org", name: "widgets") {{ {asked} }} }}'
    repository.private = True
    github.world.job.permissions = {}
    without = ask(client, query)
    github.world.job.permissions = {"contents": "read"}

    assert without["data"] == {"repository": {"name": "widgets", "b": None}}
    assert (without["errors"][0]["type"], without["errors"][0]["path"]) == ("FORBIDDEN", ["repository", "b"])
    assert "errors" not in ask(client, query)


def test_a_comment_tells_who_edited_it_last(client: Client, world: World, repository: Repository) -> None:
    ours = add_comment(world, repository, 7, "ours", viewer=world.job)
    edited = add_comment(world, repository, 7, "ours", viewer=world.job)
    edit_comment(world, edited, "theirs", by=world.user("maintainer"))
    own = add_comment(world, repository, 7, "ours", viewer=world.job)
    client.patch(f"/repos/example-org/widgets/issues/comments/{own.id}", {"body": "ours, again"})
    query = """query($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment {
        databaseId author { login } editor { login } includesCreatedEdit viewerDidAuthor } } }"""

    shown = ask(client, query, ids=[f"IC_{one.id}" for one in (ours, edited, own)])["data"]["nodes"]

    assert [(row["databaseId"], row["editor"], row["includesCreatedEdit"]) for row in shown] == [
        (ours.id, None, False),
        (edited.id, {"login": "maintainer"}, True),
        (own.id, {"login": "github-actions"}, True),
    ]
    assert {(row["author"]["login"], row["viewerDidAuthor"]) for row in shown} == {("github-actions", True)}


@pytest.mark.parametrize(
    ("kind", "status", "errors"),
    [
        ("graphql-error", 200, True),
        ("graphql-limit", 200, True),
        ("403", 403, False),
        ("502", 502, False),
        ("401", 401, False),
    ],
)
def test_faults_reach_queries(
    client: Client, github: GitHubServer, kind: str, status: int, errors: bool
) -> None:
    github.fault("POST", "graphql", kind)

    answer = client.post("/graphql", {"query": "{ viewer { login } }"})

    assert (answer.status_code, "errors" in answer.json()) == (status, errors)
    assert client.post("/graphql", {"query": "{ viewer { login } }"}).json()["data"]


@pytest.mark.usefixtures("repository")
def test_a_query_can_be_answered_in_part(client: Client, github: GitHubServer) -> None:
    github.fault("POST", "graphql", "graphql-partial")
    asked = 'a: object(expression: "main:README.md") { oid } b: object(expression: "main:README.md") { oid }'
    query = f'{{ repository(owner: "example-org", name: "widgets") {{ {asked} }} }}'

    spoilt, whole = ask(client, query), ask(client, query)

    assert spoilt["data"]["repository"] == whole["data"]["repository"] | {"b": None}
    assert spoilt["errors"][0]["path"] == ["repository", "b"]
