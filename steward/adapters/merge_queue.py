"""What waits in a branch's merge queue, by GraphQL: the REST API does not tell.

When it is asked for and what its answer is held against: `docs/policy.md`, "In a merge queue".
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from steward.adapters.http import Http
from steward.errors import GitHubFailed
from steward.intake.payload import Sha
from steward.ports import Queued

_QUERY = (
    "query($owner: String!, $name: String!, $branch: String!) { repository(owner: $owner, name: $name) "
    "{ mergeQueue(branch: $branch) { entries(first: 100) { nodes "
    "{ headCommit { oid } pullRequest { number } } } } } }"
)


class _Commit(msgspec.Struct, frozen=True):
    oid: Sha


class _PullRequest(msgspec.Struct, frozen=True):
    number: int


class _Entry(msgspec.Struct, frozen=True):
    """The queue has not made commits of every entry yet."""

    headCommit: _Commit | None = None  # noqa: N815 - GitHub's name
    pullRequest: _PullRequest | None = None  # noqa: N815


class _Entries(msgspec.Struct, frozen=True):
    nodes: list[_Entry | None] | None = None


class _Queue(msgspec.Struct, frozen=True):
    entries: _Entries | None = None


class _Repository(msgspec.Struct, frozen=True):
    mergeQueue: _Queue | None = None  # noqa: N815


class _Data(msgspec.Struct, frozen=True):
    repository: _Repository | None = None


class _Answer(msgspec.Struct, frozen=True):
    data: _Data | None = None
    errors: list[Mapping[str, object]] = []


def read_queue(http: Http, url: str, *, name: str, branch: str) -> tuple[Queued, ...]:
    """The first hundred entries of a branch's queue; without those that lack a commit or a pull request.

    `url` is GraphQL's address, `name` the repository's owner/name. Raises `GitHubFailed` for errors instead of a
    queue, and as `Http` does; an error about one entry leaves that one out.
    """
    owner, repository = name.split("/", 1)
    variables = {"owner": owner, "name": repository, "branch": branch}
    answer = http.query_as(_Answer, url, _QUERY, variables)
    queue = answer.data and answer.data.repository and answer.data.repository.mergeQueue
    if queue is None and answer.errors:
        raise GitHubFailed("GitHub did not give out the merge queue", mend="Run the job again.")
    nodes = (queue and queue.entries and queue.entries.nodes) or []
    return tuple(
        Queued(number=one.pullRequest.number, head=one.headCommit.oid)
        for one in nodes
        if one and one.pullRequest and one.headCommit
    )
