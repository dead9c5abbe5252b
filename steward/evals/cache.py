"""Answers kept on disk, so that an interrupted run goes on where it stopped and a repeated one costs nothing.

A file is named by the hash of the canonical request, the server it went to and the sample's number. Errors are
never kept (`docs/evals.md`, "Cache").
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

import msgspec

VERSION = 1


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """An answer as it is kept: its text, the model that gave it, and its tokens."""

    version: Literal[1] = 1
    key: str
    text: str
    model: str
    read: int = 0
    written: int = 0
    thinking: int = 0
    cached: int = 0


def canonical(data: Mapping[str, Any]) -> str:
    """The one way in which a request is written down for its hash."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def key(request: Mapping[str, Any], *, base_url: str, sample: int) -> str:
    """The name of an answer: 64 hexadecimal digits."""
    whole = {"version": VERSION, "base_url": base_url, "sample": sample, "request": request}
    return sha256(canonical(whole).encode()).hexdigest()


class Cache:
    """A folder of answers; with None it holds nothing and keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, name: str) -> Kept | None:
        """The answer of that name; None when there is none, or when the file is spoiled."""
        if self._folder is None:
            return None
        try:
            kept = msgspec.json.decode(self._path(self._folder, name).read_bytes(), type=Kept)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        return kept if kept.key == name else None

    def put(self, kept: Kept) -> None:
        """Keep an answer. A full disk or a folder that cannot be written costs the cache, not the answer."""
        if self._folder is None:
            return
        path = self._path(self._folder, kept.key)
        spare = path.with_name(f"{path.name}.{uuid4().hex}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                spare.write_bytes(msgspec.json.encode(kept, order="sorted"))
                spare.replace(path)
            finally:
                spare.unlink(missing_ok=True)

    @staticmethod
    def _path(folder: Path, name: str) -> Path:
        return folder / name[:2] / f"{name}.json"
