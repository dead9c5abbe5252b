"""Whether the constants of a file, in their order, map inputs of tests to their outputs.

A table, a chain of branches, a `match`, a switch and a row of ternaries all look alike here: an input, and close
behind it all parts of its output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from steward.challenge import encoded
from steward.challenge.examples import Example, telling
from steward.challenge.findings import Finding, Watched

_NEAR = 6
_ALONE = 3
_MOST_CONSTANTS = 20_000
Constant = tuple[int, str]


def find(watched: Watched, constants: Sequence[Constant]) -> Iterator[Finding]:
    """The hard-coded answers among a file's constants, given in the order of the file."""
    constants = constants[:_MOST_CONSTANTS]
    examples, added = watched.examples.public, watched.added
    public = _mapped(constants, examples, added) or _told(constants, examples, added)
    if public:
        reason = "a table or a branch maps public inputs to their outputs"
        yield Finding.hardcoded(watched.path, public, "maps-examples", reason)
    line = _secret(constants, watched)
    if line:
        reason = "constants are outputs that only tests expect"
        yield Finding.hardcoded(watched.path, line, "hidden-output", reason)


def across(files: Mapping[str, Sequence[Constant]], examples: Sequence[Example]) -> Iterator[Finding]:
    """Inputs in one file and their outputs in another; the constants are those of added lines."""
    everything = [(path, line, text) for path in files for line, text in files[path]][:_MOST_CONSTANTS]
    wanted = _apart({text for _, _, text in everything}, examples)
    if wanted:
        path, line = next((path, line) for path, line, text in everything if text in wanted)
        reason = "public inputs are mapped to their outputs, over several files"
        yield Finding.hardcoded(path, line, "maps-examples", reason)


def _mapped(constants: Sequence[Constant], examples: Sequence[Example], added: frozenset[int]) -> int:
    """The line of the first pair when there are enough of them; else 0."""
    near = [(line, each) for line, each in _pairs(constants, examples) if line in added]
    distinct = {each for _, each in near}
    alone = any(len(each.given) >= _ALONE and any(map(telling, each.output)) for each in distinct)
    if alone or len(distinct) > 1:
        return min(line for line, _ in near)
    wanted = _apart({text for line, text in constants if line in added}, examples)
    return min((line for line, text in constants if line in added and text in wanted), default=0)


def _apart(present: AbstractSet[str], examples: Sequence[Example]) -> AbstractSet[str]:
    """The parts of the examples that are there as a whole, when there are enough of them; else nothing."""
    there = [each for each in examples if present >= set(each.parts)]
    enough = min(len({each.given for each in there}), len({each.output for each in there})) >= _ALONE
    return {part for each in there for part in each.parts} if enough else set()


def _told(constants: Sequence[Constant], examples: Sequence[Example], added: frozenset[int]) -> int:
    """The line of a text that is a table itself, in its own words or encoded, or of digests of inputs; else 0."""
    for line, text in constants:
        if line in added and (_holds_table(text, examples) or _holds_hidden_table(text, examples)):
            return line
    new = [(line, text) for line, text in constants if line in added]
    outputs = [(line, parts) for line, text in new for parts in encoded.hidden_tables(text)]
    seen = {each.output: line for line, parts in outputs for each in examples if _whole(each, parts)}
    digests = encoded.digested(new, [each.given for each in examples])
    return min([*(seen.values() if len(seen) > 1 else ()), *digests], default=0)


def _holds_table(text: str, examples: Sequence[Example]) -> bool:
    """In plain words a hint may name an example or two; a row of them is a table."""
    pairs = {pair for parts in encoded.tables(text) for pair in _pairs_in(parts, examples)}
    return len(pairs) >= _ALONE


def _holds_hidden_table(text: str, examples: Sequence[Example]) -> bool:
    return any(_pairs_in(parts, examples) for parts in encoded.hidden_tables(text))


def _pairs_in(parts: Sequence[str], examples: Sequence[Example]) -> set[Example]:
    return {each for _, each in _pairs([(0, part) for part in parts], examples)}


def _whole(example: Example, parts: Sequence[str]) -> bool:
    """Whether these are the parts of an output that says something, and no others."""
    return any(map(telling, example.output)) and tuple(parts[-len(example.output) :]) == example.output


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
