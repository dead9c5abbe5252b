"""The hunks of one file, counted by unidiff."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from unidiff.errors import UnidiffParseError
from unidiff.patch import PatchSet

from steward.intake.headers import Broken
from steward.intake.lines import Lines
from steward.model import Kind

HUNKS_AT_ONCE = 1000
"""How many hunks are given to one PatchSet, which keeps an object for each of them."""

_AT = b"@@ "
_HUNK = re.compile(rb"@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@[ \n]")
_BODY = re.compile(r"[-+ \n\\]*")
_SAFE_NAME = "diff --git a/0 b/0\n"
_LENGTHS = "a hunk has more or fewer lines than its header says: the diff is cut or changed"


def count_lines(kind: Kind, lines: Lines) -> tuple[int, int]:
    """The added and the removed lines of a file of this kind: reads its hunks, and goes on to what follows.

    Raises Broken where the lines are not those that the hunks announce.
    """
    hunks = _Hunks(kind, lines)
    added = removed = 0
    try:
        while lines.here().startswith(_AT):
            patch = PatchSet(chain.from_iterable(hunks.some()), metadata_only=True)
            added += patch.added
            removed += patch.removed
    except UnidiffParseError as error:
        raise Broken(_LENGTHS) from error
    # What follows a hunk that is complete by its header, unidiff passes over in silence.
    if added != hunks.added or removed != hunks.removed:
        raise Broken(_LENGTHS)
    if not added and not removed:
        raise Broken("none of its lines is changed: the diff is cut or changed")
    return added, removed


class _Hunks:
    """The hunks of one file as unidiff needs them: each header, and the first character of each line."""

    def __init__(self, kind: Kind, lines: Lines) -> None:
        self._lines = lines
        self._adds = kind is Kind.ADDED
        self._deletes = kind is Kind.DELETED
        self._old = self._new = 0
        self.added = self.removed = 0

    def some(self) -> Iterator[Iterable[str]]:
        """The next hunks, at most as many as one PatchSet may keep."""
        lines = self._lines
        yield (_SAFE_NAME,)
        for _ in range(HUNKS_AT_ONCE):
            if not lines.here().startswith(_AT):
                return
            yield (self._header(lines.take()),)
            while firsts := lines.firsts(_BODY):
                lines.skip(len(firsts))
                self.added += firsts.count("+")
                self.removed += firsts.count("-")
                yield firsts

    def _header(self, line: bytes) -> str:
        found = _HUNK.match(line)
        if found is None:
            raise Broken("the header of a hunk is cut or changed")
        old_start, old, new_start, new = (int(number or 1) for number in found.groups())
        # They may overlap by lines of context: `git diff -W` writes such.
        if old_start < self._old or new_start < self._new or (old_start, new_start) == (self._old, self._new):
            raise Broken("its hunks are out of order, or one is there twice")
        if (self._adds and old) or (self._deletes and new):
            raise Broken("a hunk contradicts the header")
        self._old, self._new = old_start, new_start
        return found[0].decode("ascii")
