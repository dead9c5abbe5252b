"""The largest changes, the longest names, the most comments: what GitHub takes, and that no more is asked of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steward.state import decode
from tests.contract.inside import AMBER, GREEN, Stage, diff_of, run
from tests.github import builders
from tests.github.nouns import Change, FileRow, Totals
from tests.github.objects import files
from tests.github.runner import Outcome
from tests.github.server import GitHubServer

MOST_COMMENT_CHARS, MOST_COMMENT_OCTETS = 60_000, 240_000
MOST_CHECK = 65_535
MOST_SUMMARY = 1_000_000
MOST_REPORT = 100_000
MOST_REQUESTS = 36


def long_names(number: int, letter: str) -> list[str]:
    """Paths of 200 characters, in a hundred folders."""
    names = []
    for count in range(number):
        start = f"src/{count % 100:02}/{count:05}_"
        names.append(start + letter * (197 - len(start)) + ".py")
    assert {len(name) for name in names} == {200}
    return names


def many(stage: Stage, names: list[str]) -> None:
    """A change of all these files, too large for a diff."""
    rows = tuple(
        FileRow(filename=name, status="added", additions=3, patch="@@ -0,0 +1,3 @@") for name in names
    )
    stage.pull.change = Change(rows=rows)


def sizes_hold(stage: Stage, done: Outcome) -> None:
    """Everything is within what GitHub takes, whole in its parts, and says what was left out."""
    (comment,), (check,) = stage.ours(), stage.checks()
    for text, chars, octets in (
        (comment.body, MOST_COMMENT_CHARS, MOST_COMMENT_OCTETS),
        (check.summary or "", MOST_CHECK, MOST_CHECK),
        (check.text or "", MOST_CHECK, MOST_CHECK),
        (done.summary, MOST_SUMMARY, MOST_SUMMARY),
    ):
        assert len(text) <= chars
        assert len(text.encode()) <= octets
        assert text.count("<details>") == text.count("</details>")
        assert len(re.findall(r"^~~~", text, re.MULTILINE)) % 2 == 0
    assert decode(comment.body) is not None
    assert len(done.outputs["report"].encode()) <= MOST_REPORT
    assert re.search(r"\d[\d,]* (?:more|of)", comment.body)


@pytest.mark.parametrize("letter", ["x", "é", "\U0001f600"], ids=["one byte", "two bytes", "four bytes"])
def test_three_thousand_files_with_long_names(github: GitHubServer, tmp_path: Path, letter: str) -> None:
    stage = Stage(github, tmp_path)
    many(stage, long_names(3_000, letter))

    done = stage.run()

    sizes_hold(stage, done)
    assert len(github.requests) <= MOST_REQUESTS
    pages = [one.request.query for one in github.requests if one.request.operation == "pulls/list-files"]
    assert [(page["page"], page["per_page"]) for page in pages] == [(str(n), "100") for n in range(1, 31)]
    assert done.outputs["state"] == "done"
    assert "file list incomplete" not in done.summary


def test_one_file_more_than_github_lists_is_an_incomplete_list(github: GitHubServer, tmp_path: Path) -> None:
    stage = Stage(github, tmp_path)
    many(stage, long_names(3_001, "x"))

    done = stage.run()

    sizes_hold(stage, done)
    assert stage.checks()[0].title == "file list incomplete: 3,000 of 3,001"
    assert (done.exit_code, done.outputs["verdict"]) == (0, "warn")


def test_a_summary_near_its_limit_is_cut_at_a_row(github: GitHubServer, tmp_path: Path) -> None:
    """Names of 250 characters of four bytes each: a thousand of them alone are a megabyte."""
    stage = Stage(github, tmp_path)
    names = [f"src/{number:04}/{chr(0x1F600) * 240}.py" for number in range(1_500)]
    many(stage, names)

    done = stage.run()

    sizes_hold(stage, done)
    assert len(done.summary.encode()) > 0.9 * MOST_SUMMARY


def test_143_remarks_are_cut_at_fifty_the_worst_first_and_counted(
    github: GitHubServer, tmp_path: Path
) -> None:
    paths = [f"src/auth/f{number:03}.py" for number in range(143)]
    stage = Stage(github, tmp_path, diff=diff_of(*paths))

    stage.run()

    (check,) = stage.checks()
    levels = [str(one["annotation_level"]) for one in check.annotations]
    assert len(levels) == 50
    assert levels == sorted(levels, key=["failure", "warning", "notice"].index)
    counted = re.search(r"Annotations: 50 shown, the worst first; (\d+) more are not\.", check.text or "")
    assert counted is not None
    assert int(counted[1]) >= 143 - 50


def test_205_comments_are_all_read_a_hundred_at_a_time(github: GitHubServer, tmp_path: Path) -> None:
    stage = Stage(github, tmp_path)
    for number in range(204):
        builders.add_comment(stage.world, stage.repository, stage.pull.number, f"remark {number}")

    stage.run()
    stage.push("next", AMBER)
    asked = len(github.requests)
    stage.run()

    listed = [
        one.request.query
        for one in github.requests[asked:]
        if one.request.operation == "issues/list-comments"
    ]
    assert [(page["page"], page["per_page"]) for page in listed] == [("1", "100"), ("2", "100"), ("3", "100")]
    assert len(stage.ours()) == 1


def test_every_list_is_asked_for_a_hundred_at_a_time(github: GitHubServer, tmp_path: Path) -> None:
    stage = Stage(github, tmp_path, files={".github/steward.yml": "version: 1\n"})
    many(stage, long_names(301, "x"))
    stage.run()
    stage.run()

    lists = [one.request for one in github.requests if "list" in one.request.operation]
    assert {one.operation for one in lists} == {
        "issues/list-comments",
        "pulls/list-files",
        "checks/list-for-ref",
    }
    assert {one.query.get("per_page") for one in lists} == {"100"}


@pytest.mark.parametrize("number", [300, 301])
def test_a_diff_is_asked_for_as_far_as_github_gives_one(
    github: GitHubServer, tmp_path: Path, number: int
) -> None:
    names = [f"src/f{count:03}.py" for count in range(number)]
    stage = Stage(github, tmp_path, diff=diff_of(*names))

    done = stage.run()

    assert done.outputs["state"] == "done"
    assert any(one.request.wants_diff for one in github.requests) == (number == 300)


def test_totals_that_do_not_fit_in_the_least_are_no_verdict(github: GitHubServer, tmp_path: Path) -> None:
    stage = Stage(github, tmp_path, diff=GREEN)
    stage.pull.totals = Totals(changed_files=10**6, additions=10**9, deletions=0)

    done = stage.run()

    assert stage.checks()[0].title == "file list incomplete: 3 of 1,000,000"
    assert done.outputs["overall"] != "100"


class TestEnterprise:
    """GITHUB_API_URL with a prefix, GITHUB_SERVER_URL of its own: not one request or link goes elsewhere."""

    @pytest.fixture
    def stage(self, enterprise: GitHubServer, tmp_path: Path) -> Stage:
        policy = {".github/steward.yml": "version: 1\n", "governance.pxf": 'version = "1"\n'}
        return Stage(enterprise, tmp_path, files=policy)

    def test_every_request_goes_below_its_api(self, stage: Stage) -> None:
        builders.add_comment(stage.world, stage.repository, 7, "<!-- steward:v1 {} -->\n\nsomebody's")
        stage.run()
        stage.push("next", diff_of(*(f"src/f{number:03}.py" for number in range(301))))
        done = stage.run()

        targets = [one.request.target for one in stage.github.requests]
        assert [target for target in targets if not target.startswith(("/api/v3/", "/api/graphql"))] == []
        assert (done.outputs["state"], len(stage.ours()), len(stage.checks())) == ("done", 1, 1)

    def test_every_link_leads_to_it(self, stage: Stage) -> None:
        done = stage.run()

        check = stage.checks()[0]
        texts = (
            stage.ours()[0].body,
            check.summary,
            check.text,
            done.summary,
            done.log,
            *done.outputs.values(),
        )
        links = {link for text in texts for link in re.findall(r"https?://[^\s\"'<>)\]]+", text or "")}
        assert links
        assert {re.match(r"https?://[^/]+", link)[0] for link in links} == {"https://github.example.org"}  # type: ignore[index]

    def test_an_answer_that_leads_elsewhere_is_not_followed(self, stage: Stage) -> None:
        stage.github.fault("*", lambda request: True, "redirect-elsewhere", times="always")

        done = stage.run()

        assert (done.exit_code, done.outputs["state"]) == (2, "failed")
        assert "with a redirect" in done.log

    def test_a_redirect_to_the_repository_s_id_is_followed_with_its_query(self, stage: Stage) -> None:
        for number in range(130):
            builders.add_comment(stage.world, stage.repository, 7, f"remark {number}")
        stage.github.fault(
            "*",
            lambda request: request.path.startswith("/repos/") and "/repos/" in request.target,
            "redirect",
            times="always",
        )

        first = stage.run()
        stage.push("next", AMBER)
        second = stage.run()

        assert (first.outputs["overall"], second.outputs["overall"]) == ("87", "73")
        assert len(stage.ours()) == 1


def test_the_environment_of_a_run_without_a_workspace_or_files_is_enough(
    github: GitHubServer, tmp_path: Path
) -> None:
    stage = Stage(github, tmp_path)
    stage.repository.files = files({"README.md": "x\n"})
    environment = {**stage.environment(), "GITHUB_WORKSPACE": ""}

    assert run(environment).exit_code == 0
