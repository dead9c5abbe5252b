"""What a figure is a figure of: a count keeps its noun, is no score, and lines stay with their path."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from steward.synth.field import Measured
from steward.synth.slots import Slots

# What may stand right behind a count, and so what it may be said to be a count of: an allow-list, for whatever
# else stands there makes another figure of it.
_NOUNS: Mapping[str, str] = {
    "source_files": r"(?:source |code )?files?|sources?",
    "test_files": r"(?:test )?files?|tests?",
    "untested_files": r"(?:untested )?(?:source |code )?files?",
    "not_counted_files": r"files?",
    "docs_files": r"(?:docs? |documentation )?(?:files?|pages?)|docs",
    "sensitive_paths": r"(?:sensitive )?(?:paths?|files?|matches|match)",
    "changed_lines": r"lines?",
    "lines": r"lines?",
    "files": r"files?|paths?",
    "additions": r"additions?|lines?",
    "deletions": r"deletions?|removals?|lines?",
    "generated_files": r"(?:generated |vendored |lock )?files?",
    "generated_lines": r"(?:generated )?lines?",
    "excluded_files": r"(?:excluded )?files?",
    "excluded_lines": r"(?:excluded )?lines?",
    "unmapped_files": r"(?:unmapped )?(?:files?|paths?)",
    "domain_files": r"files?|paths?",
}
_DONE: Mapping[str, str] = {
    "additions": r"added|new|inserted",
    "deletions": r"removed|deleted|gone",
}
_OWN: Mapping[str, str] = {
    "additions": r"additions?|added|lines?",
    "deletions": r"deletions?|deleted|removed|removals?|lines?",
}
_CHANGED = r"(?:changed|touched|modified|updated|more|other|such|further)"
_JOINED = r"(?:and|or|but|in|for|with|by|on|at|across|over|against|while|which|that|so|came|went|come|go|of)"
# Without a noun of its own a count stands only behind one of these, and only beside its noun in the sentence.
_BEFORE = re.compile(
    r"(?:^|[:,;(]|\b(?:and|or|against|only|just|with|of|by|over|than|for|there (?:are|is|were|was)|another|the"
    r"|its)) ?$"
)
_THERE = re.compile(r"\bthere (?:are|is|were|was) $")
_SCORES = (
    r"(?:scores?|overall|marks?|grades?|graded?|points?|ratings?|rated?|results?|percent\w*|level|rank\w*)"
)
_SCORED = re.compile(
    rf"\b{_SCORES}(?: now| here| then| so| total| itself)*:? (?:(?:\w+ )?(?:is|was|are|be|of|at|to|as|reach\w*"
    r"|equals?|makes?|gets?|stays?|stands?|comes?|gives?|hits?|has|becomes?|shows?|reads?|goes|rises?|rose|falls?|fell"
    r"|gains?|by|from|with)(?: (?!rest|count|becaus)\w+){0,3} )?"
    r"\{(?!path|previous|test_\d|untested_\d|doc_\d|unmapped_\d|not_counted_\d|governance|domain_\d+\})"
)
_OVERALL = re.compile(r"^(?:green|amber|red) overall: ")
_SCORE = re.compile(rf"\b{_SCORES}\b")
_KIND_OF_LINES = re.compile(r" (?:\w+ )?lines? of (?:\w+ )?(?:tests?|docs?|documentation|comments?)\b")
_FIGURE = re.compile(r"\{([a-z_]+?(?:_\d+_files)?)(?:_\d+)?\}", re.ASCII)
_NUMBER_OF_DOMAIN = re.compile(r"_\d+_", re.ASCII)
_WRONG: Mapping[str, re.Pattern[str]] = {
    "additions": re.compile(r" (?:\w+ )?lines? (?:were |are |was |is )?(?:deleted|removed|gone)\b"),
    "deletions": re.compile(r" (?:\w+ )?lines? (?:were |are |was |is )?(?:added|new|inserted)\b"),
    "lines": re.compile(
        r" (?:(?:added|new|deleted|removed) lines?|lines? (?:added|new|inserted|deleted|removed))\b"
    ),
}
_NUMBERED = re.compile(r"\{changed_lines_(\d+)\}", re.ASCII)
_PATH = re.compile(r"\{(?:previous_)?path_(\d+)\}", re.ASCII)
_ELSEWHERE = re.compile(r"\b(?:there|here)\b")  # lines of a path that was named before


def figures(sentence: str, found: Measured, slots: Slots) -> bool:
    """Whether a count is said to be a count of something else or a score, or lines to be those of another path."""
    if "{" not in sentence:
        return False
    if _SCORED.search(_OVERALL.sub("", sentence)):
        return True
    return any(_is_misnamed(figure, sentence) for figure in _FIGURE.finditer(sentence)) or _is_mispaired(
        sentence
    )


def _is_misnamed(figure: re.Match[str], sentence: str) -> bool:
    counted = _NUMBER_OF_DOMAIN.sub("_", figure[1])
    if counted not in _NOUNS:
        return False
    before, behind = sentence[: figure.start()], sentence[figure.end() :]
    if _direct(counted).match(behind):
        wrong = _WRONG.get(counted)
        return _KIND_OF_LINES.match(behind) is not None or bool(wrong and wrong.match(behind))
    if not _elliptic().match(behind) or not _BEFORE.search(before):
        return True
    if _is_paired(figure[0], sentence) or (_THERE.search(before) and not _SCORE.search(sentence)):
        return False
    return _SCORE.search(sentence) is not None or not _own(counted).search(before + " " + behind)


@cache
def _direct(counted: str) -> re.Pattern[str]:
    """The count's own noun right behind it, with what may stand between."""
    of = rf"(?:of (?:the |these |those |its |all )?)?(?:{_CHANGED} )*"
    noun = rf" {of}(?:{_NOUNS[counted]})\b"
    done = _DONE.get(counted)
    if done is None:
        return re.compile(noun)
    end = rf"(?=[,.;:)?]|$| {_JOINED}\b)"
    done = rf"(?:(?:of (?:them|these|those) )?(?:were |are |was |is )?(?:{done}))(?: lines?\b|{end})"
    return re.compile(rf"{noun}| {done}| (?:{_DONE[counted]}) (?:source |code )?lines?\b")


@cache
def _elliptic() -> re.Pattern[str]:
    return re.compile(rf"[,.;:)?]|$| of (?:them|these|those)\b| (?!of (?!\{{)){_JOINED}\b")


@cache
def _own(counted: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_OWN.get(counted, _NOUNS[counted])})\b")


def _is_paired(figure: str, sentence: str) -> bool:
    """Whether the path stands beside its lines."""
    return not frozenset(_NUMBERED.findall(figure)).isdisjoint(_PATH.findall(sentence))


def _is_mispaired(sentence: str) -> bool:
    lines, paths = set(_NUMBERED.findall(sentence)), set(_PATH.findall(sentence))
    elsewhere = _ELSEWHERE.search(sentence.rpartition("{changed_lines_")[2]) is not None
    return bool(lines and paths) and not elsewhere and not lines <= paths
