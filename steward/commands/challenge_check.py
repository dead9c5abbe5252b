"""The proof of a challenge: it is sound, its starter fails for the right reason, its reference solves it.

What is printed here is for the owner of the hidden tests (`docs/challenges.md`, "On your machine").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from steward.adapters.challenge_files import Source
from steward.adapters.challenge_state import uncommitted
from steward.challenge.insight import Insight
from steward.challenge.manifest import Kind, Manifest
from steward.challenge.soundness import Soundness, examine
from steward.challenge.task import Outcome, TaskReport
from steward.challenge.task_report import next_step
from steward.commands.tasking import manifest_of, run_task
from steward.errors import ConfigInvalid
from steward.report.markdown import visible

_SEED = 1
_MOST_PATHS = 10
_ASKED_FOR = (Kind.PUBLIC, Kind.HIDDEN, Kind.BEHAVIOUR)


def prove(source: Source, environ: Mapping[str, str]) -> tuple[list[str], bool]:
    """The lines to show, and whether all is as it should be. Raises a `StewardError` when that cannot be told."""
    try:
        manifest = manifest_of(source)
    except ConfigInvalid as error:
        return list(error.problems), False
    sound = _sound(source, manifest)
    warnings = [f"warning: {each}" for each in (*sound.warnings, *_not_committed(source, manifest))]
    if sound.mistakes:
        return [*sound.mistakes, *warnings], False
    proof = _Proof(source, manifest, environ)
    right = proof.starter() and proof.reference()
    return [f"{source.name}: no mistake", *warnings, *proof.lines, *proof.lacking], right


def _sound(source: Source, manifest: Manifest) -> Soundness:
    hidden = {*manifest.hidden, source.name}
    base = {
        path: entry.data
        for path, entry in source.entries.items()
        if not entry.link and not any(path == each or path.startswith(f"{each}/") for each in hidden)
    }
    return examine(manifest, data=source.manifest, path=source.name, files=source, base=base)


def _not_committed(source: Source, manifest: Manifest) -> Iterator[str]:
    paths = uncommitted(source, (*manifest.hidden, source.name))
    for path in paths[:_MOST_PATHS]:
        yield f"{visible(path)} is not committed as it lies there: the challenge has what HEAD holds"
    if len(paths) > _MOST_PATHS:
        yield f"and {len(paths) - _MOST_PATHS:,} more that are not committed"


class _Proof:
    """Two runs and what is to be said about them."""

    def __init__(self, source: Source, manifest: Manifest, environ: Mapping[str, str]) -> None:
        self._source, self._manifest, self._environ = source, manifest, environ
        self.lines: list[str] = []
        self.lacking: list[str] = []

    def starter(self) -> bool:
        """Whether the challenge without a submission fails, and by what the task asks for."""
        insight = Insight()
        try:
            report = self._run(b"", insight)
        except ConfigInvalid as error:
            self.lines += [f"starter: {error.what}", *_seen(insight, self._manifest)]
            self.lines.append(
                "  No submission can pass: install what the check needs, or mend the challenge."
            )
            return False
        self.lacking = [f"isolation: this machine did not give {lack}" for lack in report.lacking]
        failed = [each for each in report.checks if each.required and each.outcome is Outcome.FAILED]
        if report.verdict != "failed":
            self.lines.append(f"starter: {report.verdict}; it must fail, or there is nothing to do")
            return False
        if not any(each.kind in _ASKED_FOR for each in failed):
            self.lines.append("starter: fails before anything that the task asks for; this must pass on it:")
            self.lines += _failures(report, insight)
            return False
        self.lines.append(f"starter: not accepted, as it should be ({', '.join(report.reasons)})")
        return True

    def reference(self) -> bool:
        """Whether the reference solves the challenge; true when there is none, which is said."""
        patch = self._source.read(self._manifest.reference) if self._manifest.reference else None
        if not patch:
            self.lines.append("reference: none is named, so nothing proves that the challenge can be solved")
            return True
        insight = Insight()
        report = self._run(patch, insight)
        wanted = "needs_review" if self._manifest.manual else "accepted"
        right = report.verdict == wanted
        because = f" ({', '.join(report.reasons)})" if report.reasons else ""
        ending = ", as it should be" if right else f"; it must be {wanted}{because}"
        self.lines.append(f"reference: {report.verdict}{ending}")
        self.lines += _failures(report, insight)
        self.lines += [f"  {visible(each.path)}:{each.line}: {each.reason}" for each in report.shortcuts]
        return right

    def _run(self, patch: bytes, insight: Insight) -> TaskReport:
        return run_task(
            self._source, self._manifest, patch, seed=_SEED, environ=self._environ, insight=insight
        )


def _failures(report: TaskReport, insight: Insight) -> Iterator[str]:
    for each in report.checks:
        if each.outcome is Outcome.FAILED:
            yield f"  {each.id}: {each.why}"
            yield from (f"    {line}" for line in insight.of(each.id))
            if each.kind == "patch":
                yield f"    {next_step(each)}"


def _seen(insight: Insight, manifest: Manifest) -> Iterator[str]:
    for each in manifest.ordered:
        yield from (f"    {line}" for line in insight.of(each.id))
