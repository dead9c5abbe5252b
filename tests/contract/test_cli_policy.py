"""`steward explain` and `steward validate` in real repositories, as a person types them."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from steward.adapters.git import open_repository
from tests import schemas
from tests.contract.clone import Clone
from tests.contract.command import Answer, run
from tests.unit.report.test_validation import PUBLIC, SIX

SETTINGS, CONSTITUTION = ".github/steward.yml", "governance.pxf"
SMALL = 'version = "1"\ndomains = [{ name = "core", path_globs = ["src/**", "gone/**"] }]\n'


@pytest.fixture
def upstream(tmp_path: Path) -> Clone:
    """What stands on the server: `main` with both policy files."""
    made = Clone.new(tmp_path / "upstream")
    made.commit({SETTINGS: "version: 1\nfail_on: red\n", CONSTITUTION: SMALL, "src/a.py": "x\n"})
    return made


@pytest.fixture
def clone(upstream: Clone, tmp_path: Path) -> Clone:
    """A clone of it on a branch that changes both files: which does not count yet."""
    made = Clone.of(upstream, tmp_path / "clone")
    made.branch("topic")
    made.commit({SETTINGS: "fail_on: never\n", CONSTITUTION: 'version = "1"\n'})
    return made


def answered(answer: Answer, schema: str, *, code: int = 0) -> Any:
    """The JSON of a command that went well; it fits its schema."""
    assert (answer.code, answer.err) == (code, ""), answer
    assert schemas.problems(schema, answer.out) == []
    return json.loads(answer.out)


def settings(answer: Answer) -> dict[str, tuple[object, str]]:
    found = answered(answer, "explain-1")["settings"]
    return {setting["key"]: (setting["value"], setting["origin"]) for setting in found}


class TestExplain:
    def test_tells_what_holds_on_the_default_branch(self, clone: Clone) -> None:
        answer = run("explain", "--format", "json", cwd=clone.folder / "src")
        assert settings(answer)["fail_on"] == ("red", f"{SETTINGS}:2")
        found = answered(answer, "explain-1")
        assert found["read_from"] == f"origin/main at {clone.git('rev-parse', 'origin/main')[:7]}"
        assert [domain["name"] for domain in found["governance"]["domains"]] == ["core"]

    def test_of_an_option_and_the_file_the_stricter_holds(self, clone: Clone) -> None:
        strict = ("--fail-on", "amber")
        assert settings(run("explain", *strict, "--format", "json", cwd=clone.folder))["fail_on"] == (
            "amber",
            "--fail-on",
        )

    def test_of_files_that_are_named_only_those_count(self, clone: Clone, tmp_path: Path) -> None:
        (tmp_path / "mine.yml").write_text("fail_on: amber\n")
        answer = run("explain", "--config", "mine.yml", "--format", "json", cwd=tmp_path)
        assert settings(answer)["fail_on"] == ("amber", "mine.yml:1")
        assert answered(answer, "explain-1")["governance"] is None

    def test_prints_text_for_people(self, clone: Clone) -> None:
        answer = run("explain", cwd=clone.folder)
        assert (answer.code, answer.err) == (0, "")
        assert ["fail_on", "red", ".github/steward.yml:2"] in [
            line.split() for line in answer.text.splitlines()
        ]
        assert "used: which domain a file belongs to" in answer.text

    def test_without_files_tells_the_defaults(self, tmp_path: Path) -> None:
        bare = Clone.new(tmp_path / "empty")
        bare.commit({"a": "x\n"})
        answer = run("explain", cwd=bare.folder)
        assert "Settings (no settings file)" in answer.text
        assert "Constitution (no governance.pxf)" in answer.text

    def test_mistakes_are_a_line_and_2(self, upstream: Clone) -> None:
        upstream.commit({SETTINGS: "fail-on: red\n"})
        complaint = run("explain", cwd=upstream.folder).complaint
        assert complaint.startswith(f"{SETTINGS}:1:1: the key 'fail-on' is not known")
        assert "steward validate" in complaint

    def test_without_a_default_branch_the_files_are_to_be_named(self, tmp_path: Path) -> None:
        lonely = Clone.new(tmp_path / "lonely")
        lonely.git("symbolic-ref", "HEAD", "refs/heads/elsewhere")
        lonely.commit({"a": "x\n"})
        complaint = run("explain", cwd=lonely.folder).complaint
        assert complaint.startswith("no default branch found")
        assert complaint.endswith("Name the files: --config FILE, --governance FILE")


class TestValidate:
    def test_two_files_without_a_mistake_are_0(self, clone: Clone) -> None:
        answer = run("validate", cwd=clone.folder)
        assert (answer.code, answer.err) == (0, "")
        assert answer.text.splitlines() == [
            f"{SETTINGS}: no mistake",
            f"{CONSTITUTION}: no mistake",
            "0 of 3 tracked files in a domain, 3 in none",
            f"  {SETTINGS}",
            f"  {CONSTITUTION}",
            "  src/a.py",
        ]

    def test_reads_the_working_tree_from_any_folder_of_it(self, clone: Clone) -> None:
        clone.write({SETTINGS: "fail-on: red\n", CONSTITUTION: SIX})
        answer = run("validate", "--format", "json", cwd=clone.folder / "src")
        files = answered(answer, "validation-1", code=1)["files"]
        assert [len(file["errors"]) for file in files] == [1, 6]
        assert all(error.startswith(f"{CONSTITUTION}:") for error in files[1]["errors"])
        assert run("validate", "--repo", clone.folder, "--format", "json", cwd=Path("/")).out == answer.out

    def test_dead_globs_are_warnings_with_their_place(self, upstream: Clone) -> None:
        answer = run("validate", cwd=upstream.folder)
        assert answer.code == 0
        assert answer.text.splitlines()[0] == (
            f"{CONSTITUTION}:2:42: warning: domain 'core': no tracked file matches 'gone/**'"
        )
        assert "1 of 3 tracked files in a domain, 2 in none" in answer.text

    def test_the_public_example_has_two_dead_restricted_domains(self, tmp_path: Path) -> None:
        tree = Clone.new(tmp_path / "tree")
        names = ("encoding/a.go", "cmd/a.go", "editors/a", "scripts/a", "testdata/a", "README.md")
        tree.commit({CONSTITUTION: PUBLIC.read_bytes(), **dict.fromkeys(names, "x\n")})
        warnings = answered(run("validate", "--format", "json", cwd=tree.folder), "validation-1")["files"][1]
        assert [warning.split(": ", 1)[1] for warning in warnings["warnings"]] == [
            "domain 'proto-schemas': no tracked file matches 'proto/**'",
            "domain 'envelope': no tracked file matches 'envelope/**'",
        ]

    def test_a_named_file_is_held_against_the_repository_we_are_in(self, upstream: Clone) -> None:
        upstream.write({"draft.pxf": SMALL})
        answer = run("validate", "--governance", "draft.pxf", cwd=upstream.folder)
        assert answer.code == 0
        assert answer.text.startswith("draft.pxf:2:42: warning: domain 'core'")
        assert SETTINGS not in answer.text.splitlines()[1]

    def test_a_named_file_needs_no_repository(self, tmp_path: Path) -> None:
        (tmp_path / "draft.pxf").write_text(SMALL)
        answer = run("validate", "--governance", "draft.pxf", cwd=tmp_path)
        assert (answer.code, answer.err) == (0, "")
        assert "globs were not held against the tracked files: . is not in a git repository" in answer.text

    def test_without_files_there_is_nothing_wrong(self, tmp_path: Path) -> None:
        answer = run("validate", cwd=Clone.new(tmp_path / "new").folder)
        assert (answer.code, answer.text.splitlines()) == (
            0,
            [f"{SETTINGS}: not there", f"{CONSTITUTION}: not there"],
        )

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            (["--config", "none.yml"], "--config: there is no file none.yml"),
            (["--governance", "folder"], "--governance: folder is no regular file"),
            ([], ". is not in a git repository"),
            (["--repo", "folder"], "folder is not in a git repository"),
            (["--format", "yaml"], "'yaml' is not one of"),
            (["main"], "unexpected extra argument"),
        ],
    )
    def test_wrong_usage_is_a_line_and_2(self, tmp_path: Path, typed: list[str], words: str) -> None:
        (tmp_path / "folder").mkdir()
        assert words in run("validate", *typed, cwd=tmp_path).complaint

    def test_a_bare_repository_has_no_working_tree(self, tmp_path: Path) -> None:
        bare = Clone.new(tmp_path / "bare.git", "--bare")
        assert run("validate", cwd=bare.folder).complaint.startswith(". has no working tree")

    def test_a_pipe_for_a_file_is_not_waited_for(self, upstream: Clone) -> None:
        (upstream.folder / SETTINGS).unlink()
        os.mkfifo(upstream.folder / SETTINGS)
        assert "is no regular file" in run("validate", cwd=upstream.folder).complaint


class TestTrackedFiles:
    def test_are_those_of_the_whole_tree_by_every_byte_of_their_names(self, tmp_path: Path) -> None:
        tree = Clone.new(tmp_path / "tree")
        tree.commit({"a\tb\n.py": "x\n", "caf\udce9": "x\n", "sub/c": "x\n"})
        tree.write({"untracked": "x\n"})
        found = open_repository(tree.folder / "sub").tracked_files()
        assert found == ("a\tb\n.py", "caf\udce9", "sub/c")

    def test_are_no_submodules(self, upstream: Clone, tmp_path: Path) -> None:
        tree = Clone.new(tmp_path / "tree")
        tree.commit({"a": "x\n"})
        tree.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},module")
        assert open_repository(tree.folder).tracked_files() == ("a",)

    def test_are_unknown_when_their_list_is_too_long(self, upstream: Clone) -> None:
        repository = open_repository(upstream.folder)
        assert repository.tracked_files(most=20) is None
        assert len(repository.tracked_files() or ()) == 3

    def test_in_conflict_count_once(self, upstream: Clone) -> None:
        upstream.branch("topic")
        upstream.commit({"src/a.py": "topic\n"})
        upstream.git("checkout", "--quiet", "main")
        upstream.commit({"src/a.py": "main\n"})
        with suppress(RuntimeError):
            upstream.git("merge", "topic")
        assert upstream.git("ls-files", "--unmerged").count("src/a.py") == 3
        assert open_repository(upstream.folder).tracked_files() == (SETTINGS, CONSTITUTION, "src/a.py")
