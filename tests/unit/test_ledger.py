"""The day's credits: which entries count, which cannot be ours, and when a day begins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward import ledger
from steward.ledger import CALL, MOST_AMOUNT, Account, Entry, Standing

NOON = datetime(2026, 3, 4, 12, 0, 0, tzinfo=UTC)
JUST_NOW = "2026-03-04T11:59:00Z"


def charge(**other: object) -> dict[str, object]:
    return {"id": "7.1.abc", "at": JUST_NOW, "amount": CALL, "state": "charged"} | other


def spent(*charges: dict[str, object], now: datetime = NOON) -> int:
    return ledger.account(charges, now).spent


def test_reserved_and_charged_both_count() -> None:
    assert spent(charge(), charge(id="8.1.abc", state="reserved")) == 2 * CALL


def test_an_entry_that_stands_in_two_comments_counts_once_and_the_dearer() -> None:
    found = ledger.account([charge(state="reserved"), charge(), charge(amount=3)], NOON)

    assert [(one.amount, one.standing) for one in found.entries] == [(CALL, Standing.CHARGED)]


@pytest.mark.parametrize(
    ("at", "counts"),
    [
        ("2026-03-04T00:00:00Z", True),
        ("2026-03-03T23:59:59Z", False),
        ("2026-03-04T12:10:00Z", True),
        ("2026-03-05T00:00:00Z", False),
        ("2026-02-30T00:00:00Z", False),
        ("yesterday", False),
    ],
    ids=["midnight", "a second before", "a clock ahead", "tomorrow", "no day", "no time"],
)
def test_the_day_is_githubs(at: str, counts: bool) -> None:
    assert spent(charge(at=at)) == (CALL if counts else 0)


FORGED: dict[str, dict[str, object]] = {
    "negative": {"amount": -5},
    "nothing": {"amount": 0},
    "huge": {"amount": MOST_AMOUNT + 1},
    "a fraction": {"amount": 0.5},
    "text": {"amount": "5"},
    "true": {"amount": True},
    "no amount": {"amount": None},
    "another state": {"state": "refunded"},
    "no id": {"id": ""},
    "a long id": {"id": "x" * 101},
    "an id that is a number": {"id": 7},
    "no time": {"at": 7},
}


@pytest.mark.parametrize("name", FORGED)
def test_what_cannot_be_ours_is_left_out_and_counted(name: str) -> None:
    found = ledger.account([charge(**FORGED[name]), charge(id="fine")], NOON)

    assert (found.spent, found.refused) == (CALL, 1)


def test_an_entry_survives_the_comment() -> None:
    entry = Entry(id="7.1.abc", at=NOON, amount=CALL, standing=Standing.RESERVED)

    assert ledger.account([ledger.encode(entry)], NOON) == Account(entries=(entry,))


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("Wed, 04 Mar 2026 12:00:00 GMT", NOON),
        ("2026-03-04T12:00:00Z", NOON),
        ("Wed, 04 Mar 2026 12:00:00 +0100", None),
        ("", None),
    ],
)
def test_githubs_clock_is_read(text: str, moment: datetime | None) -> None:
    assert ledger.moment(text) == moment


def test_comments_are_looked_through_from_before_midnight() -> None:
    assert ledger.since(NOON) == "2026-03-03T23:45:00Z"
    assert ledger.since(NOON.replace(hour=0, minute=0)) == "2026-03-03T23:45:00Z"


_ANYTHING = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_CHARGES = st.lists(
    st.dictionaries(st.sampled_from(["id", "at", "amount", "state", "x"]), _ANYTHING)
    | st.builds(
        charge,
        id=st.sampled_from("abc"),
        amount=st.integers(-9, 200),
        state=st.sampled_from(["reserved", "charged"]) | _ANYTHING,
        at=st.sampled_from([JUST_NOW, "2026-03-04T01:00:00Z", "2026-03-03T01:00:00Z"]),
    )
)


@given(_CHARGES)
def test_no_charge_whatever_gives_credits_back(charges: list[dict[str, object]]) -> None:
    before = spent(charge())
    found = ledger.account([charge(), *charges], NOON)

    assert found.spent >= before
    assert found.spent <= MOST_AMOUNT * len({one.id for one in found.entries})


@given(_CHARGES, st.randoms(use_true_random=False))
def test_the_order_of_comments_says_nothing(charges: list[dict[str, object]], chance: object) -> None:
    mixed = list(charges)
    chance.shuffle(mixed)  # type: ignore[attr-defined]

    assert ledger.account(mixed, NOON) == ledger.account(charges, NOON)


def test_a_reservation_that_is_old_still_counts_until_midnight() -> None:
    old = (NOON - timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M:%SZ")

    assert spent(charge(state="reserved", at=old)) == CALL
