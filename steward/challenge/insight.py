"""What only the owner of a challenge's secrets may see of a run: wrong cases, and what hidden tests printed.

Only `steward challenge check` asks for it (`docs/challenges.md`, "On your machine"). It is no part of a report, so
no form of one can give it away.
"""

from __future__ import annotations

import json

from steward.challenge.bench import Ran
from steward.challenge.cases import Case
from steward.challenge.logs import readable
from steward.challenge.manifest import Check
from steward.report.markdown import visible

_MOST_CASES = 10
_LONGEST = 300


class Insight:
    """What was seen of each check that failed, as lines that are safe in a terminal and in a runner's log."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}
        self._wrong: dict[str, int] = {}

    def of(self, check_id: str) -> tuple[str, ...]:
        """The lines about a check."""
        more = self._wrong.get(check_id, 0) - _MOST_CASES
        rest = (f"… and {more:,} more wrong cases",) if more > 0 else ()
        return (*self._lines.get(check_id, ()), *rest)

    def printed(self, check: Check, ran: Ran) -> None:
        """A command that failed, and what it printed at its end."""
        said = readable(ran.stdout, ran.stderr)
        self._lines[check.id] = (
            [f"| {line}" for line in said.split("\n")] if said else ["| (nothing printed)"]
        )

    def case(self, check: Check, case: Case, ran: Ran, *, number: int, seconds: float) -> None:
        """A case that came out wrong: what went in, what was to come out, what did."""
        self._wrong[check.id] = self._wrong.get(check.id, 0) + 1
        if self._wrong[check.id] > _MOST_CASES:
            return
        lines = self._lines.setdefault(check.id, [])
        name = f" {_safe(case.id)}" if case.id else ""
        lines.append(f"case [{number}]{name}")
        lines.append(f"  input     {_quoted(case.input)}")
        lines.append(f"  expected  {_quoted(case.output.rstrip(chr(10)))}, exit code {case.exit}")
        lines.append(f"  got       {_got(ran, seconds)}")
        said = readable(b"", ran.stderr)
        lines += [f"  | {line}" for line in said.split("\n")[-3:] if line]


def _got(ran: Ran, seconds: float) -> str:
    printed = _quoted(ran.stdout.decode("utf-8", "replace").rstrip("\n"))
    if ran.flooded:
        return f"{printed}, and it was stopped for printing too much"
    if ran.timed_out or ran.exit is None:
        return f"{printed}, and it was stopped after {seconds:g} seconds"
    return f"{printed}, exit code {ran.exit}"


def _quoted(text: str) -> str:
    # Long before it is shown: an output may be a megabyte.
    return _safe(json.dumps(text[: 2 * _LONGEST], ensure_ascii=False))


def _safe(text: str) -> str:
    return visible(text, _LONGEST).replace("##[", "## [")
