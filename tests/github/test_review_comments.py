"""Comments beside the diff: listed with the review they belong to, in threads, outdated ones too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from github import Github

from tests.github.builders import add_review, open_pull, open_pull_of_files
from tests.github.client import Client
from tests.github.events import Events
from tests.github.nouns import Inline, PullRequestState, ReviewComment
from tests.github.objects import files
from tests.github.patches import hunk_until
from tests.github.server import GitHubServer
from tests.github.world import Repository, World

PULL = "/repos/example-org/widgets/pulls/7"
COMMENTS = f"{PULL}/comments"
PATCH = "@@ -1,3 +1,3 @@ def f():\n one\n-two\n+2\n three\n@@ -9 +9,2 @@\n nine\n+ten\n\\ No newline at end of file"


def say(world: World, pull: PullRequestState, *lines: int, state: str = "COMMENTED") -> list[ReviewComment]:
    """A review with a comment on each of the lines; gives the comments."""
    comments = [Inline(path="a.py", line=line, body=f"Line {line}") for line in lines]
    review = add_review(world, pull, world.user("reviewer"), state, comments=comments)
    return [comment for comment in pull.review_comments if comment.review_id == review.id]


def test_a_comment_is_told_with_its_place_and_its_review(
    client: Client, world: World, pull: PullRequestState
) -> None:
    inline = Inline(path="src/näme.py", line=9, body="**Why?**", start_line=4, side="LEFT")
    review = add_review(
        world, pull, world.user("reviewer"), "CHANGES_REQUESTED", body="Not yet.", comments=[inline]
    )

    (shown,) = client.get(COMMENTS).json()

    assert {name: shown[name] for name in ("path", "body", "subject_type", "pull_request_review_id")} == {
        "path": "src/näme.py",
        "body": "**Why?**",
        "subject_type": "line",
        "pull_request_review_id": review.id,
    }
    assert (shown["line"], shown["original_line"], shown["side"]) == (9, 9, "LEFT")
    assert (shown["start_line"], shown["original_start_line"], shown["start_side"]) == (4, 4, "LEFT")
    assert (shown["commit_id"], shown["original_commit_id"]) == (pull.head_sha, pull.head_sha)
    assert (shown["user"]["login"], shown["created_at"]) == ("reviewer", "2026-11-17T09:00:00Z")
    assert shown["html_url"].endswith(f"/example-org/widgets/pull/7#discussion_r{shown['id']}")
    assert "in_reply_to_id" not in shown
    (listed,) = client.get(f"{PULL}/reviews").json()
    assert (listed["id"], listed["body"], listed["state"]) == (review.id, "Not yet.", "CHANGES_REQUESTED")


def test_a_comment_on_one_line_has_no_first_line(
    client: Client, world: World, pull: PullRequestState
) -> None:
    say(world, pull, 3)

    (shown,) = client.get(COMMENTS).json()

    assert (shown["line"], shown["side"]) == (3, "RIGHT")
    assert (shown["start_line"], shown["original_start_line"], shown["start_side"]) == (None, None, None)


def test_a_range_may_start_on_the_other_side(client: Client, world: World, pull: PullRequestState) -> None:
    inline = Inline(path="a.py", line=9, body="b", start_line=4, start_side="LEFT")
    add_review(world, pull, None, comments=[inline])

    (shown,) = client.get(COMMENTS).json()

    assert (shown["start_side"], shown["side"], shown["user"]) == ("LEFT", "RIGHT", None)


def test_a_reply_belongs_to_the_comment_that_started_the_thread(
    client: Client, world: World, pull: PullRequestState
) -> None:
    (first,) = say(world, pull, 3)
    first.line = None
    for login in ("author", "reviewer"):
        reply = Inline(path="elsewhere.py", line=1, body=login, in_reply_to=pull.review_comments[-1].id)
        add_review(world, pull, world.user(login), "COMMENTED", comments=[reply])

    shown = client.get(COMMENTS).json()

    assert [row.get("in_reply_to_id") for row in shown] == [None, first.id, first.id]
    assert [row["user"]["login"] for row in shown] == ["reviewer", "author", "reviewer"]
    assert {(row["path"], row["line"], row["original_line"]) for row in shown} == {("a.py", None, 3)}
    assert len({row["pull_request_review_id"] for row in shown}) == 3


def test_a_reply_stays_one_when_the_first_comment_is_deleted(
    client: Client, world: World, pull: PullRequestState
) -> None:
    (first,) = say(world, pull, 3)
    reply = Inline(path="a.py", line=3, body="A reply", in_reply_to=first.id)
    add_review(world, pull, world.user("author"), "COMMENTED", comments=[reply])
    pull.review_comments.remove(first)
    again = Inline(path="a.py", line=3, body="Another", in_reply_to=pull.review_comments[0].id)
    add_review(world, pull, world.user("author"), "COMMENTED", comments=[again])

    assert [row["in_reply_to_id"] for row in client.get(COMMENTS).json()] == [first.id, first.id]


def test_a_reply_to_nothing_is_a_mistake_of_the_test(world: World, pull: PullRequestState) -> None:
    reply = Inline(path="a.py", line=3, body="A reply", in_reply_to=1)

    with pytest.raises(ValueError, match="no comment 1 beside the diff"):
        add_review(world, pull, None, comments=[reply])


def test_an_outdated_comment_keeps_only_its_original_line(
    client: Client, world: World, pull: PullRequestState
) -> None:
    (comment,) = say(world, pull, 3)
    comment.line = None
    pull.push(head_sha="c" * 40)

    (shown,) = client.get(COMMENTS).json()

    assert (shown["line"], shown["original_line"], shown["subject_type"]) == (None, 3, "line")
    assert shown["original_commit_id"] != pull.head_sha


def test_a_comment_on_a_whole_file_has_no_line_at_all(
    client: Client, world: World, pull: PullRequestState
) -> None:
    add_review(world, pull, None, comments=[Inline(path="a.py", line=None, body="Too long")])

    (shown,) = client.get(COMMENTS).json()

    assert (shown["line"], shown["original_line"], shown["subject_type"]) == (None, None, "file")


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("", [1, 2, 3]),
        ("?direction=desc", [1, 2, 3]),
        ("?sort=created&direction=asc", [1, 2, 3]),
        ("?sort=created&direction=desc", [3, 2, 1]),
        ("?sort=updated&direction=asc", [2, 3, 1]),
        ("?since=2026-11-17T09:01:30Z", [1, 3]),
    ],
)
def test_comments_come_in_the_order_that_was_asked_for(
    client: Client, world: World, pull: PullRequestState, query: str, lines: list[int]
) -> None:
    for line in (1, 2, 3):
        say(world, pull, line)
        world.clock.advance(60)
    pull.review_comments[0].updated_at = datetime(2026, 11, 17, 10, 0, tzinfo=UTC)
    pull.review_comments[1].updated_at = datetime(2026, 11, 17, 9, 1, tzinfo=UTC)
    pull.review_comments.reverse()

    assert [row["line"] for row in client.get(f"{COMMENTS}{query}").json()] == lines


def test_comments_come_in_pages(client: Client, world: World, pull: PullRequestState) -> None:
    say(world, pull, *range(1, 102))

    first = client.get(f"{COMMENTS}?per_page=100")
    second = client.get(first.links["next"]["url"])

    assert [row["line"] for row in (*first.json(), *second.json())] == list(range(1, 102))
    assert "next" not in second.links
    assert len(client.get(COMMENTS).json()) == 30


def test_comments_of_a_review_that_is_not_submitted_are_its_author_s_alone(
    client: Client, world: World, pull: PullRequestState
) -> None:
    (hidden,) = say(world, pull, 1, state="PENDING")
    add_review(world, pull, world.job.user, "PENDING", comments=[Inline(path="a.py", line=2, body="b")])
    say(world, pull, 3)
    person = world.add_viewer("reviewer", user=world.user("reviewer"))

    assert [row["line"] for row in client.get(COMMENTS).json()] == [2, 3]
    assert [row["line"] for row in client.get(COMMENTS, viewer=person).json()] == [hidden.line, 3]
    assert client.get(PULL).json()["review_comments"] == 1


def test_another_pull_request_s_comments_are_not_listed(
    client: Client, world: World, repository: Repository, pull: PullRequestState
) -> None:
    say(world, open_pull(world, repository, number=8), 1)

    assert client.get(COMMENTS).json() == []
    assert client.get("/repos/example-org/widgets/pulls/9/comments").status_code == 404


def test_the_event_tells_of_the_review_and_not_of_its_comments(
    events: Events, world: World, pull: PullRequestState
) -> None:
    inline = Inline(path="a.py", line=1, body="b")
    review = add_review(world, pull, world.user("reviewer"), body="Fine", comments=[inline])
    pull.assignees.append(world.user("student"))

    payload = events.review(pull, review).payload

    assert (payload["review"]["id"], payload["review"]["body"]) == (review.id, "Fine")
    assert "comments" not in payload["review"]
    assert payload["pull_request"]["assignee"]["login"] == "student"


def test_a_pygithub_session_reads_them(
    github: GitHubServer, world: World, pull: PullRequestState, session: Callable[[GitHubServer], Github]
) -> None:
    say(world, pull, *range(1, 102))
    pull.review_comments[0].line = None

    remote = session(github).get_repo("example-org/widgets").get_pull(7)
    read = list(remote.get_review_comments())

    assert [comment.original_line for comment in read] == list(range(1, 102))
    assert [comment.line for comment in read[:2]] == [None, 2]
    assert read[1].user.login == "reviewer"
    assert remote.review_comments == 101


def test_the_hunk_ends_at_the_comment_s_line(
    client: Client, world: World, repository: Repository, tmp_path: Path
) -> None:
    before, after = files({"a.py": "1\n2\n3\n"}), files({"a.py": "1\ntwo\n3\n"})
    pull = open_pull_of_files(world, repository, before, after, tmp_path / "git")
    say(world, pull, 2, 77)

    shown = client.get(COMMENTS).json()

    assert [row["diff_hunk"] for row in shown] == ["@@ -1,3 +1,3 @@\n 1\n-2\n+two", ""]


@pytest.mark.parametrize(
    ("side", "line", "last"),
    [
        ("RIGHT", 1, " one"),
        ("LEFT", 2, "-two"),
        ("RIGHT", 2, "+2"),
        ("LEFT", 3, " three"),
        ("RIGHT", 9, " nine"),
        ("RIGHT", 10, "+ten"),
        ("LEFT", 10, ""),
        ("RIGHT", 5, ""),
    ],
)
def test_each_side_counts_its_own_lines(side: str, line: int, last: str) -> None:
    assert hunk_until(PATCH, side, line).rpartition("\n")[2] == last
