"""What a merge queue makes of pull requests: which commits are theirs and which are its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.github import commits, objects
from tests.github.builders import open_pull, open_pull_of_files, push_commits, put_files
from tests.github.client import Client
from tests.github.events import Events
from tests.github.nouns import CONTRIBUTOR, FileRow, PullRequestState, User
from tests.github.queue import Group, Style, queue
from tests.github.world import Repository, World

REPOSITORY = "/repos/example-org/widgets"
OTHER = ("B. Other", "other@example.org")


@pytest.fixture
def pushed(repository: Repository, pull: PullRequestState) -> PullRequestState:
    """Two commits, the second by somebody else."""
    other = commits.signed("Second", account=User(login="other", id=8), name=OTHER[0], email=OTHER[1])
    push_commits(repository, pull, commits.signed("First"), other)
    return pull


def shown(client: Client, group: Group) -> list[dict[str, Any]]:
    answer = client.get(f"{REPOSITORY}/compare/{group.base_sha}...{group.head_sha}").json()
    assert (answer["merge_base_commit"]["sha"], answer["status"]) == (group.base_sha, "ahead")
    found: list[dict[str, Any]] = answer["commits"]
    return found


def by(row: dict[str, Any]) -> tuple[str, str, str]:
    return (
        row["author"]["login"],
        row["commit"]["author"]["email"],
        row["commit"]["committer"]["email"],
    )


def test_a_merge_keeps_the_pull_request_s_commits_and_adds_one(
    client: Client, repository: Repository, pushed: PullRequestState
) -> None:
    group = queue(repository, pushed)

    rows = shown(client, group)

    assert [row["sha"] for row in rows[:2]] == [commit.sha for commit in pushed.change.commits]
    assert [parent["sha"] for parent in rows[2]["parents"]] == [group.base_sha, pushed.head_sha]
    assert rows[2]["commit"]["message"].startswith("Merge pull request #7 from example-org/topic\n\n")
    assert rows[2]["committer"]["login"] == "web-flow"


def test_a_squash_is_one_commit_of_the_author_s_noreply_address_committed_by_github(
    client: Client, repository: Repository, pushed: PullRequestState
) -> None:
    (row,) = shown(client, queue(repository, pushed, style="squash"))

    assert by(row) == ("contributor", commits.noreply(CONTRIBUTOR), "noreply@github.com")
    assert row["commit"]["message"] == (
        "Change the widgets (#7)\n\n"
        "* First\n\nSigned-off-by: A. Contributor <contributor@example.org>\n\n"
        "* Second\n\nSigned-off-by: B. Other <other@example.org>\n\n"
        "---------\n\nCo-authored-by: B. Other <other@example.org>"
    )
    assert row["commit"]["verification"]["verified"] is True


def test_a_squash_of_one_commit_keeps_its_message(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    push_commits(repository, pull, commits.signed("Only"))

    (row,) = shown(client, queue(repository, pull, style=Style.SQUASH))

    assert row["commit"]["message"] == (
        "Only (#7)\n\nSigned-off-by: A. Contributor <contributor@example.org>"
    )


def test_a_rebase_commits_each_again_and_leaves_merges_out(
    client: Client, repository: Repository, pushed: PullRequestState
) -> None:
    push_commits(repository, pushed, commits.update_branch("c" * 40))

    rows = shown(client, queue(repository, pushed, style="rebase"))

    assert [by(row) for row in rows] == [
        ("contributor", "contributor@example.org", "noreply@github.com"),
        ("other", "other@example.org", "noreply@github.com"),
    ]
    assert not any(row["commit"]["verification"]["verified"] for row in rows)
    assert not {row["sha"] for row in rows} & {commit.sha for commit in pushed.change.commits}


def test_two_pull_requests_wait_in_one_group_or_one_upon_the_other(
    client: Client, world: World, repository: Repository, pushed: PullRequestState
) -> None:
    second = open_pull(world, repository, number=8)
    push_commits(repository, second, commits.unsigned("Third"))

    together = queue(repository, pushed, second, style="rebase")
    first = queue(repository, pushed, style="rebase")
    upon = queue(repository, second, style="rebase", onto=first.head_sha)

    assert [row["commit"]["message"].splitlines()[0] for row in shown(client, together)] == [
        "First",
        "Second",
        "Third",
    ]
    assert [row["sha"] for row in shown(client, upon)] == [together.head_sha]


def test_a_group_has_a_branch_and_the_files_of_all(
    client: Client, world: World, repository: Repository, pushed: PullRequestState
) -> None:
    second = open_pull(
        world, repository, number=8, rows=[FileRow(filename="b"), FileRow(filename="README.md")]
    )
    push_commits(repository, second, commits.unsigned("Third"), files={"b": "2"})
    put_files(repository, pushed.head_sha, {"README.md": "# Widgets\n"})

    group = queue(repository, pushed, second)

    names = [row["name"] for row in client.get(f"{REPOSITORY}/contents/?ref={group.head_sha}").json()]
    branch = group.head_ref.removeprefix("refs/heads/")
    assert names == ["b"]
    assert client.get(f"{REPOSITORY}/branches/{branch}").json()["commit"]["sha"] == group.head_sha


def test_the_event_shows_the_queue_s_own_head_commit(
    repository: Repository, events: Events, pushed: PullRequestState
) -> None:
    group = queue(repository, pushed, style="squash")

    event = events.queued(group)

    shown = event.payload["merge_group"]
    assert (shown["base_sha"], shown["head_sha"], shown["head_ref"]) == (
        group.base_sha,
        group.head_sha,
        f"refs/heads/gh-readonly-queue/main/pr-7-{group.base_sha}",
    )
    assert shown["head_commit"]["message"] == group.commits[-1].message
    assert shown["head_commit"]["committer"] == {"name": "GitHub", "email": "noreply@github.com"}
    assert (event.sha, event.ref, shown["head_ref"]) == (group.head_sha, group.head_ref, group.head_ref)


def test_a_pull_request_of_git_is_queued_too(
    client: Client, world: World, repository: Repository, tmp_path: Path
) -> None:
    before, after = objects.files({"a": "1\n"}), objects.files({"a": "2\n"})
    pull = open_pull_of_files(world, repository, before, after, tmp_path / "git")

    group = queue(repository, pull, style="squash")

    path = f"{REPOSITORY}/compare/{group.base_sha}...{group.head_sha}"
    assert client.get(path, accept="application/vnd.github.diff").content == pull.change.diff
    assert client.get(f"{REPOSITORY}/contents/a?ref={group.head_sha}").json()["content"] == "Mgo=\n"
