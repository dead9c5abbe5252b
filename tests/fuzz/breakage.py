"""Ways in which a diff is broken on its way: cut, damaged, translated, forged, spliced."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

START = re.compile(
    rb"^(?:diff --git |diff --cc |diff --combined |\* Unmerged path |Submodule )", re.MULTILINE
)

_FORGED = (
    b"diff --git a/forged.py b/forged.py\n", b"diff --git a/x b/y\n", b"diff --git x x\n", b"diff --git \n",
    b'diff --git "a/\\000" "b/\\000"\n', b"diff --cc merged.py\n", b"* Unmerged path x\n",
    b"new file mode 100644\n", b"deleted file mode 100644\n", b"old mode 100644\n", b"new mode 100755\n",
    b"similarity index 100%\n", b"rename from a\n", b"rename to b\n", b"copy from a\n", b"copy to b\n",
    b"index 0000000..e69de29\n", b"index 1234567..89abcde 100644\n", b"--- a/forged.py\n",
    b"+++ b/forged.py\n", b"--- /dev/null\n", b"+++ /dev/null\n", b"@@ -1 +1 @@\n",
    b"@@ -0,0 +1,99 @@\n", b"@@ -1,0 +1,0 @@\n", b"@@@ -1,2 -1,2 +1,3 @@@\n",
    b"@@ -1," + b"9" * 5000 + b" +1 @@\n", b"Binary files a/x and b/x differ\n",
    b"GIT binary patch\n", b"literal 0\nHcmV?d00001\n\n", b"\\ No newline at end of file\n", b"\n", b"\r\n",
    b"Submodule x 1..2:\n", b"-- \n2.39.5\n", b"From 0123456789abcdef0123456789abcdef01234567 x\n",
    b"\x1b[1m\n",
    b"+added\n", b"-removed\n", b" kept\n", b"x" * 70_000 + b"\n", b"--- a/" + b"y" * 70_000 + b"\n",
)  # fmt: skip
_NUMBER = re.compile(rb"(?m)^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")


def damage(random: Random, text: bytes) -> bytes:
    """The text with one to three small damages: what is done to one section, or to a whole diff."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = random.choice(_DAMAGES)(random, text)
    return text


def rearrange(random: Random, text: bytes, other: bytes) -> bytes:
    """Two diffs taken apart and put together again, or one translated as a whole."""
    return random.choice(_REARRANGEMENTS)(random, text, other)


def sections(text: bytes) -> list[bytes]:
    """The text cut before each line that begins a file's section."""
    starts = [found.start() for found in START.finditer(text)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


# ---------------------------------------------------------------------------------------- damages


def _cut(random: Random, text: bytes) -> bytes:
    return text[: random.randrange(len(text) + 1)]


def _cut_at_line(random: Random, text: bytes) -> bytes:
    lines = text.splitlines(keepends=True)
    return b"".join(lines[: random.randrange(len(lines) + 1)])


def _byte(random: Random, text: bytes) -> bytes:
    at = random.randrange(len(text) + 1)
    return text[:at] + bytes((random.choice(b'\n\r\t +-@\\"ab/0189\x00\x1b\xff'),)) + text[at + 1 :]


def _bit(random: Random, text: bytes) -> bytes:
    if not text:
        return text
    at = random.randrange(len(text))
    return text[:at] + bytes((text[at] ^ (1 << random.randrange(8)),)) + text[at + 1 :]


def _lines(change: Callable[[Random, list[bytes], int], None]) -> Callable[[Random, bytes], bytes]:
    def damaged(random: Random, text: bytes) -> bytes:
        lines = text.split(b"\n")
        change(random, lines, random.randrange(len(lines)))
        return b"\n".join(lines)

    return damaged


def _drop(random: Random, lines: list[bytes], at: int) -> None:
    del lines[at]


def _repeat(random: Random, lines: list[bytes], at: int) -> None:
    lines.insert(random.randrange(len(lines)), lines[at])


def _swap(random: Random, lines: list[bytes], at: int) -> None:
    other = random.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _forge(random: Random, lines: list[bytes], at: int) -> None:
    lines[at : at + random.randrange(2)] = [random.choice(_FORGED).removesuffix(b"\n")]


def _drop_first_character(random: Random, lines: list[bytes], at: int) -> None:
    lines[at] = lines[at][1:]


def _blank(random: Random, lines: list[bytes], at: int) -> None:
    lines[at] = lines[at].rstrip()


def _renumber(random: Random, text: bytes) -> bytes:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    hunk = random.choice(found)
    group = random.choice([group for group in (1, 2, 3, 4) if hunk[group] is not None])
    number = int(hunk[group]) + random.choice((-1, 1, 1, 10, 10**9))
    return text[: hunk.start(group)] + b"%d" % max(number, 0) + text[hunk.end(group) :]


_DAMAGES: tuple[Callable[[Random, bytes], bytes], ...] = (
    _cut, _cut_at_line, _byte, _byte, _bit, _renumber, _renumber,
    *map(_lines, (_drop, _drop, _repeat, _swap, _forge, _forge, _drop_first_character, _blank)),
)  # fmt: skip


# ---------------------------------------------------------------------------------- rearrangements


def _splice(random: Random, text: bytes, other: bytes) -> bytes:
    pieces = sections(text) + sections(other)
    random.shuffle(pieces)
    return b"".join(pieces)


def _twice(random: Random, text: bytes, other: bytes) -> bytes:
    return text + other + text


def _half_and_half(random: Random, text: bytes, other: bytes) -> bytes:
    return text[: random.randrange(len(text))] + other[random.randrange(len(other)) :]


def _carriage_returns(random: Random, text: bytes, other: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n")


def _no_final_newline(random: Random, text: bytes, other: bytes) -> bytes:
    return text.rstrip(b"\n")


def _more_newlines(random: Random, text: bytes, other: bytes) -> bytes:
    return b"\n" * random.randrange(3) + text + b"\n" * random.randrange(3) + other


def _stripped(random: Random, text: bytes, other: bytes) -> bytes:
    return b"\n".join(line.strip() for line in text.split(b"\n"))


def _indented(random: Random, text: bytes, other: bytes) -> bytes:
    return b"".join(b"    " + line for line in text.splitlines(keepends=True))


def _coloured(random: Random, text: bytes, other: bytes) -> bytes:
    return b"".join(b"\x1b[1m" + line + b"\x1b[m" for line in text.splitlines(keepends=True))


def _mailed(random: Random, text: bytes, other: bytes) -> bytes:
    return b"From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n\n---\n" + text


def _without_prefixes(random: Random, text: bytes, other: bytes) -> bytes:
    return re.sub(rb"(?m)^(diff --git |--- |\+\+\+ |)\"?[ab]/", rb"\1", text)


def _headless(random: Random, text: bytes, other: bytes) -> bytes:
    return START.sub(b"", text)


_REARRANGEMENTS: tuple[Callable[[Random, bytes, bytes], bytes], ...] = (
    _splice, _splice, _twice, _half_and_half, _half_and_half, _carriage_returns, _no_final_newline,
    _more_newlines, _stripped, _indented, _coloured, _mailed, _without_prefixes, _headless,
)  # fmt: skip
