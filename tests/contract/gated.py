"""A repository whose default branch has a policy, people with permissions, and a pull request of real commits."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.contract.inside import MARKER, Stage, run
from tests.github import builders, objects
from tests.github.commits import signed
from tests.github.events import Event
from tests.github.nouns import Comment, Commit, Review, User
from tests.github.objects import Entry
from tests.github.runner import Outcome, Runner
from tests.github.server import GitHubServer

SETTINGS, CONSTITUTION = ".github/steward.yml", "governance.pxf"
ROLES = {"maintainer": "write", "admin": "admin", "keeper": "maintain", "triager": "triage", "reader": "read"}
SMALL = {"src/widgets.py": "x = 1\n", "tests/test_widgets.py": "x = 1\n", "docs/widgets.md": "# Widgets\n"}


class Gated(Stage):
    """`settings` and `governance` are the two policy files of the default branch; `before` its other files.

    The pull request, by `contributor`, makes `before` into `after` (None takes a file away) in `commits`.
    """

    def __init__(
        self,
        github: GitHubServer,
        home: Path,
        *,
        settings: str | None = None,
        governance: str | None = None,
        before: Mapping[str, str | bytes | Entry] | None = None,
        after: Mapping[str, str | bytes | Entry | None] | None = None,
        commits: Sequence[Commit] | None = None,
    ) -> None:
        policy = {SETTINGS: settings, CONSTITUTION: governance}
        stated = {path: text for path, text in policy.items() if text is not None}
        old = {"README.md": "# Widgets\n", **stated, **(before or {})}
        new = {**old, **(SMALL if after is None else after)}
        self.github, self.world = github, github.world
        self.repository = self.world.add_repository("example-org/widgets")
        self.pull = builders.open_pull_of_files(
            self.world,
            self.repository,
            objects.files(old),
            objects.files({path: text for path, text in new.items() if text is not None}),
            home / "git",
        )
        self.runner = Runner(server=github, repository=self.repository, home=home)
        self.repository.permissions.update(ROLES)
        for login in ROLES:
            self.world.user(login)
        self.pull.change = replace(self.pull.change, commits=())
        self.commit(*([signed()] if commits is None else commits))

    # ------------------------------------------------------------------------------------- what people do

    def commit(self, *made: Commit) -> tuple[Commit, ...]:
        """Push commits; the files stay as they are."""
        self.repository.commits[self.pull.head_sha] = Commit(
            sha=self.pull.head_sha, message="Before the push"
        )
        pushed = builders.push_commits(self.repository, self.pull, *made)
        self.world.clock.advance(60)
        return pushed

    def say(self, body: str, login: str = "maintainer", *, user: User | None = None) -> Comment:
        """A comment, a minute after what was before."""
        self.world.clock.advance(60)
        who = user or self.world.user(login)
        return builders.add_comment(self.world, self.repository, self.pull.number, body, user=who)

    def approve(self, login: str, state: str = "APPROVED", *, head: str | None = None) -> Review:
        return builders.add_review(self.world, self.pull, self.world.user(login), state, commit_id=head)

    def set_policy(self, path: str, text: str | Entry | None) -> None:
        """What the default branch holds from now on."""
        if text is None:
            self.repository.files.pop(path, None)
        else:
            self.repository.files[path] = objects.as_entry(text)

    # -------------------------------------------------------------------------------------------- runs

    def run_event(self, event: Event, inputs: Mapping[str, str] | None = None) -> Outcome:
        """A run for an event, later than every one before."""
        self.world.clock.advance(60)
        self.runner.run_id += 1
        return run(self.runner.environment(event, inputs))

    def judge(self, inputs: Mapping[str, str] | None = None) -> Outcome:
        """A run for the pull request as it is."""
        return self.run_event(self.events.pull_request(self.pull), inputs)

    def command(
        self, body: str, login: str = "maintainer", inputs: Mapping[str, str] | None = None
    ) -> tuple[Comment, Outcome]:
        """A comment, and the run that it starts; where that one refuses at once, the next that judges."""
        comment = self.say(body, login)
        done = self.run_event(self.events.comment(self.pull, comment), inputs)
        return comment, done if done.outputs["state"] != "skipped" else self.judge(inputs)

    # ---------------------------------------------------------------------------------- what can be seen

    def comment(self) -> str:
        """The words of our one comment."""
        (found,) = self.ours()
        return found.body

    def check(self, head: str | None = None) -> tuple[str | None, str | None]:
        """Conclusion and title of the newest check run on the head."""
        found = self.checks(head)[-1]
        return found.conclusion, found.title

    def replies(self) -> list[str]:
        """The comments of the token's own that are not the report."""
        bots = [one for one in self.repository.comments_on(self.pull.number) if one.app is not None]
        return [one.body for one in bots if not one.body.startswith(MARKER)]

    def reactions(self, comment: Comment) -> list[str]:
        return [one.content for one in comment.reactions]


def report(done: Outcome) -> dict[str, Any]:
    """The JSON report that a run put out."""
    found: dict[str, Any] = json.loads(done.outputs["report"])
    return found


def gate(done: Outcome, name: str) -> dict[str, Any]:
    """One gate of the report."""
    found: dict[str, Any] = next(one for one in report(done)["gates"] if one["name"] == name)
    return found


def results(done: Outcome) -> dict[str, tuple[str, str]]:
    """Mode and outcome of every gate."""
    return {one["name"]: (one["mode"], one["outcome"]) for one in report(done)["gates"]}
