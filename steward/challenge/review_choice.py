"""Which of a pull request's reviews is scored: the last one of the person whom the exercise is for.

The rules, and why: `docs/reviews.md`, "In the Action".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from steward.challenge.review_reading import Remark, Review, read_review
from steward.challenge.rubric import Decision
from steward.ports import InlineComment, SubmittedReview

_DECISIONS = {
    "APPROVED": Decision.APPROVE,
    "CHANGES_REQUESTED": Decision.REQUEST_CHANGES,
    "COMMENTED": Decision.COMMENT,
}


def is_for(login: str, *, assigned: Collection[str], author: str) -> bool:
    """Whether the exercise is for a person: an assignee of the pull request; with none, anybody but its author."""
    if assigned:
        return login.casefold() in {one.casefold() for one in assigned}
    return login.casefold() != author.casefold()


def is_bot(login: str, reviews: Iterable[SubmittedReview]) -> bool:
    """Whether one of the reviews is by a bot of that name."""
    accounts = (review.account for review in reviews)
    return any(one.bot and one.login.casefold() == login.casefold() for one in accounts if one is not None)


def choose(
    reviews: Sequence[SubmittedReview], *, assigned: Collection[str], author: str, login: str = ""
) -> SubmittedReview | None:
    """The review to score, the last one of `login`; of anybody whom the exercise is for when no name is given.

    A dismissed review counts no longer, and answers in a conversation are no review.
    """
    for review in sorted(reviews, key=lambda one: one.id, reverse=True):
        account = review.account
        if account is None or account.bot or not _counts(review):
            continue
        if login and account.login.casefold() != login.casefold():
            continue
        if is_for(account.login, assigned=assigned, author=author):
            return review
    return None


def _counts(review: SubmittedReview) -> bool:
    # GitHub makes a review of every answer that is given on its own.
    said = review.body.strip() or any(not one.reply for one in review.comments)
    return review.state in _DECISIONS and (bool(said) or review.state != "COMMENTED")


def read_submitted(review: SubmittedReview) -> Review:
    """The review as the scorer reads it: decision, body and inline comments, answers left out."""
    return read_review(_DECISIONS[review.state], review.body, _remarks(review.comments))


def _remarks(comments: Iterable[InlineComment]) -> list[Remark]:
    return [
        Remark(text=one.body, file=one.path, line=one.line, first=one.first)
        for one in comments
        if not one.reply
    ]
