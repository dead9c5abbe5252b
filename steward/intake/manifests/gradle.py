"""`build.gradle` and `build.gradle.kts`, read as text (`docs/dependencies.md`, "build.gradle")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steward.intake.manifests.found import Found, Offsets
from steward.intake.manifests.source_text import without_comments

_COORDINATES = re.compile(
    r"""(?P<q>["'])(?P<group>[A-Za-z][\w.-]*):(?P<name>[\w.${}-]+)(?::(?P<version>[^"':@\s]*))?[^"'\n\s]*(?P=q)"""
)
_MAP = re.compile(
    r"""\bgroup\s*[:=]\s*["'](?P<group>[^"'\n]+)["']\s*,\s*name\s*[:=]\s*["'](?P<name>[^"'\n]+)["']"""
    r"""(?:\s*,\s*version\s*[:=]\s*(?P<version>["'][^"'\n]*["']|[\w.]+))?"""
)
_ARGUMENTS = re.compile(
    r"""(?i:implementation|api|only|classpath|kapt|ksp|processor|compile|runtime|platform)\s{0,9}\(\s{0,99}"""
    r"""["'](?P<group>[^"'\n]+)["']\s{0,99},\s{0,99}["'](?P<name>[^"'\n]+)["']"""
    r"""(?:\s{0,99},\s{0,99}(?P<version>["'][^"'\n]*["']|[\w.]+))?"""
)
_PLUGIN = re.compile(
    r"""\b(?P<kind>id|kotlin)\b\s{0,9}\(?\s{0,9}["'](?P<name>[\w.-]+)["']\s{0,9}\)?\s{0,99}(?:\.\s{0,9})?version\s{0,9}\(?\s{0,9}"""
    r"""(?P<version>["'][^"'\n]*["']|[\w.]+)"""
)
_VARIABLE = re.compile(
    r"""(?:\b(?:def|val|var|const|String|set)\b\s{0,9}\(?\s{0,9}|\bext\.|\b)["']?(?P<name>[A-Za-z_]\w*)["']?"""
    r"""\s*(?:[=,]|:\s*String\s*=)\s*["'](?P<value>[^"'\n$]*)["']"""
)
_REFERENCE = re.compile(r"\$\{?([A-Za-z_][\w.]*)\}?")
_LONGEST = 500
_LOOSE = re.compile(r"latest\.|SNAPSHOT|[+,\[\](){}$*]", re.IGNORECASE)


def read(text: str) -> list[Found]:
    """Coordinates in quotes or as a map, and plugins with a version. Names of a version catalog are not seen."""
    text = without_comments(text)
    variables, offsets = _variables(text), Offsets(text)
    patterns = (_COORDINATES, _MAP, _ARGUMENTS, _PLUGIN)
    return [_stated(one, variables, offsets) for pattern in patterns for one in pattern.finditer(text)]


def _stated(one: re.Match[str], variables: dict[str, str], offsets: Offsets) -> Found:
    parts = one.groupdict()
    if "kind" in parts:
        name = f"org.jetbrains.kotlin.{parts['name']}" if parts["kind"] == "kotlin" else parts["name"]
    else:
        name = f"{parts['group']}:{_resolved(parts['name'], variables)}"
    version, pinned = _version(parts["version"], variables)
    return Found(name=name, version=version, pinned=pinned, line=offsets.line(one.start()))


def _version(written: str | None, variables: dict[str, str]) -> tuple[str, bool]:
    if written is None:
        # Managed by a platform, or by a block of its own.
        return "", True
    quoted = not written or written[0] in "\"'"
    version = written.strip("\"'")
    if not quoted and re.fullmatch(r"[A-Za-z_][\w.]*", version):
        version = variables.get(version.rpartition(".")[2], f"${version}")
    version = _resolved(version, variables).split("!!", 1)[0]
    return version, bool(version) and not _LOOSE.search(version)


def _resolved(text: str, variables: dict[str, str]) -> str:
    text = text[:_LONGEST]
    return _REFERENCE.sub(lambda found: variables.get(found[1].rpartition(".")[2], found[0]), text)[:_LONGEST]


def _variables(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in _assigned(text):
        # Set twice, it is not one version.
        found[name] = value if found.get(name, value) == value else "$"
    return found


def _assigned(text: str) -> Iterator[tuple[str, str]]:
    for one in _VARIABLE.finditer(text):
        yield one["name"], one["value"][:_LONGEST]
