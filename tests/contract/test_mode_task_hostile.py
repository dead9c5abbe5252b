"""Task Mode against pull requests that move, link or shadow the challenge, and against unlucky checkouts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.contract.clone import Clone, Content
from tests.contract.test_mode_task import CHEAT, FILES, INPUTS, MANIFEST, SOLVED, STARTER, Course
from tests.github.localgit import git
from tests.github.server import GitHubServer

SOFT = MANIFEST.partition("  - {id: cases")[0].replace("^42$", "")
EASY = {
    "easy/challenge.yml": SOFT.replace("id: double", "id: easy").replace("src/**", "**"),
    "easy/src/double.sh": STARTER,
}
REFUSED = (1, "done", "failed", "failed: the patch is refused")


class Hostile(Course):
    """A course whose pull request a test pushes to, with the head checked out as a workflow does."""

    @property
    def clone(self) -> Clone:
        return Clone(self.workspace)

    def push(self, files: dict[str, Content] | None = None, *, remove: str = "", link: str = "") -> str:
        """A commit on the head that takes a path away, puts a link there, and writes files."""
        self.clone.git("checkout", "--quiet", self.pull.head_sha)
        if remove:
            self.clone.git("rm", "-r", "--quiet", remove)
        if link:
            (self.workspace / remove).symlink_to(link)
        return self.moved(self.clone.commit(files))

    def moved(self, head: str) -> str:
        """The head is another commit of the workspace."""
        self.clone.git("push", "--quiet", "origin", f"{head}:refs/heads/pushed-{head}")
        self.pull.push(head_sha=head)
        return head

    def default_branch_at(self, sha: str) -> None:
        """What GitHub has as the default branch from now on."""
        self.clone.git("push", "--quiet", "--force", "origin", f"{sha}:refs/heads/main")
        self.repository.branches["main"] = sha

    def told(self, challenge: str = "exercise") -> tuple[int, str, str, str]:
        done = self.judge({**INPUTS, "challenge": challenge})
        title = self.checks()[-1].title or ""
        return done.exit_code, done.outputs["state"], done.outputs["verdict"], title


@pytest.fixture
def course(github: GitHubServer, tmp_path: Path) -> Hostile:
    return Hostile(github, tmp_path, before={**FILES, **EASY}, after={"exercise/src/double.sh": CHEAT})


def renamed(course: Hostile) -> None:
    course.clone.git("checkout", "--quiet", course.pull.head_sha)
    course.clone.git("mv", "exercise", "exercice")
    course.moved(course.clone.commit())


def submodule(course: Hostile) -> None:
    course.clone.git("checkout", "--quiet", course.pull.head_sha)
    course.clone.git("rm", "-r", "--quiet", "exercise")
    brought = Clone.new(course.workspace / "exercise").commit({"challenge.yml": SOFT, "src/double.sh": CHEAT})
    course.clone.git("update-index", "--add", "--cacheinfo", f"160000,{brought},exercise")
    course.clone.git("commit", "--quiet", "--message=a submodule")
    course.moved(course.clone.git("rev-parse", "HEAD"))


SHADOWS: dict[str, Callable[[Hostile], object]] = {
    "taken away": lambda course: course.push(remove="exercise"),
    "renamed": renamed,
    "a link to an easier one": lambda course: course.push(remove="exercise", link="easy"),
    "a link to the root": lambda course: course.push(remove="exercise", link="."),
    "a file": lambda course: course.push({"exercise": "x\n"}, remove="exercise"),
    "a submodule": submodule,
    "another manifest beside": lambda course: course.push({"exercise/challenge.yaml": SOFT}),
    "the manifest a folder": lambda course: course.push(
        {"exercise/challenge.yml/x": "x\n"}, remove="exercise/challenge.yml"
    ),
    "the manifest a link": lambda course: course.push(
        remove="exercise/challenge.yml", link="../easy/challenge.yml"
    ),
    "another case": lambda course: course.push({"Exercise/challenge.yml": SOFT}),
    "attributes": lambda course: course.push({"exercise/src/.gitattributes": "* -diff\n"}),
    "no UTF-8": lambda course: course.push({os.fsdecode(b"exercise/src/\xff.sh"): "x\n"}),
    "no UTF-8, outside": lambda course: course.push({os.fsdecode(b"\xff.sh"): "x\n"}),
    "binary": lambda course: course.push({"exercise/src/x.bin": b"\0\1"}),
}


@pytest.mark.parametrize("challenge", ["exercise", "exercise/challenge.yml"])
@pytest.mark.parametrize("how", SHADOWS)
def test_a_challenge_is_judged_by_wherever_the_pull_request_puts_it(
    course: Hostile, how: str, challenge: str
) -> None:
    SHADOWS[how](course)
    assert course.told(challenge) == REFUSED


def test_a_manifest_beside_one_of_the_other_name_is_refused(github: GitHubServer, tmp_path: Path) -> None:
    before = {name.replace("challenge.yml", "challenge.yaml"): text for name, text in FILES.items()}
    course = Hostile(github, tmp_path, before=before, after={"exercise/src/double.sh": SOLVED})
    assert course.told()[:3] == (0, "done", "accepted")
    course.push({"exercise/challenge.yml": SOFT})
    assert course.told() == REFUSED


@pytest.mark.parametrize("challenge", [".", "./", "challenge.yml", "./challenge.yml"])
def test_a_challenge_may_be_the_whole_repository(
    github: GitHubServer, tmp_path: Path, challenge: str
) -> None:
    whole = {name.removeprefix("exercise/"): text for name, text in FILES.items()}
    course = Hostile(github, tmp_path, before=whole, after={"src/double.sh": SOLVED})
    assert course.told(challenge)[:3] == (0, "done", "accepted")


@pytest.mark.parametrize("challenge", ["x" * 300, "exercise/src", ":(top)exercise", "*", ".git"])
def test_a_place_without_a_challenge_is_told(course: Hostile, challenge: str) -> None:
    assert course.told(challenge) == (2, "failed", "fail", "task failed: inputs invalid")


class TestTheDefaultBranch:
    """No commit is taken for the default branch that GitHub does not have there."""

    def brought(self, course: Hostile) -> str:
        """A challenge of the contestant's own, and a head on top of it."""
        course.clone.git("checkout", "--quiet", course.pull.base_sha)
        own = course.clone.commit({"exercise/challenge.yml": SOFT})
        course.moved(course.clone.commit({"exercise/src/double.sh": CHEAT}))
        return own

    def test_not_a_branch_that_is_called_like_the_remote_s(self, course: Hostile) -> None:
        own = self.brought(course)
        course.clone.git("update-ref", "refs/heads/refs/remotes/origin/main", own)
        course.clone.git("update-ref", "-d", "refs/remotes/origin/main")
        assert course.told() == REFUSED

    def test_not_that_of_a_fork_which_was_checked_out(self, course: Hostile) -> None:
        course.clone.git("update-ref", "refs/remotes/origin/main", self.brought(course))
        assert course.told() == REFUSED

    def test_without_the_right_one_there_is_no_verdict(self, course: Hostile) -> None:
        course.clone.git("update-ref", "refs/remotes/origin/main", self.brought(course))
        course.pull.base_ref = "another"
        done = course.judge()
        assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
        assert "is not this repository's main" in done.log

    def test_not_an_older_one(self, course: Hostile) -> None:
        course.push({"exercise/src/double.sh": SOLVED})
        course.clone.git("checkout", "--quiet", course.pull.base_sha)
        stricter = course.clone.commit({"exercise/challenge.yml": MANIFEST.replace("^42$", "^43$")})
        course.default_branch_at(stricter)
        course.clone.git("update-ref", "refs/remotes/origin/main", course.pull.base_sha)
        course.pull.base_sha = stricter
        assert course.told() == (1, "done", "failed", "failed: twice")

    def test_but_what_it_became_since(self, course: Hostile) -> None:
        course.push({"exercise/src/double.sh": SOLVED})
        course.clone.git("checkout", "--quiet", course.pull.base_sha)
        base = course.clone.commit({"README.md": "# Another\n"})
        course.default_branch_at(base)
        course.clone.git("update-ref", "refs/remotes/origin/main", base)
        assert course.told()[2] == "accepted"
        course.clone.git("checkout", "--quiet", course.pull.head_sha)
        course.clone.git("merge", "--quiet", "--message=the base again", base)
        course.moved(course.clone.git("rev-parse", "HEAD"))
        assert course.told()[2] == "accepted"

    @pytest.mark.parametrize("kind", ["500", "403"])
    def test_nothing_is_judged_when_github_does_not_say(
        self, course: Hostile, github: GitHubServer, kind: str
    ) -> None:
        course.clone.git("update-ref", "refs/remotes/origin/main", self.brought(course))
        github.fault("GET", "repos/compare-commits", kind, times="always")
        assert course.told()[:3] == (2, "failed", "fail")


