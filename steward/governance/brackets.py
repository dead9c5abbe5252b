"""Which bracket closes which, and the words for what stands where it should not."""

from __future__ import annotations

from steward.governance.document import Source
from steward.governance.tokens import shown

MOST_DEPTH = 32
_PAIRS = {"{": "}", "[": "]"}


class Unexpected(Exception):
    """A token that cannot stand where it does: its number, and what was expected."""

    def __init__(self, token: int, what: str, *, too_deep: bool = False) -> None:
        super().__init__(what)
        self.token = token
        self.what = what
        self.too_deep = too_deep


def found(token: str) -> str:
    """What stands there instead."""
    return f"found {shown(token)}" if token else "found the end of the file"


def too_deep(token: int) -> Unexpected:
    """A bracket that opens one level too many."""
    return Unexpected(
        token, f"expected at most {MOST_DEPTH} levels of brackets, found one more", too_deep=True
    )


def match(tokens: list[str], source: Source) -> dict[int, int]:
    """For each opening bracket's token the closing one. Raises `Unexpected` at the first that has none."""
    closers: dict[int, int] = {}
    opened: list[int] = []
    for number, token in enumerate(tokens):
        if token in ("{", "["):
            if len(opened) == MOST_DEPTH:
                raise too_deep(number)
            opened.append(number)
        elif token in ("}", "]"):
            if not opened:
                raise Unexpected(number, f"expected a field name or the end of the file, found {token!r}")
            opener = opened.pop()
            if _PAIRS[tokens[opener]] != token:
                raise Unexpected(number, _crossed(tokens[opener], source.place(opener), token))
            closers[opener] = number
    if opened:
        last = tokens[opened[-1]]
        what = f"expected a {_PAIRS[last]!r} that closes this {last!r}, found the end of the file"
        raise Unexpected(opened[-1], what)
    return closers


def _crossed(opener: str, place: tuple[int, int], token: str) -> str:
    line, column = place
    return f"expected {_PAIRS[opener]!r} to close the {opener!r} at {line}:{column}, found {token!r}"
