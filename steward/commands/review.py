"""`steward review`: score a review against a rubric on this machine (`docs/reviews.md`)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from steward.errors import InputInvalid

_MOST_READ = 4 * 1024 * 1024
_EPILOG = """
\b
Examples:
  steward review --rubric rubric.yml --answer answer.yml
  steward review --rubric rubric.yml --answer review.md --format markdown
  cat review.md | steward review --rubric rubric.yml --answer -

\b
Exit codes: 0 accepted, or a person must look; 1 failed; 2 Steward could not do its job.
"""


@click.command(epilog=_EPILOG)
@click.option("--rubric", metavar="PATH", required=True, help="The rubric: what a good review finds.")
@click.option(
    "--answer",
    metavar="FILE",
    required=True,
    help="The review: YAML or JSON with mergeDecision and findings, or Markdown; - is standard input.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="How to print the report.",
)
def command(*, rubric: str, answer: str, form: str) -> int:
    """Score a review: its decision, and whether it found what the rubric expects.

    The report names what counted and what kind of thing is missing, and nothing of the rubric's own words unless
    the rubric says so.
    """
    from steward.challenge import review_report
    from steward.challenge.review import score_review
    from steward.challenge.review_answer import parse_answer
    from steward.challenge.review_points import Verdict
    from steward.challenge.rubric import parse_rubric

    key = parse_rubric(read(rubric, "--rubric"), path=rubric)
    name = "standard input" if answer == "-" else answer
    report = score_review(key, parse_answer(read(answer, "--answer"), path=name))
    if form == "json":
        written = review_report.encode(report)
    else:
        render = review_report.markdown if form == "markdown" else review_report.text
        written = render(report).encode()
    show(written)
    return 1 if report.verdict is Verdict.FAILED else 0


def read(name: str, option: str) -> bytes:
    """A file's bytes, or standard input's for `-`. Raises `InputInvalid` when they cannot be read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(_MOST_READ)
        with Path(name).open("rb") as file:
            return file.read(_MOST_READ)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "its name cannot be used"
        raise InputInvalid((f"{option} {name!r} cannot be read: {why}",)) from None


def show(data: bytes) -> None:
    """Print to standard output, whatever its encoding; a reader that has gone away is no failure."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain again at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise InputInvalid((f"the report cannot be written: {error.strerror}",)) from None
