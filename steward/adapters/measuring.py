"""Functions measured in a process of their own: `docs/cyclomatic.md`, "Not measured".

lizard's patterns can be kept busy for hours by a small text, and a pattern that runs lets no other thread run:
not even the one that would end the run in time. A process can be stopped, whatever it does.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

import msgspec

from steward.facts import Functions, Missing

SECONDS = 10.0
_INHERITED = ("SYSTEMROOT", "LD_LIBRARY_PATH")
_BYTES = 2 * 1024**3
_START = "import sys; sys.path[:] = sys.argv[1:]; from steward.adapters.measuring import serve; serve()"


class _Question(msgspec.Struct, frozen=True, kw_only=True):
    """Both versions of a file, as they are handed to the process."""

    path: str
    before: bytes | None
    after: bytes | None
    previous_path: str | None


def measure(
    path: str,
    before: bytes | None,
    after: bytes | None,
    previous_path: str | None = None,
    *,
    seconds: float = SECONDS,
) -> Functions:
    """As `steward.intake.functions.measure`, within `seconds`, or else missing. Waits that long at most."""
    asked = [
        text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        for text in (path, previous_path or "")
    ]
    question = _Question(path=asked[0], before=before, after=after, previous_path=asked[1] or None)
    try:
        # -I keeps out what a checkout or the environment would add; no secret is handed on.
        done = subprocess.run(
            [sys.executable, "-I", "-c", _START, *filter(os.path.isabs, sys.path)],
            env={name: os.environ[name] for name in _INHERITED if name in os.environ},
            input=msgspec.msgpack.encode(question),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=True,
        )
        found = msgspec.msgpack.decode(done.stdout, type=Functions)
    except subprocess.TimeoutExpired:
        return _lost(path, f"lizard took longer than {seconds:g} seconds")
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError):
        return _lost(path, "lizard came to no end")
    return msgspec.structs.replace(found, path=path)


def _lost(path: str, why: str) -> Functions:
    mend = "split the file, or ask for a waiver"
    return Functions(path=path, missing=Missing(why=why, mend=mend))


def serve() -> None:
    """Answer one question from standard input on standard output: what the process does."""
    from steward.intake.functions import measure as measured

    _bound()
    asked = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=_Question)
    found = measured(asked.path, asked.before, asked.after, asked.previous_path)
    sys.stdout.buffer.write(msgspec.msgpack.encode(found))


def _bound() -> None:
    """An end to memory and time that holds even when nobody waits any more."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
