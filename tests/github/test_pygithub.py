"""A PyGithub session works against the stand-in as it works against GitHub."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from github import Github, GithubException

from tests.github.builders import add_comment
from tests.github.nouns import PullRequestState
from tests.github.server import GitHubServer
from tests.github.world import Repository

Session = Callable[[GitHubServer], Github]


def test_comments_are_listed_created_edited_and_deleted(
    github: GitHubServer, repository: Repository, pull: PullRequestState, session: Session
) -> None:
    issue = session(github).get_repo(repository.full_name).get_issue(pull.number)
    made = issue.create_comment("first")
    made.edit("second")

    assert [(comment.body, comment.user.login) for comment in issue.get_comments()] == [
        ("second", "github-actions[bot]")
    ]

    made.delete()

    assert repository.comments == {}


def test_a_check_run_is_opened_and_closed_and_keeps_all_its_annotations(
    github: GitHubServer, repository: Repository, pull: PullRequestState, session: Session
) -> None:
    remote = session(github).get_repo(repository.full_name)
    row: dict[str, str | int] = {
        "path": "a",
        "start_line": 1,
        "end_line": 1,
        "annotation_level": "notice",
        "message": "m",
    }
    made = remote.create_check_run(
        "Steward evaluation",
        pull.head_sha,
        status="in_progress",
        output={"title": "t", "summary": "s", "annotations": [row] * 50},
    )
    made.edit(conclusion="success", output={"title": "t", "summary": "s", "annotations": [row] * 3})

    stored = repository.checks_on(pull.head_sha, "Steward evaluation")
    assert [(run.status, run.conclusion, len(run.annotations)) for run in stored] == [
        ("completed", "success", 53)
    ]
    assert made.get_annotations().totalCount == 53


def test_205_comments_are_reached_by_following_links(
    github: GitHubServer, repository: Repository, pull: PullRequestState, session: Session
) -> None:
    for number in range(205):
        add_comment(github.world, repository, pull.number, f"comment {number}")

    issue = session(github).get_repo(repository.full_name).get_issue(pull.number)

    assert [comment.body for comment in issue.get_comments()] == [f"comment {n}" for n in range(205)]
    assert [str(seen.request) for seen in github.requests[-2:]] == [
        f"GET /repos/example-org/widgets/issues/7/comments?page={page}&per_page=100" for page in (2, 3)
    ]


def test_the_job_s_token_is_nobody_s_account(github: GitHubServer, session: Session) -> None:
    with pytest.raises(GithubException, match="Resource not accessible by integration"):
        assert session(github).get_user().login
