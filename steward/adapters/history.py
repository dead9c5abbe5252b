"""The commits of a change, and in a merge group those of the pull request that it holds; each list asked for once.

What holds in a merge queue: `docs/policy.md`, "In a merge queue".
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import partial

from steward.adapters.measured import or_missing
from steward.adapters.together import Later, start
from steward.facts import Asked, Commit, Missing
from steward.governance.asking import measured_files as wants_functions
from steward.governance.asking import wants_commits, wants_manifests
from steward.intake.queued import SHARED, brought_by, holds_only
from steward.model import PullRequest, Record
from steward.ports import Comparison, GateSource, GitHub

_QUEUED = re.compile(r"gh-readonly-queue/.+/pr-([1-9][0-9]{0,17})-[0-9a-f]{40,64}", re.ASCII)


class History:
    """Reads what a head has that its base has not. Threads may share it."""

    def __init__(self, github: GitHub, source: GateSource, *, left: Callable[[], float]) -> None:
        self._github = github
        self._source = source
        self._left = left
        self._compared: dict[tuple[str, str], Later[Comparison | Missing]] = {}
        self._records: dict[int, Record | Missing] = {}
        self._asking = threading.Lock()

    def of(self, pull_request: PullRequest, record: Record) -> Comparison | Missing | None:
        """The commits of the change and where it left its base, when a gate wants either."""
        versions = wants_functions(pull_request) or wants_manifests(pull_request)
        if not (wants_commits(pull_request) or versions):
            return None
        # By its name: a payload's commit of the base is as old as the push that it tells of.
        base = record.base.sha if record.number is None else record.base.name
        return self._compare(base, record.head.sha)

    def reviewed(self, record: Record) -> Record | Missing:
        """The pull request whose approvals count: the record itself, or the one that a merge group holds."""
        if record.number is not None:
            return record
        found = _QUEUED.search(record.head.name)
        if found is None:
            return Missing(
                why="which pull request the merge group holds is not known",
                mend="Take the pull request out of the queue and put it in again.",
            )
        number = int(found[1])
        if number not in self._records:
            read = partial(self._github.pull_request, number)
            self._records[number] = or_missing(read, f"pull request #{number}")
        return self._records[number]

    def queued(
        self, pull_request: PullRequest, record: Record, reviewed: Record | Missing
    ) -> Asked[tuple[Commit, ...]]:
        """The pull request's commits that a merge group holds: those that the queue made stand for them."""
        if record.number is not None or not wants_commits(pull_request):
            return None
        return reviewed if isinstance(reviewed, Missing) else self._own(record, reviewed)

    def shared(self, record: Record, reviewed: Record) -> Missing | None:
        """Why what was said of a pull request does not hold for the whole merge group; None when it does."""
        if record.number is not None:
            return None
        base = record.base.sha
        group = self._compare(base, record.head.sha)
        if isinstance(group, Missing):
            return group
        merged = brought_by(group.commits, base=base, head=reviewed.head.sha) is not None
        if merged or holds_only(group.commits, (), base=base):
            return None
        own = self._own(record, reviewed)
        if isinstance(own, Missing):
            return own
        return None if holds_only(group.commits, own, base=base) else SHARED

    def _own(self, record: Record, reviewed: Record) -> tuple[Commit, ...] | Missing:
        """The commits of the pull request that a merge group names; a group that merged it has them already."""
        group = self._compare(record.base.sha, record.head.sha)
        if isinstance(group, Comparison):
            merged = brought_by(group.commits, base=record.base.sha, head=reviewed.head.sha)
            if merged is not None:
                return merged
        found = self._compare(reviewed.base.name, reviewed.head.sha)
        return found if isinstance(found, Missing) else found.commits

    def _compare(self, base: str, head: str) -> Comparison | Missing:
        with self._asking:
            if (base, head) not in self._compared:
                read = partial(self._source.comparison, base, head)
                self._compared[base, head] = start(lambda: or_missing(read, "the commits"))
        return self._compared[base, head].result(within=self._left())
