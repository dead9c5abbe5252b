"""The comments are the record: what the `/steward` comments on a pull request, as they stand now, come to.

Each run works it out anew from the comments and from what their authors may do now. Our own memory adds only the
commit that a waiver was first counted for, and can only take away (`docs/policy.md`, "Waivers").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct, field

from steward.facts import Account, Dispute, Missing, Waiver
from steward.intake.commands import Command, Verb, parse_command
from steward.policy import Waivers

UNREAD = "what you may do here could not be read: say it again in a while"
MOST_ASKED = 20
"""Of how many people a run asks GitHub what they may do because of their commands."""

NOT_ASKED = (
    f"more than {MOST_ASKED} people gave commands here, and what the others may do is not asked: say it again"
)
NOT_ALLOWED = "that takes the author, or somebody with triage permission"

_ANSWERED = (Verb.EVALUATE, Verb.EXPLAIN, Verb.HELP)
_NOT_LOOKED_UP = ""
_LADDER = ("none", "read", "triage", "write", "maintain", "admin")


class Spoken(Struct, frozen=True, kw_only=True):
    """A comment as far as it counts as a command. Times are GitHub's, ISO 8601 in UTC: they compare as text."""

    id: int
    account: Account
    body: str
    created: str
    edited: bool
    url: str = ""


