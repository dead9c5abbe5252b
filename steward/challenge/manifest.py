"""A challenge's manifest: YAML becomes values, every mistake told with its key and its place.

The keys in words: `docs/challenges.md`, "The manifest".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

import regex
from msgspec import Meta, Struct, convert, field

from steward.errors import ConfigInvalid
from steward.intake.yaml_check import Check as Checking
from steward.intake.yaml_check import Mistake
from steward.intake.yaml_file import Place, YamlError, compose, is_null
from steward.paths import glob_problem

MOST_BYTES = 64 * 1024
MEND = "Correct the challenge's manifest (docs/challenges.md explains its keys)."
_MOST_MISTAKES = 50
_MOST_SHOWN = 500
_FORMS = {
    "run": "a list of words, as in [python, -m, pytest, -q]",
    "editable": 'a list of patterns, as in ["src/**"]',
    "checks": "a list of checks, as in - {id: public, kind: public, run: [python, -m, pytest]}",
}
_REQUIRED = ("version", "id", "title", "editable", "checks")
_REQUIRED_OF_CHECK = ("id", "kind", "run")


class Kind(StrEnum):
    """The kinds of checks, in the order in which they run."""

    INSTALL = "install"
    LINT = "lint"
    TYPECHECK = "typecheck"
    EXISTING = "existing"
    PUBLIC = "public"
    HIDDEN = "hidden"
    BEHAVIOUR = "behaviour"


class Level(StrEnum):
    """What a shortcut of a kind does to the verdict."""

    OFF = "off"
    REVIEW = "review"
    REJECT = "reject"


def inside(path: str | None) -> str | None:
    """Why a path does not name a file of the challenge; None when it does, or when there is none."""
    if path is None:
        return None
    parts = path.split("/")
    plain = (
        path.isprintable()
        and len(path) <= 500
        and "\\" not in path
        and not any(part in ("", ".", "..") for part in parts)
    )
    return None if plain else f"{path!r} is no path inside the challenge"


def _pattern_problem(pattern: str | None) -> str | None:
    if pattern is None:
        return None
    try:
        regex.compile(pattern)
    except regex.error as error:
        return f"is no regular expression: {error}"
    return None


def _glob_problem(pattern: str) -> str | None:
    problem = glob_problem(pattern)
    return f"the glob {pattern!r} {problem}" if problem else None


def _word_problem(word: str) -> str | None:
    return "holds a NUL character" if "\0" in word else None


Path = Annotated[str | None, Meta(extra={"check": inside})]
Glob = Annotated[str, Meta(min_length=1, max_length=500, extra={"check": _glob_problem})]
Pattern = Annotated[str | None, Meta(extra={"check": _pattern_problem})]
Word = Annotated[str, Meta(max_length=4000, extra={"check": _word_problem})]
Name = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,49}\Z")]
Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Seconds = Annotated[float, Meta(gt=0, le=3600)]


class Block(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A block of the manifest: a key that is not known is an error."""

    LATER: ClassVar[tuple[str, ...]] = ()


class Limits(Block, frozen=True):
    """What a submission may be and use."""

    patch_bytes: Annotated[int, Meta(ge=1, le=16 * 2**20)] = 262_144
    files: Annotated[int, Meta(ge=1, le=1000)] = 20
    total_seconds: Annotated[float, Meta(gt=0, le=6 * 3600)] = 600
    output_bytes: Annotated[int, Meta(ge=1024, le=64 * 2**20)] = 1_048_576
    memory_mb: Annotated[int, Meta(ge=16, le=65_536)] = 512
    processes: Annotated[int, Meta(ge=1, le=10_000)] = 128


class Expect(Block, frozen=True):
    """What a behaviour check looks for. The patterns are searched for in the whole of what was printed."""

    exit: Annotated[int, Meta(ge=0, le=255)] = 0
    stdout: Pattern = None
    stderr: Pattern = None


class Check(Block, frozen=True):
    """One command, and what its end means. `seconds` is the time that it may take."""

    id: Name = ""
    kind: Kind = Kind.BEHAVIOUR
    run: Annotated[list[Word], Meta(max_length=200)] = []
    seconds: Seconds = 60
    required: bool = True
    junit: Path = None
    files: Path = None
    cases: Path = None
    expect: Expect = field(default_factory=Expect)


class Shortcuts(Block, frozen=True):
    """What findings do: `hardcoded` ones and those that `bypass` the tests."""

    hardcoded: Level = Level.REVIEW
    bypass: Level = Level.REJECT


class Manifest(Block, frozen=True):
    """A challenge. `reference` is a patch that solves it; like all hidden files it is in no copy."""

    version: Literal[1] = 1
    id: Name = ""
    title: Line = ""
    editable: Annotated[list[Glob], Meta(max_length=200)] = []
    limits: Limits = field(default_factory=Limits)
    checks: Annotated[list[Check], Meta(max_length=100)] = []
    shortcuts: Shortcuts = field(default_factory=Shortcuts)
    manual: bool = False
    rubric: Path = None
    reference: Path = None

    @property
    def ordered(self) -> tuple[Check, ...]:
        """The checks in the order in which they run: by kind, those of a kind as they are written."""
        return tuple(sorted(self.checks, key=lambda check: list(Kind).index(check.kind)))

    @property
    def hidden(self) -> tuple[str, ...]:
        """The paths that no copy may hold. Of a path below a folder named `hidden` it is the whole folder.

        The folder `hidden` is among them whether a key names it or not: one that was forgotten is no example.
        """
        named = ["hidden", *(check.files for check in self.checks if check.files), *self.held]
        return tuple(dict.fromkeys(_whole(path) for path in named))

    @property
    def held(self) -> tuple[str, ...]:
        """The hidden paths that no step gets to see, not even the one beside whose test files they lie."""
        named = (*(check.cases for check in self.checks), self.rubric, self.reference)
        return tuple(path for path in named if path)


