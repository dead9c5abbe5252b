"""Files at the two ends of a pull request's change, for what compares them."""

from __future__ import annotations

from urllib.parse import quote

import msgspec

from steward.adapters.http import Http
from steward.errors import GitHubFailed
from steward.intake.payload import Sha


class _Commit(msgspec.Struct, frozen=True):
    sha: Sha


class _Comparison(msgspec.Struct, frozen=True):
    merge_base_commit: _Commit | None = None


def merge_base(http: Http, *, name: str, base: str, head: str) -> str:
    """The commit that a head left a base, a branch or a commit, at. Raises as `steward.ports.GitHub` does."""
    url = f"/repos/{name}/compare/{quote(base, safe='')}...{head}"
    found, _ = http.read_as(_Comparison, url, per_page=1)
    if found.merge_base_commit is None:
        raise GitHubFailed(
            "the pull request has no history in common with its base",
            mend="Make it anew from the base branch.",
        )
    return found.merge_base_commit.sha
