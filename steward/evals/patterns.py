"""Patterns of golden tasks: Python's regular expressions, multi-line, never longer than a time limit.

A pattern must be one to `re`, whose language people know, and is run by `regex`, which can be stopped. Those
that would take forever on some text are refused before anything runs (`docs/evals.md`, "Patterns").
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache

import regex

from steward.evals import trial

SECONDS = 1.0
"""How long one pattern may look at one output."""

MOST_CHARACTERS = 2_000

_TRIAL_SECONDS = 0.5
_MOST_REPEATED = 10_000
_BRACE = re.compile(r"\{(?:\d+|\d*,\d*)\}")
_IN_A_SET = re.compile(r"\\.|\[(?=:)", re.DOTALL)
_STEPS = re.compile(r"\\(?:N\{[^}]*\}|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|\{", re.DOTALL)


class PatternTimeout(Exception):
    """A pattern was still looking when its time was up."""


def find(pattern: str, text: str, *, seconds: float = SECONDS) -> bool:
    """Whether a checked pattern is found anywhere in the text. Raises `PatternTimeout`."""
    try:
        return _compiled(pattern).search(text, timeout=seconds) is not None
    except TimeoutError:
        raise PatternTimeout(pattern) from None


@lru_cache(maxsize=4096)
def problem(pattern: str) -> str | None:
    """Why a pattern cannot be used, None when it can."""
    if len(pattern) > MOST_CHARACTERS:
        return f"has more than {MOST_CHARACTERS:,} characters"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = trial.parse(pattern)
            if trial.repeats(parsed) > _MOST_REPEATED:
                return f"repeats something more than {_MOST_REPEATED:,} times"
            _compiled(pattern)
    except re.error as error:
        return f"is no regular expression: {error}"
    except regex.error as error:
        return f"is no regular expression: {error}"
    except (RecursionError, OverflowError, ValueError, MemoryError):
        return "is no regular expression that can be used here: it is nested too deep or counts too far"
    return _catastrophe(pattern, parsed)


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> regex.Pattern[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return regex.compile(_plain_braces(pattern), regex.MULTILINE)


def _plain_braces(pattern: str) -> str:
    """The pattern for `regex`, which would read `{e}` as "with an error" and `[[:alpha:]]` as a letter, where `re`
    reads the characters that stand there."""

    def plain(found: re.Match[str]) -> str:
        step = found[0]
        if step == "{" and not _BRACE.match(pattern, found.start()):
            return "\\{"
        if step.startswith("["):
            return "[" + _IN_A_SET.sub(lambda one: "\\[" if one[0] == "[" else one[0], step[1:])
        return step

    return _STEPS.sub(plain, pattern)


def _catastrophe(pattern: str, parsed: trial.Parsed) -> str | None:
    mend = "write it so that no repeat can match the same text in two ways"
    texts = trial.attacks(parsed)
    if any(trial.explodes(parsed, text) for text in texts):
        return f"is catastrophic: on some texts it would take forever; {mend}"
    for text in texts:
        try:
            find(pattern, text, seconds=_TRIAL_SECONDS)
        except PatternTimeout:
            return f"is catastrophic: it takes more than {_TRIAL_SECONDS} s on {len(text)} characters; {mend}"
    return None
