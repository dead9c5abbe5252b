"""GitHub's JSON for a pull request becomes a record: what may be missing may, what may not is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from steward.intake.payload import PullRequestPayload
from steward.model import Author, Branch, Record, Totals
from tests.unit.build import BASE, HEAD

REPOSITORY = {"full_name": "example-org/widgets", "default_branch": "main"}


def pull(**fields: Any) -> dict[str, Any]:
    """A pull request as GitHub tells it, with these fields instead; `...` leaves one out."""
    whole = {
        "number": 7,
        "title": "A title",
        "body": "Why.",
        "user": {"login": "contributor", "id": 1, "type": "User"},
        "draft": False,
        "state": "open",
        "changed_files": 2,
        "additions": 10,
        "deletions": 3,
        "head": {"sha": HEAD, "ref": "topic", "repo": REPOSITORY},
        "base": {"sha": BASE, "ref": "main", "repo": REPOSITORY},
        "something_new": {"of": "GitHub's"},
    }
    return {name: value for name, value in {**whole, **fields}.items() if value is not ...}


def record(**fields: Any) -> Record:
    return msgspec.convert(pull(**fields), PullRequestPayload).record("example-org/widgets")


def test_a_pull_request_is_told_by_its_payload() -> None:
    assert record() == Record(
        repository="example-org/widgets",
        number=7,
        title="A title",
        body="Why.",
        author=Author(login="contributor", bot=False),
        head=Branch(sha=HEAD, name="topic", repository="example-org/widgets"),
        base=Branch(sha=BASE, name="main", repository="example-org/widgets"),
        default_branch="main",
        draft=False,
        open=True,
        totals=Totals(files=2, additions=10, deletions=3),
    )


def test_what_may_be_empty_is() -> None:
    told = record(body=None, user=None, head={"sha": HEAD, "ref": "topic", "repo": None})
    assert told.body == ""
    assert told.author == Author(login="ghost", bot=False)
    assert told.head.repository is None
    assert told.from_fork


@pytest.mark.parametrize("missing", ["changed_files", "additions", "deletions"])
def test_totals_are_known_whole_or_not_at_all(missing: str) -> None:
    assert record(**{missing: ...}).totals is None


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        ({"draft": True}, "draft", True),
        ({"state": "closed"}, "open", False),
        ({"user": {"login": "helper[bot]", "type": "Bot"}}, "author", Author(login="helper[bot]", bot=True)),
        # Only GitHub's own type says what an account is; anybody may be called so.
        ({"user": {"login": "real[bot]", "type": "User"}}, "author", Author(login="real[bot]", bot=False)),
    ],
)
def test_other_kinds_of_pull_requests(fields: dict[str, Any], name: str, value: object) -> None:
    assert getattr(record(**fields), name) == value


def test_a_payload_does_not_move_the_run_to_another_repository() -> None:
    elsewhere = {"full_name": "evil/widgets", "default_branch": "evil"}
    told = record(head={"sha": HEAD, "ref": "topic", "repo": elsewhere})
    assert told.repository == "example-org/widgets"
    assert told.default_branch == "main"


def test_the_default_branch_is_the_repository_s_not_the_base() -> None:
    assert record(base={"sha": BASE, "ref": "scratch", "repo": REPOSITORY}).default_branch == "main"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"number": ...}, "missing required field `number`"),
        ({"number": 0}, "`int` >= 1 - at `$.number`"),
        ({"number": "7"}, "Expected `int`, got `str` - at `$.number`"),
        ({"title": None}, "Expected `str`, got `null` - at `$.title`"),
        ({"head": ...}, "missing required field `head`"),
        ({"head": {"sha": "../../x", "ref": "topic"}}, "matching regex"),
        ({"head": {"sha": HEAD + "\n", "ref": "topic"}}, "matching regex"),
        ({"head": {"sha": HEAD.upper(), "ref": "topic"}}, "matching regex"),
        ({"head": {"sha": HEAD, "ref": ""}}, "`str` of length >= 1 - at `$.head.ref`"),
        ({"base": {"sha": BASE, "ref": "main", "repo": None}}, "Expected `object`, got `null`"),
        ({"base": {"sha": BASE, "ref": "main", "repo": {"full_name": "a/b"}}}, "field `default_branch`"),
        ({"additions": -1}, "`int` >= 0 - at `$.additions`"),
        ({"user": {"id": 1}}, "missing required field `login`"),
    ],
)
def test_what_is_not_as_github_tells_it_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        record(**fields)
    assert said in str(refused.value)


@pytest.mark.parametrize("sha", ["a" * 40, "0123456789abcdef" * 4])
def test_both_of_git_s_hashes_are_known(sha: str) -> None:
    assert record(head={"sha": sha, "ref": "topic"}).head.sha == sha
