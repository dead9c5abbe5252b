"""What we ask of real git: the right commits, the right diff, and nothing of the repository ever run."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from steward.adapters.git import Repository, open_repository
from steward.adapters.git_process import ask
from steward.errors import DiffUnreadable
from steward.intake.diff import parse_diff
from steward.model import ChangedFile, Kind
from tests.contract.clone import Clone, lines
from tests.contract.wrapped_git import fake_git, foreign_owner


def changed(repository: Repository, base: str, head: str) -> dict[str, ChangedFile]:
    """The diff as our own reader understands it, by path."""
    with repository.diff_between(base, head) as stream:
        parsed = parse_diff(stream)
    assert not parsed.unreadable
    return {file.path: file for file in parsed.files}


def raw(repository: Repository, base: str, head: str) -> bytes:
    with repository.diff_between(base, head) as stream:
        return stream.read()


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """`main` with one more commit than the branch `topic`, which is checked out, parted from it."""
    made = Clone.new(tmp_path / "clone")
    made.commit({"a.py": lines(20), "old.py": lines(30, "old"), "gone.py": "x\n"})
    made.branch("topic")
    made.git("mv", "old.py", "new.py")
    made.commit({"a.py": lines(22), "docs/b.md": "text\n", "é.txt": "new text\n"}, remove=("gone.py",))
    made.git("checkout", "--quiet", "main")
    made.commit({"main-only.py": "y\n"})
    made.git("checkout", "--quiet", "topic")
    return made


class TestDiff:
    def test_runs_from_the_merge_base_to_the_head(self, clone: Clone) -> None:
        repository = open_repository(clone.folder)
        files = changed(repository, clone.git("rev-parse", "main"), clone.git("rev-parse", "topic"))
        assert {path: file.kind for path, file in files.items()} == {
            "a.py": Kind.MODIFIED,
            "docs/b.md": Kind.ADDED,
            "é.txt": Kind.ADDED,
            "gone.py": Kind.DELETED,
            "new.py": Kind.RENAMED,
        }
        assert (files["a.py"].additions, files["a.py"].deletions) == (2, 0)
        assert files["new.py"].previous_path == "old.py"

    def test_names_objects_in_full(self, clone: Clone) -> None:
        repository = open_repository(clone.folder)
        diff = raw(repository, clone.git("rev-parse", "main"), clone.git("rev-parse", "topic"))
        assert f"..{clone.git('rev-parse', 'topic:a.py')} 100644\n".encode() in diff

    def test_is_the_same_from_a_folder_inside_the_repository(self, clone: Clone) -> None:
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        inside = open_repository(clone.folder / "docs")
        assert raw(inside, *ends) == raw(open_repository(clone.folder), *ends) != b""

    def test_names_every_file_type_and_every_byte_of_a_name(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        base = clone.commit({"kept": "x\n", "becomes-link": "x\n", "picture": b"\0\1"})
        (clone.folder / "becomes-link").unlink()
        (clone.folder / "becomes-link").symlink_to("kept")
        (clone.folder / "kept").chmod(0o755)
        names = {"caf\udce9.py": "x\n", "é.py": "y\n", 'q"uote\n.py': "z\n", " b/ c.py": "w\n"}
        head = clone.commit({**names, "picture": b"\0\2"})
        files = changed(open_repository(clone.folder), base, head)
        assert set(files) == {*names, "becomes-link", "kept", "picture"}
        assert files["becomes-link"].kind is Kind.TYPE_CHANGED
        assert files["picture"].binary

    @pytest.mark.parametrize("form", ["sha1", "sha256"])
    def test_reads_repositories_of_both_object_formats(self, tmp_path: Path, form: str) -> None:
        clone = Clone.new(tmp_path / "clone", f"--object-format={form}")
        base, head = clone.commit({"a.py": "x\n"}), clone.commit({"a.py": "y\n", "empty.py": ""})
        repository = open_repository(clone.folder)
        assert repository.has_commit(head)
        assert set(changed(repository, base, head)) == {"a.py", "empty.py"}

    def test_shows_a_submodule_in_short_even_when_the_repository_ignores_it(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        base = clone.commit({"a": "x\n", ".gitmodules": '[submodule "m"]\n\tpath = m\n\tignore = all\n'})
        clone.git("update-index", "--add", "--cacheinfo", f"160000,{base},m")
        clone.git("commit", "--quiet", "--message=submodule")
        clone.git("config", "diff.submodule", "log")
        clone.git("config", "diff.ignoreSubmodules", "all")
        files = changed(open_repository(clone.folder), base, clone.git("rev-parse", "HEAD"))
        assert set(files) == {"m"}
        assert files["m"].additions == 1

    def test_follows_neither_replacements_nor_grafts_which_github_does_not_know(self, clone: Clone) -> None:
        main, topic = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        before = raw(open_repository(clone.folder), main, topic)
        clone.git("replace", topic, main)
        assert raw(open_repository(clone.folder), main, topic) == before
        clone.git("replace", "--delete", topic)
        (clone.folder / ".git/info/grafts").write_text(f"{topic} {main}\n")
        assert raw(open_repository(clone.folder), main, topic) == before

    @pytest.mark.parametrize(
        "setting",
        [
            "diff.noprefix=true",
            "diff.mnemonicPrefix=true",
            "diff.renames=false",
            "diff.renames=copies",
            "diff.context=0",
            "diff.interHunkContext=40",
            "diff.algorithm=patience",
            "diff.relative=true",
            "diff.orderFile=/nowhere/at/all",
            "diff.suppressBlankEmpty=true",
            "diff.wsErrorHighlight=all",
            "diff.colorMoved=zebra",
            "diff.srcPrefix=x/",
            "color.ui=always",
            "color.diff=always",
            "core.quotePath=false",
            "core.bigFileThreshold=1",
            "core.pager=false",
            "core.attributesFile=attributes",
        ],
    )
    def test_no_setting_of_the_repository_changes_a_byte(self, clone: Clone, setting: str) -> None:
        (clone.folder / "attributes").write_text("* -diff\n")
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        before = raw(open_repository(clone.folder / "docs"), *ends)
        clone.git("config", *setting.split("=", 1))
        assert raw(open_repository(clone.folder / "docs"), *ends) == before

    @pytest.mark.parametrize("place", ["info", "working tree", "driver"])
    def test_no_attribute_of_the_clone_changes_a_byte(self, clone: Clone, place: str) -> None:
        clone.git("checkout", "--quiet", "main")
        clone.commit({".gitattributes": "*.py diff=python\n"})
        clone.git("checkout", "--quiet", "topic")
        clone.git("rebase", "--quiet", "main")
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        before = raw(open_repository(clone.folder), *ends)
        if place == "info":
            (clone.folder / ".git/info/attributes").write_text("* -diff\n")
        elif place == "working tree":
            clone.write({".gitattributes": "* -diff\n", "docs/.gitattributes": "* -diff\n"})
        else:
            clone.git("config", "diff.python.binary", "true")
        assert b"+line 20" in before
        assert raw(open_repository(clone.folder), *ends) == before

    def test_a_change_does_not_hide_behind_attributes_that_it_brings(self, clone: Clone) -> None:
        clone.commit({".gitattributes": "* -diff\n", "docs/.gitattributes": "* -diff\n"})
        shown = raw(
            open_repository(clone.folder), clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        )
        assert b"Binary" not in shown
        assert b"+line 20" in shown

    def test_the_attributes_of_the_merge_base_hold_in_every_folder(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        kept = {".gitattributes": "*.svg -diff\n", "deep/down/.gitattributes": "*.py -diff\n"}
        names = ("a.svg", "deep/down/b.py", "deep/c.py")
        clone.commit({**kept, **dict.fromkeys(names, "one\n")})
        clone.branch("topic")
        clone.commit(dict.fromkeys(names, "two\n"), remove=tuple(kept))
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        bare = Clone.of(clone, tmp_path / "bare", "--bare")
        for one in (clone, bare):
            shown = raw(open_repository(one.folder), *ends)
            assert b"Binary files a/a.svg and b/a.svg differ" in shown
            assert b"Binary files a/deep/down/b.py and b/deep/down/b.py differ" in shown
            assert b"-one\n+two" in shown

    def test_no_room_for_temporary_files_is_said(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "not there"))
        with pytest.raises(DiffUnreadable, match="no temporary files can be made: No such file"):
            raw(
                open_repository(clone.folder), clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
            )

    def test_reading_leaves_nothing_behind(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        temporary = tmp_path / "temporary"
        temporary.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        before = sorted(clone.folder.rglob("*"))
        raw(open_repository(clone.folder), clone.git("rev-parse", "main"), clone.git("rev-parse", "topic"))
        assert list(temporary.iterdir()) == []
        assert sorted(clone.folder.rglob("*")) == before

    def test_no_variable_of_the_environment_changes_a_byte(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        before = raw(open_repository(clone.folder), *ends)
        other = Clone.new(tmp_path / "other")
        other.commit({"b": "x\n"})
        home = tmp_path / "home"
        home.mkdir()
        (home / ".gitconfig").write_text("[diff]\n\tnoprefix = true\n[core]\n\tquotePath = false\n")
        for name, value in {
            "GIT_DIR": str(other.folder / ".git"),
            "GIT_WORK_TREE": str(other.folder),
            "GIT_INDEX_FILE": str(other.folder / ".git/index"),
            "GIT_OBJECT_DIRECTORY": str(other.folder / ".git/objects"),
            "GIT_EXTERNAL_DIFF": "false",
            "GIT_DIFF_OPTS": "-u0",
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "diff.noprefix",
            "GIT_CONFIG_VALUE_0": "true",
            "GIT_CONFIG_PARAMETERS": "'diff.noprefix=true'",
            "HOME": str(home),
            "GIT_TRACE": "1",
            "LC_ALL": "de_DE.UTF-8",
        }.items():
            monkeypatch.setenv(name, value)
        assert raw(open_repository(clone.folder), *ends) == before


class TestNothingIsRun:
    """Every program that a repository can name would leave a mark; none does."""

    @pytest.fixture
    def mark(self, tmp_path: Path) -> Path:
        return tmp_path / "was-run"

    @pytest.fixture
    def program(self, tmp_path: Path, mark: Path) -> str:
        script = tmp_path / "evil"
        script.write_text(f'#!/bin/sh\necho "$0 $*" >> "{mark}"\ncat 2>/dev/null\n')
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return str(script)

    @pytest.fixture
    def hostile(self, clone: Clone, program: str) -> Clone:
        clone.commit({".gitattributes": "* diff=evil filter=evil merge=evil\n"})
        for name in ("diff", "diff.evil", "filter.evil", "merge.evil"):
            for key in ("external", "command", "textconv", "clean", "smudge", "process", "driver"):
                clone.git("config", f"{name}.{key}", program)
        for key in ("fsmonitor", "pager", "editor", "sshCommand", "gitProxy", "askPass"):
            clone.git("config", f"core.{key}", program)
        for key in (
            "pager.diff",
            "pager.diff-tree",
            "pager.status",
            "pager.config",
            "interactive.diffFilter",
        ):
            clone.git("config", key, program)
        for command in ("diff", "diff-tree", "rev-parse", "status", "merge-base", "ls-tree", "config"):
            clone.git("config", f"alias.{command}", f"!{program}")
        hooks = clone.folder / "hooks"
        hooks.mkdir()
        for hook in ("post-index-change", "pre-auto-gc", "post-checkout", "reference-transaction"):
            shutil.copy(program, hooks / hook)
        clone.git("config", "core.hooksPath", str(hooks))
        clone.git("config", "filter.evil.required", "true")
        clone.git("config", "core.alternateRefsCommand", program)
        return clone

    def test_by_any_question(self, hostile: Clone, mark: Path) -> None:
        mark.unlink(missing_ok=True)  # the set-up itself went through git
        # Same size, new time: git must look into the file to know whether it changed.
        tracked = hostile.folder / "a.py"
        os.utime(tracked, (1, 1))
        repository = open_repository(hostile.folder)
        main, topic = repository.resolve("main"), repository.resolve("topic")
        assert main is not None
        assert topic is not None
        assert b"+line 20" in raw(repository, main, topic)
        repository.default_branch_ref()
        repository.current_branch()
        repository.has_origin()
        repository.file_exists(topic, "a.py")
        repository.has_uncommitted_changes()
        assert not mark.exists(), mark.read_text()

    def test_by_looking_at_a_submodule(self, clone: Clone, tmp_path: Path, program: str, mark: Path) -> None:
        outer = Clone.new(tmp_path / "outer")
        outer.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(clone.folder), "inner"
        )
        outer.commit()
        Clone(outer.folder / "inner").git("config", "filter.evil.clean", program)
        (outer.folder / ".git/modules/inner/info/attributes").write_text("* filter=evil\n")
        os.utime(outer.folder / "inner/a.py", (1, 1))
        assert not open_repository(outer.folder).has_uncommitted_changes()
        assert not mark.exists(), mark.read_text()
        outer.git("status")
        assert mark.exists()

    @pytest.mark.parametrize("question", [("diff", "main", "topic"), ("status",)])
    def test_though_plain_git_would_have_run_it(
        self, hostile: Clone, mark: Path, question: tuple[str, ...]
    ) -> None:
        mark.unlink(missing_ok=True)
        with suppress(RuntimeError):
            hostile.git(*question)
        assert mark.exists()

    def test_by_fetching_what_a_partial_clone_lacks(
        self, tmp_path: Path, clone: Clone, program: str, mark: Path
    ) -> None:
        clone.git("config", "uploadpack.allowFilter", "true")
        partial = Clone.of(clone, tmp_path / "partial", "--filter=blob:none", "--no-checkout")
        partial.git("config", "remote.origin.url", f"ext::{program}")
        partial.git("config", "protocol.ext.allow", "always")
        partial.git("config", "remote.origin.uploadpack", program)
        repository = open_repository(partial.folder)
        ends = partial.git("rev-parse", "origin/main"), partial.git("rev-parse", "origin/topic")
        with pytest.raises(DiffUnreadable, match="partial clone") as found:
            raw(repository, *ends)
        assert "git diff" in found.value.mend
        assert not mark.exists(), mark.read_text()


class TestRevisions:
    @pytest.mark.parametrize(
        "revision", ["", "-h", "--help", "--output=x", "nothing", "main..topic", "HEAD:a.py", "a\0b", "a\nb"]
    )
    def test_what_names_no_commit_is_none(self, clone: Clone, revision: str) -> None:
        assert open_repository(clone.folder).resolve(revision) is None

    @pytest.mark.parametrize("revision", ["HEAD", "topic", "refs/heads/topic", "HEAD^0", "@"])
    def test_a_commit_has_many_names(self, clone: Clone, revision: str) -> None:
        assert open_repository(clone.folder).resolve(revision) == clone.git("rev-parse", "topic")

    def test_a_branch_cannot_pass_for_an_option(self, clone: Clone) -> None:
        clone.git("update-ref", "refs/heads/--output=stolen", "HEAD")
        assert open_repository(clone.folder).resolve("--output=stolen") is None
        assert not (clone.folder / "stolen").exists()

    @pytest.mark.parametrize("sha", ["main", "-p", "abc", "f" * 39, "F" * 40, "--output=stolen"])
    def test_only_a_full_sha_goes_into_a_diff(self, clone: Clone, sha: str) -> None:
        repository = open_repository(clone.folder)
        head = clone.git("rev-parse", "topic")
        assert not repository.has_commit(sha)
        for ends in ((sha, head), (head, sha)):
            with pytest.raises(DiffUnreadable, match="not a full commit SHA"):
                raw(repository, *ends)

    def test_a_commit_that_is_not_here_is_said_to_be_missing(self, clone: Clone) -> None:
        assert not open_repository(clone.folder).has_commit("f" * 40)

    def test_unrelated_histories_have_no_merge_base(self, clone: Clone) -> None:
        topic = clone.git("rev-parse", "topic")
        clone.git("checkout", "--quiet", "--orphan", "other")
        other = clone.commit()
        repository = open_repository(clone.folder)
        assert repository.merge_base(topic, other) is None
        with pytest.raises(DiffUnreadable, match="no common ancestor"):
            raw(repository, topic, other)


class TestDefaultBranch:
    def test_is_what_origin_head_points_to(self, clone: Clone, tmp_path: Path) -> None:
        clone.git("branch", "--quiet", "trunk", "main")
        clone.git("checkout", "--quiet", "trunk")
        copy = Clone.of(clone, tmp_path / "copy")
        assert open_repository(copy.folder).default_branch_ref() == "refs/remotes/origin/trunk"

    def test_is_main_or_master_of_origin_where_origin_has_no_head(self, clone: Clone, tmp_path: Path) -> None:
        copy = Clone.of(clone, tmp_path / "copy")
        copy.git("remote", "set-head", "origin", "--delete")
        assert open_repository(copy.folder).default_branch_ref() == "refs/remotes/origin/main"
        copy.git("update-ref", "refs/remotes/origin/master", "HEAD")
        copy.git("update-ref", "-d", "refs/remotes/origin/main")
        assert open_repository(copy.folder).default_branch_ref() == "refs/remotes/origin/master"

    def test_is_a_local_branch_where_there_is_no_origin(self, clone: Clone) -> None:
        repository = open_repository(clone.folder)
        assert repository.default_branch_ref() == "refs/heads/main"
        assert not repository.has_origin()

    def test_is_unknown_where_nothing_bears_a_usual_name(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        clone.commit({"a": "x"})
        clone.git("branch", "--move", "development")
        assert open_repository(clone.folder).default_branch_ref() is None

    def test_an_origin_head_that_points_nowhere_is_passed_over(self, clone: Clone) -> None:
        clone.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
        assert open_repository(clone.folder).default_branch_ref() == "refs/heads/main"


class TestFiles:
    def test_stand_in_a_commit_or_do_not(self, tmp_path: Path) -> None:
        clone = Clone.new(tmp_path / "clone")
        first = clone.commit({"sub/governance.pxf": "", "folder.pxf/x": ""})
        second = clone.commit({"governance.pxf": "x"})
        repository = open_repository(clone.folder / "sub")
        assert not repository.file_exists(first, "governance.pxf")
        assert repository.file_exists(second, "governance.pxf")
        assert not repository.file_exists(second, "folder.pxf")


class TestUncommitted:
    def test_a_clean_tree_has_none(self, clone: Clone) -> None:
        assert not open_repository(clone.folder).has_uncommitted_changes()

    def test_an_edited_file_counts_and_a_new_one_does_not(self, clone: Clone) -> None:
        clone.write({"untracked.py": "x\n"})
        assert not open_repository(clone.folder).has_uncommitted_changes()
        clone.write({"a.py": "other\n"})
        assert open_repository(clone.folder).has_uncommitted_changes()

    def test_a_staged_file_counts(self, clone: Clone) -> None:
        clone.write({"staged.py": "x\n"})
        clone.git("add", "staged.py")
        assert open_repository(clone.folder).has_uncommitted_changes()

    def test_looking_writes_nothing(self, clone: Clone) -> None:
        index = clone.folder / ".git/index"
        os.utime(clone.folder / "a.py", (1, 1))
        before = index.read_bytes()
        assert not open_repository(clone.folder).has_uncommitted_changes()
        assert index.read_bytes() == before

    def test_a_bare_repository_has_none(self, clone: Clone, tmp_path: Path) -> None:
        bare = Clone.of(clone, tmp_path / "bare", "--bare")
        assert not open_repository(bare.folder).has_uncommitted_changes()

    def test_a_filter_that_cannot_be_switched_off_means_that_nobody_looks(self, clone: Clone) -> None:
        clone.write({"a.py": "other\n"})
        clone.git("config", "filter.x=y.clean", "false")
        assert not open_repository(clone.folder).has_uncommitted_changes()


class TestWhereARepositoryCanStand:
    def test_in_a_linked_working_tree(self, clone: Clone, tmp_path: Path) -> None:
        clone.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "linked"), "topic")
        repository = open_repository(tmp_path / "linked")
        assert repository.current_branch() is None
        assert "a.py" in changed(repository, clone.git("rev-parse", "main"), clone.git("rev-parse", "topic"))

    def test_in_a_submodule(self, clone: Clone, tmp_path: Path) -> None:
        outer = Clone.new(tmp_path / "outer")
        outer.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(clone.folder), "inner"
        )
        repository = open_repository(outer.folder / "inner")
        assert repository.default_branch_ref() == "refs/remotes/origin/topic"
        assert "a.py" in changed(repository, clone.git("rev-parse", "main"), clone.git("rev-parse", "topic"))

    def test_bare(self, clone: Clone, tmp_path: Path) -> None:
        bare = Clone.of(clone, tmp_path / "bare", "--bare")
        repository = open_repository(bare.folder)
        assert repository.bare
        assert "a.py" in changed(repository, clone.git("rev-parse", "main"), clone.git("rev-parse", "topic"))

    def test_shallow_is_said(self, clone: Clone, tmp_path: Path) -> None:
        assert open_repository(Clone.of(clone, tmp_path / "shallow", "--depth=1").folder).shallow
        assert not open_repository(clone.folder).shallow

    def test_on_a_branch_without_a_commit(self, tmp_path: Path) -> None:
        repository = open_repository(Clone.new(tmp_path / "new").folder)
        assert repository.resolve("HEAD") is None
        assert repository.current_branch() == "refs/heads/main"

    def test_under_another_owner_when_its_own_folder_is_named(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", f"{foreign_owner(tmp_path)}{os.pathsep}{os.environ['PATH']}")
        repository = open_repository(clone.folder)
        assert repository.resolve("topic")
        # A folder inside does not vouch for what git finds above it.
        with pytest.raises(DiffUnreadable, match="another user owns it") as found:
            open_repository(clone.folder / "docs")
        assert "name its top folder" in found.value.mend.lower()


class TestFailures:
    def test_a_folder_without_a_repository(self, tmp_path: Path) -> None:
        with pytest.raises(DiffUnreadable, match="is not in a git repository"):
            open_repository(tmp_path)

    @pytest.mark.parametrize("name", ["missing", "a-file"])
    def test_what_is_no_folder(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "a-file").write_text("x")
        with pytest.raises(DiffUnreadable, match="is not a folder"):
            open_repository(tmp_path / name)

    def test_a_machine_without_git(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        repository = open_repository(clone.folder)
        head = clone.git("rev-parse", "topic")
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(DiffUnreadable, match="git command was not found"):
            open_repository(clone.folder)
        with pytest.raises(DiffUnreadable, match="git command was not found"):
            raw(repository, head, head)

    def test_a_damaged_repository_says_so_without_control_codes(self, clone: Clone) -> None:
        repository = open_repository(clone.folder)
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        blob = clone.git("rev-parse", "main:a.py")
        (clone.folder / ".git/objects" / blob[:2] / blob[2:]).unlink()
        with pytest.raises(DiffUnreadable, match="git diff-tree failed") as found:
            raw(repository, *ends)
        assert blob in found.value.what
        assert found.value.what.isprintable()

    def test_an_answer_that_breaks_off_is_gits_failure_not_the_readers(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        repository = open_repository(clone.folder)
        fake_git(tmp_path, r"""printf 'diff --git a/x'; printf 'fatal: \033[31mlost\n' >&2; exit 128""")
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        with pytest.raises(DiffUnreadable, match=r"^git diff-tree failed: fatal: U\+001B\[31mlost$"):
            changed(repository, *ends)

    def test_git_that_does_not_end_is_stopped(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        repository = open_repository(clone.folder, diff_seconds=0.2)
        # The pipe stays open in a process that git started.
        fake_git(tmp_path, "sleep 600")
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        with pytest.raises(DiffUnreadable, match=r"took more than 0\.2 seconds"):
            raw(repository, *ends)

    def test_a_question_that_does_not_end_is_stopped(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fake_git(tmp_path, "sleep 600 & exit 0")
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        with pytest.raises(DiffUnreadable, match=r"git diff-tree took more than 0\.2 seconds"):
            ask(clone.folder, "diff-tree", "HEAD", seconds=0.2)

    def test_a_reader_that_gives_up_leaves_no_process_behind(
        self, clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ends = clone.git("rev-parse", "main"), clone.git("rev-parse", "topic")
        repository = open_repository(clone.folder)
        fake_git(tmp_path, f"echo $$ > '{tmp_path}/pid'; echo diff; exec sleep 600")
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        with pytest.raises(KeyboardInterrupt):
            interrupted(repository, *ends)
        with pytest.raises(ProcessLookupError):
            os.kill(int((tmp_path / "pid").read_text()), 0)


def interrupted(repository: Repository, base: str, head: str) -> None:
    """Ctrl-C after the first line."""
    with repository.diff_between(base, head) as stream:
        stream.readline()
        raise KeyboardInterrupt
