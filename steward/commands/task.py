"""`steward task`: judge a submission to a challenge, as the Action does."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import click

from steward.errors import InputInvalid
from steward.report.markdown import visible

_MOST_PATCH = 32 * 2**20
_EXAMPLES = """
\b
Examples:
  git diff --no-renames --relative > mine.patch   (in the challenge's folder)
  steward task --challenge challenge.yml --submission mine.patch
  steward task --challenge challenge.yml --head my-branch --format json

\b
Exit codes: 0 accepted or needs review, 1 failed, 2 Steward could not do its job.
"""


@click.command(epilog=_EXAMPLES)
@click.option("--challenge", required=True, metavar="PATH", help="The challenge's manifest, or its folder.")
@click.option("--submission", metavar="PATCH", help="The patch to judge; - is standard input.")
@click.option("--head", metavar="REF", help="Judge what this commit changes instead.")
@click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), metavar="N", help="Repeat a run.  [default: a fresh one]"
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How to print the report.",
)  # fmt: skip
def command(*, challenge: str, submission: str | None, head: str | None, seed: int | None, form: str) -> int:
    """Judge a submission to a challenge: rules, checks in their order, shortcuts.

    The submission's code is run, as isolated as this machine allows; the report says what it did not give.
    """
    from steward.adapters import sandbox
    from steward.adapters.challenge_files import open_source, submitted
    from steward.challenge import task_report
    from steward.commands.tasking import fresh_seed, manifest_of, run_task

    if (submission is None) == (head is None):
        raise click.UsageError("say what to judge, with either --submission PATCH or --head REF")
    sandbox.require_safe(os.environ)
    # Asked to stop, the run still clears up: copies, permissions, processes.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    source = open_source(Path(challenge))
    manifest = manifest_of(source)
    patch, outside = (read_patch(submission), ()) if submission is not None else submitted(source, head or "")
    seed = fresh_seed() if seed is None else seed
    report = run_task(source, manifest, patch, seed=seed, environ=os.environ, outside=outside)
    data = task_report.document(report) if form == "json" else task_report.text(report).encode()
    show(data)
    return report.exit_code


def read_patch(name: str) -> bytes:
    """The bytes of a patch, from a file or standard input; what is too much for any challenge is not read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(_MOST_PATCH)
        with Path(name).open("rb") as file:
            return file.read(_MOST_PATCH)
    except OSError as error:
        raise InputInvalid((f"the patch {visible(name)} cannot be read: {error.strerror}",)) from None


def show(data: bytes) -> None:
    """Print to standard output, whatever its encoding; a reader that has gone away is no failure."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
