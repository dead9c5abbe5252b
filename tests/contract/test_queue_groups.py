"""A merge group of several pull requests: what was said of one passes nothing of another; what all have counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.contract.gated import CONSTITUTION, Gated, gate, results
from tests.contract.inside import diff_of
from tests.contract.test_gates import constitution
from tests.github import builders, queue
from tests.github.commits import noreply, signed, unsigned
from tests.github.nouns import Commit, FileRow, PullRequestState
from tests.github.runner import Outcome
from tests.github.server import GitHubServer

SETTINGS = "gates: {dco: {mode: enforce}, restricted: {mode: enforce}, amendment: {mode: enforce}}\n"
REASON = "the history was agreed on"
SHARED = "the merge group holds more than the pull request that it names"
STYLES = pytest.mark.parametrize("style", list(queue.Style))


@pytest.fixture
def make(github: GitHubServer, tmp_path: Path) -> Callable[..., Gated]:
    given = {"settings": SETTINGS, "governance": constitution(restricted=True)}
    return lambda **more: Gated(github, tmp_path, **{**given, **more})


def beside(stage: Gated, *commits: Commit, number: int = 8, path: str = "src/other.py") -> PullRequestState:
    """Another pull request, by `other`, in the restricted domain unless said otherwise."""
    author = stage.world.user("other")
    other = builders.open_pull(
        stage.world, stage.repository, number=number, head_ref="other", diff=diff_of(path), author=author
    )
    files = {"README.md": "# Widgets\n", path: "x = 1\n"}
    builders.push_commits(
        stage.repository, other, *(commits or [signed(f"By another, {number}")]), files=files
    )
    return other


@contextmanager
def on(stage: Gated, pull: PullRequestState) -> Iterator[Gated]:
    """The stage with another pull request in the middle of it."""
    before, stage.pull = stage.pull, pull
    try:
        yield stage
    finally:
        stage.pull = before


def approve(stage: Gated, *pulls: PullRequestState, by: str = "maintainer") -> None:
    for pull in pulls:
        with on(stage, pull):
            stage.approve(by)


def waive(
    stage: Gated, pull: PullRequestState, name: str, *, keep: bool = True, by: str = "maintainer"
) -> None:
    with on(stage, pull):
        stage.judge()
        stage.command(f"/steward waive {name} {'--keep ' if keep else ''}{REASON}", by)


def enqueue(stage: Gated, *pulls: PullRequestState, style: str, onto: str | None = None) -> Outcome:
    group = queue.queue(stage.repository, *pulls, style=style, onto=onto)
    return stage.run_event(stage.events.queued(group))


def outcomes(done: Outcome) -> dict[str, str]:
    return {name: outcome for name, (_, outcome) in results(done).items()}


def findings(done: Outcome, name: str) -> list[str]:
    return [finding["what"] for finding in gate(done, name)["findings"]]


@STYLES
def test_two_that_are_approved_and_signed_off_pass_together(make: Callable[..., Gated], style: str) -> None:
    stage = make()
    other = beside(stage)
    approve(stage, stage.pull, other)

    done = enqueue(stage, other, stage.pull, style=style)

    assert [outcomes(done)[name] for name in ("dco", "restricted", "amendment")] == [
        "pass",
        "pass",
        "not_applicable",
    ]
    assert "#8: approved by `maintainer`; #7: approved by `maintainer`" in done.summary
    assert done.exit_code == 0


@STYLES
@pytest.mark.parametrize("approved", [7, 8])
def test_an_approval_of_one_passes_nothing_of_the_other(
    make: Callable[..., Gated], style: str, approved: int
) -> None:
    stage = make()
    other = beside(stage)
    approve(stage, {7: stage.pull, 8: other}[approved])
    approve(stage, {7: stage.pull, 8: other}[approved], by="admin")

    done = enqueue(stage, other, stage.pull, style=style)

    (what,) = findings(done, "restricted")
    assert what.startswith(f"#{15 - approved}: 1 file of the restricted domain core changed")
    assert (outcomes(done)["restricted"], done.exit_code) == ("fail", 1)


@STYLES
def test_one_that_touches_nothing_restricted_needs_no_approval(
    make: Callable[..., Gated], style: str
) -> None:
    stage = make()
    other = beside(stage, path="lib/other.py")
    approve(stage, stage.pull)

    done = enqueue(stage, other, stage.pull, style=style)

    assert (outcomes(done)["restricted"], done.exit_code) == ("pass", 0)


@STYLES
def test_both_that_touch_the_same_file_need_approvals(make: Callable[..., Gated], style: str) -> None:
    stage = make()
    other = beside(stage, path="src/widgets.py")
    approve(stage, stage.pull)

    assert outcomes(enqueue(stage, other, stage.pull, style=style))["restricted"] == "fail"
    approve(stage, other)
    assert outcomes(enqueue(stage, other, stage.pull, style=style))["restricted"] == "pass"


def test_nobody_approves_what_is_their_own_and_no_older_head(make: Callable[..., Gated]) -> None:
    stage = make()
    stage.repository.permissions["other"] = "write"
    other = beside(stage)
    approve(stage, stage.pull)
    approve(stage, other, by="other")
    done = enqueue(stage, other, stage.pull, style="merge")
    assert "it is the author's own" in findings(done, "restricted")[0]

    approve(stage, other)
    builders.push_commits(stage.repository, other, signed("More"))
    done = enqueue(stage, other, stage.pull, style="merge")
    assert "which is no longer the head" in findings(done, "restricted")[0]


@STYLES
def test_an_amendment_takes_two_approvals_of_its_own(make: Callable[..., Gated], style: str) -> None:
    stage = make()
    other = beside(stage, path="charter/a.md")
    approve(stage, stage.pull, other)
    approve(stage, stage.pull, by="admin")
    done = enqueue(stage, other, stage.pull, style=style)
    assert (outcomes(done)["restricted"], outcomes(done)["amendment"]) == ("pass", "fail")

    approve(stage, other, by="admin")

    assert outcomes(enqueue(stage, other, stage.pull, style=style))["amendment"] == "pass"


@STYLES
@pytest.mark.parametrize("unsigned_one", [7, 8])
def test_an_unsigned_commit_of_either_fails_the_group(
    make: Callable[..., Gated], style: str, unsigned_one: int
) -> None:
    stage = make(commits=[unsigned("Forgot") if unsigned_one == 7 else signed()])
    other = beside(stage, unsigned("Forgot") if unsigned_one == 8 else signed(), path="lib/other.py")
    approve(stage, stage.pull)

    done = enqueue(stage, other, stage.pull, style=style)

    (what,) = findings(done, "dco")
    assert what.startswith(f"#{unsigned_one}: commit ")
    assert (outcomes(done)["dco"], done.exit_code) == ("fail", 1)


@STYLES
@pytest.mark.parametrize("keep", [True, False], ids=["kept", "for the head"])
@pytest.mark.parametrize("waived", [7, 8])
def test_a_waiver_of_one_passes_that_one_alone(
    make: Callable[..., Gated], style: str, waived: int, *, keep: bool
) -> None:
    stage = make(commits=[unsigned("Forgot")])
    other = beside(stage, unsigned("Forgot too"))
    pulls = {7: stage.pull, 8: other}
    approve(stage, stage.pull, other)
    waive(stage, pulls[waived], "dco", keep=keep)
    done = enqueue(stage, other, stage.pull, style=style)
    (what,) = findings(done, "dco")
    assert what.startswith(f"#{15 - waived}: commit ")
    assert (outcomes(done)["dco"], done.exit_code) == ("fail", 1)

    waive(stage, pulls[15 - waived], "dco", keep=keep, by="admin")
    done = enqueue(stage, other, stage.pull, style=style)

    assert (outcomes(done)["dco"], done.exit_code) == ("waived", 0)
    assert all(f"`{login}`" in done.summary for login in ("maintainer", "admin"))


@STYLES
def test_a_waiver_of_one_is_enough_where_the_other_passes(make: Callable[..., Gated], style: str) -> None:
    stage = make()
    other = beside(stage, unsigned("Forgot"))
    approve(stage, stage.pull)
    waive(stage, other, "dco")
    waive(stage, other, "restricted")

    done = enqueue(stage, other, stage.pull, style=style)

    assert (outcomes(done)["dco"], outcomes(done)["restricted"], done.exit_code) == ("waived", "waived", 0)


def test_a_waiver_by_somebody_who_may_not_or_of_an_older_head_counts_in_no_group(
    make: Callable[..., Gated],
) -> None:
    stage = make()
    other = beside(stage, unsigned("Forgot"), path="lib/other.py")
    approve(stage, stage.pull)
    waive(stage, other, "dco", by="reader")
    assert outcomes(enqueue(stage, other, stage.pull, style="squash"))["dco"] == "fail"

    waive(stage, other, "dco", keep=False)
    builders.push_commits(stage.repository, other, signed("More"))

    assert outcomes(enqueue(stage, other, stage.pull, style="squash"))["dco"] == "fail"


@STYLES
def test_a_gate_of_the_whole_group_is_waived_by_all_of_it(make: Callable[..., Gated], style: str) -> None:
    stage = make(settings="gates: {complexity: {mode: enforce, max_lines: 2}}\n")
    other = beside(stage, path="lib/other.py")
    waive(stage, stage.pull, "complexity")
    done = enqueue(stage, other, stage.pull, style=style)
    assert (outcomes(done)["complexity"], done.exit_code) == ("fail", 1)
    assert "a waiver of complexity does not count" in done.summary

    waive(stage, other, "complexity")
    done = enqueue(stage, other, stage.pull, style=style)

    assert (outcomes(done)["complexity"], done.exit_code) == ("waived", 0)


@STYLES
def test_whoever_signed_the_agreement_on_one_of_them_has_signed(
    make: Callable[..., Gated], style: str
) -> None:
    stage = make(settings="gates: {cla: {mode: enforce}}\n")
    person = stage.world.user("other")
    theirs = unsigned("By another", account=person, name="O. Other", email=noreply(person))
    other = beside(stage, theirs, path="lib/other.py")
    stage.say("I have read the CLA Document and I hereby sign the CLA", "contributor")
    done = enqueue(stage, other, stage.pull, style=style)
    assert (outcomes(done)["cla"], done.exit_code) == ("fail", 1)

    with on(stage, other):
        stage.say("I have read the CLA Document and I hereby sign the CLA", "other")
    done = enqueue(stage, other, stage.pull, style=style)

    assert (outcomes(done)["cla"], done.exit_code) == ("pass", 0)


@STYLES
def test_a_group_behind_another_is_judged_without_it(make: Callable[..., Gated], style: str) -> None:
    stage = make()
    other, third = beside(stage), beside(stage, unsigned("Ahead"), number=9, path="src/third.py")
    approve(stage, stage.pull, other)
    ahead = queue.queue(stage.repository, third, style=style)

    done = enqueue(stage, other, stage.pull, style=style, onto=ahead.head_sha)

    assert (outcomes(done)["dco"], outcomes(done)["restricted"], done.exit_code) == ("pass", "pass", 0)


@STYLES
def test_three_of_several_commits_each_are_told_apart(make: Callable[..., Gated], style: str) -> None:
    stage = make(commits=[signed("One"), signed("Two")])
    other = beside(stage, signed("Three"), signed("Four"))
    third = beside(stage, signed("Five"), unsigned("Forgot"), number=9, path="src/third.py")
    approve(stage, stage.pull, other)

    done = enqueue(stage, third, other, stage.pull, style=style)

    assert [what[:3] for what in findings(done, "restricted")] == ["#9:"]
    assert [what[:3] for what in findings(done, "dco")] == ["#9:"]
    approve(stage, third)
    waive(stage, third, "dco")
    done = enqueue(stage, third, other, stage.pull, style=style)
    assert (outcomes(done)["dco"], outcomes(done)["restricted"], done.exit_code) == ("waived", "pass", 0)


@STYLES
@pytest.mark.parametrize("waived", [True, False])
def test_one_that_stands_on_another_is_judged_with_what_it_brings(
    make: Callable[..., Gated], style: str, *, waived: bool
) -> None:
    """Its branch holds the other's commits too: merged, they came with the other."""
    stage = make(commits=[unsigned("Forgot"), signed("Two")])
    first = stage.pull.change.commits[0]
    below = beside(stage, first, number=6)
    assert below.head_sha == first.sha
    approve(stage, stage.pull, below)
    for pull in (below, stage.pull) if waived else (below,):
        waive(stage, pull, "dco")

    done = enqueue(stage, below, stage.pull, style=style)

    passes = waived or style == "merge"
    assert outcomes(done)["restricted"] == "pass"
    assert (outcomes(done)["dco"], done.exit_code) == (("waived", 0) if passes else ("fail", 1))


