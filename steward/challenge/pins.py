"""What comes from the base whatever a patch says: tests, and every file that steers how they run.

Only an `editable` pattern whose last part is a file's own name gives such a file away (`docs/challenges.md`,
"Pinned files"): `src/**` does not name `src/conftest.py`, `src/conftest.py` and `**/conftest.py` do.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import StrEnum

from steward.challenge.manifest import Kind, Manifest
from steward.model import ScoringRules
from steward.paths import globs, is_test

_RULES = ScoringRules()
_STEERING = re.compile(
    r"""conftest\.py | sitecustomize\.py | usercustomize\.py | .*\.pth | \.?pytest\.(?:ini|toml)
    | pyproject\.toml | setup\.(?:cfg|py) | tox\.(?:ini|toml) | noxfile\.py | \.?mypy\.ini | \.?ruff\.toml
    | \.flake8 | \.pylintrc | \.?coveragerc | pyrightconfig\.json | hatch\.toml | poetry\.toml
    | pip\.conf | pyvenv\.cfg | \.python-version | \.env
    | package\.json | package-lock\.json | npm-shrinkwrap\.json | \.npmrc | \.yarnrc(?:\.yml)? | \.nvmrc
    | (?:jest|vitest|vite|babel|karma|playwright|ava|wdio|cypress|rollup|webpack|eslint|prettier|tsup|nyc)
      \.(?:config|conf)\..*
    | \.(?:babel|mocha|nyc|c8|eslint)rc.* | \.taprc | tsconfig.*\.json | \.node-version | node\.config\.json
    | jest\.setup\..* | vitest\.(?:setup|workspace)\..* | setupTests\..*
    | (?:GNU)?Makefile | Justfile | Rakefile | Taskfile\.ya?ml
    | \.gitlab-ci\.yml | azure-pipelines\.yml | Jenkinsfile | \.travis\.yml | bitbucket-pipelines\.yml
    | appveyor\.yml | phpunit\.xml.* | \.rspec | build\.gradle.* | pom\.xml | go\.mod | Cargo\.toml""",
    # Where capitals do not count, Conftest.py is conftest.py.
    re.VERBOSE | re.IGNORECASE,
)
_STEERING_FOLDERS = frozenset(
    ".circleci .buildkite .woodpecker .husky .vscode node_modules site-packages __pycache__ .venv venv".split()
)
# A module of one of these names would be imported in place of the runner.
_RUNNERS = frozenset(
    "pytest _pytest pluggy iniconfig py unittest doctest nose nose2 coverage hypothesis mypy ruff flake8 pip site "
    "builtins importlib runpy encodings codecs".split()
)
_TESTING = (Kind.EXISTING, Kind.PUBLIC, Kind.HIDDEN, Kind.BEHAVIOUR)
_MODULE = re.compile(r"(?P<name>[A-Za-z_0-9]+)(?:\.py[cdiwo]?|\..*\.so|\.so)?")


class Pin(StrEnum):
    """Why a file comes from the base."""

    STEERS = "steers"
    TEST = "test"


def pin(path: str, manifest: Manifest, base: Collection[str]) -> Pin | None:
    """Whether a path comes from the base, and why."""
    if _named(path, manifest):
        return None
    if _steers(path, manifest):
        return Pin.STEERS
    return Pin.TEST if is_test(path, _RULES) or _is_run(path, manifest, base) else None


def _named(path: str, manifest: Manifest) -> bool:
    name = path.rsplit("/", 1)[-1]
    return any(
        pattern.rsplit("/", 1)[-1] == name and not pattern.startswith("!") and globs((pattern,))(path)
        for pattern in manifest.editable
    )


def _steers(path: str, manifest: Manifest) -> bool:
    *folders, name = path.split("/")
    if _STEERING.fullmatch(name) or _STEERING_FOLDERS.intersection(map(str.lower, folders)):
        return True
    # What is installed brings plugins along, and so does what only looks installed.
    if any(part.endswith((".egg-info", ".dist-info")) for part in (*folders, name)):
        return True
    module = _MODULE.fullmatch(name)
    if _RUNNERS.intersection(folders) or (module and module["name"] in _RUNNERS and name != module["name"]):
        return True
    return any(path == check.junit for check in manifest.checks)


def _is_run(path: str, manifest: Manifest, base: Collection[str]) -> bool:
    """Whether a check of the tests names the file, or a folder of tests that holds it."""
    return any(path == word or path.startswith(f"{word}/") for word in _runs(manifest, base))


def _runs(manifest: Manifest, base: Collection[str]) -> Iterator[str]:
    """The files and folders of tests that checks name; not what `editable` gives away by its folder."""
    for check in manifest.checks:
        words = {word.removeprefix("./").rstrip("/") for word in check.run}
        for word in sorted(words - {""}) if check.kind in _TESTING else ():
            if not _is_given_away(word, manifest) and _is_tests(word, manifest, base):
                yield word


def _is_given_away(word: str, manifest: Manifest) -> bool:
    """Whether a pattern names the path, or a folder on its way, in plain letters: `src/**` names `src/a`."""
    for pattern in manifest.editable:
        plain = re.split(r"[*?\[]", pattern.removeprefix("/"), maxsplit=1)[0]
        if plain and (word == plain.rstrip("/") or word.startswith(plain) or plain.startswith(f"{word}/")):
            return True
    return False


def _is_tests(word: str, manifest: Manifest, base: Collection[str]) -> bool:
    if word not in base:
        return _has_tests(word, base)
    # A file that a wide pattern lets be changed is the program itself, or stands among tests.
    folder, _, _ = word.rpartition("/")
    return not globs(tuple(manifest.editable))(word) or bool(folder and _has_tests(folder, base))


def _has_tests(folder: str, base: Collection[str]) -> bool:
    return any(path.startswith(f"{folder}/") and is_test(path, _RULES) for path in base)
