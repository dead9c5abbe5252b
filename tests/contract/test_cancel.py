"""A run that is stopped ends at once and in words, leaves nothing open, and is made good by the next run."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.contract.inside import AMBER, GREEN, Stage
from tests.github.exchange import Request
from tests.github.runner import Outcome, wait
from tests.github.server import GitHubServer

PATIENCE_SECONDS = 20.0
FEWEST_REQUESTS = 6
"""So many requests a run makes at least: each is a moment to be stopped at."""

WRITES = ("checks/create", "issues/create-comment", "issues/update-comment")


def first(stage: Stage) -> None:
    """Nothing stands there yet."""


def over_an_older_verdict(stage: Stage) -> None:
    assert stage.run().exit_code == 0
    stage.push("newer", AMBER)


def stop(
    stage: Stage, number: signal.Signals, set_up: Callable[[Callable[[Request], None]], None]
) -> Outcome:
    """Start a run as a process of its own and send it the signal at the request that `set_up` hooks.

    The request is answered only when the process has ended: it does not wait for the answer.
    """
    process: list[subprocess.Popen[bytes]] = []
    started, stopped = threading.Event(), threading.Event()

    def at_the_request(request: Request) -> None:
        assert started.wait(PATIENCE_SECONDS)
        process[0].send_signal(number)
        process[0].wait(PATIENCE_SECONDS)
        stopped.set()

    set_up(at_the_request)
    environment = stage.environment()
    process.append(stage.runner.start(environment))
    started.set()
    done = wait(process[0], environment, seconds=PATIENCE_SECONDS)
    assert stopped.wait(PATIENCE_SECONDS), done.log
    stage.github.mend()
    return done


def made_good(stage: Stage) -> None:
    """The next run of the same head leaves what it would have left without the one that was stopped."""
    assert all(one.status == "completed" for one in stage.repository.check_runs.values())
    done = stage.run()
    assert done.exit_code == 0
    assert [one.body.split("\n")[2].split(maxsplit=2)[2] for one in stage.ours()] == [
        stage.checks()[-1].title
    ]
    assert f'"head":"{stage.pull.head_sha}"' in stage.ours()[0].body


@pytest.mark.parametrize("nth", range(FEWEST_REQUESTS))
@pytest.mark.parametrize(
    ("number", "before"),
    [(signal.SIGINT, first), (signal.SIGTERM, over_an_older_verdict)],
    ids=["SIGINT", "SIGTERM"],
)
def test_a_cancelled_run_ends_in_words_at_any_request(
    github: GitHubServer, tmp_path: Path, number: signal.Signals, before: Callable[[Stage], None], nth: int
) -> None:
    stage = Stage(github, tmp_path, files={".github/steward.yml": "version: 1\n"}, diff=GREEN)
    before(stage)

    done = stop(stage, number, lambda hook: github.before("*", lambda request: True, hook, skip=nth))

    assert done.exit_code == 128 + number
    assert "Traceback" not in done.log
    said = [line for line in done.log.splitlines() if number.name in line]
    assert said == [
        f"steward: cancelled by {number.name}: nothing more is published; the next run does it all again"
    ]
    made_good(stage)


@pytest.mark.parametrize("nth", range(FEWEST_REQUESTS))
@pytest.mark.parametrize("before", [first, over_an_older_verdict], ids=["first", "over"])
def test_what_a_killed_run_left_is_made_good_by_the_next(
    github: GitHubServer, tmp_path: Path, before: Callable[[Stage], None], nth: int
) -> None:
    stage = Stage(github, tmp_path, files={".github/steward.yml": "version: 1\n"}, diff=GREEN)
    before(stage)

    done = stop(stage, signal.SIGKILL, lambda hook: github.before("*", lambda request: True, hook, skip=nth))

    assert done.exit_code == -signal.SIGKILL
    made_good(stage)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
@pytest.mark.parametrize("write", WRITES)
def test_a_write_whose_answer_a_stopped_run_never_saw_is_not_done_twice(
    github: GitHubServer, tmp_path: Path, write: str, number: signal.Signals
) -> None:
    stage = Stage(github, tmp_path, diff=GREEN)
    (over_an_older_verdict if write == "issues/update-comment" else first)(stage)

    stop(stage, number, lambda hook: github.after("*", write, hook))

    made_good(stage)


def test_a_run_that_is_cancelled_twice_says_so_once(github: GitHubServer, tmp_path: Path) -> None:
    """The runner sends SIGINT and then SIGTERM; the second may come while the first is being told."""
    stage = Stage(github, tmp_path)
    process: list[subprocess.Popen[bytes]] = []
    started = threading.Event()

    def twice(request: Request) -> None:
        assert started.wait(PATIENCE_SECONDS)
        process[0].send_signal(signal.SIGINT)
        process[0].send_signal(signal.SIGTERM)
        process[0].wait(PATIENCE_SECONDS)

    github.before("*", lambda request: True, twice)
    environment = stage.environment()
    process.append(stage.runner.start(environment))
    started.set()
    done = wait(process[0], environment, seconds=PATIENCE_SECONDS)

    # The second may also come when all has been said and the interpreter has put its handlers away.
    assert done.exit_code in (128 + signal.SIGINT, 128 + signal.SIGTERM, -signal.SIGTERM)
    assert done.log.count("cancelled by") == 1
    assert "Traceback" not in done.log
