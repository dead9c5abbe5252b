"""What is kept in `tests/data/prose/`: answers that must be refused, and paragraphs that should not be."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from steward.synth.reply import Reply
from tests.unit.synth.asked import request

FOLDER = Path(__file__).parents[2] / "data" / "prose"


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a file."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


@cache
def whole(name: str) -> dict[str, str]:
    """An answer to a request that keeps every rule, of plain paragraphs of the corpora or of our own."""
    plain = {
        "headline": "A change to some files, with what rests on each of them said below",
        "correctness": "The score rests on the source files and on what changed beside them.",
        "security": "The score rests on the paths alone, not on what the lines do.",
        "complexity": "There are {lines} lines in {files} files.",
        "docs": "The score rests on the source files and on what changed beside them.",
        "governance": "The repository has {governance_file} on its default branch.",
    }
    return {key: plain[key] for key in request(name).keys}


def answered(name: str, **fields: str) -> Reply:
    """That answer with other fields in it."""
    texts = (json.dumps({**whole(name), **fields}),)
    return Reply(stop_reason="end_turn", texts=texts, model="claude-haiku-5-5")
