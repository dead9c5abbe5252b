"""`steward challenge check`: is a challenge what its author means it to be?"""

from __future__ import annotations

import os
from pathlib import Path

import click

from steward.commands.task import show
from steward.errors import ConfigInvalid

_PROOF_SEED = 1


@click.group()
def command() -> None:
    """Work on challenges."""


@command.command()
@click.argument("path")
def check(*, path: str) -> int:
    """Check a challenge: its manifest, its hidden files, and that the reference passes where the starter does not.

    Exit code 1 when something is not as it should be.
    """
    from steward.adapters import sandbox
    from steward.adapters.challenge_files import open_source
    from steward.challenge.cases import parse_cases
    from steward.challenge.manifest import Manifest
    from steward.commands.tasking import manifest_of, run_task

    sandbox.require_safe(os.environ)
    source = open_source(Path(path))
    try:
        manifest: Manifest = manifest_of(source)
        problems = []
        for each in manifest.checks:
            if each.cases is not None:
                data = source.read(each.cases)
                if data is None:
                    problems.append(f"{each.cases}: there is no such file")
                else:
                    parse_cases(data, path=each.cases)
            if each.files is not None and not source.hidden(each.files):
                problems.append(f"{each.files}: there is no such file or folder")
        reference = source.read(manifest.reference) if manifest.reference else b""
        if reference is None:
            problems.append(f"{manifest.reference}: there is no such file")
        if problems:
            raise ConfigInvalid(tuple(problems))
    except ConfigInvalid as error:
        show(("\n".join(error.problems) + "\n").encode())
        return 1
    lines, wrong = [f"{source.name}: no mistake"], False
    starter = run_task(source, manifest, b"", seed=_PROOF_SEED, environ=os.environ)
    if starter.verdict == "failed":
        lines.append(f"starter: not accepted, as it should be ({', '.join(starter.reasons)})")
    else:
        wrong = True
        lines.append(f"starter: {starter.verdict}; it must fail, or there is nothing to do")
    if manifest.reference and reference:
        report = run_task(source, manifest, reference, seed=_PROOF_SEED, environ=os.environ)
        wanted = "needs_review" if manifest.manual else "accepted"
        right = report.verdict == wanted
        wrong = wrong or not right
        because = f" ({', '.join(report.reasons)})" if report.reasons else ""
        ending = ", as it should be" if right else f"; it must be {wanted}{because}"
        lines.append(f"reference: {report.verdict}{ending}")
        lines += [f"  {each.id}: {each.why}" for each in report.checks if each.why]
        lines += [f"  {each.path}:{each.line}: {each.reason}" for each in report.shortcuts]
    else:
        lines.append("reference: none is named, so nothing proves that the challenge can be solved")
    lines += [f"isolation: this machine did not give {lack}" for lack in starter.lacking]
    show(("\n".join(lines) + "\n").encode())
    return int(wrong)
