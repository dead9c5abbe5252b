"""PXF's values in every form, each with what it means."""

from __future__ import annotations

import base64
import string
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TypeVar

T = TypeVar("T")

ENUM = {"ZERO": 0, "ONE": 1}
_PLAIN = string.ascii_letters + string.digits + " .,;:{}[]=@#/*'?-_+<>|~"
_SIMPLE = {"\n": "n", "\t": "t", "\r": "r", "\a": "a", "\b": "b", "\f": "f", "\v": "v"}


class Literals:
    """Writes values; a `shared` one in the forms that the library reads too."""

    def __init__(self, random: Random, *, shared: bool) -> None:
        self.random = random
        self.shared = shared

    def some(self, *choices: T) -> T:
        """One of them."""
        return self.random.choice(choices)

    def one_in(self, number: int) -> bool:
        """True once in so many times."""
        return self.random.randrange(number) == 0

    def string(self) -> tuple[str, str]:
        """A string in one of its two forms, and its text."""
        if self.one_in(4):
            return self._triple()
        value = "".join(
            self.some(*_PLAIN, *_SIMPLE, "é", "☃", "😀", '"', "\\", "\0", "\x7f")
            for _ in range(self.random.randrange(12))
        )
        return self.quoted(value), value

    def quoted(self, value: str) -> str:
        """A string in quotes, with escapes here and there."""
        return f'"{"".join(map(self._escaped, value))}"'

    def _escaped(self, character: str) -> str:
        number = ord(character)
        forms = [f"\\U{number:08x}", "".join(f"\\x{byte:02X}" for byte in character.encode())]
        forms.append("".join(f"\\{byte:03o}" for byte in character.encode()))
        if number <= 0xFFFF:
            forms.append(f"\\u{number:04X}")
        if character in _SIMPLE:
            return self.some(f"\\{_SIMPLE[character]}", *forms)
        if character in '"\\':
            return self.some(f"\\{character}", *forms)
        return character if self.random.random() < 0.9 else self.some(*forms)

    def _triple(self) -> tuple[str, str]:
        """Lines that begin with no white space of their own, so that both readers see the same indent."""
        lines = [self.some("", "a", 'say "b"', "\\n", "c  ", "é{") for _ in range(self.random.randrange(4))]
        indent = self.some("", "  ", "\t")
        body = "".join(f"{indent}{line}\n" if line else "\n" for line in lines)
        return f'"""\n{body}{indent}"""', "\n".join(lines)

    def integer(self) -> tuple[str, int]:
        """A whole number of 64 bits."""
        value = self.random.choice((0, 1, -1, 7, 2**31, 2**63 - 1, -(2**63), self.random.randrange(10**6)))
        zeros = "0" * self.random.choice((0, 0, 0, 2))
        return f"{'-' if value < 0 else ''}{zeros}{abs(value)}", value

    def number(self) -> tuple[str, int | float]:
        """A whole number or a float."""
        if self.one_in(3):
            return self.integer()
        written = f"{self.some('', '-')}{self.random.randrange(1000)}"
        fraction = self.some("", ".", f".{self.random.randrange(10**6)}")
        exponent = self.some("", f"{self.some(*'eE')}{self.some('', '+', '-')}{self.random.randrange(200)}")
        written += fraction + (exponent or ("" if fraction else ".5"))
        return written, float(written)

    def flag(self) -> tuple[str, bool]:
        """`true` or `false`."""
        return self.some(("true", True), ("false", False))

    def bytes(self) -> tuple[str, bytes]:
        """Bytes in base64."""
        value = self.random.randbytes(self.random.randrange(6))
        written = base64.b64encode(value).decode()
        written = self.some(written, written.rstrip("="))
        return f'b"{written}"', value

    def timestamp(self) -> tuple[str, tuple[int, int]]:
        """A moment, and its seconds and nanoseconds."""
        seconds = self.random.randrange(-62_000_000_000, 253_000_000_000)
        nanos = self.random.choice((0, 0, 500_000_000, 123_456_789))
        ahead = self.random.choice((0, 0, 120, -330))
        shown = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds, minutes=ahead)
        fraction = f".{nanos:09}".rstrip(self.some("0", "")) if nanos else ""
        sign = "-" if ahead < 0 else "+"
        zone = f"{sign}{abs(ahead) // 60:02}:{abs(ahead) % 60:02}" if ahead else self.some("Z", "z", "+00:00")
        time = f"{shown.year:04}-{shown:%m-%d}{self.some(*'Tt')}{shown:%H:%M:%S}"
        return time + fraction + zone, (seconds, nanos)

    def duration(self) -> tuple[str, int]:
        """A length of time, and its nanoseconds."""
        units = {"h": 3_600 * 10**9, "m": 60 * 10**9, "s": 10**9, "ms": 10**6, "us": 1_000, "ns": 1}
        total, written = 0, ""
        for unit in self.random.sample(sorted(units), self.random.randrange(1, 4)):
            number = self.random.randrange(1000)
            written += f"{number}"
            total += number * units[unit]
            if not self.shared and self.one_in(4):
                tenths = self.random.randrange(10)
                written += f".{tenths}"
                total += tenths * units[unit] // 10
            written += self.some("us", "µs", "μs") if unit == "us" and not self.shared else unit
        return (f"-{written}", -total) if self.one_in(4) else (written, total)

    def member(self) -> tuple[str, str]:
        """The name of an enum's member."""
        name = self.random.choice(tuple(ENUM))
        return name, name
