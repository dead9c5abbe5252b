"""The checks of a challenge without the submission: what they run there, and whether they can be passed at all.

A submission is in none of these runs, so it cannot make the challenge look broken. When they are made, and what
follows: `docs/challenges.md`, "When a check passes".
"""

from __future__ import annotations

from steward.challenge.bench import Bench, Ran, Tree
from steward.challenge.manifest import Check, Kind, Manifest
from steward.challenge.results import counts, failure
from steward.challenge.running import runs_pytest, step_of
from steward.errors import ConfigInvalid
from steward.report.markdown import visible

_STANDING = (Kind.INSTALL, Kind.LINT, Kind.TYPECHECK, Kind.EXISTING)
_NOT_STARTED = (126, 127)  # a shell's words for a command that cannot be started, or is not there
_LONGEST = 160


class BaseRuns:
    """Runs on the challenge as it is: each check at most once, the installations before the others."""

    def __init__(self, manifest: Manifest, bench: Bench, seed: int) -> None:
        self._manifest, self._bench, self._seed = manifest, bench, seed
        self._done: dict[str, Ran] = {}

    def ran(self, check: Check) -> Ran:
        """How the check ends without the submission."""
        installs = [each for each in self._manifest.ordered if each.kind is Kind.INSTALL]
        for each in (*installs, check):
            if each.id not in self._done:
                step = step_of(each, seed=self._seed, seconds=each.seconds)
                self._done[each.id] = self._bench.run(Tree.BASE, step)
        return self._done[check.id]

    def tests(self, check: Check) -> int | None:
        """How many tests run without the submission; None when that cannot be told."""
        told = counts(self.ran(check))
        return told.ran if told else None

    def problem(self, check: Check) -> str | None:
        """Why the check fails without the submission, as a clause; None when it passes."""
        most, junit = self._manifest.limits.output_bytes, check.junit is not None
        return failure(self.ran(check), seconds=check.seconds, output_bytes=most, junit=junit, base=None)


def is_to_pass(check: Check) -> bool:
    """Whether a check is about what stands already, and not about what the task asks for."""
    return check.kind in _STANDING


def lacks_tool(check: Check, ran: Ran) -> bool:
    """Whether Python says that it does not have the tool which the check names, or a shell of a linter's.

    What a task asks for may be missing, too: of checks of the submission only pytest is known as a tool.
    """
    module = _module(check.run)
    if module is not None and (is_to_pass(check) or runs_pytest([module])):
        return f": No module named {module}\n".encode() in ran.stderr
    return check.kind in (Kind.LINT, Kind.TYPECHECK) and ran.exit in _NOT_STARTED


def _module(words: list[str]) -> str | None:
    """The module that Python is asked to run, whatever other options stand before it."""
    at = next((number for number, word in enumerate(words[1:], 1) if word == "-m" or word[:1] != "-"), 0)
    return words[at + 1] if 0 < at < len(words) - 1 and words[at] == "-m" else None


def unusable(check: Check, problem: str, printed: str) -> ConfigInvalid:
    """The error for a check that nobody can pass; `printed` is what it printed, as far as that may be shown."""
    last = printed.rpartition("\n")[2]
    said = f" ({visible(last, _LONGEST)})" if last else ""
    return ConfigInvalid(
        (f"the challenge's own check {check.id} fails without the submission: {problem}{said}",),
        mend="The submission is not to blame and was not judged. Install what the check needs (docs/challenges.md, "
        "Toolchains), or mend the challenge; steward challenge check shows what it prints.",
    )
