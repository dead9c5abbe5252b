"""A pull request built from git shows what git shows; one built by hand shows what it was given."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.github import localgit
from tests.github.builders import add_review, open_pull, open_pull_from_git, open_pull_of_files
from tests.github.client import Client
from tests.github.nouns import Change, Commit, FileRow, PullRequestState, Totals
from tests.github.objects import SYMLINK, Entry, fake_sha, files
from tests.github.patches import rows_of
from tests.github.server import GitHubServer
from tests.github.world import Repository, World

PULLS = "/repos/example-org/widgets/pulls"
DIFF = "application/vnd.github.diff"
BEFORE = files(
    {
        "README.md": "# Widgets\n",
        "gone.txt": "gone\n",
        "old name.txt": "".join(f"line {number}\n" for number in range(20)),
        "picture.bin": b"\0\1",
        "script.sh": "#!/bin/sh\n",
        "turned": "plain\n",
        "no-newline": "one",
    }
)
AFTER = files(
    {
        "README.md": "# Widgets\n\ndiff --git a/x b/x\n@@ -1 +1 @@\n",
        "new näme.txt": "".join(f"line {number}\n" for number in range(19)) + "changed\n",
        "picture.bin": b"\0\2",
        "script.sh": Entry(content=b"#!/bin/sh\n", mode="100755"),
        "turned": Entry(content=b"README.md", mode=SYMLINK),
        "no-newline": "two",
        "empty": "",
    }
)


@pytest.fixture
def git(tmp_path: Path) -> Path:
    return tmp_path / "git"


@pytest.fixture
def from_git(world: World, repository: Repository, git: Path) -> PullRequestState:
    return open_pull_of_files(world, repository, BEFORE, AFTER, git)


@pytest.mark.parametrize("media", [DIFF, "application/vnd.github.v3.diff"])
def test_the_diff_is_git_s_byte_for_byte(
    client: Client, from_git: PullRequestState, git: Path, media: str
) -> None:
    answer = client.get(f"{PULLS}/7", accept=media)

    assert answer.content == localgit.git(git, "diff", "--find-renames", "main", "topic")
    assert answer.headers["Content-Type"] == f"{DIFF}; charset=utf-8"


def test_the_rows_are_git_s(client: Client, from_git: PullRequestState) -> None:
    rows = client.get(f"{PULLS}/7/files").json()

    assert {
        row["filename"]: (row["status"], row["additions"], row["deletions"], "patch" in row) for row in rows
    } == {
        "README.md": ("modified", 3, 0, True),
        "empty": ("added", 0, 0, False),
        "gone.txt": ("removed", 0, 1, True),
        "new näme.txt": ("renamed", 1, 1, True),
        "no-newline": ("modified", 1, 1, True),
        "picture.bin": ("modified", 0, 0, False),
        "script.sh": ("modified", 0, 0, False),
        "turned": ("changed", 1, 1, False),
    }
    by_name = {row["filename"]: row for row in rows}
    assert by_name["new näme.txt"]["previous_filename"] == "old name.txt"
    assert by_name["README.md"]["patch"] == "@@ -1 +1,4 @@\n # Widgets\n+\n+diff --git a/x b/x\n+@@ -1 +1 @@"
    assert by_name["no-newline"]["patch"].endswith("\n\\ No newline at end of file")


def test_the_totals_are_the_sums(client: Client, from_git: PullRequestState) -> None:
    shown = client.get(f"{PULLS}/7").json()

    assert (shown["changed_files"], shown["additions"], shown["deletions"], shown["commits"]) == (8, 6, 4, 1)


def test_the_change_starts_at_the_merge_base(world: World, repository: Repository, git: Path) -> None:
    localgit.write_repository(git, files({"a": "1\n"}), files({"a": "1\n", "b": "2\n"}))
    localgit.git(git, "checkout", "--quiet", "main")
    (git / "later").write_text("3\n", encoding="utf-8")
    localgit.git(git, "add", "later")
    localgit.git(git, "commit", "--quiet", "-m", "Later")

    pull = open_pull_from_git(world, repository, git)

    assert [row.filename for row in pull.change.rows] == ["b"]
    assert pull.base_sha == localgit.resolve(git, "main")


def test_commits_are_read_from_git_oldest_first(
    world: World, repository: Repository, git: Path, client: Client
) -> None:
    message = "Second\n\nSigned-off-by: A. Author <author@example.org>"
    shas = localgit.write_repository(
        git, files({}), files({"a": "1"}), files({"a": "2"}), messages=("", "First", message)
    )
    open_pull_from_git(world, repository, git)

    shown = client.get(f"{PULLS}/7/commits").json()

    assert [(row["sha"], row["commit"]["message"]) for row in shown] == [
        (shas[1], "First"),
        (shas[2], message),
    ]
    assert [parent["sha"] for parent in shown[1]["parents"]] == [shas[1]]
    assert shown[0]["commit"]["author"]["email"] == "author@example.org"


def test_a_comparison_is_read_from_git(client: Client, from_git: PullRequestState) -> None:
    path = f"/repos/example-org/widgets/compare/{from_git.base_sha}...{from_git.head_sha}"

    shown = client.get(path).json()

    assert (shown["status"], shown["ahead_by"], len(shown["files"])) == ("ahead", 1, 8)
    assert client.get(path, accept=DIFF).content == from_git.change.diff
    assert client.get(f"/repos/example-org/widgets/compare/main...{'0' * 40}").status_code == 404


def test_a_comparison_pages_its_commits_and_shows_files_once(client: Client, repository: Repository) -> None:
    base, head = "a" * 40, "b" * 40
    commits = tuple(Commit(sha=fake_sha(number), message=f"{number}") for number in range(120))
    rows = tuple(FileRow(filename=f"{number}") for number in range(400))
    repository.comparisons[base, head] = Change(rows=rows, commits=commits)
    path = f"/repos/example-org/widgets/compare/{base}...{head}?per_page=100"

    first, second = client.get(path).json(), client.get(f"{path}&page=2").json()

    assert (len(first["files"]), len(second["files"])) == (300, 0)
    assert (len(first["commits"]), len(second["commits"]), first["total_commits"]) == (100, 20, 120)


def test_a_commit_shows_its_own_change(client: Client, from_git: PullRequestState) -> None:
    shown = client.get(f"/repos/example-org/widgets/commits/{from_git.head_sha}").json()

    assert (shown["stats"]["total"], len(shown["files"])) == (10, 8)


def test_a_diff_alone_gives_the_rows_that_git_gives(from_git: PullRequestState) -> None:
    rows = [replace(row, sha=None) for row in from_git.change.rows]

    assert list(rows_of(from_git.change.diff)) == rows


@pytest.mark.parametrize(
    ("rows", "lines", "large"), [(300, 20_000, False), (301, 10, True), (1, 20_001, True)]
)
def test_a_diff_beyond_github_s_limits_is_too_large(
    world: World, github: GitHubServer, rows: int, lines: int, large: bool
) -> None:
    repository = world.add_repository("example-org/widgets")
    open_pull(world, repository, diff=b"+\n" * lines, rows=[FileRow(filename=f"{n}") for n in range(rows)])
    client = Client(github)

    answer = client.get(f"{PULLS}/7", accept=DIFF)
    client.close()

    assert (answer.status_code == 406) is large
    if large:
        assert answer.json()["errors"] == [{"resource": "PullRequest", "field": "diff", "code": "too_large"}]


def test_a_diff_is_too_large_when_told_so(client: Client, from_git: PullRequestState) -> None:
    from_git.diff_too_large = True

    assert client.get(f"{PULLS}/7", accept=DIFF).status_code == 406
    assert client.get(f"{PULLS}/7").status_code == 200


def test_three_thousand_files_are_listed_and_no_more(
    client: Client, world: World, repository: Repository
) -> None:
    rows = [FileRow(filename=f"{number}") for number in range(3_001)]
    open_pull(world, repository, rows=rows)

    page = client.get(f"{PULLS}/7/files?per_page=100&page=30")

    assert len(page.json()) == 100
    assert "next" not in page.links
    assert client.get(f"{PULLS}/7").json()["changed_files"] == 3_001


def test_totals_may_differ_from_the_rows(client: Client, world: World, repository: Repository) -> None:
    open_pull(world, repository).totals = Totals(changed_files=9, additions=8, deletions=7)

    shown = client.get(f"{PULLS}/7").json()

    assert (shown["changed_files"], shown["additions"], shown["deletions"]) == (9, 8, 7)


def test_forks_are_told_from_branches(client: Client, world: World, repository: Repository) -> None:
    fork = world.add_repository("contributor/widgets", fork=True)
    open_pull(world, repository, number=7)
    open_pull(world, repository, number=8, fork=fork)
    open_pull(world, repository, number=9, deleted_fork=True)

    heads = {row["number"]: row["head"] for row in client.get(PULLS).json()}

    assert {number: (head["repo"] or {}).get("full_name") for number, head in heads.items()} == {
        7: "example-org/widgets",
        8: "contributor/widgets",
        9: None,
    }
    assert client.get(f"{PULLS}/9").json()["head"]["repo"] is None


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", [8, 7]),
        ("?direction=asc", [7, 8]),
        ("?state=all", [9, 8, 7]),
        ("?state=closed", [9]),
        ("?head=contributor:topic", [8]),
        ("?head=example-org:topic", [7]),
        ("?base=release", []),
    ],
)
def test_pull_requests_are_filtered(
    client: Client, world: World, repository: Repository, query: str, numbers: list[int]
) -> None:
    fork = world.add_repository("contributor/widgets", fork=True)
    open_pull(world, repository, number=7)
    open_pull(world, repository, number=8, fork=fork)
    open_pull(world, repository, number=9).state = "closed"

    assert [row["number"] for row in client.get(f"{PULLS}{query}").json()] == numbers


def test_the_pull_requests_of_a_commit_are_found(client: Client, pull: PullRequestState) -> None:
    path = "/repos/example-org/widgets/commits/{}/pulls"

    assert [row["number"] for row in client.get(path.format(pull.head_sha)).json()] == [7]
    assert client.get(path.format("0" * 40)).json() == []


def test_whom_a_pull_request_is_assigned_to_is_shown_wherever_it_is(
    client: Client, world: World, pull: PullRequestState
) -> None:
    paths = (f"{PULLS}/7", f"{PULLS}?state=open", "/repos/example-org/widgets/issues/7")
    before = [client.get(path).json() for path in paths]
    pull.assignees += [world.user("student"), world.user("tutor")]

    whole, listed, issue = (client.get(path).json() for path in paths)

    assert (before[0]["assignee"], before[0]["assignees"]) == (None, [])
    for shown in (whole, *listed, issue):
        assert shown["assignee"]["login"] == "student"
        assert [user["login"] for user in shown["assignees"]] == ["student", "tutor"]


def test_a_push_moves_the_head(client: Client, pull: PullRequestState) -> None:
    pull.push(head_sha="c" * 40)

    assert client.get(f"{PULLS}/7").json()["head"]["sha"] == "c" * 40


def test_reviews_are_listed_with_the_commit_they_are_for(
    client: Client, world: World, pull: PullRequestState
) -> None:
    add_review(world, pull, world.user("reviewer"))
    add_review(world, pull, world.user("reviewer"), "DISMISSED", commit_id="d" * 40)

    shown = client.get(f"{PULLS}/7/reviews").json()

    assert [(row["state"], row["commit_id"]) for row in shown] == [
        ("APPROVED", pull.head_sha),
        ("DISMISSED", "d" * 40),
    ]


def test_a_number_that_does_not_exist_is_not_found(client: Client, repository: Repository) -> None:
    assert client.get(f"{PULLS}/404").status_code == 404
    assert client.get("/repos/example-org/gadgets/pulls/1").status_code == 404


def test_a_review_that_is_not_submitted_is_its_author_s_alone(
    client: Client, world: World, pull: PullRequestState
) -> None:
    add_review(world, pull, world.user("reviewer"), "PENDING")
    add_review(world, pull, world.job.user, "PENDING")

    (shown,) = client.get(f"{PULLS}/7/reviews").json()

    assert shown["user"]["login"] == "github-actions[bot]"
    assert "submitted_at" not in shown


def test_a_review_may_have_lost_its_author_and_its_commit(
    client: Client, world: World, pull: PullRequestState
) -> None:
    review = add_review(world, pull, None)
    review.commit_id = None

    (shown,) = client.get(f"{PULLS}/7/reviews").json()

    assert (shown["user"], shown["commit_id"], shown["state"]) == (None, None, "APPROVED")


def test_reviews_come_in_pages_oldest_first(client: Client, world: World, pull: PullRequestState) -> None:
    made = [add_review(world, pull, world.user("reviewer"), "COMMENTED").id for _ in range(101)]

    first = client.get(f"{PULLS}/7/reviews?per_page=100")
    second = client.get(first.links["next"]["url"])

    assert [row["id"] for row in (*first.json(), *second.json())] == made
