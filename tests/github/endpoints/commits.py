"""Repositories, branches, commits, comparisons and workflow runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.github import history
from tests.github.call import Call, Endpoint
from tests.github.endpoints import pulls
from tests.github.exchange import Answer, Refusal, error, not_found
from tests.github.nouns import Change, Commit

MAX_COMPARED_FILES = 300
COMPARED_COMMITS = 250


def get_repository(call: Call) -> Answer:
    return Answer(body=call.payloads.full_repository(call.repository))


def get_branch(call: Call) -> Answer:
    name = call.request.parameters["branch"]
    sha = call.resolve(name)
    if sha is None:
        raise Refusal(error(404, "Branch not found"))
    url = f"{call.payloads.repo_url(call.repository)}/branches/{name}"
    page = f"{call.payloads.repo_page(call.repository)}/tree/{name}"
    return Answer(
        body={
            "name": name,
            "commit": call.payloads.commit(call.repository, call.commit(sha)),
            "_links": {"self": url, "html": page},
            "protected": False,
            "protection": {"enabled": False},
            "protection_url": f"{url}/protection",
        }
    )


def get_ref(call: Call) -> Answer:
    name = call.request.parameters["ref"]
    sha = call.resolve(name)
    if sha is None or not name.startswith(("heads/", "tags/", "pull/")):
        raise not_found()
    url = call.payloads.repo_url(call.repository)
    target = {"type": "commit", "sha": sha, "url": f"{url}/git/commits/{sha}"}
    body = {
        "ref": f"refs/{name}",
        "node_id": f"REF_{name}",
        "url": f"{url}/git/refs/{name}",
        "object": target,
    }
    return Answer(body=body)


def get_commit(call: Call) -> Answer:
    sha = call.resolve(call.request.parameters["ref"])
    if sha is None:
        raise Refusal(error(422, f"No commit found for SHA: {call.request.parameters['ref']}"))
    commit = call.commit(sha)
    change = history.between(call, commit.parents[0], sha) if commit.parents else None
    shown = call.payloads.commit(call.repository, commit)
    rows = change.rows if change else ()
    added, deleted = (change.additions, change.deletions) if change else (0, 0)
    shown["stats"] = {"additions": added, "deletions": deleted, "total": added + deleted}
    shown["files"] = [call.payloads.row(call.repository, row, sha) for row in rows[:MAX_COMPARED_FILES]]
    return Answer(body=shown)


def pulls_of_commit(call: Call) -> Answer:
    sha = call.request.parameters["commit_sha"]
    found = [
        pull
        for pull in call.repository.pulls.values()
        if sha in {pull.head_sha, *(commit.sha for commit in pull.change.commits)}
        or (pull.merged and sha == pull.merge_commit_sha)
    ]
    return call.listed(found, lambda pull: call.payloads.listed_pull(call.repository, pull))


def compare(call: Call) -> Answer:
    base, head = (call.resolve_label(call.request.parameters[name]) for name in ("base", "head"))
    change = history.between(call, base, head) if base and head else None
    if change is None or base is None or head is None:
        raise not_found()
    if call.request.wants_diff:
        return _diff(call, change, head)
    commits, headers = _page_of_commits(call, change.commits)
    return Answer(body=_comparison(call, change, commits, base, head), headers=headers)


def _diff(call: Call, change: Change, head: str) -> Answer:
    forced = [pull.diff_too_large for pull in call.repository.pulls.values() if pull.head_sha == head]
    if pulls.is_too_large(change, forced[0] if forced else None):
        return pulls.too_large_diff("Comparison")
    return Answer(body=change.diff, media="application/vnd.github.diff")


def _page_of_commits(call: Call, commits: tuple[Commit, ...]) -> tuple[Sequence[Commit], Mapping[str, str]]:
    """A page of them, earliest first; who asks for no page gets the latest 250 and is told of no other."""
    if {"page", "per_page"} & set(call.request.query):
        return call.page(commits)
    return commits[-COMPARED_COMMITS:], {}


def _comparison(
    call: Call, change: Change, commits: Sequence[Commit], base: str, head: str
) -> dict[str, object]:
    first = call.request.query.get("page", "1") == "1"
    rows = change.rows[:MAX_COMPARED_FILES] if first else ()
    repository, payloads = call.repository, call.payloads
    page = f"{payloads.repo_page(repository)}/compare/{base}...{head}"
    behind = 0 if change.merge_base == base else 1
    states = {(False, 0): "identical", (True, 0): "ahead", (False, 1): "behind", (True, 1): "diverged"}
    return {
        "url": f"{payloads.repo_url(repository)}/compare/{base}...{head}",
        "html_url": page,
        "permalink_url": page,
        "diff_url": f"{page}.diff",
        "patch_url": f"{page}.patch",
        "base_commit": payloads.commit(repository, call.commit(base)),
        "merge_base_commit": payloads.commit(repository, call.commit(change.merge_base)),
        "status": states[bool(change.commits), behind],
        "ahead_by": len(change.commits),
        "behind_by": behind,
        "total_commits": len(change.commits),
        "commits": [payloads.commit(repository, commit) for commit in commits],
        "files": [payloads.row(repository, row, head) for row in rows],
    }


def get_workflow_run(call: Call) -> Answer:
    found = call.repository.workflow_runs.get(call.number("run_id"))
    if found is None:
        raise not_found()
    return Answer(body=call.payloads.workflow_run(call.repository, found))


ENDPOINTS: Mapping[str, Endpoint] = {
    "repos/get": get_repository,
    "repos/get-branch": get_branch,
    "git/get-ref": get_ref,
    "repos/get-commit": get_commit,
    "repos/list-pull-requests-associated-with-commit": pulls_of_commit,
    "repos/compare-commits": compare,
    "actions/get-workflow-run": get_workflow_run,
}
