"""Reviews become approvals: the last decided word of each person counts (`docs/policy.md`, "restricted")."""

from __future__ import annotations

from collections.abc import Iterable

from steward.ports import Review

MOST_ASKED = 20
"""Of how many people a run asks GitHub what they may do because of their approvals."""

_APPROVED = "APPROVED"
_DECIDED = (_APPROVED, "CHANGES_REQUESTED", "DISMISSED")


def approving(reviews: Iterable[Review]) -> tuple[Review, ...]:
    """The last decided review of each person, where it approves; `reviews` come oldest first.

    A later comment takes nothing back; a request for changes and a dismissal do.
    """
    last: dict[int, Review] = {}
    for review in reviews:
        if review.account is not None and review.state in _DECIDED:
            last[review.account.id] = review
    return tuple(review for review in last.values() if review.state == _APPROVED)


def to_ask(approvals: Iterable[Review], *, head: str, author: str) -> frozenset[str]:
    """Whose permission decides whether an approval counts: those on the head by people other than the author, the
    newest. In a public repository anybody can approve. Logins are in small letters."""
    told = sorted((one for one in approvals if one.head == head), key=lambda one: one.id, reverse=True)
    logins = dict.fromkeys(
        one.account.login.casefold() for one in told if one.account is not None and not one.account.bot
    )
    logins.pop(author.casefold(), None)
    return frozenset(list(logins)[:MOST_ASKED])
