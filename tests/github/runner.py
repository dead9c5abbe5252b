"""A job's step as a runner starts it: the environment of a container action, the files, what comes of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.github.commands import Command, parse_commands, parse_outputs
from tests.github.events import Event
from tests.github.nouns import Viewer
from tests.github.server import GitHubServer
from tests.github.world import Repository

ROOT = Path(__file__).parents[2]
SECONDS = 240.0
_FILES = {
    "GITHUB_OUTPUT": "set_output",
    "GITHUB_STEP_SUMMARY": "step_summary",
    "GITHUB_ENV": "set_env",
    "GITHUB_STATE": "save_state",
    "GITHUB_PATH": "add_path",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a step left behind. `log` is standard output and standard error as they came."""

    exit_code: int
    log: str
    output_file: str
    summary: str
    environment: Mapping[str, str] = field(repr=False)

    @property
    def outputs(self) -> Mapping[str, str]:
        """Parsed as the runner does; BrokenFile when the runner would fail the step over it."""
        return parse_outputs(self.output_file)

    @property
    def commands(self) -> Sequence[Command]:
        return parse_commands(self.log)

    def annotations(self, level: str) -> list[Command]:
        """The commands `error`, `warning` or `notice`."""
        return [command for command in self.commands if command.name == level]


@dataclass(slots=True, kw_only=True)
class Runner:
    """Starts steps of one repository's workflow against a server. `home` is a directory of the test's own.

    `workspace` is the checkout, empty unless the test fills it; `viewer` is whose token the job gets.
    """

    server: GitHubServer
    repository: Repository
    home: Path
    workspace: Path | None = None
    viewer: Viewer | None = None
    command: Sequence[str] = (sys.executable, "-I", str(ROOT / "entrypoint.py"))
    run_id: int = 1_000_001
    run_attempt: int = 1
    _steps: int = 0

    def environment(self, event: Event, inputs: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of the step; its files are made. An input is `INPUT_NAME` with the dashes kept."""
        self._steps += 1
        step = self.home / f"step-{self._steps}"
        workspace = self.workspace or step / "workspace"
        for directory in (step / "workflow", step / "file_commands", step / "temp", step / "home", workspace):
            directory.mkdir(parents=True, exist_ok=True)
        event_path = step / "workflow" / "event.json"
        event_path.write_text(json.dumps(event.payload), encoding="utf-8")
        return {
            **self._system(step),
            **self._github(event),
            **self._files(step),
            "GITHUB_EVENT_PATH": str(event_path),
            "GITHUB_WORKSPACE": str(workspace),
            **self._inputs(inputs or {}),
        }

    def _system(self, step: Path) -> dict[str, str]:
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            # Coverage follows the step into its process by these.
            **{name: text for name, text in os.environ.items() if name.startswith("COVERAGE_PROCESS_")},
            "HOME": str(step / "home"),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "RUNNER_OS": "Linux",
            "RUNNER_ARCH": "X64",
            "RUNNER_NAME": "runner-1",
            "RUNNER_ENVIRONMENT": "github-hosted",
            "RUNNER_TEMP": str(step / "temp"),
            "RUNNER_TOOL_CACHE": "/opt/hostedtoolcache",
            "RUNNER_WORKSPACE": "/home/runner/work",
        }

    def _github(self, event: Event) -> dict[str, str]:
        repository, server = self.repository, self.server
        workflow = f"{repository.full_name}/.github/workflows/steward.yml@{event.ref}"
        return {
            "GITHUB_ACTION": "__self",
            "GITHUB_ACTION_REF": "",
            "GITHUB_ACTION_REPOSITORY": "",
            "GITHUB_ACTOR": event.actor,
            "GITHUB_ACTOR_ID": str(server.world.user(event.actor).id),
            "GITHUB_API_URL": server.url,
            "GITHUB_BASE_REF": event.base_ref,
            "GITHUB_EVENT_NAME": event.name,
            "GITHUB_GRAPHQL_URL": server.graphql_url,
            "GITHUB_HEAD_REF": event.head_ref,
            "GITHUB_JOB": "steward",
            "GITHUB_REF": event.ref,
            "GITHUB_REF_NAME": event.ref.removeprefix("refs/").removeprefix("heads/").removeprefix("pull/"),
            "GITHUB_REF_PROTECTED": "false",
            "GITHUB_REF_TYPE": "branch",
            "GITHUB_REPOSITORY": repository.full_name,
            "GITHUB_REPOSITORY_ID": str(repository.id),
            "GITHUB_REPOSITORY_OWNER": repository.owner.login,
            "GITHUB_REPOSITORY_OWNER_ID": str(repository.owner.id),
            "GITHUB_RETENTION_DAYS": "90",
            "GITHUB_RUN_ATTEMPT": str(self.run_attempt),
            "GITHUB_RUN_ID": str(self.run_id),
            "GITHUB_RUN_NUMBER": str(self.run_id % 1_000_000),
            "GITHUB_SERVER_URL": server.web,
            "GITHUB_SHA": event.sha,
            "GITHUB_TRIGGERING_ACTOR": event.actor,
            "GITHUB_WORKFLOW": "Steward",
            "GITHUB_WORKFLOW_REF": workflow,
            "GITHUB_WORKFLOW_SHA": event.sha,
        }

    def _files(self, step: Path) -> dict[str, str]:
        made = {name: step / "file_commands" / stem for name, stem in _FILES.items()}
        for path in made.values():
            path.touch()
        return {name: str(path) for name, path in made.items()}

    def _inputs(self, given: Mapping[str, str]) -> dict[str, str]:
        viewer = self.viewer or self.server.world.job
        defaults = declared_inputs() or {"github-token": "${{ github.token }}"}
        values = {
            name: default.replace("${{ github.token }}", viewer.token) for name, default in defaults.items()
        }
        return {
            f"INPUT_{name.upper().replace(' ', '_')}": value for name, value in {**values, **given}.items()
        }

    def run(
        self,
        event: Event,
        inputs: Mapping[str, str] | None = None,
        *,
        extra: Mapping[str, str] | None = None,
        seconds: float = SECONDS,
    ) -> Outcome:
        """Start the step and wait for it. `extra` is put into the environment last.

        Raises TimeoutError, with the log so far, when the step does not end in time.
        """
        environment = self.environment(event, inputs) | dict(extra or {})
        return wait(self.start(environment), environment, seconds=seconds)

    def start(self, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        """Start the step and do not wait, for a test that sends signals or runs several at once."""
        return subprocess.Popen(
            list(self.command),
            env=dict(environment),
            cwd=environment["GITHUB_WORKSPACE"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )


def wait(
    process: subprocess.Popen[bytes], environment: Mapping[str, str], *, seconds: float = SECONDS
) -> Outcome:
    """What a started step left behind, once it has ended; TimeoutError when it does not end in time."""
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        output, _ = process.communicate()
        raise TimeoutError(f"no end after {seconds} seconds\n{output.decode(errors='replace')}") from None
    return Outcome(
        exit_code=process.returncode,
        log=output.decode(errors="replace"),
        output_file=_text(environment["GITHUB_OUTPUT"]),
        summary=_text(environment["GITHUB_STEP_SUMMARY"]),
        environment=environment,
    )


def _text(path: str) -> str:
    # Bytes first: universal newlines would hide a carriage return from the parsers.
    return Path(path).read_bytes().decode(errors="replace")


def declared_inputs(action: Path = ROOT / "action.yml") -> Mapping[str, str]:
    """The inputs that action.yml declares, each with its default, empty when it has none."""
    if not action.exists():
        return {}
    # The base loader makes strings of everything, as an environment does: `true` stays "true".
    document: Any = yaml.load(action.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
    return {name: (row or {}).get("default", "") for name, row in (document.get("inputs") or {}).items()}
