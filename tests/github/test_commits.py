"""Commits of a pull request, each kind as GitHub shows it, and every page of very many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.github import commits, localgit, objects
from tests.github.builders import open_pull, open_pull_from_git, open_pull_of_files, push_commits
from tests.github.client import Client
from tests.github.events import DEPENDABOT
from tests.github.nouns import Change, Commit, FileRow, PullRequestState, User
from tests.github.server import GitHubServer
from tests.github.world import Repository, World

REPOSITORY = "/repos/example-org/widgets"
DIFF = "application/vnd.github.diff"
SOMEBODY = User(login="somebody", id=77)


def comparison(client: Client, pull: PullRequestState, query: str = "", base: str = "main") -> dict[str, Any]:
    shown: dict[str, Any] = client.get(f"{REPOSITORY}/compare/{base}...{pull.head_sha}{query}").json()
    return shown


def pages(client: Client, pull: PullRequestState) -> list[dict[str, Any]]:
    """Every page that the links lead to."""
    url, found = f"{REPOSITORY}/compare/main...{pull.head_sha}?per_page=100", []
    while url:
        answer = client.get(url)
        found.append(answer.json())
        url = answer.links.get("next", {}).get("url", "")
    return found


@pytest.mark.parametrize(
    ("commit", "accounts", "committer", "verified"),
    [
        (commits.signed(), ("contributor", "contributor"), "contributor@example.org", False),
        (commits.of_nobody(), (None, None), "nobody@example.com", False),
        (commits.of_bot(DEPENDABOT), ("dependabot[bot]", "web-flow"), "noreply@github.com", True),
        (commits.suggestion(), ("contributor", "web-flow"), "noreply@github.com", True),
        (commits.update_branch("c" * 40), ("contributor", "web-flow"), "noreply@github.com", True),
        (
            commits.merge("c" * 40, account=SOMEBODY),
            ("somebody", "somebody"),
            "contributor@example.org",
            False,
        ),
    ],
    ids=["signed", "nobody", "bot", "suggestion", "update branch", "merge"],
)
def test_each_kind_of_commit_has_its_accounts(
    client: Client,
    repository: Repository,
    pull: PullRequestState,
    commit: Commit,
    accounts: tuple[str | None, str | None],
    committer: str,
    verified: bool,
) -> None:
    push_commits(repository, pull, commit)

    (shown,) = comparison(client, pull)["commits"]

    assert tuple(who and who["login"] for who in (shown["author"], shown["committer"])) == accounts
    assert shown["commit"]["committer"]["email"] == committer
    assert shown["commit"]["verification"]["verified"] is verified
    assert client.get(f"{REPOSITORY}/pulls/7/commits").json() == [shown]


def test_a_bot_is_one_by_its_type(client: Client, repository: Repository, pull: PullRequestState) -> None:
    push_commits(repository, pull, commits.of_bot(DEPENDABOT))

    (shown,) = comparison(client, pull)["commits"]

    assert shown["author"]["type"] == "Bot"


def test_an_address_is_somebody_s_when_the_world_says_so(
    client: Client, world: World, repository: Repository, pull: PullRequestState
) -> None:
    world.add_user(SOMEBODY)
    world.emails["nobody@example.com"] = SOMEBODY
    noreply = commits.unsigned(account=None, email="77+somebody@users.noreply.github.com")
    push_commits(repository, pull, commits.of_nobody(), noreply)

    assert [row["author"]["login"] for row in comparison(client, pull)["commits"]] == ["somebody"] * 2


def test_pushes_add_up_and_each_commit_stands_on_the_one_before(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    base = pull.base_sha
    first = push_commits(repository, pull, commits.unsigned())
    later = push_commits(repository, pull, commits.update_branch("c" * 40), commits.remediation(first[0].sha))

    shown = comparison(client, pull)

    assert [row["sha"] for row in shown["commits"]] == [commit.sha for commit in (*first, *later)]
    assert [[parent["sha"] for parent in row["parents"]] for row in shown["commits"]] == [
        [base],
        [first[0].sha, "c" * 40],
        [later[0].sha],
    ]
    assert f"hereby add my Signed-off-by to this commit: {first[0].sha}" in later[1].message
    assert (shown["merge_base_commit"]["sha"], shown["status"]) == (base, "ahead")
    assert client.get(f"{REPOSITORY}/pulls/7").json()["commits"] == 3


def test_a_thousand_commits_are_all_reached_by_the_links_oldest_first(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    made = push_commits(repository, pull, *commits.many(1_000, but=[999]))

    found = pages(client, pull)

    assert [row["sha"] for page in found for row in page["commits"]] == [commit.sha for commit in made]
    assert {page["total_commits"] for page in found} == {1_000}
    assert "Signed-off-by" not in found[-1]["commits"][-1]["commit"]["message"]


def test_without_a_page_the_latest_250_are_shown(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    made = push_commits(repository, pull, *commits.many(251))

    answer = client.get(f"{REPOSITORY}/compare/main...{pull.head_sha}")

    assert [row["sha"] for row in answer.json()["commits"]] == [commit.sha for commit in made[1:]]
    assert (answer.json()["total_commits"], answer.links) == (251, {})


def test_a_page_without_its_size_has_thirty(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    made = push_commits(repository, pull, *commits.many(31))

    assert [row["sha"] for row in comparison(client, pull, "?page=2")["commits"]] == [made[30].sha]


def test_a_pull_request_lists_its_first_250_commits(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    made = push_commits(repository, pull, *commits.many(251))

    listed = [
        row["sha"]
        for page in (1, 2, 3)
        for row in client.get(f"{REPOSITORY}/pulls/7/commits?per_page=100&page={page}").json()
    ]

    assert listed == [commit.sha for commit in made[:250]]


def test_a_base_that_went_on_leaves_the_merge_base_where_it_was(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    forked_at = pull.base_sha
    made = push_commits(repository, pull, commits.signed())
    repository.branches["main"] = "f" * 40

    shown = comparison(client, pull)

    assert (shown["merge_base_commit"]["sha"], shown["status"]) == (forked_at, "diverged")
    assert [row["sha"] for row in shown["commits"]] == [made[0].sha]


def test_a_head_that_no_commit_was_described_for_is_one_commit_everywhere(
    client: Client, pull: PullRequestState
) -> None:
    (compared,) = comparison(client, pull)["commits"]

    assert client.get(f"{REPOSITORY}/pulls/7/commits").json() == [compared]
    assert [parent["sha"] for parent in compared["parents"]] == [pull.base_sha]


def test_two_heads_of_one_pull_request_are_compared_by_their_parents(
    client: Client, repository: Repository, pull: PullRequestState
) -> None:
    made = push_commits(repository, pull, *commits.many(5))

    shown = comparison(client, pull, base=made[1].sha)

    assert [row["sha"] for row in shown["commits"]] == [commit.sha for commit in made[2:]]
    assert shown["merge_base_commit"]["sha"] == made[1].sha


def test_a_branch_with_a_slash_and_a_fork_s_branch_are_compared_by_name(
    client: Client, world: World, repository: Repository
) -> None:
    fork = world.add_repository("contributor/widgets", fork=True)
    repository.branches["release/1.x"] = "e" * 40
    pull = open_pull(world, repository, fork=fork, base_sha="e" * 40, base_ref="release/1.x", head_ref="a/b")
    push_commits(repository, pull, commits.signed())

    by_name = client.get(f"{REPOSITORY}/compare/release%2F1.x...contributor:a%2Fb").json()

    assert by_name == comparison(client, pull, base="e" * 40)
    assert by_name["total_commits"] == 1
    assert client.get(f"{REPOSITORY}/compare/main...stranger:topic").status_code == 404


def test_a_comparison_s_diff_is_tied_to_two_commits_and_has_a_limit(
    client: Client, repository: Repository
) -> None:
    base, head, many = "a" * 40, "b" * 40, "c" * 40
    repository.comparisons[base, head] = Change(diff=b"diff --git a/x b/x\n")
    repository.comparisons[base, many] = Change(rows=tuple(FileRow(filename=f"{n}") for n in range(301)))

    small, large = (client.get(f"{REPOSITORY}/compare/{base}...{sha}", accept=DIFF) for sha in (head, many))

    assert (small.status_code, small.content) == (200, b"diff --git a/x b/x\n")
    assert large.status_code == 406
    assert large.json()["errors"] == [{"resource": "Comparison", "field": "diff", "code": "too_large"}]


def test_a_merge_s_commit_is_its_pull_request_s_once_it_is_merged(
    client: Client, pull: PullRequestState
) -> None:
    path = f"{REPOSITORY}/commits/{pull.merge_commit_sha}/pulls"
    before = client.get(path).json()
    pull.merged, pull.state = True, "closed"

    assert (before, [row["number"] for row in client.get(path).json()]) == ([], [7])


@pytest.mark.parametrize(
    ("kind", "status"), [("403", 403), ("502", 502), ("html", 200), ("primary-limit", 403)]
)
def test_faults_reach_comparisons_and_reviews(
    client: Client, github: GitHubServer, pull: PullRequestState, kind: str, status: int
) -> None:
    github.fault("GET", "repos/compare-commits", kind)
    github.fault("GET", "/repos/{owner}/{repo}/pulls/{number}/reviews", kind)
    paths = [f"{REPOSITORY}/compare/main...{pull.head_sha}", f"{REPOSITORY}/pulls/7/reviews"]

    assert [client.get(path).status_code for path in paths] == [status] * 2
    assert [client.get(path).status_code for path in paths] == [200] * 2


@pytest.fixture
def git(tmp_path: Path) -> Path:
    """`topic` goes on from `main`, which went on too and was merged into it."""
    made = tmp_path / "git"
    localgit.write_repository(made, objects.files({"a": "1\n"}), objects.files({"a": "1\n", "b": "2\n"}))
    for branch, name in (("main", "later"), ("topic", "")):
        localgit.git(made, "checkout", "--quiet", branch)
        if name:
            (made / name).write_text("3\n", encoding="utf-8")
            localgit.git(made, "add", name)
            localgit.git(made, "commit", "--quiet", "-m", "Later")
    localgit.git(made, "merge", "--quiet", "--no-ff", "-m", "Merge branch 'main' into topic", "main")
    return made


def test_a_merge_in_git_brings_itself_and_none_of_the_base_s_commits(
    client: Client, world: World, repository: Repository, git: Path
) -> None:
    pull = open_pull_from_git(world, repository, git)

    shown = comparison(client, pull)

    assert [row["commit"]["message"] for row in shown["commits"]] == [
        "Commit 1",
        "Merge branch 'main' into topic",
    ]
    assert [len(row["parents"]) for row in shown["commits"]] == [1, 2]
    assert shown["merge_base_commit"]["sha"] == pull.base_sha


def test_commits_can_be_pushed_onto_one_of_git_s(
    client: Client, world: World, repository: Repository, tmp_path: Path
) -> None:
    before, after = objects.files({"a": "1\n"}), objects.files({"a": "2\n"})
    pull = open_pull_of_files(world, repository, before, after, tmp_path / "git")
    of_git = pull.head_sha
    (made,) = push_commits(repository, pull, commits.signed())

    shown = comparison(client, pull)

    assert [row["sha"] for row in shown["commits"]] == [of_git, made.sha]
    assert client.get(f"{REPOSITORY}/contents/a?ref={made.sha}").json()["content"] == "Mgo=\n"
