"""`steward eval`: opt-in, report-only, free unless a paid judge or agent is named (`docs/evals.md`)."""

from __future__ import annotations

import click

from steward.commands import eval_golden, eval_judge, eval_prose

_EXAMPLES = """
\b
Examples:
  steward eval judge CLAUDE.md
  steward eval golden evals/golden_tasks.yml --config CLAUDE.md
  steward eval prose facts/
  steward eval golden . --config new/AGENTS.md --baseline AGENTS.md --format markdown

\b
Exit codes: 0 whenever it ran, 2 for a mistake in the call.
"""


@click.group(name="eval", epilog=_EXAMPLES, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Measure whether a text for agents, or a report, is any good.

    Nothing here changes what becomes of a pull request.
    """
    if context.invoked_subcommand is None:
        raise click.UsageError(
            "say what to measure: steward eval judge, steward eval golden or steward eval prose", context
        )


command.add_command(eval_judge.command, "judge")
command.add_command(eval_golden.command, "golden")
command.add_command(eval_prose.command, "prose")
