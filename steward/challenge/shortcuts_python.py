"""Shortcuts in Python, read off the syntax tree: names are followed through imports, aliases and `getattr`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from msgspec.structs import replace

from steward.challenge import mapping
from steward.challenge import shortcuts_python_evidence as evidence
from steward.challenge.findings import SENSES, Finding, Watched, first_of_each, is_environment_sign
from steward.challenge.folding import fold
from steward.challenge.shortcuts_python_file import Parsed, lines_of_git, parsed
from steward.challenge.shortcuts_python_names import (
    ANSWERS,
    CALLS,
    COLLECTING,
    ENVIRONMENT,
    ENVIRONMENT_READERS,
    OPENERS,
    PATCHED,
    PLAIN_TYPES,
    RUNNER_MODULES,
    SKIPS,
)
from steward.challenge.shortcuts_python_scope import Scope, does_not_look
from steward.report.markdown import visible

SUFFIXES = (".py", ".pyi", ".pyw")
_TEST_FILE = re.compile(r"(?:test_.*|.*_test)\.py")
_OVERWRITES = "changes a test runner, an assertion or a module of Python's own"
_READS_VARIABLE = f"reads an environment variable: {SENSES}"
_RUNNERS = frozenset({"pytest", "_pytest", "pluggy", "nose"})


def find(watched: Watched) -> tuple[Finding, ...]:
    """The findings in one file of Python."""
    lines = lines_of_git(watched.data)
    added = frozenset(number for number, line in enumerate(lines, start=1) if line in watched.added)
    try:
        found = _searched(replace(watched, added=added), parsed(watched.data))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        line = min(watched.added, default=1)
        reason = "cannot be read as Python here"
        return (Finding.bypass(watched.path, line, "runs-text", reason, certain=False),)
    return tuple(replace(each, line=lines[min(each.line, len(lines)) - 1]) for each in found)


def _searched(watched: Watched, file: Parsed) -> tuple[Finding, ...]:
    search = _Search(watched, file)
    found = [
        *search.findings(),
        *evidence.find(watched, file.nodes, file.texts, search.scope),
        *mapping.find(watched, file.constants),
    ]
    return first_of_each([each for each in found if each.line in watched.added])


class _Search:
    """One pass over a tree."""

    def __init__(self, watched: Watched, file: Parsed) -> None:
        self._watched, self._file = watched, file
        self.scope = Scope(file.nodes, watched.path)
        self._dotted = self.scope.dotted

    def findings(self) -> Iterator[Finding]:
        """All findings, on old lines too."""
        for node in self._file.nodes:
            if isinstance(node, ast.expr | ast.stmt):
                yield from self._of(node)
        # What stands there to be read does nothing, unless somebody asks for it.
        read = self._file.told if b"__doc__" not in self._watched.data else ()
        for each, text in self._file.texts:
            suspicious = self._watched.suspicious(text) if id(each) not in read else None
            if suspicious:
                yield self._found(each.lineno, *suspicious)

    def _found(self, line: int, rule: str, reason: str, *, certain: bool = True) -> Finding:
        return Finding.bypass(self._watched.path, line, rule, reason, certain=certain)

    def _of(self, node: ast.expr | ast.stmt) -> Iterator[Finding]:
        if isinstance(node, ast.Call):
            yield from self._call(node)
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete):
            yield from self._assignment(node)
        elif isinstance(node, ast.ClassDef):
            yield from self._class(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from self._function(node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from self._import(node)
        elif isinstance(node, ast.Raise):
            yield from self._raise(node)
        elif isinstance(node, ast.Dict):
            yield from self._dict(node)
        else:
            yield from self._expression(node)

    def _expression(self, node: ast.AST) -> Iterator[Finding]:
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Attribute | ast.Name | ast.Subscript):
            name = self._dotted(node)
            if name.startswith(("os.environ.", "os.environb.")) and is_environment_sign(
                name.split(".", 2)[2]
            ):
                yield self._found(line, "senses-tests", _READS_VARIABLE)
            elif name in ENVIRONMENT and self._whole_environment(node):
                yield self._found(
                    line, "senses-tests", f"looks through the environment: {SENSES}", certain=False
                )
            elif SKIPS.match(name):
                yield self._found(line, "skips-tests", "skips tests or expects them to fail")
        elif isinstance(node, ast.Compare):
            yield from self._comparison(node)

    def _whole_environment(self, node: ast.AST) -> bool:
        parent = self.scope.parent(node)
        return not isinstance(parent, ast.Attribute | ast.Subscript | ast.Compare) or (
            isinstance(parent, ast.Attribute) and parent.attr in ("items", "keys", "values", "copy")
        )

    def _comparison(self, node: ast.Compare) -> Iterator[Finding]:
        for side, other in ((node.left, each) for each in node.comparators):
            text, name = fold(side), self._dotted(other)
            if name in ENVIRONMENT and text and is_environment_sign(text):
                yield self._found(node.lineno, "senses-tests", _READS_VARIABLE)
            if name == "sys.modules" and text and text.partition(".")[0] in RUNNER_MODULES:
                yield self._found(node.lineno, "senses-tests", f"asks which modules are loaded: {SENSES}")
            elif text and text.partition(".")[0] in RUNNER_MODULES and name.startswith("sys.argv"):
                yield self._found(node.lineno, "senses-tests", f"asks how it was started: {SENSES}")

    def _call(self, node: ast.Call) -> Iterator[Finding]:
        name, texts = self._dotted(node.func), [fold(each) for each in node.args]
        first = (texts[0] if texts else None) or ""
        if name in ENVIRONMENT_READERS:
            yield from self._variable(node, first)
        elif name in ("setattr", "builtins.setattr", "delattr") and node.args:
            if self._patched(self._dotted(node.args[0])):
                yield self._found(node.lineno, "patches-runner", _OVERWRITES)
        elif name == "sys.modules.get" and first.partition(".")[0] in RUNNER_MODULES:
            yield self._found(node.lineno, "senses-tests", f"asks which modules are loaded: {SENSES}")
        elif self._detached(node, name):
            yield self._found(node.lineno, "leaves-process", "starts a process that is to outlive the step")
        # Of a method whose object is not known the name alone still tells something.
        yield from self._tabled(node, name or f"?.{getattr(node.func, 'attr', '')}")
        yield from self._opened(node, name, texts)

    def _tabled(self, node: ast.Call, name: str) -> Iterator[Finding]:
        for called in CALLS if not self.scope.is_own_name(node.func) else ():
            if called.names.fullmatch(name) and not self.scope.ends_a_program(node, name):
                reason = f"calls {visible(name.removeprefix('?.'))}, which {called.reason}"
                yield self._found(node.lineno, called.rule, reason, certain=called.certain)

    def _variable(self, node: ast.Call, name: str) -> Iterator[Finding]:
        if is_environment_sign(name):
            yield self._found(node.lineno, "senses-tests", _READS_VARIABLE)
        elif not name:
            reason = "reads an environment variable whose name cannot be seen here"
            yield self._found(node.lineno, "senses-tests", reason, certain=False)

    def _opened(self, node: ast.Call, name: str, texts: list[str | None]) -> Iterator[Finding]:
        """A word that is what hidden tests are called means nothing alone, but it does as a file's name."""
        named = [text for text in texts if text is not None and self._watched.is_hidden_name(text)]
        if name.rpartition(".")[2] in OPENERS and named:
            yield self._found(node.lineno, "reaches-hidden", "goes for the hidden tests")

    def _detached(self, node: ast.Call, name: str) -> bool:
        return name.startswith("subprocess.") and any(
            each.arg in ("start_new_session", "preexec_fn", "process_group") for each in node.keywords
        )

    def _patched(self, name: str) -> bool:
        top = name.partition(".")[0]
        imported = {each.partition(".")[0] for each in self.scope.stands_for}
        return bool(PATCHED.match(name)) and top in imported | RUNNER_MODULES | {
            "builtins",
            "sys",
            "__builtins__",
        }

    def _assignment(self, node: ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete) -> Iterator[Finding]:
        targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else [node.target]
        for target in targets:
            name = self._dotted(target)
            last = name.rpartition(".")[2]
            inside = target.value if isinstance(target, ast.Attribute | ast.Subscript) else None
            if inside is not None and (self._patched(name) or self._patched(self._dotted(inside))):
                yield self._found(node.lineno, "patches-runner", _OVERWRITES)
            alias = isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and inside is None
            if last in ANSWERS and isinstance(node, ast.Assign) and not alias:
                yield self._found(node.lineno, "equals-everything", "sets how values compare")
            if last in COLLECTING:
                yield self._found(node.lineno, "skips-tests", "keeps tests from being run")

    def _dict(self, node: ast.Dict) -> Iterator[Finding]:
        for key in node.keys:
            if key is not None and fold(key) in ANSWERS:
                yield self._found(
                    key.lineno, "equals-everything", "makes a type that says how values compare"
                )

    def _class(self, node: ast.ClassDef) -> Iterator[Finding]:
        bases = {self._dotted(base) for base in node.bases}
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and each.name in ANSWERS and bases & PLAIN_TYPES:
                yield self._found(
                    each.lineno, "equals-everything", "makes a value of a plain type compare as it likes"
                )

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Finding]:
        if node.name.startswith("pytest_") and not _TEST_FILE.fullmatch(
            self._watched.path.rpartition("/")[2]
        ):
            yield self._found(node.lineno, "patches-runner", "is a hook of the test runner")
        if node.name in ANSWERS and does_not_look(node):
            reason = "is a comparison that does not look at what it is given"
            yield self._found(node.lineno, "equals-everything", reason)

    def _import(self, node: ast.Import | ast.ImportFrom) -> Iterator[Finding]:
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        names = [f"{module}.{each.name}".lstrip(".") for each in node.names]
        tops = {name.partition(".")[0] for name in names}
        if tops & {"atexit"} or {"os._exit", "os.abort"}.intersection(names):
            yield self._found(node.lineno, "ends-process", "brings in a way to end the run of the tests")
        if tops & _RUNNERS and not self._is_test_file():
            yield self._found(node.lineno, "patches-runner", "imports the test runner", certain=False)
        if any(self._watched.is_hidden_name(part) for name in names for part in name.split(".")):
            yield self._found(node.lineno, "reaches-hidden", "goes for the hidden tests")

    def _is_test_file(self) -> bool:
        return bool(_TEST_FILE.fullmatch(self._watched.path.rpartition("/")[2]))

    def _raise(self, node: ast.Raise) -> Iterator[Finding]:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        name = self._dotted(raised).removeprefix("builtins.") if raised is not None else ""
        if name in ("SystemExit", "KeyboardInterrupt") and not self.scope.ends_a_program(node, "SystemExit"):
            reason = f"raises {visible(name)}, which ends the run of the tests"
            yield self._found(node.lineno, "ends-process", reason)
        elif SKIPS.match(name):
            yield self._found(node.lineno, "skips-tests", "skips tests or expects them to fail")
