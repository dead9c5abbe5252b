"""The commits of a change, and in a merge group those of the pull requests that it holds; each asked for once.

What holds in a merge queue: `docs/policy.md`, "In a merge queue".
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import partial

import msgspec

from steward.adapters.measured import or_missing
from steward.adapters.together import Later, start
from steward.facts import Asked, Commit, Missing
from steward.governance.asking import measured_files as wants_functions
from steward.governance.asking import wants_commits, wants_manifests
from steward.intake.queued import MOST_HELD, SHARED, Link, brought_by, chain, holds_only
from steward.model import PullRequest, Record
from steward.ports import Comparison, GateSource, GitHub, Listing

_QUEUED = re.compile(r"gh-readonly-queue/.+/pr-([1-9][0-9]{0,17})-[0-9a-f]{40,64}", re.ASCII)


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What one pull request brought to a merge group of several: the group's commits and paths that came with it.

    `own` are the pull request's commits, which a merge brings as they are.
    """

    record: Record
    commits: tuple[str, ...]
    paths: frozenset[str]
    own: tuple[Commit, ...]


class History:
    """Reads what a head has that its base has not. Threads may share it."""

    def __init__(self, github: GitHub, source: GateSource, *, left: Callable[[], float]) -> None:
        self._github = github
        self._source = source
        self._left = left
        self._compared: dict[tuple[str, str], Later[Comparison | Missing]] = {}
        self._records: dict[int, Later[Record | Missing]] = {}
        self._held: dict[str, Later[tuple[Part, ...] | Missing]] = {}
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
        return self._record(int(found[1]))

    def queued(
        self, pull_request: PullRequest, record: Record, reviewed: Record | Missing
    ) -> Asked[tuple[Commit, ...]]:
        """The pull request's commits that a merge group holds: those that the queue made stand for them."""
        if record.number is not None or not wants_commits(pull_request):
            return None
        return reviewed if isinstance(reviewed, Missing) else self._own(record, reviewed)

    def parts(
        self, pull_request: PullRequest, record: Record, reviewed: Record
    ) -> tuple[Part, ...] | Missing:
        """What each pull request brought to a merge group of several; nothing where there is one.

        Else why what was said of any does not hold for the whole group. The queue is asked only where the commits
        do not show that the group is the pull request that it names.
        """
        if record.number is not None:
            return ()
        shared = self._shared(record, reviewed)
        if shared is not SHARED:
            return shared or ()
        head = record.head.sha
        with self._asking:
            if head not in self._held:
                touched = frozenset(pull_request.change.touched)
                self._held[head] = start(lambda: self._parts(record, reviewed, touched))
        return self._held[head].result(within=self._left())

    def _parts(self, record: Record, reviewed: Record, touched: frozenset[str]) -> tuple[Part, ...] | Missing:
        """By the queue's entries, held against the commits and files that there are."""
        base, head = record.base.sha, record.head.sha
        entries = or_missing(lambda: self._source.merge_queue(record.base.name), "the merge queue")
        group = self._compare(base, head)
        if isinstance(entries, Missing) or isinstance(group, Missing):
            return _untold("its queue could not be read")
        links = chain(entries, group.commits, base=base, head=head)
        if not links or links[-1].number != reviewed.number:
            return _untold(f"its queue does not tell which others, {MOST_HELD} in all at most")
        waiting = [start(partial(self._part, record, link)) for link in links]
        parts = [later.result(within=self._left()) for later in waiting]
        whole = tuple(part for part in parts if part is not None)
        brought = sorted(sha for part in whole for sha in part.commits)
        if brought != sorted(commit.sha for commit in group.commits):
            return _untold("its commits do not show what came with which")
        if not touched <= frozenset(path for part in whole for path in part.paths):
            return _untold("its files are not all told of its pull requests")
        return whole

    def _part(self, record: Record, link: Link) -> Part | None:
        """One entry's pull request, when all between its two commits is that pull request, seen whole."""
        alone = msgspec.structs.replace(
            record,
            base=msgspec.structs.replace(record.base, sha=link.base),
            head=msgspec.structs.replace(record.head, sha=link.head),
        )
        found, made = self._record(link.number), self._compare(link.base, link.head)
        if isinstance(found, Missing) or isinstance(made, Missing) or found.base.name != record.base.name:
            return None
        listed = or_missing(partial(self._github.compare, link.base, link.head), "the files")
        own = self._own(alone, found)
        if isinstance(listed, Missing) or isinstance(own, Missing) or listed.cut or listed.unreadable:
            return None
        if self._shared(alone, found) is not None:
            return None
        return Part(
            record=found,
            commits=tuple(commit.sha for commit in made.commits),
            paths=_paths(listed),
            own=own,
        )

    def _shared(self, record: Record, reviewed: Record) -> Missing | None:
        """Why what was said of a pull request does not hold for the whole merge group; None when it does."""
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

    def _record(self, number: int) -> Record | Missing:
        with self._asking:
            if number not in self._records:
                read = partial(self._github.pull_request, number)
                self._records[number] = start(lambda: or_missing(read, f"pull request #{number}"))
        return self._records[number].result(within=self._left())

    def _compare(self, base: str, head: str) -> Comparison | Missing:
        with self._asking:
            if (base, head) not in self._compared:
                read = partial(self._source.comparison, base, head)
                self._compared[base, head] = start(lambda: or_missing(read, "the commits"))
        return self._compared[base, head].result(within=self._left())


def _untold(why: str) -> Missing:
    return Missing(why=f"{SHARED.why}, and {why}", mend=SHARED.mend)


def _paths(listed: Listing) -> frozenset[str]:
    moved = (one.previous_path for one in listed.files)
    return frozenset({*(one.path for one in listed.files), *(path for path in moved if path)})
