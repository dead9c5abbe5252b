"""The comments of a pull request: read at once for everybody, and anew for who acts on what stands there now."""

from __future__ import annotations

from collections.abc import Callable

from steward.adapters.together import Later, start
from steward.ports import Comment, GitHub


class Comments:
    """The comments of one pull request. Reading begins when this is made."""

    def __init__(self, github: GitHub, number: int, *, left: Callable[[], float]) -> None:
        self._github = github
        self._number = number
        self._left = left
        self._first: Later[tuple[Comment, ...]] = start(lambda: github.comments(number))
        self._used = False

    def seen(self) -> tuple[Comment, ...]:
        """The comments as they stood when the run began. Raises what reading them raised."""
        return self._first.result(within=self._left())

    def now(self) -> tuple[Comment, ...]:
        """The first time what was read at the beginning; after that, the comments as they stand now."""
        if not self._used:
            self._used = True
            return self.seen()
        return self._github.comments(self._number)
