"""Which facts the gates ask for: nothing is read that nobody looks at (`docs/action.md`, "Requests")."""

from __future__ import annotations

from collections.abc import Callable

from steward.governance.mapping import Domains, stands_above
from steward.model import ChangedFile, Content, Kind, PullRequest
from steward.paths import globs
from steward.policy import Constitution, Domain, GateMode


def wants_commits(pull_request: PullRequest) -> bool:
    """Whether a gate looks at who wrote the commits."""
    gates = pull_request.gates
    return gates.dco.mode is not GateMode.OFF or gates.cla.mode is not GateMode.OFF


def wants_approvals(pull_request: PullRequest) -> bool:
    """Whether the change touches what takes an approval."""
    gates, rules = pull_request.gates, pull_request.constitution
    if rules is None:
        return False
    restricted = gates.restricted.mode is not GateMode.OFF and bool(restricted_paths(pull_request, rules))
    amended = gates.amendment.mode is not GateMode.OFF and bool(amended_paths(pull_request, rules))
    return restricted or amended


def restricted_paths(pull_request: PullRequest, rules: Constitution) -> dict[str, list[str]]:
    """The touched paths of each restricted domain, sorted, by the domain's name."""
    if not any(domain.restricted for domain in rules.domains):
        return {}
    domains = Domains(rules.domains)
    found: dict[str, list[str]] = {}
    for path in pull_request.change.touched:
        for domain in domains.at_or_below(path):
            if domain.restricted:
                found.setdefault(domain.name, []).append(path)
    return found


def amended_paths(pull_request: PullRequest, rules: Constitution) -> list[str]:
    """The touched paths that are the constitution itself, sorted."""
    amends = globs(rules.amendment_globs)

    def touches(path: str) -> bool:
        above = any(stands_above(path, glob) for glob in rules.amendment_globs)
        return above or amends(path) or amends(f"{path}/_")

    return [path for path in pull_request.change.touched if touches(path)]


def measured_files(pull_request: PullRequest) -> list[ChangedFile]:
    """The files whose functions have a limit: changed content, in a domain with one."""
    rules = pull_request.constitution
    if pull_request.gates.cyclomatic.mode is GateMode.OFF or rules is None:
        return []
    if not any(domain.max_cyclomatic for domain in rules.domains):
        return []
    domains = Domains(rules.domains)
    return [
        file
        for file in pull_request.change.files
        if _limit(domains.of(file.path)) and (_has_functions(file) or moves_in(file, domains.of))
    ]


def moves_in(file: ChangedFile, of: Callable[[str], Domain | None]) -> bool:
    """Whether a file comes from where functions may be more complex: all of its functions are new here."""
    if file.kind is not Kind.RENAMED or file.previous_path is None:
        return False
    before, now = _limit(of(file.previous_path)), _limit(of(file.path))
    return bool(now) and (before == 0 or before > now)


def _has_functions(file: ChangedFile) -> bool:
    changed = file.content is not Content.SAME and not file.binary
    return changed and file.kind not in (Kind.DELETED, Kind.TYPE_CHANGED)


def _limit(domain: Domain | None) -> int:
    return domain.max_cyclomatic if domain else 0


def wants_coverage(pull_request: PullRequest) -> bool:
    """Whether a domain has a least coverage."""
    rules = pull_request.constitution
    asked = pull_request.gates.coverage.mode is not GateMode.OFF
    return asked and rules is not None and any(domain.min_coverage for domain in rules.domains)


def wants_manifests(pull_request: PullRequest) -> bool:
    """Whether dependencies that are added have rules to keep."""
    rules = pull_request.constitution
    asked = pull_request.gates.dependencies.mode is not GateMode.OFF
    return asked and rules is not None and bool(rules.require_pinned or rules.blocked_modules)