class Standing(Struct, frozen=True, kw_only=True):
    """What the comments come to.

    `refused` says of each command that came to nothing why, by the comment's id. `unread` is why the comments
    could not be read. `seen` are the commands that were looked at, `given` the comments that asked for a
    waiver of this very head, counted or not: later runs remember them. `unasked` are how many people's
    permission was not asked, for too many gave commands. `shared` is why no waiver counts in a merge group,
    though there are some; `partly` are the gates that only some of its pull requests have a waiver of.
    """

    waivers: tuple[Waiver, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    refused: Mapping[int, str] = field(default_factory=dict)
    unread: str = ""
    seen: frozenset[int] = frozenset()
    given: tuple[int, ...] = ()
    unasked: int = 0
    shared: Missing | None = None
    partly: tuple[str, ...] = ()


class Circumstances(Struct, frozen=True, kw_only=True):
    """What is known beside the comments.

    `judged_since` is when this head was last made the head, by the check runs of the runs that its pushes started;
    None when it has not been judged, or is only now. `counted` are the comments that asked for a waiver of it
    before, as a check run on it remembers. `asking` is the comment that started this run; `shown` the commit that
    our comment showed last, None where it shows none reliably. `bound` is the commit that a waiver was counted for
    before, by the comment's id: it only takes away.
    """

    author: str
    head: str
    judged_since: str | None
    rules: Waivers
    counted: frozenset[int] = frozenset()
    asking: int | None = None
    shown: str | None = None
    bound: Mapping[int, str] = field(default_factory=dict)


def commands_in(comments: Iterable[Spoken]) -> list[tuple[Spoken, Command]]:
    """The comments by people that are commands, in their order."""
    found = ((one, parse_command(one.body)) for one in comments if not one.account.bot)
    return [(one, command) for one, command in found if command is not None]


def waives_a_head(comments: Iterable[Spoken]) -> bool:
    """Whether somebody asks for a waiver of one commit only: when it was judged matters then."""
    return any(_asks_for_a_head(one, command) for one, command in commands_in(comments))


def standing(
    comments: Iterable[Spoken], around: Circumstances, permission: Callable[[str], str | None]
) -> Standing:
    """What the commands come to. `permission` tells what a login may do, or None where that cannot be seen; it is
    asked only where it matters."""
    comments = tuple(comments)
    speakers = _speakers(comments, around)
    permission = _of_few(frozenset(speakers[:MOST_ASKED]), permission)
    waivers: dict[str, Waiver] = {}
    disputes: list[Dispute] = []
    refused: dict[int, str] = {}
    seen: list[int] = []
    for spoken, command in commands_in(comments):
        seen.append(spoken.id)
        why = command.wrong or _refusal(spoken, command, around, permission)
        if why:
            refused[spoken.id] = why
            if why in (UNREAD, NOT_ASKED) and command.verb is Verb.UNWAIVE:
                waivers.pop(command.subject, None)  # what cannot be seen opens nothing
        elif command.verb is Verb.WAIVE:
            waivers[command.subject] = _waiver(spoken, command, around)
        elif command.verb is Verb.UNWAIVE:
            waivers.pop(command.subject, None)
        elif command.verb is Verb.DISPUTE:
            disputes.append(_dispute(spoken, command))
    return Standing(
        waivers=tuple(waivers[gate] for gate in sorted(waivers)),
        disputes=tuple(disputes),
        refused=refused,
        seen=frozenset(seen),
        given=tuple(one.id for one, command in commands_in(comments) if _is_given(one, command, around)),
        unasked=len(speakers[MOST_ASKED:]),
    )


def _speakers(comments: Iterable[Spoken], around: Circumstances) -> list[str]:
    """Whose permission matters: first who started this run, then who spoke last. Anybody can comment, as often as
    he likes, under as many names."""
    told = [
        (one, command) for one, command in commands_in(comments) if _needs_permission(one, command, around)
    ]
    told.sort(key=lambda pair: (pair[0].id == around.asking, pair[0].id), reverse=True)
    return list(dict.fromkeys(one.account.login.casefold() for one, _ in told))


def _of_few(logins: frozenset[str], permission: Callable[[str], str | None]) -> Callable[[str], str | None]:
    return lambda login: permission(login) if login.casefold() in logins else _NOT_LOOKED_UP


def _needs_permission(spoken: Spoken, command: Command, around: Circumstances) -> bool:
    if command.wrong:
        return False
    if command.verb in _ANSWERED:
        return spoken.id == around.asking and not _is_author(spoken, around)
    if command.verb is Verb.DISPUTE:
        return not _is_author(spoken, around)
    if spoken.edited and command.verb is Verb.WAIVE:
        return False
    return around.rules.allow_author or not _is_author(spoken, around)


def _is_author(spoken: Spoken, around: Circumstances) -> bool:
    return spoken.account.login.casefold() == around.author.casefold()


def _is_given(spoken: Spoken, command: Command, around: Circumstances) -> bool:
    return _asks_for_a_head(spoken, command) and not _unbound(spoken, command, around)


def _asks_for_a_head(spoken: Spoken, command: Command) -> bool:
    waives = command.verb is Verb.WAIVE and not command.wrong and not command.keep
    return waives and not spoken.edited


def _waiver(spoken: Spoken, command: Command, around: Circumstances) -> Waiver:
    return Waiver(
        gate=command.subject,
        login=spoken.account.login,
        reason=command.reason,
        head=None if command.keep else around.head,
        url=spoken.url,
        comment=spoken.id,
        given=spoken.created,
    )


def _dispute(spoken: Spoken, command: Command) -> Dispute:
    return Dispute(
        dimension=command.subject, login=spoken.account.login, reason=command.reason, url=spoken.url
    )


def _refusal(
    spoken: Spoken, command: Command, around: Circumstances, permission: Callable[[str], str | None]
) -> str:
    """Why a command that can be understood comes to nothing; empty when it counts."""
    author = _is_author(spoken, around)
    if command.verb in _ANSWERED and spoken.id != around.asking:
        return ""  # whoever asked for it was answered by the run that it started
    if command.verb not in (Verb.WAIVE, Verb.UNWAIVE):
        return "" if author else _short_of(permission(spoken.account.login), "triage", NOT_ALLOWED)
    if spoken.edited and command.verb is Verb.WAIVE:
        return "an edited comment is no waiver: write a new one"
    if author and not around.rules.allow_author:
        return "the author of a pull request cannot waive its gates here"
    needed = around.rules.permission
    short = _short_of(permission(spoken.account.login), needed, f"that takes the permission {needed}")
    if short:
        return short
    return _unbound(spoken, command, around) if command.verb is Verb.WAIVE and not command.keep else ""


def _unbound(spoken: Spoken, command: Command, around: Circumstances) -> str:
    """Why a waiver does not hold for this head: it was given for another one, or before this one was judged."""
    again = "a waiver holds for the commit it was given for: give it again, or with `--keep`"
    before = around.bound.get(spoken.id)
    if before is not None and before != around.head:
        return f"{again} (it was given for {before[:7]})"
    if spoken.id in around.counted:
        return ""
    if around.judged_since is None or spoken.created < around.judged_since:
        return f"{again} (it is older than the first verdict on {around.head[:7]} after its push)"
    if around.shown is not None and around.shown != around.head:
        return f"{again} (the verdict that was shown was on {around.shown[:7]})"
    if around.shown is None and spoken.id != around.asking:
        return f"{again} (it was not given for {around.head[:7]})"
    return ""


def _short_of(permission: str | None, needed: str, otherwise: str) -> str:
    """Why a permission is not enough; empty when it is."""
    if permission is None:
        return UNREAD
    if permission == _NOT_LOOKED_UP:
        return NOT_ASKED
    return "" if may(permission, needed) else otherwise


def may(permission: str, needed: str) -> bool:
    """Whether a permission is at least the one that is needed."""
    known = permission in _LADDER
    return known and _LADDER.index(permission) >= _LADDER.index(needed)
