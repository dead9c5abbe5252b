"""One submission from its bytes to its report, with the real workshop: shared by `task` and `challenge`."""

from __future__ import annotations

import os
from collections.abc import Mapping

from steward.adapters import sandbox
from steward.adapters.challenge_files import Source
from steward.adapters.workshop import open_workshop
from steward.challenge.insight import Insight
from steward.challenge.judging import judge
from steward.challenge.manifest import Manifest, parse_manifest
from steward.challenge.task import TaskReport

SEEDS = 2**31


def fresh_seed() -> int:
    """A seed that nobody can have known."""
    return int.from_bytes(os.urandom(4)) % SEEDS


def manifest_of(source: Source) -> Manifest:
    """The manifest of a challenge. Raises `ConfigInvalid` with every mistake."""
    return parse_manifest(source.manifest, path=source.name)


def run_task(
    source: Source,
    manifest: Manifest,
    patch: bytes,
    *,
    seed: int,
    environ: Mapping[str, str],
    outside: tuple[str, ...] = (),
    insight: Insight | None = None,
) -> TaskReport:
    """Judge a patch. `outside` are paths that the submission changes where the patch does not reach; `insight` is
    told what only the owner of the hidden tests may see.

    Raises a `StewardError` when Steward could not do it: exit code 2, and no verdict.
    """
    sandbox.require_safe(environ)
    limits = sandbox.Limits(
        seconds=manifest.limits.total_seconds,
        output_bytes=manifest.limits.output_bytes,
        memory_bytes=manifest.limits.memory_mb * 2**20,
        processes=manifest.limits.processes,
    )
    hidden = (*manifest.hidden, source.name)
    with open_workshop(source, hidden=hidden, held=manifest.held, limits=limits, environ=environ) as bench:
        return judge(manifest, patch, bench, seed=seed, outside=outside, insight=insight)
