"""The judge sees what GitHub's description does not allow, in requests and in the stand-in's own answers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.github.builders import add_comment, add_review, open_pull
from tests.github.client import Client
from tests.github.departures import SCHEMA_PATCHES, UNDESCRIBED_ANSWERS
from tests.github.endpoints import ENDPOINTS
from tests.github.exchange import Answer, Request
from tests.github.fixtures import check
from tests.github.judge import Judge
from tests.github.nouns import Inline
from tests.github.openapi import Description, description, to_json_schema
from tests.github.permissions import SCOPES
from tests.github.server import GitHubServer
from tests.github.vendor.slice_openapi import OPERATIONS
from tests.github.world import Repository, World

REPOSITORY = "/repos/example-org/widgets"
COMMENTS = f"{REPOSITORY}/issues/7/comments"
CHECKS = f"{REPOSITORY}/check-runs"
OUTPUT = {"title": "t", "summary": "s"}


def only_problem(github: GitHubServer) -> str:
    """The one violation, taken away so that the fixture does not fail the test for it."""
    (found,) = github.violations
    github.violations.clear()
    return str(found)


@pytest.mark.parametrize(
    ("path", "body", "problem"),
    [
        pytest.param(COMMENTS, {"body": 7}, 'body: 7 is not of type "string"', id="wrong type"),
        pytest.param(COMMENTS, {}, '"body" is a required property', id="missing key"),
        pytest.param(COMMENTS, None, "a body is missing", id="no body"),
        pytest.param(COMMENTS, {"body": "x", "colour": "red"}, "'colour' was unexpected", id="unknown key"),
        pytest.param(
            CHECKS,
            {"name": "n", "head_sha": "0" * 40, "output": {**OUTPUT, "colour": "red"}},
            "'colour' was unexpected",
            id="unknown key below",
        ),
        pytest.param(
            CHECKS,
            {"name": "n", "head_sha": "0" * 40, "conclusion": "fine"},
            '"fine" is not one of',
            id="value outside an enumeration",
        ),
        pytest.param(
            CHECKS,
            {"name": "n", "head_sha": "0" * 40, "output": {**OUTPUT, "text": "x" * 65_536}},
            "is longer than 65535 characters",
            id="text too long",
        ),
        pytest.param(
            CHECKS,
            {"name": "n", "head_sha": "0" * 40, "completed_at": "yesterday"},
            'is not a "date-time"',
            id="not a date",
        ),
    ],
)
@pytest.mark.usefixtures("pull")
def test_an_ill_formed_body_is_seen_and_refused(
    github: GitHubServer, client: Client, path: str, body: Any, problem: str
) -> None:
    assert client.post(path, body).status_code == 422
    assert problem in only_problem(github)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        pytest.param("/repos/example-org/widgets/stars", "no such operation", id="unknown path"),
        pytest.param(f"{COMMENTS}?colour=red", "'colour' is not described", id="unknown query"),
        pytest.param(f"{COMMENTS}?page=two", 'page: (whole): "two" is not of type "integer"', id="no number"),
        pytest.param(f"{COMMENTS}?per_page=101", "at most 100 a page", id="page too long"),
        pytest.param(f"{COMMENTS}?since=today", 'is not a "date-time"', id="no date"),
        pytest.param(
            f"{REPOSITORY}/issues/seven/comments", '"seven" is not of type "integer"', id="no number in path"
        ),
    ],
)
@pytest.mark.usefixtures("pull")
def test_an_ill_formed_address_is_seen(github: GitHubServer, client: Client, path: str, problem: str) -> None:
    client.get(path)

    assert problem in only_problem(github)


@pytest.mark.parametrize(
    "raw", [b"body=hello", b'{"body": NaN}', b'{"body": "\\ud83d"}'], ids=["a form", "NaN", "half a pair"]
)
@pytest.mark.usefixtures("pull")
def test_a_body_that_is_no_json_is_seen(github: GitHubServer, client: Client, raw: bytes) -> None:
    assert client.post(COMMENTS, raw=raw).status_code == 400
    assert "the body is not JSON" in only_problem(github)


def test_an_answer_that_github_would_not_give_is_seen(repository: Repository, github: GitHubServer) -> None:
    operation = next(found for found in description().operations if found.name == "repos/get")
    request = Request(method="GET", target=REPOSITORY, path=REPOSITORY, query={}, headers={})
    whole = github.payloads().full_repository(repository)
    judge = Judge()

    judge.answer(request, operation, Answer(body=whole))
    assert judge.violations == []

    judge.answer(request, operation, Answer(body={**whole, "id": "1000"}))
    judge.answer(request, operation, Answer(status=418, body=whole))
    judge.answer(request, operation, Answer(body=b"diff", media="text/plain"))
    assert [found.problem for found in judge.violations] == [
        'id: "1000" is not of type "integer"',
        "status 418 is not described",
        "media type text/plain is not described for status 200",
    ]


def test_the_answers_on_the_wire_are_judged(
    github: GitHubServer, world: World, repository: Repository, client: Client
) -> None:
    comment = add_comment(world, repository, 7, "hello", association="SOMEBODY")

    client.get(f"{REPOSITORY}/issues/comments/{comment.id}")

    assert (github.violations[0].side, '"SOMEBODY" is not one of' in only_problem(github)) == ("answer", True)


def test_a_violation_fails_the_test_that_made_it(github: GitHubServer, client: Client) -> None:
    check(github)
    client.get("/nowhere")

    with pytest.raises(pytest.fail.Exception, match=r"GET /nowhere \(no such operation\)"):
        check(github)
    github.violations.clear()


def test_a_mistake_of_the_stand_in_fails_the_test_too(
    github: GitHubServer, repository: Repository, client: Client
) -> None:
    repository.files["broken"] = None  # type: ignore[assignment]

    assert client.get(f"{REPOSITORY}/contents/").status_code == 500
    assert "the stand-in itself failed" in github.violations[0].problem
    github.violations.clear()


@pytest.mark.parametrize("operation", description().operations, ids=lambda operation: operation.name)
def test_every_operation_is_found_by_its_own_template(operation: Any) -> None:
    path = (
        operation.template.replace("{path}", "a/b c.md")
        .replace("{ref}", "heads/topic")
        .replace("{", "")
        .replace("}", "")
    )

    found = description().match(operation.method, path)

    assert found is not None
    assert found[0] is operation


def test_every_vendored_operation_is_served_and_no_other() -> None:
    vendored = {operation.name for operation in description().operations}

    assert vendored == OPERATIONS == set(ENDPOINTS) - {"graphql"}
    assert set(SCOPES) < vendored


def test_the_more_specific_route_wins() -> None:
    found = description().match("GET", f"{REPOSITORY}/commits/heads/a/b/check-runs")

    assert found is not None
    assert (found[0].name, found[1]["ref"]) == ("checks/list-for-ref", "heads/a/b")


def test_nullable_values_may_be_null_and_others_may_not() -> None:
    schema = to_json_schema(
        {
            "type": "object",
            "properties": {
                "a": {"type": "string", "nullable": True},
                "b": {"type": "string", "enum": ["x"], "nullable": True},
                "c": {"nullable": True, "oneOf": [{"type": "integer"}]},
                "d": {"type": "string"},
            },
        }
    )
    judged = description()

    assert judged.problems("nullable", schema, {"a": None, "b": None, "c": None}) == []
    assert judged.problems("nullable", schema, {"d": None}) == ['d: null is not of type "string"']


@pytest.mark.parametrize("patch", SCHEMA_PATCHES, ids=lambda patch: patch.name)
def test_each_departure_is_needed(
    patch: Any, world: World, repository: Repository, github: GitHubServer
) -> None:
    pull = open_pull(world, repository, deleted_fork=True)
    payloads = github.payloads()
    shown = payloads.pull(repository, pull)
    shown["head"]["user"] = None
    listed = payloads.listed_pull(repository, pull)
    add_review(world, pull, None, comments=[Inline(path="a.py", line=None, body="On the whole file")])
    comment = payloads.review_comment(repository, pull, pull.review_comments[0])
    values = {
        "pull-request": shown,
        "pull-request-simple": listed,
        "pull-request-review-comment": comment,
    }
    value = values[patch.component]
    unpatched = Description(
        description().document, patches=[row for row in SCHEMA_PATCHES if row is not patch]
    )
    schema = {"$ref": f"urn:github#/components/schemas/{patch.component}"}

    assert description().problems(patch.component, schema, value) == []
    assert ["/".join(patch.path)] == [
        problem.partition(":")[0] for problem in unpatched.problems(patch.component, schema, value)
    ]


def test_the_undescribed_answers_are_undescribed() -> None:
    by_name = {operation.name: operation for operation in description().operations}
    for name, status, media in UNDESCRIBED_ANSWERS:
        if name != "*":
            described = by_name[name].raw["responses"].get(str(status), {})
            assert media not in described.get("content", {}), (name, status, media)
