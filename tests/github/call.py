"""What an endpoint is given: the world, the request, and what the request's path names in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from tests.github import localgit
from tests.github.exchange import Answer, Request, forbidden, not_found
from tests.github.nouns import Commit, Issue, PullRequestState, Viewer
from tests.github.objects import Files
from tests.github.payloads import Payloads
from tests.github.world import Repository, World

PER_PAGE = 30
MAX_PER_PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    world: World
    request: Request
    payloads: Payloads

    @property
    def now(self) -> datetime:
        return self.world.clock.now()

    @property
    def body(self) -> Mapping[str, Any]:
        return self.request.body if isinstance(self.request.body, dict) else {}

    @property
    def viewer(self) -> Viewer:
        if self.request.viewer is None:
            raise forbidden()
        return self.request.viewer

    def number(self, name: str) -> int:
        """A path parameter that is a number; anything else names nothing."""
        text = self.request.parameters[name]
        if not text.isdigit():
            raise not_found()
        return int(text)

    @property
    def repository(self) -> Repository:
        parameters = self.request.parameters
        found = self.world.repository(f"{parameters['owner']}/{parameters['repo']}")
        if found is None:
            raise not_found()
        return found

    @property
    def pull(self) -> PullRequestState:
        found = self.repository.pulls.get(self.number("pull_number"))
        if found is None:
            raise not_found()
        return found

    @property
    def issue(self) -> Issue | PullRequestState:
        number = self.number("issue_number")
        found = self.repository.issues.get(number) or self.repository.pulls.get(number)
        if found is None:
            raise not_found()
        return found

    def page(
        self, items: Sequence[Any], *, per_page: int = PER_PAGE
    ) -> tuple[Sequence[Any], Mapping[str, str]]:
        """The page that was asked for, and the `Link` header that leads to the others."""
        query = self.request.query
        size = min(max(_number(query.get("per_page"), per_page), 1), max(per_page, MAX_PER_PAGE))
        at = max(_number(query.get("page"), 1), 1)
        last = max(-(-len(items) // size), 1)
        steps = {"prev": at - 1, "next": at + 1, "last": last, "first": 1}
        wanted = [name for name in steps if (at > 1 if name in ("prev", "first") else at < last)]
        links = ", ".join(f'<{self._page_url(steps[name])}>; rel="{name}"' for name in wanted)
        return items[(at - 1) * size : at * size], {"Link": links} if links else {}

    def _page_url(self, page: int) -> str:
        # GitHub writes these by the repository's id, whatever path was asked.
        repository = self.repository
        rest = self.request.path.removeprefix(
            f"/repos/{self.request.parameters['owner']}/{self.request.parameters['repo']}"
        )
        query = urlencode({**self.request.query, "page": page})
        return f"{self.payloads.api}/repositories/{repository.id}{rest}?{query}"

    def listed(self, items: Sequence[Any], show: Callable[[Any], Any]) -> Answer:
        """A bare array, a page of it."""
        some, headers = self.page(items)
        return Answer(body=[show(item) for item in some], headers=headers)

    def resolve(self, ref: str) -> str | None:
        """The commit that a branch, a `refs/…` or a SHA names; None when it names nothing known."""
        repository = self.repository
        name = ref.removeprefix("refs/").removeprefix("heads/")
        if name == repository.default_branch:
            return repository.default_sha()
        if name in repository.branches:
            return repository.branches[name]
        for pull in repository.pulls.values():
            if (
                name in (pull.head_ref, f"pull/{pull.number}/head")
                and pull.head_repository == repository.full_name
            ):
                return pull.head_sha
            if name == f"pull/{pull.number}/merge":
                return pull.merge_commit_sha
        if ref in self.known_commits():
            return ref
        return self._resolve_in_git(ref)

    def _resolve_in_git(self, ref: str) -> str | None:
        if self.repository.git is None:
            return None
        try:
            return localgit.resolve(self.repository.git, ref)
        except RuntimeError:
            return None

    def known_commits(self) -> set[str]:
        repository = self.repository
        known = {repository.default_sha(), *repository.branches.values(), *repository.commits}
        known.update(name for name in repository.trees)
        known.update(sha for pair in repository.comparisons for sha in pair)
        known.update(run.head_sha for run in repository.workflow_runs.values())
        for pull in repository.pulls.values():
            known.update({pull.head_sha, pull.base_sha, pull.merge_commit_sha or pull.head_sha})
            known.update(commit.sha for commit in pull.change.commits)
        return known

    def files(self, ref: str | None) -> Files:
        """The files at a ref, the default branch's when none is given."""
        repository = self.repository
        if ref is None:
            return repository.files
        if ref in repository.trees:
            return repository.trees[ref]
        sha = self.resolve(ref)
        if sha is None:
            raise not_found()
        if sha in repository.trees:
            return repository.trees[sha]
        if sha == repository.default_sha():
            return repository.files
        if repository.git is None:
            raise not_found()
        repository.trees[sha] = localgit.read_files(repository.git, sha)
        return repository.trees[sha]

    def commit(self, sha: str) -> Commit:
        """The commit of that name; one is made up for a head that no test has described."""
        repository = self.repository
        if sha in repository.commits:
            return repository.commits[sha]
        for pull in repository.pulls.values():
            for commit in pull.change.commits:
                if commit.sha == sha:
                    return commit
        if repository.git is not None:
            found = localgit.read_commits(repository.git, f"{sha}^!")
            if found:
                return found[0]
        return Commit(sha=sha, message="A commit")


Endpoint = Callable[[Call], Answer]


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and text.isdigit() else otherwise
