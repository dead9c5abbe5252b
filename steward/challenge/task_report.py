"""A task's report in all its forms: comment and summary, check run, outputs, JSON, plain text.

The verdict first, then what failed and the skill that it shows, then what to do next (`docs/challenges.md`,
"What is published").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from steward.challenge import task_shape as shape
from steward.challenge.findings import Finding, Group
from steward.challenge.manifest import Kind
from steward.challenge.task import Basis, CheckResult, Outcome, TaskReport, Verdict
from steward.challenge.task_shape import Skill
from steward.report.layout import PAGE_CHARS, PAGE_OCTETS, Block, fit
from steward.report.markdown import code, sentence, visible
from steward.wording import count

SCHEMA = "steward.task/1"
_SYMBOLS = {
    Outcome.PASSED: "✅ passed",
    Outcome.FAILED: "❌ failed",
    Outcome.NOT_RUN: "⏭️ not run",
    Outcome.NOT_CONFIGURED: "➖ not configured",
}
_VERDICTS = {
    Verdict.ACCEPTED: "✅ accepted",
    Verdict.FAILED: "❌ failed",
    Verdict.NEEDS_REVIEW: "👀 needs review",
}
_SKILLS = {
    "patch": Skill.CARE,
    Kind.INSTALL: Skill.CARE,
    Kind.LINT: Skill.CARE,
    Kind.TYPECHECK: Skill.CARE,
    Kind.EXISTING: Skill.CARE,
    Kind.PUBLIC: Skill.IMPLEMENTATION,
    Kind.HIDDEN: Skill.IMPLEMENTATION,
    Kind.BEHAVIOUR: Skill.IMPLEMENTATION,
}
_WORK_OUT = "Work the answers out: the inputs that decide are others than those you can see."
_TAKE_OUT = "Take out what goes round the tests: the program must do the same whether it is tested or not."
_EXPLAIN = "What is perhaps honest a person looks at: do without it, or say beside it what it is for."
_NEXT = {
    "patch": "Make it anew in the challenge's folder with `git diff --no-renames --relative`, and change only what "
    "the challenge lets you change.",
    Kind.INSTALL: "Install it in a fresh copy, and mend what stops there.",
    Kind.LINT: "Run the linter, and mend what it names.",
    Kind.TYPECHECK: "Run the type checker, and mend what it names.",
    Kind.EXISTING: "Something that worked before does not any more: run the existing tests.",
    Kind.PUBLIC: "Run the public tests, and read the task again for what they ask.",
    Kind.HIDDEN: "Read the task again, sentence by sentence: something it asks for does not work yet.",
    Kind.BEHAVIOUR: "Run the command by hand, and hold what it does against the task.",
}


def next_step(check: CheckResult) -> str:
    """What to do about a check that failed."""
    return _NEXT[check.kind]


def document(report: TaskReport) -> bytes:
    """`steward.task/1` as canonical JSON: the same report gives the same bytes; nothing printed is in it."""
    data = shape.TaskDocument(
        verdict=report.verdict,
        seed=report.seed,
        checks=tuple(_check(check) for check in report.checks),
        shortcuts=tuple(_shortcut(finding) for finding in report.shortcuts),
        lacking=report.lacking,
    )
    return msgspec.json.encode(data, order="sorted") + b"\n"


def _check(check: CheckResult) -> shape.Check:
    return shape.Check(
        id=check.id or None,
        kind=shape.Stage(check.kind),
        required=check.required,
        outcome=check.outcome,
        basis=check.basis,
        weaker=check.weaker,
        reasons=check.reasons,
        why=check.why or None,
        skill=_SKILLS[check.kind] if check.outcome is Outcome.FAILED else None,
        tests=_tests(check),
    )


def _tests(check: CheckResult) -> shape.Tests | None:
    told = check.counts
    if told is None:
        return None
    return shape.Tests(ran=told.ran, failed=told.failed, skipped=told.skipped, base=check.base)


def _shortcut(finding: Finding) -> shape.Shortcut:
    return shape.Shortcut(
        group=finding.group,
        rule=f"{finding.group}.{finding.rule}",
        file=visible(finding.path),
        line=finding.line,
        reason=finding.reason,
        certain=finding.certain,
        skill=Skill.JUDGEMENT,
    )


def title(report: TaskReport) -> str:
    """The title of the check run: the verdict, and what decided it."""
    words = {Verdict.ACCEPTED: "accepted", Verdict.FAILED: "failed", Verdict.NEEDS_REVIEW: "needs review"}
    decided = _decided(report)
    return f"{words[report.verdict]}: {decided}" if decided else words[report.verdict]


def _decided(report: TaskReport) -> str:
    failed = [check for check in report.checks if check.required and check.outcome is Outcome.FAILED]
    if failed:
        return "the patch is refused" if failed[0].kind == "patch" else failed[0].id
    if report.shortcuts:
        return count(len(report.shortcuts), "shortcut")
    return "a person has to look" if report.verdict is Verdict.NEEDS_REVIEW else ""


def summary(report: TaskReport) -> str:
    """The page for the comment, the check run and the job's summary."""
    return fit(_blocks(report), chars=PAGE_CHARS, octets=PAGE_OCTETS)


def _blocks(report: TaskReport) -> Iterator[Block]:
    yield Block(opening=f"## {_VERDICTS[report.verdict]}: {sentence(report.title)}", needed=True)
    yield from _next_steps(report)
    rows = tuple(_row(check) for check in report.checks)
    header = "| check | kind | outcome | rests on |\n| --- | --- | --- | --- |"
    yield Block(opening=header, rows=rows, left_out="| … and {} more | | | |", needed=True)
    yield from _shortcuts(report)
    yield from _logs(report)
    yield from _remarks(report)


