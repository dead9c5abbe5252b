"""Names as git writes them, by git's rules turned round: the counterpart of `steward.intake.quoting`."""

from __future__ import annotations

_LETTERS = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}


def quote(name: bytes, *, quote_path: bool = True) -> bytes:
    """The name as it stands in a diff: plain where git leaves it plain, else as a C string."""
    text = "".join(_character(byte, quote_path) for byte in name).encode("latin-1")
    return name if text == name else b'"%s"' % text


def _character(byte: int, quote_path: bool) -> str:
    if byte in _LETTERS:
        return "\\" + _LETTERS[byte]
    if byte < 32 or byte == 127 or (byte > 127 and quote_path):
        return f"\\{byte:03o}"
    return chr(byte)
