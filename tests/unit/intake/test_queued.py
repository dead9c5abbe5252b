"""The entries of a merge queue that lead from a group's base to its head, and when nothing is certain."""

from __future__ import annotations

import pytest

from steward.facts import Commit, Identity
from steward.intake.queued import MOST_HELD, Link, chain
from steward.ports import Queued

NOBODY = Identity(name="", email="")


def commit(sha: str, *parents: str) -> Commit:
    return Commit(sha=sha, parents=parents, author=NOBODY, committer=NOBODY, message="")


LINE = (commit("a", "base"), commit("b", "a"), commit("c", "b"), commit("d", "c"))
FIRST, LAST = Queued(number=7, head="b"), Queued(number=8, head="d")


def test_each_stands_on_the_one_before() -> None:
    found = chain([LAST, Queued(number=9, head="e"), FIRST], LINE, base="base", head="d")

    assert found == (Link(number=7, base="base", head="b"), Link(number=8, base="b", head="d"))


def test_a_merge_stands_on_its_first_parent_whatever_it_brings() -> None:
    """The second pull request's own head may be an entry's, too: it is not on the way."""
    merged = (commit("m", "base", "x"), commit("y", "base"), commit("n", "m", "y"))
    entries = [Queued(number=7, head="m"), Queued(number=8, head="n"), Queued(number=9, head="y")]

    found = chain(entries, merged, base="base", head="n")

    assert [(one.number, one.base) for one in found] == [(7, "base"), (8, "m")]


@pytest.mark.parametrize(
    ("entries", "commits"),
    [
        pytest.param([], LINE, id="no entry"),
        pytest.param([FIRST], LINE, id="none ends at the head"),
        pytest.param([FIRST, LAST, Queued(number=9, head="b")], LINE, id="two end at one commit"),
        pytest.param([FIRST, Queued(number=7, head="d")], LINE, id="one pull request twice"),
        pytest.param([FIRST, LAST], LINE[1:], id="a commit is missing"),
        pytest.param([FIRST, LAST], (commit("d", "b"), commit("b", "d")), id="a circle"),
        pytest.param([FIRST, LAST], (commit("d"),), id="a root"),
    ],
)
def test_nothing_where_they_do_not_lead_to_the_base_for_certain(
    entries: list[Queued], commits: tuple[Commit, ...]
) -> None:
    assert chain(entries, commits, base="base", head="d") == ()


@pytest.mark.parametrize("more", [0, 1])
def test_so_many_and_no_more(more: int) -> None:
    count = MOST_HELD + more
    commits = [commit(str(at), str(at - 1)) for at in range(1, count + 1)]
    entries = [Queued(number=at, head=str(at)) for at in range(1, count + 1)]

    assert len(chain(entries, commits, base="0", head=str(count))) == (0 if more else MOST_HELD)


def test_a_group_of_nothing_has_no_entry() -> None:
    assert chain([FIRST], (), base="b", head="b") == ()
