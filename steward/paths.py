"""What a path is: test, docs, source, sensitive, generated. Decided by the path alone.

The rules and their reasons: `docs/scoring.md`, "What a file is". Paths use `/`; undecodable bytes are lone
surrogates and match nothing in particular.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import accumulate

from steward.model import FileClass, ScoringRules, SecurityMatch, TestConventions

Matcher = Callable[[str], bool]

TEST_DIRECTORIES = frozenset({"test", "tests", "__tests__"})
TEST_NAMES = ("*_test.*", "*.test.*", "*.spec.*", "test_*.py")
EXTENDED_TEST_NAMES = (
    "*Test.java",
    "*Tests.java",
    "*Test.kt",
    "*Tests.kt",
    "*Test.cs",
    "*Tests.cs",
    "*Tests.swift",
    "conftest.py",
)
EXTENDED_TEST_DIRECTORY_ENDINGS = (".Test", ".Tests")

DOCS_SUFFIXES = (".md", ".markdown", ".rst", ".adoc")
DOCS_TOP_LEVEL = (
    "README",
    "CHANGELOG",
    "LICENSE",
    "CONTRIBUTING",
    "CODE_OF_CONDUCT",
    "SECURITY",
)

SOURCE_SUFFIXES = tuple(
    ".go .py .ts .tsx .java .rs .cs .cpp .dart .swift "
    ".pyi .js .jsx .mjs .cjs .mts .cts .kt .kts .c .cc .cxx .h .hh .hpp .hxx".split()
)

SENSITIVE_TERMS = tuple(
    "auth authn authz oauth oidc crypto encrypt decrypt jwt token password secret credential "
    "kms tls ssl webhook signature hmac sso saml".split()
)

GENERATED_NAMES = frozenset(
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb poetry.lock uv.lock "
    "pdm.lock Pipfile.lock Cargo.lock go.sum composer.lock Gemfile.lock pubspec.lock Package.resolved "
    "packages.lock.json gradle.lockfile flake.lock deno.lock mix.lock Podfile.lock".split()
)
GENERATED_DIRECTORIES = frozenset({"vendor", "node_modules", "third_party", "__snapshots__"})
GENERATED_SUFFIXES = tuple(
    ".min.js .min.css .map .snap .pb.go .pb.cc .pb.h _pb2.py _pb2.pyi _pb2_grpc.py .pb.dart .g.dart "
    ".freezed.dart .designer.cs .g.cs .generated.ts .generated.go".split()
)

MOST_STARS = 3

_RUN_BREAK = re.compile(r"[\W_]+")
_STEP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _directories(path: str) -> list[str]:
    return path.split("/")[:-1]


def glob_problem(pattern: str) -> str | None:
    """Why a pattern cannot be used, as the end of a sentence about it; None when it can.

    pathspec turns a pattern into a regular expression. Many stars in a row would make it try a long path in more
    ways than there is time for, so their number is bounded: no real pattern comes near it.
    """
    from pathspec import GitIgnoreSpec

    parts = pattern.split("/")
    if any(part.count("*") > MOST_STARS for part in parts) or parts.count("**") > MOST_STARS:
        return f"has more than {MOST_STARS} stars in one part, or more than {MOST_STARS} parts `**`"
    try:
        matches = any(found.include is not None for found in GitIgnoreSpec.from_lines([pattern]).patterns)
    except (ValueError, re.error):
        return "is no gitignore pattern"
    return None if matches else "matches nothing: it reads as a comment, or is blank"


@lru_cache(maxsize=8)
def globs(patterns: tuple[str, ...]) -> Matcher:
    """A predicate over paths for gitignore-style patterns; no pattern matches nothing.

    pathspec does the matching, and is imported only when there is a pattern: most runs have none.
    """
    if not patterns:
        return lambda path: False
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns).match_file


@lru_cache(maxsize=8192)  # every dimension asks for every file
def is_test(path: str, rules: ScoringRules) -> bool:
    """Whether the path is a test by directory, by name, or by the configured globs."""
    directories, name = _directories(path), _name(path)
    if any(directory.lower() in TEST_DIRECTORIES for directory in directories):
        return True
    if any(fnmatchcase(name, pattern) for pattern in TEST_NAMES):
        return True
    if rules.test_conventions is TestConventions.EXTENDED and _is_extended_test(directories, name):
        return True
    return globs(rules.test_globs)(path)


def _is_extended_test(directories: list[str], name: str) -> bool:
    return any(directory.endswith(EXTENDED_TEST_DIRECTORY_ENDINGS) for directory in directories) or any(
        fnmatchcase(name, pattern) for pattern in EXTENDED_TEST_NAMES
    )


def is_docs(path: str) -> bool:
    """Whether the path is documentation by suffix, by directory, or by a top-level name."""
    if path.lower().endswith(DOCS_SUFFIXES):
        return True
    if any(directory.lower() == "docs" for directory in _directories(path)):
        return True
    return "/" not in path and path.startswith(DOCS_TOP_LEVEL)


def is_source(path: str, rules: ScoringRules) -> bool:
    """Whether the path is source: a known suffix, and neither test nor docs."""
    return path.lower().endswith(SOURCE_SUFFIXES) and not is_test(path, rules) and not is_docs(path)


def classify(path: str, rules: ScoringRules) -> FileClass:
    """The first class that holds of test, docs, source, other: what the report shows of a file."""
    if is_test(path, rules):
        return FileClass.TEST
    if is_docs(path):
        return FileClass.DOCS
    return FileClass.SOURCE if path.lower().endswith(SOURCE_SUFFIXES) else FileClass.OTHER


def is_generated(path: str) -> bool:
    """Whether the path looks generated, vendored or like a lock file: named in the evidence, never scored."""
    name = _name(path)
    return (
        name in GENERATED_NAMES
        or name.lower().endswith(GENERATED_SUFFIXES)
        or any(directory in GENERATED_DIRECTORIES for directory in _directories(path))
    )


def words(path: str) -> tuple[str, ...]:
    """The words of a path: between anything but letters and digits, and at each lower-to-upper step."""
    return tuple(word for run in _runs(path) for word in run)


def _runs(path: str) -> list[list[str]]:
    """The words of a path, those together that only a step from lower to upper parts."""
    return [[word.lower() for word in _STEP.split(run)] for run in _RUN_BREAK.split(path) if run]


def sensitive_terms(path: str, match: SecurityMatch) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sensitive terms of a path, and the longer words they stand in.

    Terms that are words of their own come alone, in the documented order. Only where there is none do terms
    inside longer words count (`auth` in `authors`, `ssl` across the step of `ClassLoader`), and then the second
    tuple names those words; under `SecurityMatch.WORDS` they do not count at all. A term that another one contains
    is left out (`auth` in `oauth`).
    """
    parts = words(path)
    alone = _own(parts)
    if alone or match is SecurityMatch.WORDS:
        return _longest(alone), ()
    lowered = path.lower()
    found = tuple(term for term in SENSITIVE_TERMS if term in lowered)
    around = tuple(dict.fromkeys(word for run in _runs(path) for word in _around(found, run)))
    # `WebHook` is two words and one term: it stands in nothing longer than itself.
    whole = _own(around)
    return (_longest(whole), ()) if whole else (_longest(found), around)


