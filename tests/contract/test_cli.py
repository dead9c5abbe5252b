"""`steward evaluate` in real repositories: the scores of CI, and a line that helps when there are none."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import schemas
from tests.contract.clone import Clone, lines
from tests.contract.command import STEWARD, Answer, environment, run
from tests.contract.wrapped_git import foreign_owner

DIFF = ("diff", "main...topic")


@pytest.fixture
def upstream(tmp_path: Path) -> Clone:
    """What stands on the server: `main`, one commit ahead of where the branch `topic` parted from it.

    `topic` changes `src/auth/login.go` alone, +10 −2: 59 amber by the worked examples of docs/scoring.md.
    """
    made = Clone.new(tmp_path / "upstream")
    made.commit({"src/auth/login.go": lines(30), "README.md": "x\n"})
    made.branch("topic")
    made.commit({"src/auth/login.go": lines(28) + lines(10, "new")})
    made.git("checkout", "--quiet", "main")
    made.commit({"other.go": lines(500)})
    return made


@pytest.fixture
def clone(upstream: Clone, tmp_path: Path) -> Clone:
    """A fresh clone of it with `topic` checked out."""
    made = Clone.of(upstream, tmp_path / "clone")
    made.git("checkout", "--quiet", "topic")
    return made


def report(answer: Answer, *, code: int = 0) -> Any:
    """The JSON report of a run that went well; every one fits the schema."""
    assert answer.code == code, answer
    assert schemas.problems("evaluation-1", answer.out) == []
    return json.loads(answer.out)


def scores(answer: Answer, *, code: int = 0) -> list[int | None]:
    card = report(answer, code=code)["scorecard"]
    names = ("correctness", "security", "complexity", "docs", "governance")
    return [*(card["dimensions"][name]["score"] for name in names), card["overall"]["score"]]


LOGIN_ONLY = [40, 35, 90, 70, None, 59]
LOGIN_WITH_GOVERNANCE = [40, 35, 90, 70, 75, 62]


class TestNoChange:
    def test_is_said(self, clone: Clone) -> None:
        answer = run("evaluate", "--head", "main", "--base", "main", "--fail-on", "amber", cwd=clone.folder)
        assert (answer.code, answer.text.splitlines()[0]) == (0, "nothing to score")
        assert "steward: nothing to score: main changes no file against main" in answer.err.splitlines()


class TestABranch:
    def test_is_judged_against_the_default_branch_it_left(self, clone: Clone) -> None:
        answer = run("evaluate", "--format", "json", cwd=clone.folder)
        assert scores(answer) == LOGIN_ONLY
        assert answer.err == "steward: compared with origin/main; --base REV names another\n"
        change = report(answer)["change"]
        assert (change["additions"], change["deletions"], change["read_from"]) == (10, 2, "git")

    def test_gives_the_same_bytes_from_every_folder_and_every_clone(
        self, clone: Clone, tmp_path: Path
    ) -> None:
        other = Clone.of(clone, tmp_path / "other")
        wanted = ("evaluate", "--format", "json", "--base", "origin/main")
        first = run(*wanted, cwd=clone.folder)
        assert run(*wanted, cwd=clone.folder / "src").out == first.out
        assert run(*wanted, "--repo", clone.folder, cwd=tmp_path).out == first.out
        other.git("fetch", "--quiet", str(clone.folder), "refs/remotes/origin/main:refs/remotes/origin/main")
        assert run(*wanted, cwd=other.folder).out == first.out

    def test_a_named_base_and_head_are_taken_without_a_word(self, clone: Clone) -> None:
        clone.git("checkout", "--quiet", "main")
        answer = run(
            "evaluate", "--base", "main", "--head", "origin/topic", "--format", "json", cwd=clone.folder
        )
        assert scores(answer) == LOGIN_ONLY
        assert answer.err == ""

    def test_with_everything_pushed_to_the_default_branch_there_is_nothing_to_score(
        self, clone: Clone
    ) -> None:
        clone.git("checkout", "--quiet", "main")
        answer = run("evaluate", cwd=clone.folder)
        assert (answer.code, answer.text.splitlines()[0]) == (0, "nothing to score")

    def test_on_main_its_own_unpushed_commits_are_judged(self, clone: Clone) -> None:
        clone.git("checkout", "--quiet", "main")
        clone.commit({"docs/guide.md": "x\n"})
        answer = run("evaluate", "--format", "json", cwd=clone.folder)
        assert [file["path"] for file in report(answer)["change"]["files"]] == ["docs/guide.md"]

    def test_uncommitted_changes_are_said_to_be_left_out(self, clone: Clone) -> None:
        clone.write({"README.md": "edited\n"})
        answer = run("evaluate", "--base", "origin/main", "--format", "json", cwd=clone.folder)
        assert scores(answer) == LOGIN_ONLY
        assert answer.err == "steward: only commits are judged: there are uncommitted changes\n"

    def test_a_name_that_is_no_utf8_is_reported(self, clone: Clone) -> None:
        clone.commit({"src/caf\udce9.py": "x\n"})
        files = report(run("evaluate", "--format", "json", cwd=clone.folder))["change"]["files"]
        assert files[-1]["path"] == r"src/caf\xE9.py"


class TestEveryKindOfRepository:
    def test_detached(self, clone: Clone) -> None:
        clone.git("checkout", "--quiet", "--detach")
        assert scores(run("evaluate", "--format", "json", cwd=clone.folder)) == LOGIN_ONLY

    def test_a_linked_working_tree(self, clone: Clone, tmp_path: Path) -> None:
        clone.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "linked"), "topic")
        assert scores(run("evaluate", "--format", "json", cwd=tmp_path / "linked")) == LOGIN_ONLY

    def test_bare(self, upstream: Clone, tmp_path: Path) -> None:
        bare = Clone.of(upstream, tmp_path / "bare", "--bare")
        answer = run("evaluate", "--head", "topic", "--format", "json", "--repo", bare.folder, cwd=tmp_path)
        assert scores(answer) == LOGIN_ONLY

    def test_a_submodule(self, upstream: Clone, tmp_path: Path) -> None:
        outer = Clone.new(tmp_path / "outer")
        allowed = ("-c", "protocol.file.allow=always")
        outer.git(*allowed, "submodule", "--quiet", "add", str(upstream.folder), "inner")
        inner = Clone(outer.folder / "inner")
        inner.git("checkout", "--quiet", "topic")
        assert scores(run("evaluate", "--format", "json", cwd=inner.folder)) == LOGIN_ONLY

    def test_with_sha256_names(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone", "--object-format=sha256")
        clone.commit({"src/auth/login.go": lines(30)})
        clone.branch("topic")
        clone.commit({"src/auth/login.go": lines(28) + lines(10, "new")})
        assert scores(run("evaluate", "--format", "json", cwd=clone.folder)) == LOGIN_ONLY

    def test_of_another_owner(self, clone: Clone, tmp_path: Path) -> None:
        path = f"{foreign_owner(tmp_path)}{os.pathsep}{os.environ['PATH']}"
        answer = run("evaluate", "--format", "json", cwd=clone.folder, env={"PATH": path})
        assert scores(answer) == LOGIN_ONLY
        inside = run("evaluate", cwd=clone.folder / "src", env={"PATH": path})
        assert "another user owns it. Name its top folder itself" in inside.complaint

    def test_called_by_a_hook_of_another_one(self, clone: Clone, tmp_path: Path) -> None:
        other = Clone.new(tmp_path / "other")
        env: dict[str, str | None] = {"GIT_DIR": str(other.folder / ".git"), "GIT_INDEX_FILE": "x"}
        assert scores(run("evaluate", "--format", "json", cwd=clone.folder, env=env)) == LOGIN_ONLY


def commanded(complaint: str, clone: Clone) -> None:
    """Do what the last sentence of a complaint says, which is a command of git."""
    _, _, command = complaint.rpartition("Run: ")
    git, *arguments = shlex.split(command)
    assert git == "git"
    clone.git(*arguments)


class TestWithoutABase:
    def test_a_shallow_clone_says_step_by_step_what_to_fetch(self, upstream: Clone, tmp_path: Path) -> None:
        shallow = Clone.of(upstream, tmp_path / "shallow", "--depth=1", "--branch=topic")
        first = run("evaluate", cwd=shallow.folder).complaint
        assert first.startswith(
            "no base found: there is no origin/HEAD, origin/main, origin/master, main or master"
        )
        commanded(first, shallow)
        second = run("evaluate", cwd=shallow.folder).complaint
        assert second.startswith("origin/main and HEAD have no common ancestor in this shallow clone")
        commanded(second, shallow)
        assert scores(run("evaluate", "--format", "json", cwd=shallow.folder)) == LOGIN_ONLY

    def test_a_shallow_clone_that_reaches_back_far_enough_is_judged(
        self, upstream: Clone, tmp_path: Path
    ) -> None:
        upstream.git("checkout", "--quiet", "topic")
        for number in range(3):
            upstream.commit({"README.md": f"{number}\n"})
        shallow = Clone.of(upstream, tmp_path / "shallow", "--depth=3", "--branch=topic")
        answer = run("evaluate", "--base", "HEAD~1", "--format", "json", cwd=shallow.folder)
        assert [file["path"] for file in report(answer)["change"]["files"]] == ["README.md"]
        assert "shallow clone" in answer.err

    def test_the_default_branch_itself_is_no_base_for_itself(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        clone.commit({"a.go": "x\n"})
        complaint = run("evaluate", cwd=clone.folder).complaint
        assert complaint.startswith("no base found: main itself is checked out")
        assert complaint.endswith("steward evaluate --base REV")

    def test_a_repository_without_the_usual_names(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        clone.commit({"a.go": "x\n"})
        clone.git("branch", "--move", "development")
        complaint = run("evaluate", cwd=clone.folder).complaint
        assert complaint.endswith("Name what to compare with: steward evaluate --base REV")

    def test_a_base_that_only_origin_has(self, clone: Clone) -> None:
        clone.git("branch", "--delete", "--force", "main")
        complaint = run("evaluate", "--base", "main", cwd=clone.folder).complaint
        assert complaint == (
            "--base: main names no commit here. There is origin/main: steward evaluate --base origin/main"
        )

    def test_a_base_that_was_never_fetched(self, upstream: Clone, tmp_path: Path) -> None:
        clone = Clone.of(upstream, tmp_path / "single", "--single-branch", "--branch=topic")
        complaint = run("evaluate", "--base", "origin/main", cwd=clone.folder).complaint
        commanded(complaint, clone)
        answer = run("evaluate", "--base", "origin/main", "--format", "json", cwd=clone.folder)
        assert scores(answer) == LOGIN_ONLY

    @pytest.mark.parametrize(
        "base", ["nothing", "--output=stolen", "main; rm x", "\x1b[31m", "a..b", "@{99}"]
    )
    def test_a_base_that_names_nothing_is_shown_inert(self, tmp_path: Path, base: str) -> None:
        clone = Clone.new(tmp_path / "clone")
        clone.commit({"a.go": "x\n"})
        complaint = run("evaluate", f"--base={base}", cwd=clone.folder).complaint
        assert complaint.startswith("--base: ")
        assert "names no commit here" in complaint
        assert complaint.isprintable()
        assert not (clone.folder / "stolen").exists()

    def test_a_head_that_names_nothing(self, clone: Clone) -> None:
        assert run("evaluate", "--head", "x", cwd=clone.folder).complaint.startswith(
            "--head: x names no commit"
        )

    def test_unrelated_histories(self, clone: Clone) -> None:
        clone.git("checkout", "--quiet", "--orphan", "island")
        clone.commit()
        complaint = run("evaluate", cwd=clone.folder).complaint
        assert complaint.startswith(
            "origin/main and HEAD have no common ancestor: their histories are unrelated"
        )

    def test_a_branch_without_a_commit(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        complaint = run("evaluate", cwd=clone.folder).complaint
        assert complaint == "main has no commit yet. Commit first: only commits are judged."

    def test_no_repository(self, tmp_path: Path) -> None:
        complaint = run("evaluate", cwd=tmp_path).complaint
        assert complaint.startswith(". is not in a git repository")

    def test_no_such_folder(self, tmp_path: Path) -> None:
        assert "is not a folder" in run("evaluate", "--repo", "missing", cwd=tmp_path).complaint

    def test_no_git(self, clone: Clone, tmp_path: Path) -> None:
        complaint = run("evaluate", cwd=clone.folder, env={"PATH": str(tmp_path)}).complaint
        assert complaint == "the git command was not found. Install git, or put it on PATH."

    def test_a_partial_clone_says_how_to_get_the_contents(self, upstream: Clone, tmp_path: Path) -> None:
        upstream.git("config", "uploadpack.allowFilter", "true")
        partial = Clone.of(upstream, tmp_path / "partial", "--filter=blob:none", "--no-checkout")
        partial.git("update-ref", "refs/heads/topic", "origin/topic")
        wanted = ("evaluate", "--head", "topic", "--format", "json")
        complaint = run(*wanted, cwd=partial.folder).complaint
        assert "partial clone" in complaint
        partial.git("diff", "origin/main...topic")
        assert scores(run(*wanted, cwd=partial.folder)) == LOGIN_ONLY


class TestGovernance:
    def test_stands_at_the_tip_of_the_default_branch(self, clone: Clone, upstream: Clone) -> None:
        upstream.commit({"governance.pxf": 'version = "1"\n'})
        clone.git("fetch", "--quiet")
        assert scores(run("evaluate", "--format", "json", cwd=clone.folder)) == LOGIN_WITH_GOVERNANCE

    def test_that_the_branch_adds_does_not_count_yet(self, clone: Clone) -> None:
        clone.commit({"governance.pxf": 'version = "1"\n'})
        assert scores(run("evaluate", "--format", "json", cwd=clone.folder))[4] is None

    def test_counts_even_against_another_base(self, clone: Clone, upstream: Clone) -> None:
        upstream.commit({"governance.pxf": 'version = "1"\n'})
        clone.git("fetch", "--quiet")
        answer = run("evaluate", "--base", "HEAD~1", "--format", "json", cwd=clone.folder)
        assert scores(answer) == LOGIN_WITH_GOVERNANCE

    def test_is_looked_for_in_the_base_where_no_default_branch_is_known(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        clone.commit({"governance.pxf": 'version = "1"\n', "src/auth/login.go": lines(30)})
        clone.git("branch", "--move", "development")
        clone.branch("topic")
        clone.commit({"src/auth/login.go": lines(28) + lines(10, "new")})
        answer = run("evaluate", "--base", "development", "--format", "json", cwd=clone.folder)
        assert scores(answer) == LOGIN_WITH_GOVERNANCE

    @pytest.mark.parametrize("option", [("--governance", "mine.pxf"), ("--assume-governance",)])
    def test_can_be_assumed(self, clone: Clone, option: tuple[str, ...]) -> None:
        (clone.folder / "mine.pxf").write_text("")
        assert scores(run("evaluate", "--format", "json", *option, cwd=clone.folder)) == LOGIN_WITH_GOVERNANCE

    def test_a_given_file_must_be_there(self, clone: Clone) -> None:
        complaint = run("evaluate", "--governance", "mine.pxf", cwd=clone.folder).complaint
        assert complaint == "--governance: mine.pxf cannot be read: No such file or directory"
        assert "Is a directory" in run("evaluate", "--governance", "src", cwd=clone.folder).complaint


class TestADiff:
    def diff(self, clone: Clone, *more: str) -> bytes:
        return os.fsencode(clone.git(*more, *DIFF)) + b"\n"

    def test_has_the_scores_of_its_commits(self, clone: Clone, tmp_path: Path) -> None:
        file = tmp_path / "change.diff"
        file.write_bytes(self.diff(clone))
        by_file = run("evaluate", "--diff", file, "--format", "json", cwd=tmp_path)
        by_pipe = run("evaluate", "--diff", "-", "--format", "json", cwd=tmp_path, given=file.read_bytes())
        assert scores(by_file) == LOGIN_ONLY
        assert by_pipe.out == by_file.out
        assert report(by_file)["change"]["read_from"] == "file"

    def test_needs_neither_git_nor_a_repository(self, clone: Clone, tmp_path: Path) -> None:
        answer = run(
            "evaluate", "--diff", "-", cwd=tmp_path, given=self.diff(clone), env={"PATH": str(tmp_path)}
        )
        assert (answer.code, answer.text.splitlines()[0]) == (0, "59 amber")

    def test_can_assume_governance(self, clone: Clone, tmp_path: Path) -> None:
        wanted = ("evaluate", "--diff", "-", "--assume-governance", "--format", "json")
        assert scores(run(*wanted, cwd=tmp_path, given=self.diff(clone)))[4] == 75

    def test_that_is_empty_is_nothing_to_score(self, tmp_path: Path) -> None:
        answer = run("evaluate", "--diff", "-", cwd=tmp_path)
        assert (answer.code, answer.text.splitlines()[0]) == (0, "nothing to score")

    @pytest.mark.parametrize("fail_on", ["never", "red", "amber"])
    def test_that_is_empty_is_said_whatever_the_pipe_before_it_hides(
        self, tmp_path: Path, fail_on: str
    ) -> None:
        (tmp_path / "empty.diff").touch()
        piped = run("evaluate", "--diff", "-", "--fail-on", fail_on, cwd=tmp_path)
        read = run("evaluate", "--diff", "empty.diff", "--fail-on", fail_on, cwd=tmp_path)
        assert (piped.code, read.code) == (0, 0)
        assert piped.err == "steward: nothing to score: the diff from standard input is empty\n"
        assert read.err == "steward: nothing to score: the diff from empty.diff is empty\n"

    @pytest.mark.parametrize(
        ("given", "seen"),
        [
            (b"--- a.py\n+++ b.py\n@@ -1 +1 @@\n-x\n+y\n", "a diff that git did not write"),
            (b"\x1b[1mdiff --git a/a b/a\x1b[m\n", "a coloured diff"),
            (
                b"diff --git a.py a.py\nindex 1..2 100644\n--- a.py\n+++ a.py\n@@ -1 +1 @@\n-x\n+y\n",
                "diff.noprefix",
            ),
            (b"<!DOCTYPE html>\n<html></html>\n", "HTML"),
            (b'{"message": "Not Found"}\n', "JSON"),
            (b"From 1234567890123456789012345678901234567890 Mon Sep 17\n", "a mail"),
            (b"\x00\x01\x02", "no diff"),
            (b"hello\n", "no diff"),
        ],
    )
    def test_that_is_none_is_refused_saying_what_to_run(
        self, tmp_path: Path, given: bytes, seen: str
    ) -> None:
        complaint = run("evaluate", "--diff", "-", cwd=tmp_path, given=given).complaint
        assert seen in complaint
        assert "Run: git " in complaint
        assert complaint.isprintable()

    def test_that_breaks_off_is_no_number_but_a_line(self, clone: Clone, tmp_path: Path) -> None:
        whole = self.diff(clone)
        broken = whole[: whole.rindex(b"\n+new")] + b"\ndiff --git a/z.md b/z.md\nnew file mode 100644\n"
        complaint = run("evaluate", "--diff", "-", cwd=tmp_path, given=broken).complaint
        assert complaint.startswith("the section at line 1 of the diff (src/auth/login.go) cannot be read: ")

    def test_from_a_closed_standard_input(self, tmp_path: Path) -> None:
        line = f"{shlex.quote(str(STEWARD))} evaluate --diff - <&-"
        done = subprocess.run(
            ["bash", "-c", line], cwd=tmp_path, env=environment({}), capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (2, b"steward: --diff -: standard input is closed\n")

    def test_file_that_cannot_be_read(self, tmp_path: Path) -> None:
        complaint = run("evaluate", "--diff", "missing.diff", cwd=tmp_path).complaint
        assert complaint == "--diff: missing.diff cannot be read: No such file or directory"
        assert "Is a directory" in run("evaluate", "--diff", ".", cwd=tmp_path).complaint


class TestFacts:
    def test_replayed_give_the_same_report(self, clone: Clone, tmp_path: Path) -> None:
        clone.commit({"src/caf\udce9.py": "x\n"})
        first = run("evaluate", "--format", "json", "--save-facts", tmp_path / "facts.json", cwd=clone.folder)
        assert schemas.problems("facts-1", (tmp_path / "facts.json").read_bytes()) == []
        replayed = run("evaluate", "--format", "json", "--facts", "facts.json", cwd=tmp_path)
        assert replayed.out == first.out
        assert replayed.err == ""

    def test_keep_the_stricter_fail_on(self, clone: Clone, tmp_path: Path) -> None:
        file = tmp_path / "facts.json"
        saving = run("evaluate", "--fail-on", "amber", "--save-facts", file, cwd=clone.folder)
        assert saving.code == 1
        assert run("evaluate", "--facts", file, cwd=tmp_path).code == 1
        assert run("evaluate", "--facts", file, "--fail-on", "red", cwd=tmp_path).code == 1

    @pytest.mark.parametrize("given", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"schema": "steward.facts/1"}'])
    def test_that_are_none_are_refused(self, tmp_path: Path, given: bytes) -> None:
        complaint = run("evaluate", "--facts", "-", cwd=tmp_path, given=given).complaint
        assert "Save the facts again: steward evaluate --save-facts FILE" in complaint

    def test_with_a_hostile_key_are_shown_inert(self, tmp_path: Path) -> None:
        given = json.dumps({"schema": "steward.facts/1", "\x1b[2J\n::error::x": 1}).encode()
        assert run("evaluate", "--facts", "-", cwd=tmp_path, given=given).complaint.isprintable()

    def test_with_many_problems_tell_the_first_and_count_the_rest(self, clone: Clone, tmp_path: Path) -> None:
        for number in range(9):
            clone.commit({f"f{number}.py": "x\n"})
        run("evaluate", "--save-facts", tmp_path / "facts.json", cwd=clone.folder)
        facts = json.loads((tmp_path / "facts.json").read_bytes())
        facts["change"]["files"].reverse()
        complaint = run("evaluate", "--facts", "-", cwd=tmp_path, given=json.dumps(facts).encode()).complaint
        assert complaint.startswith("$.change.files[1].path: comes twice or is not in order; ")
        assert "; and 6 more. Save the facts again" in complaint

    def test_are_not_half_written_where_they_cannot_be(self, clone: Clone) -> None:
        complaint = run("evaluate", "--save-facts", "missing/facts.json", cwd=clone.folder).err.splitlines()[
            -1
        ]
        assert (
            complaint
            == "steward: --save-facts: missing/facts.json cannot be written: No such file or directory"
        )


class TestAnEmptyValue:
    """What a script passes when its variable is not set."""

    @pytest.mark.parametrize(
        "option",
        ["--base", "--head", "--repo", "--diff", "--facts", "--governance", "--save-facts", "--fail-on"],
    )
    @pytest.mark.parametrize("form", ["apart", "joined", "blank"])
    def test_is_wrong_usage_and_no_default(self, clone: Clone, option: str, form: str) -> None:
        given = {"apart": (option, ""), "joined": (f"{option}=",), "blank": (option, " ")}[form]
        complaint = run("evaluate", *given, cwd=clone.folder).complaint
        assert complaint == f"{option} is given an empty value. Type: steward --help"

    @pytest.mark.parametrize("command", ["explain", "validate"])
    def test_nor_of_another_command(self, clone: Clone, command: str) -> None:
        assert "--config is given an empty value" in run(command, "--config", "", cwd=clone.folder).complaint


class TestTheExitCode:
    @pytest.mark.parametrize(
        ("option", "code"),
        [((), 0), (("--fail-on", "never"), 0), (("--fail-on", "red"), 0), (("--fail-on", "amber"), 1)],
    )
    def test_is_the_verdict(self, clone: Clone, option: tuple[str, ...], code: int) -> None:
        answer = run("evaluate", *option, "--format", "json", cwd=clone.folder)
        assert report(answer, code=code)["verdict"] == ("fail" if code else "warn")


class TestSettings:
    @staticmethod
    def _settled(upstream: Clone, tmp_path: Path, settings: str) -> Clone:
        """A clone whose default branch holds a settings file."""
        upstream.commit({".github/steward.yml": settings})
        made = Clone.of(upstream, tmp_path / "settled")
        made.git("checkout", "--quiet", "topic")
        return made

    def test_of_the_default_branch_count_as_in_the_action(self, upstream: Clone, tmp_path: Path) -> None:
        rules = "scoring: {tests: {globs: ['src/auth/**']}}\n"
        clone = self._settled(upstream, tmp_path, rules)
        assert scores(run("evaluate", "--format", "json", cwd=clone.folder)) == [None, 65, 90, None, None, 78]

    @pytest.mark.parametrize("both", [False, True])
    def test_under_another_ending_are_not_read_and_that_is_said(
        self, upstream: Clone, tmp_path: Path, both: bool
    ) -> None:
        upstream.commit({".github/steward.yaml": "fail_on: amber\n"})
        clone = (
            self._settled(upstream, tmp_path, "version: 1\n") if both else Clone.of(upstream, tmp_path / "c")
        )
        answer = run("evaluate", "--head", "origin/topic", cwd=clone.folder)
        assert answer.code == 0
        unread = "steward: .github/steward.yaml is not read: the settings file is .github/steward.yml"
        assert unread in answer.err.splitlines()
        assert unread in run("explain", cwd=clone.folder).err.splitlines()
        clone.git("checkout", "--quiet", "main")
        assert unread in run("validate", cwd=clone.folder).err.splitlines()

    def test_can_fail_the_command(self, upstream: Clone, tmp_path: Path) -> None:
        clone = self._settled(upstream, tmp_path, "fail_on: amber\n")
        assert scores(run("evaluate", "--format", "json", cwd=clone.folder), code=1) == LOGIN_ONLY

    def test_that_the_branch_brings_along_do_not_count(self, upstream: Clone, tmp_path: Path) -> None:
        clone = self._settled(upstream, tmp_path, "fail_on: amber\n")
        clone.commit({".github/steward.yml": "fail_on: never\n"})
        assert run("evaluate", cwd=clone.folder).code == 1

    def test_that_cannot_be_used_are_said_with_their_place(self, upstream: Clone, tmp_path: Path) -> None:
        clone = self._settled(upstream, tmp_path, "fail_on: [\n")
        answer = run("evaluate", cwd=clone.folder)
        assert answer.code == 2
        assert ".github/steward.yml:2:1" in answer.err
