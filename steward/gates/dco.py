"""Gate `dco`: every authored commit carries `Signed-off-by` with its author's own address (`docs/dco.md`)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping

from msgspec import Struct

from steward.facts import Commit, Missing
from steward.intake.committed import UNCONFIRMED, bears_a_bot, by_bot
from steward.intake.judged import Judged, to_judge
from steward.intake.people import People, masked, people, shown
from steward.intake.trailers import Trailers, read_trailers
from steward.model import Finding, GateMode, GateOutcome, GateResult, PullRequest, Quoted, Scorecard, Words
from steward.policy import Dco
from steward.wording import count, listed

NAME = "dco"
_MOST_SHOWN = 3
_SHORT = 7
_AMEND = "git commit --amend --no-edit --signoff"
_RENEW = "git commit --amend --no-edit --reset-author --signoff"
_PUSH = Quoted("git push --force-with-lease")


def check(pull_request: PullRequest, card: Scorecard) -> GateOutcome:
    """Whether every authored commit is signed off by its author, in its message or by a later commit."""
    settings = pull_request.gates.dco
    if settings.mode is GateMode.OFF:
        return _outcome(settings, GateResult.NOT_APPLICABLE, said=("the gate is off",))
    judged = to_judge(pull_request)
    if isinstance(judged, Missing):
        return _outcome(settings, GateResult.UNMEASURED, (_unread(judged),))
    if not judged.commits:
        return _outcome(settings, GateResult.NOT_APPLICABLE, said=("there is no commit",))
    wanted = tuple(commit for commit in judged.authored if not _exempt(commit, settings))
    guilty = _unsigned(wanted, judged, settings)
    if not guilty:
        return _outcome(settings, GateResult.PASS, said=_said(judged, wanted))
    mending = _mending(pull_request, judged, guilty, settings)
    return _outcome(settings, GateResult.FAIL, tuple(_finding(one, mending) for one in guilty))


def _exempt(commit: Commit, settings: Dco) -> bool:
    return settings.exempt_bots and by_bot(commit)


# ------------------------------------------------------------------------------------------ who signed off


class _Unsigned(Struct, frozen=True, kw_only=True):
    """A commit without its author's sign-off, and what it declares instead."""

    commit: Commit
    trailers: Trailers


def _unsigned(wanted: tuple[Commit, ...], judged: Judged, settings: Dco) -> tuple[_Unsigned, ...]:
    known = people(judged.commits)
    read = {commit.sha: read_trailers(commit.message) for commit in judged.commits}
    later = _remediations(judged.commits, read, known) if settings.allow_remediation else {}
    return tuple(
        _Unsigned(commit=commit, trailers=read[commit.sha])
        for commit in wanted
        if not any(_owns(known, commit, sign.email) for sign in read[commit.sha].sign_offs)
        and not any(_owns(known, commit, email) for email in later.get(commit.sha, ()))
    )


def _owns(known: People, commit: Commit, email: str) -> bool:
    return known.owns(commit.author, commit.author_account, email)


def _remediations(
    commits: tuple[Commit, ...], read: Mapping[str, Trailers], known: People
) -> Mapping[str, list[str]]:
    """The addresses of those who gave a sign-off later, by the commit they gave it for.

    Only the author of the later commit can give one, and only for one commit of the change.
    """
    names = sorted(read)
    found: dict[str, list[str]] = {}
    for commit in commits:
        for remediation in read[commit.sha].remediations:
            sha = _named(remediation.sha, names)
            if sha and _owns(known, commit, remediation.by.email):
                found.setdefault(sha, []).append(remediation.by.email)
    return found


def _named(digits: str, names: list[str]) -> str | None:
    """The one commit whose name begins with these digits."""
    place = bisect_left(names, digits)
    fitting = [name for name in names[place : place + 2] if name.startswith(digits)]
    return fitting[0] if len(fitting) == 1 else None


# ------------------------------------------------------------------------------------------------ in words


def _outcome(
    settings: Dco, result: GateResult, findings: tuple[Finding, ...] = (), said: Words = ()
) -> GateOutcome:
    return GateOutcome(name=NAME, mode=settings.mode, result=result, findings=findings, said=said)


def _unread(missing: Missing) -> Finding:
    return Finding(
        where="",
        what=("not measured: ", Quoted(missing.why)),
        mend=(missing.mend or "Run the evaluation again.",),
    )


def _said(judged: Judged, wanted: tuple[Commit, ...]) -> Words:
    merges, bots = len(judged.commits) - len(judged.authored), len(judged.authored) - len(wanted)
    exempt = [
        *([(count(merges, "merge commit"),)] if merges else []),
        *([(count(bots, "commit by a bot", "commits by bots"),)] if bots else []),
    ]
    signed = f"{count(len(wanted), 'commit')} signed off" if wanted else "nothing to sign off"
    return (signed, "; exempt: ", *listed(exempt)) if exempt else (signed,)


