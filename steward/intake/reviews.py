"""Reviews become approvals: the last decided word of each person counts (`docs/policy.md`, "restricted")."""

from __future__ import annotations

from collections.abc import Iterable

from steward.ports import Review

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
