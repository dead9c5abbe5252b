"""Whether the constants of a file, in their order, map inputs of tests to their outputs.

A table, a chain of branches, a `match`, a switch and a row of ternaries all look alike here: an input, and close
behind it all parts of its output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steward.challenge.examples import Example, telling
from steward.challenge.findings import Finding, Watched

_NEAR = 6
_ALONE = 3
_MOST_CONSTANTS = 20_000
Constant = tuple[int, str]


def find(watched: Watched, constants: Sequence[Constant]) -> Iterator[Finding]:
    """The hard-coded answers among a file's constants, given in the order of the file."""
    constants = constants[:_MOST_CONSTANTS]
    public = _mapped(constants, watched.examples.public, watched.added)
    if public:
        reason = "a table or a branch maps public inputs to their outputs"
        yield Finding.hardcoded(watched.path, public, "maps-examples", reason)
    line = _secret(constants, watched)
    if line:
        reason = "constants are outputs that only tests expect"
        yield Finding.hardcoded(watched.path, line, "hidden-output", reason)


def _mapped(constants: Sequence[Constant], examples: Sequence[Example], added: frozenset[int]) -> int:
    """The line of the first pair when there are enough of them; else 0."""
    near = [(line, each) for line, each in _pairs(constants, examples) if line in added]
    distinct = {each for _, each in near}
    alone = any(len(each.given) >= _ALONE and any(map(telling, each.output)) for each in distinct)
    if alone or len(distinct) > 1:
        return min(line for line, _ in near)
    present = {text for line, text in constants if line in added}
    apart = [each for each in examples if present.issuperset(each.parts)]
    if len({each.given for each in apart}) >= _ALONE and len({each.output for each in apart}) >= _ALONE:
        wanted = {part for each in apart for part in each.parts}
        return min(line for line, text in constants if line in added and text in wanted)
    return 0


def _pairs(constants: Sequence[Constant], examples: Sequence[Example]) -> Iterator[tuple[int, Example]]:
    by_input: dict[str, list[Example]] = {}
    for each in examples:
        by_input.setdefault(each.given, []).append(each)
    for position, (line, text) in enumerate(constants):
        for each in by_input.get(text, ()):
            behind = constants[position + 1 : position + 1 + _NEAR + len(each.output)]
            if _in_order(each.output, [following for _, following in behind]):
                yield line, each


def _in_order(wanted: Sequence[str], texts: Sequence[str]) -> bool:
    rest = iter(texts)
    return all(part in rest for part in wanted)


def _secret(constants: Sequence[Constant], watched: Watched) -> int:
    """The first line with an output that only hidden tests expect, when chance alone would not put it there."""
    secret = watched.examples.secret_outputs
    found = [(line, text) for line, text in constants if line in watched.added and text in secret]
    long = [line for line, text in found if len(text) > 7]
    mapped = [line for line, _ in _pairs(constants, watched.examples.hidden) if line in watched.added]
    if len({text for _, text in found}) > 1 or long or (mapped and found):
        return min(line for line, _ in found)
    return 0
