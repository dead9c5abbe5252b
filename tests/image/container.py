"""A job's step in a container, started as GitHub's runner starts a container action.

The runner mounts its folders below /github, hands over the names of the environment's variables and nothing of
their values on the command line, and runs the image as root in the workspace. The one departure: the container
shares the host's network, for the stand-in listens on its loopback.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.github.events import Event
from tests.github.runner import Outcome, Runner, wait

IMAGE = os.environ.get("STEWARD_IMAGE", "steward:test")
_DOCKER = "docker"


@dataclass(slots=True, kw_only=True)
class Container:
    """Runs steps of `runner`'s job in the image. `network` is Docker's; `name` the running container's."""

    runner: Runner
    network: str = "host"
    name: str = "steward-under-test"
    _host: Mapping[str, str] = field(default_factory=dict)

    def start(self, event: Event, inputs: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start the step and do not wait."""
        self._host = self.runner.environment(event, inputs)
        inside, mounts = self._translated(self._host)
        names = [part for name in inside for part in ("-e", name)]
        volumes = [part for host, path in mounts.items() for part in ("-v", f"{host}:{path}")]
        command = [
            _DOCKER, "run", "--name", self.name, "--workdir", "/github/workspace", "--rm", *names,
            "--network", self.network, *volumes, IMAGE,
        ]  # fmt: skip
        docker = {name: value for name, value in os.environ.items() if name.startswith("DOCKER_")}
        return subprocess.Popen(
            command,
            env={**inside, **docker, "PATH": os.environ["PATH"]},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def run(self, event: Event, inputs: Mapping[str, str] | None = None) -> Outcome:
        """Start the step and wait for it."""
        process = self.start(event, inputs)
        return wait(process, self._host, seconds=120)

    def wait(self, process: subprocess.Popen[bytes]) -> Outcome:
        """What a started step left behind."""
        return wait(process, self._host, seconds=60)

    def kill(self, signal: str) -> None:
        """Send a signal to the container's first process, as the runner does when a job is cancelled."""
        subprocess.run([_DOCKER, "kill", "--signal", signal, self.name], check=True, capture_output=True)

    @staticmethod
    def _translated(host: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
        """The environment with the container's paths, and the mounts: host folder → folder below /github."""
        step = Path(host["GITHUB_EVENT_PATH"]).parents[1]
        mounts = {
            str(step / "temp"): "/github/runner_temp",
            str(step / "home"): "/github/home",
            str(step / "workflow"): "/github/workflow",
            str(step / "file_commands"): "/github/file_commands",
            host["GITHUB_WORKSPACE"]: "/github/workspace",
        }
        inside = {name: _inside(value, mounts) for name, value in host.items() if name != "PATH"}
        return {**inside, "HOME": "/github/home"}, mounts


def _inside(value: str, mounts: Mapping[str, str]) -> str:
    for host, path in mounts.items():
        if value == host or value.startswith(f"{host}/"):
            return path + value.removeprefix(host)
    return value


def docker(*arguments: str) -> str:
    """What a docker command prints; its own words when it fails."""
    done = subprocess.run([_DOCKER, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"docker {arguments[0]}: {done.stderr.strip()}")
    return done.stdout


def inside(code: str, *options: str) -> Any:
    """What a line of Python prints in a container of the image, read as Python's own literal."""
    import ast

    return ast.literal_eval(
        docker(
            "run",
            "--rm",
            "--network",
            "none",
            "--entrypoint",
            "/opt/steward/bin/python",
            *options,
            IMAGE,
            "-Ic",
            code,
        )
    )