# ------------------------------------------------------------------------------- where the queue does not tell


def _gone(stage: Gated, github: GitHubServer) -> None:
    stage.repository.queues.clear()


def _left(stage: Gated, github: GitHubServer) -> None:
    del stage.repository.queues["main"][0]


def _named_left(stage: Gated, github: GitHubServer) -> None:
    del stage.repository.queues["main"][1]


def _unmade(stage: Gated, github: GitHubServer) -> None:
    stage.repository.queues["main"][0].head_sha = None


def _unnamed(stage: Gated, github: GitHubServer) -> None:
    stage.repository.queues["main"][0].number = None


def _elsewhere(stage: Gated, github: GitHubServer) -> None:
    stage.repository.queues["main"][0].head_sha = "e" * 40


def _twice(stage: Gated, github: GitHubServer) -> None:
    first, last = stage.repository.queues["main"]
    first.head_sha = last.head_sha


def _swapped(stage: Gated, github: GitHubServer) -> None:
    first, last = stage.repository.queues["main"]
    first.number, last.number = last.number, first.number


def _to_another_base(stage: Gated, github: GitHubServer) -> None:
    stage.repository.pulls[8].base_ref = "release"


def _forbidden(stage: Gated, github: GitHubServer) -> None:
    github.fault("POST", "graphql", "403", times="always")


