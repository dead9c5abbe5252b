"""Gates decide: each looks at the same facts and says pass, fail, not applicable or unmeasured.

One file a gate, one signature: `check(pull_request, scorecard) -> GateOutcome`. Each reads its own settings in
`pull_request.gates` and answers for every mode but `off`; a waiver is applied to the outcome afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from steward.gates import (
    amendment,
    cla,
    complexity,
    coverage,
    cyclomatic,
    dco,
    dependencies,
    restricted,
    score,
)
from steward.model import GateOutcome, PullRequest, Scorecard

Gate: TypeAlias = Callable[[PullRequest, Scorecard], GateOutcome]

GATES: tuple[Gate, ...] = (
    dco.check,
    cla.check,
    complexity.check,
    cyclomatic.check,
    coverage.check,
    restricted.check,
    amendment.check,
    dependencies.check,
    score.check,
)
"""The gates in display order (`docs/policy.md`)."""
