"""Who made a commit, as far as GitHub vouches for it.

Author and committer are text that anybody can write, and GitHub ties both to accounts by the address alone. What it
verified is the committer: by a key of that account, or by its own for what was made through it.
"""

from __future__ import annotations

from steward.facts import Commit

_WEB_FLOW = "web-flow"

UNCONFIRMED = "the address is a bot's, and GitHub does not confirm that the bot made the commit"


def by_github(commit: Commit) -> bool:
    """Whether GitHub itself made the commit: anybody can write its name, only GitHub has its key."""
    account = commit.committer_account
    return commit.verified and account is not None and account.login == _WEB_FLOW


def bears_a_bot(commit: Commit) -> bool:
    """Whether the author's address is that of a bot's account, whoever wrote it there."""
    return commit.author_account is not None and commit.author_account.bot


def by_bot(commit: Commit) -> bool:
    """Whether a bot made the commit: its account is the author, and GitHub verified that it, or GitHub for it, is
    the committer."""
    if not bears_a_bot(commit):
        return False
    itself = commit.committer_account is not None and commit.committer_account == commit.author_account
    return by_github(commit) or (commit.verified and itself)
