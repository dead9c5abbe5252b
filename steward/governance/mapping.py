"""A path and the domain it belongs to. The rule and its reasons: `docs/governance.md`, "Domains"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from steward import paths
from steward.governance.tokens import shown
from steward.paths import Matcher
from steward.policy import Domain

_PREFIX = re.compile(r"(?:[^*?\[\\]|\\.)*", re.DOTALL)
_LONGEST_GLOB = 500


class DeadGlob(Struct, frozen=True, kw_only=True):
    """A glob that no tracked file matches."""

    domain: str
    glob: str


class Sorted(Struct, frozen=True, kw_only=True):
    """Paths by domain, in the order of the constitution, and those that are in none; each sorted."""

    domains: tuple[tuple[str, tuple[str, ...]], ...]
    unmapped: tuple[str, ...]


class Domains:
    """The domains of a constitution, ready to be asked about paths."""

    def __init__(self, domains: Sequence[Domain]) -> None:
        self._domains = tuple(domains)
        globs = [(glob, domain) for domain in domains for glob in domain.globs]
        # Stable: of equal prefixes the first in the file comes first.
        globs.sort(key=lambda pair: -len(literal_prefix(pair[0])))
        self._globs = tuple((glob, domain, _matcher(glob)) for glob, domain in globs)

    def of(self, path: str) -> Domain | None:
        """The domain of a path: of the globs that match, the one with the longest literal prefix wins."""
        return next((domain for _, domain, matches in self._globs if matches(path)), None)

    def at_or_below(self, path: str) -> tuple[Domain, ...]:
        """The domains that change when this path does: its own, and those below it, should it be a link or a
        submodule, which stands for a whole folder."""
        below = [domain for glob, domain, _ in self._globs if stands_above(path, glob)]
        found = (self.of(path), self.of(f"{path}/_"), *below)
        return tuple(dict.fromkeys(domain for domain in found if domain is not None))

    def sort(self, paths: Iterable[str]) -> Sorted:
        """Every path with its domain; domains without a path are left out."""
        found: dict[str | None, list[str]] = {}
        for path in sorted(set(paths)):
            domain = self.of(path)
            found.setdefault(domain.name if domain else None, []).append(path)
        mapped = tuple(
            (domain.name, tuple(found[domain.name])) for domain in self._domains if domain.name in found
        )
        return Sorted(domains=mapped, unmapped=tuple(found.get(None, ())))

    def unmapped(self, paths: Iterable[str]) -> tuple[str, ...]:
        """The paths that are in no domain, sorted."""
        return self.sort(paths).unmapped

    def dead_globs(self, paths: Iterable[str]) -> tuple[DeadGlob, ...]:
        """The globs that match none of the paths, whichever domain those belong to; in the order of the file."""
        waiting = {(domain.name, glob): matches for glob, domain, matches in self._globs}
        for path in paths:
            for key in [key for key, matches in waiting.items() if matches(path)]:
                del waiting[key]
            if not waiting:
                break
        stated = [(domain.name, glob) for domain in self._domains for glob in domain.globs]
        return tuple(DeadGlob(domain=name, glob=glob) for name, glob in stated if (name, glob) in waiting)


def literal_prefix(glob: str) -> str:
    """What stands before the first wildcard, without a slash in front."""
    found = _PREFIX.match(glob)
    return re.sub(r"\\(.)", r"\1", found[0] if found else "").removeprefix("/")


def stands_above(path: str, glob: str) -> bool:
    """Whether everything that a glob matches lies below a path."""
    return literal_prefix(glob).startswith(f"{path}/")


def glob_problem(glob: str) -> str | None:
    """Why a glob cannot stand in a constitution; None when it can."""
    if len(glob) > _LONGEST_GLOB:
        return f"expected a glob of at most {_LONGEST_GLOB} characters, found {len(glob):,}"
    if glob.startswith("!"):
        return f"expected a glob of what belongs here, found {shown(glob)} (a leading ! takes away)"
    problem = paths.glob_problem(glob)
    return f"expected a glob as in .gitignore, found {shown(glob)}" if problem else None


def _matcher(glob: str) -> Matcher:
    # Imported here: most repositories have no domains.
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([glob]).match_file
