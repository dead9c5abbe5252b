"""Collecting what only gates look at: each fact read once, side by side, and only when a gate asks for it.

What cannot be read is `Missing`: the gate that needs it is unmeasured, and says what to provide
(`docs/action.md`, "What gates read").
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec

from steward.adapters import measured
from steward.adapters.head_checks import HeadChecks, counted, judged_since, ours
from steward.adapters.history import History, Part
from steward.adapters.measured import or_missing
from steward.adapters.once import BlobsOnce, FilesOnce
from steward.adapters.signed import SignaturesFile
from steward.adapters.together import Later, start
from steward.adapters.vouching import Vouching
from steward.errors import StewardError, Superseded, TimedOut
from steward.facts import (
    Approval,
    Asked,
    Carried,
    Commit,
    FileCoverage,
    GateFacts,
    Held,
    Missing,
    Remark,
    Share,
    Signatures,
    Waiver,
)
from steward.gates.coverage import GATE_RUN_FAILED, GATE_RUN_WAIVED, IN_THE_GATE_RUN, NAME
from steward.governance.asking import wants_approvals, wants_commits, wants_coverage
from steward.intake.apart import APART, alone, common
from steward.intake.standing import Circumstances, Spoken, Standing, standing, waives_a_head
from steward.model import PullRequest, Record
from steward.policy import GateMode, Waivers
from steward.ports import Comment, Comparison, GateSource, GitHub, PublishedCheck
from steward.state import decode_mark

_ACTIONS = "github-actions"
_BY_A_WORKFLOW = "made by GitHub Actions, as any workflow can"
_T = TypeVar("_T")


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where a run stands: what it was given beside the pull request.

    `comments` are those of a pull request, `check_name` is the name that our check run has there. `bound` is the
    commit that each waiver was counted for before, by its comment's id; `shown` the one that our comment showed
    last; `asking` the comment that started the run. `coverage_elsewhere` is whether another run, which has the
    coverage file, judges coverage; `gate_run_passed` how that one ended, where this
    run was started by its end; `arrived` whether a push has just made the commit the head.
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
    gate_run_passed: bool | None = None
    arrived: bool = False


class GateReader:
    """Reads the facts of one pull request's gates."""

    def __init__(self, github: GitHub, source: GateSource, *, left: Callable[[], float]) -> None:
        self._github = github
        self._source = source
        self._left = left
        self._asking = threading.Lock()
        self._said: dict[int | None, Later[tuple[Comment, ...]]] = {}
        self._checks = HeadChecks(github, left=left)
        self._history = History(github, source, left=left)
        self._people = Vouching(source, left=left)
        self._files = FilesOnce(github)
        self._blobs = BlobsOnce(source)
        self._signed = SignaturesFile(self._files, self._blobs, left=left)

    def read(self, pull_request: PullRequest, spot: Spot) -> tuple[GateFacts, Standing]:
        """The facts that gates ask for which are not off, and what the commands in the comments come to."""
        record = pull_request.record
        if record is None:
            return pull_request.beside, Standing()
        history = start(lambda: self._history.of(pull_request, record))
        reviewed = self._history.reviewed(record)
        approvals = start(lambda: self._approvals(pull_request, record, reviewed))
        signatures = start(lambda: self._signatures(pull_request, record, reviewed, spot))
        queued = start(lambda: self._history.queued(pull_request, record, reviewed))
        spoken = start(lambda: self._spoken(pull_request, record, reviewed, spot))
        compared = self._wait(history)
        head = record.head.sha
        signed = self._signed.begin(pull_request, record)
        manifests = measured.manifests(
            pull_request, compared, source=self._blobs, head=head, also=self._signed.along(pull_request)
        )
        functions = measured.functions(pull_request, compared, github=self._files, head=head, left=self._left)
        said, held = self._each(pull_request, record, reviewed, spot, self._wait(spoken))
        facts = GateFacts(
            commits=_commits(compared) if wants_commits(pull_request) else None,
            manifests=manifests,
            functions=functions,
            coverage=self._coverage(pull_request, reviewed, spot, said),
            approvals=self._wait(approvals),
            signatures=self._signed.added(signed, self._wait(signatures)),
            queued=self._wait(queued),
            held=held,
            arrived=spot.arrived,
            reviewed_head=reviewed.head.sha if isinstance(reviewed, Record) else None,
            merge_base=compared.merge_base if isinstance(compared, Comparison) else None,
            waivers=said.waivers,
            given=said.given,
            disputes=said.disputes,
        )
        return facts, said

    def _coverage(
        self, pull_request: PullRequest, reviewed: Record | Missing, spot: Spot, said: Standing
    ) -> Asked[tuple[FileCoverage, ...]] | Carried:
        """From the file where this run has one, else as the run had it that does, on the same commit."""
        found = measured.coverage(pull_request, spot.coverage_file, workspace=spot.workspace)
        if not (spot.coverage_elsewhere and isinstance(found, Missing)) or isinstance(reviewed, Missing):
            return found
        marks = or_missing(
            lambda: [decode_mark(one.text).coverage for one in self._ours(pull_request, reviewed, spot)],
            "the check runs",
        )
        if isinstance(marks, Missing):
            return marks
        carried = [mark for mark in marks if mark]
        if carried:
            return Carried(
                shares=tuple(
                    Share(domain=one.domain, covered=one.covered, lines=one.lines) for one in carried[-1]
                )
            )
        if spot.gate_run_passed is False:
            return GATE_RUN_FAILED
        # A fork's own run leaves no check run; the publisher's says that there was one, and that it passed.
        if not (spot.gate_run_passed or any(mark is not None for mark in marks)):
            return found
        waived = any(waiver.gate == NAME for waiver in said.waivers)
        return GATE_RUN_WAIVED if waived else IN_THE_GATE_RUN

    def _wait(self, later: Later[_T]) -> _T:
        return later.result(within=self._left())

    # -------------------------------------------------------------------------------------- people

    def _approvals(
        self, pull_request: PullRequest, record: Record, reviewed: Record | Missing
    ) -> Asked[tuple[Approval, ...]]:
        if not wants_approvals(pull_request):
            return None
        if isinstance(reviewed, Missing):
            return reviewed
        parts = self._history.parts(pull_request, record, reviewed)
        if parts:
            return parts if isinstance(parts, Missing) else None
        return self._people.approvals(reviewed)

    def permission(self, login: str) -> str:
        """What somebody may do now, asked once: approvals and commands ask side by side."""
        return self._people.permission(login)

    def _spoken(
        self, pull_request: PullRequest, record: Record, reviewed: Record | Missing, spot: Spot
    ) -> Standing:
        """What the commands come to. Where they cannot be read, nothing is waived: a waiver only opens."""
        if isinstance(reviewed, Missing):
            return Standing()
        found = self._standing(pull_request, record, reviewed, spot)
        parts = self._history.parts(pull_request, record, reviewed) if found.waivers else ()
        if isinstance(parts, Missing):
            return msgspec.structs.replace(found, waivers=(), shared=parts)
        return found

    def _standing(self, pull_request: PullRequest, record: Record, reviewed: Record, spot: Spot) -> Standing:
        try:
            comments = _people(self._comments(record, reviewed, spot))
            waives = waives_a_head(comments)
            checks = self._ours(pull_request, reviewed, spot) if waives else ()
            around = Circumstances(
                author=reviewed.author.login,
                head=reviewed.head.sha,
                # A run that a push has just started is the first after it.
                judged_since=None if spot.arrived else judged_since(checks),
                rules=spot.rules,
                counted=counted(checks),
                asking=spot.asking,
                shown=spot.shown() if waives else None,
                bound=spot.bound() if waives else {},
            )
            return standing(comments, around, self._people.known_permission)
        except (TimedOut, Superseded):
            raise
        except StewardError as error:
            return Standing(unread=error.what)

    # ------------------------------------------------------------------------------- a group of several

    def _each(
        self,
        pull_request: PullRequest,
        record: Record,
        reviewed: Record | Missing,
        spot: Spot,
        said: Standing,
    ) -> tuple[Standing, tuple[Held, ...]]:
        """The pull requests of a merge group of several, and what is waived of the group."""
        asked = wants_commits(pull_request) or wants_approvals(pull_request) or bool(said.waivers)
        if isinstance(reviewed, Missing) or not asked:
            return said, ()
        parts = self._history.parts(pull_request, record, reviewed)
        if isinstance(parts, Missing) or not parts:
            return said, ()

        def read(part: Part) -> Held:
            named = part.record.number == reviewed.number
            found = said if named else self._standing(pull_request, record, part.record, spot)
            return self._held(pull_request, part, found.waivers)

        waiting = [start(partial(read, part)) for part in parts]
        held = tuple(self._wait(later) for later in waiting)
        counted = common(held)
        given = {waiver.gate for one in held for waiver in one.waivers}
        partly = tuple(sorted(given.difference(APART, (waiver.gate for waiver in counted))))
        return msgspec.structs.replace(said, waivers=counted, partly=partly), held

    def _held(self, pull_request: PullRequest, part: Part, waivers: tuple[Waiver, ...]) -> Held:
        record = part.record
        found = Held(
            number=record.number or 0,
            author=record.author.login,
            head=record.head.sha,
            commits=part.commits,
            paths=tuple(sorted(part.paths)),
            queued=part.own,
            waivers=waivers,
        )
        touches = wants_approvals(alone(pull_request, found))
        return msgspec.structs.replace(found, approvals=self._people.approvals(record) if touches else None)

    def _comments(self, record: Record, reviewed: Record | Missing, spot: Spot) -> tuple[Comment, ...]:
        """The comments of a pull request as they stood when the run began; a merge group's are asked once."""
        if isinstance(reviewed, Missing):
            return ()
        if record.number is not None:
            return spot.comments(reviewed)
        with self._asking:
            if reviewed.number not in self._said:
                self._said[reviewed.number] = start(lambda: spot.comments(reviewed))
        return self._wait(self._said[reviewed.number])

    def _ours(self, pull_request: PullRequest, reviewed: Record, spot: Spot) -> tuple[PublishedCheck, ...]:
        """Our check runs on the head, oldest first."""
        head, named = reviewed.head.sha, pull_request.gates.cla
        both = named.mode is not GateMode.OFF and bool(named.check) and self._is_head(pull_request, head)
        return ours(self._checks.named(head, spot.check_name(reviewed), with_others=both))

    @staticmethod
    def _is_head(pull_request: PullRequest, head: str) -> bool:
        return pull_request.record is not None and pull_request.record.head.sha == head

    # ---------------------------------------------------------------------------------- signatures

    def _signatures(
        self, pull_request: PullRequest, record: Record, reviewed: Record | Missing, spot: Spot
    ) -> Signatures | None:
        """What may say that people have signed, the file apart."""
        rules = pull_request.gates.cla
        if rules.mode is GateMode.OFF:
            return None
        comments = or_missing(
            lambda: self._all_comments(pull_request, record, reviewed, spot), "the comments"
        )
        both = not isinstance(comments, Missing) and self._wants_ours(pull_request, record, comments, spot)
        return Signatures(
            file=(),
            remarks=() if isinstance(comments, Missing) else _remarks(comments),
            unread=comments if isinstance(comments, Missing) else None,
            check=self._named_check(rules.check, record.head.sha, with_others=both),
        )

    def _all_comments(
        self, pull_request: PullRequest, record: Record, reviewed: Record | Missing, spot: Spot
    ) -> tuple[Comment, ...]:
        """Those of every pull request that is judged: whoever signs does so for all that he wrote."""
        parts = () if isinstance(reviewed, Missing) else self._history.parts(pull_request, record, reviewed)
        if isinstance(parts, Missing) or not parts:
            return self._comments(record, reviewed, spot)
        return tuple(one for part in parts for one in self._comments(record, part.record, spot))

    @staticmethod
    def _wants_ours(
        pull_request: PullRequest, record: Record, comments: tuple[Comment, ...], spot: Spot
    ) -> bool:
        """Whether our own check runs on the same head are looked at too."""
        carried = spot.coverage_elsewhere and spot.coverage_file is None and wants_coverage(pull_request)
        return record.number is not None and (carried or waives_a_head(_people(comments)))

    def _named_check(self, name: str | None, head: str, *, with_others: bool) -> str | None:
        """The conclusion of the newest check run of that name on the head, unless any workflow may have made it."""
        if name is None:
            return None
        found = or_missing(lambda: self._checks.named(head, name, with_others=with_others), "the check run")
        if isinstance(found, Missing) or not found:
            return None
        told = [one for one in found if one.app != _ACTIONS]
        return told[-1].conclusion if told else _BY_A_WORKFLOW


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
