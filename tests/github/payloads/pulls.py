"""Pull requests, their files, commits and reviews."""

from __future__ import annotations

from dataclasses import dataclass

from tests.github.nouns import Commit, FileRow, PullRequestState, Review, User
from tests.github.objects import object_sha
from tests.github.payloads.names import Json, NamePayloads, node_id, quoted, stamp
from tests.github.world import Repository

_SIGNED = ("signature", "payload", "verified_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class PullPayloads(NamePayloads):
    def _end(self, repository: Repository | None, ref: str, sha: str, owner: User | None) -> Json:
        return {
            "label": f"{owner.login}:{ref}" if owner else f"unknown repository:{ref}",
            "ref": ref,
            "sha": sha,
            "user": self.maybe_user(owner),
            "repo": None if repository is None else self.repository(repository),
        }

    def label(self, repository: Repository, name: str) -> Json:
        return {
            "id": 30_000_000 + sum(name.encode()),
            "node_id": f"LA_{name}",
            "url": f"{self.repo_url(repository)}/labels/{name}",
            "name": name,
            "color": "ededed",
            "default": False,
            "description": None,
        }

    def listed_pull(self, repository: Repository, pull: PullRequestState) -> Json:
        """A pull request as lists show it: without totals."""
        url = f"{self.repo_url(repository)}/pulls/{pull.number}"
        issue = f"{self.repo_url(repository)}/issues/{pull.number}"
        page = f"{self.repo_page(repository)}/pull/{pull.number}"
        statuses = f"{self.repo_url(repository)}/statuses/{pull.head_sha}"
        head_repository = self.world.repository(pull.head_repository) if pull.head_repository else None
        head_owner = head_repository.owner if head_repository else pull.author
        closed = stamp(pull.updated_at) if pull.state == "closed" else None
        links = {
            "self": url,
            "html": page,
            "issue": issue,
            "comments": f"{issue}/comments",
            "review_comments": f"{url}/comments",
            "review_comment": f"{self.repo_url(repository)}/pulls/comments{{/number}}",
            "commits": f"{url}/commits",
            "statuses": statuses,
        }
        return {
            "url": url,
            "id": 5_000_000 + pull.number,
            "node_id": node_id("PR", pull.number),
            "html_url": page,
            "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch",
            "issue_url": issue,
            "number": pull.number,
            "state": pull.state,
            "locked": pull.locked,
            "title": pull.title,
            "user": self.user(pull.author),
            "body": pull.body,
            "created_at": stamp(pull.created_at),
            "updated_at": stamp(pull.updated_at),
            "closed_at": closed,
            "merged_at": closed if pull.merged else None,
            "merge_commit_sha": pull.merge_commit_sha,
            "assignee": self.maybe_user(next(iter(pull.assignees), None)),
            "assignees": [self.user(user) for user in pull.assignees],
            "requested_reviewers": [],
            "requested_teams": [],
            "labels": [self.label(repository, name) for name in pull.labels],
            "milestone": None,
            "draft": pull.draft,
            "commits_url": links["commits"],
            "review_comments_url": links["review_comments"],
            "review_comment_url": links["review_comment"],
            "comments_url": links["comments"],
            "statuses_url": statuses,
            "head": self._end(head_repository, pull.head_ref, pull.head_sha, head_owner),
            "base": self._end(repository, pull.base_ref, pull.base_sha, repository.owner),
            "_links": {name: {"href": href} for name, href in links.items()},
            "author_association": pull.author_association,
            "auto_merge": None,
            "active_lock_reason": None,
        }

    def pull(self, repository: Repository, pull: PullRequestState) -> Json:
        """A pull request on its own: with totals."""
        size = pull.size()
        return self.listed_pull(repository, pull) | {
            "merged": pull.merged,
            "mergeable": None if pull.state == "closed" else True,
            "rebaseable": None,
            "mergeable_state": "unknown",
            "merged_by": None,
            "comments": len(repository.comments_on(pull.number)),
            "review_comments": len(pull.submitted_comments()),
            "maintainer_can_modify": False,
            "commits": size.commits,
            "additions": size.additions,
            "deletions": size.deletions,
            "changed_files": size.changed_files,
        }

    def minimal_pull(self, repository: Repository, pull: PullRequestState) -> Json:
        short = {"id": repository.id, "url": self.repo_url(repository), "name": repository.name}
        return {
            "id": 5_000_000 + pull.number,
            "number": pull.number,
            "url": f"{self.repo_url(repository)}/pulls/{pull.number}",
            "head": {"ref": pull.head_ref, "sha": pull.head_sha, "repo": short},
            "base": {"ref": pull.base_ref, "sha": pull.base_sha, "repo": short},
        }

    def row(self, repository: Repository, row: FileRow, head_sha: str) -> Json:
        page, url = self.repo_page(repository), self.repo_url(repository)
        made: Json = {
            "sha": row.sha or object_sha("blob", row.filename.encode()),
            "filename": row.filename,
            "status": row.status,
            "additions": row.additions,
            "deletions": row.deletions,
            "changes": row.additions + row.deletions,
            "blob_url": f"{page}/blob/{head_sha}/{quoted(row.filename)}",
            "raw_url": f"{page}/raw/{head_sha}/{quoted(row.filename)}",
            "contents_url": f"{url}/contents/{quoted(row.filename)}?ref={head_sha}",
        }
        if row.patch is not None:
            made["patch"] = row.patch
        if row.previous_filename is not None:
            made["previous_filename"] = row.previous_filename
        return made

    def commit(self, repository: Repository, commit: Commit) -> Json:
        url = f"{self.repo_url(repository)}/commits/{commit.sha}"
        git_url = f"{self.repo_url(repository)}/git"
        page = self.repo_page(repository)
        tree = commit.tree or object_sha("tree", commit.sha.encode())
        return {
            "sha": commit.sha,
            "node_id": f"C_{commit.sha}",
            "commit": {
                "author": {
                    "name": commit.author_name,
                    "email": commit.author_email,
                    "date": stamp(commit.date),
                },
                "committer": {
                    "name": commit.committer_name,
                    "email": commit.committer_email,
                    "date": stamp(commit.committed or commit.date),
                },
                "message": commit.message,
                "tree": {"sha": tree, "url": f"{git_url}/trees/{tree}"},
                "url": f"{git_url}/commits/{commit.sha}",
                "comment_count": 0,
                "verification": _verification(commit),
            },
            "url": url,
            "html_url": f"{page}/commit/{commit.sha}",
            "comments_url": f"{url}/comments",
            "author": self.maybe_user(commit.author or self.world.account_of(commit.author_email)),
            "committer": self.maybe_user(commit.committer or self.world.account_of(commit.committer_email)),
            "parents": [
                {
                    "sha": parent,
                    "url": f"{self.repo_url(repository)}/commits/{parent}",
                    "html_url": f"{page}/commit/{parent}",
                }
                for parent in commit.parents
            ],
        }

    def review(self, repository: Repository, pull: PullRequestState, review: Review) -> Json:
        url = f"{self.repo_url(repository)}/pulls/{pull.number}"
        page = f"{self.repo_page(repository)}/pull/{pull.number}#pullrequestreview-{review.id}"
        submitted = {} if review.state == "PENDING" else {"submitted_at": stamp(review.submitted_at)}
        return {
            "id": review.id,
            "node_id": node_id("PRR", review.id),
            "user": self.maybe_user(review.user),
            "body": review.body,
            "state": review.state,
            "html_url": page,
            "pull_request_url": url,
            "author_association": review.author_association,
            "_links": {"html": {"href": page}, "pull_request": {"href": url}},
            "commit_id": review.commit_id,
            **submitted,
        }


def _verification(commit: Commit) -> Json:
    if not commit.verified:
        return {"verified": False, "reason": "unsigned"} | dict.fromkeys(_SIGNED)
    signed = ("-----BEGIN PGP SIGNATURE-----", f"tree {commit.tree}", stamp(commit.committed or commit.date))
    return {"verified": True, "reason": "valid"} | dict(zip(_SIGNED, signed, strict=True))
