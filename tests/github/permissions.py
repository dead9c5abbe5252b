"""Which permission each operation needs, as a workflow's `permissions:` block names them.

Reading a public repository needs none. Where two scopes are listed, either does.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.github.call import Call
from tests.github.exchange import forbidden
from tests.github.nouns import Viewer
from tests.github.world import Repository

# The block that the README tells users to write.
WORKFLOW_PERMISSIONS: Mapping[str, str] = {
    "contents": "read",
    "pull-requests": "write",
    "checks": "write",
    "issues": "read",
}

_CONTENTS = ("contents",)
_PULLS = ("pull-requests",)
_ISSUES = ("issues",)
_CHECKS = ("checks",)
# A comment on a pull request is reached by either scope, one on an issue by `issues` only.
_COMMENTS = ("issues", "pull-requests")

SCOPES: Mapping[str, tuple[str, ...]] = {
    "pulls/get": _PULLS,
    "pulls/list": _PULLS,
    "pulls/list-files": _PULLS,
    "pulls/list-commits": _PULLS,
    "pulls/list-review-comments": _PULLS,
    "pulls/list-reviews": _PULLS,
    "repos/list-pull-requests-associated-with-commit": _PULLS,
    "issues/get": _COMMENTS,
    "issues/list-comments": _COMMENTS,
    "issues/list-comments-for-repo": _ISSUES,
    "issues/create-comment": _COMMENTS,
    "issues/get-comment": _COMMENTS,
    "issues/update-comment": _COMMENTS,
    "issues/delete-comment": _COMMENTS,
    "reactions/create-for-issue-comment": _COMMENTS,
    "reactions/list-for-issue-comment": _COMMENTS,
    "checks/create": _CHECKS,
    "checks/update": _CHECKS,
    "checks/get": _CHECKS,
    "checks/list-for-ref": _CHECKS,
    "checks/list-annotations": _CHECKS,
    "repos/get-content": _CONTENTS,
    "git/get-tree": _CONTENTS,
    "git/get-blob": _CONTENTS,
    "git/get-ref": _CONTENTS,
    "repos/get-branch": _CONTENTS,
    "repos/get-commit": _CONTENTS,
    "repos/compare-commits": _CONTENTS,
    "actions/get-workflow-run": ("actions",),
}


def check(call: Call) -> None:
    """Refuse with 403 what the token may not do."""
    viewer, request = call.viewer, call.request
    if request.is_write and viewer.read_only:
        raise forbidden()
    scopes = SCOPES.get(request.operation, ())
    if viewer.permissions is None or not scopes:
        return
    repository = call.repository
    if not request.is_write and not repository.private:
        return
    if scopes == _COMMENTS and not _on_pull(call, repository):
        scopes = _ISSUES
    if not any(granted(viewer, scope, write=request.is_write) for scope in scopes):
        raise forbidden()


def _on_pull(call: Call, repository: Repository) -> bool:
    parameters = call.request.parameters
    if "issue_number" in parameters:
        return call.number("issue_number") in repository.pulls
    comment = repository.comments.get(call.number("comment_id"))
    return comment is not None and comment.issue in repository.pulls


def granted(viewer: Viewer, scope: str, *, write: bool) -> bool:
    """Whether the token has the scope at that level; a token without a list has every scope."""
    if viewer.permissions is None:
        return True
    level = viewer.permissions.get(scope, "none")
    return level == "write" or (level == "read" and not write)