def _own(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(term for term in SENSITIVE_TERMS if term in parts or term + "s" in parts)


def _around(terms: tuple[str, ...], run: list[str]) -> Iterator[str]:
    """What each term of a run stands in, in reading order: one word, or those that it reaches across."""
    joined, ends = "".join(run), list(accumulate(map(len, run)))
    spans = {span for term in terms for span in _spans(term, joined, ends)}
    yield from ("".join(run[first : last + 1]) for first, last in sorted(spans))


def _spans(term: str, joined: str, ends: list[int]) -> Iterator[tuple[int, int]]:
    """The first and the last word of each place where the term stands."""
    at = joined.find(term)
    while at >= 0:
        yield bisect_right(ends, at), bisect_left(ends, at + len(term))
        at = joined.find(term, at + 1)


def _longest(terms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(term for term in terms if not any(term != other and term in other for other in terms))


_TEST_AFFIXES = re.compile(r"^test_|_test$|[._-]spec$|[._-]test$|(?<=[a-z0-9])Tests?$")


def _stems(path: str) -> list[str]:
    """The name without its ending, and then with ever fewer of the parts between its dots."""
    parts = _name(path).lstrip(".").split(".")
    return [".".join(parts[:end]) for end in range(max(len(parts) - 1, 1), 0, -1)]


def names(path: str) -> frozenset[str]:
    """The names under which a test may be about a source file: `user.service.ts` → `user.service` and `user`.

    Before the report claims that no test is named after a file, the looser name counts too.
    """
    return frozenset(stem.lower() for stem in _stems(path))


def subjects(path: str) -> frozenset[str]:
    """The names of what a test file is about: `LoginTest.java` → `login`; without a mark in the name, its own."""
    for stem in _stems(path):
        stripped = _TEST_AFFIXES.sub("", stem)
        if stripped != stem:
            return frozenset({stripped.lower()})
    return names(path)
