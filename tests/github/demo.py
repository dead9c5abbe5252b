"""What `make demo` runs: the Action's entrypoint on an example pull request, and what a reader would see.

The entrypoint is started as a runner starts it; a stand-in GitHub on 127.0.0.1 answers it, and nothing leaves
this machine. The input is plain files in `examples/pull-request/`, the output goes to `build/demo/`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import yaml
from rich.console import Console
from rich.text import Text

from tests.github import builders, objects
from tests.github.events import Events
from tests.github.nouns import Change, PullRequestState
from tests.github.patches import rows_of
from tests.github.reading import page
from tests.github.runner import ROOT, Outcome, Runner
from tests.github.server import GitHubServer
from tests.github.traces import traces
from tests.github.world import Repository
from tests.model.service import serving, writes
from tests.model.words import answer

EXAMPLE = ROOT / "examples" / "pull-request"
OUT = ROOT / "build" / "demo"
SECONDS = 60.0
COLUMNS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """One push of the example, the folder its traces go to, and what its run must come to."""

    diff: str
    action: str
    folder: str
    story: str
    outputs: Mapping[str, str]
    says: str

    @property
    def out(self) -> Path:
        return OUT / self.folder


PUSHES = (
    Push(
        diff="first-push.diff",
        action="opened",
        folder="1-opened",
        story="The pull request is opened: six source files, one test, no docs.",
        outputs={"state": "done", "verdict": "warn", "overall": "65", "status": "amber"},
        says="65 amber",
    ),
    Push(
        diff="second-push.diff",
        action="synchronize",
        folder="2-pushed",
        story="A second push brings two more tests and a page of docs. The same comment is updated.",
        outputs={"state": "done", "verdict": "pass", "overall": "77", "status": "green"},
        says="up 12 from 65",
    ),
)


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


class NotAsExpected(Exception):
    """The demo did not end as it should; the message says what differs."""


def main(model: str = "") -> int:
    """Run the demo. Returns 0 when both runs ended as expected, else 1.

    With `model` "fake" the report's words are those of a service on this machine, which is no model.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    # A pipe has no width of its own.
    console.width = min(console.width, COLUMNS) if console.is_terminal else COLUMNS
    shutil.rmtree(OUT, ignore_errors=True)
    try:
        if model not in ("", "fake"):
            raise NotAsExpected(f"MODEL={model} is not known; allowed: fake, or nothing")
        with serving(writes(answer)) if model else nullcontext() as service:
            _tell(console, {} if service is None else _key(service.url))
    except (
        NotAsExpected,
        subprocess.SubprocessError,
        OSError,
        KeyError,
        TypeError,
        ValueError,
        yaml.YAMLError,
    ) as problem:
        console.print(Text(f"\nmake demo: {_words(problem)}", style="bold red"))
        return 1
    return 0


def _words(problem: Exception) -> str:
    if isinstance(problem, NotAsExpected):
        return f"the run did not end as expected\n{problem}"
    return f"the demo could not be run: {type(problem).__name__}: {problem}"


def _key(url: str) -> dict[str, str]:
    return {"anthropic-api-key": "sk-of-the-demo", "anthropic-base-url": url}


def _tell(console: Console, inputs: Mapping[str, str]) -> None:
    with GitHubServer() as server, tempfile.TemporaryDirectory(prefix="steward-demo-") as home:
        stage = Stage.set_up(server, Path(home))
        console.print(
            Text(
                f'Steward on the pull request "{stage.pull.title}" (examples/pull-request/): its entrypoint,\n'
                "started as a runner starts it, against a stand-in GitHub on this machine."
            )
        )
        for number, push in enumerate(PUSHES, start=1):
            console.rule(style="dim")
            console.print(Text(f"{number}. {push.story}\n", style="bold"))
            done = stage.run(push, inputs)
            stage.show(console, push, done)
            stage.check(push, done)
    console.rule(style="dim")
    console.print(Text("Both runs ended as expected. What they wrote:", style="bold"))
    for push in PUSHES:
        names = " ".join(sorted(file.name for file in push.out.iterdir()))
        console.print(Text(f"{_shown(push.out)}/\n    {names}"))


