"""The list of changed files: by the first source that GitHub's own totals confirm, and never from half of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from steward.errors import DiffUnreadable, GitHubFailed, RateLimited, StewardError, Superseded, TimedOut
from steward.intake.change import Source, count, read_change, read_uncounted
from steward.model import Change, ChangedFile, ReadFrom, Totals
from steward.ports import Listing
from tests.unit.build import file

ONE = (file("a.py", 2, 1),)
TWO = (file("a.py", 2, 1), file("b.py", 4, 0))
THREE = (*TWO, file("c.png", binary=True))
DIFF, GIT, FILES = ReadFrom.DIFF, ReadFrom.GIT, ReadFrom.FILES_API


class Sources:
    """Sources that answer as told, and who of them was asked."""

    def __init__(self, **answers: Listing | StewardError) -> None:
        self.asked: list[str] = []
        self.all = tuple(
            Source(name=ReadFrom(name), read=self._reader(name, answer)) for name, answer in answers.items()
        )

    def _reader(self, name: str, answer: Listing | StewardError) -> Callable[[], Listing]:
        def read() -> Listing:
            self.asked.append(name)
            if isinstance(answer, StewardError):
                raise answer
            return answer

        return read


def listing(files: tuple[ChangedFile, ...], unreadable: int = 0, *, cut: bool = False) -> Listing:
    return Listing(files=files, unreadable=unreadable, cut=cut)


def never() -> Totals | None:
    raise AssertionError("the live totals are asked for only when no source agrees")


def complete(files: tuple[ChangedFile, ...], read_from: ReadFrom) -> Change:
    return Change(files=files, totals=count(files), complete=True, read_from=read_from)


def incomplete(files: tuple[ChangedFile, ...], totals: Totals, read_from: ReadFrom) -> Change:
    return Change(files=files, totals=totals, complete=False, read_from=read_from)


def test_a_binary_file_counts_as_a_file_without_lines() -> None:
    assert count(THREE) == Totals(files=3, additions=6, deletions=1)
    assert count([]) == Totals(files=0, additions=0, deletions=0)


# ---------------------------------------------------------------------------- where GitHub gives totals


def test_the_first_source_that_agrees_is_taken_and_no_other_asked() -> None:
    sources = Sources(diff=listing(TWO), git=listing(ONE))
    assert read_change(sources.all, count(TWO), never) == complete(TWO, DIFF)
    assert sources.asked == ["diff"]


@pytest.mark.parametrize(
    "first",
    [
        listing(ONE),
        listing(THREE),
        listing((file("a.py", 3, 1), file("b.py", 4, 0))),
        listing((file("a.py", 2, 2), file("b.py", 4, 0))),
        listing(TWO, unreadable=1),
        DiffUnreadable("too large"),
        RateLimited("too often"),
        GitHubFailed("broken"),
    ],
    ids=["fewer", "more", "additions", "deletions", "a section unreadable", "too large", "limited", "broken"],
)
def test_a_source_that_does_not_agree_gives_way_to_the_next(first: Listing | StewardError) -> None:
    sources = Sources(diff=first, git=DiffUnreadable("no checkout"), files_api=listing(TWO))
    assert read_change(sources.all, count(TWO), never) == complete(TWO, FILES)
    assert sources.asked == ["diff", "git", "files_api"]


def test_a_stale_payload_is_set_right_by_the_live_totals() -> None:
    sources = Sources(diff=listing(TWO), git=listing(ONE))
    assert read_change(sources.all, count(THREE), lambda: count(ONE)) == complete(ONE, GIT)


def test_when_none_agrees_the_longest_list_is_shown_beside_github_s_totals() -> None:
    sources = Sources(diff=listing(ONE), files_api=listing(TWO))
    totals = Totals(files=3_412, additions=9, deletions=9)
    assert read_change(sources.all, count(THREE), lambda: totals) == incomplete(TWO, totals, FILES)


def test_without_live_totals_the_payload_s_are_shown() -> None:
    sources = Sources(diff=listing(ONE))
    assert read_change(sources.all, count(THREE), lambda: None) == incomplete(ONE, count(THREE), DIFF)


def test_a_list_that_agrees_but_could_not_read_a_file_is_incomplete() -> None:
    sources = Sources(diff=listing(TWO, unreadable=1))
    assert read_change(sources.all, count(TWO), lambda: count(TWO)) == incomplete(TWO, count(TWO), DIFF)


def test_an_empty_change_is_one_only_when_github_says_so() -> None:
    empty = Totals(files=0, additions=0, deletions=0)
    assert read_change(Sources(diff=listing(())).all, empty, never) == complete((), DIFF)
    told = read_change(Sources(diff=listing(())).all, count(TWO), lambda: count(TWO))
    assert told == incomplete((), count(TWO), DIFF)


def test_a_head_that_moved_meanwhile_ends_the_reading() -> None:
    def moved() -> Totals | None:
        raise Superseded

    with pytest.raises(Superseded):
        read_change(Sources(diff=listing(ONE)).all, count(TWO), moved)


def test_a_run_whose_time_is_up_asks_no_further_source() -> None:
    sources = Sources(diff=TimedOut("the run's time was up"), files_api=listing(TWO))
    with pytest.raises(TimedOut):
        read_change(sources.all, count(TWO), never)
    assert sources.asked == ["diff"]


def test_when_nothing_could_be_read_everything_tried_is_said() -> None:
    sources = Sources(diff=DiffUnreadable("too large"), git=GitHubFailed("no checkout"))
    with pytest.raises(DiffUnreadable) as refused:
        read_change(sources.all, count(TWO), lambda: None)
    assert refused.value.what == "the change could not be read: too large; no checkout"
    assert "fetch-depth: 0" in refused.value.mend


def test_a_rate_limit_is_the_reason_when_it_was_why() -> None:
    limited = RateLimited("too often", mend="Wait.")
    sources = Sources(diff=limited, git=DiffUnreadable("no checkout"), files_api=RateLimited("again"))
    with pytest.raises(RateLimited) as refused:
        read_change(sources.all, count(TWO), lambda: None)
    assert refused.value is limited


def test_without_a_source_it_is_said_that_there_was_none() -> None:
    with pytest.raises(DiffUnreadable, match="there was no source to ask"):
        read_change((), count(TWO), lambda: None)


# -------------------------------------------------------------------------- where there are no totals


def test_without_totals_a_whole_list_is_taken() -> None:
    sources = Sources(compare=listing(TWO), git=listing(ONE))
    assert read_uncounted(sources.all) == complete(TWO, ReadFrom.COMPARE)
    assert sources.asked == ["compare"]


@pytest.mark.parametrize(
    "first",
    [listing(ONE, cut=True), listing(ONE, unreadable=1), GitHubFailed("broken")],
    ids=["cut", "a section unreadable", "broken"],
)
def test_without_totals_a_list_that_may_lack_something_gives_way(first: Listing | StewardError) -> None:
    assert read_uncounted(Sources(compare=first, git=listing(TWO)).all) == complete(TWO, GIT)


def test_without_totals_the_longest_cut_list_is_at_least_so_much() -> None:
    sources = Sources(compare=listing(TWO, cut=True), git=listing(ONE, unreadable=3))
    assert read_uncounted(sources.all) == incomplete(TWO, count(TWO), ReadFrom.COMPARE)


def test_without_totals_nothing_read_is_a_failure_too() -> None:
    with pytest.raises(DiffUnreadable, match="broken; no checkout"):
        read_uncounted(Sources(compare=GitHubFailed("broken"), git=DiffUnreadable("no checkout")).all)
