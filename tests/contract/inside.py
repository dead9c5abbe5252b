"""Runs of the Action inside this process: quick, side by side, and with a clock that a test holds still.

What a run leaves behind is the same as from a process of its own; `tests/contract/test_cancel.py` and the
scenarios start real ones.
"""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from steward.adapters.clock import Clock
from steward.main import main
from tests.github import builders
from tests.github.events import Events
from tests.github.nouns import Change, CheckRun, Comment, Commit, PullRequestState
from tests.github.objects import fake_sha
from tests.github.patches import rows_of
from tests.github.runner import Outcome, Runner
from tests.github.server import GitHubServer
from tests.github.world import Repository

MARKER = "<!-- steward:v1 "
_PATIENT_SECONDS = 30.0
_QUICK = 0.8  # of its patience: a request that took that long was given up, not refused


def diff_of(*paths: str, lines: int = 3) -> bytes:
    """A diff that adds files of a few lines."""
    added = "".join(f"+line {number}\n" for number in range(lines))
    return "".join(
        f"diff --git a/{path} b/{path}\nnew file mode 100644\nindex 0000000..1111111\n"
        f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{lines} @@\n{added}"
        for path in paths
    ).encode()


GREEN = diff_of("src/widgets.py", "tests/test_widgets.py", "docs/widgets.md")
AMBER = diff_of("src/widgets.py")


class StillClock(Clock):
    """Time passes only while a run sleeps or waits for an answer that never comes.

    `answer` is how many real seconds a socket may keep silent; the run is told that it were its usual time. The run
    has gone on for `passed` seconds already. `given_up` counts the answers that were not waited for any longer.
    """

    def __init__(self, answer: float = _PATIENT_SECONDS, *, passed: float = 0.0) -> None:
        self.slept = 0.0
        self.given_up = 0
        self._at = 0.0
        self._real = answer
        self._asked = threading.local()
        super().__init__(sleep=self._pass, monotonic=lambda: self._at)
        self._at = passed

    def go_on(self, seconds: float) -> None:
        """Let time pass, whatever the run is at."""
        self._at += seconds

    def _pass(self, seconds: float) -> None:
        self.slept += seconds
        self._at += seconds

    def answer_within(self) -> float:
        self._asked.at, self._asked.told = time.monotonic(), super().answer_within()
        return self._real

    def hung(self, seconds: float) -> None:
        if time.monotonic() - self._asked.at >= _QUICK * self._real:
            seconds = self._asked.told
            self._at += seconds
            self.given_up += 1
        super().hung(seconds)


def run(environment: Mapping[str, str], clock: Clock | None = None) -> Outcome:
    """One run of the Action in this thread."""
    log = io.StringIO()
    code = main(environment, clock=clock or StillClock(), stream=log)
    output, summary = (
        Path(environment[name]).read_bytes().decode() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")
    )
    return Outcome(
        exit_code=code, log=log.getvalue(), output_file=output, summary=summary, environment=environment
    )


class Stage:
    """A repository on a stand-in with a pull request, and a runner of its workflow."""

    def __init__(
        self, github: GitHubServer, home: Path, *, files: Mapping[str, str] | None = None, diff: bytes = GREEN
    ) -> None:
        self.github = github
        self.world = github.world
        self.repository: Repository = self.world.add_repository(
            "example-org/widgets", files={"README.md": "# Widgets\n", **(files or {})}
        )
        self.pull: PullRequestState = builders.open_pull(self.world, self.repository, diff=diff)
        self.runner = Runner(server=github, repository=self.repository, home=home)

    @property
    def events(self) -> Events:
        return Events(payloads=self.github.payloads(), repository=self.repository)

    def push(self, name: object, diff: bytes | None = None) -> str:
        """Move the head, with the same change unless another is given; returns its SHA."""
        # The old head's commit is still known: a late run may make its check run there.
        self.repository.commits[self.pull.head_sha] = Commit(
            sha=self.pull.head_sha, message="Before the push"
        )
        head = fake_sha("push", name)
        change = None if diff is None else Change(diff=diff, rows=rows_of(diff))
        self.pull.push(head_sha=head, change=change)
        return head

    def push_back(self, head: str, diff: bytes) -> None:
        """Move the head to a commit that was there before, with its change."""
        self.pull.push(head_sha=head, change=Change(diff=diff, rows=rows_of(diff)))

    def environment(self, inputs: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of a run for the pull request as it is now, later than every one before."""
        self.runner.run_id += 1
        return self.runner.environment(self.events.pull_request(self.pull), inputs)

    def run(self, inputs: Mapping[str, str] | None = None, clock: Clock | None = None) -> Outcome:
        """Such a run, to its end."""
        return run(self.environment(inputs), clock)

    def ours(self) -> list[Comment]:
        """The comments with our marker by the accounts of the world's tokens, oldest first."""
        writers = [viewer.user for viewer in self.world.viewers.values()]
        found = (one for one in self.repository.comments_on(self.pull.number) if one.body.startswith(MARKER))
        return sorted((one for one in found if one.user in writers), key=lambda one: one.id)

    def checks(self, head: str | None = None) -> list[CheckRun]:
        """The check runs on the head, oldest first."""
        found = self.repository.checks_on(head or self.pull.head_sha)
        return sorted(found, key=lambda one: one.id)
