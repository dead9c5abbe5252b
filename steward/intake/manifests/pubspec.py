"""`pubspec.yaml` (`docs/dependencies.md`, "pubspec.yaml"). The YAML reader is imported late."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from steward.intake.manifests.found import Found, ManifestError, is_exact, is_sha

_SECTIONS = ("dependencies", "dev_dependencies", "dependency_overrides")
_MOST_BYTES = 128 * 1024


def read(text: str) -> list[Found]:
    """What the package asks for, for development too, and what overrides it."""
    from steward.intake import yaml_file

    # The YAML reader takes its time; no pubspec comes near this size.
    if len(text) > _MOST_BYTES:
        raise ManifestError(f"has more than {_MOST_BYTES:,} characters")
    try:
        document = yaml_file.compose(text.encode("utf-8"))
    except yaml_file.YamlError as problem:
        raise ManifestError(problem.what, problem.place[0] if problem.place else None) from None
    if document is None or yaml_file.is_null(document):
        return []
    if yaml_file.pairs(document) is None:
        raise ManifestError("expected a mapping", 1)
    found: list[Found] = []
    for key, _, section in yaml_file.pairs(document) or ():
        if key in _SECTIONS and not yaml_file.is_null(section):
            found += _section(section)
    return found


def _section(section: Any) -> Iterator[Found]:
    from steward.intake import yaml_file

    line, _ = yaml_file.place(section)
    stated = yaml_file.pairs(section)
    if stated is None:
        raise ManifestError("expected a mapping of packages", line)
    for name, key, value in stated:
        line, _ = yaml_file.place(key)
        if name is None:
            raise ManifestError("expected the name of a package", line)
        version, pinned = _version(value)
        yield Found(name=name, version=version, pinned=pinned, line=line)


def _version(value: Any) -> tuple[str, bool]:
    from steward.intake import yaml_file

    parts = yaml_file.pairs(value)
    if parts is None:
        version = "" if yaml_file.is_null(value) else _text(value)
        return version, is_exact(version)
    stated = {key: one for key, _, one in parts}
    if "git" in stated:
        git = {key: _text(one) for key, _, one in yaml_file.pairs(stated["git"]) or ()}
        return git.get("ref", ""), is_sha(git.get("ref", ""))
    if "path" in stated or "sdk" in stated:
        return _text(stated.get("path", stated.get("sdk"))), True
    version = _text(stated["version"]) if "version" in stated else ""
    return version, is_exact(version)


def _text(node: Any) -> str:
    found = getattr(node, "value", "")
    return found.strip() if isinstance(found, str) else ""
