"""Users, apps and repositories, and the small forms that every payload uses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from tests.github.nouns import App, User
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


def stamp(moment: datetime) -> str:
    """A time as GitHub writes one."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def maybe_stamp(moment: datetime | None) -> str | None:
    return None if moment is None else stamp(moment)


def node_id(kind: str, number: int) -> str:
    return f"{kind}_{number}"


def quoted(path: str) -> str:
    return quote(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePayloads:
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
