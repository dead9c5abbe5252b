"""Gate `cla`: everybody who wrote a part of the change has signed the agreement (`docs/cla.md`)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from steward.facts import Account, Commit, Identity, Missing, Signatures
from steward.intake.agreed import signers
from steward.intake.committed import UNCONFIRMED, by_bot, by_github
from steward.intake.judged import Judged, to_judge
from steward.intake.people import Noreply, People, people, shown
from steward.intake.trailers import read_trailers
from steward.model import Finding, GateMode, GateOutcome, GateResult, PullRequest, Quoted, Scorecard, Words
from steward.policy import Cla
from steward.wording import count

NAME = "cla"
_SHORT = 7
_MOST_SENTENCE = 190  # what a code span shows whole
_UNREAD = Missing(
    why="the signatures were not read",
    mend="Run the evaluation again on GitHub, with a token that may read contents and pull requests.",
)


def check(pull_request: PullRequest, card: Scorecard) -> GateOutcome:
    """Whether every author and co-author has signed: in the file, in a comment, or as the named check says."""
    settings, signatures = pull_request.gates.cla, pull_request.beside.signatures
    if settings.mode is GateMode.OFF:
        return _outcome(settings, GateResult.NOT_APPLICABLE, said=("the gate is off",))
    if signatures is None:
        return _outcome(settings, GateResult.UNMEASURED, (_unread(_UNREAD),))
    if settings.check and signatures.check == "success":
        return _outcome(settings, GateResult.PASS, said=("the check ", Quoted(settings.check), " succeeded"))
    judged = to_judge(pull_request)
    if isinstance(judged, Missing):
        return _outcome(settings, GateResult.UNMEASURED, (_unread(judged),))
    if not judged.commits:
        return _outcome(settings, GateResult.NOT_APPLICABLE, said=("there is no commit",))
    return _judge(settings, signatures, judged)


# -------------------------------------------------------------------------------------------- who wrote it


class _Writer(Struct, frozen=True, kw_only=True):
    """Somebody who wrote a part of the change, and on how many commits; `sha` is the first of them.

    `who` is None where neither GitHub nor the address itself names an account. `bot` is whether it is a bot, as
    far as that matters: of an author by GitHub's word, and of a co-author by the address, who is only named.
    """

    identity: Identity
    who: Account | Noreply | None
    sha: str
    co_author: bool
    bot: bool
    commits: int = 1


def _writers(judged: Judged, known: People, settings: Cla) -> tuple[_Writer, ...]:
    """Who has to sign, each once: by id, by login where there is no id, by address where there is neither."""
    found: dict[object, _Writer] = {}
    written = (writer for commit in _written(judged) for writer in _of(commit, known))
    for writer in (one for one in written if not (settings.exempt_bots and one.bot)):
        key = _key(writer)
        first = found.get(key)
        found[key] = writer if first is None else _one_more(first)
    return tuple(found.values())


def _written(judged: Judged) -> list[Commit]:
    """Every commit but the merges that GitHub made itself: a merge by hand may hold anything."""
    return [one for one in judged.commits if len(one.parents) < 2 or not by_github(one)]


def _of(commit: Commit, known: People) -> Iterator[_Writer]:
    account = commit.author_account or known.behind(commit.author.email)
    yield _Writer(identity=commit.author, who=account, sha=commit.sha, co_author=False, bot=by_bot(commit))
    for identity in read_trailers(commit.message).co_authors:
        who = known.behind(identity.email)
        bot = isinstance(who, Account) and who.bot
        yield _Writer(identity=identity, who=who, sha=commit.sha, co_author=True, bot=bot)


def _key(writer: _Writer) -> object:
    if writer.who is None:
        return writer.identity.email.lower()
    return writer.who.login.lower() if writer.who.id is None else writer.who.id


def _one_more(writer: _Writer) -> _Writer:
    return replace(writer, commits=writer.commits + 1)


# ---------------------------------------------------------------------------------------------- who signed


class _Signed(Struct, frozen=True, kw_only=True):
    """Whose signature there is. Logins are those of entries that have no id: a login can change hands."""

    ids: frozenset[int]
    logins: frozenset[str]

    def has(self, who: Account | Noreply) -> bool:
        return who.id in self.ids or who.login.lower() in self.logins


def _judge(settings: Cla, signatures: Signatures, judged: Judged) -> GateOutcome:
    commented = signers(signatures.remarks, settings.sentence)
    entries = () if isinstance(signatures.file, Missing) else signatures.file
    signed = _Signed(
        ids=frozenset([*(one.id for one in commented), *(one.id for one in entries if one.id is not None)]),
        logins=frozenset(one.login.lower() for one in entries if one.id is None),
    )
    known = people(judged.commits, (remark.account for remark in signatures.remarks))
    writers = _writers(judged, known, settings)
    unsigned = tuple(one for one in writers if one.who is None or not signed.has(one.who))
    if not unsigned:
        return _outcome(settings, GateResult.PASS, said=_said(writers))
    return _short(settings, signatures, unsigned)


def _short(settings: Cla, signatures: Signatures, unsigned: tuple[_Writer, ...]) -> GateOutcome:
    """Not all have signed; without file or comments that is certain only of those whom neither could name."""
    findings = tuple(_finding(one, settings, signatures.check) for one in unsigned)
    missing = signatures.file if isinstance(signatures.file, Missing) else signatures.unread
    if missing is None:
        return _outcome(settings, GateResult.FAIL, findings)
    certain = any(one.who is None for one in unsigned)
    result = GateResult.FAIL if certain else GateResult.UNMEASURED
    return _outcome(settings, result, (_unread(missing), *findings))


# ------------------------------------------------------------------------------------------------ in words


def _outcome(
    settings: Cla, result: GateResult, findings: tuple[Finding, ...] = (), said: Words = ()
) -> GateOutcome:
    return GateOutcome(name=NAME, mode=settings.mode, result=result, findings=findings, said=said)


def _unread(missing: Missing) -> Finding:
    mend = missing.mend or _UNREAD.mend
    return Finding(where="", what=("not measured: ", Quoted(missing.why)), mend=(mend,))


def _said(writers: tuple[_Writer, ...]) -> Words:
    return (f"{count(len(writers), 'person', 'people')} signed" if writers else "nobody has to sign",)


def _finding(one: _Writer, settings: Cla, check: str | None) -> Finding:
    where = one.sha[:_SHORT]
    more = f" and {count(one.commits - 1, 'more commit')}" if one.commits > 1 else ""
    role = "co-author of" if one.co_author else "author of"
    who: Words = (shown(one.identity), f", {role} commit ", Quoted(where), f"{more},")
    if one.who is None:
        what = (*who, " has an address that names no account on GitHub")
        return Finding(where=where, what=what, mend=_link(one))
    also = [f"the check {settings.check} is {check or 'not there'}"] if settings.check else []
    bot = _may_be_exempt(one, settings)
    return Finding(
        where=where,
        what=(*who, " has not signed the agreement"),
        measured="; ".join(["no signature of " + _account(one.who), *([UNCONFIRMED] if bot else []), *also]),
        limit="a signature",
        mend=_of_bot(one.who, settings) if bot else _sign(one.who, settings),
    )


def _may_be_exempt(one: _Writer, settings: Cla) -> bool:
    """Whether the address is a bot's, and only GitHub's word is missing that the bot made the commit."""
    return settings.exempt_bots and isinstance(one.who, Account) and one.who.bot


def _of_bot(who: Account | Noreply, settings: Cla) -> Words:
    return (
        "If the bot made the commit, let it commit through GitHub's API, which signs for it, or ask a maintainer ",
        "for an entry of ",
        Quoted(_account(who)),
        " in ",
        Quoted(settings.signatures),
        ". If a person made it, its author runs ",
        Quoted("git commit --amend --no-edit --reset-author"),
        " on the commit, then ",
        Quoted("git push --force-with-lease"),
        ", and signs.",
    )


def _account(who: Account | Noreply) -> str:
    return f"the account {who.login}" if who.id is None else f"the account {who.login} (id {who.id})"


def _sign(who: Account | Noreply, settings: Cla) -> Words:
    """How to sign. Comments that are no command start no run, hence the second step."""
    if who.id is None:
        address = Quoted(f"ID+{who.login}@users.noreply.github.com")
        return (
            "Write the address with the account's number, ",
            address,
            ": a login alone can change hands. Or ask a maintainer for an entry with this login and no id in ",
            Quoted(settings.signatures),
            ".",
        )
    sentence: Words = ("the sentence that ", Quoted("gates.cla.sentence"), " states")
    if len(settings.sentence) <= _MOST_SENTENCE:
        sentence = (Quoted(settings.sentence),)
    return (
        "Read ",
        Quoted(settings.document),
        " and comment here, as ",
        Quoted(who.login),
        ": ",
        *sentence,
        ". Then comment ",
        Quoted("/steward evaluate"),
        ".",
    )


def _link(one: _Writer) -> Words:
    if one.co_author:
        return (
            "Write the trailer with the address that GitHub shows its owner under Settings, Emails: ",
            Quoted("Co-authored-by: NAME <ID+LOGIN@users.noreply.github.com>"),
            ".",
        )
    return (
        "Add the address to the account of its author (on GitHub: Settings, Emails), confirm it, and comment ",
        Quoted("/steward evaluate"),
        ". Or set ",
        Quoted("git config user.email"),
        " to an address of the account, and run ",
        Quoted("git commit --amend --no-edit --reset-author"),
        " on the commit, then ",
        Quoted("git push --force-with-lease"),
        ".",
    )