def _error(stage: Gated, github: GitHubServer) -> None:
    github.fault("POST", "graphql", "graphql-error", times="always")


def _partial(stage: Gated, github: GitHubServer) -> None:
    github.fault("POST", "graphql", "graphql-partial", times="always")


def _limited(stage: Gated, github: GitHubServer) -> None:
    github.fault("POST", "graphql", "graphql-limit", times="always")


def _unread(stage: Gated, github: GitHubServer) -> None:
    github.fault("GET", r"/pulls/8$", "404", times="always")


def _too_many_files(stage: Gated, github: GitHubServer) -> None:
    entry = stage.repository.queues["main"][0]
    change = stage.repository.comparisons[entry.base_sha or "", entry.head_sha or ""]
    rows = tuple(FileRow(filename=f"lib/{at}.py") for at in range(300))
    stage.repository.comparisons[entry.base_sha or "", entry.head_sha or ""] = replace(change, rows=rows)


def _other_files(stage: Gated, github: GitHubServer) -> None:
    entry = stage.repository.queues["main"][0]
    change = stage.repository.comparisons[entry.base_sha or "", entry.head_sha or ""]
    rows = (FileRow(filename="lib/harmless.py"),)
    stage.repository.comparisons[entry.base_sha or "", entry.head_sha or ""] = replace(change, rows=rows)