@dataclass(slots=True, kw_only=True)
class Stage:
    """The example's repository on a stand-in GitHub, its one pull request, and a runner of its workflow."""

    server: GitHubServer
    repository: Repository
    pull: PullRequestState
    runner: Runner
    asked: int = 0

    @classmethod
    def set_up(cls, server: GitHubServer, home: Path) -> Self:
        """The default branch as its files are, and the pull request without a change yet."""
        known: dict[str, Any] = yaml.safe_load((EXAMPLE / "pull-request.yml").read_text(encoding="utf-8"))
        before = EXAMPLE / "default-branch"
        paths = (path for path in before.rglob("*") if path.is_file())
        files = {path.relative_to(before).as_posix(): path.read_bytes() for path in paths}
        repository = server.world.add_repository(known["repository"], files=files)
        pull = builders.open_pull(
            server.world,
            repository,
            number=known["number"],
            title=known["title"],
            body=known["body"],
            author=server.world.user(known["author"]),
            head_ref=known["branch"],
        )
        runner = Runner(server=server, repository=repository, home=home)
        return cls(server=server, repository=repository, pull=pull, runner=runner)

    def run(self, push: Push, inputs: Mapping[str, str] | None = None) -> Outcome:
        """Push, run the Action for it, and keep everything that it left behind."""
        diff = (EXAMPLE / push.diff).read_bytes()
        head = objects.fake_sha("push", objects.object_sha("blob", diff))
        self.pull.push(head_sha=head, change=Change(diff=diff, rows=rows_of(diff)))
        builders.put_files(self.repository, head, _applied(diff))
        self.runner.run_id += 1
        self.asked = len(self.server.requests)
        events = Events(payloads=self.server.payloads(), repository=self.repository)
        done = self.runner.run(
            events.pull_request(self.pull, push.action), dict(inputs or {}), seconds=SECONDS
        )
        left = traces(done, self.server, self.repository, number=self.pull.number, since=self.asked)
        push.out.mkdir(parents=True)
        for name, text in left.items():
            (push.out / name).write_text(text, encoding="utf-8")
        return done

    def show(self, console: Console, push: Push, done: Outcome) -> None:
        """The comment as a reader sees it, and what became of the rest."""
        for comment in self.repository.comments_on(self.pull.number):
            console.print(page(comment.body, opened=("History",)))
        checks = self.repository.checks_on(self.pull.head_sha)
        requests = self.server.requests[self.asked :]
        writes = sum(one.request.is_write for one in requests)
        rows = {
            "Check run": "; ".join(f"{one.name}: {one.conclusion}, {one.title}" for one in checks) or "none",
            "Exit code": str(done.exit_code),
            "Requests": f"{len(requests)}, of which {writes} write",
            "Written to": f"{_shown(push.out)}/",
        }
        console.print(Text("\n".join(f"{name:<12}{text}" for name, text in rows.items())))

    def check(self, push: Push, done: Outcome) -> None:
        """Raise `NotAsExpected` with all that differs from what the run must come to."""
        problems = list(self._problems(push, done))
        if problems:
            log = f"The log: {_shown(push.out / 'log.txt')}"
            raise NotAsExpected("\n".join((*(f"- {one}" for one in problems), log)))

    def _problems(self, push: Push, done: Outcome) -> Iterator[str]:
        if done.exit_code:
            yield f"the exit code is {done.exit_code}, not 0"
        for name, expected in push.outputs.items():
            if done.outputs.get(name) != expected:
                yield f"the output {name} is {done.outputs.get(name)!r}, not {expected!r}"
        comments = self.repository.comments_on(self.pull.number)
        if [push.says in comment.body for comment in comments] != [True]:
            yield f"there is not exactly one comment that says {push.says!r}, but {len(comments)} in all"
        if len(self.repository.checks_on(self.pull.head_sha)) != 1:
            yield "there is not exactly one check run on the head"
        yield from (f"not as GitHub describes it: {violation}" for violation in self.server.violations)


def _applied(diff: bytes) -> dict[str, bytes]:
    """The example's files as a push leaves them."""
    with tempfile.TemporaryDirectory(prefix="steward-demo-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(EXAMPLE / "default-branch", tree)
        subprocess.run(["git", "apply", "-"], cwd=tree, input=diff, check=True, capture_output=True)
        return {
            path.relative_to(tree).as_posix(): path.read_bytes() for path in tree.rglob("*") if path.is_file()
        }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
