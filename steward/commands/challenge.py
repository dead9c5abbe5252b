"""`steward challenge check`: is a challenge what its author means it to be?"""

from __future__ import annotations

import os
from pathlib import Path

import click

from steward.commands.task import show

_EXAMPLES = """
\b
Examples:
  steward challenge check challenge.yml
  git diff --no-renames --relative > hidden/reference.patch   (in the challenge's folder, with it solved)

\b
Exit codes: 0 all is as it should be, 1 something is not, 2 Steward could not do its job.
"""


@click.group()
def command() -> None:
    """Work on challenges."""


@command.command(epilog=_EXAMPLES)
@click.argument("path")
def check(*, path: str) -> int:
    """Check a challenge: its manifest, its hidden files, and that the reference passes where the starter does not.

    For the owner of the hidden tests: what a failing case expects and what hidden tests print is shown. The
    challenge's commands and the reference are run, as isolated as this machine allows.
    """
    from steward.adapters import sandbox
    from steward.adapters.challenge_files import open_source
    from steward.commands.challenge_check import prove

    sandbox.require_safe(os.environ)
    lines, right = prove(open_source(Path(path)), os.environ)
    show(("\n".join(lines) + "\n").encode())
    return int(not right)
