"""`*.csproj` (`docs/dependencies.md`, "*.csproj")."""

from __future__ import annotations

import re

from steward.intake.manifests.found import Found, is_exact
from steward.intake.manifests.xml_text import Element, parse

_STATED = ("packagereference", "packageversion", "globalpackagereference", "packagedownload")
_VERSIONS = ("versionoverride", "version")
_PROPERTY = re.compile(r"\$\(([^()$]+)\)")
_MOST_STEPS = 5
_LONGEST = 500


def read(text: str) -> list[Found]:
    """Every package that is referred to, and the SDKs that name a version."""
    project = parse(text, "Project")
    properties = _properties(project)
    found = []
    for one in project.all():
        attributes = {key.lower(): value for key, value in one.attributes.items()}
        if one.name.lower() in _STATED:
            names = attributes.get("include") or attributes.get("update") or ""
            found += [_package(name.strip(), one, properties) for name in names.split(";") if name.strip()]
        elif one.name == "Project" and "/" in attributes.get("sdk", ""):
            name, _, version = attributes["sdk"].partition("/")
            found.append(Found(name=name, version=version, pinned=_is_pinned(version), line=one.line))
    return found


def _properties(project: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in (
        child for each in project.all() if each.name.lower() == "propertygroup" for child in each.children
    ):
        name, value = one.name.lower(), one.text.strip()[:_LONGEST]
        # A condition may set it otherwise: then it is not one version.
        found[name] = value if found.get(name, value) == value else "*"
    return found


def _package(name: str, one: Element, properties: dict[str, str]) -> Found:
    # MSBuild does not look at the case of these names, and conditions may choose among several.
    written = [value for key, value in one.attributes.items() if key.lower() in _VERSIONS]
    children = [child for child in one.children if child.name.lower() in _VERSIONS]
    versions = [
        _resolved(each, properties).strip() for each in (*written, *(child.text for child in children))
    ]
    # Without a version it stands in the file of central package management.
    pinned = all(_is_pinned(each.strip()) for version in versions for each in version.split(";"))
    place = children[0] if children and not written else one
    return Found(name=_resolved(name, properties), version=";".join(versions), pinned=pinned, line=place.line)


def _resolved(text: str, properties: dict[str, str]) -> str:
    text = text[:_LONGEST]
    for _ in range(_MOST_STEPS):
        done = _PROPERTY.sub(lambda found: properties.get(found[1].lower(), found[0]), text)[:_LONGEST]
        if done == text:
            break
        text = done
    return text


def _is_pinned(version: str) -> bool:
    # NuGet takes the lowest version that fits, and a bare one fits itself.
    if version.startswith("[") and version.endswith("]"):
        version = version[1:-1].strip()
    return is_exact(version)
