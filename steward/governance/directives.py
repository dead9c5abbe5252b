"""The lines that begin with `@`, before the first field: `@type` is read, others are skipped when well-formed."""

from __future__ import annotations

from steward.governance.brackets import Unexpected, found
from steward.governance.descent import Descent
from steward.governance.document import Directive
from steward.governance.values import READERS, check_token, is_name


def read_directives(descent: Descent) -> tuple[list[Directive], int]:
    """The directives of a text, and the token behind the last one."""
    read: list[Directive] = []
    at = 0
    while descent.tokens[at][:1] == "@":
        try:
            directive, after = _directive(descent, at, read)
        except Unexpected as error:
            at = descent.resume(at, error, None)
            continue
        read.append(directive)
        at = descent.after_separator(after)
    return read, at


def _directive(descent: Descent, at: int, earlier: list[Directive]) -> tuple[Directive, int]:
    token, argument = descent.tokens[at], descent.tokens[at + 1]
    if check_token(token):
        descent.scalar(at)
    if token != "@type":
        return Directive(token[1:], "", at), _after_other(descent, at + 1)
    if not is_name(argument):
        raise Unexpected(at + 1, f"expected the name of a type after @type, {found(argument)}")
    first = next((one for one in earlier if one.name == "type"), None)
    if first:
        line, column = descent.complaints.source.place(first.token)
        what = f"expected @type only once, found it a second time (first at {line}:{column})"
        descent.complaints.tell(at, what)
    return Directive("type", argument, at), at + 2


def _after_other(descent: Descent, at: int) -> int:
    """The token after a skipped directive: words and values to the end of the line, or to the end of a block."""
    tokens = descent.tokens
    while tokens[at] not in ("", ",", ";") and not descent.complaints.begins_line(at):
        if tokens[at] == "{":
            return _after_braces(descent, at)
        if tokens[at][0] not in READERS and not check_token(tokens[at]):
            what = f"expected a name, a value, a block or the end of the line, {found(tokens[at])}"
            raise Unexpected(at, what)
        descent.scalar(at)
        at += 1
    return at


def _after_braces(descent: Descent, at: int) -> int:
    """Inside the block only the words and the brackets are looked at."""
    closer = descent.closer(at)
    for number in range(at, closer):
        token = descent.tokens[number]
        if token[0] == "@":
            raise Unexpected(number, f"expected a field or a value, {found(token)}")
        if check_token(token):
            descent.scalar(number)
    return closer + 1
