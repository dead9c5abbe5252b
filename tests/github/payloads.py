"""Users, repositories, pull requests, … in the shape in which GitHub shows them, in answers and in events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from tests.github.nouns import (
    App,
    CheckRun,
    Comment,
    Commit,
    FileRow,
    Issue,
    PullRequestState,
    Reaction,
    Review,
    User,
    WorkflowRun,
)
from tests.github.objects import object_sha
from tests.github.world import Repository, World

Json = dict[str, Any]

_USER_URLS = {
    "followers_url": "/followers",
    "following_url": "/following{/other_user}",
    "gists_url": "/gists{/gist_id}",
    "starred_url": "/starred{/owner}{/repo}",
    "subscriptions_url": "/subscriptions",
    "organizations_url": "/orgs",
    "repos_url": "/repos",
    "events_url": "/events{/privacy}",
    "received_events_url": "/received_events",
}
_REPOSITORY_URLS = {
    "forks_url": "/forks",
    "keys_url": "/keys{/key_id}",
    "collaborators_url": "/collaborators{/collaborator}",
    "teams_url": "/teams",
    "hooks_url": "/hooks",
    "issue_events_url": "/issues/events{/number}",
    "events_url": "/events",
    "assignees_url": "/assignees{/user}",
    "branches_url": "/branches{/branch}",
    "tags_url": "/tags",
    "blobs_url": "/git/blobs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "trees_url": "/git/trees{/sha}",
    "statuses_url": "/statuses/{sha}",
    "languages_url": "/languages",
    "stargazers_url": "/stargazers",
    "contributors_url": "/contributors",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "commits_url": "/commits{/sha}",
    "git_commits_url": "/git/commits{/sha}",
    "comments_url": "/comments{/number}",
    "issue_comment_url": "/issues/comments{/number}",
    "contents_url": "/contents/{+path}",
    "compare_url": "/compare/{base}...{head}",
    "merges_url": "/merges",
    "archive_url": "/{archive_format}{/ref}",
    "downloads_url": "/downloads",
    "issues_url": "/issues{/number}",
    "pulls_url": "/pulls{/number}",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "labels_url": "/labels{/name}",
    "releases_url": "/releases{/id}",
    "deployments_url": "/deployments",
}
_ROOT = """
    current_user_url current_user_authorizations_html_url authorizations_url code_search_url commit_search_url
    emails_url emojis_url events_url feeds_url followers_url following_url gists_url issue_search_url
    issues_url keys_url label_search_url notifications_url organization_url organization_repositories_url
    organization_teams_url public_gists_url rate_limit_url repository_url repository_search_url
    current_user_repositories_url starred_url starred_gists_url user_url user_organizations_url
    user_repositories_url user_search_url
"""
_REACTIONS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")


def stamp(moment: datetime) -> str:
    """A time as GitHub writes one."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def maybe_stamp(moment: datetime | None) -> str | None:
    return None if moment is None else stamp(moment)


