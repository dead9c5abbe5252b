"""The value of a Python expression that is put together from constants, as text."""

from __future__ import annotations

import ast
import binascii
import warnings
from base64 import a85decode, b32decode, b64decode, b85decode, urlsafe_b64decode
from collections.abc import Callable, Sequence

_DEEPEST = 40
_LONGEST = 100_000
_LARGEST = 10**9
_DECODERS: dict[str, Callable[[bytes], bytes]] = {
    "b64decode": b64decode,
    "standard_b64decode": b64decode,
    "urlsafe_b64decode": urlsafe_b64decode,
    "b32decode": b32decode,
    "b85decode": b85decode,
    "a85decode": a85decode,
    "b16decode": binascii.unhexlify,
    "unhexlify": binascii.unhexlify,
    "fromhex": binascii.unhexlify,
}
_UNCHANGED_LENGTH = (
    "upper",
    "lower",
    "strip",
    "lstrip",
    "rstrip",
    "title",
    "swapcase",
    "capitalize",
    "casefold",
)
Plain = str | bytes | int | float


def parse(source: bytes) -> ast.Module:
    """The tree of a source. Raises as `ast.parse` does; what Python would warn of is not printed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def fold(node: ast.AST) -> str | None:
    """The text or the number that an expression always is; None when that cannot be seen.

    `"os" + "." + "x"`, `f"{'a'}b"`, `"".join(map(chr, [97]))`, `"ba"[::-1]`, `b64decode("YQ==").decode()` are seen.
    """
    value = _value(node, 0)
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if isinstance(value, bool) or value is None:
        return None
    return value if isinstance(value, str) else repr(value)


def text_of(node: ast.AST) -> str | None:
    """The text that an expression always is; None for numbers too."""
    value = _value(node, 0)
    return value if isinstance(value, str) else None


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
        found = _part(node, depth)
    elif isinstance(node, ast.Call):
        found = _called(node, depth)
    return found


def _joined(node: ast.BinOp, depth: int) -> Plain | None:
    left, right = _value(node.left, depth), _value(node.right, depth)
    if isinstance(left, str) and isinstance(node.op, ast.Mod):
        return _filled(left, node.right, depth)
    if isinstance(left, str) and isinstance(right, str):
        fits = isinstance(node.op, ast.Add) and len(left) + len(right) < _LONGEST
        return left + right if fits else None
    if isinstance(left, bytes) and isinstance(right, bytes):
        fits = isinstance(node.op, ast.Add) and len(left) + len(right) < _LONGEST
        return left + right if fits else None
    if isinstance(left, int | float) and isinstance(right, int | float):
        return _calculated(left, node.op, right)
    return None


def _filled(text: str, given: ast.expr, depth: int) -> str | None:
    """`"%s_%s" % ("a", "b")`; only the plain form."""
    parts = _parts(given, depth) if isinstance(given, ast.Tuple) else [_value(given, depth)]
    if (
        parts is None
        or not all(isinstance(part, str) for part in parts)
        or text.count("%") != text.count("%s")
    ):
        return None
    return text % tuple(parts) if text.count("%s") == len(parts) and len(text) < _LONGEST else None


def _calculated(left: float, operator: ast.operator, right: float) -> float | None:
    if max(abs(left), abs(right)) > _LARGEST:
        return None
    if isinstance(operator, ast.Add):
        return left + right
    if isinstance(operator, ast.Sub):
        return left - right
    if isinstance(operator, ast.BitXor) and isinstance(left, int) and isinstance(right, int):
        return left ^ right
    return left * right if isinstance(operator, ast.Mult) else None


def _formatted(node: ast.JoinedStr, depth: int) -> str | None:
    parts = [
        _value(each.value if isinstance(each, ast.FormattedValue) else each, depth) for each in node.values
    ]
    return None if None in parts else "".join(map(str, parts))


def _part(node: ast.Subscript, depth: int) -> str | None:
    text = _value(node.value, depth)
    if not isinstance(text, str):
        return None
    if not isinstance(node.slice, ast.Slice):
        at = _value(node.slice, depth)
        return text[at] if isinstance(at, int) and -len(text) <= at < len(text) else None
    given = (node.slice.lower, node.slice.upper, node.slice.step)
    bounds = [None if each is None else _value(each, depth) for each in given]
    numbers = [bound if isinstance(bound, int) else None for bound in bounds]
    unseen = any(number is None and each is not None for number, each in zip(numbers, given, strict=True))
    return None if unseen or numbers[2] == 0 else text[slice(*numbers)]


def _called(node: ast.Call, depth: int) -> Plain | None:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    values = [_value(each, depth) for each in node.args]
    if name in _DECODERS and values:
        return _decoded(name, values[0])
    if isinstance(node.func, ast.Name):
        return _built(name, node.args, depth)
    inner = _value(node.func.value, depth) if isinstance(node.func, ast.Attribute) else None
    if name == "decode" and isinstance(inner, bytes):
        return inner.decode("latin-1")
    if name == "encode" and isinstance(inner, str):
        return inner.encode("utf-8", "replace")
    return _method(inner, name, node.args, values, depth) if isinstance(inner, str) else None


def _built(name: str, arguments: Sequence[ast.expr], depth: int) -> Plain | None:
    """`chr(97)`, `bytes([97])`, `str("a")`."""
    if len(arguments) != 1:
        return None
    value = _value(arguments[0], depth)
    if name == "chr":
        return chr(value) if isinstance(value, int) and 0 <= value < 0x110000 else None
    if name == "str":
        return str(value) if isinstance(value, str | int | float) else None
    if name in ("bytes", "bytearray"):
        numbers = _parts(arguments[0], depth) or []
        bounded = bool(numbers) and all(isinstance(each, int) and 0 <= each < 256 for each in numbers)
        return bytes(numbers) if bounded else None  # type: ignore[arg-type]
    return None


def _decoded(name: str, given: Plain | None) -> bytes | None:
    if not isinstance(given, str | bytes) or len(given) > _LONGEST:
        return None
    try:
        return _DECODERS[name](given.encode("ascii") if isinstance(given, str) else given)
    except ValueError:
        return None


def _method(
    text: str, name: str, arguments: Sequence[ast.expr], values: Sequence[Plain | None], depth: int
) -> str | None:
    if name in _UNCHANGED_LENGTH and not arguments:
        return str(getattr(text, name)())
    if name in ("replace", "removeprefix", "removesuffix") and values:
        given = [each for each in values if isinstance(each, str)]
        fits = len(given) == len(values) == (2 if name == "replace" else 1)
        return str(getattr(text, name)(*given))[:_LONGEST] if fits else None
    if name == "join" and len(arguments) == 1:
        parts = _parts(arguments[0], depth)
        return text.join(map(str, parts)) if parts and all(isinstance(part, str) for part in parts) else None
    return None


def _parts(listed: ast.expr, depth: int) -> list[Plain | None] | None:
    """The values of a list, of `map(chr, …)`, of `reversed(…)`, of `chr(n) for n in …`; None for anything else."""
    if isinstance(listed, ast.List | ast.Tuple):
        return [_value(each, depth) for each in listed.elts]
    if isinstance(listed, ast.Constant) and isinstance(listed.value, str | bytes):
        return list(listed.value)
    if isinstance(listed, ast.Call) and isinstance(listed.func, ast.Name) and listed.args:
        inner = _parts(listed.args[-1], depth + 1) if depth < _DEEPEST else None
        if listed.func.id == "map" and getattr(listed.args[0], "id", "") == "chr":
            return _characters(inner)
        return inner[::-1] if listed.func.id == "reversed" and inner else None
    if isinstance(listed, ast.GeneratorExp | ast.ListComp) and depth < _DEEPEST:
        plain = isinstance(listed.elt, ast.Call) and getattr(listed.elt.func, "id", "") == "chr"
        return _characters(_parts(listed.generators[0].iter, depth + 1)) if plain else None
    return None


def _characters(numbers: Sequence[Plain | None] | None) -> list[Plain | None] | None:
    if numbers is None:
        return None
    return [chr(each) if isinstance(each, int) and 0 <= each < 0x110000 else None for each in numbers]
