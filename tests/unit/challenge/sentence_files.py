"""The sentences of tests/data/review, as its README describes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from steward.challenge.review_match import Key, Said, keys

FOLDER = Path(__file__).parents[2] / "data" / "review"


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence and the expectation that it is held against; `negated` only in negation pairs."""

    kind: str
    name: str
    expectation: str
    key: Key
    text: str
    negated: str = ""


def cases(pattern: str = "sentences-*.yml") -> Iterator[Case]:
    """Every case of the files that fit, in order."""
    for path in sorted(FOLDER.glob(pattern)):
        # Every scalar is text: a bare `no` among the concepts is the word.
        data: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506
        found = {name: _key(stated) for name, stated in data["expectations"].items()}
        for each in data["cases"]:
            yield Case(
                kind=each["kind"],
                name=f"{path.stem}: {each['text']}",
                expectation=each["expectation"],
                key=found[each["expectation"]],
                text=each["text"],
                negated=each.get("negated", ""),
            )


def _key(stated: dict[str, Any]) -> Key:
    (key,) = keys(
        [
            Said(
                says=tuple(stated.get("acceptableAnswers", ())),
                evidence=tuple(stated.get("evidence", ())),
                concepts=tuple(map(tuple, stated.get("concepts", ()))),
                others=tuple(stated.get("not", ())),
            )
        ]
    )
    return key
