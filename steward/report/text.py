"""The report as plain text: for pipes, files and terminals without colour. Stable, a fact a line.

Foreign text is made visible, so no name of a file can move the cursor or forge a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from steward.lifecycle import literal
from steward.model import (
    Decision,
    DimensionScore,
    Evaluation,
    FileClass,
    Finding,
    Overall,
    PullRequest,
    Scorecard,
)
from steward.paths import classify
from steward.report.arithmetic import mean
from steward.report.evidence import evidence_line
from steward.report.markdown import plain, visible
from steward.report.names import NAMES, in_words
from steward.report.narrative import label
from steward.report.raising import sentences
from steward.wording import count

_WIDTH = max(map(len, NAMES.values()))
_INDENT = " " * (_WIDTH + 15)


def render(evaluation: Evaluation) -> str:
    """Every part that there is, with an empty line between two parts and a newline at the end."""
    parts = (
        "\n".join(verdict(evaluation)),
        "\n".join(_rows(evaluation.scorecard)),
        _titled("What would raise it", raises(evaluation)),
        _titled("Gates", gates(evaluation)),
        _titled(words_title(evaluation), words(evaluation)),
        files(evaluation.pull_request) if evaluation.pull_request else "",
    )
    return "\n\n".join(part for part in parts if part) + "\n"


def verdict(evaluation: Evaluation) -> tuple[str, ...]:
    """The title, what it rests on, the state, what to do."""
    decision = evaluation.decision
    rests = (basis(evaluation.scorecard),) if evaluation.scorecard else ()
    return tuple(line for line in (decision.title, *rests, state(decision), decision.todo) if line)


def basis(card: Scorecard) -> str:
    """What the overall rests on: `64 from 5 of 5 dimensions: (60 + 90 + …) / 5 = 320/5 = 64`."""
    return f"{_rests_on(card.overall)}: {mean(card)}"


def _rests_on(overall: Overall) -> str:
    score = "no score" if overall.score is None else str(overall.score)
    return f"{score} from {overall.rests_on} of 5 dimensions"


def state(decision: Decision) -> str:
    """`state done, verdict warn`."""
    said = f"state {literal(decision)}"
    return f"{said}, verdict {decision.verdict}" if decision.verdict else said


def score(dimension: DimensionScore) -> str:
    """The number, or a dash."""
    return "–" if dimension.score is None else str(dimension.score)


def _rows(card: Scorecard | None) -> Iterator[str]:
    for dimension in card.dimensions if card else ():
        first = f"{NAMES[dimension.key]:<{_WIDTH}}  {score(dimension):>2}  {dimension.status:<7}"
        yield f"{first}  {dimension.headline}"
        evidence = plain(evidence_line(dimension))
        if evidence:
            yield f"{_INDENT}{evidence}"


def raises(evaluation: Evaluation) -> tuple[str, ...]:
    """What would raise the scores, a sentence for each move."""
    if evaluation.scorecard is None:
        return ()
    found = sentences(evaluation.raises, evaluation.scorecard)
    return tuple(lead + plain(rest) for lead, rest in found)


def gates(evaluation: Evaluation) -> tuple[str, ...]:
    """Each gate with what it found, and every finding."""
    lines: list[str] = []
    for gate in evaluation.gates:
        said = f", {plain(gate.said)}" if gate.said else ""
        lines.append(f"{gate.name} ({gate.mode}): {in_words(gate)}{said}")
        lines += [f"  {_finding(finding)}" for finding in gate.findings]
    return tuple(lines)


def _finding(finding: Finding) -> str:
    where = f"{visible(finding.where)}: " if finding.where else ""
    mend = f". {plain(finding.mend)}" if finding.mend else ""
    limit = f", limit {visible(finding.limit)}" if finding.limit else ""
    measured = f" (measured {visible(finding.measured)}{limit})" if finding.measured else ""
    return f"{where}{plain(finding.what)}{measured}{mend}"


def words_title(evaluation: Evaluation) -> str:
    """What stands over the prose: who wrote it, and why."""
    return f"In words ({label(evaluation.prose)})" if evaluation.prose else ""


def words(evaluation: Evaluation) -> tuple[str, ...]:
    """The prose: the headline and a paragraph for each known dimension."""
    prose = evaluation.prose
    if prose is None:
        return ()
    paragraphs = (f"{NAMES[key]}: {plain(prose.paragraphs[key])}" for key in NAMES if key in prose.paragraphs)
    return (plain(prose.headline), *paragraphs)


def files(facts: PullRequest) -> str:
    """How many files of each class, and the lines."""
    totals = facts.change.totals
    counted = Counter(classify(file.path, facts.rules) for file in facts.change.files)
    classes = ", ".join(f"{counted[one]:,} {one}" for one in FileClass if counted[one])
    listed = f" ({classes})" if classes else ""
    return f"{count(totals.files, 'changed file')}{listed}, +{totals.additions:,} −{totals.deletions:,}"


def _titled(title: str, lines: tuple[str, ...]) -> str:
    return "\n".join((title, *(f"- {line}" for line in lines))) if lines else ""
