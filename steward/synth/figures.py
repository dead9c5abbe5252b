"""What a figure is a figure of: a count keeps its noun, and lines stay with their path."""

from __future__ import annotations

import re
from collections.abc import Mapping

from steward.synth.field import Measured
from steward.synth.slots import Slots

_KINDS = {
    "source": r"source|code",
    "test": r"tests?",
    "docs": r"docs?|documentation",
    "line": r"lines?",
    "path": r"paths?|sensitive",
    "added": r"additions?|added|new|inserted",
    "deleted": r"deletions?|deleted|removed|removals?",
    "generated": r"generated|vendored",
    "domain": r"domains?",
    "untested": r"untested",
}
_SAID = re.compile("|".join(f"(?P<{kind}>\\b(?:{noun})\\b)" for kind, noun in _KINDS.items()))
_COUNTS: Mapping[str, frozenset[str]] = {
    "source_files": frozenset(("source",)),
    "test_files": frozenset(("test", "added")),
    "untested_files": frozenset(("source", "untested")),
    "not_counted_files": frozenset(("test", "docs", "source")),
    "docs_files": frozenset(("docs", "added")),
    "sensitive_paths": frozenset(("path",)),
    "changed_lines": frozenset(("line", "added", "deleted")),
    "lines": frozenset(("line",)),
    "files": frozenset(("path",)),
    "additions": frozenset(("line", "added")),
    "deletions": frozenset(("line", "deleted")),
    "generated_files": frozenset(("generated",)),
    "generated_lines": frozenset(("line", "generated")),
    "excluded_files": frozenset(),
    "excluded_lines": frozenset(("line",)),
    "unmapped_files": frozenset(),
    "domain_files": frozenset(),
}
_FIGURE = re.compile(r"\{([a-z_]+?(?:_\d+_files)?)(?:_\d+)?\}((?: [a-z']+){0,2})", re.ASCII)
_NUMBERED = re.compile(r"\{changed_lines_(\d+)\}", re.ASCII)
_PATH = re.compile(r"\{(?:previous_)?path_(\d+)\}", re.ASCII)
_END_OF_NOUN = frozenset(
    "and or of in for with to by on at are is was were that which but than from across".split()
)


def figures(sentence: str, found: Measured, slots: Slots) -> bool:
    """Whether a count is said to be a count of something else, or lines to be those of another path."""
    return any(map(_is_misnamed, _FIGURE.finditer(sentence))) or _is_mispaired(sentence)


_NUMBER_OF_DOMAIN = re.compile(r"_\d+_", re.ASCII)
_ELSEWHERE = re.compile(r"\b(?:there|here)\b")  # lines of a path that was named before


def _is_misnamed(figure: re.Match[str]) -> bool:
    counted = _COUNTS.get(_NUMBER_OF_DOMAIN.sub("_", figure[1]))
    if counted is None:
        return False
    for word in figure[2].split():
        if word in _END_OF_NOUN:
            return False
        said = _SAID.fullmatch(word)
        if said and said.lastgroup not in counted:
            return True
    return False


def _is_mispaired(sentence: str) -> bool:
    lines, paths = set(_NUMBERED.findall(sentence)), set(_PATH.findall(sentence))
    elsewhere = _ELSEWHERE.search(sentence.rpartition("{changed_lines_")[2]) is not None
    return bool(lines and paths) and not elsewhere and not lines <= paths
