"""`pom.xml` (`docs/dependencies.md`, "pom.xml")."""

from __future__ import annotations

import re

from steward.intake.manifests.found import Found
from steward.intake.manifests.xml_text import Element, parse

_STATED = ("dependency", "plugin", "parent", "extension")
_PROPERTY = re.compile(r"\$\{([^{}$]+)\}")
_LOOSE = re.compile(r"SNAPSHOT|LATEST|RELEASE|[,()+*$]", re.IGNORECASE)
_MOST_STEPS = 5
_LONGEST = 500


def read(text: str) -> list[Found]:
    """Dependencies, plugins, extensions and the parent, wherever they stand."""
    project = parse(text, "project")
    properties = _properties(project)
    return [
        _stated(one, properties)
        for one in project.all()
        if one.name in _STATED and (one.child("artifactId") is not None)
    ]


def _properties(project: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in (child for each in project.all() if each.name == "properties" for child in each.children):
        value = one.text.strip()[:_LONGEST]
        # Profiles may set it otherwise: then it is not one version.
        found[one.name] = value if found.get(one.name, value) == value else "$"
    parent = project.child("parent")
    for name in ("version", "groupId"):
        inherited = parent.value(name) if parent else ""
        found[f"project.{name}"] = project.value(name) or inherited
        found[f"project.parent.{name}"] = inherited
    return found


def _stated(one: Element, properties: dict[str, str]) -> Found:
    default = "org.apache.maven.plugins" if one.name == "plugin" else ""
    group = _resolved(one.value("groupId"), properties) or default
    artifact = _resolved(one.value("artifactId"), properties)
    written = one.value("version")
    version = _resolved(written, properties)
    place = one.child("version") or one
    # Without a version a dependency is managed elsewhere, and Maven takes the newest of a plugin.
    pinned = one.name != "plugin" if not written else _is_pinned(version)
    return Found(name=f"{group}:{artifact}", version=version, pinned=pinned, line=place.line)


def _resolved(text: str, properties: dict[str, str]) -> str:
    text = text[:_LONGEST]
    for _ in range(_MOST_STEPS):
        done = _PROPERTY.sub(lambda found: properties.get(found[1], found[0]), text)[:_LONGEST]
        if done == text:
            break
        text = done
    return text


def _is_pinned(version: str) -> bool:
    if version.startswith("[") and version.endswith("]"):
        version = version[1:-1]
    return bool(version) and "[" not in version and "]" not in version and not _LOOSE.search(version)
