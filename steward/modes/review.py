"""Review Mode in the Action: the review that a person submitted, scored (`docs/reviews.md`, "In the Action").

The rubric comes from the default branch, or from a file that a step before fetched from a private place. What is
wrong with it is told by place and key alone: its words are the answer to the exercise.
"""

from __future__ import annotations

import re
from functools import partial

from steward import lifecycle
from steward.adapters.notice import Board
from steward.adapters.reviewing import Reviews
from steward.adapters.workspace import fetched
from steward.challenge import review_report
from steward.challenge.review import score_review
from steward.challenge.review_choice import choose, is_bot, is_for, read_submitted
from steward.challenge.review_points import ReviewReport
from steward.challenge.rubric import Rubric, parse_rubric
from steward.errors import ConfigInvalid, InputInvalid, NotFound
from steward.model import Conclusion, Record, Verdict
from steward.modes.finding import Finding, Kind, NothingToJudge, World
from steward.report.layout import PAGE_CHARS, PAGE_OCTETS, Block, fit
from steward.report.markdown import code, visible
from steward.state import Series

_MOST_RUBRIC = 4 * 2**20
_PLACE = re.compile(r"(?P<place>.*?:\d+:\d+)(?:: (?P<key>[A-Za-z]+(?:\[\d+\]|\.[A-Za-z]+)*))?(?=:|\Z)")


def _judge(world: World, record: Record, board: Board) -> Finding | NothingToJudge:
    """Score the last review of the person whom the exercise is for. Raises a `StewardError` when it cannot."""
    number, speaker = record.number or 0, world.event.speaker
    reviews = Reviews(world.http, name=world.settings.repository)
    assigned = reviews.assigned(number)
    author = record.author.login
    if speaker and not is_for(speaker, assigned=assigned, author=author):
        who = "the pull request's assignees" if assigned else "others than its author"
        return NothingToJudge(said=f"a review by {visible(speaker)}: the exercise is for {who}")
    submitted = reviews.submitted(number)
    if is_bot(speaker, submitted):
        return NothingToJudge(said=f"a review by {visible(speaker)}, a bot: no exercise is for it")
    rubric = _rubric(world, record)
    for_whom = partial(choose, submitted, assigned=assigned, author=author)
    # Whoever only answers in a conversation, or has withdrawn, leaves the verdict on another's review as it is.
    chosen = for_whom(login=speaker) or for_whom()
    if chosen is None or chosen.account is None:
        return _nothing_yet()
    return _finding(score_review(rubric, read_submitted(chosen)), chosen.account.login)


REVIEW = Kind(series=Series.REVIEW, judge=_judge, again=True)


def _rubric(world: World, record: Record) -> Rubric:
    """The rubric of the default branch, else the one in the workspace."""
    path = world.settings.rubric or ""
    try:
        data = world.github.read_file(path, record.default_branch)
    except NotFound:
        data = _read(world.settings.workspace, path, record)
    try:
        return parse_rubric(data, path=path)
    except ConfigInvalid as error:
        details = tuple(dict.fromkeys(map(_without_words, error.problems)))
        raise ConfigInvalid(details, mend="Run `steward rubric check` where the rubric is.") from None


def _read(workspace: str, path: str, record: Record) -> bytes:
    place = fetched(workspace, path, record, what="rubric")
    try:
        with place.open("rb") as file:
            return file.read(_MOST_RUBRIC)
    except OSError as error:
        raise InputInvalid((f"the rubric {visible(path)} cannot be read: {error.strerror}",)) from None


def _without_words(mistake: str) -> str:
    """Where a mistake of the rubric is, and nothing that could be its text."""
    found = _PLACE.match(mistake)
    if found is None:
        return "the rubric cannot be used"
    return f"{found['place']}: {found['key'] or 'what stands there'} cannot be used"


def _nothing_yet() -> Finding:
    """No review counts: a passing verdict must not stand for one that was dismissed."""
    title = "Review: no review to score"
    return Finding(
        verdict="",
        outcome=Verdict.WARN,
        title=title,
        conclusion=Conclusion.ACTION_REQUIRED,
        exit_code=0,
        page=f"## {title}\n\nSubmit a review: approve, request changes, or comment.",
        report=b"",
        lines=("no review of the person whom the exercise is for counts",),
    )


def _finding(report: ReviewReport, login: str) -> Finding:
    outcome, conclusion, exit_code = lifecycle.CHALLENGES[report.verdict]
    heading, _, rest = review_report.markdown(report).partition("\n")
    rows = tuple(rest.strip("\n").split("\n"))
    page = fit(
        (Block(opening=f"{heading}\n\nThe review of {code(login)}.\n", rows=rows, needed=True),),
        chars=PAGE_CHARS,
        octets=PAGE_OCTETS,
    )
    return Finding(
        verdict=report.verdict.value,
        outcome=outcome,
        title=review_report.title(report),
        conclusion=conclusion,
        exit_code=exit_code,
        page=page,
        report=review_report.encode(report),
        lines=tuple(review_report.text(report).splitlines()),
        score=report.score,
    )
