"""Check runs and workflow runs."""

from __future__ import annotations

from dataclasses import dataclass

from tests.github.nouns import CheckRun, WorkflowRun
from tests.github.objects import object_sha
from tests.github.payloads.names import Json, maybe_stamp, node_id, stamp
from tests.github.payloads.talk import TalkPayloads
from tests.github.world import Repository

# A suite gathers the runs of one app on one commit.
_SUITE = 40_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPayloads(TalkPayloads):
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
            "check_suite": {"id": _SUITE + sum(run.head_sha.encode())},
            "app": self.app(run.app),
            "pull_requests": [
                self.minimal_pull(repository, pull)
                for pull in repository.pulls.values()
                if pull.head_sha == run.head_sha and pull.head_repository == repository.full_name
            ],
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
