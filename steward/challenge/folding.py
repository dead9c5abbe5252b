"""The value of a Python expression that is put together from constants, as text."""

from __future__ import annotations

import ast

_DEEPEST = 40
_LONGEST = 100_000
_LARGEST = 10**9
Plain = str | bytes | int | float


def fold(node: ast.AST) -> str | None:
    """The text or the number that an expression always is; None when that cannot be seen.

    `"os" + "." + "x"`, `f"{'a'}b"`, `"".join(["a", "b"])`, `"ba"[::-1]`, `chr(97)`, `b"a".decode()` are seen.
    """
    value = _value(node, 0)
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if isinstance(value, bool) or value is None:
        return None
    return value if isinstance(value, str) else repr(value)


def _value(node: ast.AST, depth: int) -> Plain | None:
    if depth > _DEEPEST:
        return None
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str | bytes | int | float) else None
    return _composed(node, depth + 1)


def _composed(node: ast.AST, depth: int) -> Plain | None:
    found: Plain | None = None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _value(node.operand, depth)
        found = -inner if isinstance(inner, int | float) else None
    elif isinstance(node, ast.BinOp):
        found = _joined(node, depth)
    elif isinstance(node, ast.JoinedStr):
        found = _formatted(node, depth)
    elif isinstance(node, ast.Subscript):
        found = _reversed(node, depth)
    elif isinstance(node, ast.Call):
        found = _called(node, depth)
    return found


def _joined(node: ast.BinOp, depth: int) -> Plain | None:
    left, right = _value(node.left, depth), _value(node.right, depth)
    if isinstance(left, str) and isinstance(right, str):
        fits = isinstance(node.op, ast.Add) and len(left) + len(right) < _LONGEST
        return left + right if fits else None
    if isinstance(left, bytes) and isinstance(right, bytes):
        fits = isinstance(node.op, ast.Add) and len(left) + len(right) < _LONGEST
        return left + right if fits else None
    if isinstance(left, int | float) and isinstance(right, int | float):
        return _calculated(left, node.op, right)
    return None


def _calculated(left: float, operator: ast.operator, right: float) -> float | None:
    if max(abs(left), abs(right)) > _LARGEST:
        return None
    if isinstance(operator, ast.Add):
        return left + right
    if isinstance(operator, ast.Sub):
        return left - right
    return left * right if isinstance(operator, ast.Mult) else None


def _formatted(node: ast.JoinedStr, depth: int) -> str | None:
    parts = [
        _value(each.value if isinstance(each, ast.FormattedValue) else each, depth) for each in node.values
    ]
    return None if None in parts else "".join(map(str, parts))


def _reversed(node: ast.Subscript, depth: int) -> str | None:
    text, part = _value(node.value, depth), node.slice
    backwards = isinstance(part, ast.Slice) and part.step is not None and _value(part.step, depth) == -1
    return text[::-1] if isinstance(text, str) and backwards else None


def _called(node: ast.Call, depth: int) -> str | None:
    function, arguments = node.func, node.args
    if isinstance(function, ast.Name) and function.id == "chr" and len(arguments) == 1:
        number = _value(arguments[0], depth)
        return chr(number) if isinstance(number, int) and 0 <= number < 0x110000 else None
    if not isinstance(function, ast.Attribute):
        return None
    text = _value(function.value, depth)
    if function.attr == "decode" and isinstance(text, bytes):
        return text.decode("latin-1")
    if not isinstance(text, str):
        return None
    if function.attr in ("upper", "lower", "strip") and not arguments:
        return str(getattr(text, function.attr)())
    return (
        _joined_list(text, arguments[0], depth) if function.attr == "join" and len(arguments) == 1 else None
    )


def _joined_list(text: str, listed: ast.expr, depth: int) -> str | None:
    if not isinstance(listed, ast.List | ast.Tuple):
        return None
    parts = [_value(each, depth) for each in listed.elts]
    return text.join(map(str, parts)) if all(isinstance(part, str) for part in parts) else None
