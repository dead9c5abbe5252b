"""What is wrong with a text, gathered while it is read: one complaint for one mistake."""

from __future__ import annotations

from steward.governance.brackets import Unexpected
from steward.governance.document import Problem, Source
from steward.governance.values import check_token


class Complaints:
    """The problems of one text and its tokens."""

    def __init__(self, source: Source, tokens: list[str]) -> None:
        self.source = source
        self.tokens = tokens
        self._problems: dict[Problem, None] = {}
        self._first: dict[int, int] = {}  # of each line with a problem: the offset of its first one

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All of them so far."""
        return tuple(self._problems)

    def tell(self, token: int, what: str, shift: int = 0) -> None:
        """A problem at a token, or so many characters into it."""
        offset = self.source.offset(token, shift)
        self._problems[Problem(offset, what)] = None
        line, _ = self.source.position(offset)
        self._first[line] = min(offset, self._first.get(line, offset))

    def tell_structure(self, error: Unexpected) -> None:
        """A wrong structure; not behind another problem on the same line, for that may have caused it."""
        offset = self.source.offset(error.token)
        line, _ = self.source.position(offset)
        if self._first.get(line, offset + 1) > offset:
            self.tell(error.token, error.what)

    def check_tokens(self) -> bool:
        """Tell of each token that is wrong wherever it stands; whether one may have swallowed others."""
        swallowed = False
        for number, token in enumerate(self.tokens):
            error = check_token(token)
            if error:
                self.tell(number, error.what, error.shift)
                swallowed = swallowed or error.swallows
        return swallowed

    def begins_line(self, token: int) -> bool:
        """Whether only white space and comments stand before a token on its line."""
        end = self.source.offset(token - 1, len(self.tokens[token - 1]))
        return "\n" in self.source.text[end : self.source.offset(token)]
