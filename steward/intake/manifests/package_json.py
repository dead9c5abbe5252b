"""`package.json` (`docs/dependencies.md`, "package.json")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steward.intake.manifests import json_text
from steward.intake.manifests.found import Found, ManifestError, is_sha
from steward.intake.manifests.json_text import Member

_SECTIONS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")
_OVERRIDES = ("overrides", "resolutions", "pnpm")
_EXACT = re.compile(r"[v=]?\s*\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?")
_LOCAL = ("file:", "link:", "portal:", "workspace:", "catalog:", "./", "../", "~/", "/")
_ALIAS = re.compile(r"npm:(@?[^@]+)(?:@(.*))?", re.DOTALL)


def read(text: str) -> list[Found]:
    """What is in the sections of dependencies, and what overrides them."""
    document = json_text.parse(text)
    if not isinstance(document, list):
        raise ManifestError("expected an object", 1)
    found: list[Found] = []
    for member in document:
        if member.key in _SECTIONS and member.value is not None:
            found += _section(member)
        elif member.key in _OVERRIDES and isinstance(member.value, list):
            found += _overrides(member.value, named=member.key != "pnpm")
    return found


def _section(section: Member) -> Iterator[Found]:
    if not isinstance(section.value, list):
        raise ManifestError(f"expected an object in {section.key}", section.line)
    for member in section.value:
        if not isinstance(member.value, str):
            raise ManifestError(f"expected a version in quotes in {section.key}", member.line)
        yield _stated(member.key, member.value, member.line)


def _overrides(members: list[Member], *, named: bool, parent: str = "") -> Iterator[Found]:
    for member in members:
        # A dot is the package that the object around it stands for.
        name = parent if member.key == "." else _overridden(member.key)
        if isinstance(member.value, list):
            # pnpm keeps its overrides one level down, beside other settings.
            if named or member.key == "overrides":
                yield from _overrides(member.value, named=True, parent=name)
        elif isinstance(member.value, str) and named and not member.value.startswith("$"):
            yield _stated(name, member.value, member.line)


def _overridden(key: str) -> str:
    """The package that a key names last: of `a>b`, `**/b`, `a/@s/b@^1`."""
    *before, last = key.rpartition(">")[2].split("/")
    name = last.partition("@")[0] or last
    return f"{before[-1]}/{name}" if before and before[-1].startswith("@") else name


def _stated(name: str, version: str, line: int) -> Found:
    alias = _ALIAS.fullmatch(version.strip())
    if alias:
        name, wanted = alias[1], alias[2] or ""
    else:
        wanted = version.strip()
    return Found(name=name, version=version, pinned=_is_pinned(wanted), line=line)


def _is_pinned(version: str) -> bool:
    if version.startswith(_LOCAL) or _EXACT.fullmatch(version):
        return True
    place, mark, commit = version.rpartition("#")
    return bool(mark and place) and is_sha(commit)
