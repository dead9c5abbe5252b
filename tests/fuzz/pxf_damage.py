"""Ways in which a PXF text goes wrong, and texts that never were any."""

from __future__ import annotations

from random import Random

WORDS = (
    "a", "version", "domains", "name", "true", "null", "b", "=", ":", ",", ";", "{", "}", "[", "]", "@", "@type",
    "@x", '""', '"x"', '"', '"""', '"""\n  a\n  """', 'b"aGk="', 'b"', "'", "'x'", "“", "0", "1", "-1", "1.5", "-",
    ".5", "1.", "1e400", "1e", "2e-3", "0x1F", "007", "9" * 40, "5s", "1h30m", "5seconds", "30d", "2024-",
    "2024-01-15T10:30:00Z", "2024-02-30T00:00:00Z", "#", "//", "/*", "*/", "/", "\\", "\\n", "\\x", "\\ud800",
    "\\q", '"\\', '"\\xff"', '"\\u12"', "\n", "\r\n", "\r", "\t", " ", "\0", "\ufeff", "\u2028", "é", "😀",
    "\f", "$", "steward.governance.v1.Governance", "path_globs", "min_coverage",
)  # fmt: skip
_BAD_BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x00", b"\xef\xbb\xbf", b"\xf4\x90\x80\x80")


def damage(random: Random, text: str, other: str) -> bytes:
    """The text with one to four damages; now and then one in its bytes."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        text = random.choice(_DAMAGES)(random, text, other)
    data = text.encode("utf-8", "surrogatepass")
    if random.randrange(12) == 0:
        at = random.randrange(len(data) + 1)
        data = data[:at] + random.choice(_BAD_BYTES) + data[at + random.randrange(2) :]
    return data


def soup(random: Random) -> bytes:
    """Words of the language in any order; or brackets; or bytes; or characters."""
    way = random.randrange(10)
    if way < 6:
        glue = random.choice(("", " ", " ", "\n"))
        return glue.join(random.choices(WORDS, k=random.randrange(40))).encode()
    if way < 7:
        return "".join(random.choices("{}[]{[a=", k=random.randrange(120))).encode()
    if way < 8:
        return bytes(random.choices(b"ab\"\\/*#@{}[]=:,;-.019eEsxu \n\r\t'", k=random.randrange(80)))
    if way < 9:
        return random.randbytes(random.randrange(60))
    return "".join(chr(random.randrange(0x2100)) for _ in range(random.randrange(40))).encode(
        "utf-8", "surrogatepass"
    )


def _span(random: Random, text: str) -> tuple[int, int]:
    start = random.randrange(len(text) + 1)
    return start, min(len(text), start + random.choice((0, 1, 1, 2, 5, 20, 80)))


def _drop(random: Random, text: str, other: str) -> str:
    start, end = _span(random, text)
    return text[:start] + text[end:]


def _double(random: Random, text: str, other: str) -> str:
    start, end = _span(random, text)
    return text[:end] + text[start:]


def _insert(random: Random, text: str, other: str) -> str:
    start, _ = _span(random, text)
    return text[:start] + random.choice(WORDS) + text[start:]


def _replace(random: Random, text: str, other: str) -> str:
    start, end = _span(random, text)
    return text[:start] + random.choice(WORDS) + text[end:]


def _character(random: Random, text: str, other: str) -> str:
    start, _ = _span(random, text)
    return (
        text[:start]
        + chr(random.choice((random.randrange(128), random.randrange(0x11000))))
        + text[start + 1 :]
    )


def _cut(random: Random, text: str, other: str) -> str:
    return text[: random.randrange(len(text) + 1)]


def _splice(random: Random, text: str, other: str) -> str:
    return text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]


def _move(random: Random, text: str, other: str) -> str:
    start, end = _span(random, text)
    rest = text[:start] + text[end:]
    at = random.randrange(len(rest) + 1)
    return rest[:at] + text[start:end] + rest[at:]


def _swap_sign(random: Random, text: str, other: str) -> str:
    signs = [at for at, character in enumerate(text) if character in '{}[]=:,;"\\\n@-.']
    if not signs:
        return text
    at = random.choice(signs)
    return text[:at] + random.choice('{}[]=:,;"\\\n@-.') + text[at + 1 :]


def _nest(random: Random, text: str, other: str) -> str:
    start, end = _span(random, text)
    depth = random.choice((1, 5, 31, 32, 33, 40))
    return text[:start] + "{a=[" * depth + text[start:end] + "]}" * depth + text[end:]


_DAMAGES = (
    _drop,
    _drop,
    _double,
    _insert,
    _insert,
    _replace,
    _replace,
    _character,
    _cut,
    _splice,
    _move,
    _swap_sign,
    _nest,
)
