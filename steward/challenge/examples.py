"""What tests expect: pairs of an input and an output, read off test files, cases and behaviour checks.

Used to see whether a submission holds the answers instead of working them out. Values are compared as text, so that
`5400` and `"5400"` are one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

import msgspec

from steward.challenge.cases import Case
from steward.challenge.folding import fold, parse
from steward.challenge.javascript import Token, groups, literals, tokens
from steward.challenge.manifest import Manifest
from steward.model import ScoringRules
from steward.paths import is_test

_PYTHON = (".py",)
_JAVASCRIPT = (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx")
_EQUALS = frozenset({"assertEqual", "assertEquals", "assertListEqual", "assertDictEqual", "assertTupleEqual",
                     "assertAlmostEqual", "assertIs", "assertCountEqual"})  # fmt: skip
_JS_EQUALS = frozenset({"equal", "strictEqual", "deepEqual", "deepStrictEqual", "is", "same", "strictSame",
                        "toBe", "toEqual", "toStrictEqual"})  # fmt: skip
_USUAL = frozenset({"-1", "0", "1", "2", "10", "100", "1000", "true", "false", "null"})
_LITERAL_PATTERN = re.compile(r"\^(?P<text>(?:[^\\^$.|?*+()\[\]{}]|\\[^A-Za-z0-9])+)\$")
_MOST_EXAMPLES = 2000
# Quoted text as most languages have it, and numbers. Bounded: of a quote that never ends little is read.
_PLAIN = re.compile(
    r"""(?P<quote>["'`])(?P<text>(?:(?!(?P=quote))[^\\]|\\.){0,120}+)(?P=quote)
    | (?<![\w.])(?P<number>-?\d+(?:\.\d+)?)(?![\w.])""",
    re.VERBOSE,
)
_LARGEST = 2**20
_RULES = ScoringRules()


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """An input and the constants that its output is made of, all as text."""

    given: str
    output: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The input and the parts of the output."""
        return (self.given, *self.output)

    @property
    def told(self) -> bool:
        """Whether finding it somewhere says anything: usual values stand in honest code too."""
        return bool(self.output) and (telling(self.given) or any(telling(part) for part in self.output))


class Examples(msgspec.Struct, frozen=True, kw_only=True):
    """The examples of a challenge; `known` are the constants that everybody may see in it."""

    public: tuple[Example, ...] = ()
    hidden: tuple[Example, ...] = ()
    known: frozenset[str] = frozenset()

    @property
    def secret_outputs(self) -> frozenset[str]:
        """Outputs that only the hidden tests hold, as far as they say anything."""
        parts = {part for each in self.hidden for part in each.output if len(part) > 2 and telling(part)}
        return frozenset(parts - self.known)


def telling(text: str) -> bool:
    """Whether a value is anything but the usual ones that every program holds."""
    return len(text.strip()) > 1 and text not in _USUAL


def public_examples(files: Mapping[str, bytes], manifest: Manifest) -> tuple[Example, ...]:
    """The examples in the challenge's own tests, and those of its behaviour checks."""
    return _some([*_from_files(files), *_from_checks(manifest)])


def hidden_examples(files: Mapping[str, bytes], cases: Iterable[Case]) -> tuple[Example, ...]:
    """The examples of hidden test files and of hidden cases."""
    told = [Example(given=case.input, output=(case.output.strip("\n"),)) for case in cases if case.output]
    return _some([*_from_files(files), *told])


def constants(files: Mapping[str, bytes]) -> frozenset[str]:
    """Every constant in the source files: what anybody who has the challenge can read there."""
    found: set[str] = set()
    for path, data in files.items():
        if path.endswith(_PYTHON):
            found.update(text for _, text in python_constants(_tree(data)))
        elif path.endswith(_JAVASCRIPT):
            found.update(text for _, text in literals(tokens(data.decode("utf-8", "replace"))))
        else:
            found.update(text for _, text in plain_constants(data))
    return frozenset(found)


def plain_constants(data: bytes) -> Iterator[tuple[int, str]]:
    """The line and the text of every quoted text and number, whatever the language; none of what is no text."""
    if b"\0" in data or len(data) > _LARGEST:
        return
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), start=1):
        for each in _PLAIN.finditer(line):
            yield number, each["number"] or each["text"]


