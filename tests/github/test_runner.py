"""A step gets what a runner gives to a container action, and is read as a runner reads it."""

from __future__ import annotations

import json
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.github.commands import BrokenFile, parse_commands, parse_outputs
from tests.github.events import Events
from tests.github.nouns import PullRequestState
from tests.github.runner import Runner, declared_inputs, wait
from tests.github.server import GitHubServer
from tests.github.world import World


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-c", code)


def test_the_environment_is_the_runner_s(
    runner: Runner, events: Events, pull: PullRequestState, github: GitHubServer
) -> None:
    runner.command = python("import json, os; print(json.dumps(dict(os.environ)))")

    seen = json.loads(runner.run(events.pull_request(pull)).log)

    expected = {
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_API_URL": github.url,
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_GRAPHQL_URL": f"{github.url}/graphql",
        "GITHUB_HEAD_REF": "topic",
        "GITHUB_REF": "refs/pull/7/merge",
        "GITHUB_REPOSITORY": "example-org/widgets",
        "GITHUB_RUN_ATTEMPT": "1",
        "GITHUB_SERVER_URL": "https://github.test",
        "GITHUB_SHA": pull.merge_commit_sha,
        "RUNNER_OS": "Linux",
    }
    assert {name: seen[name] for name in expected} == expected
    assert "GITHUB_TOKEN" not in seen
    assert Path(seen["HOME"]).is_dir()
    assert json.loads(Path(seen["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))["number"] == 7


def test_every_declared_input_arrives_with_its_default_or_what_was_given(
    runner: Runner, events: Events, pull: PullRequestState, world: World, tmp_path: Path
) -> None:
    environment = runner.environment(events.pull_request(pull), {"mode": "evaluate", "not-declared": "x"})

    assert environment["INPUT_GITHUB-TOKEN"] == world.job.token
    assert environment["INPUT_MODE"] == "evaluate"
    assert environment["INPUT_NOT-DECLARED"] == "x"
    assert {f"INPUT_{name.upper()}" for name in declared_inputs()} <= set(environment)


def test_inputs_are_read_from_the_action_s_own_file(tmp_path: Path) -> None:
    action = tmp_path / "action.yml"
    action.write_text("inputs:\n  a-b:\n    default: true\n  c:\n", encoding="utf-8")

    assert declared_inputs(action) == {"a-b": "true", "c": ""}
    assert declared_inputs(tmp_path / "none.yml") == {}


def test_what_a_step_leaves_behind_is_read(runner: Runner, events: Events, pull: PullRequestState) -> None:
    runner.command = python(
        "import os, sys\n"
        "open(os.environ['GITHUB_OUTPUT'], 'a').write('a=1\\nb<<END\\ntwo\\nlines\\nEND\\n')\n"
        "open(os.environ['GITHUB_STEP_SUMMARY'], 'a').write('# Report')\n"
        "print('::warning title=T%2CU::first%0Asecond')\n"
        "print('to standard error ##[error]legacy', file=sys.stderr)\n"
        "print(os.getcwd() == os.environ['GITHUB_WORKSPACE'])\n"
        "sys.exit(1)"
    )

    done = runner.run(events.pull_request(pull))

    assert (done.exit_code, done.summary) == (1, "# Report")
    assert done.outputs == {"a": "1", "b": "two\nlines"}
    assert [command.data for command in done.annotations("warning")] == ["first\nsecond"]
    assert [command.data for command in done.annotations("error")] == ["legacy"]
    assert "True" in done.log


def test_two_steps_do_not_share_their_files(runner: Runner, events: Events, pull: PullRequestState) -> None:
    runner.command = python("import os; open(os.environ['GITHUB_OUTPUT'], 'a').write('a=1\\n')")

    outcomes = [runner.run(events.pull_request(pull)) for _ in range(2)]

    assert [done.output_file for done in outcomes] == ["a=1\n", "a=1\n"]


def test_a_step_that_does_not_end_is_ended_and_said(
    runner: Runner, events: Events, pull: PullRequestState
) -> None:
    runner.command = python("import time; print('started', flush=True); time.sleep(60)")

    with pytest.raises(TimeoutError, match=r"(?s)no end after 1 seconds.*started"):
        runner.run(events.pull_request(pull), seconds=1)


def test_a_started_step_can_be_sent_a_signal(runner: Runner, events: Events, pull: PullRequestState) -> None:
    runner.command = python(
        "import signal, sys\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))\n"
        "print('ready', flush=True)\n"
        "signal.pause()"
    )
    environment = runner.environment(events.pull_request(pull))
    process = runner.start(environment)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"

    process.send_signal(signal.SIGTERM)

    assert wait(process, environment, seconds=30).exit_code == 143


def test_a_second_token_tells_two_runs_apart(
    runner: Runner, events: Events, pull: PullRequestState, world: World, github: GitHubServer
) -> None:
    second = world.add_viewer("run-2")
    asks = python(
        "import os, urllib.request as u\n"
        "u.urlopen(u.Request(os.environ['GITHUB_API_URL'] + '/rate_limit',"
        " headers={'Authorization': 'Bearer ' + os.environ['INPUT_GITHUB-TOKEN']})).read()"
    )
    for each in (replace(runner, command=asks), replace(runner, command=asks, viewer=second)):
        assert each.run(events.pull_request(pull)).exit_code == 0

    assert [seen.request.viewer and seen.request.viewer.name for seen in github.requests] == ["job", "run-2"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        pytest.param("::error::m", ("error", "m", {}), id="plain"),
        pytest.param(
            "  \t::ERROR file=a%3Ab,line=1::m%25", ("error", "m%", {"file": "a:b", "line": "1"}), id="spaced"
        ),
        pytest.param("::notice title=,x=1::m", ("notice", "m", {"x": "1"}), id="empty property"),
        pytest.param(
            "text ##[warning a=1;b=2]m%5D", ("warning", "m]", {"a": "1", "b": "2"}), id="legacy anywhere"
        ),
        pytest.param("::nonsense::##[error]m", ("error", "m", {}), id="legacy after an unknown one"),
        pytest.param("text ::error::m", None, id="not at the start"),
        pytest.param(":: error::m", None, id="space before the name"),
        pytest.param("::error m", None, id="no end"),
        pytest.param("::nonsense::m", None, id="unknown"),
        pytest.param("##[error m", None, id="legacy without an end"),
        pytest.param("##vso[task]m", None, id="another product's"),
    ],
)
def test_a_line_is_a_command_when_the_runner_says_so(
    line: str, found: tuple[str, str, dict[str, str]] | None
) -> None:
    read = parse_commands(line)

    assert [(command.name, command.data, dict(command.properties)) for command in read] == (
        [found] if found else []
    )


def test_stopped_commands_are_text_until_the_token_comes() -> None:
    log = "::stop-commands::T-1\n::error::no\n##[error]no\n::t-1::\r\n::error::yes\r::debug::x"

    assert [(command.name, command.data, command.line) for command in parse_commands(log)] == [
        ("stop-commands", "T-1", 1),
        ("error", "yes", 5),
        ("debug", "x", 6),
    ]


@pytest.mark.parametrize(
    ("text", "outputs"),
    [
        ("a=1\nb=x=y\n", {"a": "1", "b": "x=y"}),
        ("a<<E\nE\n", {"a": ""}),
        ("a<<E\nb=2\n E\nE\n\n", {"a": "b=2\n E"}),
        ("a=1\na=2", {"a": "2"}),
        ("a=<<E\n", {"a": "<<E"}),
        ("a=1\r\n", {"a": "1\r"}),
        ("a<<E\none\rtwo\nE\n", {"a": "one\rtwo"}),
    ],
)
def test_outputs_are_read_as_the_runner_reads_them(text: str, outputs: dict[str, str]) -> None:
    assert parse_outputs(text) == outputs


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a<<E\nb\n", "Matching delimiter not found 'E'"),
        ("a<<E\nb\nE\r\n", "Matching delimiter not found 'E'"),
        ("word\n", "Invalid format 'word'"),
        ("=1\n", "must not be empty"),
        ("<<E\nE\n", "must not be empty"),
        ("a<<\n", "must not be empty"),
    ],
)
def test_a_broken_file_fails_the_step(text: str, problem: str) -> None:
    with pytest.raises(BrokenFile, match=problem):
        parse_outputs(text)
