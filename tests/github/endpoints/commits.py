"""Repositories, branches, commits, comparisons and workflow runs."""

from __future__ import annotations

from collections.abc import Mapping

from tests.github import localgit
from tests.github.call import Call, Endpoint
from tests.github.exchange import Answer, Refusal, error, not_found
from tests.github.nouns import Change

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
    change = _between(call, commit.parents[0], sha) if commit.parents else None
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
    ]
    return call.listed(found, lambda pull: call.payloads.listed_pull(call.repository, pull))


def _between(call: Call, base: str, head: str) -> Change | None:
    """The change between two commits: given, a pull request's, or read from the local repository."""
    repository = call.repository
    if (base, head) in repository.comparisons:
        return repository.comparisons[base, head]
    for pull in repository.pulls.values():
        if (pull.base_sha, pull.head_sha) == (base, head):
            return pull.change
    if repository.git is None:
        return None
    try:
        return localgit.read_change(repository.git, base, head)
    except RuntimeError:
        return None


def compare(call: Call) -> Answer:
    base, head = (call.resolve(call.request.parameters[name].rpartition(":")[2]) for name in ("base", "head"))
    change = _between(call, base, head) if base and head else None
    if change is None or base is None or head is None:
        raise not_found()
    if call.request.wants_diff:
        return Answer(body=change.diff, media="application/vnd.github.diff")
    commits, headers = call.page(change.commits, per_page=COMPARED_COMMITS)
    first = call.request.query.get("page", "1") == "1"
    rows = change.rows[:MAX_COMPARED_FILES] if first else ()
    repository, payloads = call.repository, call.payloads
    page = f"{payloads.repo_page(repository)}/compare/{base}...{head}"
    body = {
        "url": f"{payloads.repo_url(repository)}/compare/{base}...{head}",
        "html_url": page,
        "permalink_url": page,
        "diff_url": f"{page}.diff",
        "patch_url": f"{page}.patch",
        "base_commit": payloads.commit(repository, call.commit(base)),
        "merge_base_commit": payloads.commit(repository, call.commit(change.merge_base or base)),
        "status": "identical" if base == head else "ahead" if change.merge_base in ("", base) else "diverged",
        "ahead_by": len(change.commits),
        "behind_by": 0 if change.merge_base in ("", base) else 1,
        "total_commits": len(change.commits),
        "commits": [payloads.commit(repository, commit) for commit in commits],
        "files": [payloads.row(repository, row, head) for row in rows],
    }
    return Answer(body=body, headers=headers)


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