def _next_steps(report: TaskReport) -> Iterator[Block]:
    failed = [check for check in report.checks if check.outcome is Outcome.FAILED]
    rows = tuple(
        f"- {sentence(check.id)} ({_SKILLS[check.kind]}{'' if check.required else '; not required'}): "
        f"{sentence(check.why)}. {_NEXT[check.kind]}"
        for check in failed
    )
    if rows:
        yield Block(opening="**What failed, and what to do next**\n", rows=rows, needed=True)
    if report.verdict is Verdict.NEEDS_REVIEW:
        yield Block(
            opening="All required checks pass; a person has to look before it is accepted.", needed=True
        )


def _row(check: CheckResult) -> str:
    basis = str(check.basis) if check.basis and check.outcome in (Outcome.PASSED, Outcome.FAILED) else ""
    weaker = "; the weaker kind, in one process with the submission" if check.weaker else ""
    tests = f"; {_counted(check)}" if check.counts else ""
    required = "" if check.required or check.outcome is Outcome.NOT_CONFIGURED else " (not required)"
    name = code(check.id, cell=True) if check.id else ""
    return f"| {name} | {check.kind}{required} | {_SYMBOLS[check.outcome]} | {basis}{tests}{weaker} |"


def _counted(check: CheckResult) -> str:
    if check.counts is None:
        return ""
    noun = "case" if check.basis is Basis.OUTSIDE else "test"
    passed = check.counts.ran - check.counts.failed
    return f"{passed:,} of {count(check.counts.ran, noun)} passed"


def _shortcuts(report: TaskReport) -> Iterator[Block]:
    rows = tuple(
        f"- {code(finding.path)}, line {finding.line}: {sentence(finding.reason)}"
        f" ({finding.group}.{finding.rule}{'' if finding.certain else '; perhaps honest'})"
        for finding in report.shortcuts
    )
    if rows:
        yield Block(opening=f"**Shortcuts** ({Skill.JUDGEMENT})\n", rows=rows, needed=True)
        yield Block(opening=" ".join(_next_of(report)))


def _next_of(report: TaskReport) -> tuple[str, ...]:
    """What to do about the shortcuts."""
    coded = any(finding.group is Group.HARDCODED for finding in report.shortcuts)
    round_them = [finding.certain for finding in report.shortcuts if finding.group is Group.BYPASS]
    steps = ((coded, _WORK_OUT), (True in round_them, _TAKE_OUT), (False in round_them, _EXPLAIN))
    return tuple(words for wanted, words in steps if wanted)


def _logs(report: TaskReport) -> Iterator[Block]:
    for check in report.checks:
        if check.log:
            # Four spaces more than any fence: what was printed cannot end a block of indented code.
            rows = tuple(f"    {line}" for line in check.log.split("\n"))
            opening = f"<details><summary>What {check.id} printed at its end</summary>\n"
            yield Block(
                opening=opening, rows=rows, closing="\n</details>", left_out="    … and {} lines more"
            )


def _remarks(report: TaskReport) -> Iterator[Block]:
    rows = [f"- {sentence(note)}." for note in report.notes]
    rows += [f"- Isolation: this machine did not give {sentence(lack)}." for lack in report.lacking]
    rows.append(f"- `--seed {report.seed}` gives the same run again.")
    yield Block(
        opening="<details><summary>How it was judged</summary>\n", rows=tuple(rows), closing="\n</details>"
    )


def text(report: TaskReport) -> str:
    """The report for a terminal or a pipe."""
    lines = [f"{title(report)} — {visible(report.title)}", ""]
    width = max(len(check.id or "-") for check in report.checks)
    for check in report.checks:
        basis = f" ({check.basis})" if check.basis and check.outcome is not Outcome.NOT_RUN else ""
        tests = f", {_counted(check)}" if check.counts else ""
        weaker = ", the weaker kind" if check.weaker else ""
        outcome = str(check.outcome).replace("_", " ")
        lines.append(f"  {check.id or '-':{width}}  {check.kind:9}  {outcome}{basis}{tests}{weaker}")
        if check.why:
            lines.append(f"  {'':{width}}    {_SKILLS[check.kind]}: {check.why}")
            lines.append(f"  {'':{width}}    {_NEXT[check.kind]}")
        lines += [f"  {'':{width}}    | {line}" for line in check.log.split("\n") if line]
    lines += ["", *(_plain_shortcut(finding) for finding in report.shortcuts), *_next_of(report)]
    lines += [f"{note}." for note in report.notes]
    lines += [f"Isolation: this machine did not give {lack}." for lack in report.lacking]
    return _inert("\n".join([*lines, f"Seed {report.seed}: --seed {report.seed} repeats it.", ""]))


def _inert(text: str) -> str:
    """The text where no line, by a file's name, is a command to the runner that shows it in its log."""
    return re.sub(r"^(\s*):(?=:)", r"\1: ", text, flags=re.MULTILINE).replace("##[", "## [")


def _plain_shortcut(finding: Finding) -> str:
    perhaps = "" if finding.certain else "; perhaps honest"
    place = f"{visible(finding.path)}:{finding.line}"
    return f"{place}: {finding.reason} ({Skill.JUDGEMENT}; {finding.group}.{finding.rule}{perhaps})"
