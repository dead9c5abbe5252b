"""Pull requests for the gates that look at domains: rules, changed files and facts in a line."""

from __future__ import annotations

from collections.abc import Iterable

from steward.dimensions.scorecard import scorecard
from steward.facts import FileCoverage, Function, Functions, GateFacts, Manifest, Missing
from steward.model import ChangedFile, PullRequest, Scorecard
from steward.policy import Constitution, Domain
from tests.unit import build

CORE = Domain(name="core", globs=("core/**",), max_cyclomatic=10, min_coverage=0.8)
EDGE = Domain(name="edge", globs=("edge/**",), max_cyclomatic=20, min_coverage=0.5)
FREE = Domain(name="free", globs=("free/**",))


def pull(
    files: Iterable[ChangedFile],
    *,
    functions: tuple[Functions, ...] | Missing | None = None,
    coverage: tuple[FileCoverage, ...] | Missing | None = None,
    manifests: tuple[Manifest, ...] | Missing | None = None,
    domains: tuple[Domain, ...] = (CORE, EDGE, FREE),
    constitution: Constitution | None = None,
) -> PullRequest:
    """A pull request with these facts, under these domains."""
    return PullRequest(
        record=build.record(),
        change=build.change(files),
        constitution=constitution or Constitution(domains=domains),
        beside=GateFacts(functions=functions, coverage=coverage, manifests=manifests),
    )


def card(pull_request: PullRequest) -> Scorecard:
    """Its scores: gates are handed them, whether they look or not."""
    return scorecard(pull_request)


def sides(path: str, before: dict[str, int], after: dict[str, int]) -> Functions:
    """A file's functions by name and complexity, one a line."""
    return Functions(path=path, before=_functions(before), after=_functions(after))


def _functions(stated: dict[str, int]) -> tuple[Function, ...]:
    # `f#2` is another function called f.
    return tuple(
        Function(name=name.split("#", maxsplit=1)[0], line=line, complexity=complexity)
        for line, (name, complexity) in enumerate(stated.items(), 1)
    )
