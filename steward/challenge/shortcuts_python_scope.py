"""What names stand for in a file of Python, and where in it an expression stands."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Sequence

from steward.challenge.folding import fold
from steward.challenge.shortcuts_python_names import PROGRAM_ENDS, RUNNER_MODULES

_FROM_OS = ("_exit", "abort", "kill", "environ", "getenv", "fork", "listdir", "walk", "scandir")
_MAINS = ("main", "_main", "cli", "run")


class Scope:
    """The names of a file. Those of modules are known by their imports, wherever these stand."""

    def __init__(self, nodes: Sequence[ast.AST], path: str) -> None:
        self._path = path
        self._names: dict[str, str] = {}
        self._parents: dict[ast.AST, ast.AST] = {}
        for node in nodes:
            self._learn(node)
            for child in ast.iter_child_nodes(node):
                self._parents[child] = node

    @property
    def stands_for(self) -> Collection[str]:
        """The full names that short ones stand for."""
        return self._names.values()

    def is_own_name(self, node: ast.expr) -> bool:
        """Whether an expression begins with a name of the file's own that is also a module's: `code.strip()`."""
        dotted = isinstance(node, ast.Attribute)
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        own = isinstance(node, ast.Name) and node.id in sys.stdlib_module_names and node.id not in self._names
        return dotted and own

    def parent(self, node: ast.AST) -> ast.AST | None:
        """What a node stands in."""
        return self._parents.get(node)

    def _learn(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for each in node.names:
                top = each.name.partition(".")[0]
                self._names[each.asname or top] = each.name if each.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                self._names[each.asname or each.name] = f"{node.module}.{each.name}"
            if node.module == "os" and any(each.name == "*" for each in node.names):
                self._names.update({name: f"os.{name}" for name in _FROM_OS})
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            entry = isinstance(node.value, ast.Subscript) and fold(node.value.slice) is None
            # `sys.modules[__name__]` is one module, and not that table.
            known = "" if entry else self.dotted(node.value)
            if known.partition(".")[0] in sys.stdlib_module_names | RUNNER_MODULES:
                self._names.setdefault(node.targets[0].id, known)

    def dotted(self, node: ast.AST, depth: int = 0) -> str:
        """The full name that an expression stands for, as far as it can be seen; empty when it cannot."""
        if depth > 20:
            return ""
        if isinstance(node, ast.Name):
            return self._names.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            inner = self.dotted(node.value, depth + 1)
            return f"{inner}.{node.attr}".replace(".__dict__", "") if inner else ""
        if isinstance(node, ast.Subscript):
            inner, key = self.dotted(node.value, depth + 1), fold(node.slice)
            if inner == "sys.modules" and key:
                return key
            return (
                f"{inner}.{key}"
                if inner and key and isinstance(node.value, ast.Call | ast.Attribute)
                else inner
            )
        return self._call(node, depth) if isinstance(node, ast.Call) else ""

    def _call(self, node: ast.Call, depth: int) -> str:
        name = self.dotted(node.func, depth + 1)
        texts = [fold(each) for each in node.args]
        if name == "sys.modules.get" and texts and texts[0]:
            return texts[0]
        if name in ("__import__", "importlib.import_module", "builtins.__import__") and texts and texts[0]:
            return texts[0]
        if name in ("getattr", "builtins.getattr") and len(texts) > 1 and texts[1]:
            inner = self.dotted(node.args[0], depth + 1)
            return f"{inner}.{texts[1]}" if inner else ""
        if name in ("vars", "builtins.vars") and node.args:
            return self.dotted(node.args[0], depth + 1)
        return ""

    def ends_a_program(self, node: ast.AST, name: str) -> bool:
        """Whether an exit is where a command line has it: under `if __name__ == "__main__"`, or in its `main`."""
        if name not in PROGRAM_ENDS:
            return False
        above: ast.AST | None = node
        while above is not None and not self._is_program(above):
            above = self.parent(above)
        return above is not None or self._path.endswith("__main__.py")

    def _is_program(self, node: ast.AST) -> bool:
        if isinstance(node, ast.If):
            sides = [node.test.left, *node.test.comparators] if isinstance(node.test, ast.Compare) else []
            return {"__name__", "'__main__'"} == {ast.unparse(side) for side in sides if _is_short(side)}
        return (
            isinstance(node, ast.FunctionDef)
            and node.name in _MAINS
            and isinstance(self.parent(node), ast.Module)
        )


def _is_short(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Constant)


def does_not_look(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a comparison always says the same, or never looks at what it is given."""
    names = [each.arg for each in node.args.args][1:2]
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    returned = [
        each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None
    ]
    if not returned:
        return False  # it says nothing, which is no yes
    always = bool(returned) and all(
        isinstance(each, ast.Constant) and each.value is True for each in returned
    )
    negated = node.name == "__ne__" and all(isinstance(each, ast.Constant) for each in returned)
    return always or negated or not used.intersection(names)
