"""Taking turns: of the runs of one commit only the one whose check run was opened first pays for a model.

The check run stays open until its run's comment is written, so that no other overwrites what was entered there
(`docs/evals.md`, "In the Action").
"""

from __future__ import annotations

from datetime import datetime

from steward.adapters import checks
from steward.adapters.authorship import Say
from steward.adapters.checks import Made, Wait
from steward.model import CheckRun
from steward.ports import GitHub, PublishedCheck


class Turn:
    """One run's check run, from its opening to its verdict; one that is not opened is made at the end."""

    def __init__(self, github: GitHub, *, say: Say, wait: Wait) -> None:
        self._github = github
        self._say = say
        self._wait = wait
        self._opening: CheckRun | None = None
        self._opened: PublishedCheck | None = None

    @property
    def taken(self) -> bool:
        """Whether our check run is open."""
        return self._opened is not None

    def begin(self, check: CheckRun, now: datetime) -> bool | None:
        """Open the check run; whether no other run of its commit has one open. None: it could not be opened.

        Raises `StewardError` when the others cannot be seen.
        """
        self._opening = check
        self._opened = checks.begin(self._github, check, say=self._say)
        if self._opened is None:
            return None
        return checks.is_first(self._github, self._opened, check, now)

    def end(self, check: CheckRun) -> Made:
        """Complete the check run with its verdict, or make it where none is open."""
        opened, self._opened, self._opening = self._opened, None, None
        if opened is None:
            return checks.make(self._github, check, say=self._say, wait=self._wait)
        return checks.complete(self._github, opened, check, say=self._say, wait=self._wait)

    def give_up(self) -> None:
        """Close a check run that no verdict will complete any more."""
        opened, self._opened = self._opened, None
        if opened is None and self._opening is not None:
            # Stopped while it was being opened: it may be there all the same.
            opened = checks.find_open(self._github, self._opening, say=self._say)
        if opened is not None:
            checks.cancel(self._github, opened, say=self._say)