@pytest.mark.parametrize("style", list(queue.Style))
@pytest.mark.parametrize(
    "spoil",
    [
        _gone,
        _left,
        _named_left,
        _unmade,
        _unnamed,
        _elsewhere,
        _twice,
        _swapped,
        _to_another_base,
        _forbidden,
        _error,
        _partial,
        _limited,
        _unread,
        _too_many_files,
        _other_files,
    ],
)
def test_where_the_queue_does_not_tell_nothing_is_passed(
    make: Callable[..., Gated],
    github: GitHubServer,
    style: str,
    spoil: Callable[[Gated, GitHubServer], None],
) -> None:
    stage = make(commits=[unsigned("Forgot")])
    other = beside(stage)
    approve(stage, stage.pull, other)
    waive(stage, stage.pull, "dco")
    waive(stage, other, "dco")
    group = queue.queue(stage.repository, other, stage.pull, style=style)
    spoil(stage, github)

    done = stage.run_event(stage.events.queued(group))

    assert outcomes(done)["restricted"] == "unmeasured"
    assert outcomes(done)["dco"] in ("unmeasured", "fail")
    (finding,) = gate(done, "restricted")["findings"]
    assert SHARED in finding["what"]
    assert "maximum group size 1" in finding["mend"]
    assert f"No waiver counts here: {SHARED}" in done.summary
    assert (done.exit_code, stage.check(group.head_sha)[0]) == (1, "failure")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_forbidden, "its queue could not be read"),
        (_error, "its queue could not be read"),
        (_limited, "its queue could not be read"),
        (_partial, "its queue could not be read"),
        (_gone, "its queue does not tell which others, 10 in all at most"),
        (_unread, "its commits do not show what came with which"),
        (_other_files, "its files are not all told of its pull requests"),
    ],
)
def test_why_the_queue_does_not_tell_is_said(
    make: Callable[..., Gated],
    github: GitHubServer,
    spoil: Callable[[Gated, GitHubServer], None],
    why: str,
) -> None:
    stage = make()
    group = queue.queue(stage.repository, beside(stage), stage.pull, style="squash")
    spoil(stage, github)

    done = stage.run_event(stage.events.queued(group))

    assert f"{SHARED}, and {why}" in findings(done, "restricted")[0]


