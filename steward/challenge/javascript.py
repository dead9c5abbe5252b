"""JavaScript and TypeScript as tokens: enough to tell code from text, and to see what is called with what."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from steward.challenge.javascript_folding import folded

_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>//[^\n\r\u2028\u2029]*|/\*.*?(?:\*/|\Z))
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<number>0[xX][0-9a-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?)
    |(?P<name>[A-Za-z_$\u0080-\U0010ffff](?:[\w$\u0080-\U0010ffff])*|\\u\{?[0-9a-fA-F]+\}?[\w$]*)
    |(?P<mark>===|!==|=>|\?\.|\?\?=?|==|!=|\+=|-=|\*=|&&=?|\|\|=?|\.\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)
# Bounded, for a line of opening brackets and slashes would otherwise be tried from each of them to its end.
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,300}/[a-z]*")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))")
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_OPERAND = frozenset("return typeof case in of delete void throw new else do".split())
_OPEN, _CLOSED = {"(": ")", "[": "]", "{": "}"}, frozenset(")]}")
_MOST_TOKENS = 500_000
_DEEPEST = 20


class Token(msgspec.Struct, frozen=True):
    """A token: `name`, `text` (a string's value), `number`, `mark`; comments and spaces are none."""

    kind: str
    text: str
    line: int


def tokens(source: str) -> list[Token]:
    """The tokens of a source; a template's text comes as one text, and what it puts in as tokens of their own."""
    if source.startswith("#!"):
        source = "//" + source[2:]
    return _scanned(source, 1, 0)


def _scanned(source: str, line: int, depth: int) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(source) and len(found) < _MOST_TOKENS:
        if source[at] == "`":
            end, parts = _template(source, at, line, depth)
            found += parts
            line += source.count("\n", at, end)
            at = end
            continue
        match = (
            _REGEX.match(source, at) if source[at] == "/" and _may_begin(found) else None
        ) or _TOKEN.match(source, at)
        if match is None:
            break
        kind, text = match.lastgroup or "regex", match[0]
        if kind not in ("space", "comment"):
            found.append(Token(kind, _value(kind, text), line))
        line += text.count("\n")
        at = match.end()
    return _added_up(found)


def _may_begin(before: list[Token]) -> bool:
    """Whether a slash here begins a regular expression: not after a value."""
    if not before:
        return True
    last = before[-1]
    if last.kind == "name":
        return last.text in _OPERAND
    return last.kind == "mark" and last.text not in (")", "]", "}")


def _value(kind: str, text: str) -> str:
    if kind == "text":
        return _unescaped(text[1:-1])
    if kind == "name":
        return _unescaped(text) if "\\" in text else text
    return _number(text) if kind == "number" else text


def _number(text: str) -> str:
    plain = text.replace("_", "").removesuffix("n")
    try:
        return str(int(plain, 0)) if plain[:2].lower() == "0x" or plain.isdigit() else repr(float(plain))
    except ValueError:
        return plain


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_escaped, text) if "\\" in text else text


def _escaped(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code:
        return chr(min(int(code, 16), 0x10FFFF))
    return _PLAIN.get(found[4], found[4])


def _template(source: str, start: int, line: int, depth: int) -> tuple[int, list[Token]]:
    """Where a template ends, and what it is made of."""
    at, text, inner = start + 1, "", list[Token]()
    while at < len(source) and source[at] != "`":
        if source[at] == "\\":
            text += _unescaped(source[at : at + 2])
            at += 2
        elif source.startswith("${", at) and depth < _DEEPEST:
            end = _closing(source, at + 2)
            put = folded(_scanned(source[at + 2 : end], line + source.count("\n", start, at), depth + 1))
            if len(put) == 1 and put[0].kind == "text":
                text += put[0].text
            else:
                inner += put
            at = end + 1
        else:
            text += source[at]
            at += 1
    return at + 1, [Token("text", text, line), *inner]


def _closing(source: str, at: int) -> int:
    depth = 0
    while at < len(source):
        depth += (source[at] == "{") - (source[at] == "}")
        if depth < 0:
            return at
        at += 1
    return at


def _added_up(found: list[Token]) -> list[Token]:
    """Texts joined by a plus become one, so that no name hides in its halves."""
    joined: list[Token] = []
    for token in found:
        if token.kind == "text" and len(joined) > 1 and joined[-1].text == "+" and joined[-2].kind == "text":
            before = joined[-2]
            joined[-2:] = [Token("text", before.text + token.text, before.line)]
        else:
            joined.append(token)
    return joined


def literals(stream: list[Token]) -> Iterator[tuple[int, str]]:
    """The line and the value of every text and number; a number keeps its sign."""
    for position, token in enumerate(stream):
        if token.kind == "text":
            yield token.line, token.text
        elif token.kind == "number":
            negative = (
                position > 0
                and stream[position - 1].text == "-"
                and (
                    position == 1
                    or (stream[position - 2].kind == "mark" and stream[position - 2].text not in (")", "]"))
                )
            )
            yield token.line, f"-{token.text}" if negative else token.text


def groups(stream: list[Token]) -> Iterator[tuple[str, list[list[Token]]]]:
    """Each call and each bracketed list: the name before it, or its bracket, and its parts between commas.

    For `expect(A).toBe(B)` the parts are A and B. A list inside a list is named `[[`.
    """
    ends = _ends(stream)
    listed = _listed(stream)
    for position, token in enumerate(stream):
        if token.kind != "mark" or position not in ends:
            continue
        before = stream[position - 1] if position else None
        inside = _split(stream[position + 1 : ends[position]])
        if token.text == "(" and before is not None and before.kind == "name":
            yield before.text, [*_expected(stream, position), *inside]
        elif token.text == "[":
            yield ("[[" if position in listed else "["), inside


def _listed(stream: list[Token]) -> frozenset[int]:
    """Where a list begins that stands in another list."""
    around: list[str] = []
    found = set()
    for position, token in enumerate(stream):
        if token.kind != "mark":
            continue
        if token.text in _OPEN:
            if token.text == "[" and around and around[-1] == "[":
                found.add(position)
            around.append(token.text)
        elif token.text in _CLOSED and around:
            around.pop()
    return frozenset(found)


def _expected(stream: list[Token], position: int) -> list[list[Token]]:
    """What stands in `expect(…)` before `.toBe(`: nothing elsewhere."""
    if position < 3 or not stream[position - 1].text.startswith("to") or stream[position - 3].text != ")":
        return []
    depth = 0
    for at in range(position - 3, max(position - 400, -1), -1):
        depth += (stream[at].text == ")") - (stream[at].text == "(")
        if depth == 0 and stream[at].kind == "mark":
            return [stream[at + 1 : position - 3]] if at and stream[at - 1].text == "expect" else []
    return []


def _ends(stream: list[Token]) -> dict[int, int]:
    """Where each bracket closes."""
    open_at: list[int] = []
    ends: dict[int, int] = {}
    for position, token in enumerate(stream):
        if token.kind != "mark":
            continue
        if token.text in _OPEN:
            open_at.append(position)
        elif token.text in _CLOSED and open_at:
            ends[open_at.pop()] = position
    return ends


def _split(stream: list[Token]) -> list[list[Token]]:
    """The parts between commas that stand in no inner bracket."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in stream:
        if token.kind == "mark":
            depth += (token.text in _OPEN) - (token.text in _CLOSED)
            if token.text == "," and not depth:
                parts.append([])
                continue
        parts[-1].append(token)
    return parts if parts != [[]] else []
