"""Shortcuts: what in a submission looks like a way round the tests instead of through them.

Each finding has a rule, a file, a line and a reason, and is about lines that the submission adds. A finding that
could well be honest is marked `certain=False` and only ever asks for a person (`docs/challenges.md`, "Shortcuts").
Nothing here names or quotes a hidden test.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum

import msgspec

from steward.challenge import mapping, shortcuts_javascript, shortcuts_python, shortcuts_python_file
from steward.challenge.examples import Example, Examples, plain_constants
from steward.challenge.findings import Finding, Group, Watched
from steward.challenge.manifest import Level, Manifest, Shortcuts
from steward.challenge.patch import Submission
from steward.challenge.pins import Pin
from steward.model import Kind, ScoringRules
from steward.paths import is_test
from steward.report.markdown import visible

_ASSERTING = ("assert", "expect(", "should.", "t.is(", "t.deepEqual(", ".toBe(", "raises(", "fail(")
_SKIP = re.compile(
    r"""pytest\.(?:skip|xfail|importorskip|mark\.(?:skip|skipif|xfail))|unittest\.(?:skip|expectedFailure)|SkipTest
    |\b(?:test|it|describe|suite)\.(?:skip|todo|only)\b|\b(?:xit|xdescribe|xtest)\(|\bskip:\s*(?:true|["'`])""",
    re.VERBOSE,
)
_DATA = (".json", ".yml", ".yaml", ".csv", ".tsv", ".txt", ".toml", ".ini", ".xml", ".dat")
_PROSE = (".md", ".markdown", ".rst", ".adoc")
# What pytest imports: a module of one of these names at the top would come first.
_BESIDE_RUNNERS = frozenset("packaging pygments exceptiongroup tomli colorama attr".split())
_MOST_FINDINGS = 50
_RULES = ScoringRules()


class Effect(StrEnum):
    """What the findings as a whole do to the verdict."""

    NOTHING = "nothing"
    REVIEW = "review"
    REJECT = "reject"


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What the search looks at: the submission, its files once applied, and which of them the base replaced."""

    submission: Submission
    files: Mapping[str, bytes]
    pinned: Mapping[str, Pin]
    manifest: Manifest
    examples: Examples


def find(seen: Seen) -> tuple[Finding, ...]:
    """All findings whose group is not switched off, by file and line."""
    found = [*_pinned(seen), *_deleted_assertions(seen), *_shadowing(seen)]
    new: dict[str, list[tuple[int, str]]] = {}
    for path, lines in sorted(seen.submission.lines.items()):
        data = seen.files.get(path)
        if data is not None and path not in seen.pinned:
            found += _in_file(path, data, frozenset(lines), seen)
            new[path] = [each for each in _constants(path, data) if each[0] in lines]
        found += _skips(path, lines)
    if len(new) > 1 and not any(finding.group is Group.HARDCODED for finding in found):
        found += mapping.across(new, seen.examples.public)
    kept = {finding for finding in found if level(finding, seen.manifest.shortcuts) is not Level.OFF}
    return tuple(sorted(kept, key=lambda each: (each.path, each.line, each.rule, each.reason)))[
        :_MOST_FINDINGS
    ]


def level(finding: Finding, shortcuts: Shortcuts) -> Level:
    """What the manifest says of findings of this group."""
    return shortcuts.hardcoded if finding.group is Group.HARDCODED else shortcuts.bypass


def effect(findings: Collection[Finding], shortcuts: Shortcuts) -> Effect:
    """The worst that findings do: one that is not certain never rejects."""
    if any(level(each, shortcuts) is Level.REJECT and each.certain for each in findings):
        return Effect.REJECT
    return Effect.REVIEW if findings else Effect.NOTHING


def _in_file(path: str, data: bytes, added: frozenset[int], seen: Seen) -> Iterator[Finding]:
    watched = Watched(
        path=path,
        data=data,
        added=added,
        reports=tuple(check.junit for check in seen.manifest.checks if check.junit),
        hidden=seen.manifest.hidden,
        examples=seen.examples,
    )
    if path.endswith(shortcuts_python.SUFFIXES):
        yield from shortcuts_python.find(watched)
    elif path.endswith(shortcuts_javascript.SUFFIXES):
        yield from shortcuts_javascript.find(watched)
    elif not path.lower().endswith(_PROSE):
        yield from _answers(watched)


def _constants(path: str, data: bytes) -> list[tuple[int, str]]:
    if path.endswith(shortcuts_python.SUFFIXES):
        return shortcuts_python_file.constants_of(data)
    return shortcuts_javascript.constants_of(data) if path.endswith(shortcuts_javascript.SUFFIXES) else []


def is_half_read(path: str) -> bool:
    """Whether a file is in a language in which answers are looked for and ways round the tests are not."""
    known = (*shortcuts_python.SUFFIXES, *shortcuts_javascript.SUFFIXES)
    return not path.endswith(known) and not path.lower().endswith((*_DATA, *_PROSE))


def _answers(watched: Watched) -> Iterator[Finding]:
    """The hard-coded answers of a file that is neither Python nor JavaScript."""
    found = mapping.find(watched, list(plain_constants(watched.data)))
    if is_half_read(watched.path):
        yield from found
    else:
        # In data a single public example may be one: two are asked for.
        yield from _in_data(watched)
        yield from (each for each in found if each.rule != "maps-examples")


def _in_data(watched: Watched) -> Iterator[Finding]:
    """A data file that holds public inputs beside their outputs."""
    lines = watched.data.decode("utf-8", "replace").split("\n")
    first, pairs = 0, set[Example]()
    for example in watched.examples.public:
        for number, line in enumerate(lines, start=1):
            if number in watched.added and example.told and all(part in line for part in example.parts):
                first, pairs = first or number, {*pairs, example}
    if len(pairs) > 1:
        yield Finding.hardcoded(
            watched.path, first, "maps-examples", "data that maps public inputs to their outputs"
        )


def _pinned(seen: Seen) -> Iterator[Finding]:
    for path, pin in seen.pinned.items():
        if pin is Pin.STEERS:
            reason = f"{visible(path.rsplit('/', 1)[-1])} steers how tests run; the challenge's own is used"
            yield Finding.bypass(path, 1, "pinned-file", reason)


def _shadowing(seen: Seen) -> Iterator[Finding]:
    """New modules that would be imported in place of others: outside of a package nothing sets them apart."""
    for file in seen.submission.files:
        folder, _, name = file.path.removesuffix("/__init__.py").rpartition("/")
        module = name.removesuffix(".py")
        package = f"{folder}/__init__.py" in seen.files
        new = file.kind is Kind.ADDED and file.path.endswith(".py") and not package
        if new and module in sys.stdlib_module_names | _BESIDE_RUNNERS and module != "__main__":
            owner = "the test runner's" if module in _BESIDE_RUNNERS else "Python's own"
            reason = f"{visible(module)} would be imported in place of {owner} module"
            yield Finding.bypass(file.path, 1, "patches-runner", reason, certain=not folder)


def _deleted_assertions(seen: Seen) -> Iterator[Finding]:
    for file in seen.submission.files:
        if is_test(file.path, _RULES):
            gone = _assertions(seen.submission.removed.get(file.path, ()))
            if gone > _assertions(seen.submission.lines.get(file.path, {}).values()):
                yield Finding.bypass(file.path, 1, "deletes-assertions", "a test loses assertions")


def _skips(path: str, lines: Mapping[int, str]) -> Iterator[Finding]:
    """Skips in a test, also in one that the base's takes the place of."""
    for number, line in lines.items() if is_test(path, _RULES) else ():
        if _SKIP.search(line):
            yield Finding.bypass(path, number, "skips-tests", "skips tests or expects them to fail")


def _assertions(lines: Collection[str]) -> int:
    return sum(any(word in line for word in _ASSERTING) for line in lines)