def python_constants(tree: ast.AST | None) -> Iterator[tuple[int, str]]:
    """The line and the text of every constant, put-together ones too."""
    for node in ast.walk(tree) if tree else ():
        value = fold(node) if isinstance(node, ast.expr) else None
        if value is not None:
            yield node.lineno, value  # type: ignore[attr-defined]


def _some(found: Collection[Example]) -> tuple[Example, ...]:
    return tuple(dict.fromkeys(each for each in found if each.told))[:_MOST_EXAMPLES]


def _from_files(files: Mapping[str, bytes]) -> Iterator[Example]:
    for path, data in sorted(files.items()):
        # Rows of a table are examples in a test; in a script beside it they may be anything.
        rows = is_test(path, _RULES)
        if path.endswith(_PYTHON):
            yield from _from_python(_tree(data), rows=rows)
        elif path.endswith(_JAVASCRIPT):
            yield from _from_javascript(tokens(data.decode("utf-8", "replace")), rows=rows)


def _from_checks(manifest: Manifest) -> Iterator[Example]:
    for check in manifest.checks:
        found = _LITERAL_PATTERN.fullmatch(check.expect.stdout or "")
        if found and len(check.run) > 1:
            yield Example(given=check.run[-1], output=(re.sub(r"\\(.)", r"\1", found["text"]),))


def _tree(data: bytes) -> ast.AST | None:
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        return parse(data)
    return None


def _from_python(tree: ast.AST | None, *, rows: bool) -> Iterator[Example]:
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq):
            yield from _compared(node.left, node.comparators[0])
        elif isinstance(node, ast.Call) and len(node.args) > 1 and _last_name(node.func) in _EQUALS:
            yield from _compared(node.args[0], node.args[1])
        elif isinstance(node, ast.List | ast.Tuple) and rows:
            for each in node.elts:
                if isinstance(each, ast.Tuple | ast.List) and 1 < len(each.elts) < 5:
                    yield from _row(each.elts)
        elif isinstance(node, ast.Dict) and rows:
            for key, value in zip(node.keys, node.values, strict=True):
                yield from _row([key, value]) if key is not None else ()


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _compared(one: ast.expr, other: ast.expr) -> Iterator[Example]:
    called, expected = (one, other) if isinstance(one, ast.Call) else (other, one)
    output = leaves(expected)
    if isinstance(called, ast.Call) and output:
        for argument in called.args:
            given = fold(argument)
            if given is not None:
                yield Example(given=given, output=output)


def _row(elements: list[ast.expr]) -> Iterator[Example]:
    *inputs, last = elements
    output = leaves(last)
    for each in inputs if output else ():
        given = fold(each)
        if given is not None:
            yield Example(given=given, output=output)


def leaves(node: ast.expr) -> tuple[str, ...]:
    """The constants that a literal is made of; nothing when a part of it is no constant."""
    value = fold(node)
    if value is not None:
        return (value,)
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        parts = [leaves(each) for each in node.elts]
        return tuple(text for part in parts for text in part) if all(parts) else ()
    return ()


def _from_javascript(stream: list[Token], *, rows: bool) -> Iterator[Example]:
    for name, arguments in groups(stream):
        output: tuple[str, ...] = ()
        if name in _JS_EQUALS and len(arguments) > 1:
            called, output = arguments[0], tuple(text for _, text in literals(arguments[1]))
        elif name == "[[" and rows and 1 < len(arguments) < 5 and all(map(_is_literal, arguments)):
            called, output = arguments[0], tuple(text for _, text in literals(arguments[-1]))
        else:
            continue
        for _, given in literals(called) if output else ():
            yield Example(given=given, output=output)


def _is_literal(part: list[Token]) -> bool:
    return bool(part) and all(token.kind in ("text", "number") or token.text in "[],-" for token in part)
