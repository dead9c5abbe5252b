"""Event payloads, as a runner finds them in GITHUB_EVENT_PATH, consistent with the world as it stands.

Shaped after GitHub's published examples. Those show pull requests of one branch by one person only; forks,
deleted forks, bots, drafts and comments on pull requests are derived from GitHub's description of the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.github.nouns import (
    ACTIONS_BOT,
    GHOST,
    Comment,
    Commit,
    Issue,
    PullRequestState,
    Review,
    User,
    WorkflowRun,
)
from tests.github.objects import fake_sha
from tests.github.payloads import Json, Payloads, stamp
from tests.github.queue import Group
from tests.github.world import Repository

DEPENDABOT = User(login="dependabot[bot]", id=49699333, type="Bot")
# A review's payload has the pull request without these.
_NOT_IN_REVIEWS = (
    "additions",
    "changed_files",
    "comments",
    "commits",
    "deletions",
    "maintainer_can_modify",
    "mergeable",
    "mergeable_state",
    "merged",
    "merged_by",
    "rebaseable",
    "review_comments",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What starts a workflow: the event's name, its payload, and the commit and ref that the job runs on."""

    name: str
    payload: Mapping[str, Any]
    sha: str
    ref: str
    actor: str = "contributor"
    head_ref: str = ""
    base_ref: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """Makes events of one repository: `Events(payloads=server.payloads(), repository=repository)`."""

    payloads: Payloads
    repository: Repository

    def _frame(self, sender: User) -> Json:
        return {"repository": self.payloads.repository(self.repository), "sender": self.payloads.user(sender)}

    def _on_default_branch(self, name: str, payload: Json, actor: User) -> Event:
        repository = self.repository
        return Event(
            name=name,
            payload=payload,
            sha=repository.default_sha(),
            ref=f"refs/heads/{repository.default_branch}",
            actor=actor.login,
        )

    def pull_request(
        self,
        pull: PullRequestState,
        action: str = "opened",
        *,
        changes: Json | None = None,
        label: str | None = None,
        before: str | None = None,
        sender: User | None = None,
        name: str = "pull_request",
    ) -> Event:
        """`opened`, `synchronize` (give `before`), `edited` (give `changes`), `labeled` (give `label`), …"""
        sender = sender or pull.author
        payload: Json = {
            "action": action,
            "number": pull.number,
            "pull_request": self.payloads.pull(self.repository, pull),
            **self._frame(sender),
        }
        if action == "synchronize":
            payload |= {"before": before or fake_sha("before", pull.head_sha), "after": pull.head_sha}
        if action == "edited":
            payload["changes"] = changes or {}
        if label is not None:
            payload["label"] = self.payloads.label(self.repository, label)
        if name == "pull_request_target":
            return self._on_default_branch(name, payload, sender)
        return Event(
            name=name,
            payload=payload,
            sha=pull.merge_commit_sha or pull.head_sha,
            ref=f"refs/pull/{pull.number}/merge",
            actor=sender.login,
            head_ref=pull.head_ref,
            base_ref=pull.base_ref,
        )

    def title_edited(self, pull: PullRequestState, before: str) -> Event:
        return self.pull_request(pull, "edited", changes={"title": {"from": before}})

    def base_edited(self, pull: PullRequestState, ref: str, sha: str) -> Event:
        """The base was another branch before."""
        return self.pull_request(
            pull, "edited", changes={"base": {"ref": {"from": ref}, "sha": {"from": sha}}}
        )

    def review(
        self,
        pull: PullRequestState,
        review: Review,
        action: str = "submitted",
        *,
        sender: User | None = None,
        before: str = "before",
    ) -> Event:
        """`submitted`, `edited` (its text was `before`) or `dismissed`; `sender` is who did it."""
        if action == "dismissed":
            review.state = "DISMISSED"
        who = sender or review.user or GHOST
        shown = self.payloads.review(self.repository, pull, review)
        # Events spell the state in lower case, and an empty body as null.
        shown |= {"state": review.state.lower(), "body": review.body or None}
        whole = self.payloads.pull(self.repository, pull)
        payload: Json = {
            "action": action,
            "review": shown,
            "pull_request": {name: value for name, value in whole.items() if name not in _NOT_IN_REVIEWS},
            **self._frame(who),
        }
        if action == "edited":
            payload["changes"] = {"body": {"from": before}}
        return Event(
            name="pull_request_review",
            payload=payload,
            sha=pull.merge_commit_sha or pull.head_sha,
            ref=f"refs/pull/{pull.number}/merge",
            actor=who.login,
            head_ref=pull.head_ref,
            base_ref=pull.base_ref,
        )

    def comment(
        self,
        issue: Issue | PullRequestState,
        comment: Comment,
        action: str = "created",
        *,
        sender: User | None = None,
        before: str = "before",
    ) -> Event:
        """A comment on an issue or on a pull request; only the latter's issue has a `pull_request`.

        `created`, `edited` (its text was `before`: see `builders.edit_comment`) or `deleted` (the payload
        shows it as it last was); `sender` is who did it, when it was not the author.
        """
        who = sender or comment.user or GHOST
        payload: Json = {
            "action": action,
            "issue": self.payloads.issue(self.repository, issue),
            "comment": self.payloads.comment(self.repository, comment),
            **self._frame(who),
        }
        if action == "edited":
            payload["changes"] = {"body": {"from": before}}
        return self._on_default_branch("issue_comment", payload, who)

    def queued(self, group: Group, action: str = "checks_requested") -> Event:
        """A group that `queue.queue` made asks for its checks, or (`destroyed`) is gone again."""
        return self.merge_group(group.base_sha, group.head_sha, number=group.number, action=action)

    def merge_group(
        self, base_sha: str, head_sha: str, *, number: int = 7, action: str = "checks_requested"
    ) -> Event:
        """A group of commits between two SHAs, described or not."""
        branch = self.repository.default_branch
        head_ref = f"refs/heads/gh-readonly-queue/{branch}/pr-{number}-{base_sha}"
        queue = User(login="github-merge-queue[bot]", id=118344674, type="Bot")
        group = {
            "head_sha": head_sha,
            "head_ref": head_ref,
            "base_sha": base_sha,
            "base_ref": f"refs/heads/{branch}",
            "head_commit": self._head_commit(head_sha, f"Merge pull request #{number}"),
        }
        payload = {"action": action, "merge_group": group, **self._frame(queue)}
        return Event(name="merge_group", payload=payload, sha=head_sha, ref=head_ref, actor=queue.login)

    def _head_commit(self, sha: str, message: str) -> Json:
        """The commit of that name, or one with that message when nobody has described it."""
        changes = self.repository.comparisons.values()
        described = [commit for change in changes for commit in change.commits if commit.sha == sha]
        commit = described[0] if described else Commit(sha=sha, message=message)
        return {
            "id": sha,
            "tree_id": commit.tree or fake_sha("tree", sha),
            "message": commit.message,
            "timestamp": stamp(self.payloads.world.clock.now()),
            "author": {"name": commit.author_name, "email": commit.author_email},
            "committer": {"name": commit.committer_name, "email": commit.committer_email},
        }

    def workflow_run(self, run: WorkflowRun, action: str = "completed") -> Event:
        """Another workflow has ended. For a run on a fork the list of pull requests is empty."""
        url = self.payloads.repo_url(self.repository)
        page = self.payloads.repo_page(self.repository)
        workflow = {
            "id": 159_038,
            "node_id": "W_159038",
            "name": run.name,
            "path": ".github/workflows/steward.yml",
            "state": "active",
            "created_at": "2026-01-02T03:04:05.000Z",
            "updated_at": "2026-01-02T03:04:05.000Z",
            "url": f"{url}/actions/workflows/159038",
            "html_url": f"{page}/blob/{self.repository.default_branch}/.github/workflows/steward.yml",
            "badge_url": f"{page}/workflows/{run.name}/badge.svg",
        }
        payload = {
            "action": action,
            "workflow": workflow,
            "workflow_run": self.payloads.workflow_run(self.repository, run),
            **self._frame(run.actor),
        }
        return self._on_default_branch("workflow_run", payload, run.actor)

    def workflow_dispatch(
        self, inputs: Mapping[str, str] | None = None, *, sender: User | None = None
    ) -> Event:
        sender = sender or self.repository.owner
        payload = {
            "inputs": dict(inputs or {}) or None,
            "ref": f"refs/heads/{self.repository.default_branch}",
            "workflow": ".github/workflows/steward.yml",
            **self._frame(sender),
        }
        return self._on_default_branch("workflow_dispatch", payload, sender)

    def schedule(self, cron: str = "0 6 * * 1") -> Event:
        payload = {
            "schedule": cron,
            "workflow": ".github/workflows/steward.yml",
            "repository": self.payloads.repository(self.repository),
        }
        return self._on_default_branch("schedule", payload, ACTIONS_BOT)

    def push(self, *, after: str | None = None, sender: User | None = None) -> Event:
        sender = sender or self.repository.owner
        head = after or self.repository.default_sha()
        payload = {
            "ref": f"refs/heads/{self.repository.default_branch}",
            "before": fake_sha("before", head),
            "after": head,
            "created": False,
            "deleted": False,
            "forced": False,
            "base_ref": None,
            "compare": f"{self.payloads.repo_page(self.repository)}/compare/{head[:12]}",
            "commits": [],
            "head_commit": self._head_commit(head, "A commit"),
            "pusher": {"name": sender.login, "email": f"{sender.login}@example.org"},
            **self._frame(sender),
        }
        return self._on_default_branch("push", payload, sender)
