"""Who stands behind an address: the accounts that GitHub itself names, and its noreply addresses.

Names are never compared. Addresses are, in any case of letters; how they are shown leaves their owner's
mailbox out (`docs/dco.md`, "Whose address it is").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec import Struct

from steward.facts import Account, Commit, Identity
from steward.model import Quoted

_NOREPLY = re.compile(
    r"(?:([0-9]{1,18})\+)?([a-z0-9_-]+(?:\[bot\])?)@users\.noreply\.github\.com", re.ASCII | re.IGNORECASE
)
_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")
_MOST_NAME = 80

_Key = TypeVar("_Key", str, int)


class Noreply(Struct, frozen=True, kw_only=True):
    """What a noreply address says of its account. Old ones have no id."""

    login: str
    id: int | None = None


def noreply(email: str) -> Noreply | None:
    """The account in a noreply address of github.com; None for every other address."""
    found = _NOREPLY.fullmatch(email.strip())
    return Noreply(login=found[2].lower(), id=int(found[1]) if found[1] else None) if found else None


def same(one: str, other: str) -> bool:
    """Whether two addresses are one, letters in any case. Nothing is no address."""
    return bool(one.strip()) and _folded(one) == _folded(other)


def masked(email: str) -> str:
    """An address as it may be shown to everybody: `a…@example.org`."""
    local, _, host = email.strip().rpartition("@")
    return f"{local[:1]}…@{host}" if local and host else "…"


def shown(identity: Identity) -> Quoted:
    """A person for a sentence: the name, in which addresses are masked too, and the masked address."""
    # Cut first: the pattern looks at every character that might begin an address.
    name = identity.name.strip()
    short = name if len(name) <= _MOST_NAME else f"{name[:_MOST_NAME]}…"
    return Quoted(f"{_ADDRESS.sub(lambda found: masked(found[0]), short)} <{masked(identity.email)}>".strip())


class People(Struct, frozen=True, kw_only=True):
    """The accounts that GitHub names on a change, by their addresses, logins and ids.

    What two places say differently is left out, so that no order of the facts decides.
    """

    mails: Mapping[str, Account]
    logins: Mapping[str, Account]
    ids: Mapping[int, Account]

    def behind(self, email: str) -> Account | Noreply | None:
        """The account that an address belongs to, or what the address itself says of one."""
        known = self.mails.get(_folded(email))
        hidden = noreply(email)
        if known or hidden is None:
            return known
        account = self.logins.get(hidden.login) if hidden.id is None else self.ids.get(hidden.id)
        return account or hidden

    def owns(self, identity: Identity, account: Account | None, email: str) -> bool:
        """Whether `email` is the identity's own, or another address of the same account."""
        if same(identity.email, email):
            return True
        mine, other = account or self.behind(identity.email), self.behind(email)
        if mine is None or other is None:
            return False
        if mine.id is not None and other.id is not None:
            return mine.id == other.id
        return mine.login.lower() == other.login.lower()


def people(commits: Iterable[Commit], others: Iterable[Account] = ()) -> People:
    """Everybody whom GitHub names on these commits, and the others."""
    pairs = [
        (identity.email, account)
        for commit in commits
        for identity, account in (
            (commit.author, commit.author_account),
            (commit.committer, commit.committer_account),
        )
        if account
    ]
    accounts = [*(account for _, account in pairs), *others]
    return People(
        mails=_agreed((_folded(email), account) for email, account in pairs if email.strip()),
        logins=_agreed((account.login.lower(), account) for account in accounts),
        ids=_agreed((account.id, account) for account in accounts),
    )


def _agreed(pairs: Iterable[tuple[_Key, Account]]) -> dict[_Key, Account]:
    found: dict[_Key, Account] = {}
    disputed: set[_Key] = set()
    for key, account in pairs:
        if found.setdefault(key, account) != account:
            disputed.add(key)
    return {key: account for key, account in found.items() if key not in disputed}


def _folded(email: str) -> str:
    return email.strip().lower()