def node_id(kind: str, number: int) -> str:
    return f"{kind}_{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payloads:
    """Makes payloads whose links start at `api` (GITHUB_API_URL) and `web` (GITHUB_SERVER_URL)."""

    world: World
    api: str
    web: str

    def root_names(self) -> list[str]:
        """The links that the API's root lists."""
        return _ROOT.split()

    def user(self, user: User) -> Json:
        login = quote(user.login)  # the brackets of a bot's login are no letters of a URL
        url = f"{self.api}/users/{login}"
        return {
            "login": user.login,
            "id": user.id,
            "node_id": node_id("U", user.id),
            "avatar_url": f"{self.web}/avatars/{user.id}",
            "gravatar_id": "",
            "url": url,
            "html_url": f"{self.web}/{login}",
            **{name: url + suffix for name, suffix in _USER_URLS.items()},
            "type": user.type,
            "site_admin": False,
        }

    def maybe_user(self, user: User | None) -> Json | None:
        return None if user is None else self.user(user)

    def app(self, app: App | None) -> Json | None:
        if app is None:
            return None
        return {
            "id": app.id,
            "slug": app.slug,
            "node_id": node_id("A", app.id),
            "client_id": f"Iv1.{app.id:016x}",
            "owner": self.user(User(login="github", id=9919, type="Organization")),
            "name": app.name,
            "description": "",
            "external_url": f"{self.web}/features/actions",
            "html_url": f"{self.web}/apps/{app.slug}",
            "created_at": "2018-07-30T09:30:17Z",
            "updated_at": "2019-12-10T19:04:12Z",
            "permissions": {
                "checks": "write",
                "contents": "write",
                "issues": "write",
                "pull_requests": "write",
            },
            "events": ["check_run", "check_suite", "pull_request"],
        }

    def repo_url(self, repository: Repository) -> str:
        return f"{self.api}/repos/{repository.full_name}"

    def repo_page(self, repository: Repository) -> str:
        return f"{self.web}/{repository.full_name}"

    def repository(self, repository: Repository) -> Json:
        url, page = self.repo_url(repository), self.repo_page(repository)
        open_issues = sum(1 for pull in repository.pulls.values() if pull.state == "open") + len(
            repository.issues
        )
        host = self.web.partition("://")[2]
        return {
            "id": repository.id,
            "node_id": node_id("R", repository.id),
            "name": repository.name,
            "full_name": repository.full_name,
            "private": repository.private,
            "owner": self.user(repository.owner),
            "html_url": page,
            "description": None,
            "fork": repository.fork,
            "url": url,
            **{name: url + suffix for name, suffix in _REPOSITORY_URLS.items()},
            "created_at": "2024-01-02T03:04:05Z",
            "updated_at": "2026-11-01T03:04:05Z",
            "pushed_at": "2026-11-01T03:04:05Z",
            "git_url": f"git://{host}/{repository.full_name}.git",
            "ssh_url": f"git@{host}:{repository.full_name}.git",
            "clone_url": f"{page}.git",
            "svn_url": page,
            "homepage": None,
            "size": 120,
            "stargazers_count": 0,
            "watchers_count": 0,
            "language": None,
            "has_issues": True,
            "has_projects": True,
            "has_downloads": True,
            "has_wiki": True,
            "has_pages": False,
            "has_discussions": False,
            "forks_count": 0,
            "mirror_url": None,
            "archived": False,
            "disabled": False,
            "open_issues_count": open_issues,
            "license": None,
            "allow_forking": True,
            "is_template": False,
            "web_commit_signoff_required": False,
            "topics": [],
            "visibility": "private" if repository.private else "public",
            "forks": 0,
            "open_issues": open_issues,
            "watchers": 0,
            "default_branch": repository.default_branch,
        }

    def full_repository(self, repository: Repository) -> Json:
        return self.repository(repository) | {
            "network_count": 0,
            "subscribers_count": 0,
            "custom_properties": {},
        }

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
            "assignee": None,
            "assignees": [],
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
            "review_comments": 0,
            "maintainer_can_modify": False,
            "commits": size.commits,
            "additions": size.additions,
            "deletions": size.deletions,
            "changed_files": size.changed_files,
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

    def issue(self, repository: Repository, issue: Issue | PullRequestState) -> Json:
        """An issue, or a pull request in its role as one."""
        url = f"{self.repo_url(repository)}/issues/{issue.number}"
        is_pull = isinstance(issue, PullRequestState)
        page = f"{self.repo_page(repository)}/{'pull' if is_pull else 'issues'}/{issue.number}"
        made: Json = {
            "url": url,
            "repository_url": self.repo_url(repository),
            "labels_url": f"{url}/labels{{/name}}",
            "comments_url": f"{url}/comments",
            "events_url": f"{url}/events",
            "html_url": page,
            "id": 6_000_000 + issue.number,
            "node_id": node_id("I", issue.number),
            "number": issue.number,
            "title": issue.title,
            "user": self.user(issue.author),
            "labels": [self.label(repository, name) for name in getattr(issue, "labels", [])],
            "state": issue.state,
            "locked": issue.locked,
            "assignee": None,
            "assignees": [],
            "milestone": None,
            "comments": len(repository.comments_on(issue.number)),
            "created_at": stamp(issue.created_at),
            "updated_at": stamp(issue.created_at),
            "closed_at": None,
            "author_association": "CONTRIBUTOR",
            "active_lock_reason": None,
            "body": issue.body,
            "reactions": self.reactions(f"{url}/reactions", []),
            "timeline_url": f"{url}/timeline",
            "performed_via_github_app": None,
            "state_reason": None,
        }
        if isinstance(issue, PullRequestState):
            pull_url = f"{self.repo_url(repository)}/pulls/{issue.number}"
            urls = {
                "url": pull_url,
                "html_url": page,
                "diff_url": f"{page}.diff",
                "patch_url": f"{page}.patch",
            }
            made |= {"draft": issue.draft, "pull_request": urls | {"merged_at": None}}
        return made

    def reactions(self, url: str, reactions: list[Reaction]) -> Json:
        given = [reaction.content for reaction in reactions]
        return {"url": url, "total_count": len(given)} | {name: given.count(name) for name in _REACTIONS}

    def reaction(self, reaction: Reaction) -> Json:
        return {
            "id": reaction.id,
            "node_id": node_id("REA", reaction.id),
            "user": self.user(reaction.user),
            "content": reaction.content,
            "created_at": stamp(reaction.created_at),
        }

    def comment(self, repository: Repository, comment: Comment) -> Json:
        url = f"{self.repo_url(repository)}/issues/comments/{comment.id}"
        kind = "pull" if comment.issue in repository.pulls else "issues"
        return {
            "url": url,
            "html_url": f"{self.repo_page(repository)}/{kind}/{comment.issue}#issuecomment-{comment.id}",
            "issue_url": f"{self.repo_url(repository)}/issues/{comment.issue}",
            "id": comment.id,
            "node_id": node_id("IC", comment.id),
            "user": self.user(comment.user),
            "created_at": stamp(comment.created_at),
            "updated_at": stamp(comment.updated_at),
            "author_association": comment.author_association,
            "body": comment.body,
            "reactions": self.reactions(f"{url}/reactions", comment.reactions),
            "performed_via_github_app": self.app(comment.app),
        }

    def check_run(self, repository: Repository, run: CheckRun) -> Json:
        url = f"{self.repo_url(repository)}/check-runs/{run.id}"
        page = f"{self.repo_page(repository)}/runs/{run.id}"
        return {
            "id": run.id,
            "node_id": node_id("CR", run.id),
            "head_sha": run.head_sha,
            "name": run.name,
            "external_id": run.external_id,
            "url": url,
            "html_url": page,
            "details_url": run.details_url or page,
            "status": run.status,
            "conclusion": run.conclusion,
            "started_at": maybe_stamp(run.started_at),
            "completed_at": maybe_stamp(run.completed_at),
            "output": {
                "title": run.title,
                "summary": run.summary,
                "text": run.text,
                "annotations_count": len(run.annotations),
                "annotations_url": f"{url}/annotations",
            },
            "check_suite": {
                "id": 40_000_000 + int(run.head_sha[:6] or "0", 16) if _is_hex(run.head_sha) else 40_000_000
            },
            "app": self.app(run.app),
            "pull_requests": [
                self.minimal_pull(repository, pull)
                for pull in repository.pulls.values()
                if pull.head_sha == run.head_sha and pull.head_repository == repository.full_name
            ],
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
                    "date": stamp(commit.date),
                },
                "message": commit.message,
                "tree": {"sha": tree, "url": f"{git_url}/trees/{tree}"},
                "url": f"{git_url}/commits/{commit.sha}",
                "comment_count": 0,
                "verification": {
                    "verified": False,
                    "reason": "unsigned",
                    "signature": None,
                    "payload": None,
                    "verified_at": None,
                },
            },
            "url": url,
            "html_url": f"{page}/commit/{commit.sha}",
            "comments_url": f"{url}/comments",
            "author": self.maybe_user(commit.author),
            "committer": self.maybe_user(commit.committer),
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
        return {
            "id": review.id,
            "node_id": node_id("PRR", review.id),
            "user": self.user(review.user),
            "body": review.body,
            "state": review.state,
            "html_url": page,
            "pull_request_url": url,
            "author_association": review.author_association,
            "_links": {"html": {"href": page}, "pull_request": {"href": url}},
            "submitted_at": stamp(review.submitted_at),
            "commit_id": review.commit_id,
        }

    def workflow_run(self, repository: Repository, run: WorkflowRun) -> Json:
        url = f"{self.repo_url(repository)}/actions/runs/{run.id}"
        page = f"{self.repo_page(repository)}/actions/runs/{run.id}"
        now = stamp(self.world.clock.now())
        head_repository = self.world.repository(run.head_repository) or repository
        return {
            "id": run.id,
            "name": run.name,
            "node_id": node_id("WFR", run.id),
            "head_branch": run.head_branch,
            "head_sha": run.head_sha,
            "path": ".github/workflows/steward.yml",
            "display_title": run.name,
            "run_number": run.run_number,
            "run_attempt": run.run_attempt,
            "event": run.event,
            "status": run.status,
            "conclusion": run.conclusion,
            "workflow_id": 159_038,
            "check_suite_id": 40_000_000,
            "check_suite_node_id": "CS_40000000",
            "url": url,
            "html_url": page,
            # GitHub lists no pull request for a run that a push to a fork started.
            "pull_requests": [
                self.minimal_pull(repository, pull)
                for pull in repository.pulls.values()
                if pull.head_sha == run.head_sha and run.head_repository == repository.full_name
            ],
            "created_at": now,
            "updated_at": now,
            "run_started_at": now,
            "actor": self.user(run.actor),
            "triggering_actor": self.user(run.actor),
            "jobs_url": f"{url}/jobs",
            "logs_url": f"{url}/logs",
            "check_suite_url": f"{self.repo_url(repository)}/check-suites/40000000",
            "artifacts_url": f"{url}/artifacts",
            "cancel_url": f"{url}/cancel",
            "rerun_url": f"{url}/rerun",
            "previous_attempt_url": None,
            "workflow_url": f"{self.repo_url(repository)}/actions/workflows/159038",
            "referenced_workflows": [],
            "head_commit": {
                "id": run.head_sha,
                "tree_id": object_sha("tree", run.head_sha.encode()),
                "message": "A commit",
                "timestamp": now,
                "author": {"name": "A. Author", "email": "author@example.org"},
                "committer": {"name": "A. Author", "email": "author@example.org"},
            },
            "repository": self.repository(repository),
            "head_repository": self.repository(head_repository),
        }


def _is_hex(text: str) -> bool:
    return bool(text) and all(letter in "0123456789abcdef" for letter in text)


def quoted(path: str) -> str:
    return quote(path)