@STYLES
def test_a_list_of_files_that_may_be_cut_short_is_none(make: Callable[..., Gated], style: str) -> None:
    """What it leaves out is told of the other, which is approved."""
    stage = make()
    other = beside(stage, path="src/widgets.py")
    approve(stage, stage.pull)
    group = queue.queue(stage.repository, other, stage.pull, style=style)
    _too_many_files(stage, stage.github)

    done = stage.run_event(stage.events.queued(group))

    assert (outcomes(done)["restricted"], done.exit_code) == ("unmeasured", 1)


@STYLES
def test_a_commit_between_the_queue_s_own_is_nobody_s(make: Callable[..., Gated], style: str) -> None:
    """Somebody pushed onto the branch of the group: the queue's entry ends below it."""
    stage = make()
    other = beside(stage)
    approve(stage, stage.pull, other)
    group = queue.queue(stage.repository, other, stage.pull, style=style)
    smuggled = replace(signed("Smuggled"), sha="f" * 40, parents=(group.head_sha,))
    change = stage.repository.comparisons[group.base_sha, group.head_sha]
    stage.repository.comparisons[group.base_sha, smuggled.sha] = replace(
        change, commits=(*change.commits, smuggled)
    )

    done = stage.run_event(stage.events.merge_group(group.base_sha, smuggled.sha))

    assert (outcomes(done)["restricted"], done.exit_code) == ("unmeasured", 1)


@STYLES
def test_more_than_ten_are_too_many(make: Callable[..., Gated], style: str) -> None:
    stage = make()
    others = [beside(stage, number=number, path=f"lib/{number}.py") for number in range(20, 29)]
    approve(stage, stage.pull)
    assert outcomes(enqueue(stage, *others, stage.pull, style=style))["restricted"] == "pass"

    others.append(beside(stage, number=40, path="lib/40.py"))

    assert outcomes(enqueue(stage, *others, stage.pull, style=style))["restricted"] == "unmeasured"


# -------------------------------------------------------------------------------------------------- requests


@STYLES
def test_a_group_of_one_asks_for_no_queue(make: Callable[..., Gated], style: str) -> None:
    stage = make(commits=[signed("One"), signed("Two")])
    approve(stage, stage.pull)
    asked = len(stage.github.requests)

    enqueue(stage, stage.pull, style=style)

    assert not [one for one in stage.github.requests[asked:] if "graphql" in str(one.request)]


@pytest.mark.parametrize(("style", "each"), [("merge", 4), ("squash", 5), ("rebase", 5)])
def test_each_further_pull_request_takes_few_requests(
    make: Callable[..., Gated], style: str, each: int
) -> None:
    """Itself, what the queue made of it, its reviews and comments; its own commits where the queue made others."""
    stage = make()
    others = [beside(stage, number=number, path=f"src/{number}.py") for number in (8, 9, 10)]
    approve(stage, stage.pull, *others)

    def made(*pulls: PullRequestState) -> int:
        asked = len(stage.github.requests)
        assert enqueue(stage, *pulls, style=style).exit_code == 0
        return len(stage.github.requests) - asked

    two, four = made(others[0], stage.pull), made(*others, stage.pull)

    assert four - two == 2 * each


def test_a_group_that_brings_another_policy_is_previewed(make: Callable[..., Gated]) -> None:
    stage = make()
    other = beside(stage, unsigned("Forgot"), path=CONSTITUTION)
    approve(stage, stage.pull)
    waive(stage, other, "dco")

    done = enqueue(stage, other, stage.pull, style="squash")

    assert (outcomes(done)["dco"], done.exit_code) == ("waived", 0)
