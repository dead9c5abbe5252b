"""How a run of a mode ends: what is written to the runner's files and log, and the exit code."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from steward import __version__, lifecycle, pipeline
from steward.adapters.notice import Posted
from steward.errors import Reason, StewardError
from steward.intake.settings import Mode
from steward.model import Annotation, Conclusion, Level, Record, Run, State, Verdict
from steward.modes.finding import Finding
from steward.report import log, outputs
from steward.report.footer import SEPARATOR, signature
from steward.report.layout import PAGE_CHARS, PAGE_OCTETS, Block, fit
from steward.report.names import money
from steward.report.problem import problem


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the runner is told. `annotation` is level, title and message; `remarks` are on files."""

    outputs: Mapping[str, str]
    exit_code: int
    lines: tuple[str, ...]
    summary: str = ""
    annotation: tuple[Level, str, str] | None = None
    report: bytes = b""
    remarks: tuple[Annotation, ...] = ()


def quiet(said: str, reason: Reason) -> Ending:
    """Nothing was asked of us, or a newer run does it: nothing is shown on the pull request."""
    values = {"state": State.SKIPPED.value, "reason": reason.value}
    return Ending(outputs=outputs.named(values), exit_code=0, lines=(said,))


def failed(error: StewardError, mode: Mode, record: Record | None, run: Run) -> Finding:
    """What is shown of a run that could not do it: red, and how to mend it."""
    decision = lifecycle.failed(error.reason, mode.value)
    evaluation = msgspec.structs.replace(pipeline.failed(record, error), decision=decision)
    heading = Block(opening=f"## ❌ {decision.title}", needed=True)
    parts = (heading, *problem(evaluation, (), run))
    return Finding(
        verdict="",
        outcome=Verdict.FAIL,
        title=decision.title,
        conclusion=Conclusion.FAILURE,
        exit_code=lifecycle.EXIT_FAILED,
        page=fit(parts, chars=PAGE_CHARS, octets=PAGE_OCTETS),
        report=b"",
        lines=log.lines(evaluation)[1:],
    )


def signed(page: str, record: Record, run: Run) -> str:
    """A page with the footer that every comment has: what is below its line is not compared."""
    return f"{page.rstrip()}\n\n{SEPARATOR}\n{signature(record, run)}\n"


def ended(finding: Finding, posted: Posted, *, reason: Reason | None, job_is_the_verdict: bool) -> Ending:
    """The end of a run that found something. `reason` is why it failed, None when it did not."""
    state = State.FAILED if reason else State.DONE
    values = {
        "state": state.value,
        "reason": reason.value if reason else "",
        "verdict": finding.verdict or (Verdict.FAIL.value if reason else ""),
        "score": "" if finding.score is None else str(finding.score),
        "credits-charged": money(finding.charged),
        "comment-url": posted.comment_url,
        "check-url": posted.check_url,
        "report": outputs.cut(finding.report).decode().strip() if finding.report else "",
    }
    literal = f"{state}({reason})" if reason else state.value
    first = f"Steward {__version__}: {finding.title} (state {literal})"
    notes = "".join(f"\n\n{note}" for note in posted.notes)
    return Ending(
        outputs=outputs.named(values),
        exit_code=lifecycle.exit_of(
            finding.exit_code, job_is_the_verdict=job_is_the_verdict, check_published=posted.check_written
        ),
        lines=(first, *finding.lines, *posted.notes),
        summary=f"{finding.page.rstrip()}{notes}\n",
        annotation=(log.LEVELS[finding.outcome], f"Steward: {finding.title}", _message(finding)),
        report=finding.report,
        remarks=() if posted.check_written else finding.annotations,
    )


def _message(finding: Finding) -> str:
    return "\n".join(line for line in finding.lines[:20] if line.strip()) or finding.title
