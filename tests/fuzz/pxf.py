"""The PXF reader on many texts: `python -m tests.fuzz.pxf --count 200000 --seed 1`.

Half of them are valid ones with a damage, a quarter are valid and must mean what was written, a quarter never
were any. Each is read, or refused with places and words; nothing else comes out, of the reader or of the
constitution behind it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from steward.governance.constitution import read
from steward.governance.document import Block, Duration, List, Literal, Name, Timestamp, Value
from steward.governance.pxf import PxfError, parse
from tests.fuzz.pxf_damage import damage, soup
from tests.fuzz.pxf_texts import Text, Writer

ROOT = Path(__file__).parents[2]
CONSTITUTIONS = ("tests/data/governance/protowire.governance.pxf", "examples/governance/governance.pxf")
PATH = "governance.pxf"
_PROBLEM = re.compile(rf"{re.escape(PATH)}:(\d+):(\d+): (.+)", re.DOTALL)
_MORE = re.compile(rf"{re.escape(PATH)}: and [\d,]+ more like these")


@dataclass(slots=True)
class Tally:
    """How many texts had which outcome, and those that were read wrongly."""

    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, bytes]] = field(default_factory=list)


def fuzz(count: int, seed: int) -> Tally:
    """Read `count` texts; the same seed gives the same ones."""
    random = Random(seed)
    tally = Tally()
    writer = Writer(random, shared=False)
    whole = [(ROOT / name).read_text(encoding="utf-8") for name in CONSTITUTIONS]
    last = writer.text()
    for number in range(count):
        if number % 4 == 0:
            last = writer.text()
            data, outcome, complaints = last.text.encode(), "valid", _check_valid(last)
        elif number % 4 == 2:
            data = soup(random)
            outcome, complaints = _check(data, "soup")
        else:
            base, other = (last.text, whole[0]) if random.randrange(3) else (random.choice(whole), last.text)
            data = damage(random, base, other)
            outcome, complaints = _check(data, "damaged")
        tally.outcomes[outcome] += 1
        tally.failures += [(complaint, data) for complaint in complaints]
    return tally


# ------------------------------------------------------------------------------------------ checks


def _check_valid(text: Text) -> list[str]:
    try:
        found = plain(parse(text.text, path=PATH).body)
    except PxfError as error:
        return [f"a valid text is refused: {error.problems}"]
    return [] if found == text.fields else [f"expected {text.fields}, found {found}"]


def plain(value: Value) -> Any:
    """A value as the writer means it."""
    if isinstance(value, Block):
        return [(entry.name, plain(entry.value)) for entry in value.entries]
    if isinstance(value, List):
        return tuple(plain(item) for item in value.items)
    return _scalar(value)


def _scalar(literal: Literal) -> Any:
    match literal.value:
        case Timestamp(seconds, nanos):
            return seconds, nanos
        case Duration(nanos):
            return nanos
        case Name(text):
            return text
        case other:
            return other


def _check(data: bytes, kind: str) -> tuple[str, list[str]]:
    """What became of a text, and what is wrong with that."""
    problems: tuple[str, ...] = ()
    try:
        parse(data, path=PATH)
        outcome = f"{kind}, read"
    except PxfError as error:
        outcome, problems = f"{kind}, refused", error.problems
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        return f"{kind}, broken", [f"the reader raised {error!r}"]
    try:
        reading = read(data, path=PATH)
    except Exception as error:  # noqa: BLE001 - as above
        return f"{kind}, broken", [f"the constitution raised {error!r}"]
    complaints = [
        *_unworded(problems, data),
        *_unworded(reading.errors, data),
        *_unworded(reading.warnings, data),
    ]
    if (reading.policy is None) != bool(reading.errors):
        complaints.append("a policy with errors, or none without")
    if problems and not reading.errors:
        complaints.append("the constitution took what the reader refused")
    return outcome, complaints


def _unworded(problems: tuple[str, ...], data: bytes) -> Iterator[str]:
    """Problems without a place in the text, out of order, or too long for a person."""
    lines = data.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    last = (0, 0)
    for problem in problems:
        found = _PROBLEM.fullmatch(problem)
        if not found:
            if problem != problems[-1] or not _MORE.fullmatch(problem):
                yield f"no place: {problem!r}"
            continue
        place = int(found[1]), int(found[2])
        if (
            place < last
            or not 1 <= place[0] <= len(lines)
            or not 1 <= place[1] <= len(lines[place[0] - 1]) + 1
        ):
            yield f"no such place, or out of order: {problem!r}"
        if len(found[3]) > 400 or not found[3].isprintable():
            yield f"words for no person: {problem!r}"
        last = place


def main() -> int:
    """Run, print what came out, and write the texts that were read wrongly where they can be looked at."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a folder for the texts that were read wrongly")
    options = parser.parse_args()
    tally = fuzz(options.count, options.seed)
    for outcome, count in tally.outcomes.most_common():
        print(f"{count:>8,}  {outcome}")
    for number, (complaint, data) in enumerate(tally.failures):
        print(f"wrong: {complaint}")
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            (options.save / f"{number}.pxf").write_bytes(data)
    print(f"{tally.outcomes.total():>8,}  texts, {len(tally.failures)} read wrongly (seed {options.seed})")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
