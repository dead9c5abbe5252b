"""JSON found in running text: where a value begins, where it ends, and why it is none.

A reading of our own, for three things that the standard library's does not give: time in proportion to the
text whatever it holds, any depth, and the keys of an object as often as they stand there.
"""

from __future__ import annotations

import json
import re
from enum import Enum

import msgspec

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_INSIDE = r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+'
_SPACE = r"[ \t\n\r]*+"
_TOKEN = re.compile(
    rf'{_SPACE}(?:(?P<string>{_INSIDE}")|(?P<scalar>{NUMBER.pattern}|true|false|null)|(?P<sign>[{{}}\[\],:]))'
)
# A piece of a string, a number or a word that ends with the text: cut off, not wrong.
_UNFINISHED = re.compile(
    rf"{_SPACE}(?:{_INSIDE}(?:\\(?:u[0-9a-fA-F]{{0,3}})?)?|-|t|tr|tru|f|fa|fal|fals|n|nu|nul)?\Z"
)


class End(Enum):
    """How the reading of a value ended."""

    WHOLE = "whole"
    BROKEN = "broken"  # what stands there is no JSON
    CUT_OFF = "cut off"  # the text ended inside it


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A value that begins somewhere: how it ended, where, and an object's own members, in their order.

    A member's value is its JSON without space between the parts.
    """

    end: End
    at: int
    members: tuple[tuple[str, str], ...] = ()


def read(text: str, start: int) -> Found:
    """Read the object or the list that begins at `start`, where a `{` or a `[` stands."""
    return _Reading(text, start).run()


class _Reading:
    """One pass over the tokens of a value; `stack` holds the brackets that are open."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.at = text, start
        self.stack: list[str] = []
        self.members: list[tuple[str, str]] = []
        self.key: str | None = None
        self.value: list[str] = []
        self.expected = "value"

    def run(self) -> Found:
        while True:
            found = _TOKEN.match(self.text, self.at)
            if found is None:
                end = End.CUT_OFF if _UNFINISHED.match(self.text, self.at) else End.BROKEN
                return Found(end=end, at=self.at)
            kind = found["sign"] or ("string" if found["string"] else "scalar")
            if not self._takes(kind, found[found.lastgroup or 0]):
                return Found(end=End.BROKEN, at=max(found.start(found.lastgroup or 0), self.at))
            self.at = found.end()
            if not self.stack:
                return Found(end=End.WHOLE, at=self.at, members=tuple(self.members))

    def _takes(self, kind: str, token: str) -> bool:
        """Go on by one token; False when it cannot stand here."""
        outermost = len(self.stack) == 1 and self.stack[0] == "{"
        if self.expected in ("key", "first key") and kind == "string":
            if outermost:
                self.key, self.value = json.loads(token), []
            self.expected = ":"
        elif kind == ":" == self.expected:
            self.expected = "value"
        elif kind in ("string", "scalar") and self.expected in ("value", "first value"):
            self.expected = "end"
        elif kind in ("{", "[") and self.expected in ("value", "first value"):
            self.stack.append(kind)
            self.expected = "first key" if kind == "{" else "first value"
        elif kind == "," and self.expected == "end":
            self.expected = "key" if self.stack[-1] == "{" else "value"
        elif not self._closes(kind):
            return False
        self._keep(kind, token, outermost)
        return True

    def _closes(self, kind: str) -> bool:
        opening, empty = {"}": ("{", "first key"), "]": ("[", "first value")}.get(kind, ("", ""))
        if not self.stack or self.stack[-1] != opening or self.expected not in ("end", empty):
            return False
        self.stack.pop()
        self.expected = "end"
        return True

    def _keep(self, kind: str, token: str, outermost: bool) -> None:
        """The parts of an outermost member's value, and the member once it is complete."""
        if self.key is None or (self.stack[:1] != ["{"] and self.stack):
            return
        ended = outermost and kind in (",", "}")
        if ended:
            self.members.append((self.key, "".join(self.value)))
            self.key = None
        elif not (outermost and kind == ":") and not (outermost and self.expected == ":"):
            self.value.append(token)
