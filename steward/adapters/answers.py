"""What a commander sees: a reaction on the command, and once a comment that says why it came to nothing.

A fault here changes no verdict: it is said in the log (`docs/policy.md`, "Commands").
"""

from __future__ import annotations

from steward.adapters.authorship import Say
from steward.errors import StewardError
from steward.ports import Comment, GateSource, GitHub

_DONE = "+1"
_REFUSED = "confused"


class Answers:
    """Answers one command on one pull request."""

    def __init__(self, github: GitHub, source: GateSource, *, number: int, comment: int, say: Say) -> None:
        self._github = github
        self._source = source
        self._number = number
        self._comment = comment
        self._say = say

    def accept(self) -> None:
        """The command counts."""
        self._react(_DONE)

    def refuse(self, why: str, comments: tuple[Comment, ...]) -> None:
        """The command comes to nothing, and why."""
        self._react(_REFUSED)
        self.reply(why, comments)

    def reply(self, text: str, comments: tuple[Comment, ...]) -> None:
        """A comment of its own that answers, unless one does already. `text` is Markdown of ours."""
        marker = f"<!-- steward:reply {self._comment} -->"
        if any(one.author and one.author.bot and one.body.startswith(marker) for one in comments):
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
