"""Issues, comments and reactions."""

from __future__ import annotations

from dataclasses import dataclass

from tests.github.nouns import Comment, Issue, PullRequestState, Reaction, ReviewComment
from tests.github.payloads.names import Json, node_id, stamp
from tests.github.payloads.pulls import PullPayloads
from tests.github.world import Repository

_REACTIONS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkPayloads(PullPayloads):
    def issue(self, repository: Repository, issue: Issue | PullRequestState) -> Json:
        """An issue, or a pull request in its role as one."""
        url = f"{self.repo_url(repository)}/issues/{issue.number}"
        is_pull = isinstance(issue, PullRequestState)
        page = f"{self.repo_page(repository)}/{'pull' if is_pull else 'issues'}/{issue.number}"
        assignees = [self.user(user) for user in getattr(issue, "assignees", [])]
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
            "assignee": assignees[0] if assignees else None,
            "assignees": assignees,
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
            "user": self.maybe_user(comment.user),
            "created_at": stamp(comment.created_at),
            "updated_at": stamp(comment.updated_at),
            "author_association": comment.author_association,
            "body": comment.body,
            "reactions": self.reactions(f"{url}/reactions", comment.reactions),
            "performed_via_github_app": self.app(comment.app),
        }

    def review_comment(self, repository: Repository, pull: PullRequestState, comment: ReviewComment) -> Json:
        url = f"{self.repo_url(repository)}/pulls/comments/{comment.id}"
        page = f"{self.repo_page(repository)}/pull/{pull.number}#discussion_r{comment.id}"
        pull_url = f"{self.repo_url(repository)}/pulls/{pull.number}"
        reply = {} if comment.in_reply_to is None else {"in_reply_to_id": comment.in_reply_to}
        return {
            "url": url,
            "html_url": page,
            "pull_request_url": pull_url,
            "id": comment.id,
            "node_id": node_id("PRRC", comment.id),
            "pull_request_review_id": comment.review_id,
            "diff_hunk": comment.diff_hunk,
            "path": comment.path,
            "commit_id": comment.commit_id,
            "original_commit_id": comment.original_commit_id,
            "user": self.maybe_user(comment.user),
            "body": comment.body,
            "created_at": stamp(comment.created_at),
            "updated_at": stamp(comment.updated_at),
            "author_association": comment.author_association,
            "_links": {
                name: {"href": href}
                for name, href in {"self": url, "html": page, "pull_request": pull_url}.items()
            },
            "reactions": self.reactions(f"{url}/reactions", []),
            "subject_type": "file" if comment.original_line is None else "line",
            "line": comment.line,
            "original_line": comment.original_line,
            "start_line": comment.start_line,
            "original_start_line": comment.original_start_line,
            "side": comment.side,
            "start_side": comment.start_side,
            **reply,
        }
