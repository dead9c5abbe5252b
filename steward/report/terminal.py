"""The report for a person at a terminal: the plain text's parts in colour, the scores in a table.

Nothing is read as markup: every piece is a `Text`. A word stands beside every colour.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steward.model import DimensionScore, Evaluation, Status
from steward.report import text
from steward.report.evidence import evidence_line
from steward.report.markdown import plain
from steward.report.names import NAMES

_STYLES = {Status.GREEN: "green", Status.AMBER: "yellow", Status.RED: "red", Status.UNKNOWN: "dim"}


def show(evaluation: Evaluation, console: Console) -> None:
    """Print every part that there is."""
    card, facts = evaluation.scorecard, evaluation.pull_request
    title, *below = text.verdict(evaluation)
    style = _STYLES[card.overall.status if card else Status.UNKNOWN]
    parts: list[RenderableType] = [Text(title, style=f"bold {style}"), *(Text(line) for line in below)]
    if card:
        parts += [Text(), _table(card.dimensions)]
    parts += _section("What would raise it", text.raises(evaluation))
    parts += _section("Gates", text.gates(evaluation))
    parts += _section(text.words_title(evaluation), text.words(evaluation))
    if facts:
        parts += [Text(), Text(text.files(facts), style="dim")]
    console.print(Group(*parts))


def _table(dimensions: Iterable[DimensionScore]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("Dimension", no_wrap=True)
    table.add_column("Score", justify="right")
    table.add_column("Status")
    table.add_column("Why", ratio=1)
    for dimension in dimensions:
        style = _STYLES[dimension.status]
        table.add_row(
            Text(NAMES[dimension.key]),
            Text(text.score(dimension), style=style),
            Text(dimension.status, style=style),
            _why(dimension),
        )
    return table


def _why(dimension: DimensionScore) -> Text:
    evidence = plain(evidence_line(dimension))
    return Text.assemble(dimension.headline, *([("\n" + evidence, "dim")] if evidence else []))


def _section(title: str, lines: tuple[str, ...]) -> list[RenderableType]:
    if not lines:
        return []
    return [Text(), Text(title, style="bold"), *(Padding(Text(line), (0, 0, 0, 2)) for line in lines)]
