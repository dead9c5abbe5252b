"""What a commander sees: a reaction on the command, and once a comment that answers, or says why it failed.

A fault here changes no verdict: it is said in the log (`docs/policy.md`, "Commands").
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from steward.adapters.authorship import Authorship, Say
from steward.adapters.policy import read_files
from steward.errors import ConfigInvalid, StewardError
from steward.intake.commands import Command, Verb
from steward.intake.settings import Settings
from steward.intake.standing import NOT_ALLOWED, may
from steward.model import Record
from steward.ports import Comment, GateSource, GitHub
from steward.report import replies

_DONE = "+1"
_REFUSED = "confused"


class Answers:
    """Answers one command: `comment` is its id, on the pull request `number`; `login` is the input
    `comment-author`, `permission` tells what somebody may do."""

    def __init__(
        self,
        github: GitHub,
        source: GateSource,
        *,
        number: int,
        comment: int,
        login: str | None,
        permission: Callable[[str], str],
        say: Say,
    ) -> None:
        self._github = github
        self._source = source
        self._number = number
        self._comment = comment
        self._permission = permission
        self._say = say
        read = partial(github.comments, number)
        self._authorship = Authorship(github, number=number, read=read, login=login, say=say)

    def acknowledge(self, why_not: str | None, comments: tuple[Comment, ...]) -> None:
        """The command counts, or why it does not. `comments` are those of the pull request."""
        if why_not is None:
            self._react(_DONE)
            return
        self._react(_REFUSED)
        self._reply(replies.refusal(why_not), comments)

    def objection(self, record: Record, login: str) -> str:
        """Why somebody may give no command here at all; empty when he may: the author, or from triage up."""
        if login.casefold() == record.author.login.casefold():
            return ""
        try:
            return "" if may(self._permission(login), "triage") else NOT_ALLOWED
        except StewardError as error:
            self._say(f"what {login} may do could not be read: {error.what}")
            return "what you may do here could not be read: say it again in a while"

    def answer(
        self, record: Record, command: Command, settings: Settings, *, left: Callable[[], float]
    ) -> str:
        """Answer a command that asks for words, to who may ask. Returns what the log says."""
        comments = self._github.comments(self._number)
        spoken = next((one for one in comments if one.id == self._comment), None)
        if spoken is None or spoken.author is None:
            return "the comment is gone: nothing to answer"
        why = self.objection(record, spoken.author.login)
        if why:
            self.acknowledge(why, comments)
            return f"the command {command.verb} was refused: {why}"
        self._react(_REFUSED if command.wrong else _DONE)
        self._reply(self._words(record, command, settings, left), comments)
        return f"the command {command.verb} was answered; nothing is judged for it"

    def _words(self, record: Record, command: Command, settings: Settings, left: Callable[[], float]) -> str:
        if command.verb is not Verb.EXPLAIN:
            return replies.help_text(command.wrong)
        # Imported here: a run that judges explains nothing.
        from steward.report import explain

        files = read_files(self._github, record.default_branch, settings.config, left=left)
        try:
            given = explain.Given(
                by="input {}",
                fail_on=settings.fail_on,
                comment=settings.comment,
                model=settings.model,
                daily_credits=settings.daily_credits,
            )
            return replies.explanation(explain.render(explain.explain(files, given=given)))
        except ConfigInvalid as error:
            return replies.mistakes(error.problems)

    def _reply(self, text: str, comments: tuple[Comment, ...]) -> None:
        """A comment of its own, unless one answers already."""
        marker = f"<!-- steward:reply {self._comment} -->"
        given = [one for one in comments if one.body.startswith(marker)]
        if self._authorship.recognised(given):
            return
        try:
            self._github.create_comment(self._number, f"{marker}\n{text}")
        except StewardError as error:
            self._say(f"the command could not be answered: {error.what}")

    def _react(self, content: str) -> None:
        try:
            self._source.react(self._comment, content)
        except StewardError as error:
            self._say(f"the command could not be acknowledged: {error.what}")
