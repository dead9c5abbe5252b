"""What Steward answers to a command, in Markdown (`docs/policy.md`, "Commands")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steward.intake.commands import GATE_NAMES, LEAST_REASON
from steward.report.markdown import code, sentence, visible

_MOST = 50_000
_BACKTICKS = re.compile(r"`+")

_HELP = f"""Commands stand in the first line of a comment of their own:

| Command | Who | What it does |
|:--|:--|:--|
| `/steward evaluate` | the author, or triage | judges again, now |
| `/steward waive GATE REASON` | write, not the author¹ | a failing gate passes for this commit² |
| `/steward waive GATE --keep REASON` | the same | … for every commit of this pull request |
| `/steward unwaive GATE` | the same | ends it |
| `/steward dispute DIMENSION REASON` | the author, or triage | is recorded beside the score, and moves nothing |
| `/steward explain` | the author, or triage | the settings that hold, each with its origin |
| `/steward help` | the author, or triage | this table |

Gates: {", ".join(f"`{name}`" for name in GATE_NAMES)}.

¹ Unless configured otherwise.
² A reason has at least {LEAST_REASON} characters.
The comments are the record: deleting or editing one ends its waiver."""


def refusal(why: str) -> str:
    """Why a command came to nothing."""
    return f"The command came to nothing: {sentence(why)}.\n\n`/steward help` lists what there is."


def help_text(wrong: str) -> str:
    """The commands, after what was wrong with the one that asked."""
    return f"{sentence(wrong).capitalize()}.\n\n{_HELP}" if wrong else _HELP


def explanation(text: str) -> str:
    """The settings that hold, as `steward explain` prints them."""
    shown = text if len(text) <= _MOST else f"{text[:_MOST]}\n… (cut; `steward explain` prints all of it)"
    fence = "`" * max(3, 1 + max(map(len, _BACKTICKS.findall(shown)), default=0))
    return f"What holds here, and where it comes from:\n\n{fence}text\n{shown.rstrip()}\n{fence}"


def mistakes(problems: Sequence[str]) -> str:
    """Why there is nothing to explain."""
    rows = "\n".join(f"- {code(visible(problem, 500), limit=500)}" for problem in problems[:50])
    return f"The policy on the default branch cannot be used:\n\n{rows}"