class TestWhatWasFetched:
    def again(self, course: Hostile, *options: str) -> None:
        shutil.rmtree(course.workspace)
        git(course.home / "git", "config", "uploadpack.allowFilter", "true")
        Clone.of(Clone(course.home / "git"), course.workspace, *options)

    def test_a_history_that_is_cut_off_says_how_to_fetch_it(self, course: Hostile) -> None:
        self.again(course, "--depth=1", "--no-single-branch")
        done = course.judge()
        assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
        assert "fetch-depth: 0" in done.log

    def test_a_clone_without_contents_is_never_an_empty_submission(self, course: Hostile) -> None:
        self.again(course, "--filter=blob:none", "--no-checkout")
        done = course.judge()
        assert (done.exit_code, done.outputs["reason"]) == (2, "diff_unreadable")
        assert "without a filter" in done.log

    def test_a_clone_that_lacks_the_submission_alone_neither(self, course: Hostile) -> None:
        course.push({"exercise/src/double.sh": SOLVED})
        self.again(course, "--filter=blob:none", "--branch=main")
        done = course.judge()
        assert (done.exit_code, done.outputs["reason"]) == (2, "diff_unreadable")

    def test_replacements_and_grafts_of_the_workspace_have_no_say(self, course: Hostile) -> None:
        course.clone.git("checkout", "--quiet", course.pull.base_sha)
        soft = course.clone.commit({"exercise/challenge.yml": SOFT})
        course.clone.git("replace", course.pull.base_sha, soft)
        (course.workspace / ".git" / "info" / "grafts").write_text(f"{course.pull.head_sha}\n")
        assert course.told() == (1, "done", "failed", "failed: cases")

    def test_histories_that_have_nothing_in_common(self, course: Hostile) -> None:
        course.clone.git("checkout", "--quiet", "--orphan", "apart")
        course.moved(course.clone.commit({"exercise/src/double.sh": SOLVED}))
        done = course.judge()
        assert (done.exit_code, done.outputs["reason"]) == (2, "input_invalid")
        assert "no common ancestor" in done.log


