"""What an endpoint is given: the world, the request, and what the request's path names in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from tests.github import localgit
from tests.github.exchange import Answer, Refusal, Request, error, forbidden, not_found
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

    def of(self, repository: Repository) -> Call:
        """The same call as one that names that repository in its path."""
        owner, _, name = repository.full_name.partition("/")
        request = replace(self.request, parameters={"owner": owner, "repo": name})
        return replace(self, request=request)

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
            of_here = pull.head_repository == repository.full_name
            if name == f"pull/{pull.number}/head" or (of_here and name == pull.head_ref):
                return pull.head_sha
            if name == f"pull/{pull.number}/merge":
                return pull.merge_commit_sha
        if ref in self.known_commits():
            return ref
        return self._resolve_in_git(ref)

    def resolve_label(self, label: str) -> str | None:
        """As `resolve`, also for `owner:branch` and `owner:repository:branch` of the repository's network."""
        owner, colon, ref = label.partition(":")
        if not colon:
            return self.resolve(label)
        name, colon, branch = ref.partition(":")
        for repository in self.world.network(self.repository):
            if repository.owner.login.lower() != owner.lower() or (colon and repository.name != name):
                continue
            if found := self._branch_of(repository, branch if colon else ref):
                return found
        return None

    def _branch_of(self, repository: Repository, ref: str) -> str | None:
        if repository is self.repository:
            return self.resolve(ref)
        if ref in repository.branches:
            return repository.branches[ref]
        for pull in self.repository.pulls.values():
            if pull.head_repository == repository.full_name and ref in (pull.head_ref, pull.head_sha):
                return pull.head_sha
        return repository.default_sha() if ref == repository.default_branch else None

    def _resolve_in_git(self, ref: str) -> str | None:
        if self.repository.git is None:
            return None
        try:
            return localgit.resolve(self.repository.git, ref)
        except RuntimeError:
            return None

    def known_commits(self) -> set[str]:
        """Every commit of the repository and of those that share its commits."""
        return set().union(*(_known_commits(each) for each in self.world.network(self.repository)))

    def files(self, ref: str | None) -> Files:
        """The files at a ref, the default branch's when none is given."""
        if ref is None:
            return self.repository.files
        if ref in self.repository.trees:
            return self.repository.trees[ref]
        sha = self.resolve(ref)
        if sha is None:
            raise Refusal(error(404, f"No commit found for the ref {ref}"))
        found = [files_of(repository, sha) for repository in self.world.network(self.repository)]
        tree = next((tree for tree in found if tree is not None), None)
        if tree is None:
            raise not_found()
        return tree

    def commit(self, sha: str) -> Commit:
        """The commit of that name; one is made up for a head that no test has described."""
        repository = self.repository
        found = self.described_commits().get(sha)
        if found is None and repository.git is not None and self._resolve_in_git(sha):
            found = next(iter(localgit.read_commits(repository.git, f"{sha}^!")), None)
        return found or Commit(sha=sha, message="A commit")

    def described_commits(self) -> dict[str, Commit]:
        """The commits that tests have described, in this repository and its network."""
        known: dict[str, Commit] = {}
        for repository in reversed(self.world.network(self.repository)):
            for change in (
                *repository.comparisons.values(),
                *(pull.change for pull in repository.pulls.values()),
            ):
                known.update((commit.sha, commit) for commit in change.commits)
            known |= repository.commits
        return known


Endpoint = Callable[[Call], Answer]


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and text.isdigit() else otherwise


def _known_commits(repository: Repository) -> set[str]:
    known = {repository.default_sha(), *repository.branches.values(), *repository.commits}
    known.update(name for name in repository.trees)
    known.update(sha for pair in repository.comparisons for sha in pair)
    known.update(run.head_sha for run in repository.workflow_runs.values())
    for pull in repository.pulls.values():
        known.update({pull.head_sha, pull.base_sha, pull.merge_commit_sha or pull.head_sha})
        known.update(commit.sha for commit in pull.change.commits)
    return known


def files_of(repository: Repository, sha: str) -> Files | None:
    """The files of a commit: given, the default branch's, or read from the local repository and kept."""
    if sha in repository.trees:
        return repository.trees[sha]
    if sha == repository.default_sha():
        return repository.files
    if repository.git is None:
        return None
    try:
        repository.trees[sha] = localgit.read_files(repository.git, sha)
    except RuntimeError:
        return None
    return repository.trees[sha]
