"""What is wrong with a challenge, or does not do what its author means, found without running anything.

For `steward challenge check`, whose reader owns the hidden files: some of it quotes them (`docs/challenges.md`,
"On your machine").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from steward.challenge.cases import Case, placed_cases
from steward.challenge.examples import public_examples
from steward.challenge.manifest import Kind, Manifest, places_of
from steward.challenge.pins import Pin, pin
from steward.errors import ConfigInvalid
from steward.intake.yaml_file import Place
from steward.report.markdown import visible
from steward.wording import count

_PLACEHOLDER = re.compile(r"(?<![${])\{([A-Za-z_]{1,30})\}")
_EVERYTHING = frozenset({"**", "*", "/**", "/*", "**/*", "**/**"})


class Files(Protocol):
    """The hidden files of a challenge, as its owner has them."""

    def read(self, path: str) -> bytes | None: ...
    def hidden(self, path: str) -> Mapping[str, object]: ...


class Soundness(msgspec.Struct, frozen=True, kw_only=True):
    """Mistakes make a challenge unusable; warnings are for its author to think about."""

    mistakes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def examine(
    manifest: Manifest, *, data: bytes, path: str, files: Files, base: Mapping[str, bytes]
) -> Soundness:
    """Everything that can be said of a manifest and its files. `data` are the manifest's bytes, `path` its name,
    `base` the files that a contestant has."""
    places = places_of(data, path=path)
    mistakes = [_placed(path, places, key, what) for key, what in _missing(manifest, files)]
    warnings = [_placed(path, places, key, what) for key, what in _doubtful(manifest)]
    public = _public(manifest, base)
    for each in dict.fromkeys(check.cases for check in manifest.checks if check.cases):
        found = files.read(each)
        if found is None:
            continue
        try:
            cases, at = placed_cases(found, path=each)
        except ConfigInvalid as error:
            mistakes += error.problems
            continue
        mistakes += _twice(each, cases, at)
        warnings += _given_away(each, cases, at, public)
    return Soundness(mistakes=tuple(mistakes), warnings=tuple(warnings))


def _placed(path: str, places: Mapping[str, Place], key: str, what: str) -> str:
    line, column = places.get(key, (1, 1))
    return f"{path}:{line}:{column}: {key}: {what}"


def _missing(manifest: Manifest, files: Files) -> Iterator[tuple[str, str]]:
    named = [("rubric", manifest.rubric), ("reference", manifest.reference)]
    for number, check in enumerate(manifest.checks):
        if check.files is not None and not files.hidden(check.files):
            yield f"checks[{number}].files", f"{visible(check.files)}: there is no such file or folder"
        named.append((f"checks[{number}].cases", check.cases))
    for key, each in named:
        if each is not None and files.read(each) is None:
            yield key, f"{visible(each)}: there is no such file"


def _doubtful(manifest: Manifest) -> Iterator[tuple[str, str]]:
    for number, glob in enumerate(manifest.editable):
        if glob in _EVERYTHING:
            what = f"{glob} lets a submission change the tests' own helpers, too; name the folders of the program"
            yield f"editable[{number}]", what
    for number, check in enumerate(manifest.checks):
        words = {name for word in check.run for name in _PLACEHOLDER.findall(word)} - {"seed", "input"}
        for name in sorted(words):
            yield f"checks[{number}].run", f"{{{name}}} stands for nothing; there are {{seed}} and {{input}}"
    hidden = [check for check in manifest.checks if check.kind is Kind.HIDDEN]
    if hidden and not any(check.required for check in hidden):
        yield "checks", "no hidden check is required: a submission that fails all of them is accepted"


def _twice(path: str, cases: tuple[Case, ...], at: tuple[Place, ...]) -> Iterator[str]:
    seen: dict[str, Place] = {}
    for case, place in zip(cases, at, strict=True):
        if case.id in seen:
            yield f"{path}:{place[0]}:{place[1]}: the case of line {seen[case.id][0]} has this id already"
        if case.id:
            seen.setdefault(case.id, place)


def _public(manifest: Manifest, base: Mapping[str, bytes]) -> frozenset[tuple[str, tuple[str, ...]]]:
    tests = {path: data for path, data in base.items() if pin(path, manifest, base) is Pin.TEST}
    return frozenset((each.given, each.output) for each in public_examples(tests, manifest))


def _given_away(
    path: str, cases: tuple[Case, ...], at: tuple[Place, ...], public: frozenset[tuple[str, tuple[str, ...]]]
) -> Iterator[str]:
    known = [
        place
        for case, place in zip(cases, at, strict=True)
        if (case.input, (case.output.strip("\n"),)) in public
    ]
    if known:
        line, column = known[0]
        told = f"{count(len(known), 'case')} of {len(cases):,}"
        yield f"{path}:{line}:{column}: {told} can be read in the public tests, this one first"