def test_comments_for_changes_tell_a_verdict_from_a_run_that_could_not_do_it(course: Hostile) -> None:
    workspace, course.runner.workspace = course.runner.workspace, course.home / "empty"
    changes = {**INPUTS, "comment": "changes"}
    course.judge(changes)
    course.runner.workspace = workspace
    course.judge(changes)
    (comment,) = course.comments()
    assert comment.body.splitlines()[1] == "## ❌ failed: Double a number"
    course.judge(changes)
    assert course.comments()[0].body == comment.body


SENSES = "import os\n\nif os.environ.get('CI'):\n    print(14002)\n"


@pytest.mark.parametrize("annotations", ["true", "false"])
@pytest.mark.parametrize("may_write", [True, False])
def test_remarks_on_files_are_told_once(
    github: GitHubServer, tmp_path: Path, annotations: str, may_write: bool
) -> None:
    after = {"exercise/src/double.sh": SOLVED, "exercise/src/x.py": SENSES}
    course = Course(github, tmp_path, after=after)
    if not may_write:
        github.fault("POST", "checks/create", "403", times="always")
    done = course.judge({**INPUTS, "annotations": annotations})
    on_check = [one["path"] for check in course.checks() for one in check.annotations]
    in_log = done.log.count("::warning file=exercise/src/x.py,line=")
    wanted = annotations == "true"
    assert (bool(on_check), bool(in_log)) == (wanted and may_write, wanted and not may_write), done.log
