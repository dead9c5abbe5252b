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
    | (?:GNU)?[Mm]akefile | [Jj]ustfile | Rakefile | Taskfile\.ya?ml
    | \.gitlab-ci\.yml | azure-pipelines\.yml | Jenkinsfile | \.travis\.yml | bitbucket-pipelines\.yml
    | appveyor\.yml | phpunit\.xml.* | \.rspec | build\.gradle.* | pom\.xml | go\.mod | Cargo\.toml""",
    re.VERBOSE,
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
    if _STEERING.fullmatch(name) or _STEERING_FOLDERS.intersection(folders):
        return True
    module = _MODULE.fullmatch(name)
    if _RUNNERS.intersection(folders) or (module and module["name"] in _RUNNERS and name != module["name"]):
        return True
    return any(path == check.junit for check in manifest.checks)


def _is_run(path: str, manifest: Manifest, base: Collection[str]) -> bool:
    """Whether a check of the tests names the file, or a folder of tests that holds it."""
    return any(path == word or path.startswith(f"{word}/") for word in _runs(manifest, base))


def _runs(manifest: Manifest, base: Collection[str]) -> Iterator[str]:
    """The files that test and behaviour checks name, and the folders that hold tests and are nobody's to edit."""
    for check in manifest.checks:
        words = {word.removeprefix("./").rstrip("/") for word in check.run}
        for word in sorted(words - {""}) if check.kind in _TESTING else ():
            if not _is_editable_folder(word, manifest) and _is_tests(word, check.kind, manifest, base):
                yield word


def _is_editable_folder(word: str, manifest: Manifest) -> bool:
    editable = [pattern.removeprefix("/") for pattern in manifest.editable]
    return any(pattern == word or pattern.startswith(f"{word}/") for pattern in editable)


def _is_tests(word: str, kind: Kind, manifest: Manifest, base: Collection[str]) -> bool:
    if word in base:
        return not globs(tuple(manifest.editable))(word) or _is_script_of_tests(word, kind)
    return any(path.startswith(f"{word}/") and is_test(path, _RULES) for path in base)


def _is_script_of_tests(word: str, kind: Kind) -> bool:
    """Whether a file that wide patterns let be changed is a test all the same: the tests' kinds name it."""
    return kind in (Kind.EXISTING, Kind.PUBLIC, Kind.HIDDEN) or "public/" in word or is_test(word, _RULES)
