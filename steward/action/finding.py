"""Which pull request an event is about."""

from __future__ import annotations

from steward.action.ends import Outcome, nothing
from steward.errors import GitHubFailed, InputInvalid, NotFound, Reason, Superseded
from steward.intake.event import Event, Head
from steward.intake.settings import Settings
from steward.model import Author, Record
from steward.ports import GitHub

_DEPENDABOT = "dependabot[bot]"


def find(settings: Settings, event: Event, github: GitHub) -> Record | Outcome:
    """The pull request of the event; an outcome at once when there is nothing to publish for it.

    Raises `InputInvalid` for wrong inputs, `NotFound`, `GitHubFailed`, or `Superseded` for an older head.
    """
    if settings.problems:
        raise InputInvalid(settings.problems, mend="Correct the step's `with:` block.")
    if event.record is not None:
        return event.record
    if event.head is not None:
        return _by_head(github, event.head)
    found = github.pull_request(event.number or 0)
    if not found.open:
        raise NotFound(f"pull request #{found.number} is closed", mend="Name an open pull request.")
    return found


def _by_head(github: GitHub, head: Head) -> Record | Outcome:
    """The one open pull request from this branch of this repository, still at this commit.

    Only GitHub's own list counts: what the finished workflow left behind could have been forged.
    """
    listed = github.pulls_of(head.owner, head.branch)
    found = [one for one in listed if one.head.repository == head.repository and one.head.name == head.branch]
    if not found:
        said = "no open pull request has the finished workflow's branch: nothing to publish"
        return nothing(said, why=Reason.CLOSED)
    if len(found) > 1:
        numbers = ", ".join(f"#{one.number}" for one in found)
        raise GitHubFailed(
            f"several open pull requests have the finished workflow's branch: {numbers}",
            mend="Close all but one of them.",
        )
    if found[0].head.sha != head.sha:
        raise Superseded
    if not (found[0].from_fork or _is_dependabot(found[0].author)):
        return nothing("this pull request's own run may write: nothing to publish")
    # The list has no totals: they are asked for when the change is read, which shows a head that moved on too.
    return found[0]


def _is_dependabot(author: Author) -> bool:
    """Another bot's own run may write: to publish after it would put the template in place of a model's words."""
    return author.bot and author.login == _DEPENDABOT