def _finding(one: _Unsigned, mending: _Mending) -> Finding:
    commit = one.commit
    where = commit.sha[:_SHORT]
    # The renderers show `where` beside it in some places only: the sentence stands alone.
    what = ("commit ", Quoted(where), " by ", shown(commit.author), " is not signed off by its author")
    if not commit.author.email.strip():
        return Finding(where=where, what=(*what, ": it names no address"), mend=mending.renewed(commit))
    bot = mending.bots and bears_a_bot(commit)
    return Finding(
        where=where,
        what=what,
        measured=_measured(one.trailers) + (f"; {UNCONFIRMED}" if bot else ""),
        limit=f"Signed-off-by with {masked(commit.author.email)}",
        mend=mending.for_a_bot(commit) if bot else mending.steps(one),
    )


def _measured(trailers: Trailers) -> str:
    emails = [masked(sign.email) for sign in trailers.sign_offs]
    if emails:
        more = f" and {len(emails) - _MOST_SHOWN:,} more" if len(emails) > _MOST_SHOWN else ""
        return f"signed off with another address: {', '.join(emails[:_MOST_SHOWN])}{more}"
    return "a sign-off that is not of the form NAME <MAIL>" if trailers.unread else "no sign-off"


# ------------------------------------------------------------------------------------------------- mending


class _Mending(Struct, frozen=True, kw_only=True):
    """How to mend the commits of one change. `alone` is the last commit when it is the only one to mend, `bots`
    whether bots are exempt."""

    base: str | None
    alone: str | None
    queue: bool
    later: bool
    bots: bool

    def steps(self, one: _Unsigned) -> Words:
        """The commands for one commit, for its author to run."""
        sha = one.commit.sha
        # A sign-off is made of the configured address, which was another one.
        address = Quoted(f'git config user.email "$(git show -s --format=%ae {sha})"')
        first: Words = (address, ", then ") if one.trailers.sign_offs else ()
        rewrite = (*self._runs(), *first, *self._signed(sha), ", then ", _PUSH, ".")
        if not self.later:
            return rewrite
        return (
            *rewrite,
            " Or, without rewriting history: ",
            *first,
            _remedy(sha),
            ", then ",
            Quoted("git push"),
            ".",
        )

    def renewed(self, commit: Commit) -> Words:
        """The commands for a commit whose author has no address."""
        if commit.sha == self.alone:
            return (*self._runs(), Quoted(_RENEW), ", then ", _PUSH, ".")
        edit = Quoted(f"git rebase --interactive {commit.sha}^")
        mark = (edit, ", mark its first commit ", Quoted("edit"), ", then ")
        return (
            *self._runs(),
            *mark,
            Quoted(_RENEW),
            ", ",
            Quoted("git rebase --continue"),
            ", then ",
            _PUSH,
            ".",
        )

    def for_a_bot(self, commit: Commit) -> Words:
        """What to do about a commit that bears a bot's address, and may be anybody's."""
        return (
            "If the bot made it, let it commit through GitHub's API, which signs for it, or sign off with its own ",
            "address: ",
            Quoted("git commit --signoff"),
            ". If a person made it: ",
            *self.renewed(commit),
        )

    def _runs(self) -> Words:
        return (
            ("On the branch of the pull request, its author runs ",) if self.queue else ("Its author runs ",)
        )

    def _signed(self, sha: str) -> Words:
        if sha == self.alone:
            return (Quoted(_AMEND),)
        return (Quoted(f"git rebase --signoff {self.base or sha + '^'}"),)


def _remedy(sha: str) -> Quoted:
    who = "$(git config user.name) <$(git config user.email)>"
    # Forty digits name it well enough, and the whole command fits a code span.
    text = f"I, {who}, hereby add my Signed-off-by to this commit: {sha[:40]}"
    return Quoted(f'git commit --allow-empty --signoff -m "{text}"')


def _mending(
    pull_request: PullRequest, judged: Judged, guilty: tuple[_Unsigned, ...], settings: Dco
) -> _Mending:
    by_sha = {commit.sha: commit for commit in judged.commits}
    tip = _tip(pull_request, by_sha)
    return _Mending(
        base=_base(tip, by_sha),
        alone=tip if len(guilty) == 1 and guilty[0].commit.sha == tip else None,
        queue=judged.queue,
        later=settings.allow_remediation,
        bots=settings.exempt_bots,
    )


def _tip(pull_request: PullRequest, by_sha: Mapping[str, Commit]) -> str | None:
    """The last commit of the branch: the head, or the only one that no other has as its parent."""
    record = pull_request.record
    if record is not None and record.head.sha in by_sha:
        return record.head.sha
    parents = {parent for commit in by_sha.values() for parent in commit.parents}
    tips = [sha for sha in by_sha if sha not in parents]
    return tips[0] if len(tips) == 1 else None


def _base(tip: str | None, by_sha: Mapping[str, Commit]) -> str | None:
    """Where the branch last left its base: rebasing onto it replays the branch's own commits alone."""
    for commit in _first_parents(tip, by_sha):
        # Of a merge commit, what was merged in is the later part of the base.
        outside = [parent for parent in reversed(commit.parents) if parent not in by_sha]
        if outside:
            return outside[0]
    return None


def _first_parents(tip: str | None, by_sha: Mapping[str, Commit]) -> Iterable[Commit]:
    left = dict(by_sha)  # each once, even if the facts go in a circle
    while tip is not None and (commit := left.pop(tip, None)) is not None:
        yield commit
        tip = commit.parents[0] if commit.parents else None
