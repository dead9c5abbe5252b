"""Whose reviews approve: the last decided word of each person."""

from __future__ import annotations

import pytest

from steward.facts import Account
from steward.intake.reviews import approving
from steward.ports import Review

ANNA, BERT = Account(id=1, login="anna", bot=False), Account(id=2, login="bert", bot=False)


def review(state: str, who: Account | None = ANNA, *, head: str = "a") -> Review:
    return Review(id=1, account=who, state=state, head=head)


@pytest.mark.parametrize(
    ("states", "approves"),
    [
        ("", False),
        ("APPROVED", True),
        ("APPROVED COMMENTED", True),
        ("COMMENTED", False),
        ("PENDING", False),
        ("APPROVED CHANGES_REQUESTED", False),
        ("CHANGES_REQUESTED APPROVED", True),
        ("APPROVED DISMISSED", False),
        ("DISMISSED APPROVED", True),
        ("APPROVED SOMETHING_NEW", True),
    ],
)
def test_the_last_decided_word_counts(states: str, approves: bool) -> None:
    assert bool(approving(review(state) for state in states.split())) is approves


def test_each_person_is_counted_once_with_the_newest_head() -> None:
    found = approving([review("APPROVED", head="a"), review("APPROVED", BERT), review("APPROVED", head="b")])
    assert [(one.account, one.head) for one in found] == [(ANNA, "b"), (BERT, "a")]


def test_one_person_s_refusal_takes_nothing_from_another_s_approval() -> None:
    assert approving([review("APPROVED"), review("CHANGES_REQUESTED", BERT)]) == (review("APPROVED"),)


def test_a_login_that_was_renamed_is_the_same_person() -> None:
    renamed = Account(id=1, login="anna-2", bot=False)
    assert approving([review("APPROVED"), review("CHANGES_REQUESTED", renamed)]) == ()


def test_an_account_that_is_gone_approves_nothing() -> None:
    assert approving([review("APPROVED", None)]) == ()
