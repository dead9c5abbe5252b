r"""Text that UTF-8 cannot hold, written into JSON and read back without loss.

Names in git are bytes; those that are no UTF-8 stand in our values as lone surrogates, which JSON in UTF-8
has no form for. Such a string, and only such a one, becomes an object: `{"escaped": "caf\\udce9.py"}`, in
which a backslash is doubled and a surrogate is `\uXXXX`.
"""

from __future__ import annotations

import re
from typing import Any

KEY = "escaped"

_SURROGATE = re.compile("[\ud800-\udfff]")
_WELL_ESCAPED = re.compile(r"(?:[^\\]|\\\\|\\ud[89a-f][0-9a-f]{2})*")
_ESCAPE = re.compile(r"\\(?:\\|u([0-9a-f]{4}))")


class BadEscape(ValueError):
    """An object that stands for a string but spells none; `where` is its place, as in `.files[3].path`."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


def escape(value: Any) -> Any:
    """The value (objects, arrays, scalars) with every string that UTF-8 cannot hold written as an object."""
    if isinstance(value, str):
        return {KEY: _spelled(value)} if _SURROGATE.search(value) else value
    if isinstance(value, dict):
        return {key: escape(item) for key, item in value.items()}
    return [escape(item) for item in value] if isinstance(value, list | tuple) else value


def unescape(value: Any, where: str = "") -> Any:
    """The value with every such object turned back into its string. Raises `BadEscape`."""
    if isinstance(value, dict):
        if value.keys() == {KEY}:
            return _read(value[KEY], where)
        return {key: unescape(item, f"{where}.{key}") for key, item in value.items()}
    if isinstance(value, list):
        return [unescape(item, f"{where}[{position}]") for position, item in enumerate(value)]
    return value


def _spelled(text: str) -> str:
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text.replace("\\", "\\\\"))


def _read(spelled: object, where: str) -> str:
    if not isinstance(spelled, str) or not _WELL_ESCAPED.fullmatch(spelled):
        raise BadEscape(where)
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\\", spelled)
    # One spelling for a string: what needs no escape has none.
    if not _SURROGATE.search(text):
        raise BadEscape(where)
    return text
