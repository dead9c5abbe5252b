"""The commands in a finding of gate dco, run in a real repository: afterwards the gate passes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from steward.facts import Commit, Identity
from steward.gates.dco import check
from steward.model import Finding, GateResult, Quoted
from steward.report.markdown import code, plain
from tests.unit.build import record
from tests.unit.gates.commits import CARD, changed, commit, sha

ME = ("Mara Okafor", "mara@example.org")
_FIELDS = "%H%x00%P%x00%an%x00%ae%x00%cn%x00%ce%x00%B%x01"


class Clone:
    """A repository with a branch `topic` that leaves `main` at its first commit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run("git init -q -b main")
        self.run(f"git config user.name '{ME[0]}' && git config user.email {ME[1]}")
        self.commit("Begin")
        self.run("git switch -q -c topic")

    def run(self, line: str) -> str:
        env = {
            "PATH": "/usr/bin:/bin:/usr/local/bin",
            "HOME": str(self.folder),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_EDITOR": "true",
        }
        done = subprocess.run(
            ["sh", "-c", line], cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        return done.stdout

    def commit(self, subject: str, options: str = "") -> None:
        (self.folder / subject).write_text(subject)
        self.run(f"git add . && git commit -q {options} -m '{subject}'")

    def update_branch(self) -> None:
        self.run("git switch -q main")
        self.commit("Main moves on")
        self.run("git switch -q topic && git merge -q --no-edit main")

    def commits(self) -> tuple[Commit, ...]:
        listed = self.run(f"git log --reverse --format={_FIELDS} main..topic").split("\x01\n")
        return tuple(_commit(*entry.split("\0")) for entry in listed if entry)

    def findings(self) -> tuple[Finding, ...]:
        commits = self.commits()
        head = replace(record().head, sha=commits[-1].sha)
        made = replace(changed(commits), record=replace(record(), head=head))
        outcome = check(made, CARD)
        assert (outcome.result is GateResult.PASS) is (not outcome.findings)
        return outcome.findings


def _commit(name: str, parents: str, an: str, ae: str, cn: str, ce: str, body: str) -> Commit:
    return Commit(
        sha=name,
        parents=tuple(parents.split()),
        author=Identity(name=an, email=ae),
        committer=Identity(name=cn, email=ce),
        message=body,
    )


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def commands(finding: Finding) -> tuple[list[str], list[str]]:
    """What to run to rewrite the commits, and what to run instead; a push ends each."""
    both: tuple[list[str], list[str]] = ([], [])
    turn = 0
    for word in finding.mend:
        if isinstance(word, Quoted):
            if word.text.startswith("git push"):
                turn += 1
            else:
                both[turn].append(word.text)
    assert turn == 2
    return both


def last(clone: Clone) -> None:
    clone.commit("One", "--signoff")
    clone.commit("Two")


def several(clone: Clone) -> None:
    clone.commit("One")
    clone.commit("Two", "--signoff")
    clone.commit("Three")


def first(clone: Clone) -> None:
    clone.commit("One")
    clone.commit("Two", "--signoff")


def updated(clone: Clone) -> None:
    clone.commit("One")
    clone.update_branch()
    clone.commit("Two", "--signoff")


def merged_last(clone: Clone) -> None:
    clone.commit("One")
    clone.update_branch()


def another_address(clone: Clone) -> None:
    clone.run("git config user.email private@example.com")
    clone.commit("One", f"--signoff --author '{ME[0]} <{ME[1]}>'")
    clone.commit("Two", f"--signoff --author '{ME[0]} <{ME[1]}>'")


CASES = [last, several, first, updated, merged_last, another_address]


@pytest.mark.parametrize("history", CASES)
def test_the_commands_that_rewrite_mend_every_finding_at_once(
    clone: Clone, history: Callable[[Clone], None]
) -> None:
    history(clone)
    before = len(clone.run("git log --no-merges --format=%s main..topic").splitlines())
    for line in commands(clone.findings()[0])[0]:
        clone.run(line)
    assert clone.findings() == ()
    assert len(clone.run("git log --no-merges --format=%s main..topic").splitlines()) == before


@pytest.mark.parametrize("history", CASES)
def test_the_commands_that_add_a_commit_mend_each_finding_and_keep_the_history(
    clone: Clone, history: Callable[[Clone], None]
) -> None:
    history(clone)
    before = [one.sha for one in clone.commits()]
    for finding in clone.findings():
        for line in commands(finding)[1]:
            clone.run(line)
    assert clone.findings() == ()
    assert [one.sha for one in clone.commits()][: len(before)] == before


def test_the_last_commit_is_amended_and_several_are_rebased(clone: Clone) -> None:
    clone.commit("One")
    base = clone.run("git merge-base main topic").strip()
    assert "git commit --amend --no-edit --signoff" in plain(clone.findings()[0].mend)
    clone.commit("Two")
    assert all(f"git rebase --signoff {base}" in plain(one.mend) for one in clone.findings())


def test_a_branch_whose_base_is_not_known_is_rebased_from_the_commit() -> None:
    circle = (commit("a", 1, parents=(sha(2),)), commit("b", 2, parents=(sha(1),)))
    steps = [plain(one.mend) for one in check(changed(circle), CARD).findings]
    assert [f"git rebase --signoff {sha(one)}^" in steps[one - 1] for one in (1, 2)] == [True, True]


def test_every_command_fits_a_code_span_whole() -> None:
    names = ("a" * 64, "b" * 64)
    made = [
        commit("x\n\nSigned-off-by: A <a@example.net>", name=name, parents=(names[0][::-1],))
        for name in names
    ]
    for finding in check(changed(tuple(made)), CARD).findings:
        spans = [word.text for word in finding.mend if isinstance(word, Quoted)]
        assert all(code(span)[1:-1] == span for span in spans)
