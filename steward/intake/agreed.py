"""Who signed an agreement by writing the agreed sentence in a comment (`docs/cla.md`, "In a comment")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from steward.facts import Account, Remark

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
# What a reader of the comment does not see is nothing that its writer said.
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def signers(remarks: Iterable[Remark], sentence: str) -> tuple[Account, ...]:
    """The people whose comment is the sentence, or has it as a line of its own. Bots sign nothing."""
    wanted = _folded(sentence)
    if not wanted:
        return ()
    return tuple(
        remark.account for remark in remarks if not remark.account.bot and _says(remark.body, wanted)
    )


def _says(body: str, wanted: str) -> bool:
    lines = list(_own_lines(_HIDDEN.sub("", body.replace("\r\n", "\n"))))
    return _folded("\n".join(lines)) == wanted or any(_folded(line) == wanted for line in lines)


def _own_lines(body: str) -> Iterator[str]:
    """The lines that the writer says: neither quoted nor shown as code."""
    fence = ""
    for line in body.split("\n"):
        opens = _FENCE.match(line)
        if fence:
            closes = opens and opens[1].startswith(fence) and line.strip() == opens[1]
            fence = "" if closes else fence
        elif opens:
            fence = opens[1]
        elif not line.lstrip().startswith(">"):
            yield line


def _folded(text: str) -> str:
    """Letters in any case, any white space, and a final full stop are the same sentence."""
    return " ".join(text.split()).casefold().rstrip(".").rstrip()
