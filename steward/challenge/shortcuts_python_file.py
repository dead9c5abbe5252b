"""A file of Python as it is searched: its nodes, its constants, its lines."""

from __future__ import annotations

import ast
from collections import Counter
from functools import lru_cache

from msgspec import Struct

from steward.challenge.folding import fold, parse, text_of


class Parsed(Struct, frozen=True):
    """A file: its nodes, the constants among them with their texts, the `id`s of those that are only to be read."""

    nodes: tuple[ast.AST, ...]
    texts: tuple[tuple[ast.expr, str], ...]
    told: frozenset[int]

    @property
    def constants(self) -> list[tuple[int, str]]:
        """The line and the text of each constant in their order, but for docstrings and what else stands alone."""
        found = {
            (node.lineno, node.col_offset, text) for node, text in self.texts if id(node) not in self.told
        }
        return [(line, text) for line, _, text in sorted(found)]


def constants_of(data: bytes) -> list[tuple[int, str]]:
    """The constants of a file with their lines in git's count; nothing when it is no Python."""
    try:
        found, lines = parsed(data).constants, lines_of_git(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return [(lines[min(line, len(lines)) - 1], text) for line, text in found]


@lru_cache(maxsize=8)
def parsed(data: bytes) -> Parsed:
    """The file as it is searched, each name that stands for one text replaced by it. Raises as `ast.parse` does."""
    tree = parse(data)
    settle(tree)
    nodes = tuple(ast.walk(tree))
    folded = [(node, fold(node)) for node in nodes if isinstance(node, ast.expr)]
    told = [
        node.value for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]
    return Parsed(
        nodes,
        tuple((node, text) for node, text in folded if text is not None),
        frozenset(map(id, told)),
    )


def lines_of_git(data: bytes) -> list[int]:
    """The line in git's count of each line in Python's: to Python a carriage return alone ends one too."""
    return [
        number
        for number, line in enumerate(data.split(b"\n"), start=1)
        for _ in range(line.removesuffix(b"\r").count(b"\r") + 1)
    ]


def settle(tree: ast.AST) -> None:
    """Put the text in the place of each name that stands for one text in the whole file, and for nothing else."""
    bound: Counter[str] = Counter()
    texts: dict[str, str] = {}
    for node in ast.walk(tree):
        bound.update(_bound(node))
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            text = text_of(node.value)
            if text is not None:
                texts[node.targets[0].id] = text
    settled = {name: text for name, text in texts.items() if bound[name] == 1}
    for node in ast.walk(tree) if settled else ():
        for field, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [_settled(each, settled) for each in value]
            else:
                setattr(node, field, _settled(value, settled))


def _bound(node: ast.AST) -> list[str]:
    """The names that a node gives a meaning to."""
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.alias):
        return [node.asname or node.name.partition(".")[0]]
    name = getattr(node, "name", None)
    return [name] if isinstance(name, str) else []


def _settled(node: object, texts: dict[str, str]) -> object:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in texts:
        return ast.copy_location(ast.Constant(texts[node.id]), node)
    return node
