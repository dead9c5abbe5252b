"""What holds for every change: order means nothing, words mean nothing, the same facts give the same card."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from steward.dimensions.scorecard import scorecard
from steward.model import Change, ChangedFile, Content, Kind, PullRequest, Scorecard
from steward.pipeline import judge
from tests.unit.build import change, file, record

paths = st.sampled_from(
    [
        "a.py",
        "src/auth.go",
        "tests/test_a.py",
        "docs/x.md",
        "go.sum",
        "b.ts",
        "x.bin",
        "tests/README.md",
        "c.cs",
    ]
)
files = st.builds(
    file,
    paths,
    st.integers(0, 600),
    st.integers(0, 600),
    kind=st.sampled_from([Kind.ADDED, Kind.MODIFIED, Kind.DELETED]),
    content=st.sampled_from(Content),
    binary=st.booleans(),
)
lists = st.lists(files, unique_by=lambda one: one.path, max_size=9)


def numbers(card: Scorecard) -> list[object]:
    return [card.overall, *(one.score for one in card.dimensions)]


@given(lists, st.randoms(use_true_random=False))
def test_the_order_of_files_changes_nothing(made: list[ChangedFile], random: Random) -> None:
    shuffled = list(made)
    random.shuffle(shuffled)
    totals = change(made).totals
    one = PullRequest(record=record(), change=Change(files=tuple(made), totals=totals))
    other = PullRequest(record=record(), change=Change(files=tuple(shuffled), totals=totals))
    assert numbers(scorecard(one)) == numbers(scorecard(other))


@given(lists, st.text(), st.text(), st.text(min_size=1))
def test_no_text_of_the_pull_request_changes_a_number(
    made: list[ChangedFile], title: str, body: str, branch: str
) -> None:
    plain = PullRequest(record=record(), change=change(made))
    wordy = replace(plain, record=record(title=title, body=body, branch=branch))
    assert scorecard(plain) == scorecard(wordy)
    assert judge(plain).decision == judge(wordy).decision


@given(lists, st.booleans())
def test_a_score_or_a_reason_never_both(made: list[ChangedFile], present: bool) -> None:
    card = scorecard(PullRequest(record=None, change=change(made), governance_present=present))
    for one in card.dimensions:
        assert (one.score is None) is (one.why is not None)
    assert card.overall.rests_on == sum(one.score is not None for one in card.dimensions)
