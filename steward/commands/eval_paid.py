"""What a paid judge or agent needs on the command line: key, server, cache, and the local daily cap."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click
import msgspec

from steward.adapters.messages import BASE_URL, open_client
from steward.commands.eval_output import say
from steward.errors import InputInvalid
from steward.evals.asking import MODEL
from steward.evals.cache import Cache
from steward.evals.plan import Plan, credits_of, require_affordable
from steward.evals.prices import CREDITS_A_CALL

CAP = 500  # hundredths: what the Action has by default
_MOST_CAP = 1_000_000
_F = TypeVar("_F", bound=Callable[..., Any])


class Paying(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a paid run, as they were typed. `cap` is in hundredths of a credit."""

    model: str
    base_url: str
    cache: Path | None
    ledger: Path
    cap: int


def options(command: _F) -> _F:
    """The options that paid runs have in common."""
    for option in (
        click.option("--model", default=MODEL, show_default=True, help="Which model to ask."),
        click.option("--base-url", metavar="URL", help="Another server.  [default: ANTHROPIC_BASE_URL]"),
        click.option(
            "--cache", metavar="DIR", help="Where answers are kept.  [default: ~/.cache/steward/evals]"
        ),
        click.option("--no-cache", is_flag=True, help="Ask again for everything, and keep nothing."),
        click.option(
            "--cap",
            metavar="CREDITS",
            default="5",
            show_default=True,
            help="The most to spend in a UTC day, 0.05 for a call.",
        ),
    ):
        command = option(command)
    return command


def paying(*, model: str, base_url: str | None, cache: str | None, no_cache: bool, cap: str) -> Paying:
    """The options checked. Raises `InputInvalid`."""
    folder = Path(cache) if cache else _default_folder()
    return Paying(
        model=model,
        base_url=_server(base_url or os.environ.get("ANTHROPIC_BASE_URL") or BASE_URL),
        cache=None if no_cache else folder,
        ledger=folder,
        cap=_hundredths(cap),
    )


def _default_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "steward" / "evals"


def _server(url: str) -> str:
    try:
        parts = urlsplit(url)
        right = (
            parts.scheme in ("https", "http") and parts.hostname and not parts.username and parts.port != 0
        )
    except ValueError:
        right = False
    if not right:
        raise InputInvalid(("the base URL is no http(s) address",), mend="Name one with --base-url.")
    return url.rstrip("/")


def _hundredths(cap: str) -> int:
    with suppress(ValueError, OverflowError):
        hundredths = round(float(cap) * 100)
        if 0 <= hundredths <= _MOST_CAP:
            return hundredths
    raise InputInvalid((f"--cap is a number of credits from 0 to {_MOST_CAP // 100:,}, not {cap!r}",))


class Purse:
    """Today's credits of this machine: a line in a file for every call that was answered.

    Where the file cannot be written the cap holds for this run alone, and that is said once.
    """

    def __init__(self, folder: Path, cap: int) -> None:
        day = datetime.now(timezone.utc).date().isoformat()  # noqa: UP017 - one spelling for 3.11 and later
        self._file, self._cap = folder / f"credits-{day}.txt", cap
        self._unwritten = 0

    def spent(self) -> int:
        """Hundredths of a credit spent today."""
        with suppress(OSError):
            lines = self._file.read_text(encoding="ascii", errors="replace").split()
            return self._unwritten + sum(int(line) for line in lines if line.isdecimal() and len(line) < 9)
        return self._unwritten

    def allows(self, price: int) -> bool:
        """Whether so much may be spent today on top of what was."""
        return self.spent() + price <= self._cap

    def spend(self) -> None:
        """Charge one call."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="ascii") as file:
                file.write(f"{CREDITS_A_CALL}\n")
        except OSError:
            if not self._unwritten:
                say("what is spent cannot be written down: the cap holds for this run alone")
            self._unwritten += CREDITS_A_CALL

    def check(self, plan: Plan) -> None:
        """Say what the plan costs; raises `InputInvalid` when it is more than is left."""
        left = credits_of(max(0, self._cap - self.spent()))
        say(f"plan: {plan}; {left} of {credits_of(self._cap)} credits left today")
        try:
            require_affordable(plan, self.allows)
        except ValueError as error:
            raise InputInvalid(
                (str(error),), mend="Ask for fewer runs or samples, or raise --cap; nothing was sent."
            ) from None


def connect(paying: Paying, purse: Purse) -> dict[str, Any]:
    """What `anthropic_judge` and `anthropic_agent` are made from. Raises `InputInvalid` without a key."""
    key = os.environ.get("ANTHROPIC_API_KEY", "").strip()
    if not key or not key.isascii() or not key.isprintable():
        raise InputInvalid(
            ("a paid judge or agent needs a key",), mend="Set ANTHROPIC_API_KEY, or use the free one."
        )
    client = open_client(key=key, base_url=paying.base_url)
    click.get_current_context().call_on_close(client.close)
    return {
        "model": paying.model,
        "client": client,
        "cache": Cache(paying.cache),
        "clock": time.monotonic,
        "spend": purse.spend,
        "sdk": client.sdk,
    }
