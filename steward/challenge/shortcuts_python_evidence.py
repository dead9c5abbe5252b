"""Shortcuts in Python that no single call gives away: what a file looks at, and what it has at hand to do so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from steward.challenge.findings import SENSES, Finding, Watched
from steward.challenge.folding import fold
from steward.challenge.shortcuts_python_names import (
    ANSWERS,
    EXITS,
    FRAMES,
    LISTS,
    MADE_NAMES,
    PLAIN_TYPES,
    RUNNER_WORDS,
    SELF_VIEWS,
)
from steward.challenge.shortcuts_python_scope import Scope
from steward.report.markdown import visible

_MADE = re.compile(r"__(?:\{\w*\}|%s)__")
_WATCHED_MODULES = frozenset("os sys builtins subprocess signal unittest threading ctypes".split())
_LOOKS = ("keys", "values", "items", "copy", "__iter__")


Texts = Sequence[tuple[ast.expr, str]]


def find(watched: Watched, nodes: Sequence[ast.AST], texts: Texts, scope: Scope) -> Iterator[Finding]:
    """The findings that the rest of the file is needed for, on old lines too."""
    yield from _Evidence(watched, nodes, texts, scope).findings()


class _Evidence:
    def __init__(self, watched: Watched, nodes: Sequence[ast.AST], texts: Texts, scope: Scope) -> None:
        self._watched, self._nodes, self._texts, self._scope = watched, nodes, texts, scope
        self._compares = any(text in MADE_NAMES for _, text in texts)
        self._climbs = max((self._climb(node) for node in self._nodes if _is_own_place(node)), default=0)

    def findings(self) -> Iterator[Finding]:
        """Frames, views of the own run, made names, handed-on exits, unseen attributes, climbs."""
        views = [node for node in self._nodes if isinstance(node, ast.expr) and self._is_view(node)]
        if views:
            yield from self._compared()
        for node in self._nodes:
            if isinstance(node, ast.Attribute | ast.Subscript | ast.Name):
                yield from self._named(node)
            elif isinstance(node, ast.Call):
                yield from self._called(node)
            elif isinstance(node, ast.JoinedStr | ast.BinOp | ast.Constant):
                yield from self._made(node)

    def _found(self, node: ast.expr, rule: str, reason: str, *, certain: bool = True) -> Finding:
        return Finding.bypass(self._watched.path, node.lineno, rule, reason, certain=certain)

    def _is_view(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Attribute | ast.Subscript | ast.Name) and (
            self._scope.dotted(node) in SELF_VIEWS
        )

    def _compared(self) -> Iterator[Finding]:
        for node, text in self._texts:
            if text.lstrip("_").partition(".")[0] in RUNNER_WORDS or text in RUNNER_WORDS:
                reason = f"names a test runner beside how it was started: {SENSES}"
                yield self._found(node, "senses-tests", reason)

    def _named(self, node: ast.Attribute | ast.Subscript | ast.Name) -> Iterator[Finding]:
        if isinstance(node, ast.Attribute) and node.attr in FRAMES:
            yield self._found(node, "senses-tests", f"looks at who called it: {SENSES}")
        name, parent = self._scope.dotted(node), self._scope.parent(node)
        if name == "sys.modules" and self._is_whole(node):
            reason = f"looks through the loaded modules: {SENSES}"
            yield self._found(node, "senses-tests", reason, certain=False)
        if EXITS.fullmatch(name) and not (isinstance(parent, ast.Call) and parent.func is node):
            yield self._found(node, "ends-process", "hands on a way to end the run of the tests")

    def _is_whole(self, node: ast.AST) -> bool:
        """Whether all of a table is looked at, not one entry by its name."""
        parent = self._scope.parent(node)
        if isinstance(node, ast.Subscript) and self._scope.dotted(node.value) == "sys.modules":
            return False
        if isinstance(parent, ast.Attribute):
            return parent.attr in _LOOKS
        return not isinstance(parent, ast.Subscript | ast.Compare)

    def _called(self, node: ast.Call) -> Iterator[Finding]:
        name, texts = self._scope.dotted(node.func), [fold(each) for each in node.args]
        if name in ("getattr", "builtins.getattr") and len(texts) > 1:
            module = self._scope.dotted(node.args[0])
            if texts[1] in FRAMES:
                yield self._found(node, "senses-tests", f"looks at who called it: {SENSES}")
            elif texts[1] is None and module in _WATCHED_MODULES:
                reason = f"uses a part of {visible(module)} whose name cannot be seen here"
                yield self._found(node, "runs-text", reason, certain=False)
        elif name in ("setattr", "builtins.setattr", "type.__setattr__") and ANSWERS.intersection(texts):
            yield self._found(node, "equals-everything", "sets how values compare")
        elif name in ("type", "builtins.type") and len(node.args) == 3 and self._is_hidden_type(node.args):
            reason = "makes a kind of plain value whose methods cannot be seen here"
            yield self._found(node, "equals-everything", reason, certain=False)
        elif LISTS.fullmatch(name or f"?.{getattr(node.func, 'attr', '')}") and self._climbs:
            yield self._found(node, "reaches-hidden", "lists the files of the challenge's own folder")

    def _is_hidden_type(self, arguments: list[ast.expr]) -> bool:
        bases = arguments[1].elts if isinstance(arguments[1], ast.Tuple | ast.List) else [arguments[1]]
        plain = any(self._scope.dotted(base).removeprefix("builtins.") in PLAIN_TYPES for base in bases)
        members = arguments[2]
        seen = isinstance(members, ast.Dict) and all(key is not None and fold(key) for key in members.keys)
        return plain and not seen

    def _made(self, node: ast.JoinedStr | ast.BinOp | ast.Constant) -> Iterator[Finding]:
        """A name between two pairs of underscores that is put together, where names of comparisons are at hand."""
        if not _is_made_name(node):
            return
        reason = "puts together the name of a special method"
        yield self._found(node, "equals-everything", reason, certain=self._compares)

    def _climb(self, own_place: ast.AST) -> bool:
        """Whether the way from `__file__` leads up to the challenge's folder."""
        steps, node = 0, own_place
        parent = self._scope.parent(node)
        while parent is not None and not isinstance(parent, ast.stmt):
            node, parent = parent, self._scope.parent(parent)
            steps += self._steps(node)
        ups = [fold(each) for each in ast.walk(node) if isinstance(each, ast.Constant)]
        steps += sum(str(text).replace("\\", "/").split("/").count("..") for text in ups)
        return steps > self._watched.path.count("/")

    def _steps(self, node: ast.AST) -> int:
        if isinstance(node, ast.Attribute):
            return int(node.attr == "parent")
        if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "parents":
            number = fold(node.slice) or ""
            return int(number) + 1 if number.isdecimal() and len(number) < 4 else 1
        return int(isinstance(node, ast.Call) and self._scope.dotted(node.func).endswith("dirname"))


def _is_own_place(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "__file__"


def _is_made_name(node: ast.JoinedStr | ast.BinOp | ast.Constant) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and bool(_MADE.fullmatch(node.value))
    if fold(node) is not None:
        return False
    ends = (node.values[0], node.values[-1]) if isinstance(node, ast.JoinedStr) and node.values else ()
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        ends = (node.left.left if isinstance(node.left, ast.BinOp) else node.left, node.right)
    return bool(ends) and all((fold(each) or "").startswith("__") for each in ends)
