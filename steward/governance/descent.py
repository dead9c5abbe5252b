"""Tokens become fields, blocks, lists and values: a descent of at most 32 levels.

Without `closers` the first wrong structure ends it (`Unexpected`). With them, the closing bracket of each
opening one, it goes on with the next line that begins a field of the same block.
"""

from __future__ import annotations

from collections.abc import Mapping

from steward.governance.brackets import MOST_DEPTH, Unexpected, found, match, too_deep
from steward.governance.complaints import Complaints
from steward.governance.document import Block, Broken, Entry, List, Literal, Name, Value
from steward.governance.strings import BadValue
from steward.governance.tokens import shown
from steward.governance.values import READERS, check_token, is_key, is_name, read_foreign

_BROKEN = Broken()
_SEPARATORS = (",", ";")
_MARKS = ("=", ":", "{")
_ENDS = ("", "}", "]", ",", ";")


class Descent:
    """Reads the fields of one text. Problems with values go to `complaints` and the value is `Broken`."""

    def __init__(self, complaints: Complaints, closers: Mapping[int, int] | None) -> None:
        self.tokens = complaints.tokens
        self.complaints = complaints
        self.closers = closers
        self._matched = closers

    def closer(self, opener: int) -> int:
        """The bracket that closes another one. Raises `Unexpected` when any bracket has no other."""
        if self._matched is None:
            self._matched = match(self.tokens, self.complaints.source)
        return self._matched[opener]

    # --------------------------------------------------------------------------------- blocks and fields

    def block(self, start: int, depth: int) -> tuple[Block, int]:
        """The fields from a token on, and the token that ends their block. Depth 0 is the whole text."""
        tokens, entries = self.tokens, list[Entry]()
        at, end, whole = start, "}" if depth else "", True
        while tokens[at] != end:
            try:
                entry, after = self._entry(at, depth)
            except Unexpected as error:
                whole = False
                at = self.resume(at, error, start - 1 if depth else None)
                continue
            if entry:
                entries.append(entry)
            at = self.after_separator(after)
        return Block(tuple(entries), max(start - 1, 0), whole), at

    def _entry(self, at: int, depth: int) -> tuple[Entry | None, int]:
        token = self.tokens[at]
        named = is_name(token)
        name = token if named else self._key(at, depth)
        mark = self.tokens[at + 1]
        if mark == "{" and named:
            value, after = self._value(at + 1, depth, "a value")
        elif (mark == "=" and named) or (mark == ":" and depth):
            value, after = self._value(at + 2, depth, f"a value after {mark!r}")
            self._check_own(value, mark)
        else:
            raise Unexpected(at + 1, _expected_mark(token, mark, named, depth))
        return (None if name is None else Entry(name, value, at)), after

    def _key(self, at: int, depth: int) -> str | None:
        """A map's key that is no name; None when it cannot be read."""
        token = self.tokens[at]
        if not depth or not is_key(token):
            raise Unexpected(at, _expected_field(token, depth))
        value = self.scalar(at).value
        if isinstance(value, Broken):
            return None
        return value if isinstance(value, str) else token

    def _check_own(self, value: Value, mark: str) -> None:
        """A word that begins the next line and is followed by '=' is that line's field, not this one's value."""
        if not isinstance(value, Literal) or not isinstance(value.value, Name):
            return
        at = value.token
        if self.tokens[at + 1] in _MARKS and self.complaints.begins_line(at):
            what = f"expected a value after {mark!r}, {found(value.text)}, which begins the next field"
            raise Unexpected(at, what)

    # -------------------------------------------------------------------------------------------- values

    def _value(self, at: int, depth: int, expected: str) -> tuple[Value, int]:
        token = self.tokens[at]
        if token[:1] in READERS:
            return self.scalar(at), at + 1
        if token in ("{", "["):
            if depth == MOST_DEPTH:
                raise too_deep(at)
            if token == "[":
                return self._list(at, depth + 1)
            block, end = self.block(at + 1, depth + 1)
            return block, end + 1
        if check_token(token):
            return self.scalar(at), at + 1
        raise Unexpected(at, f"expected {expected}, {found(token)}")

    def _list(self, start: int, depth: int) -> tuple[List, int]:
        items: list[Value] = []
        at = start + 1
        while self.tokens[at] != "]":
            item, at = self._value(at, depth, "a value, ',' or ']'" if items else "a value or ']'")
            items.append(item)
            if self.tokens[at] == ",":
                at += 1
        return List(tuple(items), start), at + 1

    def scalar(self, at: int) -> Literal:
        """The value of one token; `Broken` and a complaint when it is none."""
        token = self.tokens[at]
        try:
            return Literal(READERS.get(token[0], read_foreign)(token), token, at)
        except BadValue as error:
            self.complaints.tell(at, error.what, error.shift)
        return Literal(_BROKEN, token, at)

    # -------------------------------------------------------------------------------------------- going on

    def resume(self, at: int, error: Unexpected, opener: int | None) -> int:
        """Where to go on after a mistake in the field at `at`, in the block of that bracket."""
        if self.closers is None:
            raise error
        self.complaints.tell_structure(error)
        end = len(self.tokens) - 1 if opener is None else self.closers[opener]
        at = self.closers.get(at, at) + 1
        while at < end:
            if at >= error.token and self._begins_field(at) and self.complaints.begins_line(at):
                return at
            at = self.closers.get(at, at) + 1
        return end

    def _begins_field(self, at: int) -> bool:
        token, after = self.tokens[at], self.tokens[at + 1]
        if after in _MARKS:
            return token[0] in READERS
        # A name with something else behind it on its line is a field without its sign.
        names = is_name(token) and after not in _ENDS and not self.complaints.begins_line(at + 1)
        return names or token[0] == "@"

    def after_separator(self, at: int) -> int:
        """The token behind a comma or a semicolon, if there is one."""
        return at + 1 if self.tokens[at] in _SEPARATORS else at


def _expected_field(token: str, depth: int) -> str:
    if token[:1] == "@":
        return f"expected a field name, {found(token)} (directives stand before the first field)"
    end = "'}'" if depth else "the end of the file"
    return f"expected a field name or {end}, {found(token)}"


def _expected_mark(token: str, mark: str, named: bool, depth: int) -> str:
    if not named:
        return f"expected ':' after the key {shown(token)}, {found(mark)}"
    if depth:
        return f"expected '=', ':' or '{{' after {shown(token)}, {found(mark)}"
    hint = " ('name: value' stands only inside braces)" if mark == ":" else ""
    return f"expected '=' or '{{' after {shown(token)}, {found(mark)}{hint}"
