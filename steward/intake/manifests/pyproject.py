"""`pyproject.toml` (`docs/dependencies.md`, "pyproject.toml")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from steward.intake.manifests.found import Found, Lines, ManifestError, is_exact, is_sha
from steward.intake.manifests.python_requirement import stated
from steward.intake.manifests.toml_text import Table, parse, table


def read(text: str) -> list[Found]:
    """What the project, its groups, its build and its tools ask for."""
    document, lines = parse(text), Lines(text)
    return [*_listed(document, lines), *_poetry(document, lines), *_sources(document, lines)]


def _listed(document: Table, lines: Lines) -> Iterator[Found]:
    for one in _requirements(document):
        found = stated(one, 1)
        line = lines.of(one)
        if found is None:
            raise ManifestError(f"expected a requirement, found {one[:60]!r}", line)
        yield Found(name=found.name, version=found.version, pinned=found.pinned, line=line)


def _requirements(document: Table) -> Iterator[str]:
    project = table(document, "project")
    yield from _texts(project.get("dependencies"))
    yield from _texts(table(document, "build-system").get("requires"))
    yield from _texts(table(document, "tool", "uv").get("dev-dependencies"))
    groups = (
        table(project, "optional-dependencies"),
        table(document, "dependency-groups"),
        table(document, "tool", "pdm", "dev-dependencies"),
    )
    for group in groups:
        for value in group.values():
            yield from _texts(value)
    for environment in table(document, "tool", "hatch", "envs").values():
        if isinstance(environment, Mapping):
            yield from _texts(environment.get("dependencies"))
            yield from _texts(environment.get("extra-dependencies"))


def _texts(value: object) -> Iterator[str]:
    # A group may include another one by a table: that one states its own.
    yield from (one for one in (value if isinstance(value, list) else ()) if isinstance(one, str))


def _poetry(document: Table, lines: Lines) -> Iterator[Found]:
    poetry = table(document, "tool", "poetry")
    groups = [table(poetry, "group", name, "dependencies") for name in table(poetry, "group")]
    for group in (table(poetry, "dependencies"), table(poetry, "dev-dependencies"), *groups):
        for name, value in group.items():
            if name != "python":
                for one in value if isinstance(value, list) else (value,):
                    yield _poetic(name, one, lines)


def _sources(document: Table, lines: Lines) -> Iterator[Found]:
    """Where uv takes a package from, whatever its requirement says."""
    for name, value in table(document, "tool", "uv", "sources").items():
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, Mapping) and ("git" in one or "url" in one):
                yield _poetic(name, one, lines)


def _poetic(name: str, value: object, lines: Lines) -> Found:
    if isinstance(value, Mapping):
        version, pinned = _tabled(value)
    else:
        version = value if isinstance(value, str) else ""
        pinned = _is_pinned(version)
    return Found(name=name, version=version, pinned=pinned, line=lines.of(name, version))


def _tabled(value: Table) -> tuple[str, bool]:
    commit = value.get("rev")
    if "git" in value:
        return str(commit or value["git"]), isinstance(commit, str) and is_sha(commit)
    if "path" in value:
        return str(value["path"]), True
    version = value.get("version", value.get("url", ""))
    return str(version), "version" in value and _is_pinned(str(version))


def _is_pinned(version: str) -> bool:
    return is_exact(version.strip().removeprefix("===").removeprefix("==").strip())
