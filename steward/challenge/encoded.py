"""Constants inside a text: a table in base64, in JSON, in lines is a table all the same."""

from __future__ import annotations

import binascii
import hashlib
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator, Sequence

import msgspec

_SHORTEST, _LONGEST = 8, 200_000
_MOST_PARTS = 5_000
_BASE64 = re.compile(r"[A-Za-z0-9+/_\s-]{8,}={0,2}\s*")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2}\s*){8,}")
_DIGEST = re.compile(r"[0-9a-f]{6,128}")
_PARTS = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|([^\n\r\t;|=,:>\"']+)")
_DIGESTS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
_MOST_DIGESTS = 200


def tables(text: str) -> Iterator[tuple[str, ...]]:
    """The constants in a text that is a table of its own, as it stands."""
    if _SHORTEST <= len(text) <= _LONGEST:
        yield _json(text) or _pieces(text)


def hidden_tables(text: str) -> Iterator[tuple[str, ...]]:
    """The constants in a text that has to be decoded first: base64 or hexadecimal, compressed or not."""
    if not _SHORTEST <= len(text) <= _LONGEST:
        return
    for data in _decoded(text):
        for plain in (data, *_inflated(data)):
            try:
                read = plain.decode("utf-8")
            except UnicodeDecodeError:
                continue
            if read.replace("\n", "").replace("\t", "").isprintable():
                yield _json(read) or (read, *_pieces(read))


def digested(constants: Sequence[tuple[int, str]], texts: Sequence[str]) -> dict[int, str]:
    """The lines whose constant begins a digest of one of the texts, with that text."""
    asked = [(line, text.lower()) for line, text in constants if _DIGEST.fullmatch(text.lower())][
        :_MOST_DIGESTS
    ]
    if not asked:
        return {}
    known = {getattr(hashlib, name)(text.encode()).hexdigest(): text for text in texts for name in _DIGESTS}
    return {line: given for line, text in asked for digest, given in known.items() if digest.startswith(text)}


def _decoded(text: str) -> Iterator[bytes]:
    if _HEX.fullmatch(text):
        yield binascii.unhexlify("".join(text.split()))
    elif _BASE64.fullmatch(text):
        plain = "".join(text.split()).replace("-", "+").replace("_", "/").rstrip("=")
        try:
            yield b64decode(plain + "=" * (-len(plain) % 4))
        except ValueError:
            return


def _inflated(data: bytes) -> Iterator[bytes]:
    for bits in (zlib.MAX_WBITS, -zlib.MAX_WBITS, zlib.MAX_WBITS | 16):
        try:
            yield zlib.decompressobj(bits).decompress(data, _LONGEST)
        except zlib.error:
            continue
        return


def _json(text: str) -> tuple[str, ...]:
    """The scalars of a JSON text in their order; nothing when it is none or holds but one."""
    if text.lstrip()[:1] not in ("{", "["):
        return ()
    try:
        found = list(_scalars(msgspec.json.decode(text)))
    except (msgspec.DecodeError, RecursionError):
        return ()
    return tuple(found[:_MOST_PARTS])


def _scalars(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _scalars(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _scalars(inner)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)


def _pieces(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for number, match in enumerate(_PARTS.finditer(text)):
        if number >= _MOST_PARTS:
            break
        piece = match[1] if match[1] is not None else match[2] if match[2] is not None else match[3]
        found.append(piece)
        if piece != piece.strip():
            found.append(piece.strip())
    return tuple(found)
