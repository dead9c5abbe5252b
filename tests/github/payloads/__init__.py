"""The shapes in which GitHub shows what it holds, in answers and in events alike."""

from __future__ import annotations

from tests.github.payloads.names import Json, quoted, stamp
from tests.github.payloads.runs import RunPayloads as Payloads

__all__ = ["Json", "Payloads", "quoted", "stamp"]