def _whole(path: str) -> str:
    parts = path.split("/")
    at = next((number for number, part in enumerate(parts) if part in ("hidden", ".hidden")), len(parts) - 1)
    return "/".join(parts[: at + 1])


def parse_manifest(data: bytes, *, path: str) -> Manifest:
    """The manifest's bytes as values. Raises `ConfigInvalid` with every mistake; `path` is what they call it."""
    if len(data) > MOST_BYTES:
        too_long = f"{path}:1:1: is {len(data):,} bytes long; allowed: {MOST_BYTES:,}"
        raise ConfigInvalid((too_long,), mend=MEND)
    stated, checking = read_checked(data, Manifest, path)
    checking.mistakes[:] = [_with_form(each) for each in checking.mistakes]
    if not checking.mistakes:
        manifest = convert(stated, Manifest)
        checking.mistakes.extend(_missing(checking.places, len(manifest.checks)))
        checking.mistakes.extend(_contradictions(manifest, checking.places))
    else:
        listed = stated.get("checks")
        checking.mistakes.extend(_missing(checking.places, len(listed) if isinstance(listed, list) else 0))
    refuse(checking, path)
    return convert(stated, Manifest)


def places_of(data: bytes, *, path: str) -> Mapping[str, Place]:
    """Where each key of a manifest stands, by its path, as in `checks[0].run`."""
    return read_checked(data, Manifest, path)[1].places


def _with_form(mistake: Mistake) -> Mistake:
    """A mistake with the form that was wanted, where text stands for a list: how a shell would have it."""
    key, _, said = mistake.what.partition(": expected a list, found ")
    form = next((form for name, form in _FORMS.items() if key == name or key.endswith(f".{name}")), None)
    return Mistake(mistake.place, f"{mistake.what}; write {form}") if said and form else mistake


def read_checked(data: bytes, kind: Any, path: str) -> tuple[Any, Checking]:
    """The plain data of a YAML file and what is wrong with it. Raises `ConfigInvalid` when it is no YAML."""
    checking = Checking()
    try:
        node = compose(data)
        if node is None or is_null(node):
            return {}, checking
        return checking.value(node, kind), checking
    except YamlError as error:
        position = ":{}:{}".format(*error.place) if error.place else ""
        raise ConfigInvalid((f"{path}{position}: {error.what[:_MOST_SHOWN]}",), mend=MEND) from None


def refuse(checking: Checking, path: str) -> None:
    """Raise `ConfigInvalid` with all mistakes, in the order of the file; nothing when there are none."""
    found = sorted(set(checking.mistakes))
    words = [f"{path}:{each.place[0]}:{each.place[1]}: {each.what[:_MOST_SHOWN]}" for each in found]
    if len(words) > _MOST_MISTAKES:
        words[_MOST_MISTAKES:] = [f"{path}: and {len(words) - _MOST_MISTAKES:,} more like these"]
    if words:
        raise ConfigInvalid(tuple(words), mend=MEND)


def _missing(places: dict[str, Place], checks: int) -> Iterator[Mistake]:
    for key in _REQUIRED:
        if key not in places:
            yield Mistake((1, 1), f"the key {key!r} is missing")
    for number in range(checks):
        at = f"checks[{number}]"
        for key in _REQUIRED_OF_CHECK:
            if at in places and f"{at}.{key}" not in places:
                yield Mistake(places[at], f"{at}: the key {key!r} is missing")


def _contradictions(manifest: Manifest, places: dict[str, Place]) -> Iterator[Mistake]:
    seen: dict[str, int] = {}
    for key in ("editable", "checks"):
        if key in places and not getattr(manifest, key):
            yield Mistake(places[key], f"{key}: has no item; at least one is needed")
    for number, check in enumerate(manifest.checks):
        at = f"checks[{number}]"
        stated = f"{at}.expect" in places
        for key, problem in _problems(check, expects=stated):
            yield Mistake(places.get(f"{at}.{key}", places[at]), f"{at}.{key}: {problem}")
        if check.id in seen:
            first = seen[check.id]
            yield Mistake(places.get(f"{at}.id", places[at]), f"{at}.id: checks[{first}] has this id already")
        seen.setdefault(check.id, number)
        if check.files is not None and check.files in manifest.held:
            what = f"{at}.files: this file is held back, as cases, rubric or reference, and cannot be lent"
            yield Mistake(places[f"{at}.files"], what)


def _problems(check: Check, *, expects: bool) -> Iterator[tuple[str, str]]:
    hidden = check.kind is Kind.HIDDEN
    if hidden and (check.files is None) == (check.cases is None):
        yield "kind", "a hidden check has either 'files' or 'cases'"
    for key, value in (("files", check.files), ("cases", check.cases)):
        if value is not None and not hidden:
            yield key, f"only a check of the kind hidden may have {key!r}"
    if expects and check.kind is not Kind.BEHAVIOUR:
        yield "expect", "only a check of the kind behaviour may have 'expect'"
    if check.junit is not None and check.expect.exit != 0:
        yield "expect", "a command with 'junit' ends with 0"
    if check.junit is not None and check.cases is not None:
        yield "junit", "cases are compared one by one, there is no report"
    if any("{input}" in word for word in check.run) and check.cases is None:
        yield "run", "{input} stands for the input of a case, and there are no 'cases'"
    if not (check.run and check.run[0].strip()):
        yield "run", "its first word names the command, and there is none"
