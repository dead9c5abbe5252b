"""Files have the names that git itself gives them, and GitHub's exceptions are kept."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.github import localgit
from tests.github.client import Client
from tests.github.objects import EXECUTABLE, SUBMODULE, SYMLINK, Entry, files, tree_sha
from tests.github.world import Repository

REPOSITORY = "/repos/example-org/widgets"
TREE = files(
    {
        "README.md": "# Widgets\n",
        "a.txt": "one",
        "a/deep/er.txt": "two",
        "a0": "three",
        "binary": b"\0\xff",
        "exotic/näme with space.md": "four",
        "link": Entry(content=b"a/deep/er.txt", mode=SYMLINK),
        "link-out": Entry(content=b"../elsewhere", mode=SYMLINK),
        "module": Entry(content=b"1" * 40, mode=SUBMODULE),
        "run.sh": Entry(content=b"#!/bin/sh\n", mode=EXECUTABLE),
    }
)


@pytest.fixture
def tree(repository: Repository) -> Repository:
    repository.files = dict(TREE)
    return repository


def test_a_file_s_sha_is_git_s(client: Client, tree: Repository, tmp_path: Path) -> None:
    shown = client.get(f"{REPOSITORY}/contents/README.md").json()

    assert (
        shown["sha"]
        == localgit.git(tmp_path, "hash-object", "--stdin", given=b"# Widgets\n").decode().strip()
    )
    assert base64.b64decode(shown["content"]) == b"# Widgets\n"
    assert (shown["encoding"], shown["size"], shown["type"]) == ("base64", 10, "file")


def test_a_tree_s_sha_is_git_s(client: Client, tree: Repository, tmp_path: Path) -> None:
    localgit.write_repository(tmp_path / "git", TREE, TREE)
    listed = localgit.git(tmp_path / "git", "ls-tree", "main").decode().splitlines()
    expected = {row.split()[2]: row.split()[1] for row in listed}

    assert tree_sha(TREE) == localgit.git(tmp_path / "git", "rev-parse", "main^{tree}").decode().strip()
    shown = client.get(f"{REPOSITORY}/git/trees/main").json()
    assert {row["sha"]: row["type"] for row in shown["tree"]} == expected
    assert shown["sha"] == tree_sha(TREE)


def test_files_written_to_git_and_read_back_are_the_same(tmp_path: Path) -> None:
    shas = localgit.write_repository(tmp_path / "git", TREE, files({"other": "x"}), TREE)

    assert [localgit.read_files(tmp_path / "git", sha) for sha in shas] == [TREE, files({"other": "x"}), TREE]


def test_the_root_lists_what_is_there(client: Client, tree: Repository) -> None:
    rows = client.get(f"{REPOSITORY}/contents/").json()

    assert [(row["name"], row["type"]) for row in rows] == [
        ("README.md", "file"),
        ("a.txt", "file"),
        ("a", "dir"),
        ("a0", "file"),
        ("binary", "file"),
        ("exotic", "dir"),
        ("link", "symlink"),
        ("link-out", "symlink"),
        ("module", "file"),  # sic: a listing calls a submodule a file
        ("run.sh", "file"),
    ]
    assert client.get(f"{REPOSITORY}/contents").json() == rows
    blob = next(row for row in rows if row["name"] == "binary")
    assert base64.b64decode(client.get(blob["git_url"]).json()["content"]) == b"\0\xff"
    assert client.get(blob["url"]).json()["sha"] == blob["sha"]


def test_a_path_may_hold_slashes_spaces_and_any_letter(client: Client, tree: Repository) -> None:
    shown = client.get(f"{REPOSITORY}/contents/exotic/n%C3%A4me%20with%20space.md").json()

    assert (shown["name"], base64.b64decode(shown["content"])) == ("näme with space.md", b"four")


@pytest.mark.parametrize(
    ("path", "kind", "detail"),
    [
        ("link", "file", ("content", "dHdv\n")),  # a link to a file shows the file
        ("link-out", "symlink", ("target", "../elsewhere")),
        ("module", "submodule", ("size", 0)),
    ],
)
def test_links_and_submodules_are_shown_as_github_shows_them(
    client: Client, tree: Repository, path: str, kind: str, detail: tuple[str, object]
) -> None:
    shown = client.get(f"{REPOSITORY}/contents/{path}").json()

    assert (shown["type"], shown[detail[0]]) == (kind, detail[1])


def test_a_file_over_a_megabyte_comes_without_its_content(client: Client, repository: Repository) -> None:
    repository.files["large"] = Entry(content=b"x" * (1024 * 1024 + 1))
    repository.files["just"] = Entry(content=b"x" * (1024 * 1024))

    large, just = (client.get(f"{REPOSITORY}/contents/{name}").json() for name in ("large", "just"))

    assert (large["content"], large["encoding"], large["size"]) == ("", "none", 1024 * 1024 + 1)
    assert len(base64.b64decode(just["content"])) == 1024 * 1024


def test_what_is_not_there_is_not_found(client: Client, repository: Repository) -> None:
    assert client.get(f"{REPOSITORY}/contents/governance.pxf").status_code == 404
    assert client.get(f"{REPOSITORY}/contents/README.md?ref=no-such-branch").status_code == 404
    assert client.get(f"{REPOSITORY}/git/blobs/{'0' * 40}").status_code == 404
    repository.files.clear()
    empty = client.get(f"{REPOSITORY}/contents/")
    assert (empty.status_code, empty.json()["message"]) == (404, "This repository is empty.")


def test_a_file_is_read_at_a_branch_and_at_a_commit(client: Client, repository: Repository) -> None:
    repository.trees["release"] = files({"README.md": "# Old\n"})
    repository.trees["f" * 40] = files({"README.md": "# New\n"})

    contents = [
        base64.b64decode(client.get(f"{REPOSITORY}/contents/README.md{query}").json()["content"])
        for query in ("", "?ref=main", "?ref=release", f"?ref={'f' * 40}", f"?ref={repository.default_sha()}")
    ]

    assert contents == [b"# Widgets\n", b"# Widgets\n", b"# Old\n", b"# New\n", b"# Widgets\n"]


def test_a_whole_tree_is_listed_recursively_and_by_its_own_sha(client: Client, tree: Repository) -> None:
    rows = client.get(f"{REPOSITORY}/git/trees/main?recursive=1").json()["tree"]
    inner = next(row["sha"] for row in rows if row["path"] == "a")

    assert {row["path"] for row in rows} == {*TREE, "a", "a/deep", "exotic"}
    assert [row["path"] for row in client.get(f"{REPOSITORY}/git/trees/{inner}").json()["tree"]] == ["deep"]


def test_the_default_branch_moves_when_its_files_do(client: Client, repository: Repository) -> None:
    before = client.get(f"{REPOSITORY}/git/ref/heads/main").json()["object"]["sha"]
    repository.files["new"] = Entry(content=b"")
    after = client.get(f"{REPOSITORY}/branches/main").json()["commit"]["sha"]

    assert before != after == repository.default_sha()
    assert client.get(f"{REPOSITORY}/branches/nowhere").status_code == 404
    assert client.get(f"{REPOSITORY}/git/ref/heads/nowhere").status_code == 404
