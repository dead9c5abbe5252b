"""`Cargo.toml` (`docs/dependencies.md`, "Cargo.toml")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from steward.intake.manifests.found import Found, Lines, is_sha
from steward.intake.manifests.toml_text import Table, parse, table

_SECTIONS = (
    "dependencies",
    "dev-dependencies",
    "build-dependencies",
    "dev_dependencies",
    "build_dependencies",
)
_EXACT = re.compile(r"=\s*\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?")


def read(text: str) -> list[Found]:
    """What the package, its targets, the workspace and patches ask for."""
    document, lines = parse(text), Lines(text)
    return [_stated(name, value, lines) for section in _sections(document) for name, value in section.items()]


def _sections(document: Table) -> Iterator[Table]:
    places = [document, table(document, "workspace")]
    places += [table(document, "target", name) for name in table(document, "target")]
    for place in places:
        for section in _SECTIONS:
            yield table(place, section)
    for registry in table(document, "patch"):
        yield table(document, "patch", registry)
    yield table(document, "replace")


def _stated(name: str, value: object, lines: Lines) -> Found:
    if not isinstance(value, Mapping):
        version = value if isinstance(value, str) else ""
        return Found(name=name, version=version, pinned=_is_exact(version), line=lines.of(name, version))
    package = value.get("package")
    real = package if isinstance(package, str) else name
    version, pinned = _tabled(value)
    return Found(name=real, version=version, pinned=pinned, line=lines.of(name, version))


def _tabled(value: Table) -> tuple[str, bool]:
    version, commit = value.get("version"), value.get("rev")
    if "git" in value:
        return str(commit or value["git"]), isinstance(commit, str) and is_sha(commit)
    if "path" in value:
        return str(version or value["path"]), True
    if value.get("workspace") is True:
        # Its version stands in the workspace's own manifest.
        return "", True
    return (version, _is_exact(version)) if isinstance(version, str) else ("", False)


def _is_exact(version: str) -> bool:
    return any(bool(_EXACT.fullmatch(one.strip())) for one in version.split(","))
