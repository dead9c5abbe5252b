"""What there is to say about a constitution: mistakes and remarks, each with its place."""

from __future__ import annotations

from collections.abc import Iterable

from steward.governance.document import MOST_PROBLEMS, Problem, Source
from steward.governance.tokens import shown

_LONGEST_NAME = 64  # of those that are looked for among the known ones
_MOST_NAMES = 200  # that one is looked for among


class Notes:
    """The mistakes and the remarks of one text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.errors: list[Problem] = []
        self.warnings: list[Problem] = []

    def error(self, token: int, what: str) -> None:
        """Something that makes the file unusable."""
        self.errors.append(Problem(self.source.offset(token), what))

    def warning(self, token: int, what: str) -> None:
        """Something worth a look."""
        self.warnings.append(Problem(self.source.offset(token), what))

    def nearest(self, name: str, known: Iterable[str]) -> str:
        """The known name that looks most like this one, as a question; empty when none does."""
        # Of very many remarks only the first are shown, so only those are worth the search.
        if len(self.warnings) >= MOST_PROBLEMS or len(name) > _LONGEST_NAME:
            return ""
        # Imported here: a text without a remark, which most are, pays nothing for it.
        from difflib import get_close_matches

        close = get_close_matches(name, tuple(known)[:_MOST_NAMES], 1)
        return f" (did you mean {shown(close[0])}?)" if close else ""
