"""Commits of every kind that a gate has to tell apart, to be pushed with `builders.push_commits`.

Each function makes one commit whose account is what GitHub would show: an address that belongs to nobody has
no account. Parents are set when the commits are pushed, and with them the SHA.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tests.github.nouns import CONTRIBUTOR, START, WEB_FLOW, Commit, User
from tests.github.objects import fake_sha

GITHUB = "GitHub"
GITHUB_EMAIL = "noreply@github.com"


def signature(name: str, email: str) -> str:
    """The trailer by which somebody signs off."""
    return f"Signed-off-by: {name} <{email}>"


def noreply(user: User) -> str:
    """The address that GitHub gives an account that keeps its own private."""
    return f"{user.id}+{user.login}@users.noreply.github.com"


def unsigned(
    subject: str = "Change the widgets",
    *,
    body: str = "",
    account: User | None = CONTRIBUTOR,
    name: str = "A. Contributor",
    email: str = "contributor@example.org",
    date: datetime = START,
) -> Commit:
    """A commit made with git on somebody's own machine. `account` None: GitHub knows nobody by the address."""
    message = f"{subject}\n\n{body}" if body else subject
    return Commit(
        sha=fake_sha("commit", message, name, email, date),
        message=message,
        author=account,
        author_name=name,
        author_email=email,
        committer=account,
        committer_name=name,
        committer_email=email,
        date=date,
    )


def signed(
    subject: str = "Change the widgets",
    *,
    account: User | None = CONTRIBUTOR,
    name: str = "A. Contributor",
    email: str = "contributor@example.org",
    by: tuple[str, str] | None = None,
    trailers: Sequence[str] = (),
) -> Commit:
    """The same, signed off by its author, or by somebody else (`by`, a name and an address)."""
    lines = "\n".join((*trailers, signature(*(by or (name, email)))))
    return unsigned(subject, body=lines, account=account, name=name, email=email)


def of_nobody(subject: str = "Change the widgets", *, sign: bool = False) -> Commit:
    """A commit of an address that belongs to no account: `author` and `committer` are null."""
    make = signed if sign else unsigned
    return make(subject, account=None, name="Nobody Known", email="nobody@example.com")


def of_bot(bot: User, subject: str = "Bump widgets from 1 to 2") -> Commit:
    """A commit that an App made through the API: by type a bot, committed and signed by GitHub."""
    return by_web(unsigned(subject, account=bot, name=bot.login, email=noreply(bot)))


def by_web(commit: Commit) -> Commit:
    """The commit as GitHub itself makes it in a browser: the author stays, GitHub commits and signs."""
    return replace(
        commit,
        committer=WEB_FLOW,
        committer_name=GITHUB,
        committer_email=GITHUB_EMAIL,
        verified=True,
    )


def suggestion(account: User = CONTRIBUTOR, *, co_author: tuple[str, str] | None = None) -> Commit:
    """A suggestion of a review, accepted with a button: unsigned, and without a word of the author's."""
    body = f"Co-authored-by: {co_author[0]} <{co_author[1]}>" if co_author else ""
    return by_web(unsigned("Update README.md", body=body, account=account, email=noreply(account)))


def update_branch(base_head: str, account: User = CONTRIBUTOR, *, base: str = "main") -> Commit:
    """What the button "Update branch" makes: a merge of the base's head (a SHA) into the branch."""
    made = by_web(unsigned(f"Merge branch '{base}' into topic", account=account, email=noreply(account)))
    return replace(made, parents=("", base_head))


def merge(other: str, *, account: User | None = CONTRIBUTOR, subject: str = "Merge branch 'main'") -> Commit:
    """A merge made with git on somebody's machine; `other` is the SHA that is merged."""
    return replace(unsigned(subject, account=account), parents=("", other))


def remediation(of: str, *, name: str = "A. Contributor", email: str = "contributor@example.org") -> Commit:
    """A commit that signs an earlier one off, in the words that the DCO app asks for."""
    sentence = f"I, {name} <{email}>, hereby add my Signed-off-by to this commit: {of}"
    body = f"{sentence}\n\n{signature(name, email)}"
    return unsigned("DCO remediation commit", body=body, name=name, email=email)


def many(count: int, *, sign: bool = True, but: Iterable[int] = ()) -> list[Commit]:
    """That many commits, a second apart; those whose numbers (from 0) are in `but` are signed otherwise."""
    odd = frozenset(but)
    made = []
    for number in range(count):
        make = signed if sign is (number not in odd) else unsigned
        made.append(replace(make(f"Change {number}"), date=START + timedelta(seconds=number)))
    return made


def chained(commits: Iterable[Commit], onto: str) -> tuple[Commit, ...]:
    """Each commit on the one before, the first on `onto`; each gets the SHA that its place gives it.

    The first parent is set; further ones, of merges, stay as they are.
    """
    made: list[Commit] = []
    parent = onto
    for commit in commits:
        parent_shas = (parent, *commit.parents[1:])
        parent = fake_sha(
            "commit",
            *parent_shas,
            commit.message,
            commit.author_name,
            commit.author_email,
            commit.committer_email,
            commit.date,
        )
        made.append(replace(commit, sha=parent, parents=parent_shas, tree=fake_sha("tree", parent)))
    return tuple(made)
