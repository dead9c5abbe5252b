"""What gates look at beside the changed files: commits, approvals, signatures, measurements.

Each is read once by the adapters, only when a gate asks for it, and can be saved and replayed with the rest of
the facts. `None` stands for "no gate asked for it"; `Missing` for "asked for, and not to be had".
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from msgspec import Struct

_T = TypeVar("_T")


class Missing(Struct, frozen=True, kw_only=True, tag="missing"):
    """Facts that could not be read: why, and what to provide so that they can be."""

    why: str
    mend: str = ""


class Account(Struct, frozen=True, kw_only=True):
    """Who did something on GitHub: the numeric id is the identity, the login is how it is shown.

    `bot` is GitHub's own account type, never a guess from the name.
    """

    id: int
    login: str
    bot: bool


class Identity(Struct, frozen=True, kw_only=True):
    """A person as a commit names one: text that anybody can write."""

    name: str
    email: str


class Commit(Struct, frozen=True, kw_only=True):
    """One commit of the change. The accounts are None where GitHub knows nobody with that address.

    `verified` is GitHub's word that the signature is good; its own commits (web edits, merge buttons, queues) are
    signed by GitHub and have `web-flow` as `committer_account`.
    """

    sha: str
    parents: tuple[str, ...]
    author: Identity
    committer: Identity
    message: str
    author_account: Account | None = None
    committer_account: Account | None = None
    verified: bool = False


class Approval(Struct, frozen=True, kw_only=True):
    """The latest decided review of one person who approved. `head` is the commit it was given on.

    `may_write` is what the API says of the person's permission now.
    """

    account: Account
    head: str
    may_write: bool


class Remark(Struct, frozen=True, kw_only=True):
    """A comment by a person, as far as a gate reads it: the agreed sentence of a CLA."""

    account: Account
    body: str


class Signature(Struct, frozen=True, kw_only=True):
    """An entry of the signatures file. `id` is None where the entry has none."""

    login: str
    id: int | None = None


class Signatures(Struct, frozen=True, kw_only=True):
    """Everything that may say that an agreement is signed. `check` is the named check's conclusion, if named.

    `unread` is why the comments could not be read, where they could not.
    """

    file: tuple[Signature, ...] | Missing
    remarks: tuple[Remark, ...] = ()
    unread: Missing | None = None
    check: str | None = None


class Function(Struct, frozen=True, kw_only=True):
    """A function and how many independent paths lead through it. `line` is where it starts, from 1."""

    name: str
    line: int
    complexity: int


class Functions(Struct, frozen=True, kw_only=True):
    """The functions of a changed file, before and after. `missing` is why they could not be measured.

    A file in a language that nothing here can measure has `known` false; a side on which the file did not exist
    has no functions.
    """

    path: str
    before: tuple[Function, ...] = ()
    after: tuple[Function, ...] = ()
    known: bool = True
    missing: Missing | None = None


class FileCoverage(Struct, frozen=True, kw_only=True):
    """How many of a file's measured lines the tests reached. The path is the repository's."""

    path: str
    lines: int
    covered: int


class Share(Struct, frozen=True, kw_only=True):
    """How many of a domain's measured lines the tests reached."""

    domain: str
    covered: int
    lines: int


class Carried(Struct, frozen=True, kw_only=True, tag="carried"):
    """What was measured of the same commit in the run that had the coverage file."""

    shares: tuple[Share, ...] = ()


class Dependency(Struct, frozen=True, kw_only=True):
    """A dependency that the change adds, or whose version it changes. `line` is in the new manifest, from 1.

    `version` is as written, empty where none is; `pinned` whether it names exactly one.
    """

    manifest: str
    line: int
    name: str
    version: str
    pinned: bool


class Manifest(Struct, frozen=True, kw_only=True):
    """A changed manifest: what it adds, or why that could not be read."""

    path: str
    added: tuple[Dependency, ...] = ()
    missing: Missing | None = None


class Waiver(Struct, frozen=True, kw_only=True):
    """Who let a gate's failure pass, and why. `head` is the commit it holds for; None holds for every one.

    `comment` is the comment that gave it, `given` when: GitHub's time, ISO 8601 in UTC.
    """

    gate: str
    login: str
    reason: str
    head: str | None
    url: str = ""
    comment: int = 0
    given: str = ""


class Dispute(Struct, frozen=True, kw_only=True):
    """Who disagrees with a dimension's score, and why. It moves nothing."""

    dimension: str
    login: str
    reason: str
    url: str = ""


Asked: TypeAlias = _T | Missing | None
"""A fact, or why it could not be read, or None when no gate asked for it."""


class Held(Struct, frozen=True, kw_only=True):
    """One pull request of several in a merge group: what it brought, and what people said of it.

    `author` is the login of who opened it, `head` its own head. `commits` and `paths` are those of the group that
    came with it, `queued` its own commits.
    """

    number: int
    author: str
    head: str
    commits: tuple[str, ...]
    paths: tuple[str, ...]
    queued: tuple[Commit, ...] = ()
    approvals: Asked[tuple[Approval, ...]] = None
    waivers: tuple[Waiver, ...] = ()


class GateFacts(Struct, frozen=True, kw_only=True):
    """All that gates look at beside the change, and what people said of them in comments.

    `queued` are the commits of the pull request that a merge group holds; `held` are the pull requests of a group
    that is known to hold several, in their order, and `waivers` then those that all of them have. `reviewed_head`
    is the commit that an approval has to be given on: the pull request's head, also in a merge group. `arrived` is
    whether a push has just made the commit the head. `given` are the comments that ask for a waiver of this very
    head, whether it counts or not. `merge_base` is where the change left its base, None when nobody asked.
    """

    commits: Asked[tuple[Commit, ...]] = None
    approvals: Asked[tuple[Approval, ...]] = None
    signatures: Signatures | None = None
    functions: Asked[tuple[Functions, ...]] = None
    coverage: Asked[tuple[FileCoverage, ...]] | Carried = None
    manifests: Asked[tuple[Manifest, ...]] = None
    queued: Asked[tuple[Commit, ...]] = None
    held: tuple[Held, ...] = ()
    reviewed_head: str | None = None
    arrived: bool = False
    merge_base: str | None = None
    waivers: tuple[Waiver, ...] = ()
    given: tuple[int, ...] = ()
    disputes: tuple[Dispute, ...] = ()
