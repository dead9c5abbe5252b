"""What a run loads: only what it needs, for every import is paid by every pull request."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec

import pytest

from tests.contract.test_events import AMBER
from tests.github import builders, objects
from tests.github.events import Event, Events
from tests.github.nouns import PullRequestState
from tests.github.runner import ROOT, Runner
from tests.github.world import Repository, World

# Each with what needs it: a model's report, the command line, gates, globs, a settings file, the scenarios.
LATE = ("anthropic", "pydantic", "httpx2", "click", "rich", "lizard", "pathspec", "yaml", "subprocess")
# Further ways to use the project, and what only those need.
OTHERS = ("steward.modes", "steward.evals", "steward.challenge", "steward.commands", "steward.cli")
OTHERS_NEED = ("scipy", "numpy", "regex", "snowballstemmer", "defusedxml")
_IMPORT = re.compile(r"import time:\s+\d+ \|\s+\d+ \|\s+(\S+)")


@pytest.fixture
def pull(world: World, repository: Repository) -> PullRequestState:
    """Pull request 7: one source file."""
    return builders.open_pull(world, repository, diff=AMBER)


def loaded(runner: Runner, event: Event) -> set[str]:
    """The modules that a whole run of the entrypoint imported, as the interpreter itself lists them."""
    runner.command = (sys.executable, "-I", "-X", "importtime", str(ROOT / "entrypoint.py"))
    done = runner.run(event)
    assert (done.exit_code, done.outputs["state"]) == (0, "done")
    return set(_IMPORT.findall(done.log))


def late(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] in LATE}


def others(modules: set[str]) -> set[str]:
    """What belongs to evals, challenges, reviews and the command line."""
    return {
        name
        for name in modules
        if f"{name}.".startswith(tuple(f"{each}." for each in OTHERS))
        or name.partition(".")[0] in OTHERS_NEED
    }


def test_what_a_run_never_loads_is_there_to_be_loaded() -> None:
    assert [name for name in (*OTHERS, *LATE) if find_spec(name) is None] == []


def test_an_evaluation_loads_nothing_of_evals_challenges_and_the_command_line(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    settings = "preset: standard\nevals: {judge: anthropic, tasks: evals/tasks.yml}"
    repository.files[".github/steward.yml"] = objects.as_entry(settings)
    repository.files["AGENTS.md"] = objects.as_entry("Run it.")
    modules = loaded(runner, events.pull_request(pull))

    assert {"steward.intake.steward_yml", "steward.gates"} <= modules
    assert others(modules) == set()


def test_a_run_without_settings_loads_nothing_that_only_others_need(
    runner: Runner, events: Events, pull: PullRequestState
) -> None:
    modules = loaded(runner, events.pull_request(pull))

    assert {"steward.main", "github", "msgspec"} <= modules
    assert late(modules) | others(modules) == set()


def test_a_settings_file_loads_yaml_and_nothing_else(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    repository.files[".github/steward.yml"] = objects.as_entry("fail_on: red")

    assert {name.partition(".")[0] for name in late(loaded(runner, events.pull_request(pull)))} == {"yaml"}


def test_a_glob_loads_what_matches_it(
    runner: Runner, events: Events, repository: Repository, pull: PullRequestState
) -> None:
    settings = "scoring: {complexity: {exclude: ['*.snap']}}"
    repository.files[".github/steward.yml"] = objects.as_entry(settings)

    names = {name.partition(".")[0] for name in late(loaded(runner, events.pull_request(pull)))}
    assert names == {"yaml", "pathspec"}
