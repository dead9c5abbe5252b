"""The gates on this machine: what a clone can tell of them, by git alone (`docs/cli.md`, "Gates").

Approvals, signatures and waivers are known to GitHub only; those gates are left to the Action.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from steward.adapters import measured
from steward.adapters.git import Repository
from steward.errors import NotFound
from steward.facts import GateFacts
from steward.governance.asking import wants_commits
from steward.model import GateMode, PullRequest
from steward.policy import Gates
from steward.ports import Blob, Comparison

_ELSEWHERE = ("cla", "restricted", "amendment")
_OF_A_DIFF = ("complexity", "score")

_MOST_BYTES = 4 * 1024 * 1024
_SECONDS = 600.0


class Files:
    """The files of a clone, as GitHub would give them out."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def read_file(self, path: str, ref: str, *, sha: str | None = None) -> bytes:
        """The bytes of a file of a commit; `NotFound` when it is not there."""
        found = self._repository.read_file(ref, path, most=_MOST_BYTES)
        if found is None:
            raise NotFound(f"{path} is not in {ref[:7]}")
        return found

    def blobs(self, wanted: Sequence[tuple[str, str]]) -> tuple[Blob, ...]:
        """Files at commits, in the same order."""
        return tuple(self._blob(commit, path) for commit, path in wanted)

    def _blob(self, commit: str, path: str) -> Blob:
        found = self._repository.read_file(commit, path, most=_MOST_BYTES)
        if found is None:
            return Blob()
        try:
            return Blob(exists=True, text=found.decode() if len(found) <= _MOST_BYTES else None)
        except UnicodeDecodeError:
            return Blob(exists=True)


def with_gates(
    facts: PullRequest, repository: Repository, *, start: str, head: str, coverage_file: str | None
) -> PullRequest:
    """The facts of a change with what its gates look at. `start` is where it left its base."""
    files = Files(repository)
    commits = repository.commits(start, head) if wants_commits(facts) else ()
    compared = Comparison(merge_base=start, commits=commits)
    beside = GateFacts(
        commits=commits if wants_commits(facts) else None,
        functions=measured.functions(facts, compared, github=files, head=head, left=lambda: _SECONDS),
        manifests=measured.manifests(facts, compared, source=files, head=head),
        coverage=measured.coverage(facts, coverage_file, workspace=""),
        merge_base=start,
    )
    return replace(facts, beside=beside, gates=_off(facts.gates, _ELSEWHERE))


def elsewhere(facts: PullRequest) -> tuple[str, ...]:
    """Which gates with a consequence are left to the Action, as a note; nothing when none is."""
    modes = {name: getattr(facts.gates, name).mode for name in _ELSEWHERE}
    left = [name for name, mode in modes.items() if mode in (GateMode.WARN, GateMode.ENFORCE)]
    return (f"judged in the Action only: {', '.join(left)}",) if left else ()


def of_a_diff(gates: Gates) -> Gates:
    """The gates that a diff alone has the facts for; the others are off."""
    return _off(gates, [name for name in gates.__struct_fields__ if name not in _OF_A_DIFF])


def _off(gates: Gates, names: Sequence[str]) -> Gates:
    return replace(gates, **{name: replace(getattr(gates, name), mode=GateMode.OFF) for name in names})
