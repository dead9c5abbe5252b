"""A case played: the world of its files, the runs of its story, and what the last run left behind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.github import builders, localgit, objects
from tests.github.commits import signed, unsigned
from tests.github.events import Event, Events
from tests.github.faults import is_diff
from tests.github.nouns import Change, Commit, PullRequestState, Totals, User
from tests.github.objects import Files
from tests.github.patches import rows_of
from tests.github.queue import queue
from tests.github.runner import Outcome, Runner
from tests.github.server import ENTERPRISE, WEB, GitHubServer
from tests.github.traces import traces
from tests.github.world import Repository
from tests.staging import changes
from tests.staging.case import Case, Run
from tests.staging.readme import documented_permissions

REPOSITORY = "example-org/widgets"
NUMBER = 7
README = "# Widgets\n"
_RUNS = 1_000_000
_LATER = ("issue_comment", "merge_group")  # they push nothing


class Stage:
    """One case on one stand-in GitHub."""

    def __init__(self, case: Case, home: Path) -> None:
        self.case = case
        self._home = home
        prefix, web = (ENTERPRISE, "https://github.example.org") if case.world.enterprise else ("", WEB)
        self.server = GitHubServer(prefix=prefix, web=web)
        self._base = self._before()
        self.repository = self._repository()
        self._pull = self._open()
        self._runner = Runner(server=self.server, repository=self.repository, home=home / "runner")
        self._events: list[Event] = []
        self._prepare()

    def play(self) -> tuple[Outcome, dict[str, str]]:
        """Every run in turn; the last one's outcome, and the files it left behind."""
        exits, done, asked = "", None, 0
        with self.server:
            for run in self.case.story.runs:
                asked = len(self.server.requests)
                done = self._run(run)
                exits += f"{done.exit_code}\n"
            if done is None:
                raise ValueError(f"{self.case.folder}: a story needs a run")
            left = traces(done, self.server, self.repository, number=NUMBER, since=asked)
        return done, {**left, "exit": exits}

    # ------------------------------------------------------------------------------- before the runs

    def _before(self) -> Files:
        """The default branch: the world's files and whatever the changes touch."""
        folder, world = self.case.folder, self.case.world
        made = objects.files({"README.md": README, **world.files})
        for run in self.case.story.runs:
            described = folder / f"{run.change}.yml"
            if described.exists():
                made.update(changes.before(changes.read_change(described)))
        made.update(_tree(folder / "before"))
        return made

    def _repository(self) -> Repository:
        world = self.case.world
        made = self.server.world.add_repository(
            REPOSITORY, default_branch=world.default_branch, private=world.private
        )
        made.files = dict(self._base)
        return made

    def _open(self) -> PullRequestState:
        told, world = self.case.story.pull_request, self.server.world
        fork = world.add_repository(told.fork, fork=True) if told.fork else None
        pull = builders.open_pull(
            world,
            self.repository,
            number=NUMBER,
            title=told.title,
            body=told.body,
            author=self._author(told.author),
            head_ref=told.branch,
            base_ref=told.base,
            fork=fork,
            deleted_fork=told.deleted_fork,
            draft=told.draft,
        )
        pull.state = told.state
        return pull

    def _author(self, login: str) -> User:
        return self.server.world.user(login, type="Bot" if login.endswith("[bot]") else "User")

    def _prepare(self) -> None:
        told, job = self.case.world, self.server.world.job
        job.read_only = told.token == "read-only"
        job.permissions = documented_permissions() if told.token == "documented" else None
        self._pull.diff_too_large = told.diff_too_large
        self.repository.permissions.update(told.roles)
        for remark in told.comments:
            viewer = job if remark.by == "job" else None
            builders.add_comment(self.server.world, self.repository, NUMBER, remark.body, viewer=viewer)
        for fault in told.faults:
            self.server.fault(
                fault.method,
                is_diff if fault.request == "diff" else fault.request,
                fault.kind,
                times=fault.times,
                skip=fault.skip,
                retry_after=fault.retry_after,
            )

    # -------------------------------------------------------------------------------------- one run

    def _run(self, run: Run) -> Outcome:
        if run.payload_of is None and (run.event not in _LATER or not self._events):
            self._push(run.change)
            self._commits(run)
        self._events.append(self._event(run))
        self._runner.run_id, self._runner.run_attempt = _RUNS + run.number, run.attempt
        return self._runner.run(self._events[-1], self.case.inputs)

    def _commits(self, run: Run) -> None:
        """The change as commits of the contributor's, the files as they are."""
        if run.commits:
            head = self._pull.head_sha
            self.repository.commits[head] = Commit(sha=head, message="Before the push")
            self._pull.change = replace(self._pull.change, commits=())
            made = [
                signed(f"Change {number}") if kind == "signed" else unsigned(f"Change {number}")
                for number, kind in enumerate(run.commits, 1)
            ]
            builders.push_commits(self.repository, self._pull, *made)

    def _push(self, name: str) -> None:
        """Move the head to the change of that name: described, a diff, or the two trees."""
        folder = self.case.folder
        described, diff = folder / f"{name}.yml", folder / f"{name}.diff"
        if diff.exists():
            data = diff.read_bytes()
            head = objects.fake_sha("head", objects.object_sha("blob", data))
            self._move(head, Change(diff=data, rows=rows_of(data)))
        elif described.exists():
            self._commit(name, changes.after(self._base, changes.read_change(described)))
        else:
            self._commit(name, {**objects.files({"README.md": README}), **_tree(folder / "after")})

    def _commit(self, name: str, after: Files) -> None:
        git = self._home / f"git-{name}"
        base, head = localgit.write_repository(git, self._base, after)
        if self.repository.git is None:
            self.repository.git = git
            self.repository.branches[self.repository.default_branch] = base
            self._pull.base_sha = base
        if self.case.world.checkout:
            self._runner.workspace = git
        self._move(head, localgit.read_change(git, base, head))

    def _move(self, head: str, change: Change) -> None:
        told = self.case.world
        self._pull.push(head_sha=head, change=change)
        if told.totals is not None:
            size = told.totals
            self._pull.totals = Totals(
                changed_files=size.files, additions=size.additions, deletions=size.deletions
            )
        elif told.listed is not None:
            self._pull.totals = self._pull.size()
        if told.listed is not None:
            self._pull.change = replace(change, rows=change.rows[: told.listed])

    def _event(self, run: Run) -> Event:
        event = self._made(run) if run.payload_of is None else self._events[run.payload_of - 1]
        kept = {key: value for key, value in event.payload.items() if key not in run.drop}
        return replace(event, payload=kept if self.case.payload is None else self.case.payload)

    def _made(self, run: Run) -> Event:
        events = Events(payloads=self.server.payloads(), repository=self.repository)
        match run.event:
            case "pull_request" | "pull_request_target":
                return events.pull_request(self._pull, run.action, name=run.event)
            case "issue_comment":
                self.server.world.clock.advance(60)
                by = self.server.world.user(run.by)
                said = builders.add_comment(self.server.world, self.repository, NUMBER, run.says, user=by)
                return events.comment(self._pull, said)
            case "merge_group":
                return events.queued(queue(self.repository, self._pull, style=run.queue))
            case "workflow_dispatch":
                return events.workflow_dispatch()
            case "schedule":
                return events.schedule()
            case "push":
                return events.push()
        raise ValueError(f"{self.case.folder}: no story is written for the event {run.event}")


def _tree(folder: Path) -> Files:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return objects.files({path.relative_to(folder).as_posix(): path.read_bytes() for path in paths})
