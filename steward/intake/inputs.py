"""Reading inputs one by one: each kind of value, what is wrong with it in words, and every problem remembered.

The runner hands an input over as a variable `INPUT_NAME`; an empty one means its default (`docs/action.md`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlsplit

_HOST = r"[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?|\[[0-9A-Fa-f:.]{2,45}\]"
_PATH = r"(?:/(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~!$&'()*+,;=:@%-]*)*"
_ADDRESS = re.compile(rf"https?://(?:{_HOST})(?::(?P<port>[0-9]{{1,5}}))?{_PATH}")
_MOST_PORT = 65_535
_MOST_SHOWN = 100
MODEL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/-]{0,99}", re.ASCII)
_LOOPBACK = re.compile(r"127(?:\.[0-9]{1,3}){3}|localhost|::1", re.ASCII)
_Choice = TypeVar("_Choice", bound=StrEnum)


class Inputs:
    """Reads inputs one by one and remembers every problem."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.problems: list[str] = []

    def text(self, name: str) -> str | None:
        """The input without white space round it; None when empty or absent."""
        return self._environ.get(f"INPUT_{name.upper()}", "").strip() or None

    def choice(self, name: str, kind: type[_Choice], default: _Choice | None) -> _Choice | None:
        value = self.text(name)
        if value is None:
            return default
        try:
            return kind(value.lower())
        except ValueError:
            self.reject(name, value, ", ".join(kind))
            return default

    def truth(self, name: str, default: bool) -> bool:
        value = self.text(name)
        if value is None:
            return default
        if value.lower() not in ("true", "false"):
            self.reject(name, value, "true, false")
            return default
        return value.lower() == "true"

    def number(self, name: str) -> int | None:
        value = self.text(name)
        if value is None:
            return None
        if not re.fullmatch(r"[1-9][0-9]{0,17}", value, re.ASCII):
            self.reject(name, value, "the number of a pull request")
            return None
        return int(value)

    def line(self, name: str, most: int) -> str | None:
        value = self.text(name)
        if value is not None and (len(value) > most or not value.isprintable()):
            self.reject(name, value, f"one line of at most {most} characters")
            return None
        return value

    def secret(self, name: str) -> str:
        """A key; one that cannot be sent in a header is a mistake, and is never shown."""
        value = self.text(name) or ""
        if value and not re.fullmatch(r"[!-~]+", value):
            self.problems.append(f"input {name} is no key: it holds a space, a line break or worse")
            return ""
        return value

    def gateway(self, name: str) -> str | None:
        """An address that a key may be sent to: by https, or on this machine."""
        value = self.text(name)
        if value is not None and not may_be_sent_a_key(value):
            self.reject(name, value, "an https address, or http on the loopback interface")
            return None
        return value

    def name(self, name: str) -> str | None:
        """The name of a model."""
        value = self.text(name)
        if value is not None and not MODEL_NAME.fullmatch(value):
            self.reject(name, value, "a model's name: letters, digits and . _ : @ / - up to 100")
            return None
        return value

    def seconds(self, name: str, default: int, *, most: int) -> int:
        """Whole seconds."""
        value = self.text(name)
        if value is None:
            return default
        if not re.fullmatch(r"[1-9][0-9]{0,5}", value, re.ASCII) or int(value) > most:
            self.reject(name, value, f"whole seconds from 1 to {most}")
            return default
        return int(value)

    def credits(self, name: str) -> int | None:
        """An amount of credits, in hundredths."""
        value = self.text(name)
        if value is None:
            return None
        found = re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,2}))?", value, re.ASCII)
        if found is None:
            self.reject(name, value, "credits with at most two decimals, as in 5.00")
            return None
        return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))

    def environment(self, name: str) -> str:
        value = self._environ.get(name, "").strip()
        if not value:
            self.problems.append(f"{name} is not set: Steward runs as a step of a GitHub Actions job")
        return value

    def url(self, name: str, default: str) -> str:
        value = self._environ.get(name, "").strip() or default
        if not _is_address(value):
            allowed = "an http or https address of plain characters, without a user, with a port up to 65535"
            self.problems.append(f"{name} is {shown(value)}; allowed: {allowed}")
            return ""  # the default would be another server, and it would be sent the token
        return value.rstrip("/")

    def reject(self, name: str, value: str, allowed: str) -> None:
        """Remember that an input cannot be used, and what could be."""
        self.problems.append(f"input {name} is {shown(value)}; allowed: {allowed}")


def is_inside(path: str) -> bool:
    """Whether a path stays below where it starts."""
    return not path.startswith("/") and "\\" not in path and ".." not in path.split("/")


def may_be_sent_a_key(address: str) -> bool:
    """Whether an address may be sent a key: https, or http on this machine; no user, no query."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return False
    if not address.isascii() or not address.isprintable() or " " in address or not parts.hostname:
        return False
    if parts.username or parts.password or parts.query or parts.fragment:
        return False
    loopback = parts.scheme == "http" and _LOOPBACK.fullmatch(parts.hostname) is not None
    return parts.scheme == "https" or loopback


def _is_address(value: str) -> bool:
    found = _ADDRESS.fullmatch(value)
    return found is not None and 0 < int(found["port"] or 1) <= _MOST_PORT


def shown(value: str) -> str:
    return repr(value if len(value) <= _MOST_SHOWN else f"{value[:_MOST_SHOWN]}…")
