"""Collecting what only gates look at: each fact read once, side by side, and only when a gate asks for it.

What cannot be read is `Missing`: the gate that needs it is unmeasured, and says what to provide
(`docs/action.md`, "What gates read").
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec

from steward.adapters import measured
from steward.adapters.checks import is_ours
from steward.adapters.measured import or_missing
from steward.adapters.once import BlobsOnce, FilesOnce
from steward.adapters.together import Later, start
from steward.errors import NotFound, StewardError, Superseded, TimedOut
from steward.facts import (
    Approval,
    Asked,
    Carried,
    Commit,
    FileCoverage,
    GateFacts,
    Missing,
    Remark,
    Share,
    Signature,
    Signatures,
)
from steward.gates.coverage import IN_THE_GATE_RUN
from steward.governance.asking import measured_files as wants_functions
from steward.governance.asking import wants_approvals, wants_commits, wants_manifests
from steward.intake.commands import Verb
from steward.intake.reviews import approving
from steward.intake.standing import Circumstances, Spoken, Standing, commands_in, standing
from steward.model import PullRequest, Record
from steward.policy import GateMode, Waivers
from steward.ports import Comment, Comparison, GateSource, GitHub, PublishedCheck
from steward.state import decode_mark

_QUEUED = re.compile(r"gh-readonly-queue/.+/pr-([1-9][0-9]{0,17})-[0-9a-f]{40,64}", re.ASCII)
_WRITES = ("write", "maintain", "admin")
_T = TypeVar("_T")


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where a run stands: what it was given beside the pull request.

    `comments` are those of a pull request, `check_name` is the name that our check run has there. `bound` is the
    commit that each waiver was counted for before, by its comment's id; `shown` the one that our comment showed
    last; `asking` the comment that started the run. `coverage_elsewhere` is whether another run, which has the
    coverage file, judges coverage; `publishing` whether the run writes for
    another; `arrived` whether a push has just made the commit the head.
    """

    comments: Callable[[Record], tuple[Comment, ...]]
    check_name: Callable[[Record], str]
    bound: Callable[[], dict[int, str]]
    rules: Waivers
    workspace: str
    asking: int | None = None
    shown: Callable[[], str | None] = lambda: None
    coverage_file: str | None = None
    coverage_elsewhere: bool = False
    publishing: bool = False
    arrived: bool = False


