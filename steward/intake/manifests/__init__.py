"""Changed manifests as the dependencies they add: `docs/dependencies.md`. One module for each family of formats."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import TypeAlias

from steward.facts import Dependency, Manifest, Missing
from steward.intake.manifests import (
    cargo,
    csproj,
    go_mod,
    gradle,
    package_json,
    pom,
    pubspec,
    pyproject,
    requirements,
    swift,
)
from steward.intake.manifests.found import Found, ManifestError

MOST_BYTES = 1024 * 1024
MOST_DEPENDENCIES = 5_000

Read: TypeAlias = Callable[[str], list[Found]]

_READERS: tuple[tuple[str, Read], ...] = (
    ("go.mod", go_mod.read),
    ("package.json", package_json.read),
    ("requirements*.txt", requirements.read),
    ("pyproject.toml", pyproject.read),
    ("Cargo.toml", cargo.read),
    ("pom.xml", pom.read),
    ("build.gradle", gradle.read),
    ("build.gradle.kts", gradle.read),
    ("*.csproj", csproj.read),
    ("pubspec.yaml", pubspec.read),
    ("Package.swift", swift.read),
)
_MEND = "mend the file there, or ask for a waiver"


def is_manifest(path: str) -> bool:
    """Whether the path names a file that states dependencies, in any folder."""
    return _reader(path) is not None


def compare(path: str, before: bytes | None, after: bytes | None) -> Manifest:
    """The dependencies that the new version states and the old one does not, with that version.

    A side on which the file is not there is None. What cannot be read makes `missing`; nothing is raised.
    """
    read = _reader(path)
    if read is None or after is None:
        return Manifest(path=path)
    try:
        new = _side(read, after, path, "")
        old = _side(read, before, path, "the old version ") if new else []
    except _Unread as problem:
        return Manifest(path=path, missing=problem.missing)
    there = {(one.name, one.version, one.pinned) for one in old}
    added = {one: None for one in new if (one.name, one.version, one.pinned) not in there}
    return Manifest(path=path, added=tuple(_dependency(path, one) for one in added))


class _Unread(Exception):
    """A side that cannot be read, and why."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.missing = Missing(why=why, mend=_MEND)


def _reader(path: str) -> Read | None:
    name = path.rsplit("/", 1)[-1]
    return next((read for pattern, read in _READERS if fnmatchcase(name, pattern)), None)


def _side(read: Read, data: bytes | None, path: str, which: str) -> list[Found]:
    if data is None:
        return []
    try:
        if len(data) > MOST_BYTES:
            raise ManifestError(f"has {len(data):,} bytes, {MOST_BYTES:,} are allowed")
        found = sorted(read(_text(data)), key=lambda one: one.line)
        if len(found) > MOST_DEPENDENCIES:
            raise ManifestError(f"states more than {MOST_DEPENDENCIES:,} dependencies")
    except ManifestError as problem:
        place = f"{path}:{problem.line:,}" if problem.line else path
        raise _Unread(f"{place}: {which}{problem.what}") from None
    return found


def _text(data: bytes) -> str:
    for bom, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"", "utf-8-sig")):
        if data.startswith(bom):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError as error:
                raise ManifestError("is not UTF-8", data.count(b"\n", 0, error.start) + 1) from None
            return text.replace("\r\n", "\n").replace("\r", "\n")
    return ""


def _dependency(path: str, one: Found) -> Dependency:
    return Dependency(manifest=path, line=one.line, name=one.name, version=one.version, pinned=one.pinned)
