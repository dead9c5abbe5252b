"""Which review is scored: the last of the person whom the exercise is for, whatever else was said."""

from __future__ import annotations

import pytest

from steward.challenge.review_choice import choose, is_for, read_submitted
from steward.challenge.rubric import Decision
from steward.facts import Account
from steward.ports import InlineComment, SubmittedReview


def review(
    number: int, login: str | None = "student", state: str = "COMMENTED", **more: object
) -> SubmittedReview:
    account = Account(id=number, login=login, bot=login == "helper[bot]") if login else None
    said: dict[str, object] = {"body": "There is a fault here.", **more}
    return SubmittedReview(id=number, account=account, state=state, head="a" * 40, **said)  # type: ignore[arg-type]


def inline(body: str = "a fault", **more: object) -> InlineComment:
    return InlineComment(body=body, path="a.py", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("login", "assigned", "meant"),
    [
        ("student", (), True),
        ("author", (), False),
        ("AUTHOR", (), False),
        ("author", ("author",), True),
        ("Student", ("student", "other"), True),
        ("teacher", ("student",), False),
    ],
)
def test_an_exercise_is_for_assignees_else_for_others_than_the_author(
    login: str, assigned: tuple[str, ...], meant: bool
) -> None:
    assert is_for(login, assigned=assigned, author="author") is meant


def test_the_last_review_counts_in_whatever_order_they_are_listed() -> None:
    reviews = [review(3, state="APPROVED", body=""), review(1), review(2)]
    chosen = choose(reviews, assigned=(), author="author")
    assert chosen is not None
    assert chosen.id == 3


@pytest.mark.parametrize(
    "other",
    [
        review(9, None),
        review(9, "helper[bot]"),
        review(9, "author"),
        review(9, state="DISMISSED"),
        review(9, state="PENDING"),
        review(9, body="", comments=(inline(reply=True),)),
        review(9, body=" \n"),
    ],
    ids=["nobody", "bot", "author", "dismissed", "pending", "answers", "empty"],
)
def test_what_is_no_review_is_passed_over(other: SubmittedReview) -> None:
    chosen = choose([review(1), other], assigned=(), author="author")
    assert chosen is not None
    assert chosen.id == 1
    assert choose([other], assigned=(), author="author") is None


def test_a_person_who_is_named_is_asked_for_alone() -> None:
    reviews = [review(1, "Student"), review(2, "other")]
    chosen = choose(reviews, assigned=(), author="author", login="student")
    assert chosen is not None
    assert chosen.id == 1


def test_an_empty_approval_is_a_review() -> None:
    chosen = choose([review(1, state="APPROVED", body="")], assigned=(), author="author")
    assert chosen is not None
    assert read_submitted(chosen).decision is Decision.APPROVE


def test_answers_are_left_out_and_lines_are_kept() -> None:
    one = review(
        1,
        state="CHANGES_REQUESTED",
        body="",
        comments=(
            inline("The lock is never released.", line=9, first=7),
            inline("Yes, it leaks.", reply=True),
        ),
    )
    found = read_submitted(one)
    assert found.decision is Decision.REQUEST_CHANGES
    assert [(each.file, each.first, each.line) for each in found.findings] == [("a.py", 7, 9)]
