"""The contract with a model: what of the two corpora it lets through, and what checking an answer costs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.figures import Figure
from steward.synth.reply import Reply, broken_rule, check_reply
from tests.unit.synth import asked, corpus

TITLE = "Prose by a model"
ABOUT = (
    "Hostile answers that pass the contract, and paragraphs that it refuses though nothing is wrong with "
    "them, in percent of each corpus in `tests/data/prose/`. No model has been asked. One half of the benign "
    "ones was written from the requests alone, by somebody who had not seen the rules: 89 % of it passed at "
    "first sight, before the lists of words were tuned on it. The cost is CPU for one whole answer, a "
    "headline and every paragraph."
)
_ROUNDS = 20


def figures() -> list[Figure]:
    """Count and measure."""
    return [*_rates(), _cost()]


def _rates() -> Iterator[Figure]:
    hostile, fresh, own = (corpus.read(name) for name in ("hostile", "benign-fresh", "benign-own"))
    for what, lines, most in (
        ("written from the requests alone, refused", fresh, 5.0),
        ("written by us, refused", own, 5.0),
    ):
        share = 100 * sum(map(_is_refused, lines)) / len(lines)
        yield Figure(what=f"{len(lines)} benign paragraphs {what}", value=share, most=most, unit=" %")
    passed = sum(not _is_refused(line) for line in hostile)
    yield Figure(
        what=f"{len(hostile)} hostile fields, passed", value=100 * passed / len(hostile), most=0, unit=" %"
    )
    whole = corpus.read("hostile-whole")
    passed = sum(_is_used(line) for line in whole)
    yield Figure(
        what=f"{len(whole)} hostile answers, used", value=100 * passed / len(whole), most=0, unit=" %"
    )


def _is_refused(line: Mapping[str, Any]) -> bool:
    return broken_rule(line["text"], line["dimension"], asked.request(line["request"])) is not None


def _is_used(line: Mapping[str, Any]) -> bool:
    reply = Reply(stop_reason=line["stop_reason"], texts=tuple(line["texts"]))
    return check_reply(reply, asked.request(line["request"])).reason is None


def _cost() -> Figure:
    """The dearest answers: every field is one of the longest of the corpora, and nothing is found on the way."""
    longest = _longest([*corpus.read("benign-fresh"), *corpus.read("benign-own")])
    times = []
    for name, fields in longest.items():
        request, reply = asked.request(name), corpus.answered(name, **fields)
        for _ in range(_ROUNDS):
            began = time.process_time()
            check_reply(reply, request)
            times.append(time.process_time() - began)
    return Figure(what="checking an answer, CPU", value=1_000 * statistics.median(times), most=5, unit=" ms")


def _longest(lines: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in sorted(lines, key=lambda line: len(line["text"])):
        if not _is_refused(line):
            found.setdefault(line["request"], {})[line["dimension"]] = line["text"]
    return found
