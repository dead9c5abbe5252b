"""`steward eval golden`: does a configuration change what an agent does (`docs/evals.md`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from steward.commands import eval_output as output
from steward.commands import eval_paid as paid
from steward.errors import InputInvalid
from steward.evals import junit, shape, shape_golden, telling_golden, transcript
from steward.evals.arms import Arm
from steward.evals.golden import MOST_RUNS, Agent, echo_agent, run_golden_tasks
from steward.evals.judge import require_count
from steward.evals.page import as_markdown, as_text
from steward.evals.paid import AnthropicAgent, anthropic_agent
from steward.evals.plan import Plan, known_runs
from steward.evals.tasks import GoldenTask, golden_tasks_path, load_golden_tasks

_WRITERS: dict[str, Callable[[shape_golden.GoldenDocument], bytes]] = {
    "text": lambda document: as_text(telling_golden.golden_page(document)).lstrip("\n").encode(),
    "markdown": lambda document: as_markdown(telling_golden.golden_page(document)).encode(),
    "json": shape.encode,
    "junit": junit.golden_junit,
}


@click.command()
@click.argument("tasks")
@click.option(
    "--config", required=True, metavar="FILE", help="The configuration to try: an instruction file."
)
@click.option("--baseline", metavar="FILE", help="What to compare it with.  [default: no configuration]")
@click.option("--runs", type=int, default=1, show_default=True, help="How often to do each task in each arm.")
@click.option(
    "--agent", "agent_name", type=click.Choice(["echo", "anthropic"]), default="echo", show_default=True
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Of the order, the bootstrap and the signs."
)
@paid.options
@output.FORMAT
@output.TRANSCRIPT
def command(
    *,
    tasks: str,
    config: str,
    baseline: str | None,
    runs: int,
    agent_name: str,
    seed: int,
    form: str,
    transcript: str | None,
    **money: Any,
) -> int:
    """Do the golden tasks in TASKS with a configuration and without.

    TASKS is a JSON or YAML file, or a repository that has one in its place. Free unless --agent anthropic is
    named. Report-only: exit code 0 whenever it ran.
    """
    output.require_writable(transcript, "--transcript")
    with output.worded():
        require_count(runs, "--runs", MOST_RUNS)
        listed = load_golden_tasks(_found(tasks))
    if not listed:
        raise InputInvalid((f"{tasks}: holds no task",))
    configs = {
        Arm.WITH: output.read(config, "--config"),
        Arm.WITHOUT: output.read(baseline, "--baseline") if baseline else "",
    }
    agent: Agent = _paid(listed, configs, runs, money) if agent_name == "anthropic" else echo_agent
    with output.worded(), output.progress("golden tasks") as progress:
        report = run_golden_tasks(
            listed,
            agent=agent,
            config=configs[Arm.WITH],
            baseline=configs[Arm.WITHOUT],
            runs=runs,
            seed=seed,
            shuffle=True,
            progress=progress,
        )
    document = shape_golden.golden_document(
        report,
        config=configs[Arm.WITH],
        baseline=configs[Arm.WITHOUT],
        usage=agent.usage() if isinstance(agent, AnthropicAgent) else None,
    )
    if transcript:
        _write_transcript(transcript, report, listed, configs)
    output.show(_WRITERS[form](document))
    return 0


def _write_transcript(name: str, report: Any, tasks: Sequence[GoldenTask], configs: dict[Arm, str]) -> None:
    lines = transcript.of_golden(report, tasks, configs)
    output.write(name, transcript.encode(lines), "--transcript")


def _found(tasks: str) -> Path:
    """The file, or the one that a folder has in its place. Raises `ValueError`."""
    path = Path(tasks)
    if not path.is_dir():
        return path
    found = golden_tasks_path(path)
    if found is None:
        raise ValueError(f"{tasks}: has no evals/golden_tasks.json or .yml, in misc/docs, docs or itself")
    return found


def _paid(
    tasks: Sequence[GoldenTask], configs: dict[Arm, str], runs: int, money: dict[str, Any]
) -> AnthropicAgent:
    """The paid agent, once its whole plan is known to be within the cap. Raises `InputInvalid`."""
    paying = paid.paying(**money)
    purse = paid.Purse(paying.ledger, paying.cap)
    agent = anthropic_agent(**paid.connect(paying, purse))
    asked = ((task, config) for task in tasks for config in configs.values())
    known = known_runs(agent.knows, asked, runs=runs)
    purse.check(Plan(calls=known.count(False), cached=known.count(True)))
    return agent