class GateReader:
    """Reads the facts of one pull request's gates."""

    def __init__(self, github: GitHub, source: GateSource, *, left: Callable[[], float]) -> None:
        self._github = github
        self._source = source
        self._left = left
        self._permissions: dict[str, Later[str]] = {}
        self._asking = threading.Lock()
        self._checked: dict[str, Later[tuple[PublishedCheck, ...]]] = {}
        self._compared: dict[tuple[str, str], Comparison | Missing] = {}
        self._approved: Asked[tuple[Approval, ...]] = None
        self._files = FilesOnce(github)
        self._blobs = BlobsOnce(source)
        self._records: dict[int, Record | Missing] = {}
        self._named: dict[tuple[str, str], str | None] = {}

    def read(self, pull_request: PullRequest, spot: Spot) -> tuple[GateFacts, Standing]:
        """The facts that gates ask for which are not off, and what the commands in the comments come to."""
        record = pull_request.record
        if record is None:
            return pull_request.beside, Standing()
        history = start(lambda: self._history(pull_request, record))
        reviewed = self._reviewed(record)
        approvals = start(lambda: self._approvals(pull_request, reviewed))
        signatures = start(lambda: self._signatures(pull_request, record, reviewed, spot))
        queued = start(lambda: self._queued(pull_request, record, reviewed))
        spoken = start(lambda: self._spoken(reviewed, spot))
        compared = self._wait(history)
        head = record.head.sha
        facts = GateFacts(
            commits=_commits(compared) if wants_commits(pull_request) else None,
            manifests=measured.manifests(pull_request, compared, source=self._blobs, head=head),
            functions=measured.functions(
                pull_request, compared, github=self._files, head=head, left=self._left
            ),
            coverage=self._coverage(pull_request, reviewed, spot),
            approvals=self._wait(approvals),
            signatures=self._wait(signatures),
            queued=self._wait(queued),
            arrived=spot.arrived,
            reviewed_head=reviewed.head.sha if isinstance(reviewed, Record) else None,
            merge_base=compared.merge_base if isinstance(compared, Comparison) else None,
        )
        said = self._wait(spoken)
        return msgspec.structs.replace(
            facts, waivers=said.waivers, given=said.given, disputes=said.disputes
        ), said

    def _coverage(
        self, pull_request: PullRequest, reviewed: Record | Missing, spot: Spot
    ) -> Asked[tuple[FileCoverage, ...]] | Carried:
        """From the file where this run has one, else as the run had it that does, on the same commit."""
        found = measured.coverage(pull_request, spot.coverage_file, workspace=spot.workspace)
        if not (spot.coverage_elsewhere and isinstance(found, Missing)) or isinstance(reviewed, Missing):
            return found
        marks = or_missing(
            lambda: [decode_mark(one.text).coverage for one in self._ours(reviewed, spot)], "the check runs"
        )
        if isinstance(marks, Missing):
            return marks
        carried = [mark for mark in marks if mark is not None]
        if not carried:
            # A fork's own run leaves no check run; any other commit has yet to be measured.
            return IN_THE_GATE_RUN if spot.publishing else found
        return Carried(
            shares=tuple(
                Share(domain=one.domain, covered=one.covered, lines=one.lines) for one in carried[-1]
            )
        )

    def _wait(self, later: Later[_T]) -> _T:
        return later.result(within=self._left())

    # ------------------------------------------------------------------------------------- commits

    def _history(self, pull_request: PullRequest, record: Record) -> Comparison | Missing | None:
        versions = wants_functions(pull_request) or wants_manifests(pull_request)
        if not (wants_commits(pull_request) or versions):
            return None
        # By its name: a payload's commit of the base is as old as the push that it tells of.
        base = record.base.sha if record.number is None else record.base.name
        return self._compare(base, record.head.sha)

    def _compare(self, base: str, head: str) -> Comparison | Missing:
        """What a head has that a base has not, asked once: a preview asks again."""
        if (base, head) not in self._compared:
            read = partial(self._source.comparison, base, head)
            self._compared[base, head] = or_missing(read, "the commits")
        return self._compared[base, head]

    def _reviewed(self, record: Record) -> Record | Missing:
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

    def _queued(
        self, pull_request: PullRequest, record: Record, reviewed: Record | Missing
    ) -> Asked[tuple[Commit, ...]]:
        """The pull request's commits that a merge group holds: those that the queue made stand for them."""
        if record.number is not None or not wants_commits(pull_request):
            return None
        if isinstance(reviewed, Missing):
            return reviewed
        return _commits(self._compare(reviewed.base.name, reviewed.head.sha))

    # -------------------------------------------------------------------------------------- people

    def _approvals(
        self, pull_request: PullRequest, reviewed: Record | Missing
    ) -> Asked[tuple[Approval, ...]]:
        if not wants_approvals(pull_request):
            return None
        if self._approved is not None:
            return self._approved
        if isinstance(reviewed, Missing):
            return reviewed
        number = reviewed.number or 0

        def read() -> tuple[Approval, ...]:
            found = approving(self._source.reviews(number))
            return tuple(
                Approval(
                    account=one.account,
                    head=one.head,
                    may_write=self._permission(one.account.login) in _WRITES,
                )
                for one in found
                if one.account is not None
            )

        self._approved = or_missing(read, "the approvals")
        return self._approved

    def _permission(self, login: str) -> str:
        """What somebody may do now, asked once: approvals and commands ask side by side."""
        name = login.casefold()
        with self._asking:
            if name not in self._permissions:
                self._permissions[name] = start(lambda: self._source.permission(login))
        return self._wait(self._permissions[name])

    def _spoken(self, reviewed: Record | Missing, spot: Spot) -> Standing:
        """What the commands come to. Where they cannot be read, nothing is waived: a waiver only opens."""
        if isinstance(reviewed, Missing):
            return Standing()
        try:
            comments = _people(spot.comments(reviewed))
            commands = commands_in(comments)
            waives = any(command.verb is Verb.WAIVE and not command.wrong for _, command in commands)
            around = Circumstances(
                author=reviewed.author.login,
                head=reviewed.head.sha,
                judged_since=self._judged_since(reviewed, spot) if waives else None,
                rules=spot.rules,
                counted=self._counted(reviewed, spot) if waives else frozenset(),
                asking=spot.asking,
                shown=spot.shown() if waives else None,
                bound=spot.bound() if waives else {},
            )
            return standing(comments, around, self._known_permission)
        except (TimedOut, Superseded):
            raise
        except StewardError as error:
            return Standing(unread=error.what)

    def _judged_since(self, reviewed: Record, spot: Spot) -> str | None:
        """When the commit was last made the head: by our first check run on it, or a later one after a push."""
        if spot.arrived:
            return None  # this very run is the first after the push
        found = [one for one in self._ours(reviewed, spot) if one.started]
        first = [one.started for one in found[:1]]
        return max([*first, *(one.started for one in found if decode_mark(one.text).arrived)], default=None)

    def _counted(self, reviewed: Record, spot: Spot) -> frozenset[int]:
        """The comments whose waivers a check run of ours on the head has counted."""
        marks = (decode_mark(one.text) for one in self._ours(reviewed, spot))
        return frozenset(comment for mark in marks for comment in mark.waivers)

    def _ours(self, reviewed: Record, spot: Spot) -> tuple[PublishedCheck, ...]:
        """Our check runs on the head, oldest first; asked once."""
        head = reviewed.head.sha
        with self._asking:
            if head not in self._checked:
                name = spot.check_name(reviewed)
                self._checked[head] = start(partial(self._github.checks, head, name))
        found = self._wait(self._checked[head])
        return tuple(sorted(filter(is_ours, found), key=lambda one: one.id))

    def _known_permission(self, login: str) -> str | None:
        try:
            return self._permission(login)
        except (TimedOut, Superseded):
            raise
        except StewardError:
            return None

    # ---------------------------------------------------------------------------------- signatures

    def _signatures(
        self, pull_request: PullRequest, record: Record, reviewed: Record | Missing, spot: Spot
    ) -> Signatures | None:
        rules = pull_request.gates.cla
        if rules.mode is GateMode.OFF:
            return None
        comments = or_missing(lambda: _of(reviewed, spot), "the comments")
        return Signatures(
            file=self._signature_file(rules.signatures, record.default_branch),
            remarks=() if isinstance(comments, Missing) else _remarks(comments),
            unread=comments if isinstance(comments, Missing) else None,
            check=self._named_check(rules.check, record.head.sha),
        )

    def _signature_file(self, path: str, branch: str) -> tuple[Signature, ...] | Missing:
        # Imported here: few repositories ask for signatures.
        from steward.intake.signatures import parse_signatures

        def read() -> tuple[Signature, ...]:
            try:
                return parse_signatures(self._files.read_file(path, branch), path=path)
            except NotFound:
                return ()

        return or_missing(read, path)

    def _named_check(self, name: str | None, head: str) -> str | None:
        if name is None:
            return None
        if (head, name) not in self._named:
            found = or_missing(lambda: self._github.checks(head, name), "the check run")
            last = None if isinstance(found, Missing) else max(found, key=lambda one: one.id, default=None)
            self._named[head, name] = last.conclusion if last else None
        return self._named[head, name]


def _of(reviewed: Record | Missing, spot: Spot) -> tuple[Comment, ...]:
    return () if isinstance(reviewed, Missing) else spot.comments(reviewed)


def _commits(compared: Comparison | Missing | None) -> Asked[tuple[Commit, ...]]:
    return compared.commits if isinstance(compared, Comparison) else compared


def _people(comments: tuple[Comment, ...]) -> tuple[Spoken, ...]:
    return tuple(
        Spoken(
            id=one.id,
            account=one.author,
            body=one.body,
            created=one.created,
            edited=one.edited,
            url=one.url,
        )
        for one in comments
        if one.author is not None
    )


def _remarks(comments: tuple[Comment, ...]) -> tuple[Remark, ...]:
    return tuple(Remark(account=one.author, body=one.body) for one in comments if one.author is not None)
